"""The words that the English patterns are made of: verbs with their forms, nouns by what they name, stop lists."""

from fabula.extraction.rules.listed import word_set

ACTS = word_set(
    """said says asked asks replied replies answered answers whispered whispers muttered mutters murmured murmurs
    shouted shouts cried cries nodded nods smiled smiles laughed laughs sighed sighs frowned frowns grinned
    grins shrugged shrugs looked looks glanced glances stared stares watched watches hummed hums studied studies
    counted counts blinked blinks gasped gasps bowed bows sang sings wept weeps paused pauses exclaimed added adds
    growled growls snapped hissed chuckled chuckles winced winces lied lies claimed claims answered agreed spoke speaks listened listens hesitated hesitates"""
)
"""What only someone does: a name before one of these is a character's."""

SAID = word_set(
    """said says asked asks replied replies answered answers whispered whispers muttered mutters murmured murmurs
    shouted shouts cried cries exclaimed added adds growled growls snapped hissed continued continues
    lied claimed remarked observed returned began repeated demanded insisted declared announced"""
)

COMMON_PAST = word_set(
    """was were is are had has did does went came saw said told knew thought felt heard stood sat ran began kept held
    left put set let cut tore threw spoke rose fell lay led met drew hung wore shook bled bound slept swore broke
    grew caught taught fought sought meant read lost sold sent spent built burst cast hit hurt shut slid stuck
    swept swam sprang stepped hid knelt crept dug flung froze leapt leaned ate drank drove rode wrote sang sank
    woke won bent stopped stops ceased beat struck crossed turned would could should might must will can may shall"""
)
"""Finite forms beside those of the classes: enough to see where a clause has its verb."""

PREPOSITIONS = word_set(
    """of to in on at by for from with without under over into onto upon about around through between among against
    across behind beside beyond before after during until till near inside outside within toward towards along
    past above below beneath off out up down like as than per via amid amidst despite except since"""
)

CONJUNCTIONS = word_set(
    """and but or nor so yet then when while if because although though that which who whom whose where what how why
    once unless whether whereupon whilst until till before after as since"""
)

OPENERS = CONJUNCTIONS - word_set("which who whom whose what how why or nor")
"""Words after which a clause may begin with its subject."""

PRONOUNS = {
    "i": 1,
    "me": 1,
    "you": 2,
    "he": 3,
    "she": 3,
    "him": 3,
    "her": 3,
    "they": 4,
    "them": 4,
}
POSSESSIVES = {"my": 1, "your": 2, "his": 3, "her": 3, "their": 4}
OTHER_PRONOUNS = word_set(
    """it its we us our ours mine yours hers theirs himself herself itself myself yourself themselves somebody
    someone something anybody anyone anything nobody nothing everyone everybody everything each both all some any
    none one ones other others another this that these those there here such same who whom"""
)
DETERMINERS = word_set("the a an this that these those another its our some any no every each")

ADVERBS = word_set(
    """then now just soon also again already still ever always often once twice later finally afterwards afterward
    instead meanwhile alone back forth forward quite rather very too even today tonight yesterday
    tomorrow there here at_last indeed perhaps however therefore first last next both all"""
)
"""Words that may stand between subject and verb and change nothing that a pattern cares for."""

KEPT_LY = word_set("nearly barely hardly scarcely only early family ally belly lily")
"""Words in -ly that are no such adverb, or that change what is said."""

TIME_WORDS = word_set(
    """yesterday today tomorrow tonight morning evening noon midnight dawn dusk night afternoon day week month year
    spring summer autumn winter hour minute moment time"""
)

TITLES = word_set(
    """mr mrs ms miss dr sir lord lady king queen prince princess duke duchess count countess baron baroness captain
    colonel major general sergeant lieutenant commander admiral father mother sister brother saint st old young
    aunt uncle professor doctor judge master mistress madam madame abbot abbess bishop reverend chief elder maester
    widow squire grandmother grandfather emperor empress inspector"""
)

MALE = word_set("he him his mr sir lord king prince duke count baron father brother uncle master abbot monk")
FEMALE = word_set(
    "she her mrs miss ms lady queen princess duchess countess baroness mother sister aunt mistress abbess nun"
)
"""Pronouns and titles that tell a man from a woman."""

NOT_NAMES = word_set(
    """i i'm i'll i've i'd monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december english french german italian spanish russian american
    british roman greek irish scottish welsh dutch chinese japanese indian christian catholic latin european god
    heaven hell christmas easter yes no oh ah alas well hello hey please thanks ok okay
    chapter part book volume scene act prologue epilogue note narrator user system assistant ooc"""
)

MONTH_NAMES = word_set("march april may june august sunday monday friday god christmas")
"""Words of these that begin a name after "the" and before another capital: the March Hare."""

STARTERS = (
    PREPOSITIONS
    | CONJUNCTIONS
    | OTHER_PRONOUNS
    | DETERMINERS
    | ADVERBS
    | TIME_WORDS
    | NOT_NAMES
    | COMMON_PAST
    | frozenset(PRONOUNS)
    | frozenset(POSSESSIVES)
    | word_set(
        """we not never neither either only maybe surely certainly suddenly nearly almost sometimes everywhere nowhere
        years days weeks months hours long many few most several two three four five six seven eight nine ten hundred
        people men women man woman boy girl child children folk soldiers guards villagers travellers servants death
        rain snow wind fire smoke water night darkness silence fear sleep light sun moon winter fortune luck fate
        love war peace time blood voices footsteps laughter horses dogs birds rumour rumor gossip word news town
        city village market council priest crowd army enemy friend stranger thief guard soldier poor dear good great
        little big beautiful ladies gentlemen gentleman look listen wait come go stop take give let get tell see say
        do don't doesn't didn't won't can't it's that's there's he's she's they're we're you're what's who's let's
        thank welcome goodbye sorry nobody's someone's tired half next last later finally meanwhile whatever
        whenever wherever whoever nonetheless nevertheless moreover furthermore otherwise besides perhaps according
        even just still yet now again being having seeing hearing knowing taking turning looking standing"""
    )
)
"""Words that open sentences with a capital and name nobody."""

BODY = word_set(
    """hand hands palm palms fist fingers finger arms pocket pockets belt coat cloak bag pouch purse neck side lap
    robe robes sleeve satchel pack saddlebag sash jacket wrist throat grip grasp keeping possession shoulders shoulder
    hair waist breast chest-pocket lap clutches nose bosom boot saddle heart care custody"""
)

KIN = {
    "brother": "sibling",
    "sister": "sibling",
    "sibling": "sibling",
    "twin": "sibling",
    "half-brother": "sibling",
    "half-sister": "sibling",
    "mother": "parent",
    "father": "parent",
    "son": "child",
    "daughter": "child",
    "wife": "marry",
    "husband": "marry",
    "bride": "marry",
    "spouse": "marry",
}
"""What one is to another, as the action that says so of (the one, the other)."""

KIN_ADJECTIVES = word_set(
    "older younger elder little big twin eldest youngest only new second first late dear own"
)

ITEM_NOUNS = word_set(
    """key sword blade dagger knife axe spear bow arrow shield helmet armour armor ring necklace amulet pendant
    locket bracelet crown tiara brooch jewel gem stone diamond ruby emerald sapphire pearl coin coins gold purse
    book tome ledger diary journal letter note scroll map parchment manuscript document deed contract seal stamp
    flute harp lute drum horn bell lantern lamp torch candle mirror compass watch clock glass spyglass lens telescope
    cup goblet chalice bowl plate bottle flask vial potion elixir medicine herb box chest casket trunk bag pouch
    satchel rope chain staff wand orb crystal skull bone mask cloak coat robe boots gloves gauntlet hat feather
    flower rose apple bread egg figurine statue idol relic talisman charm token badge medal medallion banner flag
    gun pistol rifle revolver musket bullet phone card photograph portrait painting doll toy violin guitar pipe
    whistle thimble needle scissors comb fan umbrella saddle bridle sceptre scepter tablet rune shard fragment
    earring earrings bracelet anklet dice die comb brush spoon fork ladle idol effigy flask trinket ornament bauble gauntlets bracers girdle cape veil
    shawl scarf glove shoe ribbon pin clasp buckle seal-ring signet-ring sabre saber rapier cutlass mace halberd quiver
    crossbow sling net hook anvil tongs kettle pot pan cauldron basket sack barrel crate tome folio almanac chart plan
    astrolabe sextant hourglass sundial bellows harpoon oar rudder anchor trumpet bugle fiddle zither tambourine cello
    tapestry carpet vase urn jug pitcher tankard stein beads rosary cross crucifix icon shroud sceptre orb opal topaz
    amethyst garnet jade amber ivory nugget ingot dagger-sheath scabbard sheath spurs bit whip collar leash cage lock
    padlock knife razor blade cleaver whetstone tinderbox flint matches lighter wallet coin-purse banknote cheque
    locket timepiece pocketwatch monocle spectacles glasses headset tablet laptop disk drive chip keycard passkey
    codex grimoire notebook passport ticket keys treasure hammer chisel pickaxe shovel lockpick signet"""
)
"""Things that change hands; with a weak verb only these are believed."""

NOT_ITEMS = word_set(
    """look glance smile nod kiss hug hand hands push shove chance time moment answer way breath step steps turn seat
    place road path lead oath word words advice order orders command thought thoughts idea care heed note notice
    shape form charge control hold part action effect pains trouble walk ride drive bath rest nap break bow vow
    pleasure pride comfort courage strength help hope life lives death news story tale name names reason cause
    room door stairs staircase corner opportunity leave permission attention speech lesson view sight air cold fever
    opinion side sides job position post office command responsibility evidence proof sense truth meaning voice
    matter situation question problem exit entrance track trail scent bus train carriage cab boat ship stage throne
    city town castle field day night hour morning evening week month year lot bit deal rest kind sort world people
    person man woman boy girl child children men women soldier guard king queen prince lord lady friend friends
    stranger brother sister mother father son daughter husband wife arm arms head face eyes eye shoulder finger
    paws paw fingers neck hair heart mind soul body temper face feet foot leg knee lips mouth fright start shudder shrug
    signal sign wave shout cry laugh sigh push blow slap beating punch kick wound scar credit blame power upper
    first second third other others one ones same last best worst rest whole half all both shortcut initiative
    knife-edge responsibility salt pepper butter sugar tea coffee wine ale beer water food meal supper dinner drink helm
    victory prize seriously offense offence liberty risk risks bait vote call census measure measures"""
)
"""What is given, taken and found without being a thing."""

ABSTRACT_NOUNS = word_set(
    """voice law church crown state press bible devil lord death time fate nature world earth sea sun moon north south
    east west thing creature universe truth spirit opposite end city country king queen"""
)
"""What is written with a capital and an article, and is nobody in particular."""

PLACE_NOUNS = word_set(
    """inn tavern castle keep tower abbey monastery temple church chapel cathedral palace manor mansion hall house
    cottage cabin hut farm mill forge smithy market square harbour harbor port dock docks village town city fort
    fortress citadel camp library school academy university hospital prison dungeon jail gaol cave cavern mine
    forest wood woods valley island garden gardens graveyard cemetery crypt lighthouse station hotel theatre ruins
    bridge ferry crossroads kitchen cellar stable stables barracks armoury armory observatory shop warehouse
    bakery brewery guildhall shrine"""
)

GROUP_NOUNS = word_set(
    """watch guard guards order guild circle company brotherhood sisterhood league council society club army legion ministry bureau
    ring pact covenant assembly cartel host horde warband household
    fleet navy crew band gang cult church clan house tribe alliance party resistance rebellion rebels court academy
    college school regiment corps syndicate coven covenant choir inquisition union federation fellowship hand"""
)

ROLE_NOUNS = word_set(
    """king queen regent steward quartermaster captain commander general admiral marshal sheriff mayor governor
    chancellor minister judge magistrate bishop abbot abbess prior priest priestess cardinal pope chief chieftain
    headman elder leader head heir successor master mistress guildmaster treasurer ambassador envoy herald champion
    constable bailiff warden keeper castellan seneschal consul senator president chairman director principal
    professor headmaster headmistress inspector lieutenant sergeant major colonel emperor empress duke duchess
    count countess baron baroness lord lady prince princess knight squire physician apprentice bodyguard captain
    harbourmaster harbormaster librarian archivist spymaster
    treasurer quartermaster harbourmaster bailiff sheriff provost deacon archbishop vicar curate rector dean registrar
    secretary notary clerk overseer foreman boatswain bosun helmsman navigator skipper scout-master huntsman gamekeeper
    chamberlain vizier sultan caliph khan shogun daimyo jarl thane laird magister archmage hierophant oracle prelate
    abbess matriarch patriarch viceroy prefect tribune praetor centurion legate"""
)

PERSON_NOUNS = word_set(
    """stranger figure rider man woman boy girl knight traveller traveler beggar thief assassin killer murderer spy
    masked-man monk nun guard prisoner hunter wanderer ghost servant maid nurse minstrel bard dancer outlaw bandit
    pirate witch wizard sorcerer hermit guest visitor intruder rescuer impostor fox wolf raven shadow"""
)

TELLS = word_set(
    """said says claimed claims insisted insists swore swears announced announces declared declares lied lies maintained
    maintains whispered reported reports told tells warned warns replied answered confessed confided boasted"""
)
"""Verbs with which somebody hands on what they hold to be so."""

ADJECTIVE_NAMES = NOT_NAMES | word_set("dead alive gone here there right wrong")

LITERAL_NOUNS = word_set(
    """alliance pact league oath oaths feud war vengeance revenge room rooms lodgings member owner holder keeper bearer
    marriage enemy enemies foe ally allies same way last brotherhood sisterhood kinship present gift post office role
    position title mantle rank ranks lot name identity treaty divorce truth fact reality altar blood throats enmity
    custody"""
)
"""Nouns that patterns spell out, so that no chunk swallows them."""

LINKS = word_set("of de del della di da von van der den du la le al ibn bin ap mac")
"""Small words inside names."""

OFFICE_ENDINGS = ("master", "mistress", "keeper", "bearer", "marshal", "steward", "warden", "maester")
