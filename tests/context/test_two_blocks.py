"""Contexts of whole stories: the stable and the volatile block, prompts that begin alike, hard bounds."""

import random
from itertools import pairwise

import pytest

import fabula
from fabula.claims import EntityClaim, Termination
from fabula.context.epoch import EPOCH
from fabula.context.frame import Style
from fabula.context.template import template_from
from fabula.context.wording import ENGLISH
from fabula.models.tokenizers import counter_for
from fabula.models.tokens import tokens_of

PEOPLE = ("Lin Yao", "Mira", "Tobin Hale", "江一苇")
THINGS = ("silver key", "old map", "玉佩")
TALK = (
    "The rain had not stopped since morning, and nobody in the room felt like being the first to speak.",
    "A dog barked somewhere beyond the wall; the candle went out, and somebody laughed in the dark.",
    "We should not stay here much longer, I say, and look at the door while the others gather their things.",
)


def story_of(turns, seed=1):
    rng = random.Random(seed)
    story = fabula.open(":memory:", story="told")
    for number in range(turns):
        tell_on(story, rng, number)
    story.extract()
    return story


def tell_on(story, rng, number):
    one, other = rng.sample(PEOPLE[:3], 2)
    deed = rng.choice(
        [f"{one} gave the {rng.choice(THINGS[:2])} to {other}.", f"{one} arrived at the Inn.", ""]
    )
    story.tell(f"{deed} {' '.join(rng.sample(TALK, 3))} ({number})".strip(), speaker=rng.choice(PEOPLE))


@pytest.fixture(scope="module")
def long():
    story = story_of(EPOCH + 8)
    yield story
    story.close()


def authored(*names, text="So it begins."):
    """A story with one turn, in which these were brought in by hand."""
    story = fabula.open(":memory:", story="told")
    story.tell(text)
    for name in names:
        story.introduce(name)
    return story


def go_on(story, turns):
    for number in range(turns):
        story.tell(f"It rained. ({number})")


def lines_of(block):
    return [line for line in block.splitlines() if line.startswith("- ")]


def test_a_short_story_has_one_block_with_everything():
    context = story_of(3).context("Mira, who has the key?")
    assert (context.stable, context.text) == ("", context.volatile)


def test_the_stable_block_is_the_same_whatever_is_asked_until_the_epoch_moves(long):
    asked = [
        long.context(cue, as_of=EPOCH + at) for at in range(8) for cue in ("Mira?", "the old map", "下雨了")
    ]
    assert {context.stable for context in asked} == {asked[0].stable}
    assert {context.receipt.epoch for context in asked} == {EPOCH}
    assert asked[0].stable.startswith("<memory>")


def test_both_blocks_are_the_text(long):
    context = long.context("Mira?")
    assert context.text == f"{context.stable}\n{context.volatile}"
    assert context.text.count("</memory>") == 2


def test_the_volatile_block_repeats_nothing_of_the_stable_one(long):
    for cue in ("Mira and Lin Yao", "who has the silver key?", "Tobin Hale"):
        context = long.context(cue, 2000)
        assert lines_of(context.stable)
        assert not set(lines_of(context.stable)) & set(lines_of(context.volatile))


def test_what_ceased_since_the_epoch_is_set_right():
    story = authored("Mira", "Tom")
    story.claim("Mira", "trusts", "Tom")
    go_on(story, EPOCH + 2)
    before = story.context("Mira")
    story.author.end(Termination("Mira", "trusts", "Tom"))
    after = story.context("Mira")
    assert before.stable == after.stable
    assert "- Mira: trusts: Tom" in lines_of(after.stable)
    assert lines_of(after.volatile)[0] == "- no longer: Mira: trusts: Tom"


def test_where_there_is_no_room_to_set_it_right_the_stable_block_leaves_it_out():
    story = authored("Mira", "Tom", "Ann", "Bea")
    for name in ("Tom", "Ann", "Bea"):
        story.claim("Mira", "trusts", name)
    go_on(story, EPOCH)
    for name in ("Tom", "Ann", "Bea"):
        story.author.end(Termination("Mira", "trusts", name))
    for budget in range(0, 300, 7):
        context = story.context("Mira", budget)
        wrong = {line.removeprefix("- ") for line in lines_of(context.stable)}
        right = {line.removeprefix("- no longer: ") for line in lines_of(context.volatile)}
        assert wrong <= right


def test_a_pinned_fact_is_in_every_context_from_the_start():
    story = authored("Mira", "Tom")
    story.claim("Mira", "trusts", "Tom")
    story.author.pin(Termination("Mira", "trusts"))
    assert "## Always to be kept in mind\n- Mira: trusts: Tom" in story.context("rain").volatile
    go_on(story, EPOCH + 3)
    assert "## Always to be kept in mind\n- Mira: trusts: Tom" in story.context("rain", visible=3).stable


def test_rules_are_told_whatever_is_asked():
    story = fabula.open(":memory:", story="told")
    story.tell("So it begins.")
    story.author.introduce(EntityClaim("No magic", "rule", summary="Magic costs blood."), story.head.id)
    assert "## Rules of this story\n- No magic: Magic costs blood." in story.context("rain").text


def test_nothing_that_the_model_sees_anyway_is_told(long):
    context = long.context("Mira, Lin Yao, silver key", 2000, visible=1000)
    assert context.text == ""


def test_a_sliding_window_lets_the_stable_block_stand(long):
    asked = [long.context("Mira", as_of=EPOCH + 4 + at, visible=4) for at in range(4)]
    assert len({context.stable for context in asked}) == 1


def test_a_fork_shares_the_stable_block(long):
    other = long.fork("other", at=EPOCH + 2)
    other.tell("Mira left.")
    assert other.context("Mira").stable == long.context("Mira").stable


def test_a_turn_that_is_told_anew_is_not_seen(long):
    last = long.head
    assert long.context("Mira", for_turn=last) == long.context("Mira", as_of=last.parent)


def test_a_point_of_view_bounds_both_blocks():
    story = authored("Mira", "Tom", "ring", text="Mira hid the ring.")
    story.claim("ring", "held_by", "Mira", audience=("Mira",))
    for number in range(EPOCH):
        story.tell(f"Tom slept. ({number})", present=("Tom",))
    told = "ring is held by Mira"
    assert told in story.context("ring").text
    assert told in story.context("ring", pov="Mira", strict=True).stable
    assert told not in story.context("ring", pov="Tom", strict=True).text


def test_a_template_of_ones_own_words_both_blocks(long):
    own = template_from({"fact": "* {text}", "headings": {"cast": "PEOPLE"}, "preface": "Notes"}, ENGLISH)
    context = long.context("Mira?", style=Style(template=own))
    assert context.stable.splitlines()[:3] == ["<memory>", "Notes", "PEOPLE"]
    assert any(line.startswith("* ") for line in context.stable.splitlines())


def prompts(story, rng, style):
    """The prompts of twenty turns: the stable block, the chat since some turn, the volatile block, the message."""
    start = len(story.turns())
    for at in range(20):
        tell_on(story, rng, start + at)
        story.extract()
        chat = story.turns()
        message = chat[-1]
        context = story.context(
            message.text, 600, for_turn=message, visible=len(chat) - 1 - (start - 20), style=style
        )
        told = [f"{turn.speaker}: {turn.text}" for turn in chat[start - 20 :]]
        yield "\n".join([context.stable, *told[:-1], context.volatile, told[-1]])


@pytest.mark.parametrize("turns", [EPOCH + 20, EPOCH + 29])
def test_successive_prompts_of_a_session_begin_with_the_same_tokens(turns):
    story, rng = story_of(turns, seed=2), random.Random(3)
    told = list(prompts(story, rng, Style()))
    shared = whole = 0
    for one, other in pairwise(told):
        same = next(place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
        shared += tokens_of(one[:same])
        whole += tokens_of(one)
    assert shared / whole >= 0.9


@pytest.mark.parametrize("model", ["", "gpt-4o", "qwen3"])
def test_the_budget_is_never_exceeded_in_either_counting(model):
    rng, counter = random.Random(5), counter_for(model)
    stories = [story_of(turns, seed) for seed, turns in enumerate((0, 1, 9, EPOCH, EPOCH + 9, 3 * EPOCH + 1))]
    for _ in range(340):
        story = rng.choice(stories)
        cue = " ".join(rng.sample([*PEOPLE, *THINGS, "rain", "谁拿着玉佩？"], rng.randint(1, 4)))
        as_of = rng.randint(0, len(story.turns()))
        budget, visible = rng.choice((0, 5, 40, rng.randint(0, 900))), rng.choice((0, 3, 20))
        context = story.context(cue, budget, as_of=as_of, visible=visible, style=Style(model=model))
        assert counter.tokens(context.text) <= context.tokens <= budget
        assert counter.tokens(context.stable) + counter.tokens(context.volatile) <= budget


def test_what_was_made_for_one_template_is_not_told_in_another(long):
    gone = template_from({"preface": ENGLISH.preface, "fact": "* {text}"}, ENGLISH)
    plain = long.context("Mira?", 2000)
    other = long.context("Mira?", 2000, style=Style(gone))
    assert "\n* " in other.stable
    assert "\n* " not in plain.stable
    assert long.context("Mira?", 2000) == plain


def test_a_context_is_the_same_whatever_was_asked_before_it(long):
    fresh = story_of(EPOCH + 8)
    for number in range(1, EPOCH + 8):
        fresh.context("Who has the old map?", as_of=number)
    assert fresh.context("Mira?") == long.context("Mira?")
    fresh.close()
