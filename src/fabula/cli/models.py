"""The model that a command reads with: out of its options, a settings file and the environment. Keys are never shown."""

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fabula.errors import InvalidInputError
from fabula.serve.connections.chosen import ChosenModel, Source
from fabula.settings import Settings, settings_from

if TYPE_CHECKING:
    from fabula.extraction.model.reader import ModelReader
    from fabula.extraction.model.reading_settings import ReadingSettings

SETTINGS = "FABULA_SETTINGS"
KEY = "FABULA_API_KEY"
_OPENAI_KEY = "OPENAI_API_KEY"
_OPENAI = "openai.com"
_EXAMPLE = "http://localhost:11434/v1"


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """What was typed about a model; what is empty, zero or None comes from the settings, or is left as usual."""

    model: str = ""
    url: str = ""
    key: str = field(default="", repr=False)
    form: str = ""
    language: str = ""
    batch: int = 0
    look_back: int | None = None
    settings: Settings = field(default_factory=Settings)
    timeout: float = 0

    @property
    def wanted(self) -> str:
        """The name of the model that is to read; empty for none."""
        return self.model or self.settings.reader.name

    @property
    def place(self) -> str:
        """Where the model is to be asked; empty where nobody says so."""
        return self.url or self.settings.reader.url


def model_reader(options: ModelOptions) -> "ModelReader":
    """The extractor that reads with the model of these options.

    Raises:
        InvalidInputError: nobody says where the model answers, or a number is out of its bounds.
    """
    place = options.place
    if not place:
        raise InvalidInputError(
            f"Where does {options.wanted} answer? Say --url, such as --url {_EXAMPLE}, or set it in [model]."
        )
    return reader_with(chosen(options), options)


def chosen(options: ModelOptions) -> ChosenModel:
    """The model of these options, value by value, each with where it comes from. Nothing is checked."""
    set_, extract = options.settings.reader, options.settings.extract
    place = options.place
    # The key of the settings goes to the place of the settings and to no other one.
    kept = set_.key if place == set_.url else ""
    around = _key_around(place) if place else ""
    values: dict[str, tuple[Any, Source]] = {
        "name": _first((options.model, Source.FLAG), (set_.name, Source.FILE)),
        "url": _first((options.url, Source.FLAG), (set_.url, Source.FILE)),
        "key": _first((options.key, Source.FLAG), (kept, Source.FILE), (around, Source.ENVIRONMENT)),
        "form": _first((options.form, Source.FLAG), (extract.form, Source.FILE)),
        "timeout": _first((options.timeout, Source.FLAG), (set_.timeout, Source.FILE)),
        "max_calls": _first((extract.max_calls, Source.FILE)),
        "max_tokens": _first((extract.max_tokens, Source.FILE)),
    }
    found = {name: value for name, (value, source) in values.items() if source is not Source.DEFAULT}
    return ChosenModel(**found, sources={name: values[name][1] for name in found})


def reader_with(model: ChosenModel, options: ModelOptions) -> "ModelReader":
    """The extractor that reads with this model, and for all the rest goes by the options.

    Raises:
        InvalidInputError: it has no place, or something of it cannot be so.
    """
    # Most commands ask no model, and should not wait for what it takes to ask one.
    from fabula.extraction.model.reader import ModelReader  # noqa: PLC0415
    from fabula.models.openai import OpenAI  # noqa: PLC0415
    from fabula.models.patience import USUAL  # noqa: PLC0415
    from fabula.models.remembered import FileMemory  # noqa: PLC0415

    patience = USUAL.waiting(model.timeout) if model.timeout else USUAL
    asked = OpenAI(model.url, model.name, key=model.key, patience=patience)
    return ModelReader(asked, _reading(options, model.form), memory=FileMemory(_forms_file()))


def _first(*found: tuple[Any, Source]) -> tuple[Any, Source]:
    return next(((value, source) for value, source in found if value), (None, Source.DEFAULT))


def read_settings(path: str) -> Settings:
    """The settings of a TOML file, or of the one that ``FABULA_SETTINGS`` names; without either, none.

    Raises:
        InvalidInputError: the file cannot be read, or something in it is not understood; all of it is listed.
    """
    place = path or os.environ.get(SETTINGS, "").strip()
    if not place:
        return Settings()
    try:
        given = tomllib.loads(Path(place).read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInputError(f"The settings {place} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        # The text of the error may repeat the line, and the line may hold a key: only its place is told.
        raise InvalidInputError(f"The settings {place} are no TOML{_where(error)}.") from None
    settings, troubles = settings_from(given)
    troubles = (*troubles, *_wrong_types(settings))
    if troubles:
        raise InvalidInputError(f"The settings {place}: {' '.join(troubles)}")
    return settings


def _wrong_types(settings: Settings) -> tuple[str, ...]:
    if not settings.types:
        return ()
    from fabula.extraction.model.questions.memory_types import types_from  # noqa: PLC0415 - most have no own types

    try:
        types_from(settings.types)
    except InvalidInputError as error:
        return (f"[types]: {error}",)
    return ()


def _where(error: Exception) -> str:
    place = str(error).partition("(")[2].rstrip(")")
    return f" ({place})" if place.startswith("at ") else ""


def _key_around(url: str) -> str:
    """The key in the environment. One that is OpenAI's own is sent to no other host."""
    host = urlsplit(url).hostname or ""
    is_openai = host == _OPENAI or host.endswith(f".{_OPENAI}")
    names = (KEY, _OPENAI_KEY) if is_openai else (KEY,)
    return next((key for name in names if (key := os.environ.get(name, "").strip())), "")


def _reading(options: ModelOptions, form: str) -> "ReadingSettings":
    # Most commands ask nobody.
    from fabula.extraction.model.questions.memory_types import types_from  # noqa: PLC0415
    from fabula.extraction.model.reading_settings import AUTO, ReadingSettings  # noqa: PLC0415

    usual, set_ = ReadingSettings(), options.settings.extract
    look_back = set_.look_back if options.look_back is None else options.look_back
    return ReadingSettings(
        form=form or AUTO,
        language=options.language or set_.language or usual.language,
        batch=options.batch or set_.batch or usual.batch,
        look_back=look_back if look_back >= 0 else usual.look_back,
        types=types_from(options.settings.types),
    )


def _forms_file() -> Path:
    """Where is kept how each endpoint is best asked: found out anew when it is lost."""
    cache = os.environ.get("XDG_CACHE_HOME", "").strip()
    return (Path(cache) if cache else Path.home() / ".cache") / "fabula" / "forms.json"
