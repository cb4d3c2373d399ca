"""J: the other protocol, in which a chat is one text: it is passed on as it is."""

from sillytavern_live.cards import ORIN
from sillytavern_live.session import Session
from sillytavern_live.tale import Tale


def play(session: Session) -> None:
    session.person.open_character(ORIN)
    session.person.new_chat()
    session.person.connect_to_text(session.hop.url)
    tale = Tale(session, "orin-B")
    tale.first("text_completion_turn1", '"Is this the Blue Anchor?"', ' "The very same," Orin says.')
    tale.says("text_completion_turn2", '"Good."', ' "Sit, then," Orin says.')
    tale.swipes("text_completion_swipe", ' "Stand, then," Orin says.')
    session.page.put("#instruct_enabled", True)
    tale.says("text_completion_instruct", '"As you like."', ' "I like," Orin says.')
    session.page.put("#instruct_enabled", False)
    session.person.connect_to_chat()
