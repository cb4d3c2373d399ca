"""What the rules read in English, and what they leave alone."""

import pytest

from fabula.claims import Assertion, EntityClaim, Identity, Termination
from fabula.extraction.reader import Window
from fabula.extraction.rules import Rules
from fabula.graph.view import View
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Turn


def claims(text):
    turn = Turn(turn_id(ROOT, "", text), ROOT, 1, "assistant", "Narrator", text, text_key(text))
    (body,) = Rules().read(Window((turn,), 0), View())
    return body.claims


def facts(text):
    return [(c.subject, c.predicate, c.object or c.value) for c in claims(text) if isinstance(c, Assertion)]


def moods(text):
    return [(c.modality.value, c.past) for c in claims(text) if isinstance(c, Assertion)]


def entities(text):
    return {(c.kind, c.name) for c in claims(text) if isinstance(c, EntityClaim)}


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("Garrick handed Elspeth the jade seal.", "Elspeth"),
        ("Garrick gave the jade seal to Elspeth before supper.", "Elspeth"),
        ("At the gate, Garrick passed the jade seal over to Elspeth.", "Elspeth"),
        ("Garrick pushed the jade seal into Elspeth's hand.", "Elspeth"),
        ("The jade seal was given to Elspeth.", "Elspeth"),
        ("Elspeth was handed the jade seal.", "Elspeth"),
        ("Elspeth stole the jade seal from Garrick.", "Elspeth"),
        ("Elspeth crept closer and plucked the jade seal from Garrick's belt.", "Elspeth"),
        ("The jade seal was stolen by Elspeth.", "Elspeth"),
        ("Elspeth quietly picked up the jade seal.", "Elspeth"),
        ("The jade seal hung from Elspeth's neck.", "Elspeth"),
    ],
)
def test_a_thing_changes_hands(text, holder):
    assert facts(text) == [("jade seal", "held_by", holder)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Elspeth arrived at Winterfell.", "Winterfell"),
        ("Elspeth had reached the Salt Gate by dusk.", "Salt Gate"),
        ("Elspeth saddled a horse and rode to Winterfell.", "Winterfell"),
        ("Elspeth went back to the Red Lion.", "Red Lion"),
        ("Elspeth entered the tavern.", "tavern"),
    ],
)
def test_somebody_comes_to_a_place(text, place):
    assert facts(text) == [("Elspeth", "located_in", place)]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Garrick died of his wounds.", ("Garrick", "status", "dead")),
        ("Old Garrick was killed at the bridge.", ("Old Garrick", "status", "dead")),
        ("Elspeth killed Garrick.", ("Garrick", "status", "dead")),
        ("The villagers buried Garrick.", ("Garrick", "status", "dead")),
        ("Garrick joined the Silver Order.", ("Garrick", "member_of", "Silver Order")),
        ("The king appointed Sir Aldous the new chancellor.", ("Sir Aldous", "has_role", "chancellor")),
        ("Elspeth became queen.", ("Elspeth", "has_role", "queen")),
        ("Garrick married Elspeth.", ("Garrick", "spouse_of", "Elspeth")),
        ("Garrick and Elspeth were married in spring.", ("Garrick", "spouse_of", "Elspeth")),
        ("Elspeth divorced Garrick.", ("Elspeth", "divorced_from", "Garrick")),
        ("Garrick and Elspeth became allies.", ("Garrick", "ally_of", "Elspeth")),
        ("Garrick and Elspeth were sworn enemies.", ("Garrick", "enemy_of", "Elspeth")),
        ("Garrick and Elspeth became sworn siblings.", ("Garrick", "sworn_sibling_of", "Elspeth")),
        ("Anna is Tom's sister.", ("Anna", "sibling_of", "Tom")),
        ("Elspeth, the daughter of Garrick, laughed.", ("Garrick", "parent_of", "Elspeth")),
    ],
)
def test_a_plain_statement_is_a_fact(text, fact):
    assert facts(text) == [fact]


def test_they_are_the_two_who_were_named():
    text = (
        "Then Garrick struck Elspeth. Garrick and Elspeth nodded. Garrick spat at Elspeth; they were enemies."
    )
    assert ("Garrick", "enemy_of", "Elspeth") in facts(text)


def test_leaving_a_group_ends_the_membership():
    (ended,) = (claim for claim in claims("Garrick left the Silver Order.") if isinstance(claim, Termination))
    assert (ended.subject, ended.predicate, ended.object) == ("Garrick", "member_of", "Silver Order")


def test_a_reveal_keeps_the_plain_name():
    (one,) = (
        claim for claim in claims("The hooded stranger was Elspeth Crane.") if isinstance(claim, Identity)
    )
    assert (one.name, one.other) == ("Elspeth Crane", "hooded stranger")


def test_a_byname_is_an_alias():
    aliases = [c.aliases for c in claims("Bran, known as the Crow, bowed.") if isinstance(c, EntityClaim)]
    assert ("Crow",) in aliases


@pytest.mark.parametrize(
    "text",
    [
        "Anna did not give Tom the key.",
        "Anna never gave Tom the key.",
        "Garrick almost died.",
        "Anna tried to give Tom the key.",
        "Tom found no key.",
        "Tom was dead tired.",
        "Anna looked at the portrait where Tom held the key.",
        "The barmaid reckons Tom stole the key.",
        "Anna passed the salt to Tom.",
        "Did Anna give Tom the key?",
        "Tom took the stairs two at a time.",
        "Tom gave Anna a smile.",
        "She took a deep breath and looked at Tom.",
        "Elspeth became angry.",
        "Anna found herself in a dark room.",
        "The brother of Anna took the key.",
        "Anna's guard took the key.",
        "Anna and Tom took the key.",
        "He gave her the ring.",
    ],
)
def test_what_is_denied_or_unclear_is_left_out(text):
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("If Anna gives Tom the key, we are lost.", ("hypothetical", False)),
        ("If only Anna had married Tom!", ("hypothetical", False)),
        ("Anna planned to give Tom the key.", ("planned", False)),
        ("Tomorrow Anna will give Tom the key.", ("planned", False)),
        ("Anna dreamed that Tom killed Bran.", ("dreamed", False)),
        ("It was said that Captain Hale had died at sea.", ("rumoured", False)),
        ("They whispered that Captain Hale was dead.", ("rumoured", False)),
        ("Ten years ago Anna lived in Harrow.", ("asserted", True)),
    ],
)
def test_what_did_not_just_happen_is_told_apart(text, mood):
    assert moods(text) == [mood]


def test_a_pronoun_means_the_only_one_named_before():
    assert facts("Elspeth nodded. Elspeth died. She took the key.")[-1] == ("key", "held_by", "Elspeth")


def test_a_pronoun_after_two_names_means_nobody_for_sure():
    assert facts("Then Elspeth met Anna. She took the key.") == []


@pytest.mark.parametrize(
    "text",
    [
        "However, the rain continued.",
        "Chapter One. The night was cold. Suddenly a dog barked.",
        "Nobody took the key. Everything was lost in May.",
        "Rain reached the harbour. Soldiers took the bridge.",
    ],
)
def test_capitals_at_the_start_of_a_sentence_make_no_names(text):
    assert entities(text) == set()


def test_what_somebody_is_told_to_have_said_is_their_word():
    (said,) = (claim for claim in claims("Anna told Tom that Bran was dead.") if isinstance(claim, Assertion))
    assert (said.subject, said.value, said.holder) == ("Bran", "dead", "Anna")


def test_a_reveal_introduces_both_where_its_words_leave_no_doubt():
    (same,) = (c for c in claims("The mask fell: the Grey Fox was Mira Voss.") if isinstance(c, Identity))
    assert (same.name, same.other) == ("Mira Voss", "Grey Fox")


def test_a_month_may_begin_a_name_after_an_article():
    assert facts("The March Hare took the watch.") == [("watch", "held_by", "March Hare")]


def test_a_turn_of_phrase_says_what_its_plain_verb_says():
    assert facts("Bran breathed his last.") == [("Bran", "status", "dead")]
    assert facts("Anna and Tom tied the knot.") == [("Anna", "spouse_of", "Tom")]
    assert facts("Anna made off with the silver key.") == [("silver key", "held_by", "Anna")]


def test_they_are_the_two_who_were_named_just_before():
    told = facts("Anna Brook struck Tom Reed across the face; they were enemies now.")
    assert told == [("Anna Brook", "enemy_of", "Tom Reed")]


def test_who_leaves_a_wife_is_not_said_to_be_married():
    assert [fact[1] for fact in facts("Tom left his wife Anna.")] == ["divorced_from"]
