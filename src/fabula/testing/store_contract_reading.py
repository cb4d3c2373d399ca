"""The part of the store contract about reading: words as written, small answers, fixed orders."""

# ruff: noqa: D102 - the name of a test is its sentence.

from dataclasses import replace
from typing import Any

import pytest

from fabula.claims.statements import (
    Assertion,
    Claim,
    EntityClaim,
    Identity,
    Modality,
    Period,
    Quote,
    Retraction,
    Scene,
    Termination,
)
from fabula.errors import TurnNotFoundError
from fabula.ledger.ids import ROOT
from fabula.ledger.records import (
    Act,
    Binding,
    Body,
    Candidate,
    CarriedAct,
    Changes,
    Message,
    Refusal,
    Status,
    Tag,
    Tombstone,
    Turn,
)
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import body, line, move, told, turn

MANY = 1_200

TEXTS = {
    "English": "Lin Yao pales.",
    "Chinese": "林瑶脸色发白：“那把银钥匙……”",
    "emoji": "👩‍👩‍👧‍👦 laughs 🗝️🌙",
    "right to left": "المفتاح فضي \u200fוהירח עולה",
    "decomposed": "Cafe\u0301 noir",
    "outer space and line ends": "  \r\n\tThe key.\r\n\n",
    "beyond the basic plane": "𠀀𪛟 𝒦ey",
    "quotes and signs": "'; DROP TABLE turns; -- \"%_\\",
    "control characters": "bell \x07 escape \x1b[0m \u2028 line",
    "very long": "月光下的银钥匙。" * 60_000,
}

METAS: dict[str, dict[str, Any]] = {
    "nested": {"a": {"b": [1, [2, {"c": None}]], "空": "值"}, "list": []},
    "floats": {"third": 1 / 3, "tiny": 5e-324, "huge": 1.7976931348623157e308, "minus": -0.5},
    "numbers": {"big": 2**53 + 1, "bool": True, "zero": 0, "none": None},
    "odd keys": {"": 1, "with space": 2, "引号\"'": 3, "\x00": "\x00"},
}

CLAIMS: tuple[Claim, ...] = (
    EntityClaim("林瑶", aliases=("Lin Yao",), labels=("女官",), summary="宫廷女官", namesake=True),
    Assertion(
        "林瑶",
        "trusts",
        object="林峰",
        holder="Mira",
        modality=Modality.LIED,
        audience=("Mira", "林峰"),
        strength=-250,
        confidence=999,
        fact="林瑶信任林峰。",
        period=Period("昨夜", 1, 2),
        past=True,
        evidence=(Quote(1, 0, 2, "林瑶"), Quote(0, 3, 5, "🗝️")),
    ),
    Termination("林瑶", "holds", object="silver key"),
    Retraction("林瑶", "holds", value="gold"),
    Identity("林瑶", "the masked woman"),
    Scene("林瑶", ("林瑶", "林峰"), "月宫", starts=True),
)


class ReadingContract:
    """Questions to one story."""

    @pytest.mark.parametrize("script", sorted(TEXTS))
    def test_a_text_comes_back_exactly(self, store: LedgerStore, story: str, script: str) -> None:
        said = turn(TEXTS[script])
        store.commit(story, Changes(turns=(said,)))
        assert store.turns(story, [said.id])[said.id].text == TEXTS[script]

    @pytest.mark.parametrize("kind", sorted(METAS))
    def test_metadata_comes_back_exactly(self, store: LedgerStore, story: str, kind: str) -> None:
        said = turn("Hm.", message=Message("Hm.", meta=METAS[kind]))
        store.commit(story, Changes(turns=(said,)))
        assert dict(store.turns(story, [said.id])[said.id].meta) == METAS[kind]

    def test_metadata_changed_by_the_caller_later_is_not_changed_in_the_store(
        self, store: LedgerStore, story: str
    ) -> None:
        meta = {"mood": ["calm"]}
        said = turn("Hm.", message=Message("Hm.", meta=meta))
        store.commit(story, Changes(turns=(said,)))
        meta["mood"].append("angry")
        assert dict(store.turns(story, [said.id])[said.id].meta) == {"mood": ["calm"]}

    def test_everything_about_a_turn_comes_back(self, store: LedgerStore, story: str) -> None:
        message = Message("嗯。", "assistant", "林瑶", ("林瑶", "林峰"), "2024年1月", {"swipe": 2})
        said = turn("嗯。", message=message)
        store.commit(story, Changes(turns=(said,)))
        assert store.turns(story, [said.id])[said.id] == said

    def test_an_empty_cast_is_not_an_unknown_cast(self, store: LedgerStore, story: str) -> None:
        alone = turn("Nobody.", message=Message("Nobody.", present=()))
        unsaid = turn("Somebody.", message=Message("Somebody.", present=None))
        store.commit(story, Changes(turns=(alone, unsaid)))
        found = store.turns(story, [alone.id, unsaid.id])
        assert (found[alone.id].present, found[unsaid.id].present) == ((), None)

    def test_two_turns_keep_texts_that_differ_only_in_outer_space(
        self, store: LedgerStore, story: str
    ) -> None:
        plain, spaced = turn("Hm."), turn(" Hm.\n", after=turn("Hm."))
        store.commit(story, Changes(turns=(plain, spaced)))
        found = store.turns(story, [plain.id, spaced.id])
        assert [found[one].text for one in found] == ["Hm.", " Hm.\n"]

    def test_turns_come_in_the_order_asked_without_the_unknown(self, store: LedgerStore, story: str) -> None:
        first, second = line(["One.", "Two."])
        store.commit(story, Changes(turns=(first, second)))
        assert list(store.turns(story, [second.id, "unknown", first.id, second.id])) == [second.id, first.id]

    def test_the_ids_asked_for_may_be_read_from_the_store_meanwhile(
        self, store: LedgerStore, story: str
    ) -> None:
        turns = line(["One.", "Two."])
        store.commit(story, told(turns))
        heads = (store.heads(story).branches["main"] for _ in range(2))
        assert tuple(store.turns(story, heads).values()) == turns[1:]

    def test_more_turns_than_a_statement_takes_are_read_at_once(self, store: LedgerStore, story: str) -> None:
        turns = _many(store, story)
        assert tuple(store.turns(story, (one.id for one in turns)).values()) == turns

    def test_ancestry_goes_from_the_tip_to_the_root(self, store: LedgerStore, story: str) -> None:
        turns = line(["One.", "Two.", "Three."])
        store.commit(story, Changes(turns=turns))
        expected = tuple(one.stem for one in reversed(turns))
        assert tuple(store.ancestry(story, turns[-1].id, 99)) == expected

    def test_ancestry_stops_at_its_limit(self, store: LedgerStore, story: str) -> None:
        turns = line(["One.", "Two.", "Three."])
        store.commit(story, Changes(turns=turns))
        assert tuple(store.ancestry(story, turns[-1].id, 2)) == (turns[2].stem, turns[1].stem)

    @pytest.mark.parametrize("limit", [0, -1])
    def test_ancestry_without_room_is_empty(self, store: LedgerStore, story: str, limit: int) -> None:
        first = turn("One.")
        store.commit(story, Changes(turns=(first,)))
        assert tuple(store.ancestry(story, first.id, limit)) == ()

    def test_ancestry_keeps_to_the_line_of_its_tip(self, store: LedgerStore, story: str) -> None:
        first = turn("One.")
        left, right = turn("Left.", first), turn("Right.", first)
        store.commit(story, Changes(turns=(first, left, right)))
        assert tuple(store.ancestry(story, right.id, 9)) == (right.stem, first.stem)

    @pytest.mark.parametrize("tip", ["unknown", ROOT])
    def test_ancestry_of_what_is_no_turn_is_refused(self, store: LedgerStore, story: str, tip: str) -> None:
        with pytest.raises(TurnNotFoundError):
            store.ancestry(story, tip, 5)

    def test_children_are_ordered_by_id(self, store: LedgerStore, story: str) -> None:
        first = turn("One.")
        swipes = [turn(f"Swipe {number}.", first) for number in range(6)]
        store.commit(story, Changes(turns=(first, *swipes)))
        expected = sorted((one.stem for one in swipes), key=lambda stem: stem.id)
        assert list(store.children(story, [first.id])[first.id]) == expected

    def test_children_leave_out_parents_without_any(self, store: LedgerStore, story: str) -> None:
        first, second = line(["One.", "Two."])
        store.commit(story, Changes(turns=(first, second)))
        found = store.children(story, [second.id, "unknown", first.id])
        assert {parent: tuple(stems) for parent, stems in found.items()} == {first.id: (second.stem,)}

    def test_first_turns_are_children_of_the_root(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(turn("One."),)))
        assert tuple(store.children(story, [ROOT])[ROOT]) == (turn("One.").stem,)

    def test_children_of_many_parents_are_read_at_once(self, store: LedgerStore, story: str) -> None:
        turns = _many(store, story)
        found = store.children(story, [one.id for one in turns])
        assert list(found) == [one.id for one in turns[:-1]]

    def test_turns_of_one_key_come_by_number_and_id(self, store: LedgerStore, story: str) -> None:
        first = turn("Hm.")
        later = [turn("Hm.", turn(f"Way {number}.", first)) for number in range(4)]
        ways = [turn(f"Way {number}.", first) for number in range(4)]
        store.commit(story, Changes(turns=(first, *ways, *later)))
        expected = [first.stem, *sorted((one.stem for one in later), key=lambda stem: stem.id)]
        assert list(store.with_key(story, [first.key])[first.key]) == expected

    def test_a_key_without_turns_is_left_out(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(turn("Hm."),)))
        assert list(store.with_key(story, ["unknown", turn("Hm.").key])) == [turn("Hm.").key]

    def test_many_keys_are_read_at_once(self, store: LedgerStore, story: str) -> None:
        turns = _many(store, story)
        found = store.with_key(story, [one.key for one in turns])
        assert [found[one.key][0] for one in turns] == [one.stem for one in turns]

    def test_a_prefix_finds_the_turns_that_start_with_it(self, store: LedgerStore, story: str) -> None:
        ids = ["aa", "ab0", "ab1", "abff", "ac", "b"]
        store.commit(story, Changes(turns=tuple(_named(one) for one in ids)))
        assert [stem.id for stem in store.with_prefix(story, "ab")] == ["ab0", "ab1", "abff"]

    def test_a_whole_id_is_a_prefix_of_itself(self, store: LedgerStore, story: str) -> None:
        first = turn("One.")
        store.commit(story, Changes(turns=(first,)))
        assert tuple(store.with_prefix(story, first.id)) == (first.stem,)

    def test_a_prefix_is_not_a_pattern(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(_named("abc"),)))
        assert [tuple(store.with_prefix(story, odd)) for odd in ("%", "_bc", "a*", "ABC")] == [()] * 4

    def test_a_prefix_finds_at_most_its_limit(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=tuple(_named(f"a{number:02}") for number in range(20))))
        assert [stem.id for stem in store.with_prefix(story, "a", limit=2)] == ["a00", "a01"]
        assert len(store.with_prefix(story, "a")) == 10

    def test_an_empty_prefix_finds_the_first_ids(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(_named("b"), _named("a"))))
        assert [stem.id for stem in store.with_prefix(story, "", limit=1)] == ["a"]

    def test_a_body_comes_back_with_every_kind_of_claim(self, store: LedgerStore, story: str) -> None:
        full = Body(
            "b",
            "model/qwen3",
            back=2,
            ahead=1,
            attempt=3,
            status=Status.SUSPICIOUS,
            claims=CLAIMS,
            refused=(Refusal("{...}", "银钥匙不在原文里"),),
            usage={"calls": 1, "tokens": 812},
            known="digest",
        )
        store.commit(story, Changes(bodies=(full,)))
        assert store.bodies(story, ["b"])["b"] == full
        assert store.outlines(story, ["b"])["b"] == replace(full, claims=(), refused=())

    def test_many_bodies_are_read_at_once_in_the_order_asked(self, store: LedgerStore, story: str) -> None:
        bodies = tuple(body(f"b{number}") for number in range(MANY))
        store.commit(story, Changes(bodies=bodies))
        asked = ["unknown", *(one.id for one in reversed(bodies))]
        assert tuple(store.bodies(story, asked).values()) == bodies[::-1]
        assert list(store.outlines(story, asked)) == asked[1:]
        assert list(store.outlines(story)) == sorted(asked[1:])

    def test_bindings_of_a_turn_come_by_body(self, store: LedgerStore, story: str) -> None:
        first, second = line(["One.", "Two."])
        rows = [Binding(first.id, "b2", "run"), Binding(first.id, "b1"), Binding(second.id, "b2", "carried")]
        bodies = (body("b1"), body("b2"))
        store.commit(story, Changes(turns=(first, second), bodies=bodies, bindings=tuple(rows)))
        found = store.bindings(story, [second.id, first.id])
        assert {turn: tuple(bound) for turn, bound in found.items()} == {
            second.id: (rows[2],),
            first.id: (rows[1], rows[0]),
        }

    def test_turns_that_nobody_has_read_have_no_bindings(self, store: LedgerStore, story: str) -> None:
        first, second = line(["One.", "Two."])
        binding = Binding(first.id, "b")
        store.commit(story, Changes(turns=(first, second), bodies=(body("b"),), bindings=(binding,)))
        assert list(store.bindings(story, [second.id, "unknown", first.id])) == [first.id]
        assert store.bindings(story, []) == {}

    def test_bindings_of_many_turns_are_read_at_once(self, store: LedgerStore, story: str) -> None:
        turns = _many(store, story)
        rows = tuple(Binding(one.id, "b") for one in turns)
        store.commit(story, Changes(bodies=(body("b"),), bindings=rows))
        found = store.bindings(story, [one.id for one in turns])
        assert tuple(row for one in turns for row in found[one.id]) == rows

    def test_an_act_comes_back_with_its_payload(self, store: LedgerStore, story: str) -> None:
        made = Act(1, "a1", "assert", "turn", "t1", {"主语": "林瑶", "deep": [{"x": 0.1}]}, "作者", "today")
        store.commit(story, Changes(acts=(made,)))
        assert store.log(story).acts == (made,)

    def test_a_snapshot_has_every_kind_of_row_in_its_order(self, store: LedgerStore, story: str) -> None:
        first, second = line(["One.", "Two."])
        swipe = turn("Zwei.", first)
        store.commit(story, Changes(turns=(first, swipe), bodies=(body("b2"), body("b1"))))
        store.commit(story, told((second,), branch="z"))
        store.commit(story, _unordered(first, second))
        kept = store.snapshot(story)
        assert kept.turns == (first, *sorted((second, swipe), key=lambda one: one.id))
        assert [row.id for row in kept.bodies] == ["b1", "b2"]
        assert [(row.turn, row.body) for row in kept.bindings] == [("a", "1"), ("a", "2"), ("b", "0")]
        assert [(row.act, row.turn) for row in kept.carried] == [("a", "1"), ("a", "2"), ("b", "0")]
        assert [row.branch for row in kept.moves] == ["z", "m", "a"]
        assert [row.name for row in kept.tags] == ["a", "b", "月"]
        parents = {ROOT: ["y"], first.id: ["x1", "x2"], second.id: ["w"]}
        assert [row.id for row in kept.candidates] == [one for key in sorted(parents) for one in parents[key]]
        assert [row.turn for row in kept.tombstones] == ["a", "b"]
        assert list(kept.branches.items()) == [("a", first.id), ("m", second.id), ("z", second.id)]
        assert kept.story == store.stories()[0]

    def test_candidates_come_by_parent_and_id(self, store: LedgerStore, story: str) -> None:
        first, second = line(["One.", "Two."])
        store.commit(story, Changes(turns=(first, second)))
        store.commit(story, _unordered(first, second))
        candidates = tuple(store.candidates(story))
        assert candidates == tuple(sorted(candidates, key=lambda one: (one.parent, one.id)))
        assert {one.id for one in candidates} == {"w", "x1", "x2", "y"}

    def test_moves_come_in_time(self, store: LedgerStore, story: str) -> None:
        first, second = line(["One.", "Two."])
        moves = (move("z", None, first), move("a", None, first), move("z", first, second))
        store.commit(story, Changes(turns=(first, second), moves=moves[:2]))
        store.commit(story, Changes(moves=moves[2:]))
        assert tuple(store.moves(story)) == moves

    def test_a_snapshot_of_an_empty_story_is_empty(self, store: LedgerStore, story: str) -> None:
        kept = store.snapshot(story)
        assert (kept.turns, kept.moves, dict(kept.branches)) == ((), (), {})

    def test_branches_and_tags_are_told_by_name(self, store: LedgerStore, story: str) -> None:
        first = turn("One.")
        names = ("z", "a", "月")
        tags = tuple(Tag(name, first.id) for name in names)
        moves = tuple(move(name, None, first) for name in names)
        store.commit(story, Changes(turns=(first,), tags=tags, moves=moves))
        heads = store.heads(story)
        assert list(heads.branches) == list(heads.tags) == ["a", "z", "月"]


def _many(store: LedgerStore, story: str) -> tuple[Turn, ...]:
    turns = line(f"Turn number {number}." for number in range(MANY))
    store.commit(story, Changes(turns=turns))
    return turns


def _named(identity: str) -> Turn:
    return Turn(identity, ROOT, 1, "user", "", f"I am {identity}.", f"key of {identity}")


def _unordered(first: Turn, second: Turn) -> Changes:
    pairs = (("b", "0"), ("a", "2"), ("a", "1"))
    return Changes(
        bindings=tuple(Binding(turn, body) for turn, body in pairs),
        carried=tuple(CarriedAct(act, turn) for act, turn in pairs),
        moves=(move("m", None, second), move("a", None, first)),
        tags=tuple(Tag(name, first.id) for name in ("月", "b", "a")),
        candidates=tuple(
            Candidate(identity, parent, "assistant", "", f"Reply {identity}.")
            for identity, parent in (("x2", first.id), ("x1", first.id), ("w", second.id), ("y", ROOT))
        ),
        tombstones=(Tombstone("b", "kb"), Tombstone("a", "ka")),
    )
