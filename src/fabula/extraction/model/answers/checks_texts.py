"""Whether the sentences that a model wrote itself can be kept: their length, their language, their names."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from fabula.claims.statements import MAX_FACT, MAX_LABELS, MAX_SUMMARY, MIN_FACT, MIN_SUMMARY, THOUSAND
from fabula.claims.text import is_dense, is_ideographic
from fabula.extraction.model.answers.found import found
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.answers.predicate_words import confirming
from fabula.extraction.model.answers.shared_words import content_of, is_among, shares_a_word
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.extraction.rules.english_words import STARTERS, TITLES
from fabula.ledger.records import Refusal

_CAPITAL = re.compile(r"(?<![.!?\"“”'’:] )(?<!^)(?<![\w'’-])[A-Z][a-zà-ÿ]{2,}(?:['’-][A-Za-z]+)*")
_SPEECH = re.compile(r'["“”「」『』].{6,}["“”「」『』]')


def with_texts(item: Item, line: Line, ground: Ground) -> tuple[Item, tuple[Refusal, ...]]:
    """The item with the sentence and summary that can be kept, and those that cannot, with the reason."""
    lost: list[Refusal] = []
    kept: dict[str, str] = {}
    for slot, least, most in (("sentence", MIN_FACT, MAX_FACT), ("summary", MIN_SUMMARY, MAX_SUMMARY)):
        text = _fitting(getattr(item, slot), least, most)
        reason = _unfounded(text, line, ground) or _unsaid(slot, text, item, line, ground) if text else ""
        if reason:
            lost.append(Refusal(text, f"The {slot} {reason}"))
        kept[slot] = "" if reason else text
    item = replace(
        item,
        **kept,  # type: ignore[arg-type]
        labels=item.labels[:MAX_LABELS],
        strength=_clamped(item.strength, -THOUSAND),
        confidence=_clamped(item.confidence, 0),
        importance=_clamped(item.importance, 0),
    )
    return item, tuple(lost)


def _fitting(text: str, least: int, most: int) -> str:
    """The text in the length that a claim takes: one that is too short says nothing, one too long is cut."""
    if len(text.strip()) < least and not any(map(is_dense, text)):
        return ""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    cut = max(head.rfind(sign) for sign in " 。，；！？")
    return head[: cut if cut > most // 2 else most - 1].rstrip() + "…"


def _unfounded(text: str, line: Line, ground: Ground) -> str:
    """Why a sentence of the model's own cannot be kept, or the empty string."""
    if _is_dense(line.text) != _is_dense(text) and _is_dense(text) == (ground.sheet.language not in _DENSE):
        return "is in another language than the story."
    if _SPEECH.search(text) and not _is_quoted(text, ground):
        return "tells words that nobody spoke in what was read."
    strange = next(_strange(text, ground), "")
    return f'names "{strange}", and nothing that was read does.' if strange else ""


def _unsaid(slot: str, text: str, item: Item, line: Line, ground: Ground) -> str:
    """Why a text of the model's own says more than its sentence, or the empty string."""
    if slot == "summary":
        is_told = item.kind is not ItemKind.EVENT or shares_a_word(text, line.text)
        return "" if is_told else "shares no word with its sentence."
    if not ground.sheet.language.startswith(("en", "zh")):
        return ""
    names = (item.name, item.object, item.holder, *(item.perceivers or ()))
    also = (
        *names,
        item.value,
        item.predicate.replace("_", " "),
        item.when,
        *map(_other_names(ground), names),
    )
    there = content_of("\n".join((line.text, *also)))
    own = confirming(item.predicate)
    plain = own.sub(" ", text.casefold()) if own is not None else text
    strange = next((word for word in sorted(content_of(plain)) if not is_among(word, there)), "")
    return f'says "{strange}", which its sentence does not.' if strange else ""


def _other_names(ground: Ground) -> Callable[[str], str]:
    def names(name: str) -> str:
        entity = ground.bearer(name) if name else None
        return " ".join(entity.names) if entity else ""

    return names


_DENSE = frozenset(["zh", "ja", "ko"])


def _is_dense(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return 3 * sum(map(is_dense, letters)) > len(letters)


def _is_quoted(text: str, ground: Ground) -> bool:
    said = [match.group()[1:-1].strip(" ,.，。！？!?") for match in _SPEECH.finditer(text)]
    return all(words in ground.text for words in said)


def _strange(text: str, ground: Ground) -> Iterator[str]:
    """The names in a text that neither what was read nor what is known holds."""
    known = {
        word.casefold()
        for entity in ground.sheet.known.entities.values()
        for n in entity.names
        for word in n.split()
    }
    spoken = {word.casefold() for name in ground.people for word in name.split()}
    if any(map(is_ideographic, text)):
        return
    for match in _CAPITAL.finditer(text):
        word = match.group()
        root = re.sub(r"['’]s$", "", word)
        plain = root.casefold()
        if plain not in STARTERS | TITLES | known | spoken and not found(root, ground.text):
            yield root


def _clamped(number: int | None, least: int) -> int | None:
    return None if number is None else max(least, min(THOUSAND, number))
