"""E: the forms in which settings put the same history: names, merged roles, a short context, added parameters."""

from sillytavern_live.parts.lighthouse import main_chat
from sillytavern_live.session import Session
from sillytavern_live.tale import Tale, commands

_MODES = """() => [...document.querySelectorAll("#custom_prompt_post_processing option")]
  .map((option) => option.value).filter((value) => value)"""
_PICK = "{{pick::" + "::".join("0123456789abcdef") + "}}"
_NEW_HEADERS = f'X-Story-Pick: "{_PICK * 8}"\nX-Gen-Type: "{{{{lastGenerationType}}}}"\nX-Last-Mes: "{{{{lastMessageId}}}}"'
_NEW_BODY = f"""\
user: "{{{{user}}}}"
metadata:
  st_gen: "{{{{lastGenerationType}}}}"
  st_char: "{{{{char}}}}"
  st_last_message_id: "{{{{lastMessageId}}}}"
  st_swipe: "{{{{currentSwipeId}}}}/{{{{lastSwipeId}}}}"
  st_var_story: "{{{{getvar::story}}}}"
  st_pick: "{_PICK * 8}"
"""


def play(session: Session) -> None:
    tale = main_chat(session)
    _names(tale)
    _merged(tale)
    _short(tale)
    _parameters(tale)


def _names(tale: Tale) -> None:
    page = tale.session.page
    for mode in ("none", "completion", "content"):
        if page.tab.locator(f"#character_names_{mode}").count():
            page.choose(f"#character_names_{mode}", mode)
            tale.says(
                f"names_{mode}",
                f"I say a word ({mode}).",
                f'"I heard it ({mode})," Mira says.',
                f"names: {mode}",
            )
    page.choose("#character_names_default", "default")


def _merged(tale: Tale) -> None:
    page = tale.session.page
    page.put("#squash_system_messages", True)
    tale.says("squash_system", "I count the waves.", '"Seven," Mira says.', "system messages are joined")
    page.put("#squash_system_messages", False)
    for mode in page.js(_MODES):
        page.choose("#custom_prompt_post_processing", mode)
        tale.says(
            f"post_{mode}",
            f"I listen to the wind, mode {mode}.",
            f'"Mode {mode} is loud tonight," Mira says.',
            f"post-processing: {mode}",
        )
    page.choose("#custom_prompt_post_processing", "")


def _short(tale: Tale) -> None:
    page = tale.session.page
    page.put("#openai_max_tokens", "200")
    page.put("#openai_max_context", "1000")
    tale.says(
        "truncated_1000", "I open the window a little.", '"Close it," Mira says.', "context of 1000 tokens"
    )
    tale.swipes("truncated_swipe", '"Leave it," Mira says.')
    page.put("#openai_max_context", "620")
    tale.says("truncated_620", "I leave it open.", '"The rain comes in," Mira says.', "context of 620 tokens")
    tale.says("truncated_620_b", "I close it after all.", '"Better," Mira says.')
    page.put("#openai_max_context", "4095")
    page.put("#openai_max_tokens", "300")
    tale.says("full_again", "I sit down.", '"Stay," Mira says.', "the context is large again")


def _parameters(tale: Tale) -> None:
    session, person = tale.session, tale.session.person
    if session.is_old:  # which takes macros as they are written
        person.add_parameters("X-Story: my-story", 'user: my-user\nmetadata:\n  st_char: "{{char}}"')
    else:
        person.add_parameters(_NEW_HEADERS, _NEW_BODY)
    commands(session, ["/setvar key=story lighthouse-7"])
    tale.says("additional_params", '"Tea?" I offer.', '"Tea," Mira agrees.', "with added headers and fields")
    tale.swipes("additional_params_swipe", '"Coffee," Mira says instead.')
    branch, other = tale.on("branch-2"), Tale(session, "mira-B")
    branch.branches("additional_params_branch_make", len(session.page.chat()) - 3)
    branch.says("additional_params_branch", "On a branch I pour water.", '"Water?" Mira laughs.')
    person.new_chat()
    other.first(
        "additional_params_new_chat", "I arrive again, in another story.", '"Have we met?" Mira asks.'
    )
    other.quietly("additional_params_quiet", "/gen Say one word. | /echo {{pipe}}", "quiet answer")
    person.add_parameters()
    person.open_chat(session.main)
