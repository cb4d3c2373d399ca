import orjson

from fabula.context.receipt import Receipt, Row

RECEIPT = Receipt(
    800,
    12,
    kept=(Row("fact", "f1", "state", 900, rank=2), Row("turn", "t1", "told", 500, clipped=True)),
    cut=(Row("turn", "t2", "told", 400, why="visible"),),
    cue="Who?",
    turn="t9",
    number=9,
    epoch=4,
    visible=3,
    counter="o200k_base",
    scope={"pov": "Mira", "limit": 20},
)


def test_a_receipt_is_plain_json():
    assert orjson.loads(orjson.dumps(RECEIPT.to_json())) == {
        "cue": "Who?",
        "turn": "t9",
        "number": 9,
        "epoch": 4,
        "visible": 3,
        "scope": {"pov": "Mira", "limit": 20},
        "counter": "o200k_base",
        "budget": 800,
        "used": 12,
        "kept": [
            {"kind": "fact", "id": "f1", "section": "state", "score": 900, "rank": 2},
            {"kind": "turn", "id": "t1", "section": "told", "score": 500, "clipped": True},
        ],
        "cut": [{"kind": "turn", "id": "t2", "section": "told", "score": 400, "why": "visible"}],
    }


def test_a_receipt_comes_back_from_json_as_it_was():
    assert Receipt.from_json(orjson.loads(orjson.dumps(RECEIPT.to_json()))) == RECEIPT
    assert Receipt.from_json(Receipt(0, 0).to_json()) == Receipt(0, 0)
