"""Who is meant by "I", "you", "she", "the user": the speaker, the other one, or the only one it can be."""

from dataclasses import replace

from fabula.claims.text import name_key
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.answers.pointers import person_of
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line

_NARRATORS = frozenset(["narrator", "the narrator", "story", "旁白", "叙述者", "作者", "author"])


def with_people(item: Item, line: Line, ground: Ground) -> Item | str:
    """The item with names for the words that stand for people, or the reason why one means nobody."""
    holder = "" if name_key(item.holder) in _NARRATORS else item.holder
    slots = {"name": item.name, "object": item.object, "holder": holder, "speaker": item.speaker}
    if item.kind is ItemKind.EVENT:
        del slots["name"]
    meant: dict[str, str] = {}
    for slot, name in slots.items():
        others = tuple(one for key, one in slots.items() if key != slot and one)
        found = meant_by(name, line, ground, others) if name else name
        if not found and name:
            return _nobody(name, line)
        meant[slot] = found
    return replace(
        item,
        **meant,  # type: ignore[arg-type]
        roles=tuple((role, who) for role, name in item.roles if (who := meant_by(name, line, ground, ()))),
        present=_all(item.present, line, ground),
        perceivers=None if item.perceivers is None else _all(item.perceivers, line, ground),
        aliases=tuple(alias for alias in item.aliases if not person_of(alias)),
    )


def meant_by(name: str, line: Line, ground: Ground, others: tuple[str, ...]) -> str:
    """The name itself if it is one, whom a word means that stands for a name, or the empty string."""
    person = person_of(name)
    if not person or (
        person == "role" and (ground.is_speaker(name, line) or ground.is_told_in(name, line.text))
    ):
        return name
    if person == "first":
        return line.speaker
    if person == "second":
        return _only(_speakers(ground) - {line.speaker})
    if person == "role":
        return _by_role(name, line, ground)
    if person == "third":
        around = ground.persons_in(ground.earlier(line)[-_NEAR:])
        return _only({one for one in around if not any(ground.is_same(one, other) for other in others)})
    return ""


_NEAR = 4
"""How many lines back a pronoun is looked for."""


def _by_role(name: str, line: Line, ground: Ground) -> str:
    """Who a model means by "the user": the speaker of this line or, of the other role, the only one who speaks."""
    role = {"用户": "user", "助手": "assistant", "玩家": "user", "player": "user", "human": "user"}.get(
        name_key(name)
    )
    wanted = role or name_key(name)
    if wanted == ground.role_of(line) or wanted not in {"user", "assistant"}:
        return line.speaker
    return _only({one.speaker for one in ground.read if one.speaker and ground.role_of(one) == wanted})


def _speakers(ground: Ground) -> set[str]:
    return {line.speaker for line in ground.read if line.speaker}


def _only(names: set[str]) -> str:
    return next(iter(names)) if len(names) == 1 else ""


def _all(names: tuple[str, ...], line: Line, ground: Ground) -> tuple[str, ...]:
    meant = (meant_by(name, line, ground, ()) for name in names)
    return tuple(dict.fromkeys(name for name in meant if name))


def _nobody(name: str, line: Line) -> str:
    if person_of(name) == "first" and not line.speaker:
        return f'"{name}" is whoever speaks, and nobody is named as the speaker of this turn.'
    return f'"{name}" is no name, and it is not clear who is meant.'
