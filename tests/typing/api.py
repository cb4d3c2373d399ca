"""The README's first steps, as a person types them; checked by ``mypy --strict``, never run."""

import fabula


def tell_and_ask() -> list[str]:
    story = fabula.open(":memory:", story="moonlit-court")
    story.tell("I show Lin Yao the silver key.", speaker="Player", role="user")
    turn: fabula.Turn = story.tell("Lin Yao pales.", speaker="Narrator", role="assistant", after=-1)
    story.follow([{"role": "user", "content": "I wait."}])
    story.extract()
    view: fabula.View = story.view(as_of=turn)
    view.timeline("silver key", "held_by")
    found: fabula.Recall = story.recall("Who has the key?", limit=5)
    context: fabula.Context = story.context("Who has the key?", budget=400)
    other: fabula.Story = story.fork("kinder", at=turn)
    story.claim("Lin Yao", "holds", "silver key", turn=turn)
    return [hit.text for hit in found.hits] + [context.text, other.branch]
