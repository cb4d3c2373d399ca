"""The demo: a story told, read, swiped, edited, rewound, forked and asked before one's eyes."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

import fabula
from fabula.demo import moments
from fabula.demo.acting import acted_out
from fabula.demo.paper import Paper
from fabula.demo.script import Question, script_in
from fabula.demo.telling import tell
from fabula.demo.wording import COMMANDS, WORDINGS, Wording
from fabula.ledger.verify import Verdict
from fabula.recall.hits import Hit
from fabula.story import Story

_SHOWN = 2
_FIRST_HITS = 5
_BUDGET = 300


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of a show: its story, which questions were answered by which hit (0: none), and the verdict."""

    title: str
    language: str
    turns: int
    answers: tuple[tuple[str, int], ...]
    verdict: Verdict


def show(console: Console, language: str = "en", *, pace: float = 0.0) -> Shown:
    """Give the show on a console, from a store in memory that is gone afterwards.

    Raises:
        InvalidInputError: there is no story in that language.
    """
    script = script_in(language)
    wording, paper = WORDINGS[language], Paper(console, pace)
    story = fabula.open(":memory:", story=script.title, by="demo")
    paper.heading(f"Fabula: {script.title}")
    paper.whole(wording.intro)
    paper.heading(wording.telling)
    acted = []
    for step in acted_out(script, story):
        tell(step, paper, wording)
        acted.append(step)
    forked = next(step.story for step in acted if step.do == "fork")
    moments.poison(acted, paper, wording)
    moments.lie(story, paper, wording)
    moments.reveal(story, acted, paper, wording)
    moments.branches(story, forked, paper, wording)
    moments.mended(story, paper, wording)
    moments.why(story, paper, wording)
    answers = _ask(story, script.questions, paper, wording)
    _context(story, script.questions[0], paper, wording)
    verdict = _verify(story, paper, wording)
    _what_next(paper, wording)
    return Shown(script.title, script.language, len(story.turns()), answers, verdict)


def _ask(
    story: Story, questions: tuple[Question, ...], paper: Paper, wording: Wording
) -> tuple[tuple[str, int], ...]:
    paper.heading(wording.asked)
    answers = []
    for question in questions:
        hits = story.recall(question.ask).hits
        place = next((place for place, hit in enumerate(hits, 1) if _words(story, hit, question)), 0)
        answers.append((question.ask, place))
        if 1 <= place <= _FIRST_HITS:
            _say_answer(story, question, hits, place, paper)
            paper.line((wording.answered.format(place, len(hits)), "green"), indent=6)
    first = sum(1 <= place <= _FIRST_HITS for _, place in answers)
    paper.line(wording.tally.format(first, len(answers)), indent=2)
    return tuple(answers)


def _say_answer(story: Story, question: Question, hits: Sequence[Hit], place: int, paper: Paper) -> None:
    """A question with its first hits, the one that answers it among them."""
    paper.line((question.ask, "bold"), indent=2)
    for hit in hits[:_SHOWN] if place <= _SHOWN else (*hits[: _SHOWN - 1], hits[place - 1]):
        _say_hit(hit, _words(story, hit, question), paper)


def _say_hit(hit: Hit, words: str, paper: Paper) -> None:
    text = " ".join(hit.text.split())
    if hit.kind == "turn" and words:
        text = words
    source = f'  "{words}"' if words and hit.kind == "fact" else ""
    paper.line((f"{hit.score:>5} ", "dim"), (f"#{hit.number} ", "cyan"), text, (source, "yellow"), indent=4)


def _words(story: Story, hit: Hit, question: Question) -> str:
    """The expected words that a hit brings: in its turn, or in the turns that its fact rests on."""
    texts = [story.turn(turn).text for turn in hit.evidence_turns]
    return next((words for words in question.expect for text in texts if words in text), "")


def _context(story: Story, question: Question, paper: Paper, wording: Wording) -> None:
    context = story.context(question.ask, _BUDGET)
    receipt = context.receipt
    paper.heading(wording.context)
    for line in context.text.splitlines():
        paper.whole((line, "bold" if line.startswith(("#", "<")) else ""), indent=2)
    size = wording.context_size.format(context.tokens, receipt.budget, len(receipt.kept), len(receipt.cut))
    paper.line((size, "dim"), indent=2)


def _verify(story: Story, paper: Paper, wording: Wording) -> Verdict:
    verdict = story.verify()
    paper.heading(wording.verified)
    said = wording.sound.format(verdict.turns, verdict.bodies)
    if not verdict.is_sound:
        said = wording.damaged.format(len(verdict.damages))
    paper.line((said, "green" if verdict.is_sound else "bold red"), indent=2)
    return verdict


def _what_next(paper: Paper, wording: Wording) -> None:
    paper.heading(wording.next)
    paper.line(wording.nothing_left, indent=2)
    for command in COMMANDS:
        paper.line((command, "bold"), indent=4)
