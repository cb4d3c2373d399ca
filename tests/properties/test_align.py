"""Random stories, random acts upon them: the aligned line is what the acts made of it."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from fabula.ledger.align import Alignment, Keep, Write, align
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Message, Stem

REPEATED = ["ok.", "好。", "I wait.", "..."]
PATTERNS = [
    "The {} of the tower was heard again by all of us.",
    "林瑶想起了{}，却什么也没有说出口。",
    '"Tell me of the {}," I ask, and sit down.',
]
ACTS = ("append", "edit", "delete", "cut end", "swipe", "insert", "move", "repeat", "prepend")


def unique(number: int) -> str:
    return PATTERNS[number % len(PATTERNS)].format(f"bell-{number}")


@st.composite
def stories(draw: st.DrawFn) -> list[str]:
    """Texts of a story, most of them unique."""
    shape = draw(
        st.lists(st.one_of(st.none(), st.none(), st.sampled_from(REPEATED)), min_size=1, max_size=24)
    )
    return [unique(place) if text is None else text for place, text in enumerate(shape)]


@dataclass
class Edited:
    """A list of texts on which acts are done; ``hidden`` are those that the window does not show."""

    texts: list[str]
    fresh: int = 1000
    hidden: list[str] = field(default_factory=list)

    def new(self) -> str:
        self.fresh += 1
        return unique(self.fresh)

    def do(self, act: str, place: int, other: int) -> None:
        place, other = (number % (len(self.texts) + 1) for number in (place, other))
        inside = place < len(self.texts)
        if act in {"append", "swipe"}:
            del self.texts[len(self.texts) - (act == "swipe") :]
            self.texts.append(self.new())
        elif act == "insert":
            self.texts.insert(place, self.new())
        elif act == "repeat":
            self.texts.insert(place, REPEATED[other % len(REPEATED)])
        elif act == "prepend":
            self.texts.insert(0, self.new())
        elif act == "cut end":
            del self.texts[place:]
        elif act == "edit" and inside:
            self.texts[place] = self.new()
        elif act == "delete" and inside:
            del self.texts[place]
        elif act == "move" and inside:
            self.texts.insert(other, self.texts.pop(place))


scripts = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 30), st.integers(0, 30)), max_size=5)


def told(texts: list[str]) -> tuple[list[Stem], dict[str, str]]:
    stems: list[Stem] = []
    parent = ROOT
    for number, text in enumerate(texts, 1):
        turn = turn_id(parent, "", text)
        stems.append(Stem(turn, parent, number, "", text_key(text)))
        parent = turn
    return stems, {stem.id: text for stem, text in zip(stems, texts, strict=True)}


def aligned(texts: list[str], window: list[str], **given_) -> tuple[Alignment, list[str]]:
    """The alignment of a window with a story, and the texts of the line after it."""
    stems, known = told(texts)
    found = align([Message(text) for text in window], stems, known.__getitem__, **given_)
    after = [
        known[step.stem.id] if isinstance(step, Keep) else step.message.text for step in found.all_steps()
    ]
    return found, after


def written(found: Alignment) -> list[str]:
    return [step.message.text for step in found.steps if isinstance(step, Write)]


def lone(text: str, *lists: list[str]) -> bool:
    return all(texts.count(text) == 1 for texts in lists)


@given(stories(), scripts)
def test_a_whole_story_becomes_what_was_made_of_it(texts, script):
    edited = Edited([*texts])
    for act in script:
        edited.do(*act)
    found, after = aligned(texts, edited.texts, complete=True)
    assert after == edited.texts
    assert not [text for text in written(found) if lone(text, texts, edited.texts)]
    assert {stem.key for stem in found.removed} <= {text_key(text) for text in texts}


@given(stories(), st.integers(0, 30), scripts)
def test_behind_a_known_turn_a_window_becomes_what_was_made_of_it_and_all_before_stays(texts, cut, script):
    start = "The tower stands where it has always stood."
    before, behind = texts[: cut % len(texts)], texts[cut % len(texts) :]
    edited = Edited([*behind])
    for act in script:
        if act[0] != "prepend":
            edited.do(*act)
    found, after = aligned([*before, start, *behind], [start, *edited.texts])
    assert after == [*before, start, *edited.texts]
    assert found.base > len(before)
    assert not [text for text in written(found) if text in behind and lone(text, texts, edited.texts)]


@given(
    st.lists(st.sampled_from([*REPEATED, unique(1), unique(2)]), min_size=1, max_size=40),
    st.integers(0, 40),
    st.integers(0, 3),
)
def test_a_cut_front_removes_nothing(texts, cut, more):
    window = [*texts[cut % len(texts) :], *(unique(1000 + number) for number in range(more))]
    found, after = aligned(texts, window)
    assert found.happened == ("append" if more else "same")
    assert (found.base, found.removed, found.written) == (len(texts), (), more)
    assert after == [*texts, *window[len(window) - more :]]


@given(stories(), st.integers(0, 30), st.integers(1, 5))
def test_a_history_that_goes_further_back_is_prepended(texts, place, more):
    texts = [unique(500), *texts]
    window = [*(unique(1000 + number) for number in range(more)), *texts]
    found, after = aligned(texts, window)
    assert (found.happened, found.written, found.removed, after) == ("prepend", more, (), window)


@given(stories(), st.sets(st.integers(0, 23), max_size=6), st.booleans())
def test_hidden_turns_stay_where_they_were(texts, places, more):
    texts = [unique(500), *texts, unique(501)]
    hidden = [text for place, text in enumerate(texts[1:-1], 1) if place in places and lone(text, texts)]
    hidden = [text for text in hidden if text not in REPEATED]
    window = [text for text in texts if text not in hidden] + [unique(1000)] * more
    found, after = aligned(
        texts, window, asides=["Past events:\n" + "\n".join(f"- {text}" for text in hidden)]
    )
    assert after == [*texts, *([unique(1000)] * more)]
    assert {stem.key for stem in found.kept_out_of_sight} == {text_key(text) for text in hidden}
    assert found.removed == ()


TRANSFORMS = {
    "none": lambda text: text,
    "name": lambda text: f"Mira Vale: {text}",
    "space": lambda text: f" {text.replace(' ', '  ')} \n",
    "status": lambda text: f"{text}\n\n<status>灯油: 3</status>",
    "comment": lambda text: f"<!-- day 2 -->{text}",
}


@given(stories(), st.lists(st.sampled_from(sorted(TRANSFORMS)), min_size=26, max_size=26), st.booleans())
def test_messages_under_transforms_are_the_same_turns(texts, names, stored):
    texts = [text for text in texts if text not in REPEATED] or [unique(0)]
    changed = [TRANSFORMS[name](text) for name, text in zip(names, texts, strict=False)]
    found, _ = aligned(changed, texts) if stored else aligned(texts, changed)
    assert (found.happened, found.matched) == ("same", len(texts))


@given(st.integers(2, 14), st.sets(st.integers(1, 13)), st.sampled_from(["\n", "\n\n"]))
def test_turns_merged_at_any_places_are_the_same_turns(count, breaks, joint):
    texts = [unique(number) for number in range(count)]
    starts = sorted({0, *(place for place in breaks if place < count)})
    window = [joint.join(texts[a:b]) for a, b in zip(starts, [*starts[1:], count], strict=True)]
    found, after = aligned(texts, window)
    assert (found.happened, after) == ("same", texts)


odd = st.text(st.sampled_from("a :：\n<>/!-[]ok.林「」"), min_size=1, max_size=12).filter(str.strip)


@given(st.lists(odd, max_size=8), st.lists(odd, max_size=8), st.booleans(), st.lists(odd, max_size=2))
def test_whatever_comes_is_aligned_and_twice_alike(texts, window, complete, asides):
    found, after = aligned(texts, window, complete=complete, asides=asides)
    assert aligned(texts, window, complete=complete, asides=asides) == (found, after)
    stems, _ = told(texts)
    kept = [step.stem for step in found.all_steps() if isinstance(step, Keep)]
    replaced = [step.edits for step in found.steps if isinstance(step, Write) and step.edits]
    everywhere = [*kept, *replaced, *found.removed]
    assert sorted(stem.number for stem in everywhere) == [stem.number for stem in stems]
