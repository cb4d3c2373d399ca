"""Whether words take something back: "no, the left hand", 不对, 其实."""

import re

_CUES = re.compile(
    r"""\b(?:no|nope|actually|correction|mistaken|mistake|wrong|wrongly|rather|sorry|not|never|isn't|wasn't|weren't|hadn't|
    didn't|misremembered|misheard|misread|mixed\s+up|i\s+mean|i\s+meant|in\s+fact|in\s+truth|really|false|instead)\b
    |不对|不是|错了|弄错|记错|说错|搞错|其实|并非|并不是|更正|纠正|应该是|原来|实际上|事实上|而是|没有""",
    re.IGNORECASE | re.VERBOSE,
)
_LANGUAGES = ("en", "zh")


def takes_back(text: str, language: str) -> bool:
    """Whether words say that something told before was wrong.

    Of languages whose words for that are not known here, the model's word is taken.
    """
    if not language.startswith(_LANGUAGES):
        return True
    return _CUES.search(text.replace("’", "'")) is not None
