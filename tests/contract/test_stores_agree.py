"""Whatever is written in whatever order, every store tells the same story as the reference."""

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fabula.errors import FabulaError
from fabula.ledger.ids import ROOT
from fabula.ledger.records import (
    Act,
    Binding,
    Candidate,
    CarriedAct,
    Changes,
    HeadMove,
    Message,
    Selection,
    StoryRow,
    Tag,
    Tombstone,
)
from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.testing.ledger_rows import body, turn

STORY = StoryRow("月下", "2026-01-01")


def small_tree():
    """Two first turns, three followers each, all out of three texts, so that keys are shared."""
    texts = ["嗯。", "The key is silver.", " 嗯。 "]
    firsts = [turn(text, message=Message(text, speaker="林瑶", meta={"of": text})) for text in texts[:2]]
    return [*firsts, *(turn(text, first) for first in firsts for text in texts)]


TREE = small_tree()
IDS = st.sampled_from([one.id for one in TREE])
BODIES = st.sampled_from(["b1", "b2", "b3"])
NAMES = st.sampled_from(["main", "更温柔"])
TEXTS = st.sampled_from([one.text for one in TREE])


def some(row, most=3):
    return st.lists(row, max_size=most).map(tuple)


def with_parents(turns):
    """The turns after those that they follow."""
    named = {one.id for one in turns} | {one.parent for one in turns}
    return tuple(one for one in TREE if one.id in named)


def fitted(step, store):
    """The step as a writer would take it who has read the story: acts numbered on, heads seen."""
    if not isinstance(step, Changes):
        return step
    last, heads = len(store.log(STORY.name).acts), store.heads(STORY.name).branches
    return replace(
        step,
        acts=tuple(replace(act, seq=last + place) for place, act in enumerate(step.acts, start=1)),
        moves=tuple(replace(move, before=heads.get(move.branch)) for move in step.moves),
    )


CHANGES = st.builds(
    Changes,
    turns=some(st.sampled_from(TREE), 5).map(with_parents),
    bodies=some(BODIES.map(body)),
    bindings=some(st.builds(Binding, IDS, BODIES, st.sampled_from(["", "run"]))),
    selections=some(
        st.builds(Selection, IDS, BODIES, st.none() | BODIES, st.sampled_from(["reader", "synopsis"]))
    ),
    acts=some(
        st.builds(
            Act,
            st.just(0),
            BODIES,
            st.just("pin"),
            st.just("story"),
            st.just(""),
            st.fixed_dictionaries({"x": TEXTS}),
        ),
        2,
    ),
    carried=some(st.builds(CarriedAct, BODIES, IDS)),
    moves=some(st.builds(HeadMove, NAMES, st.none(), st.none() | IDS), 1),
    tags=some(st.builds(Tag, NAMES, st.none() | IDS), 1),
    candidates=some(
        st.builds(Candidate, BODIES, IDS, st.just("assistant"), st.just(""), TEXTS, st.just("now")), 1
    ),
    dropped=some(BODIES, 1),
    tombstones=some(st.sampled_from(TREE).map(lambda one: Tombstone(one.id, one.key)), 1),
    branch=st.none() | NAMES,
)
PURGES = st.tuples(some(IDS), some(BODIES), some(BODIES))


def outcome(store, step):
    """What a step answers: the new version, or which error."""
    try:
        if isinstance(step, Changes):
            return store.commit(STORY.name, step)
        return store.purge(STORY.name, *step)
    except FabulaError as error:
        return type(error), str(error)


def everything(store, since):
    """Every answer that a store gives about the story."""
    ids = [one.id for one in TREE]
    turns = store.turns(STORY.name, ids)
    return (
        store.snapshot(STORY.name),
        store.log(STORY.name, since),
        store.heads(STORY.name),
        list(turns.items()),
        list(store.children(STORY.name, [ROOT, *ids]).items()),
        list(store.with_key(STORY.name, [one.key for one in TREE]).items()),
        [store.ancestry(STORY.name, one, 2) for one in turns],
        list(store.with_prefix(STORY.name, "")),
        list(store.bodies(STORY.name, ["b3", "b1"]).items()),
        store.candidates(STORY.name),
        store.moves(STORY.name),
    )


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(st.one_of(CHANGES, CHANGES, PURGES), max_size=8))
def test_sqlite_agrees_with_the_reference(steps):
    with tempfile.TemporaryDirectory() as folder:
        stores = MemoryStore(), SqliteStore(Path(folder) / "story.db")
        for store in stores:
            store.create(STORY)
        for since, drawn in enumerate(steps):
            step = fitted(drawn, stores[0])
            assert outcome(stores[0], step) == outcome(stores[1], step)
            assert everything(stores[0], since) == everything(stores[1], since)
        for store in stores:
            store.close()
