"""What a person does on the page of SillyTavern: every act is done with the mouse and the keyboard, or near to it."""

from collections.abc import Callable

from playwright.sync_api import Locator

from sillytavern_live.page import Page

_CHANGED = "([index, text]) => SillyTavern.getContext().chat[index]?.mes === text"
_LENGTH = "() => SillyTavern.getContext().chat.length"


class Person:
    """Somebody before the page. Acts that ask a model return at once; the session waits for what comes of them."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # the connection

    def connect(self, url: str, model: str, key: str) -> None:
        """Name the endpoint and its model, and connect."""
        page = self.page
        self.toggle_connection()
        page.choose("#main_api", "openai")
        page.choose("#chat_completion_source", "custom")
        page.tab.locator("#custom_api_url_text").fill(url)
        page.tab.locator("#api_key_custom").fill(key)
        page.tab.locator("#custom_model_id").fill(model)
        page.tab.locator("#custom_model_id").dispatch_event("input")
        for _ in range(2):  # the first press keeps the key, the second one connects with it
            page.tab.locator("#api_button_openai").click()
            page.rest(400)
            page.agree()
        page.put("#stream_toggle", True)
        page.until(lambda: self.status() not in ("no_connection", ""), "the connection")
        self.toggle_connection()

    def status(self) -> str:
        """What the page says of its connection."""
        return str(self.page.js("() => SillyTavern.getContext().onlineStatus ?? ''"))

    def toggle_connection(self) -> None:
        """Open or close the panel of connections."""
        self.page.press("#API-status-top")
        self.page.rest()

    def connect_to_text(self, url: str) -> None:
        """Use a text completion endpoint instead."""
        page = self.page
        self.toggle_connection()
        page.choose("#main_api", "textgenerationwebui")
        page.rest()
        generic = page.tab.locator("#textgen_type option[value=generic]").count() > 0
        page.choose("#textgen_type", "generic" if generic else "vllm")
        page.rest()
        page.put("#generic_api_url_text" if generic else "#vllm_api_url_text", url)
        page.press("#api_button_textgenerationwebui")
        page.rest(600)
        page.put("#streaming_textgenerationwebui", True)
        self.toggle_connection()

    def connect_to_chat(self) -> None:
        """Go back to the chat completion endpoint."""
        page = self.page
        self.toggle_connection()
        page.choose("#main_api", "openai")
        page.rest()
        page.press("#api_button_openai")
        page.rest(600)
        self.toggle_connection()

    def add_parameters(self, headers: str = "", body: str = "") -> None:
        """Fill in what is added to each request."""
        page = self.page
        self.toggle_connection()
        page.press("#customize_additional_parameters")
        page.tab.locator("#custom_include_body").last.wait_for()
        for name, text in (("include_body", body), ("exclude_body", ""), ("include_headers", headers)):
            page.tab.locator(f"#custom_{name}").last.fill(text)
        page.agree()
        self.toggle_connection()

    # characters and chats

    def open_character(self, name: str) -> None:
        """Open the latest chat of a character."""
        self.page.js(
            """(name) => {
              const st = SillyTavern.getContext(), at = st.characters.findIndex((one) => one.name === name);
              if (at < 0) throw new Error("There is nobody called " + name);
              const shown = document.querySelector(
                `.character_select[chid="${at}"], .character_select[data-chid="${at}"]`);
              if (shown) shown.click(); else st.selectCharacterById(at);
            }""",
            name,
        )
        self.page.tab.wait_for_function(
            "(name) => { const st = SillyTavern.getContext();"
            " return st.characters[st.characterId]?.name === name && st.name2 === name && st.chat.length > 0; }",
            arg=name,
        )
        self.page.agree(500)

    def new_chat(self) -> None:
        """Begin another chat with the same character."""
        page = self.page
        before = page.where()["chat_file"]
        self.option("#option_start_new_chat")
        is_new = lambda: page.where()["chat_file"] not in (before, None)  # noqa: E731
        page.until(is_new, "the new chat", agreeing=True)
        page.until(lambda: page.js(_LENGTH), "its greeting")
        page.rest()

    def open_chat(self, name: str) -> None:
        """Open a chat by the name of its file."""
        self.page.js("async (name) => { await SillyTavern.getContext().openCharacterChat(name); }", name)
        self.page.until(lambda: self.page.where()["chat_file"] == name, "the other chat")
        self.page.rest()

    # what asks a model

    def send(self, text: str) -> None:
        """Write a message and send it."""
        self.page.tab.locator("#send_textarea").fill(text)
        self.page.tab.locator("#send_but").click()

    def send_what_is_there(self) -> None:
        """Send what stands in the box."""
        self.page.tab.locator("#send_but").click()

    def option(self, name: str) -> None:
        """Choose from the menu beside the box."""
        self.page.tab.locator("#options_button").click()
        self.page.tab.locator(name).click()

    def regenerate(self) -> None:
        self.option("#option_regenerate")

    def go_on(self) -> None:
        """Have the last reply lengthened."""
        self.option("#option_continue")

    def impersonate(self) -> None:
        """Have a message drafted."""
        self.option("#option_impersonate")

    def swipe(self) -> None:
        """Swipe the last reply to the right."""
        self.page.tab.locator(".last_mes .swipe_right").last.click()

    def stop(self) -> None:
        """Stop what is being written."""
        self.page.tab.locator("#mes_stop").click()

    def command(self, line: str) -> None:
        """Type a slash command and send it; it is over when the page rests."""
        self.page.tab.locator("#send_textarea").fill(line)
        self.page.tab.locator("#send_but").click()
        self.page.rest()

    def clear_box(self) -> None:
        self.page.tab.locator("#send_textarea").fill("")

    # what changes the chat without a word to anybody

    def pick(self, way: str) -> None:
        """Swipe to a version that is there already: ``left`` or ``right``."""
        before = self.page.chat()[-1]["swipe_id"]
        self.page.tab.locator(f".last_mes .swipe_{way}").last.click()
        self.page.until(lambda: self.page.chat()[-1]["swipe_id"] != before, "the other version")
        self.page.rest(500)

    def edit(self, at: int, text: str) -> None:
        """Reword a message."""
        self._begin_edit(at)
        self.page.tab.locator("#curEditTextarea").fill(text)
        self._message(at, ".mes_edit_done").click()
        self.page.tab.wait_for_function(_CHANGED, arg=[at, text])
        self.page.rest()

    def delete(self, at: int) -> None:
        """Delete one message."""
        self._begin_edit(at)
        self._shorter(lambda: self._message(at, ".mes_edit_delete").click())

    def delete_from(self, at: int) -> None:
        """Delete a message and all that follow."""
        self.option("#option_delete_mes")
        self.page.tab.locator("#dialogue_del_mes_ok").wait_for()
        self.page.tab.locator(f'.mes[mesid="{at}"]').click(position={"x": 300, "y": 20})
        self._shorter(lambda: self.page.tab.locator("#dialogue_del_mes_ok").click())

    def move_up(self, at: int) -> None:
        """Put a message before the one above it."""
        text = self.page.chat()[at]["mes"]
        self._begin_edit(at)
        self._message(at, ".mes_edit_up").click()
        self.page.tab.wait_for_function(_CHANGED, arg=[at - 1, text])
        self.page.tab.locator(".mes_edit_done").filter(visible=True).first.click()
        self.page.rest()

    def branch(self, at: int) -> None:
        """Make a branch after a message and go there."""
        before = self.page.where()["chat_file"]
        self._more(at, ".mes_create_branch")
        self.page.until(lambda: self.page.where()["chat_file"] != before, "the branch")
        self.page.rest()

    def checkpoint(self, at: int, name: str) -> str:
        """Make a checkpoint after a message, and stay; the name of its chat is returned."""
        self._more(at, ".mes_create_bookmark")
        field = self.page.tab.locator("dialog.popup[open] .popup-input, #dialogue_popup_input")
        field.filter(visible=True).last.fill(name)
        link = "(at) => SillyTavern.getContext().chat[at]?.extra?.bookmark_link ?? ''"
        self.page.until(lambda: self.page.js(link, at), "the checkpoint", agreeing=True)
        self.page.rest()
        return str(self.page.js(link, at))

    def _more(self, at: int, button: str) -> None:
        self.page.tab.locator(f'.mes[mesid="{at}"]').hover()
        self._message(at, ".extraMesButtonsHint").click()
        self._message(at, button).click()

    def _begin_edit(self, at: int) -> None:
        self.page.tab.locator(f'.mes[mesid="{at}"]').hover()
        self._message(at, ".mes_edit").click()
        self.page.tab.locator("#curEditTextarea").wait_for()

    def _shorter(self, act: Callable[[], None]) -> None:
        """Do what takes messages away, and wait until they are gone."""
        before = int(self.page.js(_LENGTH))
        act()
        is_shorter = lambda: int(self.page.js(_LENGTH)) < before  # noqa: E731
        self.page.until(is_shorter, "the messages to go", agreeing=True)
        self.page.rest()

    def _message(self, at: int, within: str) -> Locator:
        return self.page.tab.locator(f'.mes[mesid="{at}"] {within}')
