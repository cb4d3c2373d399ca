"""The fixture ``making``: sheets, windows, turns and views for the tests of questions."""

import pytest

import fabula
from fabula.claims import Assertion, EntityClaim
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window, body_of
from fabula.graph.view import View
from fabula.ledger.records import Turn


class Dictated:
    """An extractor that finds given claims, a list for each turn."""

    identity, batch, look_back = "dictated/1", 1, 0

    def __init__(self, told):
        self.told = told

    def read(self, window, known):
        (turn,) = window.fresh
        return [body_of(window, window.start, self.identity, claims=self.told[turn.number - 1])]


class Making:
    """Material for questions; ``english`` and ``chinese`` are the two sheets that are recorded."""

    def turn(self, number, text, speaker="", role="assistant"):
        return Turn(f"t{number}", f"t{number - 1}", number, role, speaker, text, f"k{number}")

    def window(self, *turns, start=0):
        return Window(turns, start)

    def view(self, *told):
        story = fabula.open(":memory:", story="made")
        for number, _ in enumerate(told, start=1):
            story.tell(f"Told {number}.")
        story.extract(Dictated(told))
        return story.view()

    def sheet(self, text, view=None, **more):
        return sheet_of(self.window(self.turn(12, text)), view or View(), **more)

    def english(self):
        turns = (
            self.turn(10, "The mill stands still.", role="user"),
            self.turn(11, "Dorn has gone to the Toll House. He is late."),
            self.turn(12, '"Take it," she says. Jory takes the iron ring.', "Hester Vane", "user"),
            self.turn(13, "That night Dorn comes back to Millbrook. He has seen nothing."),
        )
        people = [
            EntityClaim("Hester Vane", aliases=("the widow",)),
            EntityClaim("Jory"),
            EntityClaim("Dorn"),
            EntityClaim("Millbrook", "place"),
            EntityClaim("Toll House", "organization"),
            EntityClaim("iron ring", "item"),
        ]
        facts = [
            Assertion("Dorn", "member_of", object="Toll House"),
            Assertion("Jory", "age", value="twelve"),
            Assertion("Jory", "trusts", object="Hester Vane", strength=400),
            Assertion("Hester Vane", "holds", object="iron ring"),
        ]
        return sheet_of(self.window(*turns, start=2), self.view(people, facts))

    def chinese(self):
        turns = (
            self.turn(10, "磨坊停了。", role="user"),
            self.turn(11, "杜三去了税关。他迟到了。"),
            self.turn(12, "“拿着吧。”她说道。小豆子接过了铁戒指。", "韩素", "user"),
            self.turn(13, "当天夜里，杜三回到了磨坊镇。他什么也没看见。"),
        )
        people = [
            EntityClaim("韩素", aliases=("掌柜娘子",)),
            EntityClaim("小豆子"),
            EntityClaim("杜三"),
            EntityClaim("磨坊镇", "place"),
            EntityClaim("税关", "organization"),
            EntityClaim("铁戒指", "item"),
        ]
        facts = [
            Assertion("杜三", "member_of", object="税关"),
            Assertion("小豆子", "年龄", value="十二"),
            Assertion("小豆子", "信任", object="韩素", strength=400),
            Assertion("韩素", "holds", object="铁戒指"),
        ]
        return sheet_of(self.window(*turns, start=2), self.view(people, facts))


@pytest.fixture(scope="session")
def making():
    return Making()
