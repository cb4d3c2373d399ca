"""Whatever is done to a story, in whatever order: it tells the turns it should, and what holds can be had anew.

One script drives a memory store and an SQLite file; the model is a plain list of (speaker, text) per branch.
"""

import tempfile
from itertools import count
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from fabula.claims import Assertion, Period, Retraction, Scene, Termination, normal_text
from fabula.errors import FabulaError, ModelDeniedError, ModelUnavailableError, RateLimitedError
from fabula.extraction.readings import GOOD
from fabula.extraction.spending import Cap
from fabula.ledger.records import Message, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.story import Story
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

NOW = "2031-05-04T12:00:00+00:00"
KINDS = {"key": "item", "银钥匙": "item", "mill": "place", "harbour": "place"}
SPEAKERS = ("", "Mira", "林瑶")
PEOPLE = ("Mira", "Finn", "stranger", "林瑶", "林遥")
STATEMENTS = (
    "[Mira holds key]",
    "[Finn holds key]",
    "[stranger holds key]",
    "[林瑶 holds 银钥匙]",
    "[!Mira holds key]",
    "[!Mira holds]",
    "[~Finn holds key]",
    "[~key held_by]",
    "[Mira at mill]",
    "[Mira at harbour]",
    "[Mira trusts Finn +300]",
    "[Mira trusts Finn +800]",
    "[Mira trusts stranger]",
    "[Finn ally_of Mira]",
    "[Mira enemy_of Finn]",
    "[stranger enemy_of Mira]",
    "[Mira mood: calm]",
    "[Mira mood: cold]",
    "[Mira = stranger]",
    "[Finn = stranger]",
    "[another: Finn]",
    "[Mira says: Finn holds key]",
    "[stranger says: lie: Mira holds key]",
    "[dream: 林瑶 trusts 林遥]",
    "[past: Finn holds key]",
    "[scene: Mira, stranger @ mill]",
    "[here: 林遥]",
    "[as before]",
    "[nonsense]",
)

places = st.integers(0, 40)
texts = st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=3).map(" ".join)
readers = st.builds(
    dict,
    batch=st.integers(1, 3),
    look_back=st.integers(0, 2),
    wide=st.booleans(),
    overlooks=st.sets(st.sampled_from(STATEMENTS[:6]), max_size=1).map(
        lambda found: frozenset(words[1:-1] for words in found)
    ),
)
troubles = st.dictionaries(
    st.integers(1, 6),
    st.sampled_from((RateLimitedError("Wait."), ModelUnavailableError("Away."), ModelDeniedError("No key."))),
    max_size=2,
)
odd_words = st.sampled_from(("no such words", *STATEMENTS[:8]))
names = st.sampled_from(PEOPLE)
things = st.sampled_from(("key", "银钥匙"))
acts = st.one_of(
    st.builds(lambda name: lambda story: story.introduce(name), names),
    st.builds(lambda one, two: lambda story: story.claim(one, "trusts", two, strength=500), names, names),
    st.builds(
        lambda name, mood: lambda story: story.claim(name, "mood", value=mood), names, st.sampled_from("ab")
    ),
    st.builds(
        lambda thing, name: lambda story: story.author.correct(Assertion(thing, "held_by", object=name)),
        things,
        names,
    ),
    st.builds(lambda thing: lambda story: story.author.end(Termination(thing, "held_by")), things),
    st.builds(lambda thing: lambda story: story.author.retract(Retraction(thing, "held_by")), things),
    st.builds(lambda thing: lambda story: story.author.lock(Termination(thing, "held_by")), things),
    st.builds(lambda thing: lambda story: story.author.pin(Termination(thing, "held_by")), things),
    st.builds(lambda thing: lambda story: story.author.reject(Retraction(thing, "held_by")), things),
    st.builds(lambda one, two: lambda story: story.author.merge(one, two), names, names),
    st.builds(
        lambda one, two: lambda story: story.author.unmerge(*(f"npc-{name.lower()}" for name in (one, two))),
        names,
        names,
    ),
    st.builds(lambda one, two: lambda story: story.author.separate(one, two), names, names),
    st.builds(lambda one, two: lambda story: story.author.reveal(one, two), names, names),
    st.builds(
        lambda name, time: lambda story: story.author.stage(Scene(present=(name,), period=Period("", time))),
        names,
        st.integers(0, 3),
    ),
    st.builds(lambda name: lambda story: story.author.rename(name, f"{name} the Grey"), names),
)

_directory = tempfile.TemporaryDirectory(prefix="fabula-")
_path = Path(_directory.name) / "stories.db"
_examples = count(1)


def contents(view):
    """Everything that a view shows."""
    return view.digest, view.entities(), view.told(), view.stage, view.problems, view.proposals


def failing(settings, troubles, poison, fog):
    return FailingReader(ScriptedReader(kinds=KINDS, **settings), troubles, poison, fog)


class HistoryMachine(RuleBasedStateMachine):
    @initialize()
    def open(self):
        self.name = f"story {next(_examples)}"
        self.stores = {"memory": MemoryStore(), "sqlite": SqliteStore(_path)}
        for store in self.stores.values():
            store.create(StoryRow(self.name, NOW))
        self.branch = "main"
        self.lines = {"main": []}
        self.buried = set()
        self.numbers = count(1)
        self.archive = None
        self.open_handles()

    def open_handles(self):
        self.stories = [self.handle(store) for store in self.stores.values()]
        self.bystander = self.handle(self.stores["sqlite"], "main")

    def handle(self, store, branch=""):
        return Story(store, self.name, branch=branch or self.branch, clock=lambda: NOW)

    def teardown(self):
        if hasattr(self, "stores"):
            self.what_holds_can_be_had_anew()
            self.an_archive_comes_back_as_it_went_out()
            for store in self.stores.values():
                store.close()

    # What is done: to both stores alike.

    @property
    def line(self):
        return self.lines[self.branch]

    def both(self, do):
        """Do the same to both, and find the same: a result, or an error of one kind."""
        found = []
        for story in self.stories:
            try:
                found.append(do(story))
            except FabulaError as error:
                found.append(type(error))
        assert isinstance(found[0], type) == isinstance(found[1], type), found
        if isinstance(found[0], type):
            assert found[0] is found[1]
        return found[0]

    def words(self, text, repeated):
        return text if repeated else f"{next(self.numbers)}. {text}"

    @rule(text=texts, speaker=st.sampled_from(SPEAKERS), repeated=st.booleans())
    def tell(self, text, speaker, repeated):
        words = self.words(text, repeated)
        self.both(lambda story: story.tell(words, speaker=speaker))
        self.line.append((speaker, words))

    @precondition(lambda self: self.line)
    @rule(place=places, text=texts)
    def edit(self, place, text):
        place %= len(self.line)
        words = self.words(text, repeated=False)
        speaker = self.expected()[place][0]
        self.both(lambda story: story.edit(place + 1, words))
        self.line[place] = (speaker, words)

    @precondition(lambda self: self.line)
    @rule(place=places)
    def delete(self, place):
        place %= len(self.line)
        self.both(lambda story: story.delete(place + 1))
        del self.line[place]

    @rule(place=places, text=texts, speaker=st.sampled_from(SPEAKERS))
    def insert(self, place, text, speaker):
        place %= len(self.line) + 1
        words = self.words(text, repeated=False)
        self.both(lambda story: story.insert(place or None, words, speaker=speaker))
        self.line.insert(place, (speaker, words))

    @precondition(lambda self: self.line)
    @rule(text=texts)
    def swipe(self, text):
        words = self.words(text, repeated=False)
        speaker = self.expected()[-1][0]
        self.both(lambda story: story.swipe(words))
        self.line[-1] = (speaker, words)

    @rule(place=places)
    def rewind(self, place):
        place %= len(self.line) + 1
        self.both(lambda story: story.rewind(place))
        del self.line[place:]

    @precondition(lambda self: len(self.lines) < 5)
    @rule(place=places)
    def fork(self, place):
        place %= len(self.line) + 1
        name = f"branch {len(self.lines)}"
        if place:
            self.stories = [story.fork(name, at=place) for story in self.stories]
        else:
            self.both(
                lambda story: (
                    story.branches.make(name, story.turn(1).parent) if self.line else story.fork(name)
                )
            )
        self.lines[name] = self.line[:place]
        self.branch = name
        self.open_handles()

    @rule(place=places)
    def switch(self, place):
        self.branch = sorted(self.lines)[place % len(self.lines)]
        self.stories = [story.switch(self.branch) for story in self.stories]

    @precondition(lambda self: self.line)
    @rule(shown=st.integers(1, 12), new=st.lists(texts, max_size=2))
    def follow(self, shown, new):
        fresh = [("", self.words(text, repeated=False)) for text in new]
        window = [*self.line[-shown:], *fresh]
        self.both(lambda story: story.follow([Message(text, "user", speaker) for speaker, text in window]))
        self.line.extend(fresh)

    @rule(settings=readers)
    def extract(self, settings):
        self.both(lambda story: story.extract(ScriptedReader(kinds=KINDS, **settings)))

    @precondition(lambda self: self.line)
    @rule(first=places, length=st.integers(1, 3), settings=readers)
    def read_again(self, first, length, settings):
        first = first % len(self.line) + 1
        last = min(first + length - 1, len(self.line))
        if not any(self.is_erased(text) for _, text in self.line):
            self.both(lambda story: story.read_again(first, last, ScriptedReader(kinds=KINDS, **settings)))

    @rule(
        settings=readers,
        troubles=troubles,
        poison=odd_words,
        fog=odd_words,
        more=st.sampled_from(({}, {"again": True}, {"cap": Cap(calls=2)})),
    )
    def extract_by_what_may_fail(self, settings, troubles, poison, fog, more):
        self.no_good_reading_is_lost(
            lambda story: story.extract(failing(settings, troubles, poison, fog), **more)
        )

    @rule(settings=readers, troubles=troubles, poison=odd_words, fog=odd_words)
    def retry(self, settings, troubles, poison, fog):
        if not any(self.is_erased(text) for _, text in self.line):
            self.no_good_reading_is_lost(lambda story: story.retry(failing(settings, troubles, poison, fog)))

    def no_good_reading_is_lost(self, do):
        """Whatever fails, a turn that had a reading which counts has one."""
        before = [one.extractor for one in self.stories[0].readings()]
        self.both(do)
        after = self.stories[0].readings()
        assert all(one.extractor for old, one in zip(before, after, strict=True) if old)
        assert after == self.stories[1].readings()
        assert all(one.extractor for one in after if one.status in GOOD)

    @rule(act=acts)
    def say_as_author(self, act):
        self.both(act)

    @rule(place=places)
    def undo(self, place):
        done = self.stories[0].author.acts()
        if done:
            self.both(lambda story: story.author.undo(done[place % len(done)].id))

    @rule(text=texts)
    def offer(self, text):
        self.both(lambda story: story.offer(text))

    @precondition(lambda self: self.line)
    @rule(place=places)
    def purge(self, place):
        place %= len(self.line)
        self.both(lambda story: story.purge([place + 1]))
        self.buried.add(normal_text(self.line[place][1]))

    @rule()
    def crash(self):
        self.stores["sqlite"].close()
        self.stores["sqlite"] = SqliteStore(_path)
        self.open_handles()

    @rule()
    def keep_an_archive(self):
        self.archive = list(self.stories[0].export())

    @precondition(lambda self: self.archive)
    @rule()
    def an_old_archive_adds_nothing(self):
        before = list(self.stories[0].export())
        self.both(lambda story: story.restore(self.archive))
        assert list(self.stories[0].export()) == before

    # What is true at any time.

    def is_erased(self, text):
        return normal_text(text) in self.buried

    def expected(self):
        return [("", "") if self.is_erased(text) else (speaker, text) for speaker, text in self.line]

    @invariant()
    def every_branch_tells_its_turns(self):
        for story in self.stories:
            told = [(turn.speaker, turn.text) for turn in story.turns()]
            assert told == self.expected(), f"the story tells {told}, the model {self.expected()}"
            assert [turn.number for turn in story.turns()] == list(range(1, len(self.line) + 1))

    @invariant()
    def both_stores_show_the_same(self):
        one, other = (contents(story.view()) for story in self.stories)
        assert one == other

    @invariant()
    def every_quote_stands_in_its_turn(self):
        story = self.stories[0]
        turns = {turn.id: turn for turn in story.turns()}
        for fact in story.view().told():
            for piece in fact.evidence:
                turn = turns[piece.turn]
                assert piece.number == turn.number
                assert piece.act or turn.normal[piece.start : piece.end] == piece.quote

    @invariant()
    def facts_lead_to_entities_that_are_there(self):
        view = self.stories[0].view()
        known = {entity.id for entity in view.entities()}
        for fact in view.told():
            ends = {fact.subject, fact.object, fact.holder} - {""}
            assert ends <= known
            for end in ends:
                assert fact in view.about(end)

    @rule()
    def what_holds_can_be_had_anew(self):
        for branch in self.lines:
            views = [self.handle(store, branch).view() for store in self.stores.values()]
            assert contents(views[0]) == contents(views[1])
            if branch == self.branch:
                assert contents(views[0]) == contents(self.stories[0].view())
            if branch == "main":
                assert contents(views[1]) == contents(self.bystander.view())
        for place in range(1, len(self.line) + 1):
            old, new = self.stories[0].view(place), self.handle(self.stores["memory"]).view(place)
            assert contents(old) == contents(new)

    @rule()
    def nothing_is_damaged(self):
        for story in self.stories:
            assert story.verify().damages == ()

    @rule()
    def an_archive_comes_back_as_it_went_out(self):
        one, other = (list(story.export()) for story in self.stories)
        assert one == other
        copy = MemoryStore()
        copy.create(StoryRow(self.name, NOW))
        restored = Story(copy, self.name, clock=lambda: NOW)
        restored.restore(one)
        assert list(restored.export()) == one
        assert restored.verify().damages == ()
        for branch in self.lines:
            if branch in restored.branches.all():
                views = [self.handle(store, branch).view() for store in (copy, self.stores["memory"])]
                assert contents(views[0]) == contents(views[1])
        restored.restore(one)
        assert list(restored.export()) == one


HistoryMachine.TestCase.settings = settings(
    settings.get_profile("default"), max_examples=60, stateful_step_count=30
)
TestHistory = HistoryMachine.TestCase
