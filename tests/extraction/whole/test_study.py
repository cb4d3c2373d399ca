"""Reading whole texts: who is called what and who speaks, in English and in Chinese."""

import os
import subprocess
import sys

from fabula.extraction.whole import Study, study

INN = """\
Mr. Tobias Wren kept the inn with his daughter Eliza Wren. Mrs. Wren was long dead.

"Is the stew hot?" asked Captain Brandt.

"It was hot an hour ago," said Eliza, and she laughed.

"Then warm it, Miss Wren."

"Warm it yourself, Captain."

Tobias Wren came down the stairs. He frowned at the captain.

"Has he paid?" he asked.

"Not a penny, Father," she answered.

"I shall pay tomorrow," said Brandt. "You have my word, Wren."

Bess, as they called Eliza, took the bowl away. Tobias shook his head.
"""

COURT = """\
有一人姓陆名昭，字子明，乃青石县人。其弟陆安，字子宁，好剑。

子明道：“今日有客来。”陆安笑道：“是谁？”

陆昭道：“是韩丞相。”

话未说完，韩章走进门来。韩章道：“子明别来无恙？”陆昭忙道：“丞相请坐。”

“茶凉了。”阿蛮低声说。她端着茶盘站在门边。
"""


def clusters(found: Study) -> list[set[str]]:
    return [set(person.names) for person in found.people]


def named_with(found: Study, name: str) -> set[str]:
    person = found.person(name)
    return set(person.names) if person else set()


def speakers(found: Study, text: str = INN) -> dict[str, str]:
    return {
        text[speech.spans[0][0] : speech.spans[0][1]]: speech.speaker
        for spoken in found.speeches
        for speech in spoken
    }


# names


def test_a_family_that_shares_a_surname_is_kept_apart():
    names = ["Mr. Tobias Wren", "Tobias", "Eliza Wren", "Eliza", "Mrs. Wren", "Miss Wren", "Tobias Wren"]
    found = study([INN], names=names)
    assert named_with(found, "Tobias") == {"Tobias", "Tobias Wren", "Mr. Tobias Wren"}
    assert named_with(found, "Miss Wren") == {"Eliza", "Eliza Wren", "Miss Wren"}
    assert named_with(found, "Mrs. Wren") == {"Mrs. Wren"}


def test_a_nickname_used_near_its_bearer_is_hers():
    assert "Bess" in named_with(study([INN], names=["Eliza Wren", "Bess", "Tobias Wren"]), "Eliza Wren")


def test_a_nickname_is_nobody_s_where_its_full_name_is_never_near():
    text = "Thomas Reed rode away.\n\n" + "The wind blew over Anna Lee and Mark Dow. " * 60 + "Tom sat down."
    assert named_with(study([text], names=["Thomas Reed", "Tom", "Anna Lee", "Mark Dow"]), "Tom") == {"Tom"}


def test_names_with_and_between_them_are_two_people():
    text = "Polly and Mary went home. Polly sang, and Mary listened to Polly."
    assert named_with(study([text], names=["Polly", "Mary"]), "Mary") == {"Mary"}


def test_a_rank_belongs_to_one_of_a_family():
    text = "General Holt scolded Henry Holt. Captain Holt, Mr. Holt said, was late. Holt himself was calm."
    found = study([text], names=["General Holt", "Henry Holt", "Captain Holt", "Mr. Holt", "Holt"])
    assert named_with(found, "Henry Holt") == {"Henry Holt", "Mr. Holt", "Holt"}
    assert named_with(found, "General Holt") == {"General Holt"}


def test_a_description_beside_a_name_is_joined_with_it():
    text = "Mr. Crane, the vicar, came in. Nora Bell rose. The vicar sat down. Mr. Crane, the vicar, ate."
    assert named_with(study([text], names=["Mr. Crane", "The vicar", "Nora Bell"]), "The vicar") == {
        "Mr. Crane",
        "The vicar",
    }


def test_a_name_by_which_only_others_address_somebody_is_his():
    talk = '"Good day, Mr. Moss," said Ada.\n\n"Good day," said Philip.\n\nThey walked.\n\n'
    assert named_with(study([talk * 3], names=["Ada", "Philip", "Mr. Moss"]), "Philip") == {
        "Philip",
        "Mr. Moss",
    }


def test_names_are_found_where_none_are_given():
    found = study([INN])
    assert {"Eliza", "Eliza Wren"} <= named_with(found, "Eliza")
    assert found.person("Eliza Wren") is not None


def test_the_canonical_name_is_the_fullest():
    person = study([INN], names=["Miss Wren", "Eliza", "Eliza Wren"]).person("Eliza")
    assert person is not None
    assert person.name == "Eliza Wren"


def test_titles_and_pronouns_tell_the_sex():
    found = study([INN], names=["Tobias Wren", "Mrs. Wren"])
    assert [found.person(name).sex for name in ("Tobias Wren", "Mrs. Wren")] == ["m", "f"]  # type: ignore[union-attr]


def test_each_name_says_how_often_it_stands_there():
    person = study([INN], names=["Eliza Wren", "Eliza"]).person("Eliza")
    assert person is not None
    assert dict(zip(person.names, person.counts, strict=True)) == {"Eliza Wren": 1, "Eliza": 2}


def test_a_courtesy_name_is_its_bearer_s():
    found = study([COURT], names=["陆昭", "子明", "陆安", "子宁"])
    assert clusters(found) == [{"子宁", "陆安"}, {"子明", "陆昭"}]


def test_surname_and_title_are_whoever_of_that_name_is_near():
    assert named_with(study([COURT], names=["韩章", "韩丞相", "陆昭"]), "韩丞相") == {"韩章", "韩丞相"}


def test_a_given_name_alone_is_the_full_name_s_bearer():
    text = "林清瑶坐在窗前。清瑶道：“雨停了。”"
    assert clusters(study([text], names=["林清瑶", "清瑶"])) == [{"林清瑶", "清瑶"}]


def test_a_written_character_is_no_courtesy_name():
    text = "陆昭写了一个字大喜。赵平看着那字子明。"
    assert named_with(study([text], names=["陆昭", "子明"]), "子明") == {"子明"}


# speakers

PEOPLE = [
    ["Tobias Wren", "Tobias", "Wren"],
    ["Eliza Wren", "Eliza", "Miss Wren"],
    ["Captain Brandt", "Brandt", "Captain"],
]


def test_tags_name_the_speaker_on_either_side():
    heard = speakers(study([INN], people=PEOPLE))
    assert heard["Is the stew hot?"] == "Captain Brandt"
    assert heard["It was hot an hour ago,"] == "Eliza Wren"


def test_untagged_turns_alternate_and_nobody_addresses_himself():
    heard = speakers(study([INN], people=PEOPLE))
    assert heard["Then warm it, Miss Wren."] == "Captain Brandt"
    assert heard["Warm it yourself, Captain."] == "Eliza Wren"


def test_a_pronoun_is_whoever_of_that_sex_was_named_last():
    text = (
        'Ada met Philip at the gate. "You are late," she said.\n\nPhilip bowed to Ada. "I am sorry," he said.'
    )
    assert [one.speaker for one in study([text], people=[["Ada"], ["Philip"]]).speeches[0]] == [
        "Ada",
        "Philip",
    ]


def test_a_speech_over_paragraphs_has_one_speaker():
    text = '"First the rain came," said Ada.\n\n"Then the roof fell.\n\n"Then we fled."\n\nPhilip sighed.'
    heard = study([text], people=[["Ada"], ["Philip"]]).speeches[0]
    assert heard[1].speaker == heard[2].speaker


def test_who_is_only_described_is_a_person_without_a_name():
    found = study(['"Two pence," said the ferryman.\n\n"Too much," said Ada.'], people=[["Ada"]])
    assert [(person.name, person.kind) for person in found.people] == [
        ("Ada", "character"),
        ("the ferryman", "described"),
    ]


def test_the_narrator_who_says_i_is_whom_others_answer_by_name():
    talk = '"Are you cold, Hugh?" asked Ada.\n\n"A little," I said.\n\n'
    found = study([talk * 6], people=[["Ada"], ["Hugh"]])
    assert found.speeches[0][1].speaker == "Hugh"


def test_marked_quotations_are_taken_as_they_are():
    text = "Ada said: It rains. Then she left."
    found = study([text], people=[["Ada"]], quotations=[[[(10, 19)]]])
    assert [(one.spans, one.speaker) for one in found.speeches[0]] == [(((10, 19),), "Ada")]


def test_a_talk_goes_on_from_text_to_text():
    texts = ['"Who is there?" asked Ada.\n\n"Philip," said Philip.', '"Come in, then."', '"Thank you, Ada."']
    found = study(texts, people=[["Ada"], ["Philip"]])
    assert [spoken[0].speaker for spoken in found.speeches] == ["Ada", "Ada", "Philip"]
    assert found.speeches[1][0].spans == ((1, 15),)


def test_chinese_tags_name_the_speaker_on_either_side():
    people = [["陆昭", "子明"], ["陆安", "子宁"], ["韩章", "韩丞相"], ["阿蛮"]]
    heard = speakers(study([COURT], people=people), COURT)
    assert heard == {
        "今日有客来。": "陆昭",
        "是谁？": "陆安",
        "是韩丞相。": "陆昭",
        "子明别来无恙？": "韩章",
        "丞相请坐。": "陆昭",
        "茶凉了。": "阿蛮",
    }


def test_corner_brackets_and_dashes_quote_as_well():
    assert [one.speaker for one in study(["阿蛮道：「走吧。」"], people=[["阿蛮"]]).speeches[0]] == ["阿蛮"]
    dashed = study(["— Come in, said Ada.\n— Thank you, said Philip.\n"], people=[["Ada"], ["Philip"]])
    assert len(dashed.speeches[0]) == 2


# the study as a value


def test_a_name_of_two_people_is_nobody_s():
    assert (
        study(["Ada spoke."], people=[["Ada", "Miss Lee"], ["Jane", "Miss Lee"]]).person("Miss Lee") is None
    )


def test_equal_words_heard_in_two_ways_tell_nothing():
    texts = ['"Yes," said Ada.', '"No."', '"Yes," said Philip.', '"No."']
    found = study(texts, people=[["Ada"], ["Philip"]])
    assert found.speeches[1] != found.speeches[3]
    assert found.speeches_in('"No."') == ()
    assert found.speeches_in(texts[0]) == found.speeches[0]


def test_no_texts_tell_of_nobody():
    assert study([]).people == study([""]).people == ()


def test_progress_comes_to_its_end():
    told: list[tuple[int, int]] = []
    study([INN], progress=lambda done, of: told.append((done, of)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]


def test_the_digest_is_the_same_in_every_process():
    program = "import sys\nfrom fabula.extraction.whole import study\nprint(study(sys.argv[1:]).digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program, INN, COURT],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(digests) == 1


def test_the_digest_tells_studies_apart():
    assert study([INN]).digest != study([COURT]).digest == study([COURT]).digest


def calls(text: str) -> int:
    """How many calls of functions a study takes: the same on every machine."""
    count = 0

    def count_one(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(count_one)
    try:
        study([text])
    finally:
        sys.setprofile(None)
    return count


def test_the_cost_grows_with_the_text_and_no_faster():
    assert calls(INN * 80) < 5 * calls(INN * 20)
