"""A person's word as the story log keeps it."""

import pytest

from fabula.claims import Assertion, EntityClaim, Identity, Retraction, Scene, Termination
from fabula.claims.codec import claim_from_json
from fabula.errors import (
    AlreadyToldError,
    AmbiguousNameError,
    EntityNotFoundError,
    FactNotFoundError,
    InvalidInputError,
)
from fabula.graph import authoring
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader

TELLING = (
    "[Mira holds key] [Mira mood: calm]",
    "[Finn holds key]",
    "[Mira ally_of Finn] [Mira ally_of Oren]",
    "[Finn says: Mira holds key]",
    "[new: Rose] [new: Rose (item)]",
)


@pytest.fixture(scope="module")
def view():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    for text in TELLING:
        story.tell(text)
    story.extract(ScriptedReader(kinds={"key": "item"}))
    return story.view()


def test_a_newcomer_is_introduced(view):
    claim = EntityClaim("Tess", summary="A smith.")

    assert claim_from_json(authoring.introduced(view, claim)["claim"]) == claim


def test_whoever_is_there_is_not_introduced_again(view):
    with pytest.raises(AlreadyToldError):
        authoring.introduced(view, EntityClaim("mira"))
    assert authoring.introduced(view, EntityClaim("Mira", namesake=True))
    assert authoring.introduced(view, EntityClaim("Mira", "place"))


def test_ends_are_kept_by_name_or_by_id_where_the_name_is_not_enough(view):
    claim = authoring.asserted(view, Assertion("npc-mira", "trusts", object="npc-rose"))["claim"]

    assert (claim["subject"], claim["object"]) == ("Mira", "npc-rose")


def test_an_assertion_says_whom_it_is_about(view):
    payload = authoring.asserted(view, Assertion("Mira", "trusts", object="Finn", holder="Oren"))

    assert payload["ends"] == [
        ["npc-mira", "Mira", "character"],
        ["npc-finn", "Finn", "character"],
        ["npc-oren", "Oren", "character"],
    ]


def test_an_unknown_or_ambiguous_end_is_refused(view):
    with pytest.raises(EntityNotFoundError, match="Introduce it first"):
        authoring.asserted(view, Assertion("Mira", "trusts", object="Nobody"))
    with pytest.raises(AmbiguousNameError):
        authoring.asserted(view, Assertion("Mira", "trusts", object="Rose"))


def gone(payload):
    taken_back = claim_from_json(payload["instead"])
    return taken_back.subject, taken_back.predicate, taken_back.object or taken_back.value


def test_a_correction_takes_back_what_holds(view):
    assert gone(authoring.corrected(view, Assertion("key", "held_by", object="Oren"))) == (
        "key",
        "held_by",
        "Finn",
    )
    assert gone(authoring.corrected(view, Assertion("Oren", "holds", object="key"))) == (
        "key",
        "held_by",
        "Finn",
    )
    assert gone(authoring.corrected(view, Assertion("Mira", "mood", value="cold"))) == (
        "Mira",
        "mood",
        "calm",
    )


def test_a_correction_between_two_takes_back_what_is_between_them(view):
    taken_back = gone(authoring.corrected(view, Assertion("Mira", "enemy_of", object="Finn")))

    assert taken_back == ("Finn", "ally_of", "Mira")


def test_a_correction_of_a_belief_takes_back_the_belief(view):
    payload = authoring.corrected(view, Assertion("key", "held_by", object="Oren", holder="Finn"))

    assert gone(payload) == ("key", "held_by", "Mira")
    assert claim_from_json(payload["instead"]).holder == "Finn"


def test_a_correction_names_what_was_wrong(view):
    wrong = Assertion("key", "held_by", object="Oren")

    assert gone(authoring.corrected(view, wrong, "Mira")) == ("key", "held_by", "Mira")
    assert gone(authoring.corrected(view, Assertion("Mira", "mood", value="cold"), "grim")) == (
        "Mira",
        "mood",
        "grim",
    )


def test_a_correction_of_nothing_takes_nothing_back(view):
    assert "instead" not in authoring.corrected(view, Assertion("Oren", "mood", value="cold"))


@pytest.mark.parametrize(
    "claim",
    [
        Termination("key", "held_by"),
        Termination("Finn", "holds", object="key"),
        Termination("Mira", "ally_of"),
    ],
)
def test_what_holds_is_ended(view, claim):
    assert claim_from_json(authoring.ended(view, claim)["claim"]).predicate == claim.predicate


@pytest.mark.parametrize("claim", [Termination("key", "held_by", object="Mira"), Termination("Oren", "mood")])
def test_what_does_not_hold_is_not_ended(view, claim):
    with pytest.raises(FactNotFoundError, match="holds now"):
        authoring.ended(view, claim)


def test_an_ending_stands_where_nothing_holds_yet_since_an_earlier_turn_may_still_be_told(view):
    assert authoring.ended(view, Termination("Oren", "member_of"))


def test_what_was_ever_told_is_taken_back(view):
    assert authoring.retracted(view, Retraction("key", "held_by", object="Mira"))
    with pytest.raises(FactNotFoundError, match="was ever told"):
        authoring.retracted(view, Retraction("key", "held_by", object="Oren"))


def test_a_lock_names_what_holds(view):
    held = claim_from_json(authoring.locked(view, Termination("key", "held_by"))["claim"])

    assert (held.subject, held.predicate, held.object) == ("key", "held_by", "Finn")


def test_a_pin_is_on_a_slot_or_on_one_fact_of_it(view):
    assert authoring.pinned(view, Termination("key", "held_by")) == {
        "subject": "item-key",
        "predicate": "held_by",
    }
    assert authoring.pinned(view, Termination("key", "held_by", object="Finn"))["object"] == "npc-finn"


def test_a_rejection_keeps_the_words(view):
    payload = authoring.rejected(view, Retraction("key", "held_by", object="Mira"))

    assert payload["quotes"] == ["[Mira holds key]"]
    assert (payload["subject"], payload["object"]) == ("item-key", "npc-mira")


def test_a_merge_keeps_the_first_ones_name(view):
    assert authoring.merged(view, "Mira", "Finn") == {
        "keep": "npc-mira",
        "absorb": "npc-finn",
        "name": "Mira",
    }
    with pytest.raises(InvalidInputError):
        authoring.merged(view, "Mira", "npc-mira")


def test_two_are_kept_apart_by_id_or_by_name(view):
    assert authoring.apart("a", "b") == {"one": "a", "other": "b"}
    assert authoring.apart_by_name(view, "Mira", "Finn") == {"one": "npc-mira", "other": "npc-finn"}
    with pytest.raises(InvalidInputError):
        authoring.apart("a", "a")


def test_a_new_name_must_be_a_name(view):
    assert authoring.renamed(view, "Mira", "Mirabel") == {"entity": "npc-mira", "name": "Mirabel"}
    with pytest.raises(InvalidInputError):
        authoring.renamed(view, "Mira", "  ")


def test_said_again_at_a_later_turn_it_is_one_more_telling():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    for text in ("[new: Mira] [new: Finn]", "Rain."):
        story.tell(text)
    story.extract(ScriptedReader())
    first = story.claim("Mira", "trusts", "Finn", turn=1)
    story.claim("Mira", "trusts", "Finn", turn=2)

    (fact,) = story.view().told()
    assert [piece.number for piece in fact.evidence] == [1, 2]
    story.author.undo(first.id)
    assert [fact.opened for fact in story.view().told()] == [2]


def test_an_alias_that_somebody_bears_is_not_given_to_a_newcomer(view):
    with pytest.raises(AlreadyToldError, match="npc-mira"):
        authoring.introduced(view, EntityClaim("Tess", aliases=("Mira",)))


def test_an_attribute_of_the_table_that_does_not_hold_is_not_ended(view):
    with pytest.raises(FactNotFoundError):
        authoring.ended(view, Termination("Finn", "hair color"))


def test_a_value_is_ended_only_where_it_is_the_one_that_holds(view):
    with pytest.raises(FactNotFoundError):
        authoring.ended(view, Termination("Mira", "mood", value="cold"))


def test_a_correction_of_an_attribute_takes_back_the_attribute():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    story.tell("[Mira holds key]")
    story.extract(ScriptedReader(kinds={"key": "item"}))
    story.claim("Mira", "holds", "key", attribute="price", value="5")

    payload = authoring.corrected(
        story.view(), Assertion("Mira", "holds", object="key", attribute="cost", value="7")
    )

    gone = claim_from_json(payload["instead"])
    assert (gone.subject, gone.predicate, gone.object, gone.attribute, gone.value) == (
        "key",
        "held_by",
        "Mira",
        "price",
        "5",
    )


def test_a_reveal_and_a_scene_say_whom_they_are_about(view):
    reveal = authoring.revealed(view, Identity("Mira", "Oren"))
    scene = authoring.staged(view, Scene(present=("finn", "npc-rose"), place=""))

    assert [end[0] for end in reveal["ends"]] == ["npc-mira", "npc-oren"]
    assert [end[0] for end in scene["ends"]] == ["npc-finn", "npc-rose"]
    assert scene["claim"]["present"] == ["Finn", "npc-rose"]


@pytest.mark.parametrize("name", ["Bob\nX", "Bob\u2028X", "Bob\x1b[31m"])
def test_a_name_by_hand_is_one_plain_line(view, name):
    with pytest.raises(InvalidInputError, match="one line"):
        authoring.introduced(view, EntityClaim(name))
    with pytest.raises(InvalidInputError, match="one line"):
        authoring.renamed(view, "Mira", name)
