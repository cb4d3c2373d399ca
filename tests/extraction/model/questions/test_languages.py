"""The language of a text is told by its script and its commonest words."""

import pytest

from fabula.extraction.model.questions.languages import language_of, languages_of, name_of_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Dorn came back to the mill.", "en"),
        ("杜三回到了磨坊镇。", "zh"),
        ("林遥对 DJ Shadow 说：你好。", "zh"),
        ("彼は水車小屋に戻った。", "ja"),
        ("도른이 방앗간으로 돌아왔다.", "ko"),
        ("Дорн вернулся на мельницу.", "ru"),
        ("Дорн повернувся до їхнього млина.", "uk"),
        ("Dorn kam nicht zurück, und sie war allein.", "de"),
        ("Dorn volvió al molino y no dijo nada.", "es"),
        ("Dorn est revenu et il ne dit pas un mot.", "fr"),
        ("Dorn!", "en"),
        ("……", "en"),
    ],
)
def test_a_text_tells_its_language(text, language):
    assert language_of(text) == language


def test_several_texts_give_each_language_once():
    assert languages_of(["杜三来了。", "Dorn came.", "他走了。"]) == ("zh", "en")


def test_an_unknown_code_stands_for_itself():
    assert [name_of_language("zh"), name_of_language("eo")] == ["Chinese", "eo"]
