"""Random chats with random acts: wherever a request stands, its line is the chat that the person sees."""

import random
import re
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fabula.ledger.ledger import Ledger
from fabula.ledger.match import taken_apart
from fabula.serve.proxy.placing.placed import Placed, Reply
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.placing.request import Request
from fabula.stores.memory import MemoryStore

WORDS = re.findall(
    r"\w+",
    "lamp harbour stair letter oil storm map kettle seal gull rope winter tower clock brother ferry candle "
    "forest coin bridge raven salt mirror door garden bell wolf silver ash hollow king river glass thorn",
)
HAN = "山河雨雪灯城门影刀剑茶马书信夜月花路桥舟寺钟铁衣云石火风林竹"
GREETING = "Rain beats on the glass of the old tower, and somebody is awake up there."
FRAME = (
    "Write the keeper's next reply in a fictional chat.",
    "The keeper is dry, careful and loyal; the tower stands on a rock.",
)
MARKER = "[Start a new Chat]"


def sentence(number: int) -> str:
    """A sentence that resembles no other one much."""
    dice = random.Random(number)
    if number % 5 == 4:
        return "".join(dice.choice(HAN) for _ in range(14)) + "。"
    return " ".join(dice.choice(WORDS) for _ in range(9)) + "."


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a chat."""

    role: str
    text: str
    hidden: bool = False
    age: int = 0

    @property
    def is_narrator(self) -> bool:
        return self.role == "system"


@dataclass
class FrontEnd:
    """Chats with one card. ``note`` is put ``depth`` messages from the end, with ``note_role``."""

    chats: list[list[Entry]] = field(default_factory=list)
    families: list[int] = field(default_factory=list)
    current: int = 0
    spoken: int = 0
    note: str = ""
    note_role: str = "system"
    depth: int = 2
    window: int = 0
    names: bool = False
    versions: list[str] = field(default_factory=list)

    @property
    def chat(self) -> list[Entry]:
        return self.chats[self.current]

    def new_text(self) -> str:
        self.spoken += 1
        return sentence(self.spoken)

    # acts that send nothing

    def open_new(self) -> None:
        self.chats.append([Entry("assistant", GREETING)])
        self.families.append(len(self.families) + 1000)
        self.current = len(self.chats) - 1

    def branch(self, at: int) -> None:
        self.chats.append(list(self.chat[: at + 1]))
        self.families.append(self.families[self.current])
        self.current = len(self.chats) - 1

    def edit(self, at: int) -> None:
        self.chat[at] = replace(self.chat[at], text=self.new_text())

    def delete(self, at: int) -> None:
        del self.chat[at]

    def hide(self, at: int) -> None:
        self.chat[at] = replace(self.chat[at], hidden=not self.chat[at].hidden)

    def narrate(self) -> None:
        self.chat.append(Entry("system", self.new_text()))

    # acts that send a request

    def say(self) -> None:
        self.chat[:] = [replace(entry, age=entry.age + 1) for entry in self.chat]
        self.chat.append(Entry("user", self.new_text()))

    def take_back_reply(self) -> None:
        while self.chat and self.chat[-1].role == "assistant" and len(self.chat) > 1:
            self.chat.pop()

    def request(self, *, instruction: str = "", stream: bool = True) -> Request:
        shown = [entry for entry in self.chat if not entry.hidden]
        shown = shown[-self.window :] if self.window else shown
        history = [self._message(entry) for entry in shown]
        if self.note and len(history) >= self.depth:
            history.insert(len(history) - self.depth, {"role": self.note_role, "content": self.note})
        messages = [{"role": "system", "content": text} for text in (*FRAME, MARKER)] + history
        if instruction:
            messages.append({"role": "system", "content": instruction})
        return Request(body={"messages": messages, "stream": stream})

    def _message(self, entry: Entry) -> dict[str, Any]:
        name = {"user": "Aldous", "assistant": "The Keeper"}.get(entry.role, "")
        prefix = f"{name}: " if self.names and name else ""
        return {"role": entry.role, "content": prefix + entry.text}

    # what is true

    def told(self) -> list[str]:
        """The visible texts that a proxy can be sure of: a narrator's line is decided only by later requests."""
        return [entry.text for entry in self.chat if not entry.hidden and not self._is_young(entry)]

    def doubtful(self) -> set[str]:
        return {entry.text for entry in self.chat if self._is_young(entry) or entry.hidden}

    @staticmethod
    def _is_young(entry: Entry) -> bool:
        return entry.is_narrator


NOTE = "Keep the tone cold and wet, and let nobody trust a stranger."
ACTS = (
    *("say",) * 8,
    *("swipe",) * 2,
    *("swipe back", "edit", "edit last reply", "delete", "cut", "branch", "go elsewhere", "hide", "narrate"),
    *(
        "note on",
        "note off",
        "truncate",
        "show all",
        "quiet",
        "draft",
        "stop",
        "new chat",
        "names",
        "empty send",
        "restart",
    ),
)
QUIET = "Summarize the story so far in one sentence."
DRAFT = "[Write your next reply from the point of view of Aldous.]"


class Session:
    """A person at a front end, and a placer that is told what the front end sends."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.front = FrontEnd()
        self.store = MemoryStore()
        self.placer = Placer(self.store, clock=lambda: "2026-01-01")
        self.owners: dict[str, int] = {}
        self.whispers: list[str] = []
        self.log: list[str] = []
        self.front.open_new()
        self.act("say")

    def act(self, act: str) -> None:
        self.log.append(act)
        front, chat = self.front, self.front.chat
        place = self.dice.randrange(len(chat))
        silent = {
            "swipe back": self._swipe_back,
            "edit": lambda: front.edit(place) if place and len(chat) > 6 else None,
            "edit last reply": lambda: front.edit(len(chat) - 1) if len(chat) > 4 else None,
            "delete": lambda: front.delete(place) if 2 < place < len(chat) - 1 else None,
            "cut": lambda: chat.__delitem__(slice(max(4, len(chat) - 2 * self.dice.randint(1, 2)), None)),
            "branch": lambda: front.branch(place) if place > 4 else None,
            "go elsewhere": lambda: setattr(front, "current", self.dice.randrange(len(front.chats))),
            "hide": lambda: front.hide(place) if 2 < place < len(chat) - 1 else None,
            "narrate": front.narrate,
            "note on": self._note_on,
            "note off": lambda: setattr(front, "note", ""),
            "truncate": lambda: setattr(front, "window", 9),
            "show all": lambda: setattr(front, "window", 0),
            "names": lambda: setattr(front, "names", not front.names),
            "restart": self._restart,
        }
        if act in silent:
            silent[act]()
            return
        getattr(self, "_" + act.replace(" ", "_"))()

    # acts that send

    def _say(self, kept: int = 0) -> None:
        self.front.say()
        self.front.versions.clear()
        self._generate(kept)

    def _stop(self) -> None:
        self._say(kept=24)

    def _new_chat(self) -> None:
        self.front.open_new()
        self._say()

    def _swipe(self) -> None:
        if self.front.chat[-1].role == "assistant" and len(self.front.chat) > 2:
            self.front.take_back_reply()
            if self.front.chat[-1].role == "user":
                self._generate()
            else:
                self._say()

    def _empty_send(self) -> None:
        if len(self.front.chat) > 2 and self.front.chat[-1].text in self.front.versions:
            self._generate()

    def _quiet(self) -> None:
        self._whisper(QUIET, stream=False)

    def _draft(self) -> None:
        self._whisper(DRAFT, stream=True)

    def _whisper(self, instruction: str, *, stream: bool) -> None:
        if len(self.front.chat) < 4 or self.front.chat[-1].role == "system":
            return
        placed = self.placer.place(self.front.request(instruction=instruction, stream=stream))
        assert not placed.is_story, self.log
        self._check(placed)
        self.whispers.append(self.front.new_text())
        self.placer.replied(placed, [Reply(self.whispers[-1])])

    def _generate(self, kept: int = 0) -> None:
        placed = self.placer.place(self.front.request())
        assert placed.is_story, self.log
        self._check(placed)
        reply = self.front.new_text()
        shown = reply[: kept + 8] if kept else reply
        self.placer.replied(placed, [Reply(shown)], aborted=bool(kept))
        text = reply[:kept].strip() if kept else reply
        self.front.versions.append(text)
        self.front.chat.append(type(self.front.chat[0])("assistant", text))

    def _swipe_back(self) -> None:
        last = self.front.chat[-1]
        if len(self.front.chat) > 3 and last.text in self.front.versions[1:]:
            self.front.chat[-1] = type(self.front.chat[0])("assistant", self.front.versions[0])

    def _restart(self) -> None:
        self.placer.keep()
        self.placer = Placer(self.store, clock=lambda: "2026-01-02")

    def _note_on(self) -> None:
        self.front.note, self.front.depth = NOTE, self.dice.choice((1, 2, 4))
        self.front.note_role = self.dice.choice(("system", "system", "system", "user"))

    # what must hold

    def _check(self, placed: Placed) -> None:
        family = self.front.families[self.front.current]
        assert self.owners.setdefault(placed.story, family) == family, (placed, self.log)
        doubtful = self.front.doubtful() | {NOTE}
        line = [text for text in self.line(placed) if text not in doubtful]
        told = [text for text in self.front.told() if text not in doubtful]
        seen = min(self.front.window or len(told), len(told)) - len(doubtful)
        assert line[-seen:] == told[-seen:] if self.front.window else line == told, self.log

    def line(self, placed: Placed) -> list[str]:
        ledger = Ledger(self.store, placed.story, clock=str)
        turns = ledger.turns(stem.id for stem in ledger.line(placed.turn))
        return [taken_apart(turn.text).body for turn in turns]

    def check_trees(self) -> None:
        for row in self.store.stories():
            texts = {turn.text for turn in self.store.snapshot(row.name).turns}
            assert not texts & {QUIET, DRAFT, *self.whispers}, self.log


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.lists(st.sampled_from(ACTS), min_size=3, max_size=30))
def test_the_line_is_the_chat_whatever_a_person_does(seed, acts):
    session = Session(seed)
    for act in acts:
        session.act(act)
    session.act("say")
    session.check_trees()
