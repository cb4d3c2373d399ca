"""Whether a name stands in a text, whatever the script, and the reading aids around names: articles, titles."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from fabula.claims.text import is_dense
from fabula.extraction.rules.english_words import LINKS, TITLES

_ARTICLE = re.compile(
    r"^(?:the|an?|some|his|her|their|its|my|your|our|this|that|these|those)\s+", re.IGNORECASE
)
_MEASURE = re.compile(
    r"^(?:这|那|一|两|几|某)+[把个只枚块张封本件颗支枝柄卷壶瓶袋匹条根面口对双串幅份盏名位座间家](?=.)"
)
_AFTER = (
    "先生",
    "小姐",
    "姑娘",
    "公子",
    "大人",
    "将军",
    "掌柜",
    "夫人",
    "大侠",
    "师父",
    "前辈",
    "少爷",
    "老爷",
)
_SHORTEST = 2
# Scripts that write no spaces between words, beside those of ``is_dense``.
_UNSPACED = (("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"))
_HIDDEN = "*~\u200b-\u200d\u2060\ufeff"
_MARKS = re.compile(f"[{_HIDDEN}]|(?<![^\\W_])_+|_+(?![^\\W_])")
_SIGNS = {"'": "['’ʼ`]", "’": "['’ʼ`]", "-": "[-‐-―]", " ": rf"[\s_{_HIDDEN}]+"}


def found(name: str, text: str) -> str:
    """The name as it stands in a text: as a whole, without its article, without its title; empty if nowhere."""
    return next((spelled for form in forms(name) if (spelled := _spelled(form, text))), "")


def occurs(name: str, text: str) -> bool:
    """Whether the name itself stands in a text, as a word of its own where the script has words."""
    return bool(_spelled(unmarked(name), text))


@lru_cache(maxsize=1 << 12)
def forms(name: str) -> tuple[str, ...]:
    """The name and what is left of it without articles, measures and titles, the longest first."""
    return tuple(dict.fromkeys(_forms(unmarked(name))))


def unmarked(text: str) -> str:
    """A text without the marks of markup and without signs that nobody sees, its spaces single."""
    return " ".join(_MARKS.sub("", text).split())


def bare(name: str) -> str:
    """The name without an article or a measure word before it."""
    return _MEASURE.sub("", _ARTICLE.sub("", name)) or name


def _forms(name: str) -> Iterator[str]:
    yield name
    plain = bare(name)
    yield plain
    words = plain.split()
    while len(words) > 1 and words[0].casefold().rstrip(".") in TITLES and words[1] not in LINKS:
        words = words[1:]
        yield " ".join(words)
    for title in _AFTER:
        if plain.endswith(title) and len(plain) - len(title) >= _SHORTEST:
            yield plain.removesuffix(title)


def _spelled(form: str, text: str) -> str:
    if not form:
        return ""
    pattern = _pattern(form)
    match = pattern.search(text)
    if match is not None:
        return unmarked(match.group())
    plain = _plain(text)
    return form if _pattern(_plain(form)).search(plain) else ""


def places(form: str, text: str) -> Iterator[tuple[int, int]]:
    """Where exactly this form stands in a text."""
    return (match.span() for match in _pattern(form).finditer(text)) if form else iter(())


@lru_cache(maxsize=1 << 12)
def _pattern(form: str) -> re.Pattern[str]:
    signs = (_SIGNS.get(char, re.escape(char)) for char in " ".join(form.split()))
    before = r"(?<![^\W_])" if _is_bounded(form[0]) else ""
    after = r"(?:(?![^\W_])|(?=[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]))" if _is_bounded(form[-1]) else ""
    if before:
        before = r"(?:(?<![^\W_])|(?<=[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]))"
    return re.compile(before + f"[_{_HIDDEN}]*".join(signs) + after, re.IGNORECASE)


def _is_bounded(char: str) -> bool:
    """Whether a name that begins or ends so does it where a word does."""
    return (
        char.isalnum() and not is_dense(char) and not any(first <= char <= last for first, last in _UNSPACED)
    )


@lru_cache(maxsize=1 << 10)
def _plain(text: str) -> str:
    """Compatibility forms, small letters, no accents on Latin letters."""
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", re.sub(r"(?<=[a-z])[\u0300-\u036f]+", "", parts))
