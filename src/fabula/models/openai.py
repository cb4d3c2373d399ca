"""A language model behind any OpenAI-compatible URL: hosted, Ollama, llama.cpp, vLLM, LM Studio."""

from dataclasses import replace
from types import TracebackType
from typing import Self

from fabula.errors import InvalidInputError, ModelRefusedError
from fabula.models.chat import Ask, Reply, Usage
from fabula.models.chat_form import Dialect, payload_of, reply_of
from fabula.models.endpoint import Endpoint
from fabula.models.patience import USUAL, Patience


class OpenAI:
    """A chat model at an endpoint. Opened when it is first asked, closed by ``close`` or with the object.

    ``url`` is the base URL, used as it is given (``http://localhost:11434/v1``); ``model`` the name that the
    endpoint knows. Whole answers are asked for, not streams; what a model thinks aloud in a field of its own is
    left out of the reply's text.

    Raises:
        InvalidInputError: the URL or the key cannot be one, or the model has no name.
    """

    def __init__(self, url: str, model: str, *, key: str = "", patience: Patience = USUAL) -> None:
        if not model.strip():
            raise InvalidInputError(f"Which model at {url}? Give its name, as the endpoint lists it.")
        self.patience = patience
        self._endpoint = Endpoint(url, key, patience=patience)
        self._hurried_endpoint = Endpoint(url, key, patience=patience.hurried())
        self._model = model
        self._dialect = Dialect()

    def __repr__(self) -> str:
        return f"OpenAI({self.place!r}, {self.name!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The model's name as its endpoint knows it."""
        return self._model

    @property
    def place(self) -> str:
        """The base URL, which holds no secret."""
        return self._endpoint.place

    def close(self) -> None:
        """Close its connections; the next question opens new ones."""
        self._endpoint.close()
        self._hurried_endpoint.close()

    def complete(self, ask: Ask) -> Reply:
        """The model's answer at temperature 0; ``usage.calls`` counts the tries that the endpoint answered.

        An endpoint that refuses ``max_tokens`` or the temperature is asked again the way it wants it, and from
        then on only so.

        Raises:
            ModelError: no answer came (unavailable, rate limited, denied, not found, refused).
        """
        return self._completed(ask, self._endpoint)

    def complete_hurriedly(self, ask: Ask) -> Reply:
        """As ``complete``, with a third of the patience: for a question whose answer can be done without."""
        return self._completed(ask, self._hurried_endpoint)

    def models(self) -> tuple[str, ...]:
        """The names of the models that the endpoint lists, in its order: also a test of the connection.

        Raises:
            ModelError: as ``complete``.
        """
        body = self._endpoint.get("/models").body
        listed = body.get("data") or body.get("models") or ()
        rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
        names = [row.get("id") or row.get("name") for row in rows]
        return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))

    def _completed(self, ask: Ask, endpoint: Endpoint) -> Reply:
        dialect, refused = self._dialect, 0
        while True:
            try:
                reply = self._asked(ask, dialect, endpoint)
            except ModelRefusedError as refusal:
                other = dialect.after(str(refusal))
                if other == dialect:
                    raise
                dialect, refused = other, refused + 1
            else:
                self._dialect = dialect
                return replace(reply, usage=reply.usage + Usage(calls=refused))

    def _asked(self, ask: Ask, dialect: Dialect, endpoint: Endpoint) -> Reply:
        answer = endpoint.post("/chat/completions", payload_of(ask, self._model, dialect))
        return reply_of(answer.body, ask, tries=answer.tries, place=self.place)
