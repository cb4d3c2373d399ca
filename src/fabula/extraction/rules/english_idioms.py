"""Turns of phrase that mean one plain verb: told as that verb before patterns see them.

Each line is ``words = plain words``. ``x|y`` is either, ``x?`` perhaps, POSS "his, her, their, my", REFL "himself,
herself"; the plain words are ones that the patterns know.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

_LISTED = """
breathed|breathes|drew|draws POSS last|final breath? = died
gave|gives up the ghost = died
was|were put to the sword|death|torch|axe = was killed
met|meets|found POSS end|death|doom|maker = died
lost|loses POSS life|lives = died
passed|passes away = died
bled|bleeds out|dry = died
bled|froze|starved|burned|burnt|choked to death = died
fell|falls|died|dies in battle|combat|action = died
closed POSS eyes for the last time = died
closed POSS eyes for ever|good = died
went|goes to POSS grave = died
succumbed|succumbs to = died of
kicked the bucket = died
fell|falls|plunged|leapt|leaped|jumped|went|tumbled to POSS death = died
drowned|shot|killed|hanged|poisoned|stabbed REFL = died
hung up POSS boots = died
drew POSS last|final breath = died
was|were|is laid to rest = was buried
was|were|is found dead = was dead
was|were|is struck|gunned|shot|cut|hacked down = was killed
was|were beaten|stabbed|crushed|trampled|tortured|burned|burnt to death = was killed
was|were run through = was killed
did not rise|wake|survive|recover|stir = died
never woke|rose|stirred|recovered again? = died
took|takes POSS own life = died

came|comes across|upon = found
stumbled|stumbles across|upon|on|over = found
happened|happens|chanced|chances|lighted|lit upon|on|across = found
laid|lays POSS? hands on|upon = found
got|gets|laid hold of = found
took|takes possession of = found
came|comes into possession of = found
came|comes by = found

made|makes off|away with = stole
ran|runs|rode|walked|slipped|got|sneaked|galloped|fled|strode off|away with = stole
absconded|absconds with = stole
spirited|spirits away|off = stole
came|comes away with = stole
helped|helps REFL to = stole

set|sets foot in|on|inside = entered
made|makes POSS way to|into|back = travelled to
took|takes up residence|lodgings|quarters in|at = settled in
settled|settles down in|at = settled in
pitched|pitches|made|makes|set camp at|in|near = settled at
made|makes POSS home in|at = settled in
set|sets up house|shop|camp in|at = settled in
turned|turns|showed|shows up at|in = arrived at
stepped|steps|passed|walked|rode through the gate|gates|door|doors of = entered
crossed|crosses the threshold of = entered
came|comes|went|goes|got|returned home to = travelled to
put|puts up at|in = settled at
put|puts in at|to = arrived at
made|makes|put|puts in? port at = arrived at
put|puts into|in port at = arrived at
dropped anchor at|in|off = arrived at

was|were|is sworn in as = was appointed
was|were|is put in charge as = was appointed
was|were|is promoted|elevated|raised to the? rank|office|post|position|dignity of = was appointed
was|were|is promoted|elevated|raised to = was appointed
took|takes|accepted|accepts|assumed|assumes up? the post|office|role|position|title|mantle|duties|job|rank of = became
stepped|steps up|in as = became
inherited|inherits|claimed|received the title|office|post|rank of = became
serves|acts|reigns|rules now? as = became
now serves|acts|reigns|rules as = became
ascended|ascends|mounted the throne as = became

threw|throw POSS lots|lot together = joined forces
threw|throws|cast|casts in? POSS lot in? with = sided with
signed|signs on|up with = joined with
joined|joins up? the? ranks of = joined
joined|joins up with = joined with
entered|enters the ranks|service of = joined
took|takes the oath|oaths|vow|vows|shilling|habit of = joined
became|becomes one of = joined
pledged|pledges|devoted|bound|attached REFL to = joined with
went|goes|came|comes|crossed|defected over? to = went over to
took|takes service with|in|under = joined with
donned|dons|wore|took the colours|colors|uniform|livery|badge of = joined
put|puts|set POSS name down for = joined
enlisted|enlists|enrolled|enrols in|with = joined with
was|were|is sworn|brought into = was admitted into
took|takes up with = joined with

walked|walks|stormed out on|of = left
walked|walks away from = left
turned|turns POSS back|backs on|upon = left
cut|cuts|severed|severs|broke|breaks all|POSS? ties|links|bonds with = left
cut|severed|broke POSS|all? ties|links|bonds with|to = left
parted|parts ways|company with = left
dropped|drops out of = left
was|were|is struck|stricken from the rolls|roll|books|list of = was expelled from
was|were|is drummed|kicked|driven|turned|cast|chased|hounded out of = was expelled from
was|were|is booted|thrown|tossed|flung|cast out of = was expelled from
gave|gives|resigned up? POSS place|seat|post|membership in = left
was|were|is discharged|dismissed|removed|sacked from = was expelled from
no longer belongs|belonged to|with = left
no longer serves|served in|with = left
broke|breaks away? with|from = left

made|makes common cause with = allied with
entered|enters into an|a|the? alliance|pact|league|treaty with = allied with
allied|allies REFL with|to = allied with
pledged|pledges POSS support|loyalty|help|aid|sword to = allied with
joined|joins hands|arms with = allied with
banded|band|teamed|team|linked|joined together|up = joined forces
shook|shake hands on a|the|their pact|alliance|treaty|deal|bargain = joined forces
agreed|pledged|vowed|swore to work|stand|fight|act together|united = joined forces
fought|stood|fight|stand side by side as allies = joined forces
came|come to terms and are|were allies = joined forces
united|unite against = joined forces
made|concluded|signed|struck|sealed|forged a|an|the|their pact|treaty|alliance|truce of? alliance? = joined forces

were|are at each other 's throats = were enemies
fell|fall out for good|ever = became enemies
turned|turn on each other|another = became enemies
took|takes up arms against = declared war on
picked|picks a quarrel|fight with = declared war on
broke|breaks off relations with = declared war on
started|starts|began|begins|opened a feud|war|vendetta with|against = declared war on
came|come to blows and became = became
swore|vowed to destroy|ruin = declared war on

swore|swear|took|pledged an|the? oath|oaths of brotherhood|sisterhood|kinship = swore brotherhood
swore|vowed|pledged|swear to be brothers|sisters|siblings = became sworn siblings
swore|declared|called|bound REFL as? brothers|sisters|siblings by? oath? = became sworn siblings
called|call each other brother|brothers|sister|sisters = became sworn siblings
took|take|swore an|the? oath|oaths as brothers|sisters|siblings = became sworn siblings
pledged|sealed|vowed their? brotherhood|sisterhood|kinship = swore brotherhood
became|become brothers|sisters|siblings in|by blood|oath|arms = became sworn siblings
as POSS sworn|blood brother|sister|sibling = as~sworn
POSS sworn|blood brother|sister|sibling = his~sworn
's sworn|blood brother|sister|sibling = 's sworn~kin

no longer = no~longer
the sworn|blood brother|sister|sibling of = the sworn~kin of
a|an sworn|blood brother|sister|sibling of = the sworn~kin of

tied|tie the knot = married
exchanged|said|spoke|took POSS? vows|rings = married
was|were|is|are joined|united in holy? marriage|matrimony|wedlock = was married
gave|gives POSS hand to = married
celebrated|held POSS wedding = married
went|go to the altar = married
led|leads to the altar = married

got|gets|obtained|sought a? divorce|divorced from = divorced
dissolved|ended|annulled|broke POSS|the marriage = divorced
broke off POSS|the marriage = divorced
split|parted|broke up? for good|ever = divorced
went|go POSS separate ways = parted
walked|walks out of POSS marriage to = divorced
parted|part ways? as husband and wife = divorced
got|get divorced = divorced
cast|casts|put|puts off|aside|away = cast off
"""

_WILD = {
    "POSS": ("his", "her", "their", "my", "your", "its", "our"),
    "REFL": ("himself", "herself", "themselves", "myself", "yourself", "itself"),
}


def idiom_at(lows: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
    """How many words from here are a turn of phrase, and what they plainly say; 0 where there is none."""
    node: dict[str, object] = _tree()
    found: tuple[int, tuple[str, ...]] = (0, ())
    for place in range(at, len(lows)):
        onward = node.get(lows[place])
        if not isinstance(onward, dict):
            break
        node = onward
        plain = node.get("")
        if isinstance(plain, tuple):
            found = (place - at + 1, plain)
    return found


@cache
def _tree() -> dict[str, object]:
    root: dict[str, object] = {}
    for line in filter(None, map(str.strip, _LISTED.splitlines())):
        said, _, plain = line.partition(" = ")
        for words in _ways(said):
            node = root
            for word in words:
                node = node.setdefault(word, {})  # type: ignore[assignment]
            node.setdefault("", tuple(plain.split()))
    return root


def _ways(said: str) -> Iterator[tuple[str, ...]]:
    choices = []
    for part in said.split():
        words = part.removesuffix("?").split("|")
        spelled = tuple(
            word for one in words for word in _WILD.get(one.removesuffix("?"), (one.removesuffix("?"),))
        )
        choices.append((*spelled, "") if part.endswith("?") else spelled)
    for chosen in product(*choices):
        yield tuple(word for word in chosen if word)
