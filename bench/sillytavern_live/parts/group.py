"""H: a group of two, who answer one after the other."""

from functools import partial

from sillytavern_live.cards import MIRA, ORIN
from sillytavern_live.session import Session
from sillytavern_live.tale import ANOTHER, Tale

NAME = "The Blue Anchor"
_ADD = """(name) => {
  const row = [...document.querySelectorAll("#rm_group_add_members .group_member")].find(
    (one) => one.querySelector(".ch_name")?.innerText.trim() === name || one.innerText.includes(name));
  if (!row) return false;
  row.querySelector("[data-action=add]").click();
  return true;
}"""
_MEMBERS = "(count) => document.querySelectorAll('#rm_group_members .group_member').length >= count"
_GROUP = "(name) => SillyTavern.getContext().groups.find((one) => one.name === name)?.id ?? ''"
_OPEN = """(id) => {
  if (SillyTavern.getContext().groupId == id) return;
  document.querySelector(`.group_select[grid="${id}"], .group_select[data-grid="${id}"]`)?.click();
}"""


def play(session: Session) -> None:
    make_group(session)
    tale = Tale(session, "group-A")
    _turns(tale)
    _one_member(tale)
    session.page.choose("#rm_group_generation_mode", "1")
    says(
        tale,
        "group_joined_cards",
        "I ask the baker.",
        *('"What?" says the baker, and Orin laughs.', '"Told you," Mira says.'),
    )
    tale.regenerates(
        "group_regenerate",
        *('"He is not deaf after all," Orin says.', '"Ha," Mira says.'),
        did="Options > Regenerate: all replies since the last message are made anew",
    )


def make_group(session: Session) -> None:
    """A group of Mira and Orin who answer in the order of the list, opened."""
    page = session.page
    page.press("#rm_button_group_chats")
    page.rest()
    page.put("#rm_group_chat_name", NAME)
    for at, name in enumerate((MIRA, ORIN), 1):
        page.until(partial(page.js, _ADD, name), f"{name} among the characters")
        page.until(partial(page.js, _MEMBERS, at), f"{name} in the group")
    page.press("#rm_group_submit")
    page.until(lambda: page.js(_GROUP, NAME), "the group")
    page.agree()
    page.js(_OPEN, page.js(_GROUP, NAME))
    page.until(lambda: page.where()["group"] == NAME and page.chat(), "the group's chat")
    page.rest()
    page.choose("#rm_group_activation_strategy", "1")
    page.rest()


def says(tale: Tale, name: str, text: str, *replies: str) -> None:
    """A message that all members answer, one request each."""
    session = tale.session
    session.did(
        name,
        f"sends {text!r} in a group",
        tale.truth("group_turn"),
        lambda: session.person.send(text),
        *replies,
    )


def _turns(tale: Tale) -> None:
    says(
        tale,
        "group_turn1",
        '"A round for everyone," I say.',
        *('"Then I drink for two!" Orin roars.', '"Only half a glass for me," Mira says.'),
    )
    says(
        tale,
        "group_turn2",
        '"Orin, who owns the red boat?"',
        *('"Tobin does, and he stole it," Orin says.', '"Do not believe him," Mira says.'),
    )
    tale.swipes("group_swipe", '"Nobody does, since the fire," Mira says.')
    tale.speaks_again("group_empty_send", '"There was no fire!" Orin says.', '"There was," Mira says.')
    tale.goes_on("group_continue", ' "Ask the baker," she adds.')


def _one_member(tale: Tale) -> None:
    session = tale.session
    session.did(
        "group_trigger",
        "/trigger: one member is asked to speak",
        tale.truth("turn", ANOTHER),
        lambda: session.person.command(f"/trigger {MIRA}"),
        '"The baker is deaf," Mira says.',
    )
    tale.impersonates("group_impersonate", '"I ask the baker." I get up.')
    session.person.clear_box()
