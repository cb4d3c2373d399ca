"""How a game tells its player what is around: phrases of the second person, things that open, things to lie on."""

from fabula.extraction.rules.listed import word_set

CONTAINERS = word_set(
    """box chest safe locker drawer case fridge refrigerator freezer trunk coffer suitcase briefcase portmanteau bag
    sack basket crate barrel bin bucket jar bottle vase urn pot cupboard wardrobe closet dresser oven stove cauldron
    cage coffin sarcophagus casket pouch purse satchel backpack knapsack wallet envelope tin can bowl mailbox
    letterbox toolbox hamper cabinet icebox strongbox"""
)
"""What holds things inside, and can be seen to be empty only when it is open."""

PEOPLE = word_set(
    """man woman boy girl child person people guard soldier priest monk nun merchant shopkeeper innkeeper barkeep
    stranger figure someone somebody crowd villager villagers knight king queen wizard witch goblin orc troll elf
    dwarf dragon wolf dog cat horse rat bird spider skeleton ghost zombie monster creature thief bandit cultist
    servant maid butler face eyes shadow shape silhouette"""
)
"""Whom one may see, and who is no thing."""

NO_THINGS = word_set(
    """thing things stuff exit exits entrance entranceway doorway way path wall walls floor ground ceiling corner
    room rooms place lot bit sign trace idea chance point one ones none nothing something anything everything
    that this it them sound noise smell light darkness view sight glimpse hint way kind sort list note surroundings
    direction north south east west up down score command help turn turns moves time moment breeze draught wind
    feeling sense thought silence
    """
)
"""What one may see, hear or be told of, and cannot pick up, put anything on or shut."""

PLAIN_WORDS = word_set("ordinary normal standard typical usual plain simple small large big little nearby")
"""Words before a thing that are no part of its name when "looking" follows them."""

GROUND = word_set("floor ground dirt grass earth sand")

STATES = {
    "open": "opened",
    "opened": "opened",
    "unlocked": "closed",
    "closed": "closed",
    "shut": "closed",
    "locked": "locked",
}
"""Words before a thing that tell its state, as the action that says so."""

COMMANDS = word_set(
    """look l examine x go walk run enter exit leave north south east west northeast northwest southeast southwest up
    down n s e w ne nw se sw u d take get grab pick drop put place insert open close shut lock unlock eat drink
    inventory i inv wait z read push pull turn climb give show ask tell say talk attack hit kill wear remove light
    extinguish search use throw press move cook cut slice chop prepare sleep listen smell taste touch jump"""
)
"""What a player's command starts with."""

SEE = (
    r"\byou (?:can |could |also |now |then |even |soon )*"
    r"(?:see|saw|make out|made out|notice|noticed|spot|spotted|spy|find|found|observe|observed|discern|discover|discovered)"
)
ARE = r"(?:is|are|was|were|lies|lie|lay|sits|sit|sat|rests|rest|rested|stands|stand|stood|hangs|hang|hung)"
TAKE = (
    r"\byou (?:now |then |quickly |carefully )?(?:pick up|picked up|take up|take|took|get|got|grab|grabbed|lift|lifted"
    r"|collect|collected|remove|removed|retrieve|retrieved|snatch|snatched|pocket|pocketed)"
)
PUT = (
    r"\byou (?:now |then |quickly |carefully )?(?:put|place|placed|insert|inserted|set|lay|laid|stow|stowed|stash|stashed"
    r"|drop|dropped|slide|slid|shove|shoved|leave|left|toss|tossed|throw|threw)"
)
DROP = r"\byou (?:now |then |quickly |carefully )?(?:drop|dropped|put down|set down|lay down|laid down|leave|left|discard|discarded)"
EAT = r"\byou (?:now |then |greedily )?(?:eat|ate|devour|devoured|swallow|swallowed|consume|consumed|drink|drank)"
CARRY = r"\byou (?:are|have|were) (?:now |currently )?(?:carrying|holding|got)|\byou have(?=:)|\byou carry|\byour inventory (?:contains|holds|has)"
ARRIVE = (
    r"\b(?:you (?:are|were)(?: now| back)?|you're(?: now| back)?|we are|you (?:find|found) yourself"
    r"|you(?:'ve| have)?(?: just| now)? ?(?:arrive[d]?|show(?:ed|n)? up|walk(?:ed)?|step(?:ped)?|come|came|stumble[d]?"
    r"|stand|stood|wander(?:ed)?|return(?:ed)?|climb(?:ed)?)(?: back)?) (?:in|at|into|inside|to)"
    r"|\byou(?:'ve| have)?(?: just| now)? ?(?:enter(?:ed)?|reach(?:ed)?)"
)
