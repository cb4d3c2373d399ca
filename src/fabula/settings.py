"""What a person sets once and for all: which models read and write, and how. Plain values; the edges read the file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, TypeVar

Section = TypeVar("Section", "ModelSettings", "ExtractSettings", "EmbedSettings")


FORMS = ("auto", "schema", "tool", "json", "plain", "lines")
"""The ways of asking a model that a setting may name; ``auto`` finds out by trying."""

_EMBEDDERS = ("bundled", "none")
_LANGUAGES = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el "
    "en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu "
    "ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na "
    "nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so "
    "sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
_LONGER = re.compile(r"([a-z]{2,3})(?:-[A-Za-z0-9]{2,8})*")


def is_language(code: str) -> bool:
    """Whether a text is a language code: of ISO 639-1, or of three letters; what follows a hyphen is not checked."""
    found = _LONGER.fullmatch(code)
    return found is not None and (len(found[1]) == 3 or found[1] in _LANGUAGES.split())  # noqa: PLR2004 - ISO 639-3


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A language model: its name, where it answers, and the key, which is never shown.

    ``timeout`` is for how many seconds it may be silent; zero leaves that as it is by itself.
    """

    name: str = ""
    url: str = ""
    key: str = field(default="", repr=False)
    timeout: int = 0


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
    """All settings: the chat's model, how stories are read, what recall by meaning rests on, and types of memory.

    ``types`` are by name, as ``types_from`` in ``fabula.extraction.model.questions.memory_types`` takes them.
    """

    model: ModelSettings = field(default_factory=ModelSettings)
    extract: ExtractSettings = field(default_factory=ExtractSettings)
    embed: EmbedSettings = field(default_factory=EmbedSettings)
    types: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reader(self) -> ModelSettings:
        """The model that reads: its own, or else the chat's. A key goes only where it was meant to go."""
        own, chat = self.extract, self.model
        inherited = "" if own.url else chat.key
        return ModelSettings(own.name or chat.name, own.url or chat.url, own.key or inherited, chat.timeout)


def settings_from(given: Mapping[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a mapping such as a TOML file gives, and what is wrong in it, each with what would be right."""
    troubles = list(_unknown("section", given, [one.name for one in fields(Settings)]))
    model, wrong_model = _section(ModelSettings, "model", given.get("model", {}))
    extract, wrong_extract = _section(ExtractSettings, "extract", given.get("extract", {}))
    embed, wrong_embed = _section(EmbedSettings, "embed", given.get("embed", {}))
    types = given.get("types", {})
    if not isinstance(types, Mapping):
        types, wrong_types = (
            {},
            ["[types] is a section with one section for each type, such as [types.spell]."],
        )
    else:
        wrong_types = []
    wrong = (*troubles, *wrong_model, *wrong_extract, *wrong_embed, *wrong_types)
    return Settings(model, extract, embed, types), wrong


def _section(kind: type[Section], name: str, given: object) -> tuple[Section, list[str]]:
    if not isinstance(given, Mapping):
        return kind(), [f"[{name}] is a section with settings under it."]
    known = {one.name: one for one in fields(kind)}
    troubles: list[str] = list(_unknown(f"setting in [{name}]", given, list(known)))
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
    nonsense: dict[str, str] = dict(_nonsense(name, values, known))
    sane = {setting: value for setting, value in values.items() if setting not in nonsense}
    return kind(**sane), [*troubles, *nonsense.values()]


def _nonsense(section: str, values: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The settings whose values are of the right kind and mean nothing, each with what would be right."""
    for setting, value in values.items():
        where = f"{setting} in [{section}]"
        if type(value) is int and value < 0 and value != known[setting].default:
            yield setting, f"{where} is a number from 0 on, not {value}."
        elif setting == "patterns" and (broken := _broken(value)):
            yield setting, f"{where}: {broken}"
        elif setting == "language" and value and not is_language(value):
            yield setting, f"{where} is a language code such as en, zh or ja, not {value!r}."
        elif setting == "form" and value and value not in FORMS:
            yield setting, f"{where} is one of {', '.join(FORMS)}, not {value!r}."
        elif setting == "use" and value and value not in _EMBEDDERS:
            yield setting, f"{where} is one of {', '.join(_EMBEDDERS)}, not {value!r}."


def _broken(patterns: tuple[str, ...]) -> str:
    """What is wrong with the first pattern that is no regular expression."""
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            return f"{pattern!r} is no regular expression: {error}."
    return ""


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
