"""B: branches and checkpoints, and the way back."""

from sillytavern_live.parts.lighthouse import main_chat
from sillytavern_live.session import Session


def play(session: Session) -> None:
    tale = main_chat(session)
    person = session.person
    at = max(2, min(9, len(session.page.chat()) - 3))
    other = tale.on("branch-1")
    other.branches("branch_make", at)
    other.says(
        "branch_turn1",
        "Instead, I get up and try the door of the lamp room.",
        '"Locked, of course," Mira calls. "Corrine Hale tried that too."',
    )
    other.says(
        "branch_turn2",
        "I break the lock with the poker.",
        '"Now you have done it," she says, and the lamp goes out.',
    )
    person.open_chat(session.main)
    tale.says("main_after_branch", "Back at the table, I fold the map.", '"Keep it dry," Mira says.')
    made: list[str] = []
    last = len(session.page.chat()) - 1
    tale.silently(
        "checkpoint_make",
        "makes a checkpoint at the last message and stays",
        lambda: made.append(person.checkpoint(last, "before the storm")),
    )
    tale.says(
        "main_after_checkpoint",
        '"Will the glass hold?" I ask when the storm hits.',
        '"It held in \'98," Mira says. "Mostly."',
    )
    person.open_chat(made[0])
    tale.on("checkpoint-1").says(
        "checkpoint_turn", "I go down to the cellar to count the barrels.", '"Mind the cat," Mira says.'
    )
    person.open_chat(session.main)
