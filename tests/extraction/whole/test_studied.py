"""The rules with a study of the whole telling: names and speakers that one turn does not explain."""

import fabula
from fabula.extraction.rules import Rules
from fabula.extraction.whole import study
from fabula.story import Story

TELLING = (
    "Miss Wren took the silver key.",
    'Eliza Wren sat down. "I am tired," said Eliza.',
    'Tobias Wren, her brother, looked up. "Go to bed, then," said Tobias.',
    '"Not yet." "Why not?"',
)


def told(texts: tuple[str, ...] = TELLING) -> Story:
    story = fabula.open(":memory:", story="inn")
    for text in texts:
        story.tell(text, speaker="Narrator")
    return story


def names(story: Story) -> set[str]:
    return {entity.name for entity in story.view().entities("character")}


def test_without_a_study_the_rules_are_as_they_were():
    assert Rules().identity == "rules/1"
    assert Rules() == Rules(study=None)


def test_a_study_is_part_of_the_identity():
    one, two = study(["Ada slept."]), study(["Ada woke."])
    assert Rules(study=one).identity == f"rules/1+{one.digest[:8]}"
    assert Rules(study=one).identity != Rules(study=two).identity
    assert Rules(study=one).identity == Rules(study=study(["Ada slept."])).identity


def test_a_short_name_is_its_bearer_s_before_the_full_name_has_been_told():
    plain, studied = told(), told()
    plain.extract()
    studied.extract(Rules.over(studied.turns()))
    assert "Miss Wren" in names(plain)
    assert names(studied) == {"Eliza Wren", "Tobias Wren"}


def test_the_words_of_a_turn_stay_what_introduces_a_name():
    story = told()
    story.extract(Rules.over(story.turns()))
    entity = story.view().entity("Miss Wren").entity
    assert entity.name == "Eliza Wren"
    assert "Miss Wren" in entity.names


def test_what_is_said_without_a_tag_is_held_by_whom_the_study_is_sure_of():
    texts = (
        '"Where is the key?" asked Philip.\n\n"Ada has the silver key," said Tom.',
        '"Tom, you are wrong."\n\n"No, Philip, Ada has the iron key."',
    )
    story = told(texts)
    reader = Rules.over(story.turns())
    spoken = reader.study.speeches[1] if reader.study else ()
    assert [one.speaker for one in spoken] == ["Philip", "Tom"]


def test_over_tells_how_far_it_has_come_and_skips_nothing():
    done: list[tuple[int, int]] = []
    reader = Rules.over(told().turns(), lambda at, of: done.append((at, of)))
    assert reader.study is not None
    assert len(reader.study.texts) == len(TELLING)
    assert done[-1][0] == done[-1][1]


def test_chinese_names_of_one_person_are_joined_as_well():
    texts = ("子明推门而入，取走了银钥匙。", "此人姓陆名昭，字子明。", "陆昭道：“走吧。”")
    story = told(texts)
    story.extract(Rules.over(story.turns()))
    assert "子明" not in names(story)
    assert story.view().resolve("子明") == story.view().resolve("陆昭")
