import pytest

from fabula.claims import EntityClaim
from fabula.recall.cue import intents_of, messages_of, sayer_in, understood
from fabula.recall.tokens import FULL, terms


def people(*names):
    return [EntityClaim(name) for name in names]


def asked(story, text, cast=()):
    return understood(story.view, story.index, text, cast)


def named(found):
    return [one.entity.name for one in found.starts]


def weight(found, word):
    return found.cue.weights.get(next(iter(terms(word))), 0)


def test_a_chats_tail_is_its_messages_the_last_one_first():
    assert messages_of("Mira: The key is gone.\nTom: Who took it?") == ["Who took it?", "The key is gone."]


def test_a_question_with_a_colon_is_one_message():
    assert messages_of("Tell me: who has it?") == ["Tell me: who has it?"]


def test_the_last_message_counts_wholly_and_the_one_before_a_little(tell):
    found = asked(tell(("Rain.", people("Mira"))), "A: The bell rang.\nB: Who took the key?")
    assert weight(found, "key") == FULL
    assert 0 < weight(found, "bell") < FULL / 2


def test_a_pronoun_means_who_was_named_last(tell):
    story = tell(("Mira left.", people("Mira", "Tom")), ("Then Tom came.", []))
    assert named(asked(story, "Where is he?")) == ["Tom"]
    assert named(asked(story, "A: Mira is late.\nB: Where is she?")) == ["Mira"]


def test_it_means_the_last_named_thing(tell):
    story = tell(("Mira hid the silver key.", [*people("Mira"), EntityClaim("silver key", "item")]))
    assert named(asked(story, "Where is it?")) == ["silver key"]


def test_chinese_pronouns_mean_somebody_too(tell):
    story = tell(("林瑶走了。", [EntityClaim("林瑶")]))
    assert named(asked(story, "她在哪里？")) == ["林瑶"]


def test_names_always_win_over_pronouns_and_cast(tell):
    story = tell(("Mira left. Tom came.", people("Mira", "Tom", "Ann")))
    assert named(asked(story, "Does he know Mira?", ["Ann"])) == ["Mira"]


def test_the_cast_is_meant_where_nothing_else_is(tell):
    story = tell(("Rain.", people("Mira", "Tom")))
    assert named(asked(story, "And now?", ["Tom"])) == ["Tom"]


def test_a_cue_that_leans_on_nothing_is_not_blended_with_the_story(tell):
    found = asked(tell(("The bell rang.", people("Mira"))), "Who took the key?")
    assert weight(found, "bell") == 0


def test_several_questions_are_told_apart():
    assert intents_of("Where is the key? Who rang the bell?") == ("Where is the key?", "Who rang the bell?")
    assert intents_of("玉佩在哪里？谁敲的钟？") == ("玉佩在哪里", "谁敲的钟")
    assert intents_of("Where is the key?") == ()


def test_a_cue_of_nothing_but_a_time_does_not_bring_the_cast_in(tell):
    story = tell(("Rain.", people("Mira")))
    assert asked(story, "What happened yesterday?", ["Mira"]).starts == ()


@pytest.mark.parametrize(
    ("text", "sayer"),
    [
        ("What did Mira say about Tom?", "Mira"),
        ("What has Old Tom told Mira?", "Old Tom"),
        ("白小蝶对苏九娘说了什么？", "白小蝶"),
        ("白小蝶说过什么？", "白小蝶"),
        ("What happened to Mira?", ""),
    ],
)
def test_who_said_something_is_read_from_the_question(text, sayer):
    assert sayer_in(text) == sayer
