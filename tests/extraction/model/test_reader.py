"""Reading windows with a model: what each turn gets, which form is asked in, and what it is charged."""

import json
import re

import pytest

from fabula.claims.statements import Assertion, Termination
from fabula.errors import ModelError, ModelRefusedError, ModelUnavailableError, RateLimitedError
from fabula.extraction.model.asking import FORMS
from fabula.extraction.model.questions.forms import prompt_tokens
from fabula.extraction.model.reader import ModelReader
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.reader import Window
from fabula.extraction.spending import CAP_REACHED, Cap, charge_of, is_blameless, usage_of
from fabula.graph.view import View
from fabula.ledger.records import Message, Status
from fabula.ledger.tree import chain_after
from fabula.models.chat import Force, Reply, Usage
from fabula.models.remembered import ForgetfulMemory
from fabula.models.scripted import ScriptedModel

PROSE = "I think that this is a lovely story."
NOTHING = json.dumps({"nothing_changed": True, "items": []})
REFUSED = ModelRefusedError("Not so.")
PROBE = "Old Dunstan died"


def window(*texts, start=0, **more):
    messages = [Message(text, **({"role": "assistant"} | more)) for text in texts]
    return Window(tuple(chain_after(None, messages)), start)


def answer(*items):
    return json.dumps({"nothing_changed": not items, "items": items})


def fact(at, subject, predicate, far, **more):
    return {"at": at, "is": "fact", "s": subject, "p": predicate, "o": far, **more}


def reader(*script, memory=None, **settings):
    model = ScriptedModel(script[0] if len(script) == 1 and callable(script[0]) else script)
    return ModelReader(model, ReadingSettings(**({"form": "schema"} | settings)), memory=memory)


def read(made, told, known=None):
    """The bodies, after every line of the script was said."""
    bodies = made.read(told, known or View())
    script = made.model._script
    assert callable(script) or len(made.model.asks) == len(script)
    return bodies


def triples(body):
    return [
        (one.subject, one.predicate, one.object or one.value)
        for one in body.claims
        if isinstance(one, Assertion)
    ]


def statuses(bodies):
    return [body.status.value for body in bodies]


def reasons(body):
    return [refusal.reason for refusal in body.refused]


# what each turn gets


def test_each_turn_gets_what_was_said_of_it():
    told = window("Bram took the lute.", "They wait.", "Isa married Bram.")
    bodies = read(
        reader(answer(fact("1.1", "Bram", "holds", "lute"), fact("3.1", "Isa", "spouse of", "Bram"))), told
    )

    assert statuses(bodies) == ["ok", "empty", "ok"]
    assert [len(triples(body)) for body in bodies] == [1, 0, 1]
    assert [(body.back, body.ahead) for body in bodies] == [(0, 2), (1, 1), (2, 0)]


def test_a_look_back_gets_no_body():
    told = window("Bram took the lute.", "He gave it to Isa.", start=1)
    bodies = read(reader(answer(fact("2.1", "Isa", "holds", "lute"))), told)

    assert [(body.back, statuses([body])) for body in bodies] == [(1, ["ok"])]


def test_the_cost_stands_on_the_first_body_with_the_faults_that_were_met():
    told = window("Bram took the lute.", "They wait.")
    script = Reply(
        f"```json\n{answer(fact('1.1', 'Bram', 'holds', 'lute'))}\n```", usage=Usage(1, 900, 40, 12)
    )
    first, second = read(reader(script), told)

    assert first.usage == {"calls": 1, "prompt": 900, "completion": 40, "cached": 12, "fault_fenced": 1}
    assert second.usage == {}


def test_a_refusal_goes_to_the_turn_that_its_item_cites():
    told = window("Bram took the lute.", "They wait.", "Isa laughed. Bram left.")
    said = answer(
        fact("1.1", "Bram", "holds", "lute"),
        fact("2.1", "Zed", "holds", "drum"),
        {"at": "3", "is": "fact", "s": "Isa"},
        {"at": "#3.2", "is": "mystery", "s": "Isa"},
        {"is": "mystery"},
    )
    bodies = read(reader(said), told)

    assert [len(body.refused) for body in bodies] == [1, 1, 2]
    assert '"Zed"' in reasons(bodies[1])[0]


def test_a_failed_window_fails_each_of_its_turns_with_the_reason():
    bodies = read(reader(PROSE, PROSE), window("Bram took the lute.", "They wait."))

    assert statuses(bodies) == ["failed", "failed"]
    assert all("prose" in reasons(body)[0] for body in bodies)


def test_a_turn_alone_is_asked_about_in_all_ways_before_it_fails():
    (body,) = read(reader(PROSE, PROSE, PROSE), window("They wait."))

    assert (body.status, usage_of(body.usage).calls) == (Status.FAILED, 3)


def test_nothing_is_taken_at_its_word():
    assert statuses(read(reader(NOTHING), window("They wait."))) == ["empty"]


def test_silence_about_a_turn_in_which_rules_find_something_is_suspicious():
    assert statuses(read(reader(NOTHING), window("Lin Feng gave the silver key to Lin Yao."))) == [
        "suspicious"
    ]


def test_silence_about_what_is_known_already_is_not(telling):
    story = telling().story
    story.tell("Lin Feng gave the silver key to Lin Yao.")
    story.extract()
    told = window("Lin Feng gave the silver key to Lin Yao.")

    assert statuses(read(reader(NOTHING), told, story.view())) == ["empty"]


def test_a_rumour_passed_over_is_not_suspicious():
    assert statuses(read(reader(NOTHING), window("They say that Lin Feng has the silver key."))) == ["empty"]


def test_what_a_system_text_says_is_no_story():
    told = window("Lin Feng gave the silver key to Lin Yao.", role="system")

    assert statuses(read(reader(), told)) == ["empty"]


@pytest.mark.parametrize("text", ["…", "***", "😀"])
def test_a_turn_without_words_costs_nothing(text):
    (body,) = read(reader(), window(text))

    assert (body.status, body.usage) == (Status.EMPTY, {})
    assert reader().asks(window(text), View()) == []


def test_claims_with_a_sentence_of_which_nothing_was_said_are_suspicious():
    told = window("Bram took the lute. Isa married Bram.")
    (body,) = read(reader("1 fact | Bram | got | lute", PROSE, form="lines"), told)

    assert (body.status, len(triples(body))) == (Status.SUSPICIOUS, 1)
    assert reasons(body) == ["Nothing was said of 1.2."]


def test_a_body_tells_what_it_was_shown(telling):
    story = telling().story
    story.tell("Lin Feng gave the silver key to Lin Yao.")
    story.extract()
    told = window("Lin Yao waits.")
    blank, known = read(reader(NOTHING), told), read(reader(NOTHING), told, story.view())

    assert blank[0].known == ""
    assert re.fullmatch("[0-9a-f]{16}", known[0].known)


# windows that are too long


def say_what_is_read(ask):
    """A model that finds every taking and every losing in what it is to read, whatever else stands there."""
    page = ask.messages[-1].text.partition("Read now:")[2]
    taken = re.findall(r"(\d+\.\d+) (\w+) took the (\w+)\.", page)
    lost = re.findall(r"(\d+\.\d+) (\w+) lost the (\w+)\.", page)
    return answer(
        *(fact(at, who, "holds", what) for at, who, what in taken),
        *(fact(at, who, "holds", what, **{"is": "end"}) for at, who, what in lost),
    )


LONG = (
    "Then there was a long and quiet evening by the river, and nobody in the house said a word of it. " * 60
)


def test_a_window_that_is_too_long_is_asked_about_in_parts():
    made = reader(say_what_is_read, most_prompt_tokens=3500)
    told = window("Bram took the lute. " + LONG, "Isa took the drum. " + LONG)
    bodies = made.read(told, View())

    assert len(made.model.asks) > 1
    assert all(prompt_tokens(ask) <= 3500 for ask in made.model.asks)
    assert [len(triples(body)) for body in bodies] == [1, 1]
    assert usage_of(bodies[0].usage).calls == len(made.model.asks)


def test_a_part_meets_what_the_parts_before_it_told():
    made = reader(say_what_is_read, most_prompt_tokens=3500)
    (body,) = made.read(window("Bram took the lute. " + LONG + LONG + "Bram lost the lute."), View())

    assert len(made.model.asks) > 1
    assert (
        [type(claim) for claim in body.claims if isinstance(claim, Assertion | Termination)],
        body.refused,
    ) == (
        [Assertion, Termination],
        (),
    )


def test_a_turn_of_which_a_part_failed_is_suspicious_and_keeps_the_rest():
    def say(ask):
        return say_what_is_read(ask) if "took" in ask.messages[-1].text else PROSE

    (body,) = reader(say, most_prompt_tokens=3500).read(window("Bram took the lute. " + LONG + LONG), View())

    assert (body.status, len(triples(body))) == (Status.SUSPICIOUS, 1)
    assert any("prose" in reason for reason in reasons(body))


# no answer


def test_an_error_is_charged_with_what_the_parts_before_it_cost():
    script = [Reply(NOTHING, usage=Usage(1, 10, 5)), RateLimitedError("later")]
    with pytest.raises(RateLimitedError) as caught:
        reader(*script, most_prompt_tokens=3500).read(window(LONG + LONG), View())

    assert charge_of(caught.value) == Usage(1, 10, 5)


def test_a_refusal_of_a_form_that_was_forced_is_passed_on():
    with pytest.raises(ModelRefusedError):
        reader(REFUSED).read(window("They wait."), View())


# the form


class Choosy:
    """A model that does well when it is held by ``force``, is useless otherwise, and refuses some forms."""

    def __init__(self, force, refuses=()):
        self.force = force
        self.refuses = set(refuses)

    def __call__(self, ask):
        if ask.shape.force in self.refuses:
            return REFUSED
        is_lines = "number fact |" in ask.messages[0].text
        if is_lines or ask.shape.force is not self.force:
            return "1 none" if is_lines else PROSE
        if PROBE not in ask.messages[-1].text:
            return say_what_is_read(ask)
        return answer(
            fact("1.1", "Sella Marsh", "holds", "amber comb"),
            fact("3.1", "Sella Marsh", "is at", "Harrow Ford"),
            fact("5.1", "Perrin Vale", "spouse of", "Sella Marsh"),
        )


def is_probe(ask):
    return PROBE in ask.messages[-1].text or "Harrow" in ask.messages[-1].text


def probes(made):
    return sum(map(is_probe, made.model.asks))


def auto(model, memory=None):
    return reader(model, memory=memory, form="auto")


LUTE = window("Bram took the lute.")


def test_the_form_is_found_out_once_and_charged_to_the_first_window():
    made = auto(Choosy(Force.TOOL))
    first, second = made.read(LUTE, View()), made.read(LUTE, View())

    assert (made.form, made.probed.form) == ("tool", "tool")
    assert usage_of(first[0].usage).calls == len(made.model.asks) - 1
    assert usage_of(second[0].usage).calls == 1
    assert [statuses(bodies) for bodies in (first, second)] == [["ok"], ["ok"]]


def test_a_forced_form_is_not_tried_out():
    made = reader(answer())
    read(made, window("They wait."))

    assert (made.form, made.probed) == ("schema", None)


def test_what_was_found_out_is_remembered_for_the_endpoint_and_the_model():
    memory = ForgetfulMemory()
    auto(Choosy(Force.JSON), memory).read(LUTE, View())
    later = auto(Choosy(Force.JSON), memory)
    later.read(LUTE, View())

    assert memory.recall("scripted", "scripted") == "json"
    assert (later.form, later.probed, len(later.model.asks)) == ("json", None, 1)


def test_a_remembered_form_that_the_endpoint_refuses_is_forgotten_and_found_out_anew():
    memory = ForgetfulMemory()
    memory.keep("scripted", "scripted", "schema")
    made = auto(Choosy(Force.JSON, refuses=[Force.SCHEMA]), memory)
    (body,) = made.read(LUTE, View())

    assert (body.status, made.form, memory.recall("scripted", "scripted")) == (Status.OK, "json", "json")


def test_a_form_that_has_proved_itself_is_not_forgotten_for_one_refused_window():
    memory = ForgetfulMemory()
    model = Choosy(Force.JSON)
    made = auto(model, memory)
    made.read(LUTE, View())
    model.refuses.add(Force.JSON)
    before = probes(made)
    with pytest.raises(ModelRefusedError):
        made.read(LUTE, View())

    assert (probes(made), memory.recall("scripted", "scripted")) == (before, "json")


def test_an_endpoint_that_takes_no_form_at_all_is_an_error_and_nothing_is_remembered():
    memory = ForgetfulMemory()
    memory.keep("scripted", "scripted", "schema")
    with pytest.raises(ModelRefusedError):
        auto(lambda _: REFUSED, memory).read(LUTE, View())

    assert memory.recall("scripted", "scripted") == ""


def test_trying_out_is_charged_to_the_error_that_ends_it():
    with pytest.raises(ModelUnavailableError) as caught:
        auto(iter_script([Reply(PROSE, usage=Usage(1, 10, 5)), ModelUnavailableError("gone")])).read(
            LUTE, View()
        )

    assert charge_of(caught.value) == Usage(1, 10, 5)


def iter_script(lines):
    left = iter(lines)
    return lambda _: next(left)


def test_a_word_in_the_memory_that_is_no_form_is_none():
    memory = ForgetfulMemory()
    memory.keep("scripted", "scripted", "telepathy")
    made = auto(Choosy(Force.SCHEMA), memory)
    made.read(LUTE, View())

    assert made.form == "schema"


def test_questions_can_be_seen_without_asking():
    made = auto(Choosy(Force.SCHEMA))
    (ask,) = made.asks(LUTE, View())

    assert (ask.shape.force, made.model.asks, made.form) == (Force.SCHEMA, [], "")


@pytest.mark.parametrize("form", list(FORMS))
def test_the_questions_seen_are_the_questions_asked(form):
    said = "1 fact | Bram | got | lute" if form == "lines" else answer(fact("1.1", "Bram", "holds", "lute"))
    made = reader(said, form=form)
    shown = made.asks(LUTE, View())
    read(made, LUTE)

    assert made.model.asks == shown


# who reads


def test_the_identity_tells_the_model_and_the_settings_and_not_the_place():
    def identity(place, name="m", **settings):
        model = ScriptedModel([], name=name)
        model.place = place
        return ModelReader(model, ReadingSettings(**settings)).identity

    here = identity("http://localhost:1/v1")
    assert here == identity("https://far.example/v1")
    assert len({here, identity("", "n"), identity("", look_back=1)}) == 3
    assert "localhost" not in here


def test_windows_are_as_large_as_the_settings_say():
    made = reader(batch=3, look_back=1)

    assert (made.batch, made.look_back) == (3, 1)


# what is no turn's fault

SLOW = ModelUnavailableError("http://localhost:1/v1 was silent for 100 s. Allow more time.")


def test_a_model_that_gets_nothing_right_in_any_form_is_not_read_with():
    memory = ForgetfulMemory()
    with pytest.raises(ModelError, match="--form NAME forces a form") as caught:
        auto(lambda _: PROSE, memory).read(LUTE, View())

    assert is_blameless(caught.value)
    assert charge_of(caught.value).calls > len(FORMS)
    assert memory.recall("scripted", "scripted") == ""


def test_an_endpoint_too_slow_to_be_tried_out_is_no_turns_fault_and_the_next_run_goes_on():
    memory = ForgetfulMemory()
    with pytest.raises(ModelUnavailableError, match="--form lines") as caught:
        auto(lambda _: SLOW, memory).read(LUTE, View())
    later = auto(lambda _: "1 fact | Sella Marsh | got | amber comb", memory)
    later.read(LUTE, View())

    assert is_blameless(caught.value)
    assert later.form == "lines"
    assert not any(ask.shape.schema or ask.shape.tools for ask in later.model.asks)


def test_a_cap_is_asked_before_each_question():
    made = reader(lambda _: PROSE)
    made.allow(Cap(calls=2))
    with pytest.raises(ModelError) as caught:
        made.read(LUTE, View())

    assert (caught.value.code, len(made.model.asks)) == (CAP_REACHED, 2)
    assert charge_of(caught.value).calls == 2


def test_trials_can_be_watched():
    seen = []
    made = auto(Choosy(Force.TOOL))
    made.on_trial = seen.append
    made.read(LUTE, View())

    assert [len(trials) for trials in seen] == [0, 1, 2]


def test_notes_of_players_are_not_asked_about():
    told = window(
        "(OOC: I have to go. Back at nine!) Bram took the lute.", "((OOC brb))", "【OOC：我去吃饭】"
    )
    (ask,) = reader().asks(told, View())

    assert "Bram took the lute." in ask.messages[-1].text
    assert not any(words in ask.messages[-1].text for words in ("Back at nine", "brb", "吃饭"))
