"""How English keeps what is thought, wished, planned, dreamed or rumoured apart from what happened."""

import re

from fabula.claims.statements import Modality
from fabula.extraction.rules.findings import PLAIN, Mood

DENIED = re.compile(
    r"\b(?:not|never|no longer|neither|nor|hardly|barely|scarcely|nearly|almost|refus\w+|fail\w*|tr(?:y|ied|ies|ying)"
    r"|attempt\w*|pretend\w*|instead of|rather than|supposed to|forb[ia]d\w*|nobody|no one|false\w*|lied|lying"
    r"|stopp?\w* short|without|declin\w+|den(?:y|ies|ied)|far from|unable|cannot|prevented|prevent\w*|avoid\w*|lest)\b|n['’]t\b"
)
"""What, before the end of an action, says that it did not happen, or that nobody knows."""

HARMLESS = re.compile(
    r"\bdid(?: not|n['’]t) (?:rise|wake|survive|recover|stir)|\bnever (?:woke|rose|stirred|recovered)"
    r"|\bno longer (?:belong\w*|serv\w*|a |part|one of|married|husband|wed)|\bin name only\b"
    r"|\bwithout (?:a|another|any|so much as)(?: \w+){1,2}|\bnot (?:long|far)\b|\bno doubt\b|\bsaid nothing\b"
)

FRAMES = re.compile(
    r"\b(?:said|says|told|tells|swears|vowed|lied|lies|pretended|whispered|shouted|replied|repeated|declared|assured|thought|thinks|believed|believes|feared|fears|claimed|claims|insisted|insists|swore"
    r"|suspected|suspects|wondered|wonders|knew|knows|remembered|remembers|recalled|heard|explained|assumed|guessed"
    r"|announced|boasted|sang|read|wrote|argued|doubted|decided|learned|learnt|felt|asked|asks)"
    r"(?: \w+){0,2} (?:that|if|whether|how)\b"
    r"|\b(?:portraits?|paintings?|tapestry|ballads?|stage directions?|frescoe?s?|in the (?:play|novel|film|movie|song|tale|legend"
    r"|story|book|game|opera))\b|\b(?:reckons?|reckoned|thinks?|believes?|supposes?|guess(?:es)?|fears?|suspects?) (?=[a-z'’]+ )"
)
"""Somebody's word, thought or memory, not the narrator's."""

MOODS: tuple[tuple[re.Pattern[str], Mood], ...] = (
    (
        re.compile(r"\b(?:dream(?:s|t|ed|ing)?|nightmares?|visions?|hallucinat\w+)\b"),
        Mood(Modality.DREAMED),
    ),
    (
        re.compile(
            r"\b(?:rumou?rs?|rumou?red|gossip\w*|hearsay|whispers?|the (?:story|tale|talk|word) (?:goes|went|ran|was)|word (?:has|had) it|by all accounts|tavern talk|talk of the town|whispered (?:that|of)|legend has it|supposedly"
            r"|allegedly|reportedly|(?:they|some|people|folk|many|others|villagers|fishwives|everyone) (?:say|said|swear|swore|whisper|whispered|claim|claimed)"
            r"|(?:it is|it's|it was|was|is|are|were) (?:said|whispered|believed|rumou?red)|word (?:was|has it|had it)"
            r"|heard (?:say|tell|it said|that))\b"
        ),
        Mood(Modality.RUMOURED),
    ),
    (
        re.compile(
            r"\b(?:if|wish(?:es|ed)?|unless|whether|suppos(?:e|ing)|imagin\w+|as though|perhaps|maybe|possibly|probably|assum(?:e|ing)|hoped|hopes?|would have|what if|in that case|presumably)\b"
        ),
        Mood(Modality.HYPOTHETICAL),
    ),
    (
        re.compile(
            r"\b(?:plan(?:s|ned|ning)?|intend(?:s|ed|ing)?|mean(?:s|t)|want(?:s|ed)?|about|going|hop(?:es|ed|ing)"
            r"|decid(?:es|ed)|promis(?:es|ed)|agreed|vow(?:s|ed)|swore|talk(?:s|ed) of|spoke of|resolv(?:es|ed)|offer(?:s|ed)"
            r"|prepar(?:es|ed)|threaten(?:s|ed)|longed|ordered|told \w+|asked \w+|begged \w+) (?:to|going|giving|leaving"
            r"|marrying|joining|taking)\b|\b(?:will|shall)\b|['’]ll\b"
        ),
        Mood(Modality.PLANNED),
    ),
    (
        re.compile(
            r"\b(?:would|could|should|might|may|must|can|ought|seem(?:s|ed)|appear(?:s|ed) to)\b|['’]d\b"
        ),
        Mood(Modality.HYPOTHETICAL),
    ),
    (
        re.compile(
            r"\b(?:(?:years?|months|decades|centuries|generations?|ages|long) (?:ago|before|earlier)|(?:winters?|summers?|springs|autumns|seasons|weeks) (?:ago|earlier)|last (?:year|summer|winter|spring|autumn)"
            r"|thought back|in the old days|before the (?:war|plague|flood|fire|siege)|back in (?:the|his|her)|once upon a time|in happier days|in former (?:days|times|years)|long, long ago"
            r"|once(?= upon|,| had| been| was| lived)|in those days|in (?:his|her|their) (?:childhood|boyhood|girlhood)|back then|used to|as a (?:child|boy|girl|young|youth)"
            r"|in (?:his|her|my|their) youth|when (?:he|she|i|they) (?:was|were) (?:young|a child|a boy|a girl|little)"
            r"|had (?:once|long)|formerly)\b"
        ),
        Mood(past=True),
    ),
)
"""In the order in which they count."""

AGREED = re.compile(
    r"\b(?:agreed|swore|vowed|pledged) to (?:(?:stand|fight|work|act) (?:together|as|side)|be (?:brothers|sisters|siblings))"
)


def mood_of(words: str) -> Mood | None:
    """The mood of what is said in ``words``, the sentence up to the end of an action; None says: do not believe it."""
    plain = AGREED.sub(" ", HARMLESS.sub(" ", words.casefold()))
    if DENIED.search(plain):
        return None
    for cue, mood in MOODS:
        if cue.search(plain):
            return mood
    return None if FRAMES.search(plain) else PLAIN
