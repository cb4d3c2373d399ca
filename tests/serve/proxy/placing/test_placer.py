"""Requests placed one after the other: which story, which line, what is certain."""

import pytest

from fabula.ledger.ledger import Ledger
from fabula.ledger.listing import listed
from fabula.ledger.provisional import is_provisional
from fabula.serve.proxy.placing.placed import Reply
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.placing.remembering import KIND
from fabula.serve.proxy.placing.request import Request
from fabula.stores.memory import MemoryStore
from fabula.story import Story

GREETING = "Rain beats on the glass. The keeper looks up from the silver key."
FIRST = "I hand over the letter and shake the rain from my coat."
ANSWER = "She turns the letter over. Nobody has used that seal in eleven years."
SECOND = "My brother Corin gave it to me before he sailed."


class Talk:
    """A front end that sends what a test says, and a placer that hears it."""

    def __init__(self):
        self.store = MemoryStore()
        self.placer = Placer(self.store, clock=lambda: "2026-01-01")

    def send(self, *texts, replies=(), stream=True, path="/v1/chat/completions", after=(), **body):
        """Texts alternate from the greeting on, unless they say who speaks: ``("system", text)``."""
        roles = ("assistant", "user")
        said = [text if isinstance(text, tuple) else (roles[at % 2], text) for at, text in enumerate(texts)]
        frame = [("system", "Write the keeper's next reply."), ("system", "[Start a new Chat]")]
        messages = [{"role": role, "content": text} for role, text in (*frame, *said, *after)]
        placed = self.placer.place(Request(path, {}, {"messages": messages, "stream": stream, **body}))
        self.placer.replied(placed, [Reply(text) for text in replies])
        return placed

    def begin_anew(self):
        """The server ends in good order, and begins again."""
        self.placer.keep()
        self.placer = Placer(self.store, clock=lambda: "2026-01-02")

    def line(self, placed):
        ledger = Ledger(self.store, placed.story, clock=str)
        return [turn.text for turn in ledger.turns(stem.id for stem in ledger.line(placed.turn))]

    def pending(self, placed):
        return sorted(one.text for one in self.store.candidates(placed.story))


@pytest.fixture
def talk():
    return Talk()


def test_a_reply_enters_the_story_when_a_request_shows_it(talk):
    first = talk.send(GREETING, FIRST, replies=[ANSWER])
    assert (talk.line(first), talk.pending(first)) == ([GREETING, FIRST], [ANSWER])

    second = talk.send(GREETING, FIRST, ANSWER, SECOND)
    assert (second.kind, talk.line(second)) == ("append", [GREETING, FIRST, ANSWER, SECOND])
    assert talk.pending(second) == []


def test_every_version_of_a_reply_waits_and_the_history_decides(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER, "She laughs."])
    swipe = talk.send(GREETING, FIRST, replies=["She weeps for a while."])
    assert (swipe.kind, len(talk.pending(swipe))) == ("swipe", 3)

    after = talk.send(GREETING, FIRST, "She laughs.", SECOND)
    assert talk.line(after)[2] == "She laughs."


def test_the_same_request_again_without_a_reply_is_no_swipe(talk):
    talk.send(GREETING, FIRST)
    assert talk.send(GREETING, FIRST).kind == "append"


def test_a_reply_that_was_cut_is_believed_as_the_history_shows_it(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    after = talk.send(GREETING, FIRST, ANSWER[:24], SECOND)
    assert talk.line(after) == [GREETING, FIRST, ANSWER[:24], SECOND]


def test_a_quiet_call_leaves_nothing_but_the_reply_that_it_shows(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    order = ("system", "Summarize the story so far.")
    quiet = talk.send(GREETING, FIRST, ANSWER, after=[order], stream=False, replies=["A summary."])
    assert (quiet.kind, quiet.is_story, talk.line(quiet)) == ("quiet", False, [GREETING, FIRST, ANSWER])

    after = talk.send(GREETING, FIRST, ANSWER, SECOND)
    assert talk.line(after) == [GREETING, FIRST, ANSWER, SECOND]


def test_a_narrator_who_answers_a_quiet_call_is_known_at_once(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    order = ("system", "Describe the weather turning.")
    talk.send(GREETING, FIRST, ANSWER, after=[order], stream=False, replies=["The tide has turned."])
    after = talk.send(GREETING, FIRST, ANSWER, ("system", "The tide has turned."), ("user", SECOND))
    assert talk.line(after)[3:] == ["The tide has turned.", SECOND]


def test_a_draft_enters_when_it_is_sent(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    order = ("system", "[Write your next reply from the point of view of Aldous.]")
    draft = talk.send(GREETING, FIRST, ANSWER, after=[order], replies=["I spread the old map."])
    assert (draft.kind, talk.pending(draft)) == ("impersonate", [])

    after = talk.send(GREETING, FIRST, ANSWER, "I spread the old map.")
    assert talk.line(after)[3:] == ["I spread the old map."]


def test_a_note_that_moves_never_enters_and_a_narrator_does(talk):
    note, narrator = ("system", "Keep the tone cold."), ("system", "Three days pass in the storm.")
    talk.send(GREETING, note, ("user", FIRST), replies=[ANSWER])
    talk.send(
        GREETING, FIRST, note, ("assistant", ANSWER), narrator, ("user", SECOND), replies=["Hale owes."]
    )
    after = talk.send(
        GREETING,
        FIRST,
        ANSWER,
        narrator,
        ("user", SECOND),
        note,
        ("assistant", "Hale owes."),
        ("user", "So?"),
    )
    assert talk.line(after) == [GREETING, FIRST, ANSWER, narrator[1], SECOND, "Hale owes.", "So?"]


def test_a_note_in_the_role_of_the_user_is_found_out_when_it_moves(talk):
    lore = ("user", "No ferry sails until the storm breaks.")
    talk.send(GREETING, lore, ("user", FIRST), replies=[ANSWER])
    after = talk.send(GREETING, FIRST, ANSWER, lore, ("user", SECOND))
    assert talk.line(after) == [GREETING, FIRST, ANSWER, SECOND]


def test_two_messages_of_the_person_in_a_row_are_both_told(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    after = talk.send(GREETING, FIRST, ANSWER, "I light my pipe.", ("user", SECOND))
    assert talk.line(after)[3:] == ["I light my pipe.", SECOND]


def test_a_heavy_preset_does_not_hide_the_person(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    around = [
        ("user", "(OOC: keep it short.)"),
        ("user", f"<last_input>{SECOND}</last_input>\nAnswer as the keeper."),
        ("assistant", "Sure, here it is:"),
    ]
    rules = (("user", "<rules>Write well.</rules>"), ("assistant", "Understood."))
    after = talk.send(*rules, GREETING, FIRST, ANSWER, SECOND, after=around)
    assert (talk.line(after), after.cue) == ([GREETING, FIRST, ANSWER, SECOND], SECOND)


def test_two_chats_that_begin_with_the_same_bytes_are_two_stories(talk):
    first = talk.send(GREETING, FIRST, replies=[ANSWER])
    talk.send(GREETING, FIRST, ANSWER, SECOND, replies=["Hale owes a boat."])
    other = talk.send(GREETING, FIRST, replies=["Another letter? Put it on the pile."])
    assert other.story != first.story

    going_on = talk.send(GREETING, FIRST, "Another letter? Put it on the pile.", "What pile?")
    assert going_on.story == other.story
    assert talk.send(GREETING, FIRST, ANSWER, SECOND).story == first.story


def test_a_story_that_was_left_for_another_line_keeps_both(talk):
    long = [GREETING, FIRST, ANSWER, SECOND, "Hale owes a boat.", "I walk to the window."]
    first = talk.send(*long)
    fork = talk.send(GREETING, FIRST, ANSWER, "I try the door.", "Locked, of course.", "I break the lock.")
    back = talk.send(*long)
    assert (talk.line(first), talk.line(back)) == (long, long)
    assert (fork.story, len(talk.store.heads(first.story).branches)) == (first.story, 2)
    again = talk.send(GREETING, FIRST, ANSWER, "I try the door.", "Locked, of course.", "I break the lock.")
    assert again.branch != back.branch


def test_a_truncated_history_stands_on_the_whole_line(talk):
    long = [GREETING, FIRST, ANSWER, SECOND, "Hale owes a boat.", "I walk to the window."]
    talk.send(*long)
    after = talk.send("Hale owes a boat.", "I walk to the window.", "The sea is grey.", "I sit down.")
    assert talk.line(after) == [*long, "The sea is grey.", "I sit down."]
    assert (after.truncated, after.visible) == (True, 4)


def test_a_test_button_and_raw_prompts_belong_to_no_story(talk):
    raw = [{"role": "user", "content": "Hi"}]
    placed = talk.placer.place(Request(body={"messages": raw, "stream": False}))
    assert (placed.story, talk.store.stories()) == ("", ())


def test_a_window_that_tells_nothing_new_and_shows_less_is_truncated(talk):
    talk.send(GREETING, FIRST, ANSWER, SECOND)
    again = talk.send(ANSWER, SECOND)
    assert (again.kind, again.truncated, again.written) == ("truncated", True, 0)
    assert talk.send(GREETING, FIRST, ANSWER, SECOND).kind == "append"


def test_a_truncated_window_is_whatever_else_happened_in_it(talk):
    talk.send(GREETING, FIRST, ANSWER, SECOND, replies=["Hale owes a boat."])
    assert talk.send(ANSWER, SECOND).kind == "swipe"
    assert talk.send(ANSWER, SECOND, "Hale owes a boat.", "So?").kind == "append"


def test_a_chat_without_streaming_is_placed_as_any_other(talk):
    note = ("system", "Answer in one paragraph.")
    first = talk.send(GREETING, FIRST, after=[note], stream=False, replies=[ANSWER])
    assert (first.kind, talk.pending(first)) == ("append", [ANSWER])
    second = talk.send(GREETING, FIRST, ANSWER, SECOND, after=[note], stream=False)
    assert (second.kind, second.story, talk.line(second)) == (
        "append",
        first.story,
        [GREETING, FIRST, ANSWER, SECOND],
    )


def test_the_first_words_without_a_greeting_or_a_stream_lose_nothing(talk):
    def ask(*texts):
        messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(texts)]
        placed = talk.placer.place(Request(body={"messages": messages}))
        talk.placer.replied(placed, [Reply(ANSWER)])
        return placed

    assert ask(FIRST).story == ""
    second = ask(FIRST, ANSWER, SECOND)
    assert (second.kind, talk.line(second)) == ("append", [FIRST, ANSWER, SECOND])


def test_a_one_shot_prompt_that_is_streamed_is_provisional_until_a_request_shows_its_answer(talk):
    def ask(*texts):
        messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(texts)]
        placed = talk.placer.place(Request(body={"messages": messages, "stream": True}))
        talk.placer.replied(placed, [Reply(ANSWER)])
        return placed

    title = ask("Suggest a title of three words for this conversation.")
    first = ask(FIRST)
    assert title.story != first.story
    assert [is_provisional(talk.store, one.story) for one in (title, first)] == [True, True]
    assert ask(FIRST, ANSWER, SECOND).story == first.story
    assert [is_provisional(talk.store, one.story) for one in (title, first)] == [True, False]
    assert [row.name for row in listed(talk.store)] == [first.story]


def test_a_chat_with_a_greeting_and_a_named_story_are_listed_at_once(talk):
    greeted = talk.send(GREETING, FIRST)
    named = talk.placer.place(
        Request(
            "/s/雪夜/v1/chat/completions",
            {},
            {"messages": [{"role": "user", "content": "你好。"}], "stream": True},
        )
    )
    assert [is_provisional(talk.store, one.story) for one in (greeted, named)] == [False, False]


def test_replies_to_turns_that_were_taken_back_long_ago_are_swept(talk):
    for number in range(40):
        placed = talk.send(
            GREETING, f"I try door number {number}, and it is locked.", replies=[f"Creak {number}."]
        )
    talk.placer.keep()
    assert len(talk.pending(placed)) == 32


def test_a_named_story_is_that_story_whatever_the_words(talk):
    assert talk.send(GREETING, FIRST, path="/s/moonlit/v1/chat/completions").story == "moonlit"


def test_a_branch_that_names_its_parent_chat_is_told_beside_it(talk):
    long = [GREETING, FIRST, ANSWER, SECOND]
    first = talk.send(*long, st_context={"chat_id": "one"})
    branch = talk.send(GREETING, FIRST, ANSWER, "I try.", st_context={"chat_id": "two", "main_chat": "one"})
    again = talk.send(*long, st_context={"chat_id": "one"})
    assert branch.story == first.story
    assert (again.branch, talk.line(again)) == (first.branch, long)
    assert branch.branch != first.branch


def test_an_impersonal_restart_stands_where_it_stood(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    talk.placer = Placer(talk.store, clock=lambda: "2026-01-02")
    after = talk.send(GREETING, FIRST, ANSWER, SECOND)
    assert talk.line(after) == [GREETING, FIRST, ANSWER, SECOND]
    assert len(talk.store.stories()) == 1


def test_after_a_restart_a_note_that_was_seen_before_is_found_out_when_it_moves(talk):
    lore = ("user", "No ferry sails until the storm breaks.")
    talk.send(GREETING, lore, ("user", FIRST), replies=[ANSWER])
    talk.begin_anew()
    after = talk.send(GREETING, FIRST, ANSWER, lore, ("user", SECOND))
    assert talk.line(after) == [GREETING, FIRST, ANSWER, SECOND]


def test_after_a_restart_a_chat_is_on_the_branch_where_it_was(talk):
    long = [GREETING, FIRST, ANSWER, SECOND]
    talk.send(*long, st_context={"chat_id": "one"})
    branch = talk.send(GREETING, FIRST, ANSWER, "I try.", st_context={"chat_id": "two", "main_chat": "one"})
    talk.begin_anew()
    again = talk.send(GREETING, FIRST, ANSWER, "I try.", st_context={"chat_id": "two"})
    assert (again.story, again.branch) == (branch.story, branch.branch)


def test_what_is_kept_for_a_restart_repeats_no_word_of_the_story(talk):
    lore = ("user", "No ferry sails until the storm breaks.")
    first = talk.send(GREETING, lore, ("user", FIRST), replies=[ANSWER])
    talk.send(GREETING, FIRST, ANSWER, lore, ("user", SECOND))
    order = ("system", "Describe the weather turning.")
    talk.send(GREETING, FIRST, ANSWER, after=[order], stream=False, replies=["The tide has turned."])
    talk.placer.keep()
    kept = talk.store.caches.get(first.story, KIND)
    assert len(kept) > 200
    assert not [word for word in ("ferry", "letter", "Corin", "seal", "tide") if word in kept]


OTHER = "Another letter? Put it on the pile."


@pytest.fixture
def two(talk):
    """Two chats that began with the same bytes, and are two stories."""
    first = talk.send(GREETING, FIRST, replies=[ANSWER])
    talk.send(GREETING, FIRST, ANSWER, SECOND, replies=["Hale owes a boat."])
    second = talk.send(GREETING, FIRST, replies=[OTHER])
    talk.send(GREETING, FIRST, OTHER, "What pile?", replies=["That one."], st_context={"chat_id": "b"})
    return first.story, second.story


def test_a_chat_of_a_joined_story_goes_on_in_the_story_that_took_it_in(talk, two):
    ours, theirs = two
    Story(talk.store, ours).branches.join(theirs)
    by_words = talk.send(GREETING, FIRST, OTHER, "What pile?", "That one.", "I see.")
    by_id = talk.send("Who is it?", "Me again.", st_context={"chat_id": "b"})
    assert (by_words.story, by_id.story) == (ours, ours)
    assert talk.line(by_words)[2:] == [OTHER, "What pile?", "That one.", "I see."]
    assert talk.send(GREETING, FIRST, ANSWER, SECOND, "Hale owes a boat.", "So?").story == ours


def test_after_a_restart_too(talk, two):
    ours, theirs = two
    Story(talk.store, ours).branches.join(theirs)
    talk.begin_anew()
    after = talk.send(GREETING, FIRST, OTHER, "What pile?", "That one.", "I see.")
    assert (after.story, talk.line(after)[2:]) == (ours, [OTHER, "What pile?", "That one.", "I see."])


def test_an_unjoined_story_has_its_chats_again(talk, two):
    ours, theirs = two
    Story(talk.store, ours).branches.join(theirs)
    assert talk.send("Who is it?", "Me.", st_context={"chat_id": "b"}).story == ours
    Story(talk.store, ours).branches.unjoin(theirs)
    assert talk.send("Who is it?", "Me.", st_context={"chat_id": "b"}).story == theirs


def test_a_joined_story_that_is_named_is_told_where_it_was_joined_unless_the_token_is_for_it_alone(talk, two):
    ours, theirs = two
    Story(talk.store, ours).branches.join(theirs)
    assert talk.send(GREETING, FIRST, OTHER, metadata={"story": theirs}).story == ours
    body = {
        "messages": [{"role": "user", "content": "I am back."}],
        "metadata": {"story": theirs},
        "stream": True,
    }
    assert talk.placer.place(Request(body=body, bound=True)).story == theirs


def test_a_reply_that_is_lengthened_stays_one_turn(talk):
    talk.send(GREETING, FIRST, replies=[ANSWER])
    order = ("system", "[Continue your last message without repeating it.]")
    more = talk.send(GREETING, FIRST, ANSWER, after=[order], replies=["Sit by the stove."])
    assert (more.kind, talk.pending(more)) == ("continue", [f"{ANSWER} Sit by the stove."])
    after = talk.send(GREETING, FIRST, f"{ANSWER}  Sit by the stove.", SECOND)
    assert talk.line(after) == [GREETING, FIRST, f"{ANSWER}  Sit by the stove.", SECOND]


def test_chinese_chats_are_placed_alike(talk):
    greeting, first, answer = (
        "天色将暗，驿站外下起了雪。",
        "我把马牵进马棚，拍掉身上的雪。",
        "沈青禾看了你一眼：先喝口热汤。",
    )
    talk.send(greeting, first, replies=[answer])
    after = talk.send(greeting, first, answer, "我问她的伤是怎么来的。")
    assert talk.line(after) == [greeting, first, answer, "我问她的伤是怎么来的。"]


@pytest.mark.parametrize(
    ("short", "others"),
    [("I wait.", "Welcome to the mill, stranger."), ("我点点头。", "磨坊到了，水车停着。")],
)
def test_short_words_that_two_chats_share_do_not_make_them_one(talk, short, others):
    first = talk.send(GREETING, FIRST, replies=[ANSWER])
    last = talk.send(GREETING, FIRST, ANSWER, short, replies=["The lamp goes out, and nobody lights it."])
    other = talk.send(others, short, replies=["The wheel turns once more."])
    assert (first.story == last.story, other.story == first.story) == (True, False)
    assert talk.line(other) == [others, short]
    again = talk.send(
        GREETING, FIRST, ANSWER, short, "The lamp goes out, and nobody lights it.", "I sleep by the stove."
    )
    assert (again.story, len(talk.line(again))) == (first.story, 6)


def test_ids_keep_chats_apart_that_begin_alike_until_a_reply_says_otherwise(talk):
    first = talk.send(GREETING, FIRST, replies=[ANSWER], chat_id="z1")
    other = talk.send(GREETING, FIRST, replies=["She burns the letter unread."], chat_id="z2")
    assert first.story != other.story
    assert talk.send(GREETING, FIRST, ANSWER, SECOND, chat_id="z1").story == first.story
    cloned = talk.send(GREETING, FIRST, ANSWER, "I say nothing.", chat_id="z3")
    assert (cloned.story, cloned.branch != first.branch) == (first.story, True)


def test_a_question_about_a_named_story_is_recalled_for_and_tells_nothing(talk):
    named = {"path": "/s/gull/v1/chat/completions"}
    question = Request(named["path"], {}, {"messages": [{"role": "user", "content": "Who has the key?"}]})
    assert not talk.placer.place(question).story
    told = talk.send(GREETING, FIRST, stream=False, **named)
    asked = talk.placer.place(question)
    assert (asked.story, asked.turn, asked.kind, asked.cue) == (
        "gull",
        told.turn,
        "quiet",
        "Who has the key?",
    )
    assert asked.is_recalled_for
    assert talk.line(asked) == [GREETING, FIRST]


def test_where_chats_stream_a_call_that_does_not_and_shows_nothing_is_a_programs(talk):
    named = {"path": "/s/gull/v1/chat/completions"}
    talk.send(GREETING, FIRST, **named)
    asked = Request(named["path"], {}, {"messages": [{"role": "user", "content": "Which mood is this?"}]})
    assert not talk.placer.place(asked).is_recalled_for


def test_first_words_that_are_edited_after_their_answer_leave_nothing_behind(talk):
    def send(*texts, replies=()):
        said = [("user", "assistant")[at % 2] for at in range(len(texts))]
        messages = [{"role": role, "content": text} for role, text in zip(said, texts, strict=True)]
        body = {"messages": messages, "stream": True, "chat_id": "z1"}
        placed = talk.placer.place(Request("/v1/chat/completions", {}, body))
        talk.placer.replied(placed, [Reply(text) for text in replies])
        return placed

    send("Tell me of Mira, who killed the king.", replies=["Mira hides the knife."])
    edited = send("A quiet evening by the river, Tobin is fishing.", replies=["Tobin hums."])
    assert talk.line(edited) == ["A quiet evening by the river, Tobin is fishing."]
    after = send("A quiet evening by the river, Tobin is fishing.", "Tobin hums.", "He catches a trout.")
    assert len(talk.line(after)) == 3


@pytest.mark.parametrize(
    "order",
    ["Write the next reply from the point of view of Mira only.", "请以林瑶的视角写下一段回复。"],
)
def test_an_order_behind_every_new_message_is_an_ordinary_one_whatever_its_words(talk, order):
    first = talk.send(GREETING, FIRST, replies=[ANSWER], after=[("system", order)])
    swipe = talk.send(GREETING, FIRST, replies=["She laughs."], after=[("system", order)])
    assert (first.kind, swipe.kind, talk.pending(swipe)) == (
        "append",
        "swipe",
        sorted([ANSWER, "She laughs."]),
    )
    draft = talk.send(GREETING, FIRST, ANSWER, after=[("system", "Write from the point of view of Aldous.")])
    assert draft.kind == "impersonate"


def test_an_order_that_tells_the_time_is_known_again(talk):
    talk.send(
        GREETING, FIRST, replies=[ANSWER], stream=False, after=[("system", "It is 10:41. Keep it dry.")]
    )
    again = talk.send(GREETING, FIRST, stream=False, after=[("system", "It is 10:42. Keep it dry.")])
    assert again.kind == "swipe"


@pytest.fixture
def plain(talk):
    """A front end without greetings and markers: user and assistant in turn, and the answer to the last."""

    def send(*texts, reply=""):
        roles = ("user", "assistant")
        messages = [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]
        placed = talk.placer.place(
            Request("/v1/chat/completions", {}, {"messages": messages, "stream": True})
        )
        talk.placer.replied(placed, [Reply(reply)] if reply else [])
        return placed

    return send


@pytest.mark.parametrize(
    ("said", "reply", "more", "less"),
    [
        ("Who keeps the light?", "Old Gu does, since the storm.", "Take me to him.", "Let him be."),
        ("谁在守灯塔？", "老顾，从那场风暴起。", "带我去见他。", "算了。"),
    ],
)
def test_a_second_reply_of_a_plain_chat_may_be_made_again_and_again(talk, plain, said, reply, more, less):
    first = plain(said, reply=reply)
    plain(said, reply, more, reply="He is on the stair.")
    again = plain(said, reply, more, reply="He sleeps.")
    assert (again.story, again.kind, talk.line(again)) == (first.story, "swipe", [said, reply, more])
    edited = plain(said, reply, less)
    assert (edited.story, talk.line(edited)) == (first.story, [said, reply, less])


def test_after_a_restart_a_line_that_was_left_for_a_branch_is_known(talk):
    told = [GREETING, FIRST]
    for number in range(8):
        reply = f"Mira opens the door of the {number}th house and says nothing of the storm."
        talk.send(*told, replies=[reply])
        told += [reply, f"I carry the lantern to the {number}th house and knock."]
    main = talk.send(*told)
    talk.send(*told[:3], "In this one I run away.", replies=["You run."])
    talk.begin_anew()
    window = [(("assistant", "user")[at % 2], text) for at, text in enumerate(told)][-6:]
    back = talk.send(*window, ("assistant", "The door stays shut."), ("user", "I sit down."))
    assert (back.story, len(talk.line(back))) == (main.story, len(told) + 2)
