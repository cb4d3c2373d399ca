"""Bodies that stand alone: what a turn says of somebody stands where the turn that introduced them is gone."""

import fabula
from fabula.graph.phrase import phrase


def told(*texts):
    story = fabula.open(":memory:", story="moonlit")
    for text in texts:
        story.tell(text, speaker="Narrator", role="assistant")
    story.extract()
    return story


def facts(story):
    view = story.view()
    return sorted(phrase(fact, view) for fact in view.facts())


def test_undoing_a_merge_is_exact_after_reading_again():
    story = told("Bob is at the inn.", "Robert takes the silver key.", "Bob is the brother of Kett.")
    before = facts(story)
    act = story.author.merge("Robert", "Bob")

    story.read_again(1, 3)
    story.author.undo(act.id)

    assert facts(story) == before
    assert not story.view().problems


def test_a_reading_stands_where_the_turn_that_introduced_somebody_is_edited_away():
    story = told(
        "Mira arrived at the inn.",
        "The rain came down.",
        "Nobody spoke.",
        "The lamp burned low.",
        "Mira went to the mill.",
    )
    story.edit(1, "Nobody came that night.")
    story.extract()

    assert facts(story) == ["Mira is at mill"]


def test_the_same_holds_in_chinese():
    story = told("林瑶来到了客栈。", "雨落了一夜。", "没有人说话。", "灯快灭了。", "林瑶来到了长安城。")
    story.edit(1, "那一夜没有人来。")
    story.extract()

    assert facts(story) == ["林瑶在长安城"]
