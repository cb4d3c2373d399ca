from fabula.claims import Assertion, EntityClaim, Quote
from fabula.context.stable import MOST_CAST, main_cast, stable_items
from fabula.context.wording import CHINESE, ENGLISH


def said(subject, predicate, far="", *, text="It was said.", value=""):
    return Assertion(subject, predicate, far, value=value, evidence=(Quote(0, 0, len(text), text),))


def lines(story, template=ENGLISH, **more):
    return {item.line: item.section for item in stable_items(story.view, template, **more)}


def test_rules_threads_and_the_latest_synopsis_are_told_with_their_attributes(tell):
    story = tell(
        (
            "It was said.",
            [
                EntityClaim("No magic", "rule", summary="Magic costs blood."),
                said("No magic", "price", value="a drop"),
                EntityClaim("The lost heir", "thread"),
                EntityClaim("Part one", "synopsis", summary="They met."),
                EntityClaim("Part two", "synopsis", summary="They fought."),
            ],
        )
    )
    assert lines(story) == {
        "- No magic: Magic costs blood.; price: a drop": "rules",
        "- The lost heir": "threads",
        "- Part two: They fought.": "synopsis",
    }


def test_a_thread_that_is_closed_is_told_no_more(tell):
    thread = EntityClaim("失踪的继承人", "thread")
    assert lines(tell(("说。", [thread])), CHINESE) == {"- 失踪的继承人": "threads"}
    assert lines(tell(("说。", [thread, said("失踪的继承人", "status", value="已解决")])), CHINESE) == {}


def test_the_cast_are_those_of_whom_most_is_told(tell):
    names = [f"Person {number}" for number in range(MOST_CAST + 2)]
    claims = [EntityClaim(name) for name in ("Mira", "Nobody", *names)]
    claims += [said("Mira", "trusts", name) for name in names]
    cast = main_cast(tell(("It was said.", claims)).view)
    assert (cast[0].name, len(cast)) == ("Mira", MOST_CAST)
    assert "Nobody" not in {one.name for one in cast}


def test_a_dossier_has_what_lasts_and_not_what_the_next_scene_changes(tell):
    story = tell(
        (
            "It was said.",
            [
                EntityClaim("Mira", summary="A thief."),
                EntityClaim("Inn", "place"),
                said("Mira", "eye_color", value="green"),
                said("Mira", "located_in", "Inn"),
                said("Mira", "mood", value="sad"),
            ],
        )
    )
    assert lines(story) == {"- Mira: A thief.": "cast", "- Mira: eye color: green": "cast"}


def test_what_a_point_of_view_cannot_know_is_left_out(tell):
    story = tell(
        (
            "It was said.",
            [
                EntityClaim("Mira", summary="A thief."),
                said("Mira", "age", value="30"),
                said("Mira", "title", value="Lady"),
            ],
        )
    )
    known = {fact.id for fact in story.view.facts() if fact.value == "30"}
    assert lines(story, known=known) == {"- Mira: age: 30": "cast"}


def test_a_fact_between_two_of_the_cast_is_told_once(tell):
    claims = [EntityClaim("Mira"), EntityClaim("Tom"), said("Mira", "trusts", "Tom")]
    items = stable_items(tell(("It was said.", claims)).view, ENGLISH)
    assert [item.line for item in items] == ["- Mira: trusts: Tom"]


def test_a_point_of_view_is_told_no_summary_and_of_no_thread_that_it_knows_nothing_of(tell):
    story = tell(
        (
            "It was said.",
            [
                EntityClaim("No magic", "rule", summary="Magic costs blood."),
                EntityClaim("The lost heir", "thread", summary="He is the king's son."),
                EntityClaim("The debt", "thread", summary="Tom will never pay."),
                said("The debt", "sum", value="ten crowns"),
                EntityClaim("Part one", "synopsis", summary="They met."),
            ],
        )
    )
    known = {fact.id for fact in story.view.facts()}
    assert lines(story, known=known) == {"- No magic": "rules", "- The debt: sum: ten crowns": "threads"}
