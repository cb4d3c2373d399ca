"""What a person sets once and for all: which models read and write, and how. Plain values; the edges read the file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, TypeVar

Section = TypeVar("Section", "ModelSettings", "ExtractSettings", "EmbedSettings")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A language model: its name, where it answers, and the key, which is never shown."""

    name: str = ""
    url: str = ""
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """How stories are read. An empty text or a zero leaves things as they are by themselves.

    ``name``, ``url`` and ``key`` are those of a model of its own for reading; empty ones are the chat's.
    ``every``, ``smart``, ``words``, ``patterns`` and ``marks`` say when turns are due; the caps bound one run.
    """

    name: str = ""
    url: str = ""
    key: str = field(default="", repr=False)
    form: str = ""
    language: str = ""
    batch: int = 0
    look_back: int = -1
    every: int = 0
    smart: bool = False
    words: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    marks: str = ""
    max_calls: int = 0
    max_tokens: int = 0


@dataclass(frozen=True, slots=True)
class EmbedSettings:
    """What recall by meaning rests on: ``use`` is ``bundled``, ``none``, or empty.

    With a ``url`` it is the model ``name`` that answers there. Where nothing is set, a store's own embedder is used.
    """

    use: str = ""
    name: str = ""
    url: str = ""
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings: the chat's model, how stories are read, and what recall by meaning rests on."""

    model: ModelSettings = field(default_factory=ModelSettings)
    extract: ExtractSettings = field(default_factory=ExtractSettings)
    embed: EmbedSettings = field(default_factory=EmbedSettings)

    @property
    def reader(self) -> ModelSettings:
        """The model that reads: its own, or else the chat's. A key goes only where it was meant to go."""
        own, chat = self.extract, self.model
        inherited = "" if own.url else chat.key
        return ModelSettings(own.name or chat.name, own.url or chat.url, own.key or inherited)


def settings_from(given: Mapping[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a mapping such as a TOML file gives, and what is wrong in it, each with what would be right."""
    troubles = list(_unknown("section", given, [one.name for one in fields(Settings)]))
    model, wrong_model = _section(ModelSettings, "model", given.get("model", {}))
    extract, wrong_extract = _section(ExtractSettings, "extract", given.get("extract", {}))
    embed, wrong_embed = _section(EmbedSettings, "embed", given.get("embed", {}))
    return Settings(model, extract, embed), (*troubles, *wrong_model, *wrong_extract, *wrong_embed)


def _section(kind: type[Section], name: str, given: object) -> tuple[Section, list[str]]:
    if not isinstance(given, Mapping):
        return kind(), [f"[{name}] is a section with settings under it."]
    known = {one.name: one for one in fields(kind)}
    troubles = list(_unknown(f"setting in [{name}]", given, list(known)))
    values: dict[str, Any] = {}
    for setting, value in given.items():
        if setting not in known:
            continue
        usual = known[setting].default
        if (
            isinstance(usual, tuple)
            and isinstance(value, list)
            and all(isinstance(one, str) for one in value)
        ):
            values[setting] = tuple(value)
        elif type(value) is type(usual):
            values[setting] = value
        else:
            # The value is not repeated: it may be a key.
            troubles.append(
                f"{setting} in [{name}] is {_KINDS[type(usual)]}, not {_KINDS.get(type(value), 'that')}."
            )
    return kind(**values), troubles


_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    tuple: "a list of texts",
}


def _unknown(what: str, given: Mapping[str, Any], known: list[str]) -> Iterator[str]:
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1)
            meant = f" Did you mean {near[0]!r}?" if near else f" There are: {', '.join(known)}."
            yield f"There is no {what} called {name!r}.{meant}"
