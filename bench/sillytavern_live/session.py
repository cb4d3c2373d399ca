"""A session: model, proxy, hop, SillyTavern and its page, and a person who acts before it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sillytavern_live import model, processes
from sillytavern_live.captured import Act, Captures, Truth
from sillytavern_live.cards import written
from sillytavern_live.hop import Hop, Passed
from sillytavern_live.model import Model, Reply
from sillytavern_live.page import PATIENCE, Page, opened
from sillytavern_live.person import Person
from sillytavern_live.presets import write_presets

PERSONA = "Aldous"
STORE = "stories.db"
_PATIENT = ("--deadline", "30000")
"""A machine under load must not decide whether a request is placed in time."""


_LATE = 120  # seconds until what an act that failed has begun must be over


@dataclass(slots=True)
class Session:
    """Everything that runs. ``did`` has the person act, waits for what comes of it, and keeps it."""

    app: Path
    files: Path
    page: Page
    person: Person
    model: Model
    hop: Hop
    proxy: str
    captures: Captures
    main: str = ""
    """The chat that most parts go on with, by the name of its file."""

    @property
    def is_old(self) -> bool:
        """Whether this SillyTavern is one of 2024, which has other commands and fewer events."""
        major, minor = self.captures.version.split(".")[:2]
        return (int(major), int(minor)) < (1, 13)

    def did(
        self,
        name: str,
        did: str,
        truth: Truth | Sequence[Truth],
        act: Callable[[], object],
        *replies: Reply | str,
        requests: int | None = None,
        seconds: float = PATIENCE,
    ) -> list[Passed]:
        """Have something done that makes so many requests, by default one for each reply.

        An act that fails is kept with its error; the session goes on.
        """
        self.page.rest(seconds=_LATE)
        self.settle()
        self.model.say_next(replies)
        expected = len(replies) if requests is None else requests
        known, told = len(self.hop.completions()), len(self.model.answered)
        before, where = self.page.chat(), self.page.where()
        self.page.new_toasts()
        self.page.new_types()
        failed = ""
        try:
            act()
            self._wait(known, expected, seconds)
        except Exception as error:  # noqa: BLE001 - one act that fails must not end the session
            failed = f"{type(error).__name__}: {error}"[:600]
        passed, answered = self.hop.completions()[known:], self.model.answered[told:]
        kinds = self.page.new_types()
        self.captures.keep(
            Act(
                name=name,
                did=did,
                truths=(truth,) if isinstance(truth, Truth) else truth,
                before=before,
                after=self.page.chat(),
                where=(where, self.page.where()),
                toasts=self.page.new_toasts(),
                types=kinds if len(kinds) == len(passed) else [None] * len(passed),
                failed=failed,
            ),
            passed,
            answered,
        )
        _report(name, passed, failed)
        return passed

    def says(self, name: str, text: str, reply: Reply | str, truth: Truth, did: str = "") -> list[Passed]:
        """Have a message typed and sent."""
        return self.did(name, did or f"sends {text!r}", truth, lambda: self.person.send(text), reply)

    def silently(self, name: str, did: str, truth: Truth, act: Callable[[], object]) -> None:
        """Have something done that the proxy never hears of."""
        self.did(name, did, truth, act)

    def settle(self) -> None:
        """Wait until the proxy has kept and read everything: people take longer to write than it to read."""
        self.page.until(lambda: processes.rested(self.proxy), "the proxy to rest")

    def sent_pieces(self, known: int, most: int) -> bool:
        """Whether the model has sent so many pieces of the answer after the first ``known`` ones."""
        answered = self.model.answered[known:]
        return bool(answered) and answered[0].pieces >= most

    def stop_after(self, act: Callable[[], object], pieces: int) -> Callable[[], None]:
        """An act that is stopped when so many pieces of the reply were sent."""

        def stopped() -> None:
            known = len(self.model.answered)
            act()
            self.page.until(lambda: self.sent_pieces(known, pieces), "the first words")
            self.person.stop()

        return stopped

    def _wait(self, known: int, expected: int, seconds: float) -> None:
        def are_over() -> bool:
            passed = self.hop.completions()[known:]
            return len(passed) >= expected and all(one.over.is_set() for one in passed)

        self.page.until(are_over, f"{expected} requests", seconds)
        self.page.rest(seconds=seconds)
        self.page.until(are_over, "the last request", seconds)
        self.page.until(lambda: all(one.over.is_set() for one in self.model.answered), "the model", seconds)
        self.settle()


@contextmanager
def session(app: Path, folder: Path) -> Iterator[Session]:
    """A session with an installed SillyTavern, connected, with its characters; it leaves captures in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = written(folder / "cards")
    write_presets(app, files)
    captures = Captures(folder, processes.version_of(app))
    with (
        Model() as upstream,
        processes.fabula(folder / STORE, upstream.url, folder, _PATIENT) as proxy,
        Hop(proxy) as hop,
        processes.sillytavern(app, folder / "sillytavern") as front,
        opened(front, PERSONA) as page,
    ):
        person = Person(page)
        person.connect(f"{hop.url}/v1", model.NAME, "test-key-1")
        for card in ("mira.png", "orin.json", "shen.png"):
            page.give("#character_import_file", str(files / card))
        page.new_toasts()
        yield Session(app, files, page, person, upstream, hop, proxy, captures)


def _report(name: str, passed: Sequence[Passed], failed: str) -> None:
    told = [(one.answer()[0], one.answer()[1].get("x-fabula-kind", "-")) for one in passed]
    print(f"{name}: {told} {failed}", flush=True)
