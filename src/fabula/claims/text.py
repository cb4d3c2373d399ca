"""Text as it is hashed and compared: the normal form, and the key of a name."""

import re
import unicodedata
from functools import lru_cache

from fabula.errors import InvalidInputError

_AROUND_NAMES = "\"'`“”‘’「」『』《》〈〉«»*_ \t\n"
_LINE_ENDS = re.compile(r"\r\n?")

_IDEOGRAPHIC = (
    (0x3005, 0x3007),  # the iteration mark and zero: 佐々木, 二〇二四
    (0x3040, 0x30FF),  # kana
    (0x3100, 0x312F),  # bopomofo
    (0x31A0, 0x31BF),  # bopomofo for other Chinese languages
    (0x31F0, 0x31FF),  # kana for Ainu
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xF900, 0xFAFF),  # Han, compatibility forms
    (0xFF66, 0xFF9F),  # kana of half width
    (0x20000, 0x323AF),  # Han, further extensions
)


def checked_text(text: str, what: str = "text") -> str:
    """The text itself, if every store can keep it.

    Raises:
        InvalidInputError: a NUL character (PostgreSQL refuses it) or half of a surrogate pair.
    """
    if not isinstance(text, str):
        raise InvalidInputError(f"The {what} must be a string, not {type(text).__name__}.")
    if "\x00" in text:
        raise InvalidInputError(f"The {what} holds a NUL character at {text.index(chr(0))}; remove it.")
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInputError(
            f"The {what} holds half of a surrogate pair at {error.start}; decode it properly first."
        ) from None
    return text


def normal_text(text: str) -> str:
    """The form that is hashed and that spans count in: NFC, line feeds alone, no outer white space."""
    lines = _LINE_ENDS.sub("\n", text) if "\r" in text else text
    return (lines if lines.isascii() else unicodedata.normalize("NFC", lines)).strip()


@lru_cache(maxsize=1 << 16)
def name_key(name: str) -> str:
    """What two spellings of one name share: compatibility form, case, inner space, quotes, leading "the"."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    key = " ".join(folded.strip(_AROUND_NAMES).split())
    return key.removeprefix("the ").strip(_AROUND_NAMES) or key


@lru_cache(maxsize=1 << 16)
def is_ideographic(char: str) -> bool:
    """Whether a character belongs to a script written without spaces (Han, kana, bopomofo)."""
    code = ord(char)
    return any(first <= code <= last for first, last in _IDEOGRAPHIC)


def is_dense(char: str) -> bool:
    """Whether one character of a script says as much as several letters: an ideograph or a Hangul syllable."""
    return is_ideographic(char) or "\uac00" <= char <= "\ud7a3"
