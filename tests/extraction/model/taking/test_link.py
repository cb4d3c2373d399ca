"""Whom a model's mentions mean."""

import pytest

from fabula.claims import Modality
from fabula.graph.phrase import phrase


def names(view, kind="character"):
    return [entity.name for entity in view.entities(kind)]


def says(view):
    return [phrase(fact, view) for fact in view.facts()]


@pytest.mark.parametrize("name", ["DGIA", "克莱恩"])
def test_one_name_in_four_turns_is_one_entity_n09(telling, say, name):
    """P020: an exact name is looked up first, always, and needs no embedding."""
    story = telling()
    for number in range(1, 5):
        story.tell(f"We saw {name} again.", say(number, "entity", name, entity_kind="organization"))

    assert names(story.view, "organization") == [name]


def test_a_name_that_readers_give_several_kinds_stays_one_n09(telling, say):
    """P020: an agency may be called an organization, then a place; its first kind stays."""
    story = telling()
    story.tell("The DGIA called.", say(1, "entity", "DGIA", entity_kind="organization"))
    story.tell("The DGIA was dark.", say(2, "entity", "DGIA", entity_kind="place"))

    assert [(one.name, one.kind) for one in story.view.entities()] == [("DGIA", "organization")]


def test_a_place_and_a_person_of_one_name_are_two(telling, say):
    story = telling()
    story.tell("Rose reached Rose.", say(1, "entity", "Rose", entity_kind="character"))
    story.tell("Rose is a small village.", say(2, "entity", "Rose", entity_kind="place"))

    assert sorted(one.id for one in story.view.entities()) == ["npc-rose", "place-rose"]


def test_case_does_not_part_a_name_and_accents_do_as_written(telling, say):
    """P020: 'Éomer' and 'ÉOMER' are one; 'EOMER' is another spelling, and only an alias joins the two."""
    story = telling()
    story.tell("Éomer rode.", say(1, "entity", "Éomer"))
    story.tell("ÉOMER rode on.", say(2, "entity", "ÉOMER"))
    story.tell("EOMER rode.", say(3, "entity", "EOMER"))

    assert names(story.view) == ["Éomer", "EOMER"]


@pytest.mark.parametrize(
    "alike",
    [
        ("Anna Frost", "Anna Forst", "Annika Frost"),
        ("李明", "李鸣"),
        ("Guard 1", "Guard 2"),
        ("ASR1603", "ASR1605"),
    ],
)
def test_like_spellings_are_never_merged(telling, say, alike):
    """P024: proper names and numbered ones are told apart by a single letter."""
    story = telling()
    for number, name in enumerate(alike, start=1):
        story.tell(f"There was {name} at last.", say(number, "fact", name, "mood", value="calm"))

    assert names(story.view) == list(alike)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Councillor Emery", "Emery"),
        ("Emery", "Councillor Emery"),
        ("Anna Frost", "Anna"),
        ("Anna", "Anna Frost"),
        ("林瑶", "林瑶姑娘"),
        ("李小明", "小明"),
    ],
)
def test_titles_and_short_forms_are_the_same_person(telling, say, first, second):
    """P026: a title is no part of the name."""
    story = telling()
    story.tell(f"In came {first}.", say(1, "entity", first))
    story.tell(f"There sat {second}.", say(2, "fact", second, "mood", value="calm"))

    (person,) = story.view.entities("character")
    assert set(person.names) == {first, second}


@pytest.mark.parametrize(
    ("first", "second"), [("Lord Emery", "Lady Emery"), ("Anna Frost", "Miss Frost"), ("林瑶", "林姑娘")]
)
def test_other_titles_and_bare_surnames_may_be_other_people(telling, say, first, second):
    story = telling()
    story.tell(f"In came {first}.", say(1, "entity", first))
    story.tell(f"There sat {second}.", say(2, "fact", second, "mood", value="calm"))

    assert names(story.view) == [first, second]


def test_a_short_form_of_two_is_refused_with_both(telling, say):
    story = telling()
    story.tell("Lin Yao met Lin Feng.", say(1, "entity", "Lin Yao"), say(1, "entity", "Lin Feng"))
    story.tell("Lin laughed.", say(2, "fact", "Lin", "mood", value="merry"))

    assert says(story.view) == []
    assert "npc-lin-feng (Lin Feng), npc-lin-yao (Lin Yao)" in story.refused[0]


def test_two_of_one_name_are_refused_with_both_rather_than_guessed(telling, say):
    story = telling()
    story.tell("Tom nods.", say(1, "entity", "Tom"))
    story.read()
    story.story.introduce("Tom", namesake=True)
    story.tell("Tom smiles.", say(2, "fact", "Tom", "mood", value="glad"))

    assert says(story.view) == []
    assert "'Tom' may be any of npc-tom" in story.refused[0]


def test_a_key_of_the_sheet_means_that_entity_even_among_namesakes(telling, say):
    story = telling()
    story.tell("Tom nods.", say(1, "entity", "Tom"))
    story.read()
    story.story.introduce("Tom", namesake=True)
    story.tell("Tom smiles.", say(2, "fact", "e2", "mood", value="glad"))

    (fact,) = story.view.facts()
    assert fact.subject.startswith("npc-tom-")


def test_an_unknown_key_is_refused(telling, say):
    story = telling().tell("Tom nods.", say(1, "fact", "e7", "mood", value="glad"))

    assert says(story.view) == []
    assert story.refused == ["no entity e7 was shown: the sheet goes up to e0"]


# Roles.


@pytest.mark.parametrize(
    ("first", "again", "other", "role"),
    [
        ("The guard nods.", "The guard yawns.", "Another guard bars the gate.", "the guard"),
        ("守卫点了点头。", "那个守卫打了个哈欠。", "一名守卫拦住了城门。", "守卫"),
    ],
)
def test_a_role_is_one_person_in_a_scene_and_another_in_the_next(telling, say, first, again, other, role):
    story = telling()
    story.tell(first, say(1, "scene", starts=True), say(1, "fact", role, "mood", value="calm"))
    story.tell(again, say(2, "fact", role, "mood", value="tired"))
    story.tell(other, say(3, "scene", starts=True), say(3, "fact", role, "mood", value="grim"))

    guards = story.view.entities("character")
    assert [(one.name, one.first_seen, one.last_seen) for one in guards] == [(role, 1, 2), (role, 3, 3)]
    moods = [(fact.subject, fact.value) for fact in story.view.facts()]
    assert moods == [(guards[0].id, "tired"), (guards[1].id, "grim")]


def test_a_role_without_any_scene_stays_in_its_window(telling, say):
    story = telling(look_back=1)
    story.tell("The guard nods.", say(1, "fact", "the guard", "mood", value="calm"))
    story.tell("The guard yawns.", say(2, "fact", "the guard", "mood", value="tired"))
    story.tell("Rain.")
    story.tell("Rain again.")
    story.tell("The guard sleeps.", say(5, "fact", "the guard", "mood", value="asleep"))

    assert [one.first_seen for one in story.view.entities("character")] == [1, 5]


def test_two_guards_whose_words_are_the_same_are_still_two(telling, say):
    story = telling()
    for number, after in ((1, "Rain fell."), (2, "Snow fell.")):
        story.tell(
            f"{after} The guard nods.",
            say(f"{number}.1", "scene", starts=True),
            say(f"{number}.2", "fact", "the guard", "mood", value="calm"),
        )

    assert len(story.view.entities("character")) == 2


def test_whoever_speaks_under_a_role_has_it_for_a_name(telling, say):
    story = telling()
    story.tell("I yawn.", say(1, "fact", "I", "mood", value="tired"), speaker="guard")
    story.tell("The guard yawns.", say(2, "scene", starts=True), speaker="guard")

    assert names(story.view) == ["guard"]


def test_the_king_is_a_name(telling, say):
    story = telling()
    story.tell("The king nods.", say(1, "scene", starts=True), say(1, "entity", "the king"))
    story.tell("The king sleeps.", say(2, "scene", starts=True), say(2, "entity", "the king"))

    assert len(story.view.entities("character")) == 1


# Reveals.


def test_a_reveal_is_dated_by_its_turn_p026(telling, say):
    """P026: two until the mask falls, one from then on; ``as_of`` before it still has two."""
    story = telling()
    story.tell("A masked figure waits.", say(1, "scene", starts=True), say(1, "entity", "a masked figure"))
    story.tell("Jurek drinks.", say(2, "scene", starts=True), say(2, "entity", "Jurek"))
    story.tell(
        "The mask falls: the masked figure was Jurek.",
        say(3, "scene", starts=True),
        say(3, "same", "the masked figure", far="Jurek"),
    )
    view = story.view

    assert [one.name for one in view.entities("character")] == ["Jurek"]
    assert view.entity("the masked figure").entity.id == "npc-jurek"
    assert names(story.story.view(2)) == ["the masked figure", "Jurek"]


def test_a_reveal_brings_in_the_name_that_it_tells(telling, say):
    story = telling()
    story.tell("那个陌生人在等。", say(1, "entity", "陌生人"))
    story.tell("原来陌生人就是林峰。", say(2, "same", "林峰", far="那个陌生人"))

    (person,) = story.view.entities("character")
    assert set(person.names) == {"林峰", "陌生人"}


def test_a_person_and_a_thing_are_not_revealed_to_be_one(telling, say):
    story = telling()
    story.tell("Mira lifts the lamp.", say(1, "fact", "Mira", "holds", "lamp"))
    story.tell("Mira is the lamp.", say(2, "same", "Mira", far="lamp"))

    assert len(story.view.entities()) == 2
    assert story.refused == ["one is of the kind character, the other item"]


def test_what_was_told_before_a_reveal_in_one_reading_stays_with_the_stranger(telling, say):
    story = telling(batch=2)
    story.tell("The stranger nods at Lin Feng.", say(1, "fact", "the stranger", "mood", value="calm"))
    story.tell("The stranger was Lin Feng.", say(2, "same", "Lin Feng", far="the stranger"))
    story.read()

    (fact,) = story.story.view(1).facts()
    assert story.story.view(1).name_of(fact.subject) == "the stranger"


# The author's registry.


def test_a_merge_survives_a_re_reading_p022(telling, say):
    """P022: what the author made one stays one when everything is read again, and loses no relation."""
    told = (
        ("Mira meets Bram.", say(1, "fact", "Mira", "trusts", "Bram")),
        ("The Fox trusts Tom.", say(2, "fact", "The Fox", "trusts", "Tom")),
    )
    story = telling()
    for text, *said in told:
        story.tell(
            text, *said, say(said[0].at, "entity", said[0].name), say(said[0].at, "entity", said[0].object)
        )
    story.read()
    story.story.author.merge("Mira", "The Fox")
    before = len(story.story.view().entity("Mira").relations())

    story.said.edition += 1
    story.story.read_again(1, 2, story.said)

    assert "The Fox" not in names(story.story.view())
    assert len(story.story.view().entity("Mira").relations()) == before == 2


# What comes in, and what does not.


def test_what_nothing_names_does_not_come_in(telling, say):
    story = telling().tell("Rain falls.", say(1, "entity", "Sir Made Up"))

    assert story.view.entities() == ()
    assert story.refused == ["nothing that was read calls anybody or anything 'Sir Made Up'"]


def test_an_edge_whose_end_is_unknown_is_refused_n10(telling, say):
    story = telling().tell("Mira smiles.", say(1, "fact", "Mira", "ally_of", "Zed"))

    assert says(story.view) == []
    assert story.refused == ["nothing that was read calls anybody or anything 'Zed'"]


def test_a_kind_that_the_graph_does_not_take_is_left_out_with_its_edges_n07(telling, say):
    story = telling(kinds=("character", "group", "faction"))
    story.tell(
        "Mira has a lamp and knows Bram.",
        say(1, "entity", "lamp", entity_kind="item"),
        say(1, "fact", "Mira", "holds", "lamp"),
        say(1, "entity", "Bram", entity_kind="individual"),
        say(1, "fact", "Mira", "knows", "Bram"),
    )

    assert says(story.view) == ["Mira: knows: Bram"]
    assert story.refused == ["'lamp' is of the kind 'item', which the graph does not take"] * 2


def test_the_kind_of_a_newcomer_is_the_items_own_or_what_the_predicate_expects(telling, say):
    story = telling()
    story.tell(
        "Mira carried the lamp to Wen.",
        say(1, "fact", "Mira", "holds", "lamp"),
        say(1, "fact", "Mira", "located_in", "Wen"),
    )

    assert {(one.name, one.kind) for one in story.view.entities()} == {
        ("Mira", "character"),
        ("lamp", "item"),
        ("Wen", "place"),
    }


def test_the_far_end_of_an_unknown_predicate_is_a_text_unless_it_is_somebody(telling, say):
    story = telling()
    story.tell(
        "Mira fears water, and Mira fears old Bram.",
        say(1, "fact", "Mira", "fears", "water"),
        say(1, "fact", "Mira", "admires", "Bram"),
    )

    assert says(story.view) == ["Mira: fears: water", "Mira: admires: Bram"]
    assert set(names(story.view)) == {"Mira", "Bram"}


def test_an_upsert_by_name_adds_and_keeps_n09(telling, say):
    story = telling()
    story.tell("Lin Yao waits.", say(1, "entity", "Lin Yao", entity_kind="character", labels=("a", "b")))
    story.tell(
        "Lin Yao, called Moth, sings.",
        say(
            2,
            "entity",
            "Lin Yao",
            aliases=("Moth", "Wasp"),
            labels=("b", "c", "d", "e", "f"),
            summary="A singer.",
        ),
    )

    (one,) = story.view.entities()
    assert (one.id, one.aliases, one.summary) == ("npc-lin-yao", ("Moth",), "A singer.")
    assert len(one.labels) == 5
    assert story.refused == ["'Wasp' is no further name: nothing that was read has it"]


def test_anothers_name_is_no_alias(telling, say):
    story = telling()
    story.tell("Mira and Bram.", say(1, "entity", "Mira"), say(1, "entity", "Bram"))
    story.tell("Mira, or Bram.", say(2, "entity", "Mira", aliases=("Bram",)))

    assert len(story.view.entities()) == 2
    assert "it is another's, npc-bram" in story.refused[0]


def test_the_first_person_is_whoever_speaks(telling, say):
    """P030: who says "I" is told by the turn."""
    story = telling()
    story.tell("I hate tea.", say(1, "fact", "I", "tea", value="hates it"), speaker="Player")
    story.tell("I love tea.", say(2, "fact", "我", "tea", value="loves it"), speaker="Mira")

    assert says(story.view) == ["Player: tea: hates it", "Mira: tea: loves it"]


def test_other_pronouns_name_nobody(telling, say):
    story = telling().tell("She sighs.", say(1, "fact", "She", "mood", value="sad"))

    assert says(story.view) == []
    assert story.refused == ["'She' is a pronoun and names nobody"]


def test_an_item_that_cites_no_line_is_refused(telling, say):
    story = telling().tell("Mira sighs. Bram too.", say("9.1", "fact", "Mira", "mood", value="sad"))

    assert says(story.view) == []
    assert story.refused == ["it cites no line that was to be read"]


def test_a_claim_hangs_off_the_latest_of_its_lines_and_quotes_them_all(telling, say):
    story = telling(batch=2)
    story.tell("Mira waits.").tell("Then Bram gives the lamp.")
    story.said.items[2] = (say("1.1, 2.1", "fact", "Mira", "holds", "lamp"),)

    (fact,) = story.view.facts()
    assert fact.opened == 2
    assert [(piece.number, piece.quote) for piece in fact.evidence] == [
        (1, "Mira waits."),
        (2, "Then Bram gives the lamp."),
    ]


def test_a_claim_waits_for_the_turn_that_first_names_whom_it_is_about(telling, say):
    story = telling(batch=2)
    story.tell("Somebody has the lamp.", say("1.1", "fact", "Mira", "holds", "lamp")).tell("It was Mira.")

    (fact,) = story.view.facts()
    assert (fact.opened, fact.evidence[0].number) == (2, 1)


# Events, scenes, holders.


def test_an_event_is_an_entity_with_its_people_and_its_place_b05(telling, say):
    story = telling()
    story.tell(
        "Mira set fire to the mill while Bram slept.",
        say(
            1,
            "event",
            "fire at the mill",
            summary="Mira burns the mill.",
            roles=(("culprit", "Mira"), ("participant", "Bram"), ("place", "mill")),
            importance=700,
        ),
    )
    view = story.view

    assert view.entity("fire at the mill").entity.summary == "Mira burns the mill."
    assert set(says(view)) == {
        "Mira is involved in fire at the mill",
        "Mira is involved in fire at the mill (role: culprit)",
        "Bram is involved in fire at the mill",
        "fire at the mill happened at mill",
    }
    assert {fact.importance for fact in view.facts()} == {700}
    assert {piece.quote for fact in view.facts() for piece in fact.evidence} == {
        "Mira set fire to the mill while Bram slept."
    }


def test_an_event_speaks_chinese(telling, say):
    story = telling()
    story.tell("林瑶在长安城放火。", say(1, "event", "放火", roles=(("主使", "林瑶"), ("地点", "长安城"))))

    assert set(says(story.view)) == {"林瑶与放火有关", "林瑶与放火有关 (role: 主使)", "放火发生在长安城"}


def test_an_event_stands_without_those_who_are_unclear(telling, say):
    story = telling().tell(
        "Mira falls.", say(1, "event", "fall", roles=(("who", "Mira"), ("witness", "Zed")))
    )

    assert says(story.view) == ["Mira is involved in fall"]
    assert len(story.refused) == 1


def test_a_scene_sets_the_stage(telling, say):
    story = telling().tell(
        "Mira and Bram meet at the mill.",
        say(1, "scene", present=("Mira", "Bram"), place="the mill", starts=True, when="day 4"),
        say(1, "fact", "Mira", "mood", value="glad", perceivers=("Bram",)),
    )
    view = story.view

    assert [view.name_of(one) for one in view.stage.present] == ["Mira", "Bram"]
    assert view.name_of(view.stage.place) == "the mill"
    (fact,) = view.facts()
    assert fact.period.label == "day 4"
    assert [view.name_of(one) for one in fact.audience] == ["Bram"]


def test_a_belief_and_a_lie_are_kept_apart_from_canon(telling, say):
    story = telling().tell(
        "Mira thinks Bram has the lamp, and lies that Tom has it.",
        say(1, "fact", "Bram", "holds", "lamp", holder="Mira"),
        say(1, "fact", "Tom", "holds", "lamp", modality=Modality.LIED),
    )
    view = story.view

    assert view.facts() == ()
    assert len(view.facts(holder="npc-mira")) == 1
    assert len(view.facts(modality=Modality.LIED)) == 1
