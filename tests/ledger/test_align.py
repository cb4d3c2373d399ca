"""Windows of messages against known lines: one test for every rule."""

from collections.abc import Sequence

import pytest

from fabula.ledger.align import Alignment, Keep, Write, align, best
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Message, Stem

STORY = [
    "The lamp turns over the black water.",
    "I knock at the tower door three times.",
    "Lin Yao opens and asks for the password.",
    "I tell her that the tide has turned.",
    "She lets me in and bars the door behind us.",
    "I put the silver key on the kitchen table.",
]
SHUI = [
    "林瑶推开月宫的门，灯影在水面上摇晃。",
    "我把银钥匙放在石桌上。",
    "她脸色发白：“这是我哥哥林峰的东西。”",
    "我问她那一夜发生了什么。",
    "林瑶沉默良久，说他没有回来。",
]


class Told:
    """A line of turns, and which of their texts were asked for."""

    def __init__(self, texts: Sequence[str], speakers: Sequence[str] = ()) -> None:
        self.stems: list[Stem] = []
        self.texts: dict[str, str] = {}
        self.asked: list[str] = []
        parent = ROOT
        for number, text in enumerate(texts, 1):
            speaker = speakers[number - 1] if speakers else ""
            turn = turn_id(parent, speaker, text)
            self.stems.append(Stem(turn, parent, number, speaker, text_key(text)))
            self.texts[turn] = text
            parent = turn

    def text_of(self, turn: str) -> str:
        self.asked.append(turn)
        return self.texts[turn]

    def align(self, window: Sequence[str | Message], **given) -> Alignment:
        return align(messages(window), self.stems, self.text_of, **given)

    def after(self, alignment: Alignment) -> list[str]:
        return [
            self.texts[step.stem.id] if isinstance(step, Keep) else step.message.text
            for step in alignment.all_steps()
        ]


def messages(window: Sequence[str | Message]) -> list[Message]:
    return [Message(one) if isinstance(one, str) else one for one in window]


def reply(text: str) -> Message:
    return Message(text, role="assistant")


def edits(alignment: Alignment) -> dict[str, int]:
    """The new words, and the numbers of the turns that they replace."""
    return {
        step.message.text: step.edits.number if step.edits else 0
        for step in alignment.steps
        if isinstance(step, Write)
    }


# The line's end.


def test_the_whole_history_again_is_the_same():
    told = Told(STORY)
    found = told.align(STORY)
    assert (found.happened, found.base, found.steps, found.removed) == ("same", 6, (), ())
    assert found.matched == 6
    assert told.asked == []


def test_a_window_of_the_last_messages_is_the_same():
    told = Told(STORY)
    found = told.align(STORY[3:])
    assert (found.happened, found.base, found.steps, found.removed) == ("same", 6, (), ())


def test_new_messages_after_the_last_turn_are_appended():
    told = Told(SHUI)
    found = told.align([*SHUI[2:], "我握住她的手。"])
    assert (found.happened, found.base, found.written, found.removed) == ("append", 5, 1, ())
    assert told.after(found) == [*SHUI, "我握住她的手。"]
    assert told.asked == []


def test_the_first_messages_of_an_empty_line_are_appended():
    found = Told([]).align(STORY)
    assert (found.happened, found.base, found.written) == ("append", 0, 6)


def test_an_empty_window_shows_nothing_and_changes_nothing():
    found = Told(STORY).align([])
    assert (found.happened, found.base, found.removed) == ("truncated", 6, ())


def test_an_empty_window_on_an_empty_line_is_the_same():
    found = Told([]).align([])
    assert (found.happened, found.base, found.steps) == ("same", 0, ())


def test_a_window_that_ends_earlier_goes_back():
    told = Told(STORY)
    found = told.align(STORY[1:4])
    assert (found.happened, found.base, found.steps) == ("rewind", 4, ())
    assert found.removed == tuple(told.stems[4:])


def test_another_last_reply_is_a_swipe():
    told = Told(SHUI)
    found = told.align([*SHUI[:4], reply("“他死在雪里。”她转过身去，不再看我。")])
    assert (found.happened, found.base) == ("swipe", 4)
    assert edits(found) == {"“他死在雪里。”她转过身去，不再看我。": 0}
    assert found.removed == (told.stems[4],)


def test_a_swiped_reply_stays_a_swipe_when_the_person_has_answered_it():
    told = Told(STORY[:5])
    found = told.align([*STORY[:4], reply("A gull screams, nothing else."), "I wait."])
    assert (found.happened, found.base, found.written) == ("swipe", 4, 2)


def test_all_replies_of_a_group_made_anew_are_a_swipe():
    told = Told(STORY[:5])
    found = told.align([*STORY[:3], reply("Mira laughs out loud."), reply("Tobin only shrugs at that.")])
    assert (found.happened, found.base, len(found.removed)) == ("swipe", 3, 2)


def test_other_words_of_the_person_after_an_earlier_turn_fork():
    told = Told(STORY)
    found = told.align([*STORY[:3], "I run away."])
    assert (found.happened, found.base, edits(found)) == ("fork", 3, {"I run away.": 0})
    assert found.removed == tuple(told.stems[3:])


def test_nothing_in_common_is_a_fork_at_the_root():
    told = Told(STORY)
    found = told.align(["Quite another tale begins.", "With nobody we know."])
    assert (found.happened, found.base, found.written, len(found.removed)) == ("fork", 0, 2, 6)
    assert found.matched == 0


def test_the_last_reply_reworded_is_an_edit_and_the_answer_is_appended():
    told = Told(STORY[:5])
    found = told.align([*STORY[1:4], reply("She lets me in and bolts the door behind us."), "I sit down."])
    assert (found.happened, found.base, found.removed) == ("edit", 4, ())
    assert edits(found) == {"She lets me in and bolts the door behind us.": 5, "I sit down.": 0}


def test_a_reply_that_was_continued_is_an_edit_of_that_reply():
    told = Told(SHUI)
    longer = SHUI[4] + "\n\n她从袖中取出一封信，信封上的火漆已经碎了，字迹却还清楚。"
    found = told.align([*SHUI[:4], reply(longer)])
    assert (found.happened, edits(found)) == ("edit", {longer: 5})


def test_a_trimmed_reply_is_an_edit_of_what_was_relayed():
    whole = (
        STORY[4]
        + " Then she lights the second lamp, and the wind counts the stairs with us. Tobin: Who is there?"
    )
    told = Told([*STORY[:4], whole])
    found = told.align([*STORY[:4], reply(STORY[4]), "I nod."])
    assert (found.happened, edits(found)) == ("edit", {STORY[4]: 5, "I nod.": 0})


# Inside the line.


def test_another_text_between_known_neighbours_is_an_edit():
    told = Told(STORY)
    found = told.align([*STORY[:2], "Nobody comes.", *STORY[3:]])
    assert (found.happened, found.base, edits(found), found.removed) == ("edit", 2, {"Nobody comes.": 3}, ())
    assert [step.stem.number for step in found.steps if isinstance(step, Keep)] == [4, 5, 6]


def test_as_many_new_texts_as_known_ones_are_edits_in_pairs():
    told = Told(SHUI)
    found = told.align([SHUI[0], "我走了。", "门关上了。", *SHUI[3:]])
    assert (found.happened, edits(found)) == ("edit", {"我走了。": 2, "门关上了。": 3})


def test_in_an_uneven_gap_likeness_decides_what_is_edited_and_what_is_new():
    told = Told(STORY)
    window = [STORY[0], STORY[1], "A dog barks.", "Lin Yao opens and asks me for the password.", *STORY[3:]]
    found = told.align(window)
    assert edits(found) == {"A dog barks.": 0, "Lin Yao opens and asks me for the password.": 3}
    assert found.happened == "mixed"
    assert told.after(found) == window


def test_a_turn_missing_between_known_neighbours_is_deleted():
    told = Told(STORY)
    found = told.align([*STORY[:2], *STORY[3:], "I sit down."])
    assert (found.happened, found.base, found.removed) == ("delete", 2, (told.stems[2],))
    assert found.written == 1


def test_a_deleted_turn_that_reappears_is_an_insert():
    told = Told([*SHUI[:2], *SHUI[3:]])
    found = told.align(SHUI)
    assert (found.happened, found.base, edits(found)) == ("insert", 2, {SHUI[2]: 0})


def test_a_moved_message_is_kept_in_its_new_place():
    told = Told(STORY)
    window = [STORY[0], STORY[2], STORY[3], STORY[1], *STORY[4:]]
    found = told.align(window)
    assert (found.happened, found.written, found.removed) == ("move", 0, ())
    assert told.after(found) == window


def test_two_swapped_messages_are_a_move():
    told = Told(SHUI)
    window = [SHUI[0], SHUI[2], SHUI[1], *SHUI[3:], "我走了。"]
    found = told.align(window)
    assert (found.happened, found.written, found.removed) == ("move", 1, ())
    assert told.after(found) == window


def test_two_messages_swapped_at_the_windows_start_are_a_move():
    told = Told(STORY)
    found = told.align([STORY[3], STORY[2], *STORY[4:]])
    assert (found.happened, found.written, found.removed) == ("move", 0, ())
    assert told.after(found) == [*STORY[:2], STORY[3], STORY[2], *STORY[4:]]


# The front.


def test_what_is_missing_at_the_front_is_cut_off_not_deleted():
    found = Told(STORY).align([STORY[5]])
    assert (found.happened, found.removed) == ("same", ())


def test_in_a_complete_story_what_is_missing_at_the_front_is_deleted():
    told = Told(STORY)
    found = told.align(STORY[2:], complete=True)
    assert (found.happened, found.base, found.removed) == ("delete", 0, tuple(told.stems[:2]))


def test_a_complete_story_without_messages_goes_back_to_the_root():
    found = Told(STORY).align([], complete=True)
    assert (found.happened, found.base, len(found.removed)) == ("rewind", 0, 6)


def test_messages_before_the_first_turn_are_prepended():
    told = Told(STORY[2:])
    found = told.align(STORY)
    assert (found.happened, found.base, found.written, found.removed) == ("prepend", 0, 2, ())
    assert told.after(found) == STORY


def test_an_edited_first_message_of_a_cut_window_replaces_the_turn_before():
    told = Told(STORY)
    found = told.align(["She asks nothing.", *STORY[3:]])
    assert (found.happened, found.base, edits(found)) == ("edit", 2, {"She asks nothing.": 3})


def test_more_unknown_messages_than_there_are_turns_before_go_back_further():
    told = Told(STORY[1:])
    window = ["Once there was a sea.", STORY[0], "I knock at the tower door four times.", *STORY[2:]]
    found = told.align(window)
    assert edits(found) == {window[0]: 0, window[1]: 0, window[2]: 1}
    assert told.after(found) == window


# Transforms.


def test_names_in_front_of_every_message_change_nothing():
    told = Told(SHUI)
    found = told.align([f"{'林瑶' if place % 2 == 0 else '玩家'}: {text}" for place, text in enumerate(SHUI)])
    assert (found.happened, found.base, found.steps) == ("same", 5, ())
    assert told.asked == []


def test_a_renamed_persona_whose_old_messages_get_a_name_in_front_changes_nothing():
    told = Told(STORY, ["", "Wren", "", "Wren", "", "Wren"])
    found = told.align([f"Aldous: {text}" if place % 2 else text for place, text in enumerate(STORY)])
    assert (found.happened, found.matched) == ("same", 6)


def test_a_stored_name_in_front_that_the_window_gives_as_a_field_changes_nothing():
    told = Told([STORY[0], 'Tobin Reed: "Open up, Mira!"'])
    found = told.align([STORY[0], Message('"Open up, Mira!"', speaker="Tobin_Reed")])
    assert (found.happened, found.matched) == ("same", 2)


def test_a_name_field_in_the_spelling_of_front_ends_is_the_same_speaker():
    told = Told(STORY[:2], ["Mira Vale", "林瑶"])
    found = told.align([Message(STORY[0], speaker="Mira_Vale"), Message(STORY[1], speaker="__")])
    assert (found.happened, found.matched) == ("same", 2)


def test_the_same_words_by_another_speaker_are_another_turn():
    told = Told(["I wait.", "Yes."], ["", "Mira"])
    found = told.align(["I wait.", Message("Yes.", speaker="Tobin")])
    assert found.base == 1
    assert found.written == 1


def test_the_role_is_never_compared():
    told = Told(STORY)
    found = told.align([Message(text, role="system") for text in STORY])
    assert found.happened == "same"


def test_white_space_and_line_ends_change_nothing():
    told = Told(["A  line \nand  another one.\n\n\nAnd the last.", SHUI[0]])
    found = told.align(["  A line\nand another one.\n\nAnd the last.\r\n", SHUI[0] + " "])
    assert (found.happened, found.matched) == ("same", 2)


def test_a_stripped_status_block_changes_nothing():
    told = Told([STORY[0], STORY[1] + "\n<status>HP 10, 灯油 3</status>", *STORY[2:]])
    found = told.align([*STORY, "I wait."])
    assert (found.happened, found.written) == ("append", 1)


def test_a_block_and_a_comment_that_were_not_stored_change_nothing():
    told = Told(SHUI)
    found = told.align([SHUI[0], SHUI[1] + "<!-- 第二天 -->\n<think>他在害怕。</think>", *SHUI[2:]])
    assert (found.happened, found.matched) == ("same", 5)


def test_other_words_in_a_block_are_an_edit():
    told = Told([STORY[0], STORY[1] + "\n<status>HP 10</status>", STORY[2]])
    found = told.align([STORY[0], STORY[1] + "\n<status>HP 5</status>", STORY[2]])
    assert (found.happened, found.residues) == ("edit", 1)


@pytest.mark.parametrize("joint", ["\n\n", "\n"])
def test_known_turns_merged_into_one_message_are_kept(joint):
    told = Told(STORY)
    found = told.align([STORY[0], joint.join(STORY[1:3]), *STORY[3:]])
    assert (found.happened, found.base, found.matched) == ("same", 6, 5)


def test_a_narrators_turn_merged_into_the_persons_message_is_kept():
    told = Told(["三天过去了，风雨没有停。", "“三天，”我说，“我数遍了每一级台阶。”", SHUI[0]])
    found = told.align(["三天过去了，风雨没有停。\n\n“三天，”我说，“我数遍了每一级台阶。”", SHUI[0]])
    assert (found.happened, found.base) == ("same", 3)


def test_a_note_merged_into_the_persons_message_is_left_out_when_the_request_names_it():
    told = Told(STORY)
    merged = STORY[3] + "\n\nKeep the tone cold and wet."
    found = told.align([*STORY[1:3], merged, *STORY[4:]], asides=["Keep the tone cold and wet."])
    assert (found.happened, found.asides) == ("same", ("Keep the tone cold and wet.",))


def test_words_merged_into_a_message_that_nobody_explains_are_an_edit_of_it_alone():
    told = Told(STORY)
    merged = STORY[3] + "\n\nKeep the tone cold and wet."
    found = told.align([*STORY[1:3], merged, *STORY[4:]])
    assert (found.happened, edits(found), found.base) == ("edit", {merged: 4}, 3)


def test_a_new_turn_merged_behind_known_ones_is_appended():
    told = Told(STORY)
    found = told.align([*STORY[:4], f"{STORY[4]}\n\n{STORY[5]}\n\nI sit down at last."])
    assert (found.happened, edits(found)) == ("append", {"I sit down at last.": 0})


def test_a_whole_history_in_one_message_is_found_and_the_prompt_before_it_left_out():
    told = Told(STORY)
    prompt = "Write the next reply in this tale.\n\nLin Yao keeps the tower."
    names = ["Lin Yao", "Player"]
    paragraphs = [f"{names[place % 2]}: {text}" for place, text in enumerate(STORY[2:])]
    found = told.align(["\n\n".join([prompt, *paragraphs, "Player: I sit down."])])
    assert (found.happened, found.base, found.written, found.asides) == ("append", 6, 1, (prompt,))


# Elsewhere in the request.


def test_a_turn_that_stands_in_another_text_of_the_request_is_out_of_sight():
    told = Told(STORY)
    found = told.align([*STORY[:2], *STORY[3:]], asides=[f"[Summary: the night.]\n- {STORY[2]}\n"])
    assert (found.happened, found.base, found.removed) == ("same", 6, ())
    assert found.kept_out_of_sight == (told.stems[2],)


def test_turns_taken_into_a_block_of_past_events_are_out_of_sight():
    told = Told(SHUI)
    block = f"Past events:\n玩家: {SHUI[1]}\n林瑶: {SHUI[2]}"
    found = told.align([block, SHUI[0], *SHUI[3:], "我走了。"])
    assert (found.happened, found.written, found.removed) == ("append", 1, ())
    assert found.kept_out_of_sight == tuple(told.stems[1:3])
    assert found.asides == (block,)


def test_a_block_of_turns_from_before_the_window_is_no_turn():
    told = Told(STORY)
    block = f"Past events:\n{STORY[0]}\n{STORY[1]}"
    found = told.align([block, *STORY[3:]])
    assert (found.happened, found.base, found.asides) == ("same", 6, (block,))


def test_a_block_alone_shows_nothing_of_the_line():
    told = Told(STORY)
    found = told.align([f"Past events:\n{STORY[2]}\n\n{STORY[3]}", STORY[5]])
    assert (found.happened, found.removed) == ("same", ())


def test_a_message_that_quotes_a_missing_turn_is_written_and_the_turn_stays():
    told = Told(STORY)
    quoting = f"I remember it well: {STORY[2]} Nobody else in the tower had been awake, and the sea was as flat as a table that night."
    found = told.align([*STORY[:2], *STORY[3:], quoting])
    assert (found.happened, found.kept_out_of_sight) == ("append", (told.stems[2],))


def test_a_short_missing_turn_is_deleted_though_its_letters_stand_elsewhere():
    told = Told([STORY[0], "ok.", *STORY[1:]])
    found = told.align([*STORY, "That is ok. We can go."])
    assert (found.happened, found.removed) == ("delete", (told.stems[1],))


# Repeated turns.


def test_repeated_turns_are_found_next_to_their_neighbours():
    told = Told(["a door", "ok.", "a lamp", "ok.", "a key", "ok."])
    found = told.align(["a lamp", "ok.", "a knife"])
    assert (found.base, found.removed) == (4, tuple(told.stems[4:]))


def test_a_repeated_turn_at_the_windows_start_is_the_latest_one():
    told = Told(["ok.", "a door", "ok.", "a lamp"])
    found = told.align(["ok.", "a lamp", "a key"])
    assert (found.happened, found.base) == ("append", 4)


def test_words_told_again_are_a_new_turn():
    told = Told(STORY)
    found = told.align([*STORY[3:], STORY[1]])
    assert (found.happened, found.base, edits(found)) == ("append", 6, {STORY[1]: 0})


def test_a_line_of_equal_turns_is_matched_from_its_end():
    told = Told(["ok."] * 9)
    assert told.align(["ok."] * 4).happened == "same"
    assert told.align(["ok.", "ok.", "and now?"]).happened == "append"


# Which texts are read, and which line is best.


def test_only_the_replaced_turn_is_read_for_a_swipe():
    told = Told([f"turn {number} of a long tale" for number in range(500)])
    window = [f"turn {number} of a long tale" for number in range(470, 499)]
    told.align([*window, reply("something else entirely happens")])
    assert set(told.asked) == {told.stems[499].id}


def test_few_texts_are_read_when_a_branch_starts_far_back():
    told = Told([f"turn {number} of a long tale" for number in range(5000)])
    found = told.align(
        [f"turn {number} of a long tale" for number in range(1000, 1030)] + ["elsewhere, a bell"]
    )
    assert (found.happened, found.base) == ("fork", 1030)
    assert len(set(told.asked)) < 40


def test_the_line_with_the_fewest_new_turns_is_the_best_and_then_the_one_that_loses_least():
    other = [*STORY[:3], "I lie to her.", "She sees it."]
    window = [*STORY[:4], "I say no more."]
    left = Told(other).align(window)
    right = Told(STORY[:4]).align(window)
    longer = Told(STORY).align(window)
    assert best([left, longer, right]) is right
    assert right.rank < longer.rank < left.rank


def test_of_equal_alignments_the_first_is_the_best():
    first, second = Told(STORY).align(STORY), Told(STORY).align(STORY)
    assert best([first, second]) is first


# Odd input.


@pytest.mark.parametrize(
    "text",
    [
        "...",
        "<a>" * 500,
        "<!-- " * 500,
        "：",
        ": x",
        "Mira: ",
        "<x></x>",
        "\u200b",
        "🙂",
        "a\n" * 500,
        "Past events:",
    ],
)
def test_odd_texts_are_turns_like_any_other(text):
    told = Told([STORY[0], text, STORY[1]])
    assert told.align([STORY[0], text, STORY[1]]).happened == "same"
    found = Told(STORY).align([*STORY, text])
    assert (found.happened, found.base) == ("append", 6)
    assert Told([text]).align([STORY[0]]).written == 1


def test_a_turn_whose_words_were_purged_is_still_found_by_its_key():
    told = Told(STORY)
    told.texts = dict.fromkeys(told.texts, "")
    assert told.align(STORY).happened == "same"
    assert told.align([*STORY[:2], "Nobody comes.", *STORY[3:]]).happened == "edit"
