"""The stem of an English word: light suffix stripping and the common irregular verbs.

After steps 1a-1c of M. F. Porter, "An algorithm for suffix stripping" (1980), with a short table of
irregular forms, since stories are told in the past tense and asked about in the present.
"""

_IRREGULAR = {
    form: base
    for base, forms in {
        "be": "been being",
        "become": "became",
        "begin": "began begun",
        "bind": "bound",
        "bite": "bit bitten",
        "break": "broke broken",
        "bring": "brought",
        "build": "built",
        "buy": "bought",
        "catch": "caught",
        "child": "children",
        "choose": "chose chosen",
        "come": "came",
        "die": "dead death dying",
        "draw": "drew drawn",
        "drink": "drank drunk",
        "drive": "drove driven",
        "eat": "ate eaten",
        "fall": "fell fallen",
        "feel": "felt",
        "fight": "fought",
        "find": "found",
        "flee": "fled",
        "fly": "flew flown",
        "forget": "forgot forgotten",
        "foot": "feet",
        "get": "got gotten",
        "give": "gave given",
        "go": "went gone goes",
        "grow": "grew grown",
        "hang": "hung",
        "hear": "heard",
        "hide": "hid hidden",
        "hold": "held",
        "keep": "kept",
        "know": "knew known",
        "lead": "led",
        "leave": "left",
        "lend": "lent",
        "lose": "lost",
        "make": "made",
        "man": "men",
        "meet": "met",
        "pay": "paid",
        "ride": "rode ridden",
        "rise": "rose risen",
        "run": "ran",
        "say": "said",
        "see": "saw seen",
        "seek": "sought",
        "sell": "sold",
        "send": "sent",
        "shoot": "shot",
        "sing": "sang sung",
        "sit": "sat",
        "sleep": "slept",
        "speak": "spoke spoken",
        "spend": "spent",
        "stand": "stood",
        "steal": "stole stolen",
        "swear": "swore sworn",
        "swim": "swam swum",
        "take": "took taken",
        "teach": "taught",
        "tell": "told",
        "think": "thought",
        "throw": "threw thrown",
        "wear": "wore worn",
        "wife": "wives",
        "win": "won",
        "woman": "women",
        "write": "wrote written",
    }.items()
    for form in forms.split()
}
_VOWELS = frozenset("aeiouy")
_ENDINGS = (("ingly", ""), ("fully", ""), ("ness", ""), ("ment", ""), ("ful", ""), ("ly", ""))
_SHORTEST = 3


def stem(word: str) -> str:
    """What the forms of one English word share; a word of another script or a short one is its own stem."""
    word = _IRREGULAR.get(word, word)
    if len(word) <= _SHORTEST or not word.isascii():
        return word
    word = _without_past(_without_plural(word))
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and _is_enough(word[: -len(ending)]):
            word = word[: -len(ending)] + instead
            break
    if word.endswith("y") and len(word) > _SHORTEST and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    return word.removesuffix("e") if len(word) > _SHORTEST else word


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > len("ties") else word[:-1]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-3] + "y"
    for ending in ("ed", "ing"):
        root = word.removesuffix(ending)
        if root != word and _is_enough(root) and not word.endswith("eed"):
            return _undoubled(root)
    return word


def _undoubled(root: str) -> str:
    if len(root) > _SHORTEST and root[-1] == root[-2] and root[-1] not in "lsz":
        return root[:-1]
    return root


def _is_enough(root: str) -> bool:
    return len(root) >= _SHORTEST and any(char in _VOWELS for char in root)
