"""An act of every kind in two minutes: what the tests play."""

from sillytavern_live.cards import MIRA, SHEN
from sillytavern_live.model import Reply
from sillytavern_live.parts import errors, group, replies
from sillytavern_live.session import Session
from sillytavern_live.tale import Tale

FACT = "Tobin Reed gave the silver key to Corin Hale."


def play(session: Session) -> None:
    tale = Tale(session, "lighthouse")
    session.person.open_character(MIRA)
    _turns(tale)
    _wordless(tale)
    _not_told(tale)
    _branch(tale)
    _window(tale)
    _group(Tale(session, "tavern"))
    _refused(Tale(session, "驿站"))


def _turns(tale: Tale) -> None:
    tale.first(
        "first_turn", "I shake the rain from my coat.", f'{FACT} "Sit by the stove, Aldous," Mira says.'
    )
    tale.says("second_turn", '"My brother sent me," I say.', '"Your brother owes Tobin a boat," Mira says.')
    tale.says("third_turn", "I ask for the lamp room.", '"Locked," Mira says.')
    tale.swipes("swipe", '"Open," Mira says.')
    tale.silently("swipe_back", "swipes back", lambda: tale.session.person.pick("left"))
    tale.says("after_swipe_back", '"Why is it locked?"', '"Because of the storm," Mira says.')


def _wordless(tale: Tale) -> None:
    tale.edits("edit_user", 3, '"My sister sent me," I say.')
    tale.edits("edit_assistant", 4, '"Your sister owes Tobin a horse," Mira says.')
    tale.says("after_edits", "I look at the sea.", '"No ferry today," Mira says.')
    tale.deletes("delete_last", -1)
    tale.says("after_deletion", "I go to bed.", '"Sleep well," Mira says.')
    tale.regenerates("regenerate", '"I will wake you at four," Mira says.')
    tale.goes_on("continue", " She lights a candle.")
    tale.says("after_continue", "I thank her.", '"Do not thank me yet," Mira says.')


def _not_told(tale: Tale) -> None:
    tale.impersonates("impersonate", "I spread the old map over the table.")
    tale.session.did(
        "send_draft",
        "sends the draft",
        tale.truth("turn"),
        tale.session.person.send_what_is_there,
        '"That is the old coast," Mira says.',
    )
    tale.quietly(
        "quiet", "/genraw List three image tags. | /echo {{pipe}}", "lighthouse, storm, oil painting"
    )
    tale.quietly(
        "quiet_with_chat", "/gen Summarize in one sentence. | /echo {{pipe}}", "A guest came in the rain."
    )
    replies.stops(tale, "stop_midway", '"Check the lamp," I say.', 10)
    tale.says("after_stop", "I follow her up.", '"Somebody was here," Mira says.')


def _branch(tale: Tale) -> None:
    branch = tale.on("branch")
    branch.branches("branch_make", 6)
    branch.says("on_the_branch", "I break the lock with the poker.", '"Now you have done it," Mira says.')
    branch.says("further_on_the_branch", "I climb the stairs.", '"Come back," Mira calls.')
    tale.session.person.open_chat(str(tale.session.page.where()["main_chat"]))
    tale.says("back_on_main", "I fold the map.", '"Keep it dry," Mira says.')


def _window(tale: Tale) -> None:
    page = tale.session.page
    page.put("#openai_max_tokens", "200")
    page.put("#openai_max_context", "560")
    tale.says("short_window", '"Who has the silver key of Tobin Reed?" I ask.', '"Corin has it," Mira says.')
    page.put("#openai_max_context", "4095")


def _group(tale: Tale) -> None:
    group.make_group(tale.session)
    group.says(
        tale,
        "group_turn",
        '"A round for everyone," I say.',
        *('"Then I drink for two!" Orin roars.', '"Only half a glass for me," Mira says.'),
    )
    group.says(tale, "group_turn2", '"Who sings?"', '"I do," Orin says.', '"God help us," Mira says.')


def _refused(tale: Tale) -> None:
    session = tale.session
    session.person.open_character(SHEN)
    tale.first("zh_first_turn", "我把马牵进马棚。「匣子还在吧？」", "「在。」沈青禾看了你一眼。")
    errors.fails(tale, "stream_503", errors.refused(503))
    errors.fails(tale, "broken_off", Reply("This sentence is cut in the middle of everything", drop_after=4))
    tale.says("zh_after_errors", "「先睡吧。」", "「你先睡。我守上半夜。」")
