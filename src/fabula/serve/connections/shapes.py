"""The JSON of a server's models: every value with where it comes from, of a key only whether one is set."""

from pydantic import BaseModel

from fabula.models.trial import Trial
from fabula.serve.connections.chosen import ChosenEmbedder, ChosenModel, ChosenUpstream, Source, Sources
from fabula.serve.connections.connections import Connections


class TextShape(BaseModel):
    """A text, and where it comes from."""

    value: str
    source: Source


class NumberShape(BaseModel):
    """A number, where 0 stands for the usual, and where it comes from."""

    value: float
    source: Source


class KeyShape(BaseModel):
    """Whether a key is set, and where it comes from."""

    is_set: bool
    source: Source


class ReaderShape(BaseModel):
    """The model that reads; without a name, rules do."""

    name: TextShape
    url: TextShape
    key: KeyShape
    form: TextShape
    timeout: NumberShape
    max_calls: NumberShape
    max_tokens: NumberShape


class EmbedderShape(BaseModel):
    """The embedder: ``bundled``, ``none``, ``url``, or empty for whatever a story's vectors are of."""

    use: TextShape
    name: TextShape
    url: TextShape
    key: KeyShape


class UpstreamShape(BaseModel):
    """Where the proxy goes."""

    url: TextShape
    key: KeyShape


class SettingsShape(BaseModel):
    """The models of a server, whether they were changed since it began, and whether whoever asks may change them."""

    may_change: bool
    is_changed: bool
    reader: ReaderShape
    embedder: EmbedderShape
    upstream: UpstreamShape | None


class TrialShape(BaseModel):
    """What came of trying a model or an embedder: ``code`` never changes, ``said`` is for people."""

    code: str
    said: str
    models: list[str]
    seconds: float
    space: str
    dims: int


def settings_shape(held: Connections, *, may_change: bool) -> SettingsShape:
    """The models of a server, without its keys."""
    return SettingsShape(
        may_change=may_change,
        is_changed=held.is_changed,
        reader=_reader(held.chosen),
        embedder=_embedder(held.embedder),
        upstream=_upstream(held.upstream) if held.upstream else None,
    )


def trial_shape(found: Trial) -> TrialShape:
    """What came of a trial."""
    return TrialShape(
        code=found.code,
        said=found.said,
        models=list(found.models),
        seconds=found.seconds,
        space=found.space,
        dims=found.dims,
    )


def _reader(chosen: ChosenModel) -> ReaderShape:
    sources = chosen.sources
    return ReaderShape(
        name=_text(chosen.name, "name", sources),
        url=_text(chosen.url, "url", sources),
        key=_key(sources, is_set=bool(chosen.key)),
        form=_text(chosen.form, "form", sources),
        timeout=_number(chosen.timeout, "timeout", sources),
        max_calls=_number(chosen.max_calls, "max_calls", sources),
        max_tokens=_number(chosen.max_tokens, "max_tokens", sources),
    )


def _embedder(chosen: ChosenEmbedder) -> EmbedderShape:
    sources = chosen.sources
    return EmbedderShape(
        use=_text(chosen.use, "use", sources),
        name=_text(chosen.name, "name", sources),
        url=_text(chosen.url, "url", sources),
        key=_key(sources, is_set=chosen.has_key),
    )


def _upstream(chosen: ChosenUpstream) -> UpstreamShape:
    sources = chosen.sources
    return UpstreamShape(url=_text(chosen.url, "url", sources), key=_key(sources, is_set=bool(chosen.key)))


def _text(value: str, name: str, sources: Sources) -> TextShape:
    return TextShape(value=value, source=sources.get(name, Source.DEFAULT))


def _number(value: float, name: str, sources: Sources) -> NumberShape:
    return NumberShape(value=value, source=sources.get(name, Source.DEFAULT))


def _key(sources: Sources, *, is_set: bool) -> KeyShape:
    return KeyShape(is_set=is_set, source=sources.get("key", Source.DEFAULT))
