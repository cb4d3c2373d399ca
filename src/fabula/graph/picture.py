"""A view as a picture: one SVG with everything in it, the same bytes for the same view."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.picture_layout import Box, Point, bounds, places
from fabula.graph.picture_lines import Curve, Spot, curves, label_places
from fabula.graph.picture_scope import MOST, Scope, Which, note_key, scope
from fabula.graph.picture_svg import (
    KINDS,
    PLAIN_KIND,
    TONES,
    corners,
    number,
    page,
    path_of,
    style,
    text_of,
)
from fabula.graph.picture_words import (
    Wording,
    about_entity,
    about_relation,
    clipped,
    label_of,
    width_of,
    wording_of,
)
from fabula.graph.view import View

__all__ = ["page", "picture"]

_NAME, _LABEL, _SMALL = 13.0, 10.5, 12.0
_BOLD = 1.06
_NAME_EMS, _LABEL_EMS = 15.0, 12.0
_MARGIN, _HEAD, _FOOT = 28.0, 62.0, 34.0
_LEAST_WIDTH = 420.0
_TONES = {
    "ally_of": "warm",
    "spouse_of": "warm",
    "sworn_sibling_of": "warm",
    "enemy_of": "hostile",
    "divorced_from": "hostile",
}
"""How a relation is meant where nobody gave it a strength."""


def picture(
    view: View,
    *,
    facts: Which = "holding",
    focus: Sequence[str] = (),
    hops: int = 1,
    most: int = MOST,
    title: str = "",
) -> str:
    """The entities of a view as discs and their relations as curves between them, as an SVG document.

    Discs are coloured by kind and grow with the number of neighbours, curves are green where the strength is
    above zero and red below, and pale where a version no longer holds (``facts="told"`` shows those too).
    Hovering shows the facts with their quotes. It needs no script and loads nothing; ``page`` makes a web
    page of it. ``focus``, ``hops``, ``most`` and ``facts`` choose what is drawn, as for ``scope``.

    Raises:
        EntityNotFoundError, AmbiguousNameError: nobody in the focus is called so, or several are.
    """
    shown = scope(view, facts=facts, focus=focus, hops=hops, most=most)
    return drawn(shown, view, title)


def drawn(shown: Scope, view: View, title: str = "") -> str:
    """The picture of what was chosen from a view."""
    return _Drawing(shown, view, wording_of(shown.entities)).svg(title)


def tone_of(fact: Fact) -> str:
    """Whether a relation is ``warm``, ``hostile`` or ``neutral``: by its strength, else by what it is."""
    if fact.strength is None:
        return _TONES.get(fact.predicate, "neutral")
    return "warm" if fact.strength > 0 else "hostile" if fact.strength < 0 else "neutral"


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What is drawn, in which words."""

    shown: Scope
    view: View
    words: Wording

    def svg(self, title: str) -> str:
        degrees = self.shown.degrees
        radii = {entity.id: _radius(degrees[entity.id]) for entity in self.shown.entities}
        rooms = {entity.id: _room(entity, radii[entity.id]) for entity in self.shown.entities}
        found = places(rooms, ((fact.subject, fact.object) for fact in self.shown.relations))
        spots = {one: Spot(found[one], radii[one], rooms[one].at(found[one])) for one in found}
        lines = curves(self.shown.relations, spots)
        labels = self._labels(lines, spots)
        frame = bounds([*(spot.room for spot in spots.values()), *map(_around, lines)])
        body = [
            *map(self._edge, self.shown.relations, lines),
            *labels,
            *(self._node(entity, spots[entity.id]) for entity in self.shown.entities),
        ]
        return self._sheet(frame, body, title)

    def _sheet(self, frame: Box, body: Sequence[str], title: str) -> str:
        head, foot = self._head(title), self._legend()
        inner = max(frame.right - frame.left, _LEAST_WIDTH, width_of(title, 20))
        width = inner + 2 * _MARGIN
        height = frame.bottom - frame.top + _HEAD + _FOOT + 2 * _MARGIN
        legend, rows = _rows(foot, inner)
        height += (rows - 1) * 20
        x = _MARGIN - frame.left + (inner - frame.right + frame.left) / 2
        y = _MARGIN + _HEAD - frame.top
        size = f'width="{number(width)}" height="{number(height)}"'
        box = f"0 0 {number(width)} {number(height)}"
        name = text_of(title or self.words.turn.format(self.view.number))
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}" role="img" aria-label="{name}">',
                f"<style>{style()}</style>",
                f'<rect class="paper" {size}/>',
                *head,
                f'<g transform="translate({number(x)} {number(y)})">',
                *body,
                "</g>",
                f'<g transform="translate({number(_MARGIN)} {number(height - _MARGIN - rows * 20 + 14)})">',
                *legend,
                "</g>",
                "</svg>\n",
            ]
        )

    def _head(self, title: str) -> list[str]:
        turn = self.words.turn.format(self.view.number)
        counts = self.words.shown.format(len(self.shown.entities), len(self.shown.relations))
        parts = [turn, counts] if self.shown.entities else [turn, self.words.nothing]
        if self.shown.left_out:
            parts.append(self.words.left_out.format(self.shown.left_out))
        return [
            f'<text class="title" x="{number(_MARGIN)}" y="40">{text_of(title)}</text>' if title else "",
            f'<text class="small" x="{number(_MARGIN)}" y="62">{text_of(" · ".join(parts))}</text>',
        ]

    def _edge(self, fact: Fact, line: Curve) -> str:
        notes = self.shown.notes.get(note_key(fact), ())
        symmetric = self.view.table.meaning(fact.predicate).predicate.symmetric
        head = "" if symmetric else f'<path class="head" d="{corners(*line.arrow())}"/>'
        path = path_of(line)
        ended = "" if self.view.holds(fact) else " ended"
        return (
            f'<g class="edge {tone_of(fact)}{ended}">'
            f"<title>{text_of(about_relation(fact, notes, self.view, self.words))}</title>"
            f'<path class="line" d="{path}" stroke-width="{number(_weight(fact))}"/>{head}'
            f'<path class="reach" d="{path}"/></g>'
        )

    def _labels(self, lines: Sequence[Curve], spots: dict[str, Spot]) -> list[str]:
        """Labels where they have room, those that hold and the strongest first."""
        relations = self.shown.relations
        order = sorted(
            range(len(relations)),
            key=lambda one: (
                not self.view.holds(relations[one]),
                -abs(relations[one].strength or 0),
                -relations[one].opened,
                one,
            ),
        )
        texts = [clipped(label_of(relations[one], self.words), _LABEL_EMS) for one in order]
        wanted = [
            (lines[one], width_of(text, _LABEL) + 4, _LABEL + 3)
            for one, text in zip(order, texts, strict=True)
        ]
        spaces = label_places(wanted, [spot.room for spot in spots.values()])
        return [
            f'<text class="label{"" if self.view.holds(relations[one]) else " ended"}" x="{number(place[0])}"'
            f' y="{number(place[1] + 3.5)}">{text_of(text)}</text>'
            for one, text, place in zip(order, texts, spaces, strict=True)
            if place is not None
        ]

    def _node(self, entity: Entity, spot: Spot) -> str:
        notes = self.shown.notes.get((entity.id,), ())
        (x, y), radius = spot.place, spot.radius
        disc = f'cx="{number(x)}" cy="{number(y)}"'
        ring = (
            f'<circle class="ring" {disc} r="{number(radius + 4)}"/>' if entity.id in self.shown.focus else ""
        )
        size = radius * 0.95
        return (
            f'<g class="node"><title>{text_of(about_entity(entity, notes, self.view, self.words))}</title>{ring}'
            f'<circle class="disc k-{_kind(entity.kind)}" {disc} r="{number(radius)}"/>'
            f'<text class="initial" font-size="{number(size)}" x="{number(x)}" y="{number(y + size * 0.36)}">'
            f"{text_of(_initial(entity.name))}</text>"
            f'<text class="name" x="{number(x)}" y="{number(y + radius + 15)}">{text_of(_short(entity))}</text></g>'
        )

    def _legend(self) -> list[tuple[str, str]]:
        """What the colours mean that are in the picture: each a mark around (0, 0), and a word."""
        kinds = {entity.kind for entity in self.shown.entities}
        known = [kind for kind in KINDS if kind in kinds] + sorted(kinds - KINDS.keys() - {""})
        marks = [
            (f'<circle class="disc k-{_kind(kind)}" cx="6" r="6"/>', self.words.kinds.get(kind, kind))
            for kind in known
        ]
        tones = {tone_of(fact) for fact in self.shown.relations}
        names = {"warm": self.words.warm, "hostile": self.words.hostile, "neutral": self.words.neutral}
        stroke = '<path class="line" d="M0 0H22" stroke-width="2.5"/>'
        marks += [(f'<g class="{tone}">{stroke}</g>', names[tone]) for tone in TONES if tone in tones]
        if not all(map(self.view.holds, self.shown.relations)):
            marks.append((f'<g class="neutral ended">{stroke}</g>', self.words.ended))
        if self.shown.focus:
            marks.append(('<circle class="ring" cx="6" r="6"/>', self.words.focus))
        return marks


def _rows(marks: Sequence[tuple[str, str]], width: float) -> tuple[list[str], int]:
    """The legend set in rows of a width, and how many there are."""
    found, x, row = [], 0.0, 0
    for mark, word in marks:
        lead = 28.0 if "path" in mark else 18.0
        needed = lead + width_of(word, _SMALL) + 18
        if x and x + needed > width:
            x, row = 0.0, row + 1
        text = f'<text class="small" x="{number(lead)}" y="4">{text_of(word)}</text>'
        found.append(f'<g transform="translate({number(x)} {row * 20})">{mark}{text}</g>')
        x += needed
    return found, row + 1


def _radius(degree: int) -> float:
    return round(min(11 + 3.6 * sqrt(degree), 30.0), 1)


def _room(entity: Entity, radius: float) -> Box:
    half = max(radius, width_of(_short(entity), _NAME) * _BOLD / 2) + 3
    return Box(-half, -radius - 2, half, radius + _NAME + 7)


def _around(line: Curve) -> Box:
    points: list[Point] = [line.at(step / 8) for step in range(9)]
    return bounds([Box(x, y, x, y) for x, y in points])


def _weight(fact: Fact) -> float:
    return 1.3 + 1.7 * abs(fact.strength or 0) / 1000


def _kind(kind: str) -> str:
    return kind if kind in KINDS else PLAIN_KIND


def _short(entity: Entity) -> str:
    return clipped(entity.name, _NAME_EMS)


def _initial(name: str) -> str:
    """The first letter or sign of a name; articles aside."""
    words = [word for word in name.split() if word.casefold() not in {"the", "a", "an"}] or [name]
    return next((char.upper() for char in words[0] if char.isalnum()), "")
