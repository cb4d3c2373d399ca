"""English given names by sex, and the short forms by which people are called."""

from fabula.extraction.rules.listed import word_set

MALE_GIVEN = word_set(
    """abraham adam adrian alan albert alec alexander alfred algernon ambrose andrew angus anthony archibald arnold
    arthur augustus barnaby barney bartholomew basil ben benedict benjamin bernard bertram bill bob brian bruce caleb
    cecil cedric charles charlie christian christopher clarence clement clive colin cuthbert cyril daniel david denis
    dick dominic donald douglas duncan edgar edmund edward edwin eli elias eric ernest eugene ezra felix ferdinand
    fitzwilliam francis frank fred frederick gabriel geoffrey george gerald gilbert giles godfrey gordon graham
    gregory griffith guy harold harry harvey henry herbert herman horace howard hubert hugh humphrey ian ignatius
    isaac ivan jack jacob jake james jasper jeremiah jeremy jerome jerry jim joe john jonathan joseph joshua julian
    julius justin keith kenneth kevin laurence lawrence leo leonard leopold leslie lewis lionel louis lucas luke
    malcolm marcus mark martin matthew maurice max michael miles mordecai morris moses nathan nathaniel ned neil
    nicholas nigel noah noel norman oliver oscar oswald owen patrick paul percival percy peter philip quentin ralph
    randolph raymond reginald rex richard robert robin roderick roger roland ronald rowland rufus rupert sam samuel
    sebastian septimus sidney silas simon solomon stanley stephen steven stuart sydney teddy terence thaddeus theodore
    thomas timothy toby tom tony tobias vernon victor vincent wallace walter warren wilfred will william winston"""
)
FEMALE_GIVEN = word_set(
    """abigail ada adelaide adele agatha agnes alexandra alice amanda amelia amy angela anna annabel anne annie
    antonia arabella audrey augusta barbara beatrice becky belinda belle bertha bess beth betsy betty blanche bridget
    caroline catherine cecilia cecily charlotte clara clarissa constance cora cordelia cynthia daisy deborah diana
    dinah dolly dora dorothea dorothy edith effie eleanor eliza elizabeth ella ellen elsie emily emma esther ethel
    eugenia eunice eva eve evelyn fanny felicia flora florence frances gabrielle georgiana geraldine gertrude gladys
    grace greta gwen gwendolen hannah harriet hazel helen helena henrietta hester hilda ida imogen irene iris irma
    isabel isabella jane janet jean jennifer jenny jessica jessie joan joanna josephine joyce judith julia juliet
    julie kate katharine katherine kathleen kitty laura lavinia leonora letitia lilia lilian lily linda lizzie
    lottie louisa louise lucy lydia mabel madeleine maggie margaret maria marian marianne marion marjorie martha mary
    matilda maud maureen may melissa mildred millicent millie minnie miranda miriam molly muriel myra nancy nell
    nellie nora olga olive olivia ophelia pamela patience patricia patty pauline penelope philippa phoebe phyllis
    polly prudence rachel rebecca rosalind rosamond rose rosemary ruth sally sarah selina sibyl silvia sophia sophie
    stella susan susanna sylvia theresa ursula vera veronica victoria viola violet virginia winifred"""
)

_FAMILIES = """alexander alec alex sandy|albert bert bertie|alfred alf fred|andrew andy drew|anthony tony|
archibald archie|arthur art artie|augustus gus|bartholomew bart|benjamin ben benny|bernard bernie|
charles charlie charley chuck|christopher chris kit|daniel dan danny|david dave davy|edmund ed eddie ned ted|
edward ed eddie ned ted teddy|ebenezer eben|francis frank frankie|frederick fred freddie freddy|
geoffrey geoff jeff jeffrey|george georgie|gerald gerry jerry|gregory greg|
harold hal harry|henry harry hal hank|herbert herb bert bertie|hubert bert|jacob jake|james jim jimmy jamie jem|
jeremiah jerry|jonathan jon jonny|john jack johnny jackie jock|joseph joe joey jo|joshua josh|
laurence lawrence larry laurie|leonard len lenny|leopold leo|lewis louis lou|matthew matt|michael mike mick micky|
montague monty|nathaniel nathan nat|nicholas nick|oliver noll ollie|patrick pat paddy|percival percy|peter pete|
philip phil pip|raymond ray|reginald reg reggie rex|richard dick rick ricky dickie|
robert bob bobby rob robin robbie bert|roderick rod|ronald ron ronnie|rupert robert|
samuel sam sammy|sebastian seb|sidney sid syd|simon si|solomon sol|stephen steven steve|theodore ted teddy theo|
thomas tom tommy|timothy tim|tobias toby|victor vic|vincent vince|walter walt wally wat|
wilfred wilf|william will bill billy willie willy liam|zachary zach|
abigail abby|adelaide addie ada|agnes aggie nessie|alexandra sandra alex|alice ally|amelia amy millie emmy|
ann anne anna annie nan nancy hannah|antonia toni|arabella bella|barbara babs|beatrice bea trixie|
bridget biddy|caroline caro carrie lina|catherine katherine katharine kate kitty cathy katie kathy kit cat|
cecilia cecily cissy|charlotte lottie charley|christina chrissie tina|clarissa clara|constance connie|cordelia delia|
deborah debbie|dorothy dorothea dolly dot dora thea|edith edie|eleanor ellen nell nellie nora|
elizabeth eliza bess bessie betsy betty beth lizzie lizzy liz elsie libby lisbeth|emily em emmy|emma em emmy|
esther hester hetty essie|eugenia genie|evelyn evie eve|felicia felicity|florence flo flossie|frances fanny fran|
genevieve jenny|georgiana georgie|gertrude gertie trudy|gwendolen gwen|harriet hattie harry|helen nell nellie ellen|
helena lena|henrietta hetty etta|isabel isabella bella belle izzy ibby|jane jenny janey janet|jennifer jenny|
jessica jess jessie|josephine jo josie|judith judy|julia julie jule|katharina kate|laura lolly|
lavinia vinnie|leonora nora|letitia letty|lilian lily|louisa louise lou|lucy lu luce|lydia liddy|madeleine maddy|
magdalen maggie maudlin|margaret maggie meg peggy madge daisy margery greta|marian marianne mary|
martha patty matty|mary molly polly may moll mamie|matilda tilly maud mattie|mildred millie|millicent millie|
minerva minnie|miriam mimi|olivia liv livy|pamela pam|patricia pat patty|penelope penny|philippa pippa|
prudence prue|rachel rae|rebecca becky|rosalind rosa ros|rosamond rosy rosa|rose rosie|samantha sam|
sarah sally sadie|sophia sophie sophy|stella estelle|susan susanna sue susie suky|sylvia silvia sylvie|
theresa tess tessa terry|ursula ursy|veronica ronnie|victoria vicky|virginia ginny|winifred win winnie freda|
grandmother granny grandma gran|grandfather grandpa grandad|mother mamma mama mum mummy mom|
father papa dad daddy pa"""

FORMS: dict[str, frozenset[str]] = {}
"""Every short or full form of a given name, with the forms it is exchanged for."""
for _family in _FAMILIES.replace("\n", "").split("|"):
    for _one in _family.split():
        FORMS[_one] = FORMS.get(_one, frozenset()) | frozenset(_family.split())


def is_same_given(one: str, other: str) -> bool:
    """Whether two given names may be one person's: equal, forms of one name, or an initial of the other."""
    one, other = one.casefold(), other.casefold()
    if one == other or other in FORMS.get(one, ()):
        return True
    short, long = sorted((one.rstrip("."), other.rstrip(".")), key=len)
    return len(short) == 1 and long.startswith(short)


def sex_of_given(name: str) -> str:
    """``m``, ``f`` or empty, by the name alone."""
    low = name.casefold()
    male, female = low in MALE_GIVEN, low in FEMALE_GIVEN
    if male == female:
        forms = FORMS.get(low, frozenset())
        male, female = bool(forms & MALE_GIVEN), bool(forms & FEMALE_GIVEN)
    return "" if male == female else "m" if male else "f"
