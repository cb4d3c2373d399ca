"""K: other ways to try again, moved messages, lines of third persons, pictures."""

from sillytavern_live.cards import MIRA
from sillytavern_live.session import Session
from sillytavern_live.tale import Tale, commands


def play(session: Session) -> None:
    session.person.open_character(MIRA)
    session.person.new_chat()
    tale = Tale(session, "mira-K")
    _tries_again(tale)
    _moves_and_third_persons(tale)
    _pictures(tale)


def _tries_again(tale: Tale) -> None:
    tale.first("k_first", "I knock twice.", '"Once is enough," Mira says.')
    tale.says("k_second", '"The sea took my boat."', '"It takes all of them. What was her name?"')
    tale.edits("k_edit_last_user", -2, '"The sea took my horse."')
    tale.swipes(
        "edit_last_user_then_swipe",
        '"A horse? Out here?" Mira asks.',
        "swipes after editing the own last message",
    )
    tale.edits("k_edit_last_reply", -1, '"A horse? On this rock? You are mad," Mira says.')
    tale.says("edit_last_reply_then_turn", '"She was called Ember."', '"Then Ember is at peace," Mira says.')
    tale.deletes_last("k_delete_pair", 2)
    tale.says("retry_other_input", '"She was called Cinder."', '"Cinder. A good name," Mira says.')


def _moves_and_third_persons(tale: Tale) -> None:
    session = tale.session
    at = len(session.page.chat()) - 3
    tale.silently("k_move", "moves a message up", lambda: session.person.move_up(at))
    tale.says("moved_message_then_turn", "I look out at the rocks.", '"Nothing there but gulls," Mira says.')
    commands(session, ['/sendas name="Tobin Reed" "Open up, Mira! The harbour dues!"'])
    tale.says(
        "sendas_then_turn", "I hide behind the clock.", '"Nobody is here," Mira calls through the door.'
    )


def _pictures(tale: Tale) -> None:
    tale.session.page.give("#file_form_input", str(tale.session.files / "photo.png"))
    tale.says("image_attached", "I show her this drawing.", '"A green square. Very modern," Mira says.')
    tale.says("image_in_history", '"It is a door."', '"It is green," Mira says.')
