import orjson

from fabula.context.receipt import Receipt, Row


def test_a_receipt_is_plain_json():
    receipt = Receipt(
        800,
        12,
        kept=(Row("fact", "f1", "state", 900), Row("turn", "t1", "told", 500, clipped=True)),
        cut=(Row("turn", "t2", "told", 400, why="visible"),),
    )
    assert orjson.loads(orjson.dumps(receipt.to_json())) == {
        "budget": 800,
        "used": 12,
        "kept": [
            {"kind": "fact", "id": "f1", "section": "state", "score": 900},
            {"kind": "turn", "id": "t1", "section": "told", "score": 500, "clipped": True},
        ],
        "cut": [{"kind": "turn", "id": "t2", "section": "told", "score": 400, "why": "visible"}],
    }
