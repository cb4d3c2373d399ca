"""The second part of the show: what was remarkable in the telling, each moment asked of the story itself."""

from collections.abc import Iterator, Sequence

from fabula.claims.statements import NARRATOR, Modality
from fabula.demo.acting import Acted, at_odds, in_order
from fabula.demo.paper import Paper
from fabula.demo.wording import Wording
from fabula.graph.entities import Entity
from fabula.graph.facts import Evidence, Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.story import Story

_HOLDS, _GONE, _QUOTE = "green", "red", "yellow"
_PLACE = "held_by"


def poison(acted: Sequence[Acted], paper: Paper, wording: Wording) -> None:
    """The last version that was swiped away with something in it, and what it would have left behind."""
    telling = [one for one in acted if one.do == "swipe" and one.opened and one.closed]
    if not telling:
        return
    swipe = telling[-1]
    told = next(one for one in acted if swipe.before and one.turn.id == swipe.before.id)
    paper.heading(wording.poison)
    paper.line(wording.poison_naive.format(swipe.turn.number), indent=2)
    paper.whole((" ".join(told.turn.text.split()), "dim"), indent=4)
    paper.line((_joined(told.opened), _GONE), indent=4)
    paper.line(wording.poison_ours, indent=2)
    paper.whole((" ".join(swipe.turn.text.split()), "dim"), indent=4)
    paper.line((_joined(swipe.opened), _HOLDS), indent=4)


def mended(story: Story, paper: Paper, wording: Wording) -> None:
    """A word changed early in a long story: almost every reading goes along."""
    wrong, right = wording.typo
    old = story.turn(2)
    followed = story.edit(old, old.text.replace(wrong, right))
    read = story.extract().read
    paper.heading(wording.mended.format(len(followed.line) - old.number))
    paper.line((wrong, f"strike {_GONE}"), " -> ", (right, _HOLDS), indent=2)
    paper.line(wording.mended_how.format(followed.carried, read), indent=2)


def branches(one: Story, other: Story, paper: Paper, wording: Wording) -> None:
    """Two branches of one story, and a fact in which they differ."""
    ours, theirs = one.view(), other.view()
    pairs = sorted(at_odds(ours, theirs), key=lambda pair: (pair[0].predicate != _PLACE, pair[0].slot))
    paper.heading(wording.branches)
    for fact, instead in pairs[:2]:
        for story, view, said in ((one, ours, fact), (other, theirs, instead)):
            place = wording.on_branch.format(story.branch, view.number)
            paper.line((place, "cyan"), phrase(said, view), indent=2)


def reveal(story: Story, acted: Sequence[Acted], paper: Paper, wording: Wording) -> None:
    """Two names that turn out to be one: as the story stood before, and after."""
    tagged = next((one.turn for one in acted if one.do == "tag"), None)
    if tagged is None:
        return
    before, after = story.view(tagged.number - 1), story.view(tagged.number)
    for gone, kept in _merged(before, after):
        paper.heading(wording.reveal)
        paper.line(wording.reveal_before.format(before.number, gone.name, kept.name), indent=2)
        paper.line(wording.reveal_after.format(after.number, gone.name, kept.name), indent=2)


def lie(story: Story, paper: Paper, wording: Wording) -> None:
    """A lie, where it is kept, and what holds all the same."""
    turn = next((turn for turn in story.turns() if wording.lie in turn.text), None)
    if turn is None:
        return
    view = story.view(turn.number)
    paper.heading(wording.lying)
    paper.line(wording.lie_said.format(turn.number, turn.speaker), (wording.lie, _QUOTE), indent=2)
    for fact in _beliefs(view, turn):
        holder = view.name_of(fact.holder)
        paper.line((wording.lie_belief.format(holder, phrase(fact, view)), "magenta"), indent=2)
    for fact in _versions(view, wording.item):
        if fact.is_current:
            paper.line((wording.lie_canon.format(phrase(fact, view)), _HOLDS), indent=2)


def why(story: Story, paper: Paper, wording: Wording) -> None:
    """Every version of one slot, with the words that each rests on."""
    view = story.view()
    paper.heading(wording.why.format(wording.item))
    for fact in _versions(view, wording.item):
        closed = "" if fact.closed is None else str(fact.closed)
        paper.line(
            (f"{fact.opened:>4}-{closed:<3} ", "dim"), (phrase(fact, view), _HOLDS if fact.is_current else "")
        )
        for piece in fact.evidence:
            paper.whole(*_in_context(story, piece), indent=10)


def _in_context(story: Story, piece: Evidence) -> Iterator[tuple[str, str]]:
    """The sentence around a quote, with the quote marked."""
    text = story.turn(piece.turn).normal
    first = max((text.rfind(end, 0, piece.start) + 1 for end in ".!?。！？\n"), default=0)
    ends = [place for place in (text.find(end, max(piece.end - 1, 0)) for end in ".!?。！？\n") if place >= 0]
    last = min(ends, default=len(text) - 1) + 1
    yield text[first : piece.start].lstrip("”’」』\"' "), "dim"
    yield text[piece.start : piece.end], f"bold {_QUOTE}"
    yield text[piece.end : last].rstrip(), "dim"


def _merged(before: View, after: View) -> Iterator[tuple[Entity, Entity]]:
    for entity in before.entities():
        now = after.resolve(entity.id)
        if now is not None and now.id != entity.id:
            yield entity, now


def _beliefs(view: View, turn: Turn) -> Iterator[Fact]:
    for fact in view.told():
        is_apart = fact.holder != NARRATOR or fact.modality is not Modality.ASSERTED
        if is_apart and fact.opened == turn.number:
            yield fact


def _versions(view: View, item: str) -> Sequence[Fact]:
    if view.resolve(item) is None:
        return ()
    return tuple(fact for fact in in_order(view.timeline(item, _PLACE)) if fact.holder == NARRATOR)


def _joined(said: Sequence[str]) -> str:
    return "; ".join(said)
