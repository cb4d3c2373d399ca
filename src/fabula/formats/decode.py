"""Bytes to text: which encoding a file is in, and what had to go to read it."""

import codecs
import re
from dataclasses import dataclass

from fabula.errors import FormatError
from fabula.formats.parsed import Trouble

WHOLE_FILE = "whole file"
_SAMPLE = 200_000
_LINES_NAMED = 5
_MARK = "\ufeff"
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROLS = re.compile("[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
_HIGH_RUNS = re.compile(rb"[\x80-\xff]+")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ASIAN = ("gb18030", "big5hkscs", "cp932", "cp949")
_COMMON = frozenset(
    "的一是不了在人有我他这中大来上个国说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好"
    "都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把"
    "法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教"
    "西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件"
    "這來個國說們為時會著過學對裡後麼沒於還發當無開從動兩長現將與進實點種聲話問機給幾業間東聽氣關並內軍產萬體別處總場師書"
    "員華報馬張難數妳啦吧吗嗎呢啊嗯哦吃哥姐妹爷娘爹刀剑劍"
    "，。！？：；、…“”‘’「」『』《》（）—　～"
    "のはをがにでとしたてるいかなれもこさらっりあくきまつすそえどだよわせけんうおめちみやじろばぶ"
    "アイウエオカキクケコサシスセソタチツテトナニノハヒフヘホマミムメモヤユヨラリルレロワンッャュョーガギグゲゴドデバパプ"
    "이다는을의가에하고지를은한로도나사그어아있기리서자들만보라해인정일시게수대니려마오무여으스부전구것안면"
)
_LETTERS = re.compile("[\\n\\r\\t -~À-ɏͰ-ϿЀ-ӿ]")
_BAD = re.compile("[\ufffd\ue000-\uf8ff\uff61-\uff9f\u3100-\u312f\u2500-\u257f]")
_WESTERN = re.compile("[À-ÖØ-öø-ÿŒœŠšŽžŸƒ‘’‚“”„–—…‹›«»¿¡ªº°£€¢§©®™·½¼¾†‡•´¨ \xad]")
_ODD = re.compile("[^\\w\\s\x20-\x7e‘’‚“”„–—…‹›«»¿¡]")
_LEVEL_ONE = {"gb18030": ("gb2312", 0xB0, 0xD7), "big5hkscs": ("big5", 0xA4, 0xC6)}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text with plain line ends, the encoding it was in, and what reading it cost."""

    text: str
    encoding: str
    troubles: tuple[Trouble, ...] = ()


def decode(data: bytes, encoding: str = "") -> Decoded:
    """The text of a file, in the encoding given, or in whatever encoding it is.

    A byte order mark decides; else strict UTF-8; else UTF-16 if the zero bytes show it; else UTF-8 all the
    same if few bytes are stray; else what reads best among the Chinese, Japanese, Korean and Western encodings.

    Raises:
        FormatError: the bytes are no text in any of them, or there is no such encoding.
    """
    body, encoding = (data, _known(encoding)) if encoding else _unmarked(data)
    text = body.decode(encoding, errors="replace").removeprefix(_MARK)
    _check_is_text(text)
    troubles = list(_damage(text, body, encoding))
    text, removed = clean(text)
    if removed:
        troubles.append(
            Trouble(WHOLE_FILE, f"NUL characters and halves of surrogate pairs were removed: {removed}.")
        )
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), encoding, tuple(troubles))


def clean(text: str) -> tuple[str, int]:
    """The text without the characters that no store can keep, and how many those were."""
    return _UNKEEPABLE.subn("", text)


def _unmarked(data: bytes) -> tuple[bytes, str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :], encoding
    return data, _encoding(data)


def _known(encoding: str) -> str:
    try:
        b"a".decode(encoding, errors="replace")
        return codecs.lookup(encoding).name
    except (LookupError, ValueError) as error:
        raise FormatError(
            f"There is no text encoding {encoding!r}. Known are utf-8, utf-16, gb18030, big5, shift_jis, "
            "cp949, cp1251, cp1252 and whatever else Python knows by name."
        ) from error


def _encoding(data: bytes) -> str:
    if _decodes(data, "utf-8") and data.count(0) <= len(data) // 10:
        return "utf-8"
    wide = _wide(data)
    if wide:
        return wide
    return "utf-8" if _nearly_utf8(data) else _legacy(data)


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _wide(data: bytes) -> str:
    """UTF-16 without a mark, if one of its two orders gives characters that texts are made of."""
    if len(data) % 2:
        return ""
    even = data[:_SAMPLE]
    shares = [(_plausible(even.decode(name, errors="replace")), name) for name in ("utf-16-le", "utf-16-be")]
    share, encoding = max(shares)
    return encoding if share >= 0.25 else ""  # noqa: PLR2004  # other texts read as UTF-16 stay below 0.05


def _plausible(text: str) -> float:
    return sum(char in _COMMON or bool(_LETTERS.match(char)) for char in text) / max(1, len(text))


def _nearly_utf8(data: bytes) -> bool:
    """Whether stray bytes are few among the good: a cut download or a slip of a program, not another encoding.

    In another encoding, bytes that happen to be valid UTF-8 are rarer than those that are not.
    """
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return sum(char > "\x7f" for char in text) - broken >= 2 * broken


def _legacy(data: bytes) -> str:
    sample = data[:_SAMPLE]
    if _looks_western(sample):
        return "cp1252" if _decodes(data, "cp1252") else "latin-1"
    scores = sorted(((_score(sample, encoding), encoding) for encoding in _ASIAN), reverse=True)
    best, encoding = scores[0]
    return encoding if best >= 0.15 else _guess(sample, data)  # noqa: PLR2004  # chance readings stay below 0.1


def _looks_western(sample: bytes) -> bool:
    """Western texts have lone high bytes between ASCII; in Chinese they come in pairs and long runs."""
    runs = [len(run) for run in _HIGH_RUNS.findall(sample)]
    if sum(1 for run in runs if run == 1) * 2 < sum(runs):
        return False
    read = sample.decode("cp1252", errors="replace")
    return all(char < "\x80" or _WESTERN.match(char) for char in read)


def _score(sample: bytes, encoding: str) -> float:
    """The share of frequent characters, less what only a wrong reading shows; chance gives about 0.05."""
    text = codecs.getincrementaldecoder(encoding)("replace").decode(sample)
    high = [char for char in text if char > "\x7f"]
    if not high:
        return 0.0
    common = sum(char in _COMMON for char in high)
    return (common - 3 * len(_BAD.findall(text))) / len(high) + 0.2 * _level_one("".join(high), encoding)


def _level_one(text: str, encoding: str) -> float:
    """The share of characters that the national standard itself counts as frequent."""
    if encoding not in _LEVEL_ONE:
        return 0.0
    standard, first, last = _LEVEL_ONE[encoding]
    lead = text.encode(standard, errors="ignore")[0::2]
    return sum(first <= byte <= last for byte in lead) / len(text)


def _guess(sample: bytes, data: bytes) -> str:
    """What charset-normalizer finds, the reading with the fewest odd signs among its words first."""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - only odd encodings need it

    readings = [match.encoding for match in from_bytes(sample) if _decodes(data, match.encoding)]
    if readings:
        return min(
            readings, key=lambda encoding: len(_ODD.findall(sample.decode(encoding, errors="replace")))
        )
    return "cp1252" if _decodes(data, "cp1252") else "latin-1"


def _check_is_text(text: str) -> None:
    sample = text[:_SAMPLE]
    if len(_CONTROLS.findall(sample)) * 50 > len(sample) or sample.count("\x00") * 5 > len(sample):
        raise FormatError(
            "This file is not text: it holds control characters throughout. "
            "Import a chat (.jsonl, .json) or a story as plain text or Markdown."
        )


def _damage(text: str, body: bytes, encoding: str) -> tuple[Trouble, ...]:
    broken = text.count("\ufffd")
    if not broken or _decodes(body, encoding):
        return ()
    times = "once" if broken == 1 else f"{broken:,} times"
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if "\ufffd" in line]
    listed = ", ".join(map(str, lines[:_LINES_NAMED])) + (", ..." if len(lines) > _LINES_NAMED else "")
    return (
        Trouble(
            f"line{'s' if len(lines) > 1 else ''} {listed}",
            f"Not all of it could be read as {encoding}: \ufffd stands for what was lost, {times}.",
        ),
    )
