"""What the graph must do, row by row: naming, versions, attributes, and what a hand may not do."""

import pytest

from fabula.claims import Assertion, EntityClaim, Retraction, Scene, Termination
from fabula.claims.storytime import period_of
from fabula.errors import AlreadyToldError, EntityNotFoundError, InvalidInputError
from fabula.extraction.reader import body_of
from fabula.graph.facts import Standing
from fabula.graph.phrase import phrase
from fabula.graph.view_reader import ViewReader
from fabula.ledger.records import Refusal, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.story import Story

NOW = "2031-05-04T12:00:00+00:00"


class Dictated:
    """A reader that finds what it was told to find: one list of claims a turn, each claim a thunk."""

    batch, look_back = 3, 0
    identity = "dictated/1"

    def __init__(self, *turns):
        self.turns = turns

    def read(self, window, known):
        return [self.body(window, at) for at in range(window.start, len(window.turns))]

    def body(self, window, at):
        claims, refused = [], []
        for make in self.turns[window.turns[at].number - 1]:
            try:
                claims.append(make())
            except InvalidInputError as error:
                refused.append(Refusal("a claim", str(error)))
        return body_of(window, at, self.identity, claims=claims, refused=refused)


def opened(store=None):
    store = store or MemoryStore()
    store.create(StoryRow("moonlit", NOW))
    return Story(store, "moonlit", clock=lambda: NOW)


def told(*turns, store=None):
    """A story of which a reader found these claims, a list a turn."""
    story = opened(store)
    for number, _ in enumerate(turns, start=1):
        story.tell(f"Turn {number}.")
    story.extract(Dictated(*([lambda claim=claim: claim for claim in claims] for claims in turns)))
    return story


def said(view, facts):
    return [f"{view.name_of(f.subject)} {f.predicate} {view.name_of(f.object) or f.value}" for f in facts]


PAIR = [EntityClaim("Mira"), EntityClaim("Finn")]


def trusts(strength=None, fact=""):
    return Assertion("Mira", "trusts", object="Finn", strength=strength, fact=fact)


# Versions.


def test_n03_only_the_newest_open_version_of_a_relation_is_current():
    story = told([*PAIR, trusts(100)], [trusts(-300)], [trusts(700)])

    view = story.view()

    assert [(fact.strength, fact.opened, fact.closed) for fact in view.told()] == [
        (100, 1, 2),
        (-300, 2, 3),
        (700, 3, None),
    ]
    assert [fact.strength for fact in view.entity("Mira").relations()] == [700]


def test_n03_a_closed_version_is_not_walked():
    story = told([*PAIR, trusts(100)], [Termination("Mira", "trusts", object="Finn")])
    reader = ViewReader(story.view())

    mira = reader.resolve_node("Mira")

    assert reader.outgoing(mira) == []
    assert len(ViewReader(story.view(), all_versions=True).outgoing(mira)) == 1


def test_n11_no_change_writes_no_version():
    story = told([*PAIR, trusts(300, "She trusts him.")], [trusts(300, "She trusts him.")], [trusts()])

    assert [(fact.opened, fact.closed) for fact in story.view().told()] == [(1, None)]


@pytest.mark.parametrize("change", [trusts(301), trusts(300, "She trusts him still.")])
def test_n11_a_changed_strength_or_fact_closes_the_old_version_and_opens_a_new_one(change):
    story = told([*PAIR, trusts(300, "She trusts him.")], [change])

    versions = story.view().told()

    assert [(fact.opened, fact.closed, fact.standing) for fact in versions] == [
        (1, 2, Standing.SUPERSEDED),
        (2, None, Standing.CURRENT),
    ]
    assert [fact.is_current for fact in versions].count(True) == 1


# Entities by name.


def test_n09_an_upsert_finds_by_name_and_alias_and_keeps_name_and_kind():
    story = told(
        [EntityClaim("Grey Hand", "faction", ("the Hand",), "A guild of thieves.", ("old",))],
        [EntityClaim("the hand", "group", ("Grey Ones",), "Thieves of the harbour.", ("sly",))],
        [EntityClaim("GREY ONES", "faction", labels=tuple("abcde"))],
    )

    (hand,) = story.view().entities()

    assert (hand.name, hand.kind) == ("Grey Hand", "faction")
    assert {"the Hand", "Grey Ones"} <= set(hand.aliases)
    assert hand.summary == "Thieves of the harbour."
    assert hand.labels == ("old", "sly", "a", "b", "c")


def test_n09_attributes_are_merged_into_the_one_that_is_there():
    story = told(
        [EntityClaim("Mira", aliases=("the widow",)), Assertion("Mira", "age", value="forty")],
        [Assertion("the widow", "mood", value="calm")],
    )

    values = story.view().entity("Mira").attributes()

    assert {key: [fact.value for fact in told] for key, told in values.items()} == {
        "age": ["forty"],
        "mood": ["calm"],
    }


def test_n09_ids_are_readable_and_never_anothers():
    story = told(
        [EntityClaim("Lin Yao"), EntityClaim("林瑶"), EntityClaim("林遥"), EntityClaim("Lin-Yao")],
        [EntityClaim("Lin Yao", "place")],
    )

    ids = [entity.id for entity in story.view().entities()]

    assert len(set(ids)) == 5
    assert {"npc-lin-yao", "place-lin-yao"} <= set(ids)
    assert all("lin-yao" in identity for identity in ids)


def test_n09_a_name_that_leads_to_anothers_id_gets_a_longer_one():
    taken = told([EntityClaim("Lin-Yao")]).view().entities()[0]
    spelled_like_it = taken.id.removeprefix("npc-").replace("-", " ")

    story = told([EntityClaim("Lin-Yao")], [EntityClaim(spelled_like_it)], [EntityClaim(spelled_like_it)])

    first, second = story.view().entities()
    assert first == taken
    assert (second.name, second.last_seen) == (spelled_like_it, 3)
    assert second.id.startswith(taken.id + "-")


@pytest.mark.parametrize("summary", ["Bad", "x" * 401])
def test_n09_a_summary_has_4_to_400_characters(summary):
    with pytest.raises(InvalidInputError, match="summary"):
        opened().introduce("Mira", summary=summary)


def test_n09_a_chinese_summary_may_be_shorter():
    assert EntityClaim("林瑶", summary="铁匠").summary == "铁匠"


# Relations by name.


def test_n10_a_relation_to_somebody_unknown_is_skipped_and_reported():
    story = told(
        [EntityClaim("Mira"), Assertion("Mira", "trusts", object="Oren"), trusts()], [*PAIR, trusts()]
    )

    view = story.view()

    assert said(view, view.facts()) == ["Mira trusts Finn"]
    assert [problem.number for problem in view.problems] == [1, 1]
    assert "Oren" in view.problems[0].reason


@pytest.mark.parametrize("relation", ["1st_of", "_trusts", "x" * 49, "held_by#price"])
def test_n10_a_relation_starts_with_a_letter_and_has_at_most_48_characters(relation):
    with pytest.raises(InvalidInputError, match="predicate"):
        Assertion("Mira", relation, object="Finn")


@pytest.mark.parametrize("fact", ["Trusts.", "  so so  ", "x" * 401, "信" * 401])
def test_n10_a_fact_has_8_to_400_characters(fact):
    with pytest.raises(InvalidInputError, match="fact"):
        trusts(fact=fact)


@pytest.mark.parametrize("fact", ["她信他。", "그녀는 믿는다", "She trusts him.", ""])
def test_n10_the_lower_bound_is_for_alphabetic_scripts(fact):
    assert trusts(fact=fact).fact == fact


@pytest.mark.parametrize("strength", [-1001, 1001])
def test_n10_strength_lies_between_minus_one_and_one(strength):
    with pytest.raises(InvalidInputError, match="strength"):
        trusts(strength)


def test_n10_what_breaks_the_bounds_is_refused_for_a_reader_and_the_rest_is_kept():
    story = opened()
    story.tell("Mira trusts Finn.")
    story.extract(
        Dictated([*(lambda one=one: one for one in PAIR), lambda: trusts(fact="No."), lambda: trusts(500)])
    )

    (body,) = story.store.snapshot("moonlit").bodies

    assert [fact.strength for fact in story.view().facts()] == [500]
    assert ["at least 8" in refusal.reason for refusal in body.refused] == [True]


def test_n10_what_breaks_the_bounds_is_an_error_by_hand():
    story = told(PAIR)

    with pytest.raises(InvalidInputError, match="at least 8"):
        story.claim("Mira", "trusts", "Finn", fact="No.")

    assert story.author.acts() == ()


# One run.


def test_n12_what_one_run_finds_builds_on_what_it_found_before():
    story = told(
        [EntityClaim("Mira", aliases=("the widow",))],
        [EntityClaim("Finn")],
        [Assertion("the widow", "trusts", object="Finn")],
    )

    assert said(story.view(), story.view().facts()) == ["Mira trusts Finn"]
    assert story.view().problems == ()


def test_n12_a_run_sees_what_its_earlier_windows_found():
    class Asking(Dictated):
        known = ()

        def read(self, window, known):
            self.known = (*self.known, len(known.entities()))
            return super().read(window, known)

    story = opened()
    for number in range(6):
        story.tell(f"Turn {number}.")
    reader = Asking(*([lambda name=name: EntityClaim(name)] for name in ("A1", "B2", "C3", "D4", "E5", "F6")))

    story.extract(reader)

    assert reader.known == (0, 3)


def test_n12_a_run_lands_together_or_not_at_all():
    class Full(MemoryStore):
        is_full = False

        def commit(self, story, changes):
            if self.is_full:
                raise OSError("no space left")
            return super().commit(story, changes)

    store = Full()
    story = opened(store)
    for number in range(3):
        story.tell(f"Turn {number}.")
    before = store.snapshot("moonlit")
    store.is_full = True

    with pytest.raises(OSError, match="no space"):
        story.extract(Dictated(*([lambda name=name: EntityClaim(name)] for name in ("A1", "B2", "C3"))))

    store.is_full = False
    assert store.snapshot("moonlit") == before
    assert opened(store).view().entities() == ()


def test_n13_ids_ends_first_and_last_seen_are_the_same_after_a_restart(tmp_path):
    path = tmp_path / "stories.db"
    first = told([*PAIR, trusts(100)], [trusts(200)], [EntityClaim("Finn")], store=SqliteStore(path))
    before = first.view()
    first.close()

    second = opened(SqliteStore(path))
    view = second.view()
    second.close()

    assert [(one.id, one.first_seen, one.last_seen) for one in view.entities()] == [
        ("npc-finn", 1, 3),
        ("npc-mira", 1, 2),
    ]
    assert [(fact.id, fact.subject, fact.object) for fact in view.told()] == [
        (fact.id, "npc-mira", "npc-finn") for fact in before.told()
    ]


# Entities and attributes of a world.


@pytest.mark.parametrize(
    ("kind", "identity"),
    [
        ("person", "person-moonfire"),
        ("spell", "spell-moonfire"),
        ("法术", "fa-shu-moonfire"),
        ("item", "item-moonfire"),
    ],
)
def test_p01_kinds_are_plain_words_that_a_story_brings(kind, identity):
    story = told([EntityClaim("Moonfire", kind)])

    assert [(one.id, one.kind) for one in story.view().entities(kind)] == [(identity, kind)]


def test_p01_an_event_links_those_who_took_part_in_it():
    story = told(
        [
            *PAIR,
            EntityClaim("the duel at the mill", "event", summary="Mira and Finn fought at dawn."),
            EntityClaim("mill", "place"),
            Assertion("the duel at the mill", "challenger", object="Mira"),
            Assertion("the duel at the mill", "challenged", object="Finn"),
            Assertion("the duel at the mill", "at", object="mill"),
            Assertion("the duel at the mill", "outcome", value="a draw"),
        ]
    )

    view = story.view()

    duel = view.entity("the duel at the mill")
    assert said(view, duel.relations()) == [
        "the duel at the mill challenger Mira",
        "the duel at the mill challenged Finn",
        "the duel at the mill located_in mill",
    ]
    assert [fact.subject for fact in view.entity("Finn").relations()] == [duel.entity.id]


def test_p02_forgetting_is_one_more_event_and_takes_nothing_away():
    story = told(
        [*PAIR, Assertion("Mira", "knows", object="Finn")],
        [EntityClaim("the forgetting", "event"), Assertion("the forgetting", "who_forgot", object="Mira")],
        [Termination("Mira", "knows", object="Finn")],
    )

    view = story.view()

    assert said(view, view.told()) == ["Mira knows Finn", "the forgetting who_forgot Mira"]
    assert [fact.opened for fact in view.timeline("Mira", "knows")] == [1]
    assert said(story.view(2), story.view(2).facts())[0] == "Mira knows Finn"


def test_p03_entities_and_every_version_of_a_relation_have_uuids():
    turns = ([*PAIR, trusts(100)], [trusts(200)])
    one, other = told(*turns).view(), told(*turns).view()

    uuids = [fact.uuid for fact in one.told()] + [entity.uuid for entity in one.entities()]

    assert len(set(uuids)) == 4
    assert [fact.uuid for fact in other.told()] == uuids[:2]


def test_p04_every_value_of_an_attribute_is_kept_with_the_story_time_from_which_it_holds():
    story = told(
        [
            EntityClaim("克莱恩"),
            Scene(period=period_of("第1天")),
            Assertion("克莱恩", "途径", value="占卜家"),
        ],
        [Assertion("克莱恩", "途径", value="小丑", period=period_of("第9天"))],
        [Assertion("克莱恩", "途径", value="魔术师", period=period_of("在值夜者小队立功之后"))],
        [Assertion("克莱恩", "途径", value="学徒", past=True, period=period_of("很久以前"))],
    )

    history = story.view().entity("克莱恩").attributes()["途径"]

    assert [(fact.value, fact.period.label, fact.is_current) for fact in history] == [
        ("占卜家", "第1天", False),
        ("小丑", "第9天", False),
        ("魔术师", "在值夜者小队立功之后", True),
        ("学徒", "很久以前", False),
    ]


@pytest.mark.parametrize(
    "key", ["Eye Color", "eye_colour", "eye-color", "EyeColour", "眼睛颜色", "color of eyes"]
)
def test_p05_a_key_for_the_same_concept_is_found_before_a_new_one_is_made(key):
    story = told(
        [EntityClaim("Mira"), Assertion("Mira", "eye_color", value="grey")],
        [Assertion("Mira", key, value="green")],
    )

    attributes = story.view().entity("Mira").attributes()

    assert {name: [fact.value for fact in told] for name, told in attributes.items()} == {
        "eye_color": ["grey", "green"]
    }


def test_p05_a_key_of_another_concept_is_made():
    story = told(
        [EntityClaim("Mira"), *(Assertion("Mira", key, value="x") for key in ("eye color", "hair color"))]
    )

    assert set(story.view().entity("Mira").attributes()) == {"eye_color", "hair_color"}


def sold(price, **more):
    return Assertion("key", "held_by", object="Mira", attribute="Price", value=price, **more)


def test_p06_a_relation_has_versioned_attributes_as_entities_do():
    story = told(
        [*PAIR, EntityClaim("key", "item"), Assertion("key", "held_by", object="Mira"), sold("5 marks")],
        [sold("7 marks", period=period_of("第2天"))],
        [Assertion("Mira", "holds", object="key", attribute="价格", value="9 marks")],
    )

    view = story.view()
    (held,) = view.entity("key").relations()

    assert [(fact.value, fact.is_current) for fact in view.attributes_of(held)["price"]] == [
        ("5 marks", False),
        ("7 marks", False),
        ("9 marks", True),
    ]
    assert held.closed is None
    assert phrase(view.attributes_of(held)["price"][-1], view) == "key is held by Mira (price: 9 marks)"


def test_p06_an_attribute_lasts_as_long_as_its_relation():
    story = told(
        [*PAIR, EntityClaim("key", "item"), Assertion("key", "held_by", object="Mira"), sold("5 marks")],
        [Assertion("key", "held_by", object="Finn")],
    )

    view = story.view()
    before = view.timeline("key", "held_by")[0]

    assert said(view, view.facts()) == ["key held_by Finn"]
    assert [(fact.value, fact.standing, fact.closed) for fact in view.attributes_of(before)["price"]] == [
        ("5 marks", Standing.ENDED, 2)
    ]
    assert len(story.view(1).facts()) == 2


# By hand.


def test_p07_adding_an_entity_twice_by_hand_is_an_error():
    story = told(PAIR)
    story.introduce("Oren", aliases=("the smith",))

    for again in (
        {"name": "Mira"},
        {"name": "oren"},
        {"name": "The Smith"},
        {"name": "Tess", "aliases": ("Mira",)},
    ):
        with pytest.raises(AlreadyToldError):
            story.introduce(**again)
    assert len(story.author.acts()) == 1


def test_p07_adding_a_relation_twice_by_hand_is_an_error():
    story = told(PAIR)
    story.claim("Mira", "trusts", "Finn")

    with pytest.raises(AlreadyToldError):
        story.claim("Mira", "trusts", "Finn")


def test_p07_a_relation_to_a_missing_end_is_an_error_by_hand():
    story = told(PAIR)

    for ends in (("Mira", "trusts", "Oren"), ("Oren", "trusts", "Mira")):
        with pytest.raises(EntityNotFoundError, match="Introduce it first"):
            story.claim(*ends)
    with pytest.raises(EntityNotFoundError):
        story.author.retract(Retraction("Oren", "trusts"))
    with pytest.raises(EntityNotFoundError):
        story.author.stage(Scene(present=("Oren",)))
    assert story.author.acts() == ()


def test_p07_a_reader_that_says_it_twice_or_of_nobody_is_no_error():
    story = told([*PAIR, *PAIR, trusts(), trusts()], [Assertion("Mira", "trusts", object="Oren")])

    view = story.view()

    assert len(view.told()) == 1
    assert [problem.number for problem in view.problems] == [2]
