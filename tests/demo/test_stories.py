"""The two demo stories are well formed, replay cleanly, and can answer the questions asked of them."""

import json
import re
from importlib import resources

import pytest

NARRATOR = {"en": "Narrator", "zh": "旁白"}
HANDOVER = {
    "en": re.compile(r"\b\w+ (?:gave|took|stole) the bone whistle (?:to|from) \w+"),
    "zh": re.compile(
        r"\w{2,3}把青伞交给了\w{2,3}|\w{2,3}拿走了青伞|从\w{2,3}手里抢走了青伞|\w{2,3}捡起了青伞"
    ),
}
PLAIN = {
    "en": {
        "a lie and the truth about it": ["Marta has the bone whistle", "Rusk was lying"],
        "a reveal": ["Grey Tom was Davin"],
        "a death": ["Jory died"],
        "a kinship": ["Davin was Marta's brother"],
        "a nickname": ["Marta was called the Heron"],
        "a plan that fails": ["I plan to sell it to the Company"],
        "a rumour": ["They say he is a deserter"],
        "four places": ["the Drowned Bell", "the pilot's house", "the lamp house", "Skerrow Quay"],
    },
    "zh": {
        "a lie and the truth about it": ["青伞在沈棠手里", "何三娘说的是假话"],
        "a reveal": ["蓑衣客就是冯年"],
        "a death": ["顾守义死了"],
        "a kinship": ["冯年是何三娘的丈夫"],
        "a nickname": ["何三娘人称“铁算盘”"],
        "a plan that fails": ["我打算初五搭船去县城"],
        "a rumour": ["有人说蓑衣客是水匪的探子"],
        "four places": ["来到了柳湾镇", "来到了顾家伞坊", "来到了何家茶馆", "来到了白石渡"],
    },
}
POISON = {
    "en": [
        "Jory gave the bone whistle to Rusk",
        "Jory would live",
        "Marta left Skerrow",
        "a red cord",
        "the net store",
        "Davin died",
        "arrived at Carrow",
    ],
    "zh": ["认了账", "红线", "何三娘把青伞交给了钱万同", "蓑衣客死了", "刘三", "捆起来", "师爷"],
}


def load(language):
    """Returns the story that ships in the package."""
    text = resources.files("fabula.demo").joinpath(f"{language}.json").read_text(encoding="utf-8")
    return json.loads(text)


def replay(script):
    """Returns the texts of every branch once the script has been acted out."""
    lines, branch = {"main": []}, "main"
    for step in script:
        line, back = lines[branch], step.get("back", 0)
        match step["do"]:
            case "tell":
                line.append(step["text"])
            case "swipe":
                line[-1] = step["text"]
            case "edit":
                line[-1 - back] = step["text"]
            case "rewind":
                del line[len(line) - back :]
            case "fork":
                branch = step["branch"]
                lines[branch] = line[: len(line) - back]
            case "switch":
                branch = step["branch"]
            case "tag":
                pass
    return lines


def told(script):
    """Returns the steps that tell a turn, whether or not it was kept."""
    return [step for step in script if step["do"] in {"tell", "swipe"}]


def steps(script, kind):
    """Returns the steps of one kind, each with its place in the script."""
    return [(place, step) for place, step in enumerate(script) if step["do"] == kind]


@pytest.fixture(params=["en", "zh"])
def story(request):
    return load(request.param)


def test_a_story_has_a_title_a_language_a_script_and_questions(story):
    assert set(story) == {"title", "language", "script", "questions"}
    assert story["title"]
    assert story["language"] in NARRATOR


def test_the_two_stories_share_no_title_and_no_speaker():
    english, chinese = load("en"), load("zh")
    assert english["title"] != chinese["title"]
    assert not {s["speaker"] for s in told(english["script"])} & {
        s["speaker"] for s in told(chinese["script"])
    }


def test_the_main_line_runs_to_thirty_six_to_forty_eight_turns(story):
    assert 30 <= len(told(story["script"])) <= 60
    assert 36 <= len(replay(story["script"])["main"]) <= 48


def test_every_step_has_just_the_fields_of_its_kind(story):
    fields = {
        "tell": {"do", "role", "speaker", "text"},
        "swipe": {"do", "role", "speaker", "text"},
        "edit": {"do", "back", "text"},
        "rewind": {"do", "back"},
        "fork": {"do", "branch", "back"},
        "switch": {"do", "branch"},
        "tag": {"do", "name"},
    }
    for step in story["script"]:
        assert set(step) - {"present"} == fields[step["do"]]
        assert "present" not in step or step["do"] in {"tell", "swipe"}


def test_the_script_holds_every_kind_of_step_it_should(story):
    count = {
        kind: len(steps(story["script"], kind))
        for kind in ("swipe", "edit", "rewind", "fork", "switch", "tag")
    }
    assert count["swipe"] >= 3
    assert count["edit"] in {1, 2}
    assert (count["rewind"], count["fork"], count["switch"], count["tag"]) == (1, 1, 1, 1)


def test_a_swipe_follows_the_reply_it_replaces_and_says_something_else(story):
    script = story["script"]
    for place, step in steps(script, "swipe"):
        before = script[place - 1]
        assert before["do"] in {"tell", "swipe"}
        assert before["role"] == step["role"] == "assistant"
        assert before["text"] != step["text"]


def test_an_edit_is_a_small_change_to_a_turn_at_least_two_back(story):
    script = story["script"]
    for place, step in steps(script, "edit"):
        old = replay(script[:place])["main"][-1 - step["back"]]
        assert step["back"] >= 2
        assert old != step["text"]
        assert abs(len(old) - len(step["text"])) <= 4


def test_the_rewind_leaves_turns_behind_and_the_story_goes_on(story):
    ((place, step),) = steps(story["script"], "rewind")
    assert step["back"] >= 1
    assert story["script"][place + 1]["do"] == "tell"


def test_the_other_branch_tells_three_to_five_turns_before_the_story_comes_back(story):
    script = story["script"]
    ((fork, step),) = steps(script, "fork")
    ((switch, back),) = steps(script, "switch")
    assert step["back"] >= 1
    assert back["branch"] == "main"
    assert 3 <= switch - fork - 1 <= 5
    assert all(between["do"] == "tell" for between in script[fork + 1 : switch])


def test_every_turn_is_trimmed_and_short(story):
    for step in told(story["script"]):
        assert step["text"] == step["text"].strip()
        assert 10 <= len(step["text"]) <= 450
        assert len(re.findall(r"[.!?。\uff01\uff1f]+", step["text"])) <= 8


def test_the_teller_has_one_name_and_only_characters_and_the_narrator_answer(story):
    players = {s["speaker"] for s in told(story["script"]) if s["role"] == "user"}
    others = {s["speaker"] for s in told(story["script"]) if s["role"] == "assistant"}
    assert len(players) == 1
    assert NARRATOR[story["language"]] in others
    assert not players & others


def test_every_name_given_as_speaker_or_present_is_named_in_the_story(story):
    prose = "\n".join(replay(story["script"])["main"])
    names = {name for step in told(story["script"]) for name in [step["speaker"], *step.get("present", [])]}
    for name in names - {NARRATOR[story["language"]]}:
        assert name in prose


def test_a_character_who_speaks_is_present(story):
    narrator = NARRATOR[story["language"]]
    for step in told(story["script"]):
        if step["role"] == "assistant" and step["speaker"] != narrator:
            assert step["speaker"] in step["present"]


def test_the_item_changes_hands_at_least_three_times_in_plain_words(story):
    prose = "\n".join(replay(story["script"])["main"])
    assert len(set(HANDOVER[story["language"]].findall(prose))) >= 3


def test_what_the_story_must_hold_is_told_in_plain_words_on_the_main_line(story):
    prose = "\n".join(replay(story["script"])["main"])
    missing = [text for texts in PLAIN[story["language"]].values() for text in texts if text not in prose]
    assert missing == []


def test_what_was_swiped_edited_rewound_or_told_elsewhere_is_not_on_the_main_line(story):
    everything = "\n".join(step["text"] for step in told(story["script"]))
    prose = "\n".join(replay(story["script"])["main"])
    for text in POISON[story["language"]]:
        assert text in everything
        assert text not in prose


def test_there_are_six_to_eight_questions_whose_answers_are_told_on_the_main_line(story):
    prose = "\n".join(replay(story["script"])["main"])
    assert 6 <= len(story["questions"]) <= 8
    for question in story["questions"]:
        assert set(question) == {"ask", "expect", "about"}
        assert question["ask"]
        assert question["about"]
        assert question["expect"]
        assert all(answer in prose for answer in question["expect"])


def test_chinese_text_uses_chinese_punctuation():
    texts = [step["text"] for step in told(load("zh")["script"])]
    assert not [text for text in texts if re.search(r"[\u4e00-\u9fff”][,:;?!.]", text)]
