"""A story in the person's mind: what is said and done in one chat, with the truth that goes with each act."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sillytavern_live.captured import Truth
from sillytavern_live.hop import Passed
from sillytavern_live.model import Reply
from sillytavern_live.session import Session

Said = Reply | str

APPENDS, REPLACES, NOTHING = "append_to_last_assistant", "replace_last_assistant", "nothing"
ANOTHER, NARRATED, UNANSWERED = "new_assistant_message", "new_narrator_message", "user_message_only"


@dataclass(frozen=True, slots=True)
class Tale:
    """One branch of one story of a session."""

    session: Session
    story: str
    branch: str = "main"

    def on(self, branch: str) -> "Tale":
        """The same story on another branch."""
        return replace(self, branch=branch)

    def truth(self, kind: str, commits: str = "new_pair", note: str = "") -> Truth:
        """The truth about a request of this chat."""
        return Truth(kind, self.story, self.branch, commits, note)

    def first(self, name: str, text: str, reply: Said, did: str = "") -> list[Passed]:
        """The first message of a chat."""
        return self.session.says(name, text, reply, self.truth("first_turn"), did)

    def says(self, name: str, text: str, reply: Said, did: str = "") -> list[Passed]:
        """A message and the reply to it."""
        return self.session.says(name, text, reply, self.truth("turn"), did)

    def speaks_again(self, name: str, *replies: Said, did: str = "sends an empty box after a reply") -> None:
        """Another reply without a message."""
        act = lambda: self.session.person.send("")  # noqa: E731
        self.session.did(name, did, self.truth("turn", ANOTHER), act, *replies)

    def swipes(self, name: str, reply: Said, did: str = "swipes the last reply to the right") -> list[Passed]:
        """A new version of the last reply."""
        return self._replaces(name, did, "swipe", self.session.person.swipe, reply)

    def regenerates(self, name: str, *replies: Said, did: str = "Options > Regenerate") -> list[Passed]:
        """The last reply thrown away and made anew."""
        return self._replaces(name, did, "regenerate", self.session.person.regenerate, *replies)

    def answered_anew(self, name: str, reply: Said, did: str) -> list[Passed]:
        """A reply in the place of a deleted one."""
        return self._replaces(name, did, "turn", lambda: self.session.person.send(""), reply)

    def goes_on(self, name: str, reply: Said, did: str = "Options > Continue") -> list[Passed]:
        """The last reply lengthened."""
        person = self.session.person
        return self.session.did(name, did, self.truth("continue", APPENDS), person.go_on, reply)

    def impersonates(self, name: str, reply: Said, did: str = "Options > Impersonate") -> list[Passed]:
        """A message of the person drafted by the model."""
        act = self.session.person.impersonate
        return self.session.did(name, did, self.truth("impersonate", NOTHING), act, reply)

    def quietly(self, name: str, line: str, *replies: Said, did: str = "") -> list[Passed]:
        """A slash command that asks the model without telling anything."""
        act = lambda: self.session.person.command(line)  # noqa: E731
        return self.session.did(name, did or f"types {line}", self.truth("quiet", NOTHING), act, *replies)

    def silently(self, name: str, did: str, act: Callable[[], object]) -> None:
        """Something that nobody is told of."""
        self.session.silently(name, did, self.truth("none", NOTHING), act)

    def edits(self, name: str, at: int, text: str) -> None:
        """Reword a message; a negative place counts from the end."""
        place = at % len(self.session.page.chat())
        self.silently(name, f"edits message {place}", lambda: self.session.person.edit(place, text))

    def deletes(self, name: str, at: int) -> None:
        """Delete one message."""
        place = at % len(self.session.page.chat())
        self.silently(name, f"deletes message {place}", lambda: self.session.person.delete(place))

    def deletes_last(self, name: str, count: int) -> None:
        """Delete the last messages."""
        place = len(self.session.page.chat()) - count
        self.silently(name, f"deletes the last {count}", lambda: self.session.person.delete_from(place))

    def branches(self, name: str, at: int) -> str:
        """Make a branch after a message and go there; the name of its file."""
        act = lambda: self.session.person.branch(at)  # noqa: E731
        self.silently(name, f"makes a branch after message {at}", act)
        return str(self.session.page.where()["chat_file"])

    def _replaces(
        self, name: str, did: str, kind: str, act: Callable[[], object], *replies: Said
    ) -> list[Passed]:
        return self.session.did(name, did, self.truth(kind, REPLACES), act, *replies)


def commands(session: Session, lines: Sequence[str]) -> None:
    """Type slash commands that ask no model."""
    for line in lines:
        session.person.command(line)
