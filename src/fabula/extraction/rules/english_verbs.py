"""The verbs that the English patterns name, by class, with their forms."""

from fabula.extraction.rules.english_words import ACTS, COMMON_PAST, SAID

VERBS: dict[str, str] = {
    # base/third/past/participle, or the base alone where the verb is regular
    "give": "give/gives/gave/given hand pass/passes/passed/passed lend/lends/lent/lent award grant "
    "bring/brings/brought/brought sell/sells/sold/sold return entrust bequeath present surrender deliver toss/tosses/tossed/tossed throw/throws/threw/thrown slide/slides/slid/slid "
    "bestow leave/leaves/left/left trade pledge yield cede transfer donate offer slip/slips/slipped/slipped consign deed "
    "send/sends/sent/sent fling/flings/flung/flung shove confer gift bring/brings/brought/brought pawn auction",
    "give_two": "gift award grant toss/tosses/tossed/tossed throw/throws/threw/thrown bring/brings/brought/brought send/sends/sent/sent "
    "offer slip/slips/slipped/slipped loan bequeath give/gives/gave/given hand pass/passes/passed/passed lend/lends/lent/lent sell/sells/sold/sold",
    "press": "hang/hangs/hung/hung clasp fasten tie/ties/tied/tied tuck stuff shove set/sets/set/set fold press/presses/pressed/pressed put/puts/put/put place slip/slips/slipped/slipped "
    "push/pushes/pushed/pushed drop/drops/dropped/dropped lay/lays/laid/laid thrust/thrusts/thrust/thrust",
    "take": "take/takes/took/taken grab/grabs/grabbed/grabbed seize snatch/snatches/snatched/snatched "
    "pocket accept receive retrieve recover claim inherit acquire "
    "reclaim regain get/gets/got/got obtain secure procure keep/keeps/kept/kept lift collect gain",
    "steal": "tear/tears/tore/torn yank jerk rip/rips/ripped/ripped confiscate reclaim wheedle extort "
    "pry/pries/pried/pried con/cons/conned/conned rob/robs/robbed/robbed draw/draws/drew/drawn steal/steals/stole/stolen swipe pilfer filch/filches/filched/filched pinch/pinches/pinched/pinched "
    "lift slip/slips/slipped/slipped snatch/snatches/snatched/snatched take/takes/took/taken wrest "
    "wrench/wrenches/wrenched/wrenched grab/grabs/grabbed/grabbed seize pluck",
    "rob": "swipe nick lift rob/robs/robbed/robbed burgle plunder loot purloin snaffle embezzle appropriate steal/steals/stole/stolen pilfer filch/filches/filched/filched pocket",
    "find": "find/finds/found/found discover unearth buy/buys/bought/bought purchase win/wins/won/won "
    "salvage spot/spots/spotted/spotted locate spy/spies/spied/spied uncover recover retrieve acquire exhume excavate "
    "dig/digs/dug/dug",
    "pick": "pick scoop snatch/snatches/snatched/snatched dig/digs/dug/dug",
    "have": "has/has/has/has had/had/had/had",
    "draw": "draw/draws/drew/drawn pull fish/fishes/fished/fished drag/drags/dragged/dragged haul pry/pries/pried/pried "
    "dredge scoop hook prise winch tug/tugs/tugged/tugged claw",
    "strip": "relieve rob/robs/robbed/robbed strip/strips/stripped/stripped deprive divest despoil rid/rids/rid/rid",
    "cheat": "cheat swindle trick con/cons/conned/conned talk bully/bullies/bullied/bullied fool",
    "hold": "hold/holds/held/held offer",
    "carry": "carry/carries/carried/carried wear/wears/wore/worn keep/keeps/kept/kept own possess/possesses/"
    "possessed/possessed hold/holds/held/held",
    "hang": "hang/hangs/hung/hung dangle swing/swings/swung/swung rest gleam",
    "arrive": "arrive land alight dock disembark",
    "reach": "reach/reaches/reached/reached enter",
    "travel": "ride/rides/rode/ridden walk travel/travels/travelled/travelled journey sail march/marches/marched/"
    "marched return hurry/hurries/hurried/hurried flee/flees/fled/fled move run/runs/ran/run drive/drives/drove/"
    "driven fly/flies/flew/flown hike limp retreat climb slip/slips/slipped/slipped drift trudge stagger gallop ride/rides/rode/ridden stroll "
    "pull step/steps/stepped/stepped head creep/creeps/crept/crept sneak steal/steals/stole/stolen wander push cross/crosses/"
    "crossed/crossed relocate emigrate trek/treks/trekked/trekked row steam roll limp crawl gallop canter trot/trots/trotted/"
    "trotted stride/strides/strode/stridden burst/bursts/burst/burst rush/rushes/rushed/rushed dash/dashes/dashed/dashed "
    "descend ascend",
    "go": "go/goes/went/gone come/comes/came/come get/gets/got/got",
    "settle": "dwell/dwells/dwelt/dwelt winter board reside remain hide/hides/hid/hidden settle stay/stays/stayed/stayed live lodge camp shelter",
    "stand": "stand/stands/stood/stood wait sit/sits/sat/sat kneel/kneels/knelt/knelt sleep/sleeps/slept/slept",
    "leave": "renounce forsake/forsakes/forsook/forsaken repudiate disown leave/leaves/left/left quit/quits/quit/quit desert abandon flee/flees/fled/fled",
    "resign": "secede defect resign withdraw/withdraws/withdrew/withdrawn walk",
    "join": "join enter",
    "cast": "cast/casts/cast/cast throw/throws/threw/thrown drive/drives/drove/driven turn kick",
    "expel": "expel/expels/expelled/expelled dismiss/dismisses/dismissed/dismissed banish/banishes/banished/banished "
    "oust eject discharge disown purge strike/strikes/struck/struck",
    "admit": "accept admit/admits/admitted/admitted welcome induct initiate recruit enlist enrol/enrols/enrolled/enrolled adopt embrace",
    "appoint": "pick select vote appoint name crown elect choose/chooses/chose/chosen make/makes/made/made proclaim declare "
    "install/installs/installed/installed anoint nominate ordain designate elevate promote pronounce acclaim enthrone",
    "become": "become/becomes/became/become",
    "kill": "kill murder slay/slays/slew/slain assassinate behead hang/hangs/hanged/hanged execute poison strangle "
    "drown stab/stabs/stabbed/stabbed smother butcher slaughter dispatch/dispatches/dispatched/dispatched",
    "bury": "bury/buries/buried/buried",
    "die": "drown expire suffocate die perish/perishes/perished/perished",
    "marry": "marry/marries/married/married wed/weds/wed/wed wed/weds/wedded/wedded espouse",
    "divorce": "divorce",
    "part_from": "separate divorce part",
    "ally": "ally/allies/allied/allied side",
    "see": "see/sees/saw/seen",
    "swear": "swear/swears/swore/sworn",
    "form": "enter negotiate ratify/ratifies/ratified/ratified draw agree form seal make/makes/made/made forge strike/strikes/struck/struck sign conclude",
    "declare": "declare announce proclaim swear/swears/swore/sworn vow",
    "part": "part separate",
    "reveal": "own acknowledge admit/admits/admitted/admitted confess/confesses/confessed/confessed",
    "know": "know/knows/knew/known",
    "end": "end",
}
"""Classes of verbs that patterns name."""


def _forms(entry: str) -> tuple[tuple[str, ...], str]:
    """The finite and participle forms of a verb as it stands in ``VERBS``, and its base."""
    if "/" in entry:
        base, *rest = entry.split("/")
        return tuple(dict.fromkeys(rest)), base
    stem = entry
    past = stem + "d" if stem.endswith("e") else stem[:-1] + "ied" if _ends_in_y(stem) else stem + "ed"
    third = (
        stem[:-1] + "ies"
        if _ends_in_y(stem)
        else stem + ("es" if stem.endswith(("s", "sh", "ch", "x")) else "s")
    )
    return (third, past), stem


def _ends_in_y(stem: str) -> bool:
    return stem.endswith("y") and stem[-2] not in "aeiou"


CLASSES: dict[str, tuple[str, ...]] = {
    name: tuple(dict.fromkeys(form for entry in listed.split() for form in _forms(entry)[0]))
    for name, listed in VERBS.items()
} | {"act": tuple(sorted(ACTS)), "say": tuple(sorted(SAID))}
BASES: dict[str, tuple[str, ...]] = {
    name: tuple(dict.fromkeys(_forms(entry)[1] for entry in listed.split())) for name, listed in VERBS.items()
} | {"act": (), "say": ()}
ALL_BASES = frozenset(base for bases in BASES.values() for base in bases) | {"be"}
FINITE = frozenset(form for forms in CLASSES.values() for form in forms) | COMMON_PAST
