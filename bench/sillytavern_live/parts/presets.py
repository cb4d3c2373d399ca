"""K, second half: a preset with prompts of every role around the history, rules that take text out, tools, the test button."""

from sillytavern_live.model import Reply
from sillytavern_live.session import Session
from sillytavern_live.tale import NOTHING, Tale

_STATUS = "\n<status>place: {}; hour: {}</status>"
_TOOL = """() => {
  const st = SillyTavern.getContext();
  if (!st.registerFunctionTool) return false;
  st.registerFunctionTool({
    name: "tide_table", displayName: "Tide table", description: "Tells the tide",
    parameters: {type: "object", properties: {hour: {type: "number"}}, required: ["hour"]},
    action: async (asked) => "low water at " + asked.hour, formatMessage: () => "asks the tide table",
  });
  return true;
}"""


def play(session: Session) -> None:
    tale = Tale(session, "mira-K")
    session.page.give("#openai_preset_import_file", str(session.files / "Heavy.json"))
    session.page.give("#import_regex_file", str(session.files / "regex_status.json"))
    _heavy(tale)
    session.page.give("#openai_preset_import_file", str(session.files / "Plain.json"))
    session.page.put("#openai_max_context", "4095")
    _tools(tale)
    _test_button(session)


def _heavy(tale: Tale) -> None:
    cellar = _STATUS.format("cellar", 11)
    tale.says(
        "heavy_preset_turn1",
        "I open the green door.",
        '*Stairs lead down.* "Not without a lantern," Mira says.' + _STATUS.format("cellar door", 11),
    )
    tale.says(
        "heavy_preset_turn2", "I take the lantern.", '*The oil is low.* "Five minutes," Mira says.' + cellar
    )
    tale.says(
        "heavy_preset_regex", "I go down.", '*Water.* "Come back," Mira says.' + _STATUS.format("cellar", 12)
    )
    tale.says("heavy_preset_regex2", "I come back up.", '"Wet," Mira says.' + _STATUS.format("hall", 12))
    tale.swipes("heavy_preset_swipe", '"Cold," Mira says.' + _STATUS.format("hall", 12))
    tale.goes_on("heavy_preset_continue", ' "Sit," she adds.')
    tale.impersonates("heavy_preset_impersonate", "I sit by the fire.")
    tale.session.person.clear_box()
    tale.quietly(
        "heavy_preset_quiet",
        "/gen Summarize the story so far in one sentence. | /echo {{pipe}}",
        "One sentence of summary.",
    )


def _tools(tale: Tale) -> None:
    session = tale.session
    if not session.page.js(_TOOL):
        return
    session.page.put("#openai_function_calling", True)
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "tide_table", "arguments": '{"hour": 4}'},
    }
    session.did(
        "tool_call_turn",
        "sends a message; the model calls a tool and is asked again",
        tale.truth("turn"),
        lambda: session.person.send('"When is low water?"'),
        *(Reply(tool_calls=(call,)), '"Low water at four," Mira says.'),
    )
    tale.says("tool_in_history", '"Then we go at four."', '"At four," Mira says.')
    session.page.put("#openai_function_calling", False)
    session.page.js("() => SillyTavern.getContext().unregisterFunctionTool('tide_table')")


def _test_button(session: Session) -> None:
    session.did(
        "test_message_button",
        "presses 'Test Message'",
        Tale(session, "none").truth("probe", NOTHING),
        lambda: session.page.press("#test_api_button"),
        "Hi there.",
    )
