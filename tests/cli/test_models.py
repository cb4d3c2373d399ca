"""Which model a command reads with: typed, set in a file or in the environment; and where keys go."""

import pytest

from fabula.cli.embedding import chosen_embedder
from fabula.cli.models import ModelOptions, _key_around, chosen, model_reader, read_settings
from fabula.errors import InvalidInputError
from fabula.serve.connections.chosen import Source
from fabula.settings import ExtractSettings, ModelSettings, Settings

HERE = "http://localhost:11434/v1"
SECRET = "sk-very-secret"  # noqa: S105 - made up


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch, tmp_path):
    for name in ("FABULA_SETTINGS", "FABULA_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def settings_file(tmp_path, text):
    path = tmp_path / "fabula.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_without_a_file_nothing_is_set():
    assert read_settings("") == Settings()


def test_a_file_is_read_where_it_is_named(tmp_path, monkeypatch):
    path = settings_file(tmp_path, '[model]\nname = "月光"\nurl = "http://localhost:1/v1"\n')

    assert read_settings(path).model.name == "月光"
    monkeypatch.setenv("FABULA_SETTINGS", path)
    assert read_settings("").model.name == "月光"


@pytest.mark.parametrize(
    "text", ["[model\n", f'[model]\nkey = "{SECRET}\n', f'[model]\nkeyy = "{SECRET}"\n', f"key = {SECRET}\n"]
)
def test_a_file_that_is_wrong_is_refused_without_repeating_a_key(tmp_path, text):
    with pytest.raises(InvalidInputError) as caught:
        read_settings(settings_file(tmp_path, text))

    assert SECRET not in str(caught.value)
    assert "fabula.toml" in str(caught.value)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(InvalidInputError, match="cannot be read"):
        read_settings(str(tmp_path / "none.toml"))


def test_what_is_typed_comes_before_what_is_set():
    chat = ModelSettings("big", "https://far.example/v1", "k")
    settings = Settings(chat, ExtractSettings(batch=2, look_back=1, form="json", language="zh"))

    usual = model_reader(ModelOptions(settings=settings))
    typed = model_reader(
        ModelOptions("small", HERE, form="lines", language="en", batch=1, look_back=0, settings=settings)
    )

    assert (usual.model.name, usual.model.place) == ("big", "https://far.example/v1")
    assert (usual.batch, usual.look_back, usual.settings.form, usual.settings.language) == (
        2,
        1,
        "json",
        "zh",
    )
    assert (typed.model.name, typed.model.place) == ("small", HERE)
    assert (typed.batch, typed.look_back, typed.settings.form, typed.settings.language) == (
        1,
        0,
        "lines",
        "en",
    )


def test_without_a_place_nobody_is_asked():
    with pytest.raises(InvalidInputError, match="--url"):
        model_reader(ModelOptions("qwen3"))


def test_openais_key_goes_to_openai_only(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)

    assert _key_around("https://api.openai.com/v1") == SECRET
    for place in (HERE, "https://openai.com.evil.example/v1", "https://notopenai.com/v1", "no url"):
        assert _key_around(place) == ""


def test_fabulas_key_goes_wherever_one_says(monkeypatch):
    monkeypatch.setenv("FABULA_API_KEY", SECRET)

    assert _key_around(HERE) == SECRET


def test_types_of_memory_reach_the_reader(tmp_path):
    path = settings_file(
        tmp_path, '[model]\nname = "m"\nurl = "http://localhost:1/v1"\n[types.spell]\nfields = ["name*"]\n'
    )
    reader = model_reader(ModelOptions(settings=read_settings(path)))

    assert "spell" in {one.name for one in reader.settings.types}


def test_a_type_of_memory_that_is_none_is_said_with_the_file(tmp_path):
    with pytest.raises(InvalidInputError, match=r"fabula\.toml.*\[types\].*spell"):
        read_settings(settings_file(tmp_path, "[types.spell]\nfieldz = 1\n"))


def test_a_timeout_is_typed_or_set():
    settings = Settings(ModelSettings("m", HERE, timeout=20))

    assert model_reader(ModelOptions(settings=settings)).model.patience.read == 20
    assert model_reader(ModelOptions(settings=settings, timeout=900)).model.patience.read == 900


def test_every_value_of_a_model_tells_where_it_comes_from(monkeypatch):
    monkeypatch.setenv("FABULA_API_KEY", SECRET)
    settings = Settings(ModelSettings("big", HERE), ExtractSettings(max_calls=200))
    found = chosen(ModelOptions("small", form="lines", settings=settings))
    assert (found.name, found.url, found.key, found.form, found.max_calls) == (
        "small",
        HERE,
        SECRET,
        "lines",
        200,
    )
    assert found.sources == {
        "name": Source.FLAG,
        "url": Source.FILE,
        "key": Source.ENVIRONMENT,
        "form": Source.FLAG,
        "max_calls": Source.FILE,
    }


def test_without_a_model_there_is_nothing_to_tell(monkeypatch):
    monkeypatch.setenv("FABULA_API_KEY", SECRET)
    found = chosen(ModelOptions())
    assert (found.name, found.url, found.key, found.sources) == ("", "", "", {})


def test_an_embedder_tells_where_it_comes_from_as_far_as_is_known(tmp_path, monkeypatch):
    assert chosen_embedder("").sources == {"use": Source.STORE}
    assert (chosen_embedder("none").use, chosen_embedder("none").sources["use"]) == ("none", Source.FLAG)
    path = settings_file(tmp_path, f'[embed]\nurl = "{HERE}"\nname = "e5"\nkey = "{SECRET}"\n')
    found = chosen_embedder("", settings=path)
    assert (found.use, found.url, found.name, found.has_key) == ("url", HERE, "e5", True)
    assert set(found.sources.values()) == {Source.FILE}
    monkeypatch.setenv("FABULA_API_KEY", SECRET)
    typed = chosen_embedder("http://localhost:1/v1", "other", path)
    assert (typed.name, typed.sources["key"], typed.sources["name"]) == (
        "other",
        Source.ENVIRONMENT,
        Source.FLAG,
    )
