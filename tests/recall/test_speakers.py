from fabula.graph.entities import Entity
from fabula.recall.speakers import said_by, voices_meant, without_voices
from fabula.recall.tokens import cue_of
from fabula.recall.words import Passage, Shelved, document

VOICES = ("Lin Yao", "Melanie", "Tom")


def test_a_speaker_is_meant_by_name_or_part_of_it():
    assert voices_meant("What did Lin Yao say?", VOICES) == {"Lin Yao"}
    assert voices_meant("What did Yao say to Tom?", VOICES) == {"Lin Yao", "Tom"}


def test_a_name_cut_short_means_who_alone_is_called_so():
    assert voices_meant("What did Mel paint?", VOICES) == {"Melanie"}
    assert voices_meant("What did Mel paint?", ("Melanie", "Melissa")) == frozenset()


def test_a_short_word_of_the_cue_is_no_speaker():
    assert voices_meant("What about the tomb?", VOICES) == frozenset()


def test_another_name_of_a_speaker_means_them():
    fox = Entity("npc-fox", "Grey Fox", "character", ("Tom",))
    assert voices_meant("What of the Grey Fox?", VOICES, [fox]) == {"Tom"}


def test_a_chinese_speaker_is_found_in_a_line_without_spaces():
    assert voices_meant("林瑶说过什么？", ("林瑶", "旁白")) == {"林瑶"}


def test_a_speakers_own_name_says_half_of_what_other_words_say():
    weights = without_voices(cue_of("Did Melanie paint?").weights, ["Melanie"])
    assert sorted(weights.values()) == [500, 1000]


def test_a_cue_of_nothing_but_a_name_keeps_it():
    weights = cue_of("Melanie?").weights
    assert without_voices(weights, ["Melanie"]) == weights


def test_the_places_of_a_voice_are_where_it_speaks():
    line = Shelved().grown([document(Passage(v, n, v, "Rain.")) for n, v in enumerate(VOICES, 1)])
    assert said_by(line, [0, 1, 2], {"Tom"}) == {2: 1.0}
