"""Makes clauses alike before patterns see them: every verb finite, every verb with its subject."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabula.extraction.rules import english_words as words
from fabula.extraction.rules.english_tokens import KIN, NAME, PAIR, PRONOUN, THING, WORD, Piece
from fabula.extraction.rules.english_verbs import ALL_BASES, FINITE
from fabula.extraction.rules.listed import word_set

BREAKS = frozenset([",", ";", ":", "--", "—", "–", "-", "(", "*", "_", ".", "'"])
_JOINS = frozenset(["and", "but", "then", ",", ";"])
_MODALS = word_set("""would will could should might may must shall can did does do""")
_PLANS = word_set(
    """plans planned intends intended means meant wants wanted hopes hoped decides decided promises
    promised vows vowed longed resolved going about ought planning"""
)
_STRONG = _MODALS | _PLANS
_WEAK = frozenset(["to", "was", "is", "were", "had", "have"])
_BASES = ALL_BASES - FINITE
_SECOND = 2
_PERHAPS = word_set("maybe perhaps possibly probably surely certainly eventually suddenly presently")
_SAYS = word_set("say said says whisper whispered claim claimed swear swore")
_FOLK = word_set("they people folk some many others villagers")
_OPENERS = BREAKS | words.OPENERS | _PERHAPS | words.TIME_WORDS | {"ago"}
_SUBJECTS = (NAME, PRONOUN, PAIR)


def clauses(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with plans and modals folded into their verbs (``give~``) and shared subjects repeated."""
    return list(_with_subjects(_finite(pieces)))


def may_begin(pieces: Sequence[Piece], at: int) -> bool:
    """Whether the piece at this place can be the subject of what follows, and no object of what is before."""
    if at == 0:
        return True
    before = pieces[at - 1]
    earlier = pieces[at - 2].word if at > 1 else ""
    if before.code == WORD:
        return _opens(before.word, earlier, at, pieces[0].word)
    if before.code == THING:
        is_time = before.word.split()[-1] in words.TIME_WORDS
        return (at == 1 and is_time) or _follows_preposition(pieces, at - 1)
    return before.code == KIN or (before.code in {NAME, PRONOUN} and earlier == "so")


def _opens(word: str, earlier: str, at: int, first: str) -> bool:
    """Whether a plain word may stand right before a subject."""
    return (
        word in _OPENERS
        or (word in _SAYS and earlier in _FOLK)
        or (word == "which" and earlier in words.PREPOSITIONS)
        or (word == "only" and earlier == "if")
        or (at == _SECOND and first in words.PREPOSITIONS)
    )


def _follows_preposition(pieces: Sequence[Piece], at: int) -> bool:
    if at == 0:
        return True
    before = pieces[at - 1].word if pieces[at - 1].code == WORD else ""
    return before in words.PREPOSITIONS and (
        at == 1 or pieces[at - 2].word in BREAKS or pieces[at - 2].word == "and"
    )


def _finite(pieces: Sequence[Piece]) -> list[Piece]:
    found: list[Piece] = []
    at = 0
    while at < len(pieces):
        skipped = _before_base(pieces, at)
        if skipped:
            verb = pieces[at + skipped]
            found.append(replace(verb, word=verb.word + "~"))
            at += skipped + 1
            continue
        found.append(_marked(pieces[at], found))
        at += 1
    return found


def _before_base(pieces: Sequence[Piece], at: int) -> int:
    """How many words from here lead up to a verb's base ("planned to"); 0 if they do not."""
    if not _leads(pieces[at].word):
        return 0
    run = 1
    while at + run < len(pieces) and _leads(pieces[at + run].word):
        run += 1
    lead = pieces[at].word
    leads = lead not in {"to", "have"}
    after = at + run
    is_base = after < len(pieces) and pieces[after].code == WORD and pieces[after].word in ALL_BASES
    strong = any(piece.word in _STRONG for piece in pieces[at:after])
    return run if leads and is_base and strong else 0


def _leads(word: str) -> bool:
    return word in _STRONG or word in _WEAK


def _marked(piece: Piece, before: Sequence[Piece]) -> Piece:
    """A present form after "I" or a pair is the verb's base: finite there, and nowhere else."""
    if piece.code != WORD or piece.word not in _BASES or not before:
        return piece
    subject = before[-1]
    is_plural = subject.code == PAIR or (subject.code == PRONOUN and subject.phrases[0].person != 3)  # noqa: PLR2004
    return replace(piece, word=piece.word + "~") if is_plural else piece


def _with_subjects(pieces: Sequence[Piece]) -> Iterator[Piece]:
    subject: Piece | None = None
    for at, piece in enumerate(pieces):
        if subject is not None and _is_finite(piece) and at and pieces[at - 1].code == WORD:
            is_base = piece.word in _BASES and subject.code != NAME
            if pieces[at - 1].word in _JOINS and (
                is_base or piece.word not in _BASES or piece.word in FINITE
            ):
                yield subject
        if (
            piece.code in _SUBJECTS
            and at + 1 < len(pieces)
            and _is_finite(pieces[at + 1])
            and may_begin(pieces, at)
        ):
            subject = piece
        yield piece


def _is_finite(piece: Piece) -> bool:
    if piece.code != WORD:
        return False
    return piece.word in FINITE or piece.word.endswith(("ed", "~")) or piece.word in _BASES
