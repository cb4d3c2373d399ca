"""What is refused however sure the model is, and what is let in: one behaviour a test, most of them seen in models."""

import pytest

from fabula.claims import Assertion, EntityClaim
from fabula.claims.statements import Modality
from fabula.extraction.model.answers.answer_lines import lines_answer
from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.items import Answer, Fault, Item, ItemKind
from fabula.extraction.model.questions.lines_examples import LINE_EXAMPLES
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem, Turn
from fabula.models.chat import Reply

FACT, END, SAME, ENTITY = ItemKind.FACT, ItemKind.END, ItemKind.SAME, ItemKind.ENTITY


def turn(number, text, speaker="", role="assistant"):
    return Turn(f"t{number}", f"t{number - 1}", number, role, speaker, text, f"k{number}")


def told(*texts, before=0, view=None):
    turns = [text if isinstance(text, Turn) else turn(at, text) for at, text in enumerate(texts, 1)]
    return sheet_of(Window(tuple(turns), before), view or View())


def judge(item, *texts, before=0, view=None):
    return checked(Answer((item,)), told(*texts, before=before, view=view))


def fact(name, predicate, far="", at="1.1", **more):
    return Item(FACT, at, name=name, predicate=predicate, object=far, **more)


def reason(answer):
    assert answer.items == ()
    return answer.refused[0].reason


def only(answer):
    assert answer.refused == ()
    (item,) = answer.items
    return item


# names


def test_a_name_that_nothing_read_names_is_refused():
    answer = judge(fact("Juno Pike", "holds", "lute"), "She took the lute.")
    assert reason(answer) == '"Juno Pike" does not occur in what was read.'


def test_a_translated_name_is_refused():
    """P062: names stay in the language of the text."""
    assert (
        reason(judge(fact("Lin Feng", "holds", "铜哨"), "林风捡到了铜哨。"))
        == '"Lin Feng" does not occur in what was read.'
    )
    assert only(judge(fact("林风", "holds", "铜哨"), "林风捡到了铜哨。")).name == "林风"
    assert (
        only(judge(Item(ENTITY, "1.1", name="林风", entity_kind="character"), "林风捡到了铜哨。")).name
        == "林风"
    )
    assert (
        judge(Item(ENTITY, "1.1", name="Lin Feng", entity_kind="character"), "林风捡到了铜哨。").items == ()
    )


@pytest.mark.parametrize(
    ("name", "text", "is_there"),
    [
        ("Tom", "Tom took the lute.", True),
        ("Tom", "Tomorrow brings the lute.", False),
        ("tom", "It was Tom’s lute.", True),
        ("the Tom", "Tom took the lute.", True),
        ("Captain Tom", "Tom took the lute.", True),
        ("Eowyn", "Éowyn took the lute.", True),
        ("克莱恩", "克莱恩走进了lute。", True),
        ("カイ", "カイはluteを取った。", True),
        ("김민수", "김민수가 lute를 가져갔다.", True),
    ],
)
def test_names_are_found_script_by_script(name, text, is_there):
    assert bool(judge(fact(name, "trusts", "lute"), text).items) is is_there


def test_a_name_of_the_neighbouring_sentence_is_refused():
    answer = judge(fact("Isa", "located_in", "mill", at="1.2"), "Bram reached the mill. Isa slept.")
    assert reason(answer) == '"mill" does not stand in the sentence, and no word there means it.'


def test_a_pronoun_may_stand_for_a_name_of_the_look_back():
    item = only(judge(fact("Isa", "holds", "lute", at="2.1"), "Isa saw the lute.", "She took it.", before=1))
    assert (item.name, item.confidence) == ("Isa", 600)


def test_one_pronoun_stands_for_one_name_only():
    assert (
        judge(fact("Isa", "located_in", "mill", at="2.1"), "Isa saw the mill.", "She slept.", before=1).items
        == ()
    )


def test_a_chinese_sentence_may_drop_its_subject():
    item = only(judge(fact("林风", "holds", "铜哨", at="1.2"), "林风走进客栈。捡起了铜哨。"))
    assert item.confidence == 600


def test_one_shown_under_a_key_may_be_meant_by_a_pronoun():
    view = _view(EntityClaim("Isa"), EntityClaim("Bram"))
    item = fact("Isa", "holds", "lute", known="e1")
    sheet = told("She took the lute.", view=view)
    shown = sheet.known.entities["e1"].name
    assert checked(Answer((fact(shown, "holds", "lute", known="e1"),)), sheet).items
    assert checked(Answer((fact(shown, "holds", "lute"),)), sheet).items == ()
    assert reason(checked(Answer((fact("", "holds", "lute", known="e9"),)), sheet)) == (
        'No known fact or entity was shown as "e9".'
    )
    assert item.known == "e1"


def test_a_known_thing_may_be_told_in_short():
    view = _view(EntityClaim("brass lantern", "item"))
    item = only(judge(fact("Bram", "holds", "brass lantern"), "Bram took the lantern.", view=view))
    assert item.confidence == 600
    assert judge(fact("Bram", "holds", "brass lantern"), "Bram took the lantern.").items == ()


def test_one_pronoun_is_enough_for_one_who_stands_twice():
    item = fact("Isa", "has_role", "queen", at="1.2", holder="Isa")
    assert only(judge(item, "Isa slept. She dreamed that she was queen.")).modality is Modality.DREAMED


def test_a_name_cut_short_is_refused_or_completed_where_a_word_confirms_it():
    view = _view(EntityClaim("欧阳青"))
    assert (
        reason(judge(fact("欧阳", "trusts", "林风"), "欧阳青和林风对饮。", view=view))
        == '"欧阳" is only a piece of "欧阳青".'
    )
    item = only(judge(fact("欧阳", "ally_of", "林风"), "欧阳青和林风结盟了。", view=view))
    assert (item.name, bool(item.repaired)) == ("欧阳青", True)


def test_the_names_of_events_and_ideas_are_free():
    assert only(
        judge(
            Item(
                ItemKind.EVENT, "1.1", name="the theft", summary="Bram stole it.", roles=(("thief", "Bram"),)
            ),
            "Bram stole it.",
        )
    )
    assert only(judge(Item(ENTITY, "1.1", name="guilt", entity_kind="concept"), "Bram stole it."))


def test_an_alias_that_nothing_read_names_is_left_out_and_told():
    answer = judge(
        Item(ENTITY, "1.1", name="Bram", entity_kind="character", aliases=("Shadow",)), "Bram stole it."
    )
    assert answer.items[0].aliases == ()
    assert answer.refused[0].reason == '"Shadow" does not occur in what was read.'


def test_a_claim_that_cites_the_wrong_sentence_is_put_where_its_names_stand():
    item = only(judge(fact("Bram", "holds", "lute", at="1.2"), "Bram took the lute. Rain fell."))
    assert item.at == "1.1"


def test_names_copied_from_the_examples_are_refused_and_flagged():
    answer = judge(fact("Orla Finch", "holds", "brass lantern"), "She took it.")
    assert answer.items == ()
    assert answer.faults == (Fault.PROMPT_ECHO,)
    assert judge(fact("Orla Finch", "holds", "lute"), "Orla Finch took the lute.").faults == ()


def test_an_office_may_be_told_in_other_words_but_not_made_up():
    crowned = only(
        judge(fact("Mira", "has_role", "queen of Aldervale"), "Mira took the throne of Aldervale.")
    )
    assert (crowned.object, crowned.confidence) == ("queen of Aldervale", 600)
    assert (
        reason(judge(fact("Mira", "has_role", "singer"), "Mira hummed."))
        == '"singer" does not occur in what was read.'
    )


def test_those_who_learn_of_it_are_named_or_on_stage():
    answer = judge(
        fact("Bram", "holds", "lute", perceivers=("Isa", "Juno")), "Bram took the lute. Isa saw it."
    )
    assert answer.items[0].perceivers == ("Isa",)
    assert answer.refused[0].reason == '"Juno" does not occur in what was read.'


@pytest.mark.parametrize(
    "example", [one for told in LINE_EXAMPLES.values() for one in told], ids=lambda one: one.sentence
)
def test_the_answers_of_the_examples_pass(example):
    turns = [turn(1, example.before)] if example.before else []
    sheet = told(*turns, turn(2, example.sentence), before=len(turns))
    answer = checked(lines_answer(Reply(f"1 {example.answer}"), {1: sheet.lines[0]}, sheet), sheet)
    assert answer.refused == ()
    assert [item.modality for item in answer.items] == [Modality.ASSERTED] * example.answer.startswith("fact")


# who is meant


def test_the_first_person_is_the_speaker():
    """P030: facts about the user keep the user as their subject, and the bot's its own."""
    texts = turn(1, "I hate tea.", "Tom", "user"), turn(2, "I love tea.", "Mira")
    assert only(judge(fact("I", "dislikes", "tea"), *texts)).name == "Tom"
    assert only(judge(fact("user", "dislikes", "tea"), *texts)).name == "Tom"
    assert only(judge(fact("I", "likes", "tea", at="2.1"), *texts)).name == "Mira"
    assert judge(fact("Mira", "dislikes", "tea"), *texts).items == ()
    assert only(judge(fact("我", "讨厌", "茶"), turn(1, "我讨厌茶。", "林风", "user"))).name == "林风"


def test_the_first_person_of_nobody_is_refused():
    answer = judge(fact("I", "dislikes", "tea"), "I hate tea.")
    assert reason(answer) == '"I" is whoever speaks, and nobody is named as the speaker of this turn.'


def test_a_pronoun_that_the_model_left_is_the_only_one_it_can_be_or_nobody():
    view = _view(EntityClaim("Isa"), EntityClaim("Bram"))
    one = judge(
        fact("she", "holds", "lute", at="2.1"), "Isa came in.", "She took the lute.", before=1, view=view
    )
    assert only(one).name == "Isa"
    two = judge(
        fact("she", "holds", "lute", at="2.1"), "Isa met Bram.", "She took the lute.", before=1, view=view
    )
    assert reason(two) == '"she" is no name, and it is not clear who is meant.'
    assert judge(fact("他", "holds", "铜哨"), "他捡起了铜哨。").items == ()


def test_a_system_text_gives_no_facts():
    """P042: cards and injected text are no part of the story."""
    answer = judge(
        fact("Bram", "holds", "lute"), turn(1, "Bram holds the lute.", role="system"), "Rain fell."
    )
    assert reason(answer) == "It stands in a system text, which is no part of the story."
    borrowed = judge(
        fact("Bram", "holds", "lute", at="2.1"), turn(1, "Bram holds the lute.", role="system"), "He came."
    )
    assert reason(borrowed) == '"Bram" does not occur in what was read.'


# moods


@pytest.mark.parametrize(
    ("text", "item", "modality"),
    [
        (
            "If I were king I would burn the docks.",
            fact("docks", "status", value="burnt"),
            Modality.HYPOTHETICAL,
        ),
        ("She dreamed that Tom died.", fact("Tom", "status", value="dead"), Modality.DREAMED),
        ("They say Tom stole the lute.", fact("Tom", "holds", "lute"), Modality.RUMOURED),
        ("Tom plans to join the Watch.", fact("Tom", "member_of", "Watch"), Modality.PLANNED),
        ("Tom lied that he had the lute.", fact("Tom", "holds", "lute"), Modality.LIED),
        ("Bram claimed that Tom took the lute.", fact("Tom", "holds", "lute"), Modality.RUMOURED),
        ("要是林风当了城主，他会烧掉码头。", fact("林风", "has_role", "城主"), Modality.HYPOTHETICAL),
        ("她梦见林风死了。", fact("林风", "status", value="dead"), Modality.DREAMED),
        ("听说林风偷了铜哨。", fact("林风", "holds", "铜哨"), Modality.RUMOURED),
        ("林风打算加入盐帮。", fact("林风", "member_of", "盐帮"), Modality.PLANNED),
        ("林风谎称铜哨在柳儿手里。", fact("柳儿", "holds", "铜哨"), Modality.LIED),
    ],
)
def test_what_is_not_so_is_demoted_and_kept(text, item, modality):
    """P044: a "what if" never becomes a fact."""
    assert only(judge(item, text)).modality is modality


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("Tom took the lute and said he would leave.", fact("Tom", "holds", "lute")),
        ("When Bram would not yield, Tom took the lute.", fact("Tom", "holds", "lute")),
        ("Without a word, Tom took the lute.", fact("Tom", "holds", "lute")),
        ("Will Hope took the lute.", fact("Will Hope", "holds", "lute")),
        ("莫无忌捡起了铜哨。", fact("莫无忌", "holds", "铜哨")),
        ("林风捡起铜哨，打算离开。", fact("林风", "holds", "铜哨")),
    ],
)
def test_what_is_so_stays_asserted(text, item):
    assert only(judge(item, text)).modality is Modality.ASSERTED


def test_what_was_so_long_ago_is_of_an_earlier_time():
    item = only(judge(fact("Tom", "member_of", "Watch"), "Years ago, Tom joined the Watch."))
    assert (item.modality, item.past) == (Modality.ASSERTED, True)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("Tom did not take the lute.", fact("Tom", "holds", "lute")),
        ("Tom tried to take the lute.", fact("Tom", "holds", "lute")),
        ("林风没有捡铜哨。", fact("林风", "holds", "铜哨")),
        ("Tom never liked tea.", fact("Tom", "likes", value="tea")),
    ],
)
def test_what_is_denied_is_refused(text, item):
    assert (
        reason(judge(item, text)) == "The sentence says that it did not happen, or does not say that it did."
    )


def test_a_denial_of_something_else_refuses_nothing():
    assert only(judge(fact("Tom", "regrets", value="it"), "Tom never meant to hurt her."))
    assert only(judge(fact("Tom", "trusts", "Isa", strength=-700), "Tom does not trust Isa."))
    assert only(judge(fact("林风", "status", value="dead"), "林风没能等到援兵，死在当场。"))


def test_an_ending_that_is_only_planned_is_refused():
    item = Item(END, "1.1", name="Tom", predicate="member_of", object="Watch")
    assert reason(judge(item, "Tom plans to quit the Watch.")) == (
        "The sentence tells it as a plan, not as something that is so."
    )
    assert only(judge(item, "Tom is no longer a member of the Watch."))
    assert judge(item, "Tom did not leave the Watch.").items == ()


# kinds, ends, polarity


def test_a_thing_where_somebody_belongs_is_refused():
    view = _view(EntityClaim("Bram"), EntityClaim("lute", "item"), EntityClaim("Millbrook", "place"))
    assert reason(judge(fact("Bram", "spouse_of", "lute"), "Bram and the lute.", view=view)) == (
        '"lute" is a thing, where somebody belongs.'
    )
    assert judge(fact("lute", "holds", "Bram"), "Bram and the lute.", view=view).items == ()
    assert judge(fact("Bram", "spouse_of", "Millbrook"), "Bram and Millbrook.", view=view).items == ()
    assert only(judge(fact("Bram", "holds", "lute"), "Bram took the lute.", view=view)).confidence is None


def test_a_kind_that_one_predicate_only_let_guess_refuses_nothing():
    at_mill = Assertion("Lantern", "located_in", object="mill")
    view = _view(EntityClaim("Lantern"), EntityClaim("mill", "place"), at_mill)
    item = only(judge(fact("Bram", "holds", "Lantern"), "Bram took the Lantern.", view=view))
    assert item.confidence == 600
    told = _view(EntityClaim("Lantern"))
    assert judge(fact("Bram", "holds", "Lantern"), "Bram took the Lantern.", view=told).items == ()


def test_where_nobody_knows_the_kinds_the_claim_is_less_sure():
    assert only(judge(fact("Bram", "holds", "lute"), "Bram took the lute.")).confidence == 600


def test_both_ends_must_differ():
    view = _view(EntityClaim("Isa", aliases=("the piper",)))
    assert reason(judge(fact("Isa", "spouse_of", "isa"), "Isa married.")) == 'Both ends are "Isa".'
    assert judge(fact("Isa", "ally_of", "the piper"), "Isa and the piper.", view=view).items == ()


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("林风和柳儿两人从此反目。", fact("林风", "ally_of", "柳儿")),
        ("Bram and Isa became sworn foes.", fact("Bram", "ally_of", "Isa")),
        ("盐帮把林风逐出了门。", fact("林风", "member_of", "盐帮")),
        ("The Watch expelled Bram.", fact("Bram", "member_of", "Watch")),
        ("林风与柳儿写了休书。", fact("林风", "spouse_of", "柳儿")),
    ],
)
def test_the_opposite_of_what_is_told_is_refused(text, item):
    assert reason(judge(item, text)) == f"The sentence says the opposite of {item.predicate!r}."


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("林风和柳儿化敌为友，结盟了。", fact("林风", "ally_of", "柳儿")),
        ("Once enemies, Bram and Isa are now allies.", fact("Bram", "ally_of", "Isa")),
        ("Bram left the Watch and joined the League.", fact("Bram", "member_of", "League")),
    ],
)
def test_both_words_in_one_sentence_are_no_contradiction(text, item):
    assert judge(item, text).items


# forms and texts


def test_a_predicate_starts_with_a_letter_and_is_short():
    wanted = "A predicate starts with a letter and has at most 48 characters."
    assert reason(judge(fact("Bram", "1st", "Isa"), "Bram and Isa.")) == wanted
    assert reason(judge(fact("Bram", "x" * 49, "Isa"), "Bram and Isa.")) == wanted


def test_numbers_and_sentences_are_brought_within_bounds():
    item = fact("Bram", "trusts", "Isa", strength=4000, confidence=-3, sentence="Short.")
    kept = only(judge(item, "Bram trusts Isa."))
    assert (kept.strength, kept.confidence, kept.sentence) == (1000, 0, "")
    long = only(judge(fact("Bram", "trusts", "Isa", sentence="Bram trusts Isa. " * 60), "Bram trusts Isa."))
    assert 300 < len(long.sentence) <= 400
    dense = only(judge(fact("林风", "信任", "柳儿", sentence="他信她。"), "林风信任柳儿。"))
    assert dense.sentence == "他信她。"


def test_a_summary_with_a_stranger_in_it_is_left_out():
    """P052: a model that goes on with the scene brings in people whom nobody named."""
    item = Item(
        ItemKind.EVENT, "1.1", name="theft", summary="Bram stole the lute while Count Orsini watched."
    )
    answer = judge(item, "Bram stole the lute.")
    assert answer.items[0].summary == ""
    assert answer.refused[0].reason == 'The summary names "Orsini", and nothing that was read does.'
    spoken = Item(
        ItemKind.EVENT, "1.1", name="theft", summary='Bram stole it. "You will pay for this!" said Isa.'
    )
    assert judge(spoken, "Bram stole the lute from Isa.").items[0].summary == ""


def test_a_sentence_in_another_language_than_the_story_is_left_out():
    """P064: what is kept is in the language of the story."""
    answer = judge(
        fact("林风", "holds", "铜哨", sentence="He picked up the copper whistle."), "林风捡到了铜哨。"
    )
    assert answer.items[0].sentence == ""


def test_an_ending_by_key_takes_its_names_from_what_is_known():
    view = _view(
        EntityClaim("Dorn"),
        EntityClaim("Toll House", "organization"),
        Assertion("Dorn", "member_of", object="Toll House"),
    )
    sheet = told("Dorn threw down his badge.", view=view)
    item = only(checked(Answer((Item(END, "1.1", known="f1"),)), sheet))
    assert (item.name, item.predicate, item.object) == ("Dorn", "member_of", "Toll House")
    elsewhere = told("Rain fell all day.", view=view)
    assert checked(Answer((Item(END, "1.1", known="f1"),)), elsewhere).items == ()


def test_the_same_claim_twice_is_one():
    twice = Answer((fact("Bram", "holds", "lute", raw="a"), fact("Bram", "holds", "lute", raw="b")))
    assert len(checked(twice, told("Bram took the lute.")).items) == 1


def test_a_refused_item_shows_what_the_model_wrote():
    answer = judge(fact("Juno", "holds", "lute", raw="1 fact | Juno | got | lute"), "Bram took the lute.")
    assert answer.refused[0].item == "1 fact | Juno | got | lute"


def _view(*claims):
    stem = Stem("t0", "", 0, "", "k0")
    state = fold_turn(
        NOTHING_TOLD, TurnClaims(stem, (Body("b", "hand", claims=claims),), (), lambda _: stem), View().rules
    )
    return View("t", 1, "d", state)
