"""The English examples of the structured forms, the plainest first."""

from fabula.extraction.model.questions.question_page import Page
from fabula.extraction.model.questions.structured_examples import Example, item, turn

_NAMES = ("e1 Wick (character)", "e2 Orla Finch (character)")

ENGLISH = (
    Example(
        Page(fresh=(turn(4, "user", "Wick", '"Sit down," Wick says to Orla Finch.', "The rain goes on."),)),
    ),
    Example(
        Page(
            fresh=(turn(7, "assistant", "", "Orla Finch hands Wick the brass lantern.", "He nods."),),
            entities=_NAMES,
        ),
        (item("7.1", "fact", ("Wick", "holds", "brass lantern")),),
    ),
    Example(
        Page(
            fresh=(
                turn(12, "user", "Wick", "I mean to leave for Eel Island, Nettle."),
                turn(
                    13,
                    "assistant",
                    "",
                    "In the yard they say that Orla Finch will be harbour master.",
                    "Nettle laughs.",
                ),
            ),
            before=(turn(11, "assistant", "", "Old Corvin bought the blue boat."),),
        ),
        (
            item("12.1", "plan", ("Wick", "is at", "Eel Island")),
            item("13.1", "rumour", ("Orla Finch", "has role", "harbour master")),
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(16, "assistant", "", "Orla Finch throws down her badge; she and the guild are done."),
            ),
            entities=("e1 Orla Finch (character)", "e2 Rope Guild (organization)"),
            facts=("f1 Orla Finch is a member of Rope Guild", "f2 Orla Finch is at Eel Island"),
        ),
        (item("16.1", "end", known="f1"),),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    20, "assistant", "", '"A fine day," Old Corvin says to Nettle.', "She looks at the boat."
                ),
            ),
            before=(turn(19, "user", "Nettle", "Old Corvin gave me the blue boat."),),
            entities=("e1 Old Corvin (character)", "e2 Nettle (character)"),
            facts=("f1 blue boat is held by Nettle",),
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    24,
                    "assistant",
                    "",
                    "On the third day Wick, Orla Finch and Nettle wait in the salt barn.",
                    "Nettle is Wick's sister, a girl with grey eyes.",
                    "She has not trusted Orla Finch since the fire.",
                ),
            ),
        ),
        (
            item(
                "24.1",
                "scene",
                present=["Wick", "Orla Finch", "Nettle"],
                place="salt barn",
                when="the third day",
                starts=True,
            ),
            item("24.2", "entity", ("Nettle",), kind="character", summary="A girl, the sister of Wick."),
            item("24.2", "fact", ("Nettle", "eye color"), v="grey"),
            item("24.2", "fact", ("Nettle", "sibling of", "Wick")),
            item("24.3", "fact", ("Nettle", "trusts", "Orla Finch"), strength=-0.7),
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    40,
                    "user",
                    "",
                    "Wick is not nineteen, he is seventeen.",
                    "The ferryman takes off his hood: he is Old Corvin!",
                    "And Sister Anwen never died; the letter was forged.",
                ),
            ),
            facts=("f1 Wick: age: nineteen", "f2 Sister Anwen is dead"),
        ),
        (
            item("40.1", "correction", known="f1", v="seventeen"),
            item("40.2", "same", ("Old Corvin",), o="ferryman"),
            item("40.3", "never", known="f2"),
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    46,
                    "assistant",
                    "",
                    "Flames take the salt barn, and Old Corvin dies in them.",
                    "Years ago he had been a captain.",
                ),
            ),
            entities=("e1 Old Corvin (character; also ferryman)",),
        ),
        (
            item(
                "46.1",
                "event",
                ("fire in the salt barn",),
                importance=0.9,
                summary="The salt barn burns down and Old Corvin dies in it.",
                roles={"victim": "Old Corvin", "place": "salt barn"},
            ),
            item("46.1", "fact", ("Old Corvin", "status"), v="dead"),
            item("46.2", "long_ago", ("Old Corvin", "has role", "captain")),
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    31,
                    "assistant",
                    "",
                    '"Old Corvin has the lantern," Wick lies to Nettle.',
                    "That night she dreams that she is queen of Eel Island.",
                ),
                turn(32, "user", "Orla Finch", "What if we sold the boat?"),
            ),
            facts=("f1 brass lantern is held by Wick",),
        ),
        (
            item("31.1", "lie", ("Old Corvin", "holds", "brass lantern"), holder="Wick", heard_by=["Nettle"]),
            item("31.2", "dream", ("Nettle", "has role", "queen of Eel Island"), holder="Nettle"),
        ),
    ),
    Example(
        Page(
            fresh=(turn(50, "user", "Orla Finch", "Nettle, do you hear the bells?", "She does not answer."),)
        ),
    ),
)
