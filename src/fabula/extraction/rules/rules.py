"""The extractor without a model: reads each turn by patterns, says what is sure, and is silent otherwise."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fabula.claims.statements import Claim
from fabula.claims.text import name_key
from fabula.errors import InvalidInputError
from fabula.extraction.reader import Window, body_of
from fabula.extraction.rules.alone import standing_alone
from fabula.extraction.rules.cast import Cast
from fabula.extraction.rules.chinese import Chinese
from fabula.extraction.rules.english import English
from fabula.extraction.rules.findings import Phrase, Reading
from fabula.extraction.rules.quotes import passages_of
from fabula.extraction.rules.seen import seen_names
from fabula.extraction.rules.sentences import sentences_of
from fabula.extraction.rules.studied import StudiedCast, heard
from fabula.extraction.rules.surroundings import Surroundings, has_heading, is_command
from fabula.extraction.rules.telling import Telling, Voice
from fabula.extraction.rules.voices import Read, is_nobody, speakers
from fabula.extraction.whole.study import Progress, Study, no_progress, study
from fabula.graph.names import find_names
from fabula.graph.view import View
from fabula.ledger.records import Body, Refusal, Status, Turn

IDENTITY = "rules/1"

_SHOWN = 80  # characters of a turn that are shown with the reason why it could not be read


@dataclass(frozen=True, slots=True)
class Rules:
    """Reads turns by patterns. Needs no model and no network, and takes about a millisecond a turn.

    With a ``study`` of the whole telling it also knows names that a turn alone does not explain, and who
    speaks where the turn does not say. Its identity then names the study, because its answers depend on it.
    """

    identity: str = IDENTITY
    batch: int = 1
    look_back: int = 2
    study: Study | None = None

    def __post_init__(self) -> None:
        if self.study is not None and self.identity == IDENTITY:
            object.__setattr__(self, "identity", f"{IDENTITY}+{self.study.digest[:8]}")

    @classmethod
    def over(cls, turns: Iterable[Turn], progress: Progress = no_progress) -> "Rules":
        """The rules with a study of these turns, in order; ``progress`` is told how far the study has come."""
        texts = [turn.normal for turn in turns if not turn.purged]
        return cls(study=study(texts, progress=progress))

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """One body for every fresh turn, in order."""
        cast = Cast(known) if self.study is None else StudiedCast(known, self.study)
        places = range(window.start, len(window.turns))
        return [self._body(window, at, cast, known) for at in places]

    def _body(self, window: Window, at: int, cast: Cast, known: View) -> Body:
        """What one turn says; a turn that breaks the reading fails by itself and stops nobody."""
        try:
            claims = _claims(window, at, cast, known, self.study)
        except InvalidInputError as error:
            cast.drop()
            refused = [Refusal(window.turns[at].normal[:_SHOWN], str(error))]
            return body_of(window, at, self.identity, status=Status.FAILED, refused=refused)
        return body_of(window, at, self.identity, claims=claims)


def _claims(window: Window, at: int, cast: Cast, known: View, whole: Study | None) -> list[Claim]:
    turn = window.turns[at]
    read = _read(turn, window.turns[: at + 1], cast)
    speaker = "" if is_nobody(turn.speaker) else turn.speaker
    telling = Telling(turn, cast)
    others = _others(window.turns[:at], turn)
    for name in (speaker, *(turn.present or ())):
        if name:
            telling.enter(name)
    player = "" if speaker else _player(window.turns[:at], turn)
    if player and _is_game(window.turns[:at], turn):
        _take_surroundings(telling, player, is_game=True)
        return standing_alone([*telling.claims, *telling.scene("", _stage_place(known))], known)
    if player:
        _take_surroundings(telling, player, is_game=False)
    voices = speakers(read, speaker)
    if whole is not None:
        voices = heard(whole, turn.normal, read, voices)
    before: dict[int, str] = {}
    for one, voiced in zip(read, voices, strict=True):
        holder = voiced and cast.who(Phrase(voiced, 0, 0))
        named = _named(one.reading, cast)
        voice = Voice(
            holder if one.passage.is_speech else "",
            holder or speaker,
            _you(holder or speaker, others) if holder or speaker else player,
        )
        if holder or not one.passage.is_speech:
            for finding in one.reading.findings:
                telling.take(finding, voice, (before, named))
        before = named
    inferred = _inferred(turn, read, voices)
    return standing_alone([*telling.claims, *telling.scene(inferred, _stage_place(known))], known)


def _stage_place(known: View) -> str:
    return known.name_of(known.stage.place) if known.stage.place else ""


def _player(before: Sequence[Turn], turn: Turn) -> str:
    """Whom a narrator calls "you": the only one who has told anything as a user, else the only one there."""
    users = {one.speaker for one in before if one.role == "user" and not is_nobody(one.speaker)}
    there = users or set(turn.present or ())
    return next(iter(there)) if len(there) == 1 and turn.role != "user" else ""


def _is_game(before: Sequence[Turn], turn: Turn) -> bool:
    return has_heading(turn.normal) or (
        bool(before) and before[-1].role == "user" and is_command(before[-1].normal)
    )


def _take_surroundings(telling: Telling, player: str, *, is_game: bool) -> None:
    name = telling.cast.who(Phrase(player, 0, 0))
    reader = Surroundings(telling.turn.normal, telling.cast.place_of(name), is_game)
    for _, finding in reader.read():
        telling.take(finding, Voice("", "", player), ({}, {}))


def _named(reading: Reading, cast: Cast) -> dict[int, str]:
    """Whom a sentence names, by where; nobody where a pronoun stands."""
    people = (
        phrase for phrase in reading.named if phrase.person or cast.class_of(phrase.text) in {"", "npc"}
    )
    return {phrase.start: "" if phrase.person else cast.who(phrase) for phrase in people}


def _read(turn: Turn, turns: Sequence[Turn], cast: Cast) -> list[Read]:
    text = turn.normal
    mentions = {mention.start: mention.end for mention in find_names(text, cast, cast.leads())}
    seen = seen_names(one.normal for one in turns)
    english = English(mentions, cast.class_of, lambda word: name_key(word) in seen)
    chinese = Chinese(mentions, cast.class_of)
    return [
        Read(passage, sentence, (chinese if sentence.is_chinese else english).read(sentence))
        for passage in passages_of(text)
        for sentence in sentences_of(text, passage.start, passage.end)
    ]


def _others(before: Sequence[Turn], turn: Turn) -> frozenset[str]:
    """Everybody else who has a part in this talk, as far as the turns themselves say."""
    names = {one.speaker for one in before if not is_nobody(one.speaker)} | set(turn.present or ())
    return frozenset(names - {turn.speaker})


def _you(me: str, others: frozenset[str]) -> str:
    rest = others - {me}
    return next(iter(rest)) if me and len(rest) == 1 else ""


def _inferred(turn: Turn, read: Sequence[Read], voices: Sequence[str]) -> str:
    """The speaker of a turn that names none, where all that is said in it is one person's."""
    if turn.speaker:
        return ""
    speaking = {voice for one, voice in zip(read, voices, strict=True) if one.passage.is_speech}
    return next(iter(speaking)) if len(speaking) == 1 and "" not in speaking else ""
