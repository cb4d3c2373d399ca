"""The characters, the lorebook and the rules of the session, written as files that SillyTavern takes in."""

import base64
import json
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

MIRA, ORIN, SHEN = "Mira Vale", "Orin Pike", "沈青禾"

_BLANK: Mapping[str, Any] = {
    **dict.fromkeys(("personality", "scenario", "mes_example", "creator_notes"), ""),
    **dict.fromkeys(("system_prompt", "post_history_instructions"), ""),
    "alternate_greetings": [],
    "tags": [],
    "creator": "",
    "character_version": "1",
    "extensions": {},
}


def written(folder: Path) -> Path:
    """The folder, with everything in it."""
    folder.mkdir(parents=True, exist_ok=True)
    mira, shen = _card(_MIRA), _card(_SHEN)
    third = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**shen["data"], **_THIRD}}
    (folder / "mira.png").write_bytes(_picture((90, 120, 160), [("chara", mira)]))
    (folder / "shen.png").write_bytes(_picture((160, 60, 60), [("chara", shen), ("ccv3", third)]))
    (folder / "photo.png").write_bytes(_picture((20, 120, 60), []))
    for name, value in (("orin", _card(_ORIN)), ("gull_lore", _lore()), ("regex_status", _STATUS_RULE)):
        (folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return folder


def _card(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {**_BLANK, **told}}


_MIRA = {
    "name": MIRA,
    "description": "Mira Vale keeps the lighthouse at Gull Point. She is {{char}}, twenty-nine, dry-humoured, "
    "and owes money to the harbour master, Tobin Reed.",
    "personality": "dry, careful, loyal",
    "scenario": "{{user}} arrives at the lighthouse of Gull Point during a storm, carrying a sealed letter.",
    "first_mes": '*Rain beats on the glass.* "You must be {{user}}. The ferry was due at noon. '
    'Come in before the wind takes the door."',
    "alternate_greetings": [
        '*The lamp is dark.* "Who\'s there? Speak, or I bar the door," {{char}} calls down the stairs.'
    ],
    "mes_example": '<START>\n{{user}}: Is the lamp always lit?\n{{char}}: "Always. Except the night my father '
    'drowned."\n<START>\n{{user}}: Who is Tobin?\n{{char}}: "The harbour master. I owe him forty crowns."',
    "character_book": {
        "name": "Gull Point lore",
        "scan_depth": 4,
        "token_budget": 512,
        "extensions": {},
        "entries": [
            {
                "id": 0,
                "keys": ["Gull Point"],
                "content": "Gull Point is a rock with a lighthouse, two days by ferry from the city of Harrow.",
                "enabled": True,
                "insertion_order": 100,
                "position": "before_char",
                "extensions": {},
            }
        ],
    },
}
_ORIN = {
    "name": ORIN,
    "description": "Orin Pike is a retired smuggler who drinks at the Blue Anchor and knows every cove of Gull Point.",
    "personality": "loud, generous, unreliable",
    "first_mes": '"Another stranger? Sit. The stew is hot and the beer is honest," Orin laughs.',
}
_SHEN = {
    "name": SHEN,
    "description": "沈青禾，云州镖局的女镖师，二十四岁，左肩有一道旧伤。她正护送一只封了火漆的木匣去雁门。",
    "personality": "寡言，谨慎，重诺",
    "scenario": "{{user}}是镖局新来的账房，跟着{{char}}一起上路。",
    "first_mes": "*天色将暗，驿站外下起了雪。*「{{user}}，把马牵进来。今晚不走了。」"
    "沈青禾把木匣放在桌上，手没有离开过匣盖。",
    "mes_example": "<START>\n{{user}}：匣子里是什么？\n{{char}}：「不该问的别问。」",
}
_THIRD = {"group_only_greetings": [], "nickname": "青禾", "source": [], "assets": []}
_STATUS_RULE = {
    "id": "5b0c3f0e-0000-4000-8000-000000000001",
    "scriptName": "hide old status blocks",
    "findRegex": r"/<status>[\s\S]*?<\/status>/g",
    "replaceString": "",
    "trimStrings": [],
    "placement": [2],
    "disabled": False,
    "markdownOnly": False,
    "promptOnly": True,
    "runOnEdit": True,
    "substituteRegex": 0,
    "minDepth": 2,
    "maxDepth": None,
}


def _lore() -> dict[str, Any]:
    """A lorebook with an entry at each place of a prompt; ``position`` 4 is within the history."""
    told: tuple[tuple[list[str], str, dict[str, Any]], ...] = (
        (["letter", "seal"], "The letter bears the black seal of House Marrow, dissolved eleven years ago.", {}),
        (["Tobin"], "Tobin Reed, harbour master, limps on his left leg and never lends without witnesses.", {"position": 1}),
        (["lamp", "lighthouse"], "The lamp burns whale oil; nine barrels remain.", {"position": 4, "depth": 2, "role": 0}),
        (["storm", "ferry"], "(World note: no ferry sails until the storm breaks.)", {"position": 4, "depth": 1, "role": 1}),
        ([], "The year is 412 of the Harrow reckoning.", {"constant": True}),
    )  # fmt: skip
    usual = {
        "keysecondary": [],
        "position": 0,
        "depth": 4,
        "order": 100,
        "probability": 100,
        "disable": False,
    }
    entries = [
        {"uid": at, "key": keys, "comment": content[:20], "content": content, **usual, **more}
        for at, (keys, content, more) in enumerate(told)
    ]
    return {"entries": {str(entry["uid"]): entry for entry in entries}}


def _picture(colour: tuple[int, int, int], chunks: Iterable[tuple[str, object]]) -> bytes:
    """A small PNG of one colour with cards in its text chunks."""
    wide, high = 32, 48
    rows = b"".join(b"\0" + bytes(colour) * wide for _ in range(high))
    parts = [
        _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(rows)),
    ]
    for name, card in chunks:
        text = base64.b64encode(json.dumps(card, ensure_ascii=False).encode())
        parts.append(_chunk(b"tEXt", name.encode() + b"\0" + text))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
