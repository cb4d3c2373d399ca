"""Which known turn each message of a window is: one pass after another, each on what the last left open."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fabula.ledger.chain import Pair, in_order
from fabula.ledger.ids import text_key
from fabula.ledger.match import (
    Line,
    Phrases,
    alike,
    collapsed,
    is_distinct,
    is_wrapper,
    likeness_of,
    lines_of,
    name_and_words,
    other_keys,
    run_keys,
    same_speaker,
    standing_in,
    taken_apart,
    words_of,
)
from fabula.ledger.rewording import SAME_TURN, pair_edits
from fabula.ledger.window import Gap, Item, Window


def find_places(window: Window) -> None:
    """Give every item of the window the place in the line that it has, if it has one."""
    _match_keys(window)
    if any(item.open for item in window.items):
        _match_forms(window)
        _split_merged(window)
        _find_moves(window)
    _look_elsewhere(window)
    if any(item.open for item in window.items):
        pair_edits(window)


# Keys: exact, and under the transforms that can be undone on the message alone.


def _match_keys(window: Window) -> None:
    known = {stem.key for stem in window.line}
    named: set[int] = set()
    tokens: list[str | None] = [
        item.key if item.key in known else _other_key(item, known, named) for item in window.items
    ]
    places = in_order(
        tokens,
        [stem.key for stem in window.line],
        _speakers_fit(window, named),
        fixed_start=window.complete,
        weak={item.key for item in window.items if not is_distinct(item.message.text)},
    )
    for index, turn in places:
        window.items[index].at = turn


def _other_key(item: Item, known: set[str], named: set[int]) -> str | None:
    for key, renamed in other_keys(item.message):
        if key in known:
            item.key = key
            if renamed:
                named.add(item.source)
            return key
    return None


def _speakers_fit(window: Window, named: set[int]) -> Callable[[int, int], bool]:
    items, line = window.items, window.line

    def fits(index: int, turn: int) -> bool:
        speaker = items[index].message.speaker
        return not speaker or index in named or same_speaker(speaker, line[turn].speaker)

    return fits


# Forms: the turns' own texts are needed.


def _match_forms(window: Window) -> None:
    for gap in window.two_sided():
        turns = window.near(gap)
        forms = {index: taken_apart(window.items[index].message.text) for index in gap.items}

        def fits(left: int, right: int, gap: Gap = gap, turns: list[int] = turns) -> bool:
            return _is_one(window, gap.items[left], turns[right])

        places = in_order(
            [forms[index].body or None for index in gap.items],
            [window.form(turn).body or None for turn in turns],
            fits,
            fixed_start=gap.opened,
            fixed_end=gap.closed,
        )
        for left, right in places:
            window.items[gap.items[left]].at = turns[right]


def _is_one(window: Window, index: int, turn: int) -> bool:
    message, form = window.items[index].message, taken_apart(window.items[index].message.text)
    named = form.name or window.form(turn).name
    return alike(form, window.form(turn)) and (
        bool(named) or same_speaker(message.speaker, window.line[turn].speaker)
    )


# Merged: several turns, or a turn and something that is no turn, in one message.


def _split_merged(window: Window) -> None:
    parts: dict[int, list[Item]] = {}
    for gap in window.two_sided():
        ceiling, between = gap.high, 0
        for index in reversed(gap.items):
            host = lines_of(window.items[index].message.text)
            turns = [turn for turn in window.near(gap) if turn < ceiling] if len(host) > 1 else []
            chain = standing_in(host, {turn: window.lines(turn) for turn in turns})
            aloof = gap.closed and not gap.opened and chain and ceiling - chain[-1].right > 1 + between
            if aloof or not _is_merge(window, host, chain):
                between += 1
                continue
            parts[index] = _parts(window, index, host, chain, gap)
            ceiling, between = chain[0].right, 0
    window.items = [part for index, item in enumerate(window.items) for part in parts.get(index, [item])]


def _is_merge(window: Window, host: Sequence[Line], chain: Sequence[Pair]) -> bool:
    covered = {place for pair in chain for place in range(pair.left, pair.end)}
    rest = [line.words for place, line in enumerate(host) if place not in covered]
    return len(chain) > 1 or (
        len(chain) == 1 and all(is_wrapper(line) or _is_aside(window, line) for line in rest)
    )


def _parts(window: Window, index: int, host: Sequence[Line], chain: Sequence[Pair], gap: Gap) -> list[Item]:
    item = window.items[index]
    parts: list[Item] = []
    place = 0
    for pair in [*chain, None]:
        rest = host[place : pair.left if pair else len(host)]
        if rest:
            text = item.message.text[rest[0].start : rest[-1].end]
            if _is_frame(window, rest, text, gap, leading=place == 0):
                window.dropped.append(text)
            else:
                parts.append(Item(replace(item.message, text=text), item.source, text_key(text)))
        if pair:
            parts.append(Item(item.message, item.source, window.line[pair.right].key, at=pair.right))
            place = pair.end
    return parts


def _is_frame(window: Window, rest: Sequence[Line], text: str, gap: Gap, *, leading: bool) -> bool:
    """Whether words between merged turns are the front end's: headings, asides, what precedes the story."""
    if all(is_wrapper(line.words) or _is_aside(window, line.words) for line in rest):
        return True
    if gap.opened or not leading:
        return False
    before = [
        turn for turn in window.near(gap) if likeness_of(words_of(text), window.words_of(turn)) >= SAME_TURN
    ]
    return not before


def _is_aside(window: Window, words: str) -> bool:
    return any(words in aside for aside in window.asides)


# Elsewhere: a missing turn's words stand in another message, or in the rest of the request.


def _look_elsewhere(window: Window) -> None:
    hosts = {index: collapsed(item.message.text) for index, item in enumerate(window.items) if item.open}
    if not hosts and not window.asides:
        return
    found = _found_in(window, hosts)
    blocks = {index for index, host in hosts.items() if _is_block(window, index, host, found[index])}
    for index, turns in found.items():
        window.hidden.update(
            turn for turn in turns if index in blocks or 2 * len(window.form(turn).body) < len(hosts[index])
        )
    window.dropped.extend(window.items[index].message.text for index in sorted(blocks))
    window.items = [item for index, item in enumerate(window.items) if index not in blocks]


def _found_in(window: Window, hosts: Mapping[int, str]) -> dict[int, list[int]]:
    """The missing turns whose words stand in each host; those in the asides are hidden right away."""
    found: dict[int, list[int]] = {index: [] for index in hosts}
    gaps = [gap for gap in window.gaps() if gap.opened and gap.low < gap.high]
    if not gaps:
        return found  # without a look through the texts, which are long
    places = Phrases({**hosts, **{-1 - number: text for number, text in enumerate(window.asides)}})
    lines = sum(window.height(index) for index in hosts) + len(window.asides)
    for gap in gaps:
        for turn in window.near(gap, lines):
            own = window.form(turn).body
            for index in places.holding(own) if turn not in window.moved else ():
                if index < 0:
                    window.hidden.add(turn)
                elif index not in gap.items and hosts[index] != own:
                    found[index].append(turn)
    return found


def _is_block(window: Window, index: int, host: str, turns: Sequence[int]) -> bool:
    """Whether an open message is made of turns that the window itself does not show."""
    bodies = [window.form(turn).body for turn in turns] or _unseen_in(window, index)
    if len(bodies) > 1:
        return 2 * sum(map(len, bodies)) >= len(host)
    rest = [line.words for line in lines_of(window.items[index].message.text)]
    rest = [line for line in rest if bodies and name_and_words(line)[1] not in bodies[0]]
    return bool(rest) and all(is_wrapper(line.removesuffix(bodies[0]).strip()) for line in rest)


def _unseen_in(window: Window, index: int) -> list[str]:
    """Words of turns before the window's first one that stand in a message of several lines."""
    if window.height(index) == 1:
        return []
    places = [place for item in window.items if (place := item.place) is not None]
    unseen = {stem.key for stem in window.line[: min(places, default=0)]}
    return list(
        {key: words for key, words in run_keys(window.items[index].message.text) if key in unseen}.values()
    )


# Moves: unique words that stand in another place than before.


def _find_moves(window: Window) -> None:
    wanted = Counter(item.key for item in window.items)
    rare = {item.key: index for index, item in enumerate(window.items) if item.open and wanted[item.key] == 1}
    known = Counter(stem.key for stem in window.line if stem.key in rare)
    for turn in _absent(window):
        stem = window.line[turn]
        if known.get(stem.key) == 1:
            item = window.items[rare[stem.key]]
            if same_speaker(item.message.speaker, stem.speaker):
                item.at, item.moved = turn, True
                window.moved.add(turn)


def _absent(window: Window) -> list[int]:
    """Turns missing between neighbours or at the end, and telling ones right before the window's first one."""
    turns: list[int] = []
    keys = {item.key for item in window.items if item.open and is_distinct(item.message.text)}
    for gap in list(window.gaps()):
        if gap.opened:
            turns.extend(range(gap.low, gap.high))
        elif gap.closed:
            turn = gap.high - 1
            while turn >= gap.low and window.line[turn].key in keys:
                turns.append(turn)
                turn -= 1
    return turns
