"""The first part of the show: the story as it is told, with what is read from each turn."""

from rich.cells import cell_len

from fabula.claims.text import is_ideographic
from fabula.demo.acting import Acted
from fabula.demo.paper import Paper, Part
from fabula.demo.wording import Wording

_DETOUR = "yellow"
_SPEAKER_CELLS = 8
_OPENED, _CLOSED = ("  + ", "green"), ("  - ", "red")


def tell(acted: Acted, paper: Paper, wording: Wording) -> None:
    """One step on paper: its turn, what it took back, and what holds from there on."""
    detour = _detour(acted, wording)
    if detour:
        paper.line((detour, _DETOUR), indent=2)
    if acted.do in {"tell", "swipe"}:
        paper.line(*_told(acted))
    elif acted.do == "edit" and acted.before:
        wrong, right = changed(acted.before.text, acted.turn.text)
        paper.line((f"{acted.turn.number:>4}  ", "dim"), (wrong, "strike red"), " -> ", (right, "green"))
    for said in acted.closed:
        paper.line(_CLOSED, (said, "dim"), indent=6)
    for said in acted.opened:
        paper.line(_OPENED, said, indent=6)


def changed(old: str, new: str) -> tuple[str, str]:
    """The part of a text that an edit changed, before and after; in whole words where words are written apart."""
    start = _shared(old, new)
    while start and (_is_inside_word(old, start) or _is_inside_word(new, start)):
        start -= 1
    end = _shared(old[start:][::-1], new[start:][::-1])
    while end and (_is_inside_word(old, len(old) - end) or _is_inside_word(new, len(new) - end)):
        end -= 1
    return old[start : len(old) - end], new[start : len(new) - end]


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (ours, theirs) in pairs if ours != theirs), min(len(one), len(other)))


def _is_inside_word(text: str, at: int) -> bool:
    around = text[max(at - 1, 0) : at + 1]
    return len(around) == 2 and around.isalnum() and not any(is_ideographic(char) for char in around)  # noqa: PLR2004


def _told(acted: Acted) -> tuple[Part, ...]:
    turn = acted.turn
    words = " ".join(turn.text.split())
    padding = " " * (_SPEAKER_CELLS - cell_len(turn.speaker))
    return (f"{turn.number:>4}  ", "dim"), (turn.speaker, "bold"), f"{padding}  {words}"


def _detour(acted: Acted, wording: Wording) -> str:
    """What a step does to the line of turns, in a sentence; nothing for one that is only told."""
    number, branch = acted.turn.number, acted.step.get("branch", "")
    sentences = {
        "swipe": wording.swiped.format(number),
        "edit": wording.edited.format(number, acted.read),
        "rewind": wording.rewound.format(acted.step.get("back", 0)),
        "fork": wording.forked.format(branch, number),
        "switch": wording.switched.format(branch),
        "tag": wording.tagged.format(number, acted.step.get("name", "")),
    }
    return sentences.get(acted.do, "")
