"""Trying a connection: whether a model or an embedder answers as it is set up, and if not, what is so."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from fabula.errors import (
    InvalidInputError,
    MissingExtraError,
    ModelDeniedError,
    ModelError,
    ModelNotFoundError,
    ModelRefusedError,
    RateLimitedError,
)
from fabula.models.chat import Ask, ChatMessage
from fabula.models.embedding import Embedder
from fabula.models.openai import OpenAI
from fabula.models.patience import Patience, ran_out

Code: TypeAlias = Literal[
    "works",
    "slow",
    "answers",
    "silent",
    "no-host",
    "refused",
    "denied",
    "no-model",
    "no-path",
    "no-json",
    "limited",
    "not-taken",
    "failed",
    "unset",
    "wrong",
]
"""What is so. ``answers``: the endpoint is there, and no model was asked; ``unset``: there is nothing to try;
``wrong``: the URL, the key or the name cannot be one."""

DEADLINE = 30.0
"""How many seconds a trial may take in all."""

LISTING, CONNECTING = 8.0, 5.0
SLOW = 10.0
"""An answer of one word that takes longer than so many seconds makes every reading a long wait."""

MOST_LISTED = 200
_LONGEST_NAME = 200
_ONE_WORD = Ask((ChatMessage("user", "Answer with the one word: yes"),), max_tokens=16)
_TEXTS = ("Mira has the silver key.", "青伞在沈棠手里。")


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a trial. ``said`` is the error in words, without keys; ``seconds`` how long the answer took.

    ``models`` are those that the endpoint lists; ``dims`` the dimensions of an embedder's vectors.
    """

    code: Code
    said: str = ""
    models: tuple[str, ...] = ()
    seconds: float = 0.0
    space: str = ""
    dims: int = 0


def tried_model(url: str, name: str, key: str = "", *, deadline: float = DEADLINE) -> Trial:
    """Ask an endpoint which models it lists and then, if one is named, one tiny question. Never raises for what is so."""
    if not url.strip():
        return Trial("unset")
    try:
        with OpenAI(url, name or "none", key=key, patience=_patience(min(LISTING, deadline / 2))) as endpoint:
            models, trouble = _listed(endpoint)
        if trouble is not None and not isinstance(trouble, ModelNotFoundError | ModelRefusedError):
            return _failed(trouble)
        if not name.strip():
            return _failed(trouble) if trouble else Trial("answers", models=models)
        with OpenAI(url, name, key=key, patience=_patience(max(deadline - LISTING, deadline / 2))) as model:
            return replace(_timed(lambda: model.complete(_ONE_WORD)), models=models)
    except InvalidInputError as error:
        return Trial("wrong", str(error))


def tried_embedder(embedder: Embedder | None) -> Trial:
    """Let an embedder embed two short texts, and tell its dimensions and how long it took."""
    if embedder is None:
        return Trial("unset")
    try:
        found = _timed(lambda: embedder.embed(_TEXTS))
        works = found.code in {"works", "slow"}
        return replace(found, space=embedder.space.identity, dims=embedder.space.dims) if works else found
    except MissingExtraError as error:
        return Trial("failed", str(error))


def _patience(seconds: float) -> Patience:
    return Patience(connect=CONNECTING, read=seconds, total=seconds, retries=0)


def _listed(endpoint: OpenAI) -> tuple[tuple[str, ...], ModelError | None]:
    try:
        return tuple(name[:_LONGEST_NAME] for name in endpoint.models()[:MOST_LISTED]), None
    except ModelError as error:
        return (), error


def _timed(ask: Callable[[], object]) -> Trial:
    began = time.monotonic()
    try:
        ask()
    except ModelError as error:
        return _failed(error)
    seconds = time.monotonic() - began
    return Trial("slow" if seconds > SLOW else "works", seconds=round(seconds, 3))


def _failed(error: ModelError) -> Trial:
    code = _code(error)
    # What answers with no JSON is no model endpoint, and what it says is nobody's business here.
    return Trial(code, "" if code == "no-json" else str(error))


def _code(error: ModelError) -> Code:
    """What an error means; those of one class differ by the words that ``wire`` and ``endpoint`` give them."""
    if isinstance(error, ModelNotFoundError):
        return "no-model" if " has no model " in str(error) else "no-path"
    own = next((code for kind, code in _OF_CLASS.items() if isinstance(error, kind)), None)
    return own or _code_of_words(str(error), ran_out=ran_out(error))


def _code_of_words(said: str, *, ran_out: bool) -> Code:
    if "not with a JSON object" in said:
        return "no-json"
    if ran_out or "took no connection within" in said:
        return "silent"
    if "cannot be reached" in said:
        return "refused" if "refused" in said.lower() else "no-host"
    return "failed"


_OF_CLASS: Mapping[type[ModelError], Code] = {
    ModelDeniedError: "denied",
    RateLimitedError: "limited",
    ModelRefusedError: "not-taken",
}
