"""English verbs of speech, and nouns that say no more than that somebody is a man or a woman."""

from fabula.extraction.rules.listed import word_set

SPEECH = word_set(
    """said says say asked asks replied replies answered answers cried cries exclaimed whispered whispers muttered
    murmured mumbled shouted called continued returned rejoined remarked observed added began begins repeated
    demanded inquired enquired responded retorted declared announced interrupted protested suggested growled snarled
    snapped hissed gasped sobbed sighed laughed smiled groaned moaned screamed shrieked yelled roared bellowed
    stammered stuttered faltered insisted persisted pursued resumed went concluded explained ejaculated thought
    pleaded begged urged assented agreed admitted confessed objected argued ventured proceeded chuckled giggled
    grumbled panted breathed echoed put broke commented queried questioned commanded ordered warned advised assured
    told thundered drawled squeaked piped croaked barked chimed burst acknowledged reflected read wailed whimpered
    screeched scoffed sneered lied joked teased mused hummed purred spat barked quoted wondered intoned crooned
    corrected countered challenged allowed conceded confirmed promised offered recited reported related reminded
    soothed stated swore volunteered vowed greeted prompted apologised apologized spoke speaks tells adds
    nodded shrugged frowned grinned exploded quavered blurted coaxed rasped squealed vociferated saying crying"""
)
MANNER = word_set(
    "then now at last again also just only still soon presently quickly had has always never even"
)

MAN_NOUNS = word_set(
    "man boy gentleman fellow lad father brother uncle son husband chap youth grandfather nephew"
)
WOMAN_NOUNS = word_set(
    """woman girl lady mother sister aunt daughter wife maiden landlady maid niece grandmother widow nurse governess
    housekeeper hostess"""
)
ANYBODY = word_set(
    "other others voice stranger companion friend visitor guest child speaker creature two latter former"
)
"""Heads of descriptions that mean somebody named elsewhere."""
