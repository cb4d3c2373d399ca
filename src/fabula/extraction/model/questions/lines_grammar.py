"""A GBNF grammar for the lines form: every sentence gets its line, and names come from what is shown."""

import json
import re
from collections.abc import Iterator, Sequence

from fabula.claims.text import is_ideographic
from fabula.extraction.model.item_shape import BAR, LINE_STATUSES, LINE_VERBS
from fabula.extraction.model.questions.languages import ENGLISH

_MOST_WORDS = 4
_MOST_CHARACTERS = 6
_MOST_RUNS = 1200
"""More alternatives than this make a grammar slow; then a name is any short run of signs without a bar."""

_FREE_NAME = "[^|\\n]{1,40}"
_FREE_VERB = "[^|\\n]{1,24}"
_PART = re.compile(r"[^\W_]+(?:['’\-·][^\W_]+)*")
_BETWEEN = re.compile(r"[ ]|\. ")


def line_grammar(sentences: Sequence[str], also: Sequence[str], language: str) -> str:
    """The grammar for these sentences; names may stand in any of them, or in the texts in ``also``.

    A verb is free, within 24 signs, but for those that take no object.
    """
    verbs = LINE_VERBS.get(language, LINE_VERBS[ENGLISH])
    alone = " | ".join(_quoted(f" {BAR} {verb.word}") for verb in verbs if verb.value)
    statuses = " | ".join(_quoted(word) for word in LINE_STATUSES if word != "fact")
    rules = ["root ::= " + " ".join(f"line{at}" for at in range(1, len(sentences) + 1))]
    for at, sentence in enumerate(sentences, start=1):
        end = '"\\n"' if at < len(sentences) else '"\\n"?'
        fact = f'"fact {BAR} " name{at} ({alone} | " {BAR} " verb " {BAR} " name{at})'
        rules.append(f'line{at} ::= "{at} " ({fact} | {statuses}) {end}')
        rules.append(f"name{at} ::= {_names((sentence, *also))}")
    rules.append(f"verb ::= {_FREE_VERB}")
    return "\n".join(rules) + "\n"


def _names(texts: Sequence[str]) -> str:
    runs = list(dict.fromkeys(run for text in texts for run in _runs(text)))
    if not runs or len(runs) > _MOST_RUNS:
        return _FREE_NAME
    return " | ".join(map(_quoted, runs))


def _runs(text: str) -> Iterator[str]:
    """Runs of one to four words, and of one to six signs where words are not parted, as they stand there."""
    parts = [(match.start(), match.end()) for match in _PART.finditer(text)]
    for at, (start, _) in enumerate(parts):
        for after in range(at, min(at + _MOST_WORDS, len(parts))):
            if after > at and not _BETWEEN.fullmatch(text, parts[after - 1][1], parts[after][0]):
                break
            if any(map(is_ideographic, text[start : parts[after][1]])):
                break
            yield text[start : parts[after][1]]
    for start, end in parts:
        if any(map(is_ideographic, text[start:end])):
            yield from _pieces(text[start:end])


def _pieces(run: str) -> Iterator[str]:
    for start in range(len(run)):
        for size in range(1, min(_MOST_CHARACTERS, len(run) - start) + 1):
            yield run[start : start + size]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
