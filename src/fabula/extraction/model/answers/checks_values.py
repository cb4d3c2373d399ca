"""Whether the words of a sentence bear out what has no name at its far end: a text, a state, a title."""

import re
from collections.abc import Mapping

from fabula.claims.text import name_key
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.answers.predicate_words import DEAD, confirming
from fabula.extraction.model.answers.shared_words import shares_a_word
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.extraction.model.taking.near import known_token
from fabula.extraction.rules.listed import word_set
from fabula.graph.predicates import predicate_key
from fabula.graph.relation_attributes import MARK

_SAYING = word_set(
    """say says said tell tells told ask asks asked reply replies replied answer answers answered whisper whispers whispered
    shout shouts shouted speak speaks spoke talk talks talked mutter mutters muttered 说 说道 问 问道 告诉 回答 答道 喊 喊道 道 讲"""
)
_BESIDE = word_set("to with about that of him her them for at 了 着 过")
_DEATHS = re.compile(
    r"\b(?:death|dies|dying|buried|burial|bury|funeral|grave|lifeless|last breath|breathed (?:his|her|their) last|bled out|"
    r"bled to death|fell dead|passed away|late|mourn\w*|beheaded|hanged|no more|perish\w*|kill\w*|slay\w*|deceased)\b"
    r"|死|亡|葬|殒|毙|断了?气|咽了?气|去世|过世|逝|牺牲|没了?(?:气息|呼吸)|遗体|尸|遇害|被害|丧命|归西|杀了",
    re.IGNORECASE,
)
_NO_DEATHS = re.compile(r"\b(?:poison\w*|strangled|strangles)\b", re.IGNORECASE)
_YES = word_set("yes no true false 是 否")
_NUMBERS = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|dozen|half|once|twice"
    r"|first|second|third|\w+th)\b|[一二两三四五六七八九十百千万半]",
    re.IGNORECASE,
)
_VOCABULARY: Mapping[str, re.Pattern[str]] = {
    name: re.compile(words, re.IGNORECASE)
    for name, words in {
        "alive": r"\b(?:alive|liv(?:es?|ed|ing)|surviv\w*|breath\w*|awoke|woke)\b|活|生还|还在",
        "missing": r"\b(?:missing|vanish\w*|disappear\w*|gone|lost|nowhere)\b|失踪|不见|下落|消失",
        "female": r"\b(?:she|her|hers|woman|women|girl|lady|queen|sister|mother|daughter|wife)\b|她|女|姑娘|夫人|娘",
        "male": r"\b(?:he|him|his|man|men|boy|lord|king|brother|father|son|husband)\b|他|男|公子|先生",
        "wounded": r"\b(?:wound\w*|injur\w*|hurt\w*|bleed\w*|bled|stabb\w*|poison\w*|cut)\b|伤|流血|中毒",
        "injured": r"\b(?:wound\w*|injur\w*|hurt\w*|bleed\w*|bled|stabb\w*|broke\w*)\b|伤|流血",
        "imprisoned": r"\b(?:prison\w*|jail\w*|captur\w*|chain\w*|cell|locked|dungeon|arrest\w*)\b|囚|牢|狱|关|捕|擒|押",
        "captured": r"\b(?:prison\w*|captur\w*|caught|seiz\w*|taken|arrest\w*|chain\w*)\b|囚|捕|擒|俘|抓|押",
        "unconscious": r"\b(?:unconscious|faint\w*|knocked out|collaps\w*|passed out)\b|昏|晕",
    }.items()
}


def says_more_than_words(item: Item, _line: Line, _ground: Ground) -> Item | str:
    """The item, or the reason why its predicate is only that somebody spoke."""
    words = [word for word in predicate_key(item.predicate).split("_") if word]
    is_saying = bool(words) and words[0] in _SAYING and all(word in _BESIDE for word in words[1:])
    return "It says that somebody spoke, which is no fact of the story." if is_saying else item


def with_value(item: Item, line: Line, ground: Ground) -> Item | str:
    """The item, or the reason why no word bears out its value."""
    if item.kind is not ItemKind.FACT or not item.value or _is_known(item, ground):
        return item
    base, _, _ = item.predicate.partition(MARK)
    entry = ground.sheet.view.table.meaning(base).predicate.name
    token = known_token(entry, item.value)
    if token == DEAD:
        return item if tells_of_death(line.text) else "No word of the sentence says that anybody died."
    listed = _VOCABULARY.get(name_key(token))
    text = "\n".join(one.text for one in (*ground.earlier(line), line))
    if listed is not None and listed.search(text):
        return item
    if name_key(item.value) in _YES:
        is_told = shares_a_word(base.replace("_", " "), text)
    else:
        is_number = any(char.isdigit() for char in item.value) and _NUMBERS.search(text) is not None
        is_told = is_number or shares_a_word(item.value, text)
    return item if is_told else f'No word of the sentence bears out "{item.value[:60]}".'


def tells_of_death(text: str) -> bool:
    """Whether a text has a word of death; being poisoned or stabbed is none."""
    plain = _NO_DEATHS.sub(" ", text.casefold())
    own = confirming("status")
    return _DEATHS.search(plain) is not None or (own is not None and own.search(plain) is not None)


def with_title(item: Item, line: Line, ground: Ground) -> Item | str:
    """The event, or the reason why neither its title nor its summary has a word of its sentence."""
    if item.kind is not ItemKind.EVENT or item.known or ground.bearer(item.name) is not None:
        return item
    told = [text for text in (item.name, item.summary, item.sentence) if text]
    if not told or any(shares_a_word(text, line.text) for text in told):
        return item
    return f'No word of the sentence bears out "{told[0][:60]}".'


def _is_known(item: Item, ground: Ground) -> bool:
    fact = ground.sheet.known.facts.get(item.known)
    return fact is not None and name_key(fact.value) == name_key(item.value)
