"""Every error that Fabula raises, in one tree.

Classes are grouped by what a handler would do; details live in attributes; ``code`` never changes::

    FabulaError                       .code  .retryable                    HTTP  exit
    ├── NotFoundError                 also LookupError                      404    3
    │   ├── StoryNotFoundError · BranchNotFoundError · TurnNotFoundError · EntityNotFoundError
    │   └── FactNotFoundError · ActNotFoundError
    ├── AmbiguousNameError            also LookupError; .candidates         409    3
    ├── ConflictError                 the write lost a race, left nothing   409    4
    │   ├── HeadMovedError            .expected .actual (retryable)
    │   └── BranchExistsError · AlreadyToldError
    ├── InvalidInputError             also ValueError                       400    2
    │   └── FormatError               a file that is not what it says       400    2
    ├── StoreError                                                          503    6
    │   ├── StoreUnavailableError     (retryable)
    │   ├── FormatVersionError        written by a newer Fabula
    │   └── CorruptLedgerError        .damages
    ├── ModelError                    a language model gave no answer       502    8
    │   ├── ModelUnavailableError     away, slow, broken off (retryable)
    │   ├── RateLimitedError          .retry_after seconds (retryable)
    │   ├── ModelDeniedError          the key is missing or wrong
    │   ├── ModelNotFoundError        no such model or no such path
    │   └── ModelRefusedError         the endpoint does not take the question so
    └── MissingExtraError             also ImportError                        -    7

Content problems (a model's nonsense, a broken line in a file) are values, never exceptions.
"""

from collections.abc import Sequence
from typing import ClassVar


class FabulaError(Exception):
    """The root of everything Fabula raises on purpose."""

    code: ClassVar[str] = "fabula-error"
    retryable: ClassVar[bool] = False
    http_status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1


class NotFoundError(FabulaError, LookupError):
    """What was named does not exist."""

    code = "not-found"
    http_status = 404
    exit_code = 3


class StoryNotFoundError(NotFoundError):
    """No story has that name in this store."""

    code = "story-not-found"


class BranchNotFoundError(NotFoundError):
    """No branch or tag has that name in this story."""

    code = "branch-not-found"


class TurnNotFoundError(NotFoundError):
    """No turn of this story answers to that id, prefix or number."""

    code = "turn-not-found"


class EntityNotFoundError(NotFoundError):
    """No entity answers to that name, alias or id in this view."""

    code = "entity-not-found"


class FactNotFoundError(NotFoundError):
    """The view holds no such fact."""

    code = "fact-not-found"


class ActNotFoundError(NotFoundError):
    """The story log holds no such act."""

    code = "act-not-found"


class AmbiguousNameError(FabulaError, LookupError):
    """A name fits several; ``candidates`` lists what to choose from."""

    code = "ambiguous-name"
    http_status = 409
    exit_code = 3

    def __init__(self, message: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class ConflictError(FabulaError):
    """The write met something that is already there; nothing was changed."""

    code = "conflict"
    http_status = 409
    exit_code = 4


class HeadMovedError(ConflictError):
    """The branch's head is not where the writer believed; nothing was changed."""

    code = "head-moved"
    retryable = True

    def __init__(self, branch: str, expected: str | None, actual: str | None) -> None:
        super().__init__(
            f"Branch {branch!r} has moved: expected head {_short(expected)}, found {_short(actual)}. "
            "Nothing was changed; read the branch again and repeat."
        )
        self.branch = branch
        self.expected = expected
        self.actual = actual


class BranchExistsError(ConflictError):
    """A branch or tag of that name exists already."""

    code = "branch-exists"


class AlreadyToldError(ConflictError):
    """That entity or relation is there already; change it by ``correct`` or ``end``."""

    code = "already-told"


class InvalidInputError(FabulaError, ValueError):
    """The call cannot mean anything; the message says what would."""

    code = "invalid-input"
    http_status = 400
    exit_code = 2


class FormatError(InvalidInputError):
    """The file is not of the format it is read as."""

    code = "format-error"


class StoreError(FabulaError):
    """The store could not do its work."""

    code = "store-error"
    http_status = 503
    exit_code = 6


class StoreUnavailableError(StoreError):
    """The store is busy or away; the same call may succeed later."""

    code = "store-unavailable"
    retryable = True


class FormatVersionError(StoreError):
    """The store or archive was written by a newer Fabula than this one."""

    code = "format-version"


class CorruptLedgerError(StoreError):
    """The ledger does not agree with its own hashes; ``damages`` says where."""

    code = "corrupt-ledger"

    def __init__(self, message: str, damages: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.damages = tuple(damages)


class ModelError(FabulaError):
    """A language model or embedder gave no answer."""

    code = "model-error"
    http_status = 502
    exit_code = 8


class ModelUnavailableError(ModelError):
    """The endpoint is away, too slow, or broke off; the same question may be answered later."""

    code = "model-unavailable"
    retryable = True


class RateLimitedError(ModelError):
    """The endpoint wants to be asked later; ``retry_after`` says in how many seconds, if it told."""

    code = "rate-limited"
    retryable = True

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelDeniedError(ModelError):
    """The endpoint does not accept the key, or none was given."""

    code = "model-denied"


class ModelNotFoundError(ModelError):
    """The endpoint knows no such model, or nothing answers under that URL."""

    code = "model-not-found"


class ModelRefusedError(ModelError):
    """The endpoint answers, but does not take the question as it was put (a form, a field, its length)."""

    code = "model-refused"


class MissingExtraError(FabulaError, ImportError):
    """An optional part is not installed; the message says which extra brings it."""

    code = "missing-extra"
    exit_code = 7


def _short(turn: str | None) -> str:
    return turn[:12] if turn else "nothing"
