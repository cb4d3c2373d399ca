"""F: other chats with the same card, the same greeting and the same first words; another persona."""

from sillytavern_live.cards import MIRA
from sillytavern_live.parts.lighthouse import LETTER
from sillytavern_live.session import PERSONA, Session
from sillytavern_live.tale import Tale


def play(session: Session) -> None:
    session.person.open_character(MIRA)
    session.person.new_chat()
    third = Tale(session, "mira-C")
    third.first("same_card_new_chat_turn1", LETTER, '"Another letter? Put it on the pile," Mira says.')
    third.says("same_card_new_chat_turn2", '"What pile?" I ask.', '"The one that nobody reads," Mira says.')
    session.person.new_chat()
    fourth = Tale(session, "mira-D")
    fourth.silently("greeting_swipe", "picks the other greeting", lambda: session.person.pick("right"))
    fourth.first("alt_greeting_turn1", '"It is me, Aldous!" I shout up.', '"Prove it," Mira shouts down.')
    _call_oneself(session, "Wren")
    fourth.says("persona_changed", '"And I am Wren," says a second voice.', '"Two of you now," Mira sighs.')
    _call_oneself(session, PERSONA)


def _call_oneself(session: Session, name: str) -> None:
    session.person.command(f"/persona {name}" if session.is_old else f"/persona-set mode=temp {name}")
    session.page.agree()
    session.page.until(lambda: session.page.where()["user"] == name, f"the persona {name}")
