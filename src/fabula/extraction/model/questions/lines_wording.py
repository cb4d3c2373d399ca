"""The fixed instruction of the lines form; its frame is English, its verbs are the story's."""

from fabula.extraction.model.item_shape import BAR, LINE_STATUSES, LINE_VERBS, NO_CLAIM
from fabula.extraction.model.questions.languages import ENGLISH, name_of_language

BEFORE = "Already read, write nothing about it; use it only to know who {pronouns} is:"
SPEAKER = "The speaker, {pronoun}, is {name}."
NAMES = "Names so far: {names}"

PRONOUNS = {"en": '"he", "she" or "they"', "zh": "“他”“她”“他们”"}
FIRST_PERSON = {"en": '"I"', "zh": "“我”"}

_STATUSES = f"{', '.join(LINE_STATUSES[:-1])} or {NO_CLAIM}"


def line_instruction(language: str) -> str:
    """The system text; a language without verbs of its own gets the English ones."""
    verbs = LINE_VERBS.get(language, LINE_VERBS[ENGLISH])
    glosses = "\n".join(f"{verb.word} = {verb.gloss}" for verb in verbs)
    return f"""\
You keep the records of a story. Read the numbered sentences and write what they make true.
Predicates, use only these:
{glosses}
The story is in {name_of_language(language)}. Copy names exactly as written. A thing given or taken is owned by the \
one who ends up with it.
Rumours, plans, wishes, dreams and things long past are not facts.
For every sentence, in order, write its number and what it is: {_STATUSES}.
After fact, write the claim:
number fact {BAR} subject {BAR} predicate {BAR} object
number {NO_CLAIM}"""
