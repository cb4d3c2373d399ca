"""C: narrators, hidden messages, notes and lore within the history, and what is asked in the background."""

from sillytavern_live.parts.lighthouse import main_chat
from sillytavern_live.session import Session
from sillytavern_live.tale import NARRATED, NOTHING, Tale, commands

_INJECT = """(text) => SillyTavern.getContext().setExtensionPrompt("another_memory", text, 1, 3, false, 0)"""
_RAW_SUMMARY = """() => {
  const field = document.querySelector("#memory_prompt_builder_raw_blocking");
  if (field) { field.checked = true; $(field).trigger("input").trigger("change"); }
}"""


def play(session: Session) -> None:
    session.page.give("#world_import_file", str(session.files / "gull_lore.json"))
    tale = main_chat(session)
    _within_the_history(tale)
    _lore(tale)
    _in_the_background(tale)
    _summaries(tale)


def _within_the_history(tale: Tale) -> None:
    session = tale.session
    commands(session, ["/sys Three days pass. The storm does not stop."])
    tale.says(
        "narrator_then_turn",
        '"Three days," I say. "I have counted every stair."',
        '"There are two hundred and four," Mira says.',
        "types /sys (a narrator's message), then a message",
    )
    commands(session, ["/comment this is an out-of-story note and must never be sent", "/hide 1"])
    tale.says(
        "hidden_then_turn",
        "I look for the cat.",
        '"She is on the clock," Mira says. "She always is."',
        "types /comment, hides message 1, then a message",
    )
    depth = "/depth 2" if session.is_old else "/note-depth 2"
    commands(session, ["/unhide 1", "/note Keep the tone cold and wet. Mira distrusts strangers.", depth])
    tale.says(
        "authors_note_depth2",
        '"Do you trust me?" I ask.',
        '"I trust the rope and the lamp," Mira says. "People, less."',
        "has an author's note at depth 2",
    )


def _lore(tale: Tale) -> None:
    commands(tale.session, ["/world state=on gull_lore"])
    tale.says(
        "world_info_on",
        "I ask Tobin's name for the letter with the black seal, and about the lighthouse lamp in a storm "
        "when no ferry sails.",
        '"Tobin calls it the widow\'s letter," Mira says.',
        "has a lorebook on whose keys are in the message",
    )
    tale.says(
        "world_info_next", '"Go on," I say.', '"No. Drink your tea."', "one more turn with the lorebook"
    )
    commands(tale.session, ["/world state=off gull_lore"])


def _in_the_background(tale: Tale) -> None:
    session = tale.session
    tale.quietly(
        "quiet_gen",
        "/gen Summarize the story so far in one sentence. | /echo {{pipe}}",
        "[1] Aldous reached Gull Point with a letter. Mira Vale keeps the lamp.",
    )
    tale.quietly(
        "quiet_genraw",
        "/genraw Describe a lighthouse as a list of image tags. | /echo {{pipe}}",
        "A grey lighthouse on a rock, storm, oil painting",
    )
    session.page.put("#summary_source", "main")
    tale.quietly(
        "quiet_summarize",
        "/summarize",
        "Aldous came to Gull Point with a letter sealed in black; Mira Vale hid it in the wall clock. "
        "A storm keeps the ferry away.",
    )
    session.page.put("#sd_drawthings_url", "http://127.0.0.1:9")
    session.page.put("#sd_source", "drawthings")
    session.page.agree()
    tale.quietly("quiet_imagine", "/imagine you", "A lonely lighthouse keeper, grey coat, storm light")
    session.page.agree()
    if not session.is_old:
        tale.quietly(
            "quiet_expression",
            "/expression-classify api=llm I am so glad you are here, Mira laughs",
            "joy",
        )
    session.did(
        "sysgen",
        "/sysgen: the model writes a narrator's message",
        tale.truth("narrator_reply", NARRATED),
        lambda: session.person.command("/sysgen Describe the weather turning."),
        '"The tide has turned," says the narrator.',
    )


def _summaries(tale: Tale) -> None:
    session = tale.session
    session.page.put("#memory_prompt_interval", "1")
    session.page.js(_RAW_SUMMARY)
    summary = "Aldous waits at Gull Point; Mira keeps the letter in the wall clock; three days of storm have passed."
    session.did(
        "auto_summary_after_turn",
        "a turn with automatic summaries on: the extension asks the model by itself after the reply",
        (tale.truth("turn"), tale.truth("quiet", NOTHING)),
        lambda: session.person.send("I listen at the shutters."),
        *('"Rain again," Mira says.', summary),
        requests=1 if session.is_old else 2,
    )
    session.page.put("#summary_source", "extras")
    tale.says("turn_with_summary", '"Is it over?" I ask.', '"It is only breathing in," Mira says.')
    session.page.js(_INJECT, "[Memory: Mira hid the letter in the wall clock.]")
    tale.says(
        "extension_prompt_depth3",
        '"Where is the letter now?" I ask.',
        '"Where time keeps it," Mira says.',
        "an extension puts a memory at depth 3",
    )
    session.page.js(_INJECT, "")
