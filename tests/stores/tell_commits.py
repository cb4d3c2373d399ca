"""A program for tests: tells one story, commit after commit, and prints each one that was acknowledged.

``tell_commits.py FILE BRANCH COUNT`` writes to a branch of its own and races for the branch ``shared``.
``tell_commits.py FILE`` goes on with the numbered commits of ``commit_at`` until it is killed.
"""

import sys
from itertools import count, pairwise

from fabula.errors import HeadMovedError
from fabula.ledger.records import Binding, Candidate, Changes, HeadMove, Selection, StoryRow, Tag
from fabula.stores.sqlite import SqliteStore
from fabula.testing.ledger_rows import CREATED, act, body, line, move, turn

STORY = StoryRow("月下", CREATED)
TURNS = 12


def commit_at(number):
    """The commit with this number: every kind of row, the same in every process."""
    turns = line(f"{number}.{step}: 月亮升起来了。" * 20 for step in range(TURNS))
    names = [f"body {one.id}" for one in turns]
    branch = f"b{number % 5}"
    before = _tip(number - 5) if number > 5 else None
    return Changes(
        turns=turns,
        bodies=tuple(body(name) for name in names),
        bindings=tuple(Binding(one.id, name) for one, name in zip(turns, names, strict=True)),
        selections=tuple(Selection(one.id, name) for one, name in zip(turns, names, strict=True)),
        acts=(act(number, number=number),),
        moves=(HeadMove(branch, before, turns[-1].id),),
        tags=(Tag(f"chapter {number}", turns[0].id),),
        candidates=(Candidate(f"c{number}", turns[-1].id, "assistant", "", f"Reply {number}."),),
        dropped=(f"c{number - 1}",),
    )


def _tip(number):
    return line(f"{number}.{step}: 月亮升起来了。" * 20 for step in range(TURNS))[-1].id


def tell_until_killed(path):
    store = SqliteStore(path)
    store.create(STORY)
    for number in count(store.heads(STORY.name).version + 1):
        print(store.commit(STORY.name, commit_at(number)), flush=True)  # noqa: T201 - the parent process reads it


def tell_beside_others(path, branch, commits):
    """Every turn is told twice: on a branch of its own, and at the head of the shared one."""
    store = SqliteStore(path, busy_timeout=60)
    store.create(STORY)
    own = (None, *line(f"{branch} {number}" for number in range(commits)))
    for before, after in pairwise(own):
        store.commit(STORY.name, Changes(turns=(after,), moves=(move(branch, before, after),)))
        print(_told_at_the_shared_head(store, after.text), flush=True)  # noqa: T201 - the parent process reads it
    store.close()


def _told_at_the_shared_head(store, text):
    while True:
        head = store.heads(STORY.name).branches.get("shared")
        parent = store.turns(STORY.name, [head])[head] if head else None
        told = turn(text, parent)
        try:
            store.commit(STORY.name, Changes(turns=(told,), moves=(HeadMove("shared", head, told.id),)))
        except HeadMovedError:
            continue
        return told.id


if __name__ == "__main__":
    if len(sys.argv) > 2:
        tell_beside_others(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    else:
        tell_until_killed(sys.argv[1])
