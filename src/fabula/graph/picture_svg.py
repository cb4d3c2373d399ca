"""SVG in safe strings: stored text is always escaped, numbers are short, and nothing is loaded from anywhere."""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape

from fabula.graph.picture_layout import Point
from fabula.graph.picture_lines import Curve

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u007f-\u009f]")
_STEERS = re.compile("[\u202a-\u202e\u2066-\u2069]")

PLAIN_KIND = "other"
KINDS = {
    "character": ("#3b82f6", "#60a5fa"),
    "group": ("#a855f7", "#c084fc"),
    "faction": ("#6366f1", "#818cf8"),
    "organization": ("#0891b2", "#22d3ee"),
    "place": ("#65a30d", "#a3e635"),
    "item": ("#d97706", "#fbbf24"),
    "concept": ("#64748b", "#94a3b8"),
    "event": ("#db2777", "#f472b6"),
    PLAIN_KIND: ("#78716c", "#a8a29e"),
}
"""The fill of each kind, on light ground and on dark."""

TONES = {"warm": ("#059669", "#34d399"), "hostile": ("#dc2626", "#f87171"), "neutral": ("#94a3b8", "#64748b")}

_LIGHT = {"paper": "#fbfbfa", "ink": "#1e293b", "soft": "#64748b", "rim": "#ffffff"}
_DARK = {"paper": "#12161a", "ink": "#e5e8e9", "soft": "#929ca2", "rim": "#12161a"}
_FACES = (
    'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,"PingFang SC",'
    '"Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif'
)


def text_of(text: str) -> str:
    """Any text as the content of an element or attribute: escaped, without signs that XML cannot hold."""
    return escape(_STEERS.sub("", _NOT_XML.sub(" ", text)))


def number(value: float) -> str:
    """A length to one decimal, as short as it can be written."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def path_of(curve: Curve) -> str:
    """A curve as the ``d`` of a path."""
    return f"M{_pair(curve.begin)}Q{_pair(curve.bend)} {_pair(curve.end)}"


def corners(*points: Point) -> str:
    """A polygon as the ``d`` of a path."""
    return f"M{'L'.join(map(_pair, points))}Z"


def style() -> str:
    """The style sheet, light and dark; it names only classes of ours."""
    basic = (
        f"text{{font-family:{_FACES};unicode-bidi:plaintext}}"
        ".name,.label{text-anchor:middle;paint-order:stroke;stroke-linejoin:round;pointer-events:none}"
        ".name{font-size:13px;font-weight:600;stroke-width:4px}"
        ".label{font-size:10.5px;stroke-width:3.5px}"
        ".initial{text-anchor:middle;font-weight:700;pointer-events:none}"
        ".title{font-size:20px;font-weight:700}.small{font-size:12px}"
        ".line{fill:none;stroke-linecap:round}.reach{fill:none;stroke:transparent;stroke-width:12px}"
        ".disc{stroke-width:2px}.ring{fill:none;stroke-width:2px}"
        ".ended{opacity:.55}.ended .line{stroke-dasharray:5 5}"
        ".edge:hover .line{stroke-width:4px}.edge:hover,.node:hover .disc{opacity:1;filter:brightness(1.12)}"
    )
    dark = "".join(_colours(_DARK, 1))
    return f"{basic}{''.join(_colours(_LIGHT, 0))}@media(prefers-color-scheme:dark){{{dark}}}"


def page(svg: str, title: str) -> str:
    """A whole HTML page that shows an SVG of ours; its policy lets the browser load and run nothing."""
    rules = (
        "html{color-scheme:light dark}body{margin:0;display:grid;place-items:center;min-height:100vh}"
        "svg{max-width:100%;height:auto}body{background:#fbfbfa}"
        "@media(prefers-color-scheme:dark){body{background:#12161a}}"
    )
    allowed = " ".join(f"'sha256-{_hash(sheet)}'" for sheet in (rules, style()))
    policy = f"default-src 'none'; style-src {allowed}; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{text_of(title)}</title>\n<style>{rules}</style>\n</head>\n<body>\n{svg}</body>\n</html>\n"
    )


def _colours(ground: dict[str, str], column: int) -> list[str]:
    paper, ink, soft, rim = ground["paper"], ground["ink"], ground["soft"], ground["rim"]
    found = [
        f".paper{{fill:{paper}}}.name,.label{{stroke:{paper}}}.name,.title{{fill:{ink}}}",
        f".label,.small{{fill:{soft}}}.disc{{stroke:{rim}}}.ring{{stroke:{ink}}}.initial{{fill:{rim}}}",
    ]
    found += [f".k-{kind}{{fill:{fills[column]}}}" for kind, fills in KINDS.items()]
    found += [
        f".{tone} .line{{stroke:{inks[column]}}}.{tone} .head{{fill:{inks[column]}}}"
        for tone, inks in TONES.items()
    ]
    return found


def _hash(sheet: str) -> str:
    return b64encode(sha256(sheet.encode()).digest()).decode()


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
