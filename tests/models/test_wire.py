import subprocess
import sys
import time

from fabula.models.outcome import Call, Heard, Lost
from fabula.models.patience import Patience
from fabula.models.wire import Wire
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import cut, hang_up, says, silence


def sent(*script, read=10.0):
    with ScriptedServer(script) as server:
        wire = Wire(Patience(read=read), 10_000, encrypted=False)
        outcome = wire.send(Call("GET", f"{server.url}/models", {}), time.monotonic() + 30)
        wire.close()
    return outcome


def test_an_answer_is_heard_whatever_its_status():
    heard = sent(says({"a": 1}, status=418, headers={"Retry-After": "3"}))
    assert isinstance(heard, Heard)
    assert (heard.status, heard.body, heard.headers["retry-after"]) == (418, b'{"a": 1}', "3")


def test_a_broken_connection_may_be_tried_again_and_silence_may_not():
    lost = [sent(hang_up()), sent(cut()), sent(silence(), read=0.15)]
    assert [isinstance(outcome, Lost) and outcome.again for outcome in lost] == [True, True, False]


def test_the_http_library_is_loaded_by_the_first_question_only():
    program = (
        "import sys, fabula.models.openai as o, fabula.models.remote_embedder, fabula.models.scripted; "
        "o.OpenAI('http://localhost:1/v1', 'qwen3'); print('httpx2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"
