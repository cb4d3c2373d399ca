"""Settings: what is understood, what is said of the rest, and where a key goes."""

import pytest

from fabula.extraction.model.reading_settings import AUTO
from fabula.extraction.model.reading_settings import FORMS as READING_FORMS
from fabula.settings import FORMS, ExtractSettings, ModelSettings, Settings, is_language, settings_from


def test_nothing_given_changes_nothing():
    assert settings_from({}) == (Settings(), ())


def test_every_section_is_read():
    given = {
        "model": {"name": "qwen3", "url": "http://localhost:11434/v1", "key": "k"},
        "extract": {"batch": 2, "smart": True, "words": ["密信", "letter"], "max_calls": 50},
    }

    settings, troubles = settings_from(given)

    assert troubles == ()
    assert settings.model == ModelSettings("qwen3", "http://localhost:11434/v1", "k")
    assert settings.extract == ExtractSettings(batch=2, smart=True, words=("密信", "letter"), max_calls=50)


def test_what_is_unknown_is_said_with_what_may_have_been_meant():
    _, troubles = settings_from({"modle": {}, "extract": {"bacth": 4, "zzz": 1}})

    assert troubles[0] == "There is no section called 'modle'. Did you mean 'model'?"
    assert troubles[1] == "There is no setting in [extract] called 'bacth'. Did you mean 'batch'?"
    assert troubles[2].startswith("There is no setting in [extract] called 'zzz'. There are: name, url, key,")


def test_a_value_of_the_wrong_kind_is_said_and_not_taken():
    settings, troubles = settings_from(
        {"extract": {"batch": "4", "smart": 1, "words": "a"}, "model": {"name": 3}}
    )

    assert settings == Settings()
    assert troubles == (
        "name in [model] is a text, not a whole number.",
        "batch in [extract] is a whole number, not a text.",
        "smart in [extract] is true or false, not a whole number.",
        "words in [extract] is a list of texts, not a text.",
    )


def test_a_section_that_is_none_is_said():
    assert settings_from({"model": "qwen3"})[1] == ("[model] is a section with settings under it.",)


def test_a_value_in_the_wrong_place_is_never_repeated():
    _, troubles = settings_from({"model": {"key": ["sk-secret"]}})

    assert "sk-secret" not in " ".join(troubles)


def test_a_key_is_not_shown():
    settings = Settings(ModelSettings("m", "u", "sk-secret"), ExtractSettings(key="sk-other"))

    assert "sk-" not in repr(settings)


def test_b17_the_model_that_reads_is_the_chats_unless_it_has_one_of_its_own():
    chat = ModelSettings("big", "https://far.example/v1", "k1")

    assert Settings(chat).reader == chat
    assert Settings(chat, ExtractSettings(name="small")).reader == ModelSettings(
        "small", "https://far.example/v1", "k1"
    )


def test_the_chats_key_does_not_go_to_another_place():
    chat = ModelSettings("big", "https://far.example/v1", "k1")
    own = ExtractSettings(url="http://localhost:11434/v1")

    assert Settings(chat, own).reader == ModelSettings("big", "http://localhost:11434/v1", "")


@pytest.mark.parametrize(
    ("section", "setting", "value"),
    [
        ("extract", "max_calls", -1),
        ("extract", "look_back", -2),
        ("model", "timeout", -5),
        ("extract", "patterns", ["ok", "(["]),
        ("extract", "language", "klingon"),
        ("extract", "form", "telepathy"),
        ("embed", "use", "magic"),
    ],
)
def test_nonsense_is_refused_with_its_place(section, setting, value):
    settings, troubles = settings_from({section: {setting: value}})

    assert settings == Settings()
    assert len(troubles) == 1
    assert troubles[0].startswith(f"{setting} in [{section}]")


def test_the_forms_that_a_setting_may_name_are_those_that_there_are():
    assert (AUTO, *READING_FORMS) == FORMS


@pytest.mark.parametrize(
    ("code", "is_one"), [("en", True), ("zh-Hant", True), ("yue", True), ("xx", False), ("English", False)]
)
def test_language_codes_are_told_from_other_words(code, is_one):
    assert is_language(code) is is_one


def test_types_of_memory_are_kept_as_they_are_given():
    assert settings_from({"types": {"spell": {"fields": ["name*"]}}})[0].types == {
        "spell": {"fields": ["name*"]}
    }
    assert settings_from({"types": 3})[1][0].startswith("[types] is a section")
