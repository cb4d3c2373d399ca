"""How a story is read with a language model: the form of the question, and its bounds."""

from dataclasses import dataclass, fields

from fabula.claims.canonical import digest
from fabula.errors import InvalidInputError
from fabula.extraction.model.questions.memory_types import DEFAULT_TYPES, MemoryType
from fabula.settings import is_language

AUTO = "auto"
"""Find out by trying (``probe``) which of the forms the model is best asked in."""

FORMS = ("schema", "tool", "json", "plain", "lines")
"""The forms of a question, from the strongest hold on the answer to the weakest model's."""

LEAST_PROMPT = 3500
"""The least bound of a question in tokens: the instruction and two examples take a half of it."""

_BOUNDS = {
    "batch": (1, 64),
    "look_back": (0, 16),
    "most_entities": (0, 60),
    "most_facts": (0, 60),
    "most_prompt_tokens": (LEAST_PROMPT, 1_000_000),
    "most_answer_tokens": (64, 100_000),
    "sentences_per_call": (1, 8),
    "names_shown": (0, 10),
}


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """What a reader with a model goes by; everything here may change its answers.

    ``language`` pins the story's language (an ISO code); without it each turn's own is used. ``batch`` and
    ``look_back`` count turns. ``most_prompt_tokens`` bounds every question, counted by
    ``fabula.models.tokens``, which counts high. The last three before ``types`` are for the form ``lines``:
    sentences in a call, known names shown, and whether a grammar is sent along.

    Raises:
        InvalidInputError: an unknown form or language, or a number out of its bounds.
    """

    form: str = "schema"
    language: str = ""
    batch: int = 4
    look_back: int = 2
    most_entities: int = 60
    most_facts: int = 60
    most_prompt_tokens: int = 6000
    most_answer_tokens: int = 1600
    sentences_per_call: int = 1
    names_shown: int = 0
    grammar: bool = False
    types: tuple[MemoryType, ...] = DEFAULT_TYPES

    def __post_init__(self) -> None:
        if self.form not in (AUTO, *FORMS):
            raise InvalidInputError(f"No form is called {self.form!r}; choose one of {', '.join(FORMS)}.")
        if self.language and not is_language(self.language):
            raise InvalidInputError(f"{self.language!r} is no language code; write one such as en, zh or ja.")
        for name, (least, most) in _BOUNDS.items():
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
                raise InvalidInputError(f"{name} is a whole number from {least} to {most}, not {number!r}.")

    @property
    def mark(self) -> str:
        """A digest of everything here, for the identity of whoever reads by it."""
        said = [[one.name, repr(getattr(self, one.name))] for one in fields(self)]
        return digest(["fabula/reading-settings/1", said])
