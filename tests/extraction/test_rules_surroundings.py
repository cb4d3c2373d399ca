"""What a game tells its player, as the rules read it."""

import pytest

import fabula
from fabula.extraction.rules.surroundings import Surroundings, has_heading, is_command


def played(*exchanges, place="You are in the kitchen."):
    """The state after some commands, as (subject, predicate, far end)."""
    story = fabula.open(":memory:", story="game")
    story.tell(place, speaker="Narrator", role="assistant", present=("Ada",))
    for command, answer in exchanges:
        story.tell(command, speaker="Ada", role="user")
        story.tell(answer, speaker="Narrator", role="assistant", present=("Ada",))
    story.extract()
    view = story.view()
    return {
        (view.name_of(fact.subject), fact.predicate, view.name_of(fact.object) or fact.value)
        for fact in view.facts()
    }


LOOK = "look"


@pytest.mark.parametrize("text", ["take lamp", "go north", "n", "> open the oak chest", "inventory"])
def test_what_a_player_types_is_a_command(text):
    assert is_command(text)


@pytest.mark.parametrize("text", ["I take the lamp.", "Where am I?", "Mira nods", ""])
def test_what_somebody_says_is_no_command(text):
    assert not is_command(text)


@pytest.mark.parametrize(
    "text", ["-= Kitchen =-\nHere.", "== West Hall ==\nHere.", "**Cellar**\nDark.", "[Attic]\nDust."]
)
def test_a_line_of_its_own_names_the_room(text):
    assert has_heading(text)
    (_, finding), *_ = Surroundings(text, "", is_game=True).read()
    assert finding.action == "arrive"


@pytest.mark.parametrize(
    "text",
    [
        "You are in the pantry.",
        "You find yourself in a pantry.",
        "You've just entered the pantry.",
        "You walk into the pantry.",
        "-= Pantry =-\nIt smells of cheese.",
    ],
)
def test_the_player_is_where_the_game_says(text):
    assert ("Ada", "located_in", "pantry") in {
        (near, how, far.casefold()) for near, how, far in played(("go north", text), place="It begins.")
    }


@pytest.mark.parametrize(
    ("text", "far"),
    [
        ("There is a lamp on the table.", "table"),
        ("On the table you see a lamp.", "table"),
        ("You can see a lamp in the drawer.", "drawer"),
        ("The chest contains a lamp and a rope.", "chest"),
        ("You open the chest, revealing a lamp.", "chest"),
        ("There is a lamp on the floor.", "kitchen"),
        ("You notice a lamp here.", "kitchen"),
        ("A lamp is here.", "kitchen"),
    ],
)
def test_a_thing_lies_where_the_game_shows_it(text, far):
    assert ("lamp", "located_in", far) in played((LOOK, text))


def test_what_lies_on_something_is_told_from_what_lies_in_it():
    story = fabula.open(":memory:", story="game")
    story.tell(
        "-= Hall =-\nOn the table you see a lamp. The chest contains a rope.",
        speaker="Narrator",
        present=("Ada",),
        role="assistant",
    )
    story.extract()
    view = story.view()
    assert view.entity("table").entity.labels == ("surface",)
    assert view.entity("chest").entity.labels == ()


@pytest.mark.parametrize("verb", ["pick up", "take", "grab", "collect"])
def test_a_thing_that_is_taken_lies_there_no_more(verb):
    state = played((LOOK, "There is a lamp on the table."), ("take lamp", f"You {verb} the lamp."))
    assert {fact for fact in state if fact[0] == "lamp"} == {("lamp", "held_by", "Ada")}


@pytest.mark.parametrize(
    ("text", "far"),
    [
        ("You put the lamp on the shelf.", "shelf"),
        ("You place the lamp into the box.", "box"),
        ("You drop the lamp on the ground.", "kitchen"),
        ("You set down the lamp.", "kitchen"),
    ],
)
def test_a_thing_that_is_put_down_is_held_no_more(text, far):
    state = played(("take lamp", "You take the lamp."), ("drop lamp", text))
    assert {fact for fact in state if fact[0] == "lamp"} == {("lamp", "located_in", far)}


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("There is a closed door leading east.", "closed"),
        ("You see a locked door.", "locked"),
        ("You open the door.", "open"),
        ("You unlock the door with the brass key.", "closed"),
        ("You lock the door.", "locked"),
        ("You shut the door.", "closed"),
    ],
)
def test_a_door_is_open_closed_or_locked(text, state):
    assert ("door", "status", state) in played((LOOK, text))


def test_a_container_that_is_seen_to_be_empty_is_open():
    assert ("chest", "status", "open") in played((LOOK, "You see a chest. The chest is empty."))
    assert not any(fact[1] == "status" for fact in played((LOOK, "You see a shelf. The shelf is empty.")))


def test_what_is_eaten_is_held_no_more():
    state = played(("take apple", "You take the apple."), ("eat apple", "You eat the apple."))
    assert {fact for fact in state if fact[0] == "apple"} == {("apple", "status", "eaten")}


@pytest.mark.parametrize(
    "text",
    [
        "You are carrying: a lamp and a rope.",
        "You are carrying:\n  a lamp\n  a rope\n",
        "You have: a lamp, a rope.",
    ],
)
def test_an_inventory_lists_what_the_player_holds(text):
    held = {fact for fact in played(("inventory", text)) if fact[1] == "held_by"}
    assert held == {("lamp", "held_by", "Ada"), ("rope", "held_by", "Ada")}


@pytest.mark.parametrize(
    "text",
    [
        "There isn't a thing on it.",
        "You can barely contain your excitement.",
        "You see a man in the corner.",
        "You are carrying nothing.",
        "Do you see a lamp?",
        "There is an exit to the north.",
    ],
)
def test_what_is_no_thing_is_left_alone(text):
    assert {fact for fact in played((LOOK, text)) if fact[0] != "Ada"} == set()


def test_prose_in_the_second_person_names_only_what_is_a_thing_for_sure():
    story = fabula.open(":memory:", story="prose")
    story.tell("I look around.", speaker="Ada", role="user")
    story.tell("You see a way out of this. You pick up the lantern.", speaker="Narrator", role="assistant")
    story.extract()
    view = story.view()
    assert [view.name_of(fact.subject) for fact in view.facts()] == ["lantern"]
