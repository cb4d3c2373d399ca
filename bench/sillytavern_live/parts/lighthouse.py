"""A: turns, swipes, edits, deletions, continuing and impersonating in one chat."""

from sillytavern_live.cards import MIRA
from sillytavern_live.session import Session
from sillytavern_live.tale import Tale

LETTER = 'I hand over the letter and shake the rain from my coat. "It is for the keeper."'


def play(session: Session) -> None:
    tale = main_chat(session)
    _first_turns(tale)
    _swipes(tale)
    _edits(tale)
    _deletions(tale)
    _goes_on(tale)


def main_chat(session: Session) -> Tale:
    """The chat that most parts go on with, opened."""
    if not session.main:
        session.person.open_character(MIRA)
        session.main = session.page.where()["chat_file"]
    return Tale(session, "mira-A")


def _first_turns(tale: Tale) -> None:
    tale.first(
        "first_turn",
        LETTER,
        '*She turns the letter over.* "A black seal. Sit by the stove, Aldous. '
        'Nobody has used that seal in eleven years."',
    )
    tale.says(
        "turn2",
        '"My brother Corin gave it to me before he sailed for Harrow," I say.',
        '"Corin Hale? He still owes Tobin Reed a boat," Mira says, and sets the kettle on.',
    )
    tale.says(
        "turn3",
        "I ask how much oil is left for the lamp.",
        '"Nine barrels. Enough for three weeks if the wind is kind." *She does not open the letter yet.*',
    )
    tale.says(
        "turn4",
        '"Where do you keep the spare key to the lamp room?"',
        '"Under the third stair," she whispers. "Only Tobin knows, and now you."',
    )
    tale.says(
        "turn5",
        "I promise never to tell anyone about the key.",
        '*Mira nods.* "Then we have an agreement." She lights the second lantern.',
    )
    tale.says(
        "turn6",
        '"Open the letter, Mira. I want to know what it says."',
        '*She breaks the seal, reads, and throws the letter into the stove.* "It asks for your life," she says.',
    )


def _swipes(tale: Tale) -> None:
    tale.swipes(
        "swipe_new",
        '*She breaks the seal, reads, and hides the letter inside the wall clock.* "It names an heir," she says.',
    )
    tale.swipes(
        "swipe_new_again",
        '*She refuses to break the seal.* "Not tonight," Mira says, and locks the letter in the sea chest.',
    )
    tale.silently("swipe_back", "swipes back to version 2", lambda: tale.session.person.pick("left"))
    tale.says(
        "turn7_after_swipe_back",
        '"An heir to what?" I look at the clock.',
        '"To House Marrow," Mira answers. "To everything on this rock."',
    )


def _edits(tale: Tale) -> None:
    tale.edits("edit_user", 3, '"My sister Corinne gave it to me before she sailed for Harrow," I say.')
    tale.says(
        "turn8_after_user_edit",
        "I walk to the window and watch the sea.",
        '"The ferry will not come tomorrow either," Mira says behind you.',
    )
    tale.edits(
        "edit_assistant",
        6,
        '"Three barrels. Enough for one week if the wind is kind." *She does not open the letter yet.*',
    )
    tale.says(
        "turn9_after_assistant_edit",
        '"Then we should save oil," I say.',
        '"We should save matches first. Four are left."',
    )


def _deletions(tale: Tale) -> None:
    tale.deletes("delete_last", -1)
    tale.answered_anew(
        "empty_send_after_delete",
        '"Agreed. We put out the stair lamps at nine," Mira says.',
        "sends an empty box: the chat ends with a message of the person",
    )
    tale.deletes("delete_last_reply_again", -1)
    tale.says(
        "turn_after_deleted_reply",
        "I change my mind and go to bed.",
        '"Sleep. I will wake you at the change of the watch."',
    )
    tale.deletes_last("delete_several", 4)
    tale.says(
        "turn_after_delete_several",
        "I sit down next to the stove and say nothing for a while.",
        '*The kettle sings.* "Silence suits you," Mira says.',
    )
    tale.deletes("delete_middle", 8)
    tale.says(
        "turn_after_delete_middle",
        '"Tell me about the year the house fell," I ask.',
        '"401. The sea took their ships, and the bank took the rest."',
    )


def _goes_on(tale: Tale) -> None:
    page, person = tale.session.page, tale.session.person
    tale.regenerates("regenerate", '"The harbour bell was sold that winter."')
    tale.goes_on("continue_nudge", " And the keeper before me wept for a week, they say.")
    page.put("#continue_prefill", True)
    tale.goes_on("continue_prefill", " His name was Osric.", "continues with 'Continue prefill' on")
    page.put("#continue_prefill", False)
    tale.says(
        "turn_after_continue",
        '"Osric," I repeat. "I have heard that name."',
        '"Everyone on the coast has."',
    )
    tale.impersonates("impersonate", "I pull the old map from my bag and spread it over the table.")
    tale.session.did(
        "send_impersonated",
        "sends the draft as it is",
        tale.truth("turn"),
        person.send_what_is_there,
        '"This is the old coast, before the breakwater," Mira says.',
    )
