"""Word lists as they are typed: words with spaces between, on as many lines as they need."""


def word_set(listed: str) -> frozenset[str]:
    """The words, as a set."""
    return frozenset(listed.split())


def word_tuple(listed: str) -> tuple[str, ...]:
    """The words, in the order in which they are typed."""
    return tuple(listed.split())
