"""An event taken apart: its name, and the relations that tie those who took part, and its place, to it."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabula.claims.statements import MAX_NAME, MAX_SUMMARY
from fabula.claims.text import name_key
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.rules.listed import word_set
from fabula.graph.relation_attributes import attribute_of

INVOLVED, OCCURRED, ROLE = "involved_in", "occurred_at", "role"
_PLACES = word_set("place location where at site venue in 地点 地方 场所 位置")
_PLAIN = word_set("participant participants involved with who member 参与者 参与 人物 相关")


@dataclass(frozen=True, slots=True)
class EventParts:
    """What an event is called, what is told of it, and who had which role in it."""

    item: Item
    name: str
    summary: str

    def relations(self, event: str) -> Iterator[tuple[Item, str, str]]:
        """Statements that lack one end, each with the mention of that end and the kind that it is expected to be.

        Whoever took part is ``involved_in`` the event, and ``involved_in#role`` says as what; a place is where it
        ``occurred_at``.
        """
        roles = [*self.item.roles, *((("place", self.item.place),) if self.item.place else ())]
        for role, mention in dict.fromkeys(roles):
            if name_key(role) in _PLACES:
                yield self._told(OCCURRED, name=event), mention, "place"
                continue
            yield self._told(INVOLVED, event=event), mention, "character"
            if role and name_key(role) not in _PLAIN:
                predicate = attribute_of(INVOLVED, ROLE)
                yield self._told(predicate, event=event, value=role), mention, "character"

    def _told(self, predicate: str, *, name: str = "", event: str = "", value: str = "") -> Item:
        item = self.item
        return Item(
            ItemKind.FACT,
            at=item.at,
            raw=item.raw,
            perceivers=item.perceivers,
            importance=item.importance,
            confidence=item.confidence,
            when=item.when,
            past=item.past,
            modality=item.modality,
            name=name,
            predicate=predicate,
            object=event,
            value=value,
        )


def parts_of_event(item: Item) -> EventParts:
    """An event's name and summary; one without a title is called by its sentence."""
    told = item.summary or item.sentence
    name = item.name or told[:MAX_NAME].strip()
    return EventParts(item, name, "" if told == name else told[:MAX_SUMMARY])
