"""The branches of a story, drawn as a tree."""

from collections.abc import Sequence

from rich.text import Text
from rich.tree import Tree

from fabula.cli.show import clip, counted, one_line, short, styled
from fabula.operations.family import Offshoot

_WORDS = 40


def tree_of(offshoots: Sequence[Offshoot], start: str) -> list[Tree]:
    """The branches drawn as a tree; more than one if some share no turn."""
    trees: dict[str, Tree] = {}
    roots: list[Tree] = []
    for one in offshoots:
        label = _label(one, is_start=one.name == start)
        if one.leaves:
            trees[one.name] = trees[one.leaves].add(label)
        else:
            trees[one.name] = Tree(label)
            roots.append(trees[one.name])
    return roots


def _label(one: Offshoot, *, is_start: bool) -> Text:
    leaves = f", leaves {one.leaves} after turn {one.after}" if one.leaves else ""
    return styled(
        (one_line(one.name), "bold cyan" if is_start else "cyan"),
        f"{' (here)' if is_start else ''}  {counted(one.turns, 'turn')}{leaves}",
        (f"  {short(one.head.id)}  " if one.head else "", "yellow"),
        clip(one.head.text, _WORDS) if one.head else "",
    )
