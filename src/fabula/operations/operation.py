"""What an operation is: something that can be asked of a story, under one name and in one shape on every face."""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from inspect import signature
from typing import Annotated, Any, Generic, TypeVar, get_type_hints

from fabula.story import Story

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Says:
    """What a parameter means, in a person's words, and its bounds; stands in ``Annotated``.

    ``is_story`` says that it names another story, which whoever asks must be allowed to see.
    """

    text: str
    least: int | None = None
    most: int | None = None
    is_story: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an operation: its type, what it means, and its default where it may be left out."""

    name: str
    type: Any
    says: Says
    default: Any = MISSING

    @property
    def is_needed(self) -> bool:
        """Whether it must be given."""
        return self.default is MISSING


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """A long answer before its rows are shaped, so that a face may give them page by page.

    ``head`` is the answer without its rows, which stand under ``name``; ``key`` tells rows apart; ``shaped``
    makes the shapes of some rows that stand next to each other.
    """

    head: dict[str, Any]
    name: str
    rows: Sequence[T]
    key: Callable[[T], str]
    shaped: Callable[[Sequence[T]], Sequence[Any]]

    def part(self, rows: Sequence[T]) -> dict[str, Any]:
        """The answer with these rows in it."""
        return {**self.head, self.name: list(self.shaped(rows))}


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked of a story.

    ``answer`` takes the story and the parameters (a frozen dataclass) and gives a shape; or a ``Listing`` whose whole
    is of the type ``lists``; or bytes, whose type ``media`` names. The first line of its docstring says what it does.
    ``writes`` says that it changes the story. ``path`` is where it stands under a story over HTTP; ``command`` the
    command whose ``--json`` says the same, ``tool`` the MCP tool. An empty one is a decision: that face has it not.

    ``viewless`` says that it asks no view, so that nobody who asks needs to wait until one is folded. ``settled``
    says that the answer follows from the ledger alone, so that it may be remembered until the story
    changes. ``too`` says that a POST may ask it in its body as well, as what is asked may be long.
    """

    name: str
    answer: Callable[[Story, Any], Any]
    path: str
    command: str = ""
    tool: str = ""
    lists: Any = None
    writes: bool = False
    viewless: bool = False
    settled: bool = True
    too: bool = False
    media: str = ""

    @property
    def params(self) -> type[Any]:
        """The dataclass of what may be asked."""
        found: type[Any] = get_type_hints(self.answer)[list(signature(self.answer).parameters)[1]]
        return found

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What may be asked, in order."""
        return parameters_of(self.params)

    @property
    def summary(self) -> str:
        """What it does, in a sentence or two."""
        return (self.answer.__doc__ or "").partition("\n")[0]

    @property
    def shape(self) -> Any:  # noqa: ANN401 - a type
        """The type of the whole answer."""
        return self.lists or get_type_hints(self.answer)["return"]

    def ask(self, story: Story, /, **asked: Any) -> Any:  # noqa: ANN401 - of this operation's own shape
        """The whole answer for what is asked, by the names of the parameters."""
        return whole(self.answer(story, self.params(**asked)))


def whole(found: Any) -> Any:  # noqa: ANN401 - of any shape
    """An answer with all of its rows."""
    return found.part(found.rows) if isinstance(found, Listing) else found


def parameters_of(params: type[Any]) -> tuple[Parameter, ...]:
    """The parameters that a dataclass stands for."""
    hints = get_type_hints(params, include_extras=True)
    return tuple(_parameter(field.name, hints[field.name], field.default) for field in fields(params))


def _parameter(name: str, hint: Any, default: Any) -> Parameter:  # noqa: ANN401 - a type, and a value of it
    said = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Says)]
    return Parameter(name, hint.__origin__ if said else hint, said[0] if said else Says(""), default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """The parameters of an operation that takes none."""


NOTHING = Nothing()

TURN = "A turn: its number along the branch, -1 for the last, the start of its id, or a tag."

TurnAsked = Annotated[str, Says(TURN)]
NameAsked = Annotated[str, Says("A name, alias or id.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """As of which turn to look."""

    as_of: Annotated[
        str,
        Says(
            "As the story stood at this turn: a number, -1 for the last, an id's start, or a tag. Empty for now."
        ),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(AsOf):
    """As of which turn and at which time of the story to look."""

    at: Annotated[
        str,
        Says("What held then in the story itself, such as 'day 4' or 第四天, as far as it has been told."),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowing(Standing):
    """From where, and in whose knowledge, to look."""

    pov: Annotated[str, Says("Only what this character (a name) can know or believes.")] = ""
    strict: Annotated[bool, Says("With pov: leave out what nobody knows the witnesses of.")] = False
