"""Which lines of a novel are headings, in English and Chinese and near relatives, and what number they carry."""

import re
from dataclasses import dataclass
from enum import IntEnum

MAX_LATIN, MAX_IDEOGRAPHIC = 100, 40
_IDEOGRAPH = re.compile(
    "[\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
)


class Depth(IntEnum):
    """How deep a heading stands; only the order counts."""

    VOLUME = 0
    PART = 1
    CHAPTER = 2
    SECTION = 3


class Trust(IntEnum):
    """How sure it is that a line is a heading, seen by itself."""

    WEAK = 1
    """A lone number, or a number with a title: a heading only among its like."""
    LOOSE = 2
    """The right words with more text right behind: a heading only if the number comes next."""
    SURE = 3


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that may be a heading. ``number`` is None for a prologue; ``bare`` if no title follows the number."""

    depth: Depth
    number: int | None
    text: str
    trust: Trust
    bare: bool = False


_CARDINALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {
    **{word: value for words in (_CARDINALS, _ORDINALS) for value, word in enumerate(words.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), start=2)},
    **{word[:-1] + "ieth": 10 * value for value, word in enumerate(_TENS.split(), start=2)},
}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_FORM = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})", re.IGNORECASE)
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {
    "〇": 0, "两": 2, "兩": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_HAN_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000}
_HAN_NUMBER = r"[0-9０-９零〇一二三四五六七八九十百千两兩廿卅壹贰叁肆伍陆柒捌玖拾佰]{1,8}"

_LATIN_DEPTHS = {
    "volume": Depth.VOLUME, "vol": Depth.VOLUME, "tome": Depth.VOLUME, "band": Depth.VOLUME,
    "book": Depth.PART, "part": Depth.PART, "partie": Depth.PART, "parte": Depth.PART, "teil": Depth.PART,
    "часть": Depth.PART, "chapter": Depth.CHAPTER, "chap": Depth.CHAPTER, "letter": Depth.CHAPTER,
    "stave": Depth.CHAPTER, "canto": Depth.CHAPTER, "chapitre": Depth.CHAPTER, "kapitel": Depth.CHAPTER,
    "capítulo": Depth.CHAPTER, "capitulo": Depth.CHAPTER, "capitolo": Depth.CHAPTER, "глава": Depth.CHAPTER,
}  # fmt: skip
_LATIN = re.compile(
    rf"({'|'.join(_LATIN_DEPTHS)})\.?\s+(?:the\s+)?([0-9]{{1,4}}|[ivxlc]+|[a-z]+(?:[- ][a-z]+)?)\b(.*)",
    re.IGNORECASE,
)
_LATIN_NAMED = re.compile(
    r"(?:the\s+)?(?:prologue|epilogue|preface|foreword|afterword|introduction|introductory|interlude|"
    r"author['’]s note|postscript|prolog|epilog|пролог|эпилог|プロローグ|エピローグ|幕間)(\s*[.:—–-].*)?",
    re.IGNORECASE,
)
_HAN_DEPTHS = {
    "卷": Depth.PART,
    "部": Depth.PART,
    "集": Depth.PART,
    "篇": Depth.PART,
    "节": Depth.SECTION,
    "節": Depth.SECTION,
}
_HAN = re.compile(rf"(?:正文\s*)?第\s*({_HAN_NUMBER})\s*([卷部集篇章回节節折幕话話])(.*)")
_HAN_VOLUME = re.compile(rf"卷之?\s*({_HAN_NUMBER})((?:[\s：:·].*)?)")
_HAN_NAMED = re.compile(
    r"(?:楔子|序章|序言|序幕|自序|引子|引言|前言|序|尾声|尾聲|后记|後記|终章|終章|大结局|大結局|番外\w{0,3}|外传|外傳|跋)"
    r"((?:[\s：:·—].*)?)"
)
_BARE_NUMBER = re.compile(rf"[（(\[]?(\d{{1,4}}|[IVXLC]+|{_HAN_NUMBER})[）)\]]?[.．、]?")
_NUMBERED = re.compile(
    rf"(\d{{1,4}}|[IVXLC]+|{_HAN_NUMBER})(?:[.:)．：）]|\s{{2,}})\s*(\S.*)|({_HAN_NUMBER}|\d{{1,4}})[、\s](\S.*)"
)
_SENTENCE_END = re.compile(r"[.!?;,。！？；，…”』」\"]\s*$")
_CONTENTS = re.compile(r"(?:table of )?contents\.?|目\s*[录錄次]|もくじ", re.IGNORECASE)
_LEADER = re.compile(r"(?:\s?[.·…]){3,}\s*\d+\s*$")
_PAGE_NUMBER = re.compile(r"(?:\s*\.){2,}\s*\d*\s*$|\s{2,}\d{1,4}\s*$|[…·]+\s*\d+\s*$")


def heading(line: str) -> Heading | None:
    """What a line is as a heading, seen by itself; None if it is none."""
    text = re.sub("[ \t]+", " ", without_page(line.strip().lstrip("#"))).strip("*_= ")
    if not text or len(text) > (MAX_IDEOGRAPHIC if _IDEOGRAPH.search(text) else MAX_LATIN):
        return None
    return _latin(text) or _named(text) or _han(text) or _weak(text)


def is_contents(line: str) -> bool:
    """Whether a line says that a table of contents follows."""
    return bool(_CONTENTS.fullmatch(line.strip().strip("#*_【】[]").strip()))


def names_page(line: str) -> bool:
    """Whether a line ends as in a table of contents: dots that lead to a page number."""
    return bool(_LEADER.search(line))


def without_page(line: str) -> str:
    """The line without the page number at its end, and without the dots or spaces that lead there."""
    return _PAGE_NUMBER.sub("", line.strip())


def number(words: str) -> int | None:
    """The number that digits, Roman or Chinese numerals or English words spell; None if they spell none."""
    words = words.strip().strip(".").lower()
    if words.isdecimal():
        return int(words)
    if words and _ROMAN_FORM.fullmatch(words):
        return _roman(words.upper())
    parts = words.replace("-", " ").split()
    if parts and all(part in _WORDS for part in parts):
        return sum(_WORDS[part] for part in parts)
    return _han_number(words)


def title_like(line: str) -> bool:
    """Whether a short line reads as a title rather than as a sentence."""
    text = line.strip().strip("*_")
    if _IDEOGRAPH.search(text):
        return len(text) <= 25 and not re.search(r"[。！？；…“”「」：:]", text)  # noqa: PLR2004
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    if not words or len(text) > 80 or re.search(r"[;,:]$|(?<!\.)\.$", text):  # noqa: PLR2004
        return False
    long = [word for word in words if len(word) > 3] or words  # noqa: PLR2004
    return text.isupper() or (
        sum(word[0].isupper() for word in long) * 3 >= len(long) * 2 and words[0][0].isupper()
    )


def _latin(text: str) -> Heading | None:
    match = _LATIN.fullmatch(text)
    if match is None:
        return None
    word, numeral, rest = match.groups()
    value = number(numeral)
    if value is None:
        # "Part one was over" gives "one was": try its first word alone.
        first, _, more = numeral.partition(" ")
        value, rest = number(first), f" {more}{rest}"
    depth = _LATIN_DEPTHS[word.lower()]
    if value is None or not _stands_apart(word, rest):
        return None
    return Heading(depth, value, text, Trust.SURE, bare=not rest.strip(" .:—–-"))


def _stands_apart(word: str, rest: str) -> bool:
    """Whether what follows the number is a title: set off by a mark, or in capitals."""
    if not rest.strip(" .:—–-"):
        return True
    if not word[0].isupper():
        return False
    title = rest.lstrip(" .:—–-")
    marked = re.match(r"\s*[.:—–]|\s*-|\s{2,}", rest)
    return title_like(title.rstrip('.?!"”’')) or bool(marked and not _SENTENCE_END.search(title))


def _named(text: str) -> Heading | None:
    for pattern in (_LATIN_NAMED, _HAN_NAMED):
        match = pattern.fullmatch(text)
        if match is not None and not (text[0].isascii() and text[0].islower()):
            rest = (match.group(1) or "").strip(" .:：·—–-")
            if not rest or not _SENTENCE_END.search(rest):
                return Heading(Depth.CHAPTER, None, text, Trust.SURE, bare=not rest)
    return None


def _han(text: str) -> Heading | None:
    match = _HAN.fullmatch(text)
    if match is None:
        volume = _HAN_VOLUME.fullmatch(text)
        if volume is None or _SENTENCE_END.search(text):
            return None
        return Heading(
            Depth.PART, number(volume.group(1)), text, Trust.SURE, bare=not volume.group(2).strip()
        )
    numeral, unit, rest = match.groups()
    value, title = number(numeral), rest.strip(" 　：:·—-")
    if value is None or re.search(r"[。；”」]|[，？！]$", title):
        return None
    inner = re.search(rf"第{_HAN_NUMBER}[章回].*", title)
    if inner and unit in _HAN_DEPTHS:
        return _han(inner.group())
    apart = not title or rest[0] in " 　：:·—-\t"
    depth = _HAN_DEPTHS.get(unit, Depth.CHAPTER)
    return Heading(depth, value, text, Trust.SURE if apart else Trust.LOOSE, bare=not title)


def _weak(text: str) -> Heading | None:
    bare = _BARE_NUMBER.fullmatch(text)
    if bare:
        value = number(bare.group(1))
        return None if value is None else Heading(Depth.CHAPTER, value, text, Trust.WEAK, bare=True)
    match = _NUMBERED.fullmatch(text)
    if match is None:
        return None
    numeral, title = (match.group(1), match.group(2)) if match.group(1) else (match.group(3), match.group(4))
    value = number(numeral)
    if value is None or not title_like(title.rstrip("?!")) or _SENTENCE_END.search(title.rstrip('?!"”')):
        return None
    return Heading(Depth.CHAPTER, value, text, Trust.WEAK)


def _roman(numeral: str) -> int:
    values = [_ROMAN[char] for char in numeral]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def _han_number(words: str) -> int | None:
    words = words.replace("廿", "二十").replace("卅", "三十")
    if not words or not all(char in _HAN_DIGITS or char in _HAN_UNITS for char in words):
        return None
    if not any(char in _HAN_UNITS for char in words):
        return int("".join(str(_HAN_DIGITS[char]) for char in words))
    total, digit = 0, 0
    for char in words:
        if char in _HAN_UNITS:
            total += (digit or 1) * _HAN_UNITS[char]
            digit = 0
        else:
            digit = _HAN_DIGITS[char]
    return total + digit
