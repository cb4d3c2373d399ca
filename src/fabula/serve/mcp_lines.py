"""The answers of tools as lines that a language model reads at a glance; the whole answer stands beside them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

Shape = Mapping[str, Any]

NOTHING = "Nothing of the kind is told."


def lines_of(tool: str, shape: Shape) -> str:
    """What a tool answers, in lines."""
    return "\n".join(_LINES[tool](shape)) or NOTHING


def fact_line(fact: Shape) -> str:
    """A fact with the turns over which it holds, whose word it is, and its first words."""
    since = str(fact["opened"]) if fact["closed"] is None else f"{fact['opened']}-{fact['closed']}"
    turns = f"turn {since}" if fact["closed"] is None else f"turns {since}"
    time = f", {fact['story_time']}" if fact["story_time"] else ""
    return f"[{turns}{time}] {_whose(fact)}{fact['phrase']}{_words(fact['evidence'])}"


def _whose(fact: Shape) -> str:
    manner = "" if fact["modality"] == "asserted" else fact["modality"]
    holder = fact["holder"]["name"] if fact["holder"] else ""
    said = ", ".join(part for part in (holder, manner) if part)
    return f"{said}: " if said else ""


def _words(evidence: Iterable[Shape]) -> str:
    quotes = [_flat(piece["quote"]) for piece in evidence if piece["quote"]]
    return f" \u2014 \u201c{quotes[0]}\u201d" if quotes else ""


def _flat(text: str) -> str:
    return " ".join(text.split())


def _bullets(facts: Iterable[Shape]) -> Iterator[str]:
    return (f"- {fact_line(fact)}" for fact in facts)


def _titled(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield title
        yield from found


def _remembered(shape: Shape) -> Iterator[str]:
    turn = shape["turn"]
    yield f"Remembered as turn {turn['number']} (id {turn['id'][:12]})."
    yield from _titled("Now holds:", _bullets(shape["now"]))
    yield from _titled("No longer holds:", _bullets(shape["no_longer"]))


def _recalled(shape: Shape) -> Iterator[str]:
    for hit in shape["hits"]:
        if hit["fact"]:
            yield f"- {fact_line(hit['fact'])}"
        else:
            speaker = f"{hit['speaker']}: " if hit["speaker"] else ""
            yield f"- [turn {hit['number']}] {speaker}{_flat(hit['text'])}"
    if shape["status"] != "ok":
        yield f"(The search was {shape['status']}: less could be searched than there is.)"


def _facts(shape: Shape) -> Iterator[str]:
    yield from _titled(f"At turn {shape['turn']}:", _bullets(shape["facts"]))


def _versions(shape: Shape) -> Iterator[str]:
    for one in shape["versions"]:
        yield f"- {fact_line(one)} ({one['standing']})"


def _reasons(shape: Shape) -> Iterator[str]:
    for one in shape["versions"]:
        since = str(one["opened"]) if one["closed"] is None else f"{one['opened']}-{one['closed']}"
        yield f"- {_whose(one)}{one['phrase']} ({one['standing']}, turn {since}, fact {one['id'][:8]})"
        yield from map(_proof, one["evidence"])


def _proof(piece: Shape) -> str:
    if piece["act"]:
        return f"    the author said so (act {piece['act'][:8]})"
    if not piece["quote"]:
        return f"    turn {piece['number']}: (its words were purged)"
    speaker = f", {piece['speaker']}" if piece["speaker"] else ""
    return (
        f"    turn {piece['number']}{speaker}: {piece['before']}[[{_flat(piece['quote'])}]]{piece['after']}"
    )


def _portrait(shape: Shape) -> Iterator[str]:
    entity = shape["entity"]
    names = f", also called {', '.join(entity['aliases'])}" if entity["aliases"] else ""
    yield f"{entity['name']} ({entity['kind']}, id {entity['id']}){names}"
    if entity["summary"]:
        yield _flat(entity["summary"])
    yield f"First told of in turn {entity['first_seen']}, last in turn {entity['last_seen']}."
    yield from _titled("Relations:", _bullets(shape["relations"]))
    values = (one for found in shape["attributes"].values() for one in found)
    yield from _titled("Attributes, past ones too:", _bullets(values))
    yield from _titled("Believes:", _bullets(shape["beliefs"]))


def _place(shape: Shape) -> Iterator[str]:
    at = f", {shape['at']}" if shape["at"] else ""
    yield f"{shape['story']}, branch {shape['branch']}, as of turn {shape['turn']}{at}"
    stage = shape["stage"]
    if stage["present"]:
        yield f"On stage: {', '.join(one['name'] for one in stage['present'])}"
    if stage["place"]:
        yield f"Where: {stage['place']['name']}"
    if stage["time"]:
        yield f"When: {stage['time']}"
    known = ", ".join(f"{one['name']} ({one['kind']})" for one in shape["entities"])
    yield f"Known: {known or 'nobody yet'}"
    yield from _titled("What holds:", _bullets(shape["facts"]))


def _troubles(shape: Shape) -> Iterator[str]:
    for facts in shape["contradictions"]:
        yield from _titled("Cannot all be true:", _bullets(facts))
    locked = (
        f"- turn {one['number']} says of {one['subject']['name']} {one['predicate']}: {one['said']}"
        for one in shape["proposals"]
    )
    yield from _titled("Against what the author locked:", locked)
    refused = (f"- turn {one['number']}, {one['about']}: {one['reason']}" for one in shape["problems"])
    yield from _titled("Told, and not taken:", refused)
    if not (shape["contradictions"] or shape["proposals"] or shape["problems"]):
        yield f"Nothing in the story up to turn {shape['turn']} is known to disagree with itself."


_LINES: Mapping[str, Callable[[Shape], Iterator[str]]] = MappingProxyType(
    {
        "remember": _remembered,
        "recall": _recalled,
        "facts": _facts,
        "timeline": _versions,
        "why": _reasons,
        "who_is": _portrait,
        "story_at": _place,
        "check": _troubles,
    }
)
