"""D: replies that are stopped, not streamed, altered by the front end, or several at once."""

from sillytavern_live.model import Reply
from sillytavern_live.parts.lighthouse import main_chat
from sillytavern_live.session import Session
from sillytavern_live.tale import REPLACES, Tale, commands

LONG = (
    "Mira climbs the stairs slowly, counting each of them aloud, and the wind counts with her, and at the top she "
    "finds the lamp room door open and the second lantern gone and a wet footprint that is not hers."
)


def play(session: Session) -> None:
    tale = main_chat(session)
    _stopped(tale)
    _not_streamed(tale)
    _altered(tale)
    _several(tale)
    _in_a_row(tale)


def stops(tale: Tale, name: str, text: str, pieces: int) -> None:
    """Send a message and stop the reply after so many pieces."""
    session = tale.session
    act = session.stop_after(lambda: session.person.send(text), pieces)
    truth = tale.truth("turn", "new_pair", "the front end keeps what it has shown")
    session.did(name, f"stops the reply after {pieces} pieces", truth, act, Reply(LONG, pause=0.2))


def _stopped(tale: Tale) -> None:
    session = tale.session
    stops(tale, "stop_midway", '"Check the lamp," I say.', 14)
    stops(tale, "stop_very_early", '"Go on, check it," I say.', 2)
    tale.says("turn_after_stop", "I follow her up.", '"Somebody was here," Mira says.')
    slow = (
        "Slow and never ending words go here, one after the other, until somebody swipes them away for good."
    )
    session.did(
        "swipe_stopped",
        "swipes and stops the new version midway",
        tale.truth("swipe", REPLACES),
        session.stop_after(session.person.swipe, 9),
        Reply(slow, pause=0.25),
    )
    tale.silently(
        "swipe_back_after_stop", "swipes back to the first version", lambda: session.person.pick("left")
    )


def _not_streamed(tale: Tale) -> None:
    tale.session.page.put("#stream_toggle", False)
    tale.says(
        "non_streaming_turn", '"Who?" I ask.', '"Somebody with small feet," Mira says.', "without streaming"
    )
    tale.swipes("non_streaming_swipe", '"A child, or a thief," Mira says.')
    tale.session.page.put("#stream_toggle", True)


def _altered(tale: Tale) -> None:
    page = tale.session.page
    tale.says("reply_with_name_prefix", '"Both?" I ask.', 'Mira Vale: "Both, then."\n\n\n')
    runs_on = '"Bar it," she says.\nAldous: I bar the door at once.\nMira Vale: "Good."'
    tale.says(
        "turn_after_prefix", '"We should bar the door."', runs_on, "the model writes the person's line too"
    )
    thinking = Reply('"Rest," Mira says.', reasoning="She is tired of him. Keep it short.")
    tale.says("turn_after_runon", "I sit down again.", thinking)
    tagged = '<think>He is afraid. Let her be kind.</think>\n"Here is as good as anywhere," Mira says.'
    tale.says("turn_think_tags", '"Rest? Here?"', tagged)
    page.put("#trim_sentences_checkbox", True)
    tale.says("turn_trim_sentences", '"Fine," I say.', '"Good." She trims the wick. Then she begins to')
    page.put("#trim_sentences_checkbox", False)
    tale.says("turn_after_trim", "I close my eyes.", "*The lamp turns.*")


def _several(tale: Tale) -> None:
    page, person = tale.session.page, tale.session.person
    page.put("#n_openai", "3")
    texts = ('"You slept," Mira says.', '"You talked in your sleep," Mira says.', "*Mira is gone.*")
    tale.says("multi_swipe_n3", "I wake before dawn.", Reply(texts=texts))
    page.put("#n_openai", "1")
    tale.silently("pick_other_choice", "picks the second choice", lambda: person.pick("right"))
    tale.says("turn_after_multi_swipe", '"What did I say?" I ask.', '"A name. Osric," Mira says.')


def _in_a_row(tale: Tale) -> None:
    commands(tale.session, ["/send I light my pipe."])
    tale.says("send_without_reply_then_turn", '"Osric," I say slowly.', '"Put that pipe out," Mira says.')
    tale.speaks_again("empty_send_after_reply", "*She opens the window herself.*")
    tale.says("turn_after_double_reply", "I put it out.", '"Thank you."')
