"""What becomes of items beside what is known."""

import pytest

from fabula.extraction.model.items import Change
from fabula.graph.facts import Standing
from fabula.graph.phrase import phrase


def says(view):
    return [phrase(fact, view) for fact in view.facts()]


def values(view, subject, predicate):
    return [(fact.value, fact.standing.value) for fact in view.timeline(subject, predicate)]


def pair(
    telling, say, first, second, *, text="Mira again.", start="Mira and Bram have a lamp at Wen.", **settings
):
    """A story of two turns, with one item each about the same people."""
    story = telling(**settings)
    story.tell(
        start,
        say(1, "entity", "Bram"),
        say(1, "entity", "Wen", entity_kind="place"),
        say(1, *first[:4], **first[4]),
    )
    story.tell(text, say(2, *second[:4], **second[4]))
    return story


def fact(name, predicate, far="", **more):
    return ("fact", name, predicate, far, more)


# Duplicates.


def test_the_same_again_is_evidence_and_no_version_b06(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "holds", "lamp"),
        fact("lamp", "owned by", "Mira"),
        text="Mira has the lamp.",
    )

    (held,) = story.view.facts()
    assert [piece.number for piece in held.evidence] == [1, 2]


def test_another_wording_of_the_same_sentence_is_no_version(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "trusts", "Bram", sentence="Mira trusts Bram."),
        fact("Mira", "trusts", "Bram", sentence="Mira trusts the Bram"),
    )

    (only,) = story.view.timeline("Mira", "trusts")
    assert len(only.evidence) == 2


@pytest.mark.parametrize(
    "changed", [{"strength": 900}, {"sentence": "Mira trusts Bram with her life and her ship."}]
)
def test_another_strength_or_fact_opens_a_version_and_no_change_none_n11(telling, say, changed):
    told = {"sentence": "Mira trusts Bram.", "strength": 300}
    story = pair(
        telling,
        say,
        fact("Mira", "trusts", "Bram", **told),
        fact("Mira", "trusts", "Bram", **{**told, **changed}),
    )
    story.tell("Mira again.", say(3, "fact", "Mira", "trusts", "Bram", **{**told, **changed}))

    first, second = story.view.timeline("Mira", "trusts")
    assert (first.closed, second.closed) == (2, None)
    assert len(second.evidence) == 2


def test_a_value_in_other_small_words_is_the_same(telling, say):
    story = pair(telling, say, fact("Mira", "mood", value="calm"), fact("Mira", "mood", value="is calm."))

    assert values(story.view, "Mira", "mood") == [("calm", "current")]


def test_a_value_that_may_mean_the_same_is_a_version_where_it_is_not_sure(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "fears", value="is afraid of water"),
        fact("Mira", "fears", value="fears water"),
    )

    assert values(story.view, "Mira", "fears") == [
        ("is afraid of water", "superseded"),
        ("fears water", "current"),
    ]


def near(text, candidates):
    """An embedder of a toy: how many letters two texts share, on a scale of its own."""
    scores = [(one, 0.5 + 0.01 * len(set(text.split()) & set(one.split()))) for one in candidates]
    return sorted(scores, key=lambda one: (-one[1], one[0]))


HABITS = [f"keeps a {thing} in the cellar" for thing in ("goose", "crow", "barrel", "ladder", "drum")]


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("walks along the harbour wall whenever storms come in", 1),
        ("walks along the harbour wall whenever storms do not come in", 2),
        ("walks along the left harbour wall whenever storms come in", 2),
        ("keeps bees and sells the honey at market", 2),
    ],
)
def test_a_near_value_is_a_duplicate_by_rank_and_margin_and_never_against_its_sense(
    telling, say, text, versions
):
    story = telling(nearest=near)
    story.tell(
        "Mira here.", *(say(1, "fact", "Mira", f"habit_{at}", value=one) for at, one in enumerate(HABITS))
    )
    story.tell(
        "Mira there.",
        say(2, "fact", "Mira", "custom", value="walks along the harbour wall when storms come in"),
    )
    story.tell("Mira gone.", say(3, "fact", "Mira", "custom", value=text))

    assert len(story.view.timeline("Mira", "custom")) == versions


def test_one_event_told_in_two_languages_is_one_fact_p064(telling, say):
    """P064: predicates and names join languages; the text's own words stay as they are."""
    story = telling()
    story.tell(
        "林瑶 (Lin Yao) 拿着银钥匙 (silver key)。",
        say(1, "entity", "林瑶", aliases=("Lin Yao",)),
        say(1, "entity", "银钥匙", entity_kind="item", aliases=("silver key",)),
        say(1, "fact", "林瑶", "拿着", "银钥匙"),
    )
    story.tell("Lin Yao holds the silver key.", say(2, "fact", "Lin Yao", "holds", "the silver key"))
    story.tell("林瑶死了。", say(3, "fact", "林瑶", "状态", value="死了"))
    story.tell("Lin Yao is dead.", say(4, "fact", "Lin Yao", "status", value="dead"))

    assert [len(one.evidence) for one in story.view.facts()] == [2, 2]


# Corrections, supersession, contradiction.


def test_a_correction_takes_the_old_value_back_b06(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "scar", value="on her right hand"),
        fact("Mira", "scar", value="on her left hand", change=Change.CORRECTION),
        text="No, it was the left hand, said Mira.",
    )

    assert values(story.view, "Mira", "scar") == [("on her left hand", "current")]
    assert values(story.story.view(1), "Mira", "scar") == [("on her right hand", "current")]


@pytest.mark.parametrize(("text", "versions"), [("不对，林瑶的疤在左手。", 1), ("林瑶的疤在左手。", 2)])
def test_a_correction_that_no_words_speak_of_is_but_news(telling, say, text, versions):
    story = telling(language="zh")
    story.tell("林瑶的疤在右手。", say(1, "fact", "林瑶", "疤", value="右手"))
    story.tell(text, say(2, "fact", "林瑶", "疤", value="左手", change=Change.CORRECTION))

    assert len(values(story.view, "林瑶", "疤")) == versions


def test_another_value_supersedes_in_its_slot_alone(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "located_in", "Wen"),
        fact("Mira", "located_in", "Oss"),
        text="Mira is at Oss.",
    )
    story.tell("Bram is at Wen.", say(3, "fact", "Bram", "located_in", "Wen"))

    assert says(story.view) == ["Mira is at Oss", "Bram is at Wen"]


def test_what_no_item_speaks_of_is_left_alone_b07(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "mood", value="calm"),
        fact("Bram", "mood", value="cross"),
        text="Bram again.",
    )

    assert says(story.view) == ["Mira: mood: calm", "Bram: mood: cross"]


def test_what_a_model_calls_a_contradiction_stands_beside_the_old_b05(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "mood", value="calm"),
        fact("Mira", "mood", value="furious", change=Change.CONTRADICTS),
    )
    ((one, other),) = story.view.contradictions()

    assert (one.value, one.disputes) == ("calm", (other.id,))
    assert (other.value, other.disputes) == ("furious", (one.id,))


def test_another_value_of_what_does_not_change_is_a_contradiction_b06(telling, say):
    story = pair(
        telling, say, fact("Mira", "birthplace", value="Wen"), fact("Mira", "place of birth", value="Oss")
    )

    assert values(story.view, "Mira", "birthplace") == [("Wen", "current"), ("Oss", "current")]


def test_what_does_not_change_is_corrected_by_words_that_say_so(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "birthplace", value="Wen"),
        fact("Mira", "birthplace", value="Oss", change=Change.CORRECTION),
        text="Mira was not born there: actually in Oss.",
    )

    assert values(story.view, "Mira", "birthplace") == [("Oss", "current")]


def test_what_does_not_change_is_never_past(telling, say):
    story = telling().tell(
        "Mira was born in Wen.", say(1, "fact", "Mira", "birthplace", value="Wen", past=True)
    )

    assert values(story.view, "Mira", "birthplace") == [("Wen", "current")]


def test_a_contradiction_of_nothing_is_plain_news(telling, say):
    story = telling().tell("Mira.", say(1, "fact", "Mira", "mood", value="calm", change=Change.CONTRADICTS))

    assert values(story.view, "Mira", "mood") == [("calm", "current")]
    assert story.view.contradictions() == ()


# Keys of facts.


def test_a_key_of_the_sheet_changes_that_fact_b07(telling, say):
    story = telling()
    story.tell(
        "Mira trusts Bram.", say(1, "entity", "Bram"), say(1, "fact", "Mira", "trusts", "Bram", strength=300)
    )
    story.tell("She trusts him more.", say(2, "fact", known="f1", strength=800))

    assert [(one.strength, one.closed) for one in story.view.timeline("Mira", "trusts")] == [
        (300, 2),
        (800, None),
    ]


def test_a_key_ends_that_fact(telling, say):
    story = telling()
    story.tell("Mira has the lamp.", say(1, "fact", "Mira", "holds", "lamp"))
    story.tell("It is lost.", say(2, "end", known="f1"))

    assert story.view.timeline("lamp", "held_by")[0].standing is Standing.ENDED


def test_a_key_takes_that_fact_back(telling, say):
    story = telling()
    story.tell("Mira has the lamp.", say(1, "fact", "Mira", "holds", "lamp"))
    story.tell("She never had it.", say(2, "never", known="f1"))

    assert story.view.timeline("lamp", "held_by") == ()


def test_a_key_corrects_that_fact_even_where_many_may_hold(telling, say):
    story = telling()
    story.tell("Mira, Bram, Tom.", *(say(1, "entity", one) for one in ("Mira", "Bram", "Tom")))
    story.tell("Mira trusts Bram.", say(2, "fact", "Mira", "trusts", "Bram"))
    story.tell("No, it is Tom.", say(3, "fact", far="Tom", known="f1", change=Change.CORRECTION))

    assert says(story.view) == ["Mira: trusts: Tom"]


def test_a_key_with_nothing_new_is_evidence(telling, say):
    story = telling()
    story.tell("Mira is calm.", say(1, "fact", "Mira", "mood", value="calm", sentence="Mira is calm now."))
    story.tell("Still so.", say(2, "fact", known="f1", change=Change.SAME, sentence="Calm as ever she was."))

    (only,) = story.view.facts()
    assert [piece.number for piece in only.evidence] == [1, 2]


@pytest.mark.parametrize("kind", ["fact", "end", "never"])
def test_an_unknown_key_of_a_fact_is_refused(telling, say, kind):
    story = telling().tell("Mira is calm.", say(1, kind, known="f9", strength=1))

    assert story.view.facts() == ()
    assert story.refused == ["no fact f9 was shown: the sheet goes up to f0"]


# Endings.


def test_an_ending_in_words_ends_what_it_means(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "located_in", "Wen"),
        ("end", "Mira", "at", "Wen", {}),
        text="Mira left Wen.",
    )

    assert says(story.view) == []


def test_an_ending_of_what_does_not_hold_is_refused(telling, say):
    story = pair(
        telling,
        say,
        fact("Mira", "located_in", "Wen"),
        ("end", "Bram", "at", "Wen", {}),
        text="Bram left Wen.",
    )

    assert says(story.view) == ["Mira is at Wen"]
    assert story.refused == ["nothing like that holds"]


def test_an_ending_takes_a_value_in_the_storys_words(telling, say):
    story = pair(
        telling, say, fact("Mira", "mood", value="calm"), ("end", "Mira", "mood", "", {"value": "the calm"})
    )

    assert says(story.view) == []


def test_items_of_one_answer_see_each_other_n12(telling, say):
    story = telling().tell(
        "Mira takes the lamp. Bram takes it. He drops it.",
        say("1.1", "fact", "Mira", "holds", "lamp"),
        say("1.2", "fact", "Bram", "holds", "lamp"),
        say("1.3", "end", "Bram", "holds", "lamp"),
    )

    assert [one.standing.value for one in story.view.timeline("lamp", "held_by")] == ["superseded", "ended"]


# Keys of concepts.


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("cloak_color", "Colour of cloak"),
        ("hobbies", "hobby"),
        ("afraid_of", "is afraid of"),
        ("爱好", "的爱好"),
        ("eye_color", "眼睛颜色"),
    ],
)
def test_a_key_for_the_concept_is_used_before_another_is_made_p05(telling, say, first, second):
    story = pair(telling, say, fact("Mira", first, value="chess"), fact("Mira", second, value="cards"))

    assert [value for value, _ in values(story.view, "Mira", first)] == ["chess", "cards"]


@pytest.mark.parametrize(("first", "second"), [("trusted_by", "trusts"), ("left_hand", "right_hand")])
def test_another_concept_has_its_own_key_p05(telling, say, first, second):
    story = pair(telling, say, fact("Mira", first, value="chess"), fact("Mira", second, value="cards"))

    assert len(story.view.facts()) == 2


def test_a_predicate_that_is_no_word_is_refused_n10(telling, say):
    story = telling().tell("Mira.", say(1, "fact", "Mira", "7 swords", value="yes"))

    assert story.view.facts() == ()
    assert "A predicate starts with a letter" in story.refused[0]


def test_the_links_of_a_fact_are_those_that_its_words_have_now_p028(telling, say):
    """P028: a fact names whom its slot names; a narrower telling leaves nobody linked whom it no longer mentions."""
    story = telling()
    story.tell("Mira and Bram fear Tom.", *(say(1, "entity", one) for one in ("Mira", "Bram", "Tom")))
    story.tell("Mira and Bram row.", say(2, "event", "row", roles=(("who", "Mira"), ("who", "Bram"))))
    story.tell("Bram was not there.", say(3, "never", "Bram", "involved_in", "row"))
    view = story.view

    assert [view.name_of(one.subject) for one in view.about(view.entity("row").entity.id)] == ["Mira"]


def test_the_same_items_give_the_same_claims(telling, say):
    def told():
        return pair(
            telling, say, fact("Mira", "mood", value="calm"), fact("Mira", "mood", value="cross")
        ).view.digest

    assert told() == told()
