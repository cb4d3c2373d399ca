"""The page of SillyTavern in Chromium: asked for its chat and watched until it rests, never slept beside."""

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page as Tab
from playwright.sync_api import sync_playwright

PATIENCE = 60
"""Seconds after which something on the page that does not happen counts as never happening."""

CALM = 250
"""For how many milliseconds the page must have been doing nothing to be at rest."""

_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # nothing outside of this machine is reached
)

_WATCH = """
window.__live = {waiting: 0, groups: 0, types: [], toasts: [], busyAt: Date.now()};
const passed = window.fetch;
window.fetch = (...asked) => {
  window.__live.waiting++;
  return passed(...asked).finally(() => { window.__live.waiting--; });
};
const sent = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (...asked) {
  window.__live.waiting++;
  this.addEventListener("loadend", () => { window.__live.waiting--; });
  return sent.apply(this, asked);
};
window.__live.isBusy = () => {
  const stop = document.querySelector("#mes_stop");
  const stream = window.SillyTavern?.getContext?.().streamingProcessor;
  return window.__live.waiting > 0 || window.__live.groups > 0
    || (stop && getComputedStyle(stop).display !== "none")
    || !!(stream && !stream.isFinished && !stream.isStopped)
    || document.body?.dataset.generating === "true";
};
setInterval(() => { if (window.__live.isBusy()) window.__live.busyAt = Date.now(); }, 20);
"""

_LISTEN = """() => {
  const st = SillyTavern.getContext(), named = st.eventTypes || st.event_types;
  const on = (name, heard) => named[name] && st.eventSource.on(named[name], heard);
  on("GENERATION_STARTED", (type, _, isDry) => { if (!isDry) window.__live.types.push(type ?? "normal"); });
  on("GROUP_WRAPPER_STARTED", () => { window.__live.groups++; });
  on("GROUP_WRAPPER_FINISHED", () => { window.__live.groups = 0; });
  const note = (toast) => window.__live.toasts.push({
    title: toast.querySelector(".toast-title")?.innerText ?? "",
    text: toast.querySelector(".toast-message")?.innerText ?? "",
  });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (node.nodeType !== 1) continue;
      (node.matches(".toast") ? [node] : [...node.querySelectorAll(".toast")]).forEach(note);
    }
  }).observe(document.body, {childList: true, subtree: true});
}"""

_CHAT = """() => SillyTavern.getContext().chat.map((one, i) => ({
  i, name: one.name, mes: one.mes, is_user: !!one.is_user, is_system: !!one.is_system, extra_type: one.extra?.type,
  who: one.is_user ? "user" : one.is_system ? "hidden" : one.extra?.type === "narrator" ? "narrator" : "char",
  swipe_id: one.swipe_id, swipes: one.swipes?.length,
}))"""

_WHERE = """() => {
  const st = SillyTavern.getContext();
  return {
    chat_file: st.chatId ?? st.getCurrentChatId?.() ?? null, char: st.name2, user: st.name1,
    group: st.groupId ? st.groups.find((group) => group.id == st.groupId)?.name ?? null : null,
    main_chat: st.chatMetadata?.main_chat ?? null,
  };
}"""

_IS_THERE = (
    "() => window.SillyTavern?.getContext && document.querySelector('#send_textarea')"
    " && !document.querySelector('#preloader')"
)
_OK = "dialog.popup[open]:not([closing]) .popup-button-ok, #dialogue_popup_ok"


class StillBusyError(RuntimeError):
    """Something that was waited for did not happen."""


@contextmanager
def opened(url: str, persona: str) -> Iterator["Page"]:
    """The page of a SillyTavern that has just been installed, past its welcome, with a persona of this name."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=found, args=list(_FLAGS))
        context = browser.new_context(viewport={"width": 1500, "height": 1000}, reduced_motion="reduce")
        page = Page(context.new_page())
        page.tab.add_init_script(_WATCH)
        page.tab.goto(url, wait_until="domcontentloaded")
        page.tab.wait_for_function(_IS_THERE, timeout=90_000)
        page.js(_LISTEN)
        page.rest(1000)
        page.welcome(persona)
        try:
            yield page
        finally:
            browser.close()


class Page:
    """What can be seen of the page and done to its fields; people's acts are in ``person``."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        tab.set_default_timeout(PATIENCE * 1000)

    def js(self, code: str, given: object = None) -> Any:  # noqa: ANN401 - JSON
        """Evaluate a function in the page."""
        return self.tab.evaluate(code, given)

    def chat(self) -> list[dict[str, Any]]:
        """The chat that the page holds."""
        told: list[dict[str, Any]] = self.js(_CHAT)
        return told

    def where(self) -> dict[str, Any]:
        """Whose chat in which file it is."""
        told: dict[str, Any] = self.js(_WHERE)
        return told

    def until(
        self, holds: Callable[[], object], what: str, seconds: float = PATIENCE, *, agreeing: bool = False
    ) -> None:
        """Wait for a condition out here, while the page goes on; ``agreeing`` to whatever it asks meanwhile.

        Raises:
            StillBusyError: it did not come true in time.
        """
        end = time.monotonic() + seconds
        while not holds():
            if agreeing:
                self.agree_once()
            if time.monotonic() > end:
                raise StillBusyError(f"After {seconds:g} seconds still waiting for {what}.")
            self.tab.wait_for_timeout(20)

    def rest(self, calm: int = CALM, seconds: float = PATIENCE) -> None:
        """Wait until the page has done nothing for so many milliseconds."""
        code = "calm => !window.__live.isBusy() && Date.now() - window.__live.busyAt > calm"
        self.tab.wait_for_function(code, arg=calm, polling=20, timeout=seconds * 1000)

    def new_toasts(self) -> list[dict[str, str]]:
        """The messages that have been shown since the last look; they are taken off the page."""
        told: list[dict[str, str]] = self.js("() => window.__live.toasts.splice(0)")
        self.js("() => document.querySelectorAll('.toast').forEach((one) => one.remove())")
        return [one for at, one in enumerate(told) if one not in told[:at]]

    def new_types(self) -> list[str]:
        """What the page itself called the generations since the last look."""
        told: list[str] = self.js("() => window.__live.types.splice(0)")
        return told

    def put(self, selector: str, value: object) -> None:
        """Set a field as a person's change would."""
        self.js(
            """([selector, value]) => {
              const field = document.querySelector(selector);
              if (!field) throw new Error("There is no " + selector);
              if (field.type === "checkbox") { if (field.checked !== value) field.click(); return; }
              Object.getOwnPropertyDescriptor(field.constructor.prototype, "value").set.call(field, value);
              $(field).trigger("input").trigger("change");
            }""",
            [selector, value],
        )

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a list, or a radio button, whether it is in sight or not."""
        self.js(
            """([selector, value]) => {
              const field = document.querySelector(selector);
              if (!field) throw new Error("There is no " + selector);
              if (field.type === "radio") { field.checked = true; $(field).trigger("click"); }
              else $(field).val(value);
              $(field).trigger("change").trigger("input");
            }""",
            [selector, value],
        )

    def press(self, selector: str) -> None:
        """Click something, whether it is in sight or not."""
        self.js(
            "(selector) => { const one = document.querySelector(selector);"
            " if (!one) throw new Error('There is no ' + selector); one.click(); }",
            selector,
        )

    def give(self, selector: str, path: str) -> None:
        """Hand a file over and agree to what is asked about it."""
        self.tab.set_input_files(selector, path)
        self.rest()
        self.agree()

    def agree(self, calm: int = CALM) -> None:
        """Close dialogs with their OK button until no more come."""
        self.rest(calm)
        while self.agree_once():
            self.rest(calm)

    def agree_once(self) -> bool:
        """Press the OK button of the dialog on top, if one is open that is not closing already."""
        button = self.tab.locator(_OK).filter(visible=True).last
        if not button.count():
            return False
        with contextlib.suppress(PlaywrightError):  # it may close by itself, or still be coming up
            button.click(timeout=2000)
            return True
        return False

    def welcome(self, persona: str) -> None:
        """Answer the first question that a new installation asks: the person's name."""
        field = self.tab.locator("dialog.popup[open] .popup-input, dialog.popup[open] input[type=text]")
        if field.filter(visible=True).count():
            field.filter(visible=True).first.fill(persona)
        self.agree()
