"""Reading a story over real HTTP with an endpoint that fails, lies, stalls and cuts: nothing is lost, nothing half applied."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field

import pytest

import fabula
from fabula.extraction.model.probe import CHINESE_SENTENCES, ENGLISH_SENTENCES
from fabula.extraction.model.reader import ModelReader
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.spending import Cap
from fabula.models.patience import Patience
from fabula.models.remembered import ForgetfulMemory
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import (
    answer,
    calls,
    cut,
    denied,
    drip,
    garbage,
    hang_up,
    message_answer,
    no_such_model,
    rate_limited,
    redirected,
    says,
    schema_echo,
    silence,
    stall,
    status,
    truncated,
)

QUICK = Patience(
    connect=5, read=0.2, total=0.6, retries=1, first_pause=0.01, longest_pause=0.02, longest_told=0.1
)
TOLD = (
    "Lin Feng gave the silver key to Lin Yao.",
    "Lin Yao arrived at the Old Mill.",
    "Mira married Tom.",
    "They waited for the rain to end.",
    "Tom gave the brass lantern to Mira.",
    "Mira arrived at Eel Harbour.",
)
HELD = {
    ("silver key", "held_by", "Lin Yao"),
    ("Lin Yao", "located_in", "Old Mill"),
    ("Mira", "spouse_of", "Tom"),
    ("brass lantern", "held_by", "Mira"),
    ("Mira", "located_in", "Eel Harbour"),
}
CHINESE_TOLD = ("裴远把青伞递给了沈棠。", "沈棠到了柳叶渡。", "雨一直没有停。")
NUMBERED = re.compile(r"^(\d+(?:\.\d+)?)\.? (.+)$", re.MULTILINE)
SHAPES = (
    (re.compile(r"^(.+?) gave the (.+?) to (.+?)\.$"), (3, "holds", 2)),
    (re.compile(r"^(.+?) arrived at (?:the )?(.+?)\.$"), (1, "is at", 2)),
    (re.compile(r"^(.+?) married (.+?)\.$"), (1, "spouse of", 2)),
    (re.compile(r"^(.+?)把(.+?)递给了(.+?)。$"), (3, "holds", 2)),
    (re.compile(r"^(.+?)到了(.+?)。$"), (1, "is at", 2)),
)
PROBES = {one.text: one.fact for one in (*ENGLISH_SENTENCES, *CHINESE_SENTENCES)}
VERBS = {"holds": "got", "is at": "went to", "spouse of": "married"}


# an honest endpoint


def triple(sentence):
    """What is true by a sentence, as (subject, predicate, object)."""
    if sentence in PROBES:
        return PROBES[sentence]
    for pattern, (subject, predicate, far) in SHAPES:
        if match := pattern.match(sentence):
            return match[subject], predicate, match[far]
    return None


def sentences(received):
    """The numbered sentences that a request asks about."""
    return NUMBERED.findall(received.last_text.partition("Read now:")[2] or received.last_text)


def items(received):
    found = [(at, triple(sentence)) for at, sentence in sentences(received)]
    return [item(at, *told) for at, told in found if told]


def item(at, subject, predicate, far, **more):
    end = "v" if predicate == "status" else "o"
    return {"at": at, "is": "fact", "s": subject, "p": predicate, end: far, **more}


def written(told):
    return json.dumps({"nothing_changed": not told, "items": told}, ensure_ascii=False)


def line(at, told):
    if told is None:
        return f"{at} none"
    subject, predicate, far = told
    if predicate == "held_by":
        subject, predicate, far = far, "holds", subject
    words = {"located_in": "went to", "spouse_of": "married", "status": "died"} | VERBS
    return f"{at} fact | {subject} | {words[predicate]} | {far}"


def honest(received):
    """What a good model answers, in the form that it is asked in."""
    told = items(received)
    if "number fact |" in received.body["messages"][0]["content"]:
        return answer("\n".join(line(at, triple(sentence)) for at, sentence in sentences(received)))
    if "tools" in received.body:
        return calls("upsert", written(told)) if told else calls("nothing_changed", "{}")
    return answer(written(told))


def is_probe(received):
    return any(sentence in PROBES for _, sentence in sentences(received))


@dataclass
class Endpoint:
    """Honest, but for the ``troubles`` that its next questions about the story run into; the last one stays."""

    troubles: list = field(default_factory=list)
    asked: list = field(default_factory=list)

    def __call__(self, received):
        if is_probe(received):
            return honest(received)
        self.asked.append(received)
        if not self.troubles:
            return honest(received)
        trouble = self.troubles[0] if len(self.troubles) == 1 else self.troubles.pop(0)
        return trouble if not hasattr(trouble, "about") else trouble.about(received)


@dataclass
class Saying:
    """A step that depends on the question."""

    about: object


@pytest.fixture
def endpoint():
    return Endpoint()


@pytest.fixture
def server(endpoint):
    with ScriptedServer(endpoint) as served:
        yield served


@pytest.fixture
def model(server):
    with fabula.OpenAI(server.url, "m", key=SECRET, patience=QUICK) as asked:
        yield asked


@pytest.fixture
def story():
    told = fabula.open(":memory:", story="told")
    yield told
    told.close()


def tell(story, texts):
    for text in texts:
        story.tell(text, role="assistant")


def held(story):
    view = story.view()
    return {
        (view.name_of(fact.subject), fact.predicate, view.name_of(fact.object) if fact.object else fact.value)
        for fact in view.facts()
    }


def statuses(story):
    return [one.status.value for one in story.readings()]


def check_repaired(story, endpoint, model):
    """Whatever went wrong: chat goes on, and one good run later all is as if nothing had been."""
    assert story.verify().is_sound
    story.tell("Tom arrived at the Red Gate.", role="assistant")
    endpoint.troubles = []
    report = story.extract(model)

    assert (report.stopped, report.left, report.failed) == ("", 0, 0)
    assert held(story) == HELD | {("Tom", "located_in", "Red Gate")}
    assert set(statuses(story)) == {"ok", "empty"}
    assert story.verify().is_sound
    assert story.extract(model).calls == 0


# it works


def test_a_story_is_read_with_a_model(story, model, endpoint):
    tell(story, TOLD)
    report = story.extract(model)

    assert held(story) == HELD
    assert statuses(story) == ["ok", "ok", "ok", "empty", "ok", "ok"]
    assert (report.read, report.failed, report.refused, len(endpoint.asked)) == (6, 0, 0, 2)
    assert story.extract(model).calls == 0


def test_a_chinese_story_is_read_with_a_model(story, model):
    tell(story, CHINESE_TOLD)
    story.extract(model)

    assert held(story) == {("青伞", "held_by", "沈棠"), ("沈棠", "located_in", "柳叶渡")}


def test_what_the_endpoint_says_it_cost_is_what_the_story_says(story, server):
    told = {"prompt_tokens": 700, "completion_tokens": 30, "prompt_tokens_details": {"cached_tokens": 500}}
    reader = ModelReader(fabula.OpenAI(server.url, "m"), ReadingSettings(form="schema"))
    server._choose = lambda received: answer(written(items(received)), usage=told)
    tell(story, TOLD)
    report = story.extract(reader)

    total = story.usage().total
    assert (total.calls, total.prompt, total.completion, total.cached) == (2, 1400, 60, 1000)
    assert report.usage == total


HOLDS = {
    "schema": lambda body: body["response_format"]["type"] == "json_schema" and "tools" not in body,
    "tool": lambda body: body["tool_choice"] == "required" and "response_format" not in body,
    "json": lambda body: body["response_format"] == {"type": "json_object"} and "tools" not in body,
    "plain": lambda body: not {"response_format", "tools", "grammar"} & body.keys(),
    "lines": lambda body: not {"response_format", "tools", "grammar"} & body.keys(),
}


@pytest.mark.parametrize("form", list(HOLDS))
def test_each_form_goes_over_the_wire_as_it_should_and_reads_the_same(form, story, model, endpoint):
    tell(story, TOLD)
    story.extract(ModelReader(model, ReadingSettings(form=form)))

    assert all(HOLDS[form](received.body) for received in endpoint.asked)
    assert held(story) == HELD


def test_the_schema_goes_over_the_wire_without_patterns(story, model, endpoint):
    tell(story, TOLD)
    story.extract(model)
    sent = json.dumps(endpoint.asked[0].body["response_format"])

    assert "pattern" not in sent
    assert json.loads(sent)["json_schema"]["schema"]["required"] == ["nothing_changed", "items"]


def test_an_endpoint_without_schemas_is_asked_by_tools_and_that_is_remembered(story, server, endpoint):
    def choose(received):
        if "response_format" in received.body:
            return status(400, "response_format is not supported")
        return endpoint(received)

    server._choose = choose
    memory = ForgetfulMemory()
    with fabula.OpenAI(server.url, "m", patience=QUICK) as model:
        tell(story, TOLD[:4])
        story.extract(ModelReader(model, ReadingSettings(form="auto"), memory=memory))
        asked = len(server.requests)
        tell(story, TOLD[4:])
        story.extract(ModelReader(model, ReadingSettings(form="auto"), memory=memory))

    assert held(story) == HELD
    assert memory.recall(server.url, "m") == "tool"
    assert len(server.requests) == asked + 1


# the endpoint gives no answer

AWAY = {
    "denied": (denied(), "model-denied", "pending"),
    "forbidden": (status(403, "no access"), "model-denied", "pending"),
    "unpaid": (status(402, "no credit"), "model-denied", "pending"),
    "no model": (no_such_model(), "model-not-found", "pending"),
    "no path": (status(404, "nothing here"), "model-not-found", "pending"),
    "elsewhere": (redirected("http://127.0.0.1:1/v1/chat/completions"), "model-not-found", "pending"),
    "limited": (rate_limited(), "rate-limited", "rate_limited"),
    "limited for long": (rate_limited(after=3600), "rate-limited", "rate_limited"),
    "broken": (status(500), "model-unavailable", "failed"),
    "overloaded": (status(503), "model-unavailable", "failed"),
    "hangs up": (hang_up(), "model-unavailable", "failed"),
    "breaks off": (cut(), "model-unavailable", "failed"),
    "stalls": (stall(), "model-unavailable", "failed"),
    "is silent": (silence(), "model-unavailable", "failed"),
    "is too slow": (drip(written([]) * 9, every=0.1), "model-unavailable", "failed"),
    "no JSON": (garbage(), "model-unavailable", "failed"),
    "another shape": (says({"result": "hello"}), "model-unavailable", "failed"),
    "error under 200": (says({"error": {"message": "oops", "code": 500}}), "model-unavailable", "failed"),
}


@pytest.mark.parametrize("name", list(AWAY))
def test_where_no_answer_comes_the_run_stops_and_what_was_read_stays(name, story, model, endpoint):
    trouble, code, left_as = AWAY[name]
    tell(story, TOLD[:2])
    story.extract(model)
    tell(story, TOLD[2:])
    before = story.view().digest, held(story)
    endpoint.troubles = [trouble]
    report = story.extract(model)

    assert (report.trouble, report.read, report.left) == (code, 0, 4)
    assert report.stopped
    assert SECRET not in report.stopped
    assert statuses(story) == ["ok", "ok", *[left_as] * 4]
    assert held(story) == before[1]
    check_repaired(story, endpoint, model)


def test_a_limit_that_is_soon_over_is_waited_for(story, model, endpoint):
    tell(story, TOLD)
    endpoint.troubles = [rate_limited(after=0.01), Saying(honest)]
    report = story.extract(model)

    assert (report.stopped, held(story)) == ("", HELD)


def test_what_was_read_before_the_trouble_stays_and_the_next_run_goes_on_from_there(story, model, endpoint):
    tell(story, TOLD)
    endpoint.troubles = [Saying(honest), status(500)]
    report = story.extract(model)

    assert (report.read, report.left) == (4, 2)
    assert held(story) == {one for one in HELD if one[2] not in ("Mira", "Eel Harbour")}
    asked = len(endpoint.asked)
    check_repaired(story, endpoint, model)
    assert len(endpoint.asked) == asked + 1


def test_an_endpoint_that_is_away_at_the_first_question_leaves_nothing_behind(story, server):
    server._choose = lambda _: denied()
    tell(story, TOLD)
    with fabula.OpenAI(server.url, "m", patience=QUICK) as model:
        report = story.extract(model)

    assert (report.trouble, report.left, len(server.requests)) == ("model-denied", 6, 1)
    assert set(statuses(story)) == {"pending"}


def test_a_cap_stops_a_run_and_the_next_one_goes_on(story, model, endpoint):
    tell(story, TOLD)
    report = story.extract(model, cap=Cap(calls=2))  # one finds out how to ask

    assert (report.left, report.calls, len(endpoint.asked)) == (2, 2, 1)
    assert story.verify().is_sound
    check_repaired(story, endpoint, model)


# the answer is of no use

LUTE = item("1.1", "Bram", "holds", "lute")
USELESS = {
    "prose": (answer("What a lovely story! Mira is so brave."), "prose"),
    "a story that goes on": (answer('"Stay," said Mira, and the door fell shut.'), "prose"),
    "empty": (answer(""), "empty"),
    "null": (answer(None), "empty"),
    "only thinking": (answer("<think>Mira has the lantern, so"), "empty"),
    "thinking elsewhere": (answer("", reasoning="Mira has the lantern."), "empty"),
    "a schema": (schema_echo(), "schema"),
    "broken JSON": (answer('{"items": [{"at": '), ""),
    "cut at once": (truncated('{"nothing_'), "cut off"),
    "an empty object": (answer("{}"), "empty"),
    "a list of nothing": (answer("[]"), "empty"),
    "another tool": (calls("send_mail", '{"to": "Mira"}'), "No tool is called 'send_mail'"),
    "broken arguments": (calls("upsert", '{"items": '), ""),
    "loops": (answer("Mira. " * 4000), "prose"),
    "a refusal": (
        message_answer({"role": "assistant", "content": None, "refusal": "I can't help."}),
        "prose",
    ),
    "the prompt": (Saying(lambda received: answer(received.last_text)), "repeated the sentences"),
}


@pytest.mark.parametrize("name", list(USELESS))
def test_a_useless_answer_changes_nothing_and_is_told(name, story, model, endpoint):
    trouble, reason = USELESS[name]
    tell(story, TOLD[:2])
    story.extract(model)
    tell(story, TOLD[2:])
    before = held(story)
    endpoint.troubles = [trouble]
    report = story.extract(model)

    assert (held(story), report.claims, report.stopped) == (before, 0, "")
    assert set(statuses(story)[2:]) <= {"failed", "suspicious", "empty"}
    assert statuses(story)[2] != "empty", "a turn that tells something is not passed over in silence"
    told = [refusal.reason for one in story.readings(3, 6) for refusal in one.refused]
    assert any(reason in one for one in told), told
    assert story.verify().is_sound
    endpoint.troubles = []
    story.retry(model)
    check_repaired(story, endpoint, model)


USEFUL = {
    "fenced": lambda told: answer(f"```json\n{told}\n```"),
    "with thinking": lambda told: answer(f"<think>Who has it? {{no}}</think>\n{told}"),
    "with thinking elsewhere": lambda told: answer(told, reasoning="Who has it?"),
    "with words around": lambda told: answer(f"Sure! Here you are:\n{told}\nAnything else?"),
    "with commas too many": lambda told: answer(told.replace("}]", "},]")),
    "without its end": lambda told: answer(told.removesuffix("}")),
    "in a loop": lambda told: answer(told + told * 20),
    "in parts": lambda told: message_answer(
        {
            "role": "assistant",
            "content": [{"type": "thinking", "thinking": "?"}, {"type": "text", "text": told}],
        }
    ),
    "by a tool": lambda told: calls("upsert", told),
    "slowly": lambda told: drip(told, every=0.0005),
}


@pytest.mark.parametrize("name", list(USEFUL))
def test_an_answer_that_can_be_understood_is_taken_whatever_stands_around_it(name, story, server, endpoint):
    patience = Patience(connect=5, read=5, total=30)
    endpoint.troubles = [Saying(lambda received: USEFUL[name](written(items(received))))]
    tell(story, TOLD)
    with fabula.OpenAI(server.url, "m", patience=patience) as model:
        report = story.extract(model)

    assert (held(story), report.failed, report.refused) == (HELD, 0, 0)


def test_an_answer_that_was_cut_is_taken_as_far_as_it_goes_and_the_rest_asked_for(story, model, endpoint):
    def half(received):
        return truncated(written(items(received)[:1])[:-2] + ', {"at": "')

    endpoint.troubles = [Saying(half), Saying(honest)]
    tell(story, TOLD)
    story.extract(model)

    assert held(story) == HELD


# the answer lies

LIES = {
    "a name from nowhere": item("3.1", "Zed", "holds", "drum"),
    "a name of the examples": item("3.1", "Wick", "holds", "brass lantern"),
    "a translated name": item("3.1", "米拉", "spouse of", "Tom"),
    "a sentence that is not there": item("99.1", "Mira", "holds", "crown"),
    "a key that was not shown": {"at": "3.1", "is": "end", "known": "f99"},
    "an end of what never was": {"at": "3.1", "is": "end", "s": "Mira", "p": "member of", "o": "Tom"},
    "somebody's other name": {"at": "3.1", "is": "same", "s": "Mira", "o": "Zed"},
    "a thing without a verb": {"at": "3.1", "is": "fact", "s": "Mira"},
    "a word that nobody knows": {"at": "3.1", "is": "prophecy", "s": "Mira", "p": "holds", "o": "Tom"},
    "a bare word": "Mira",
    "an event of strangers": {"at": "3.1", "is": "event", "s": "duel", "roles": {"victim": "Zed"}},
}


@pytest.mark.parametrize("name", list(LIES))
def test_a_lie_is_refused_with_a_reason_and_the_truth_beside_it_is_taken(name, story, model, endpoint):
    endpoint.troubles = [Saying(lambda received: answer(written([LIES[name], *items(received)])))]
    tell(story, TOLD)
    report = story.extract(model)

    assert held(story) == HELD
    assert report.refused >= 1
    refused = [one.number for one in story.readings() if one.refused]
    assert 3 in refused or name in ("a sentence that is not there", "a bare word")
    names = {known for entity in story.view().entities() for known in entity.names}
    assert names.isdisjoint({"Zed", "Wick", "米拉", "crown", "drum"})


def test_a_sentence_of_the_models_own_names_nobody_who_was_not_read_of(story, model, endpoint):
    def lie(received):
        told = [one | {"sentence": "The Emperor Zed gave the silver key away."} for one in items(received)]
        return answer(written(told))

    endpoint.troubles = [Saying(lie)]
    tell(story, TOLD[:1])
    story.extract(model)

    assert held(story) == {("silver key", "held_by", "Lin Yao")}
    assert "Zed" not in repr(story.view().facts())


def test_nothing_but_lies_is_no_fact_and_the_turn_is_doubtful(story, model, endpoint):
    endpoint.troubles = [answer(written([item("1.1", "Zed", "holds", "silver key")]))]
    tell(story, TOLD[:1])
    report = story.extract(model)

    assert (held(story), statuses(story), report.suspicious) == (set(), ["suspicious"], 1)
    assert any("Zed" in refusal.reason for refusal in story.readings()[0].refused)


# what an endpoint will not take


def test_a_turn_that_the_endpoint_will_not_take_is_listed_and_its_neighbours_are_read(story, model, endpoint):
    def censor(received):
        return status(400, "content policy") if "poison" in received.last_text else honest(received)

    reader = ModelReader(model, ReadingSettings(form="schema", look_back=0))
    tell(story, TOLD[:1])
    story.extract(reader)
    endpoint.troubles = [Saying(censor)]
    tell(story, (TOLD[1], "The poison was in the cup.", *TOLD[2:]))
    report = story.extract(reader)

    assert (report.stopped, report.failed, held(story)) == ("", 1, HELD)
    assert statuses(story) == ["ok", "ok", "failed", "ok", "empty", "ok", "ok"]
    assert "content policy" in story.readings(3, 3)[0].reason
    assert story.verify().is_sound


def test_a_turn_of_which_nothing_can_be_made_is_given_up_after_the_second_run(story, model, endpoint):
    def stumble(received):
        return answer("I cannot.") if "poison" in repr(received.body) else honest(received)

    reader = ModelReader(model, ReadingSettings(form="schema", look_back=0))
    endpoint.troubles = [Saying(stumble)]
    tell(story, (*TOLD[:3], "The poison was in the cup.", *TOLD[3:]))
    story.extract(reader)
    first = statuses(story)[3]
    story.extract(reader)
    asked = len(endpoint.asked)
    story.extract(reader)

    assert (first, statuses(story)[3], held(story)) == ("failed", "quarantined", HELD)
    assert len(endpoint.asked) == asked
    endpoint.troubles = []
    story.retry(reader)
    assert statuses(story)[3] == "empty"


# by command


SECRET = "sk-very-secret-key"  # noqa: S105 - made up


@pytest.fixture
def fabula_command(tmp_path):
    """``fabula_command("extract", ...)``: the real command in a process of its own; nothing of ours is in its surroundings."""
    surroundings = {
        name: value for name, value in os.environ.items() if not name.startswith(("FABULA", "OPENAI"))
    }
    surroundings |= {"XDG_CACHE_HOME": str(tmp_path / "cache"), "FABULA_API_KEY": SECRET, "NO_COLOR": "1"}

    def run(*arguments):
        command = [sys.executable, "-m", "fabula", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, env=surroundings, check=False)
        assert SECRET not in done.stdout + done.stderr
        return done

    return run


@pytest.fixture
def at(tmp_path):
    """A store with the story told and nothing read."""
    path = tmp_path / "told.db"
    story = fabula.open(path, story="told")
    tell(story, TOLD)
    story.close()
    return path


def test_the_command_reads_and_says_what_it_cost_and_refused(fabula_command, at, server, endpoint):
    lie = LIES["a name from nowhere"]
    endpoint.troubles = [Saying(lambda received: answer(written([lie, *items(received)])))]
    done = fabula_command("extract", at, "--model", "m", "--url", server.url)

    assert done.returncode == 0, done.stderr
    assert "read 6 turns" in done.stdout
    assert "3 calls" in done.stdout
    assert "Zed" in done.stdout
    assert all(received.key == SECRET for received in server.requests)
    assert held(fabula.open(at)) == HELD


def test_the_command_remembers_how_the_endpoint_is_asked(fabula_command, at, server):
    fabula_command("extract", at, "--model", "m", "--url", server.url, "--max-calls", "1")
    fabula_command("extract", at, "--model", "m", "--url", server.url)

    assert sum(map(is_probe, server.requests)) == 1


def test_a_dry_run_shows_the_question_and_asks_nobody(fabula_command, at, server):
    done = fabula_command("extract", at, "--model", "m", "--url", server.url, "--dry-run")

    assert done.returncode == 0, done.stderr
    assert TOLD[0] in done.stdout
    assert "tokens" in done.stdout
    assert server.requests == []


@pytest.mark.parametrize(
    ("trouble", "said"), [(denied(), "does not accept the key"), (no_such_model(), "has no model 'm'")]
)
def test_the_command_ends_with_the_code_of_an_endpoints_trouble(fabula_command, at, server, trouble, said):
    server._choose = lambda _: trouble
    done = fabula_command("extract", at, "--model", "m", "--url", server.url)

    assert done.returncode == 8
    assert said in done.stderr
    assert fabula.open(at).verify().is_sound


def test_what_failed_is_listed_and_retried_by_command(fabula_command, at, server, endpoint):
    endpoint.troubles = [answer("What a lovely story!")]
    told = ("--model", "m", "--url", server.url)
    first = fabula_command("extract", at, *told)
    listed = fabula_command("status", at, "--troubles")
    endpoint.troubles = []
    again = fabula_command("retry", at, *told)
    rest = fabula_command("extract", at, *told)
    after = fabula_command("status", at, "--json")

    assert (first.returncode, listed.returncode) == (8, 0)
    assert (again.returncode, rest.returncode) == (0, 0), again.stderr
    assert "5 failed" in first.stdout
    assert listed.stdout.count("prose") == 6
    assert json.loads(after.stdout)["statuses"] == {"ok": 5, "empty": 1}
    assert held(fabula.open(at)) == HELD
