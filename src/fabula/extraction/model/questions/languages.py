"""The language that a text is written in, by its script and its commonest words, as an ISO code."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from fabula.claims.text import is_ideographic

ENGLISH = "en"
CHINESE = "zh"

NAMES = {
    "ar": "Arabic",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "he": "Hebrew",
    "hi": "Hindi",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "th": "Thai",
    "uk": "Ukrainian",
    "zh": "Chinese",
}
"""What a prompt calls each language; another code stands for itself."""

_SAMPLE = 20_000
_SCRIPTS = {
    "CYRILLIC": "ru",
    "HANGUL": "ko",
    "ARABIC": "ar",
    "HEBREW": "he",
    "GREEK": "el",
    "DEVANAGARI": "hi",
    "THAI": "th",
}
_KANA = re.compile("[\u3040-\u30ff]")
_UKRAINIAN = re.compile("[іїєґ]")
# A Japanese sentence has kana for a third of its letters and more; a Chinese one at most in a borrowed name.
_KANA_SHARE = 8
_WORD = re.compile(r"[^\W\d_]+")
_COMMON = {
    "en": "the and of to is was in he she it that his her with you not they had for on",
    "de": "der die und ist nicht das ein eine sie er ich mit den dem von zu war auf sich wir",
    "es": "el la los las que y en un una es no se por con su lo para era pero yo",
    "fr": "le la les et est un une des que dans il elle pas ne je vous nous sur avec était",
    "it": "il lo gli che di è un una non per con sono della si era ma io nel al ha",
    "pl": "i w nie na się że jest do z to jak był była ale po co go jej za od",
    "pt": "o os as que e um uma não do da em para com se ele ela mas era na no",
}
_WORDS = {code: frozenset(words.split()) for code, words in _COMMON.items()}


def language_of(text: str) -> str:
    """The language of a text; English for one in Latin letters that shows no other, and for one without letters."""
    letters = [char for char in text[:_SAMPLE] if char.isalpha()]
    if not letters:
        return ENGLISH
    scripts = Counter(map(_script, letters))
    # Counted alike, a script that says more with one sign weighs more.
    scripts["HAN"] *= 2
    leading = max(sorted(scripts), key=scripts.__getitem__)
    if leading == "HAN":
        kana = sum(1 for char in letters if _KANA.match(char))
        return "ja" if kana * _KANA_SHARE >= len(letters) else CHINESE
    if leading == "CYRILLIC" and _UKRAINIAN.search(text[:_SAMPLE].casefold()):
        return "uk"
    return _SCRIPTS.get(leading) or _in_latin_letters(text[:_SAMPLE])


def languages_of(texts: Iterable[str]) -> tuple[str, ...]:
    """The languages of several texts, each once, in order."""
    return tuple(dict.fromkeys(map(language_of, texts)))


def name_of_language(code: str) -> str:
    """What a language is called in English."""
    return NAMES.get(code, code)


def _script(char: str) -> str:
    if char.isascii():
        return "LATIN"
    if is_ideographic(char):
        return "HAN"
    return unicodedata.name(char, "LATIN").partition(" ")[0]


def _in_latin_letters(text: str) -> str:
    words = _WORD.findall(text.casefold())
    counts = {code: sum(word in common for word in words) for code, common in _WORDS.items()}
    best = max(counts.values())
    return ENGLISH if counts[ENGLISH] == best else max(sorted(counts), key=counts.__getitem__)
