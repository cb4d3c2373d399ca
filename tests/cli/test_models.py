"""Which model a command reads with: typed, set in a file or in the environment; and where keys go."""

import pytest

from fabula.cli.models import ModelOptions, _key_around, model_reader, read_settings
from fabula.errors import InvalidInputError
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
