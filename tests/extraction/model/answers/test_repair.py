"""What is mended before the checks: each class of failure that weak models were seen to make."""

import pytest

from fabula.claims import EntityClaim
from fabula.extraction.model.answers.answer_lines import lines_answer
from fabula.extraction.model.items import ItemKind
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem, Turn
from fabula.models.chat import Reply


def read(sentence, line, view=None):
    told = sheet_of(Window((Turn("t1", "t0", 1, "assistant", "", sentence, "k"),), 0), view or View())
    return lines_answer(Reply(f"1 fact | {line}"), {1: told.lines[0]}, told)


def triple(answer):
    (item,) = answer.items
    return item.name, item.predicate, item.object or item.value


GIVEN = "Bram passed the lute to Isa."


@pytest.mark.parametrize(
    "line",
    [
        "Bram | gave | Isa the lute",
        "Bram | passed | the lute to Isa",
        "Bram | passed the lute to | Isa",
        "Bram | gave to | Isa | the lute",
        "Bram | gave | lute | Isa",
        "Bram | passed | lute",
    ],
)
def test_the_giver_is_not_kept_as_the_owner(line):
    assert triple(read(GIVEN, line)) == ("Isa", "holds", "lute")


@pytest.mark.parametrize(
    "line",
    [
        "老陈 | 交给 | 小满铜哨",
        "老陈 | 把铜哨交给 | 小满",
        "老陈 | 交给了 | 铜哨",
        "老陈 | 交给 | 小满 | 铜哨",
    ],
)
def test_the_giver_is_not_kept_as_the_owner_in_chinese(line):
    assert triple(read("老陈把铜哨交给了小满。", line)) == ("小满", "holds", "铜哨")


def test_a_gift_without_a_receiver_is_refused():
    answer = read("Bram gave away the lute.", "Bram | gave | the lute")
    assert answer.items == ()
    assert answer.refused[0].reason == "It says who gave something, and not who has it now."


@pytest.mark.parametrize(
    "line",
    [
        "the court | made | Isa | the warden",
        "The court | appointed | Isa the warden",
        "the court | named | Isa as warden",
        "Isa | was made | warden",
    ],
)
def test_the_agent_is_not_taken_for_the_holder_of_an_office(line):
    assert triple(read("The court made Isa warden.", line)) == ("Isa", "has_role", "warden")


@pytest.mark.parametrize(
    "line",
    [
        "众人 | 推举 | 小满 | 县令",
        "众人 | 推举小满为 | 县令",
        "众人 | 推举 | 小满为县令",
        "小满 | 当上了 | 县令",
    ],
)
def test_the_agent_is_not_taken_for_the_holder_in_chinese(line):
    assert triple(read("众人推举小满为县令。", line)) == ("小满", "has_role", "县令")


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("The Salt League expelled Bram.", "the Salt League | expelled | Bram"),
        ("Bram was expelled from the Salt League.", "Bram | was expelled from | the Salt League"),
        ("盐帮把布兰逐出了门。", "盐帮 | 逐出 | 布兰"),
    ],
)
def test_a_group_that_expels_is_no_subject(sentence, line):
    (item,) = read(sentence, line).items
    assert item.kind is ItemKind.END
    assert (item.name, item.predicate) in {("Bram", "member_of"), ("布兰", "member_of")}


def test_a_group_that_takes_somebody_in_is_no_subject():
    assert triple(read("The Salt League recruited Bram.", "The Salt League | recruited | Bram")) == (
        "Bram",
        "member_of",
        "The Salt League",
    )


def test_a_name_that_ran_too_long_is_cut_and_the_repair_is_told():
    answer = read("Bram took the lute from Isa.", "Bram | got | lute from Isa")
    assert triple(answer) == ("Bram", "holds", "lute")
    assert "cut a name that ran too long" in answer.items[0].repaired


def test_a_name_that_holds_such_a_word_stays_whole():
    answer = read("Bram reached the Inn at the Crossroads.", "Bram | went to | Inn at the Crossroads")
    assert triple(answer) == ("Bram", "located_in", "Inn at the Crossroads")


@pytest.mark.parametrize(
    ("verb", "predicate"),
    [
        ("stole", "holds"),
        ("bought", "holds"),
        ("took", "holds"),
        ("found", "holds"),
        ("stole from", "holds"),
        ("reached", "located_in"),
        ("arrived at", "located_in"),
        ("went back to", "located_in"),
        ("rode to", "located_in"),
        ("married", "spouse_of"),
        ("swore kinship with", "sworn_sibling_of"),
        ("allied with", "ally_of"),
        ("enemy of", "enemy_of"),
        ("joined", "member_of"),
        ("became", "has_role"),
        ("divorced", "divorced_from"),
        ("偷走了", "holds"),
        ("抵达", "located_in"),
        ("到了", "located_in"),
        ("娶了", "spouse_of"),
        ("成亲", "spouse_of"),
        ("结拜", "sworn_sibling_of"),
        ("和离", "divorced_from"),
        ("反目成仇", "enemy_of"),
    ],
)
def test_free_verbs_mean_predicates_of_the_table(verb, predicate):
    sentence = f"Bram {verb} Isa."
    assert triple(read(sentence, f"Bram | {verb} | Isa")) == ("Bram", predicate, "Isa")


@pytest.mark.parametrize("verb", ["took care of", "trusts", "is afraid of", "信任", "看见"])
def test_other_verbs_stand_for_themselves(verb):
    assert triple(read(f"Bram {verb} Isa.", f"Bram | {verb} | Isa"))[1] == verb


def test_who_is_killed_is_dead_and_not_the_killer():
    assert triple(read("Bram killed Isa.", "Bram | killed | Isa")) == ("Isa", "status", "dead")
    assert triple(read("Isa was killed by Bram.", "Isa | was killed by | Bram")) == ("Isa", "status", "dead")
    assert triple(read("布兰杀了小满。", "布兰 | 杀了 | 小满")) == ("小满", "status", "dead")


def test_leaving_ends_a_place_or_a_membership():
    place = read("Bram left Millbrook.", "Bram | left | Millbrook").items[0]
    group = read("Bram left the Salt League.", "Bram | left | Salt League").items[0]
    assert (place.kind, place.predicate, group.predicate) == (ItemKind.END, "located_in", "member_of")


def test_a_known_name_is_never_cut():
    stem = Stem("t0", "", 0, "", "k0")
    body = Body("b", "hand", claims=(EntityClaim("Lady in Red"),))
    view = View(state=fold_turn(NOTHING_TOLD, TurnClaims(stem, (body,), (), lambda _: stem), View().rules))
    assert triple(read("Bram married the Lady in Red.", "Bram | married | Lady in Red", view)) == (
        "Bram",
        "spouse_of",
        "Lady in Red",
    )
