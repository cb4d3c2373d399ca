"""Whether words reveal that two names are one: without them neither SAME nor a further name is taken."""

import re

from fabula.claims.text import name_key
from fabula.extraction.model.answers.found import forms
from fabula.extraction.model.answers.ground import Ground, turn_in
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.extraction.rules.parts import is_fuller

_REVEALS = re.compile(
    r"\b(?:(?:is|was|are|were|am) (?:[\w ]{1,30} )?(?:himself|herself|themselves)\b|(?:is|was|are|were|am) (?:really|actually|secretly|in (?:fact|truth)|also|none other)"
    r"|(?:really|actually|secretly) (?:is|was|are|were)|none other than|(?:turn(?:s|ed)? out|prove[sdn]*) (?:to be|that)"
    r"|one and the same|same (?:person|man|woman|one|soul)|masks?|unmask\w*|veil (?:fell|falls|lifted)|disguise\w*"
    r"|reveal\w*|true (?:name|face|self|identity)|real (?:name|face|self|identity)|identity|alias|aka|a\.k\.a|incognito"
    r"|(?:also |once |better |formerly |otherwise )?(?:known|called|named|calls?|nicknamed|knew) (?:\w+ )?as"
    r"|(?:calls?|called|nicknamed|dubbed|named)|nickname|goes by|went by|born|admit\w* (?:to being|(?:that )?(?:he|she|they) (?:was|is|were))"
    r"|confess\w* (?:to being|(?:that )?(?:he|she|they) (?:was|is|were))|all along|pseudonym|short for|moniker|recogni[sz]ed)\b"
    r"|\bI am\b"
    r"|就是|原来|其实是|真实身份|身份|正是|化名|本名|真名|原名|真身|真面目|乃是|即是|竟是|竟然是|承认自己|同一个?人|一人|面具|面纱|易容|假扮|"
    r"伪装|别名|又名|又称|人称|自称|名叫|名为|外号|绰号|号称|唤作|唤|叫做?|称为?|称呼|字|认出",
    re.IGNORECASE,
)
_WITH_LISTS = ("en", "zh")


def revealed(item: Item, line: Line, ground: Ground) -> Item | str:
    """The item, or the reason why nothing makes its two names one."""
    if item.kind is not ItemKind.SAME:
        return item
    if ground.speaks(item.name) and ground.speaks(item.object):
        return "Both speak here, each for themselves."
    if ground.are_related(item.name, item.object):
        return "Something is told of the one and the other, so they are two."
    if _REVEALS.search(ground.around(line)):
        return item
    if ground.sheet.language.startswith(_WITH_LISTS):
        return "No word of the sentence reveals that they are one."
    is_told = ground.is_told_in(item.name, line.text) and ground.is_told_in(item.object, line.text)
    return item if is_told else "The sentence does not name them both."


def no_alias(alias: str, item: Item, line: Line, ground: Ground) -> str:
    """Why what was read does not make it a further name of an entity, or the empty string."""
    if is_form(alias, item.name):
        return ""
    if (name_key(alias), turn_in(line.ref)) in ground.used:
        return f'"{alias}" is spoken of as somebody or something else.'
    lines = (line, *ground.turn_of(line))
    is_told = any(_tells(one, alias, item.name, ground) for one in lines)
    return "" if is_told else f'Nothing that was read calls "{item.name}" "{alias}".'


def is_form(alias: str, name: str) -> bool:
    """Whether one name is clearly a form of the other: shorter, longer, with or without its title."""
    ours, theirs = set(map(name_key, forms(alias))), set(map(name_key, forms(name)))
    return bool(ours & theirs) or is_fuller(name, alias) or is_fuller(alias, name)


def _tells(line: Line, alias: str, name: str, ground: Ground) -> bool:
    is_named = ground.is_told_in(name, line.text) or ground.is_speaker(name, line)
    return is_named and ground.is_told_in(alias, line.text) and _REVEALS.search(line.text) is not None
