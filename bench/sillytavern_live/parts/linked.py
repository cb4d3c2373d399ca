"""L: an extension that adds the chat's own id to each request."""

from sillytavern_live.cards import MIRA
from sillytavern_live.session import Session
from sillytavern_live.tale import Tale

_LINK = """() => {
  const st = SillyTavern.getContext(), named = st.eventTypes || st.event_types;
  window.__link = (asked) => {
    const now = SillyTavern.getContext();
    const told = {
      chat_id: now.getCurrentChatId(), type: asked.type, main_chat: now.chatMetadata?.main_chat ?? null,
      last_message_id: now.chat.length - 1, swipe_id: now.chat.at(-1)?.swipe_id ?? null,
    };
    asked.custom_include_body = [asked.custom_include_body, "st_context: " + JSON.stringify(told)]
      .filter(Boolean).join("\\n");
  };
  st.eventSource.on(named.CHAT_COMPLETION_SETTINGS_READY, window.__link);
}"""
_UNLINK = """() => {
  const st = SillyTavern.getContext(), named = st.eventTypes || st.event_types;
  st.eventSource.removeListener(named.CHAT_COMPLETION_SETTINGS_READY, window.__link);
}"""


def play(session: Session) -> None:
    session.person.open_character(MIRA)
    session.person.new_chat()
    session.page.js(_LINK)
    tale = Tale(session, "mira-L")
    tale.first("ext_link_turn", "I come in.", '"Wipe your feet," Mira says.')
    tale.swipes("ext_link_swipe", '"Boots off," Mira says.')
    tale.quietly("ext_link_quiet", "/gen One word. | /echo {{pipe}}", "quiet")
    session.page.js(_UNLINK)
