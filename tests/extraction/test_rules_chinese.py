"""What the rules read in Chinese, and what they leave alone."""

import pytest

from fabula.claims import Assertion, EntityClaim, Identity, Modality, Termination
from fabula.extraction.reader import Window
from fabula.extraction.rules import Rules
from fabula.extraction.rules.chinese_moods import mood_of
from fabula.extraction.rules.findings import PLAIN
from fabula.graph.view import View
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Turn


def claims(text):
    turn = Turn(turn_id(ROOT, "", text), ROOT, 1, "assistant", "旁白", text, text_key(text))
    (body,) = Rules().read(Window((turn,), 0), View())
    return body.claims


def facts(text):
    return [(c.subject, c.predicate, c.object or c.value) for c in claims(text) if isinstance(c, Assertion)]


def entities(text):
    return {c.name for c in claims(text) if isinstance(c, EntityClaim)}


def identities(text):
    return [(c.name, c.other) for c in claims(text) if isinstance(c, Identity)]


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("方小雨把铜镜递给了陈默。", "陈默"),
        ("方小雨沉默片刻，将铜镜交给陈默。", "陈默"),
        ("方小雨把铜镜塞进陈默怀里。", "陈默"),
        ("方小雨捡到那面铜镜。", "方小雨"),
        ("方小雨从陈默手中抢走了铜镜。", "方小雨"),
        ("方小雨偷走了陈默的铜镜。", "方小雨"),
        ("铜镜落在了陈默手里。", "陈默"),
    ],
)
def test_a_thing_changes_hands(text, holder):
    assert facts(text) == [("铜镜", "held_by", holder)]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("克莱恩来到廷根城。", ("克莱恩", "located_in", "廷根城")),
        ("克莱恩·莫雷蒂走进了黑荆棘酒馆。", ("克莱恩·莫雷蒂", "located_in", "黑荆棘酒馆")),
        ("三天后，陈默回到青石镇。", ("陈默", "located_in", "青石镇")),
        ("陈默策马狂奔，天黑前赶到了青石镇。", ("陈默", "located_in", "青石镇")),
        ("陈默死了。", ("陈默", "status", "dead")),
        ("陈默被杀了。", ("陈默", "status", "dead")),
        ("陈默加入了黑鹰帮。", ("陈默", "member_of", "黑鹰帮")),
        ("陈默被任命为将军。", ("陈默", "has_role", "将军")),
        ("众人拥立陈默为城主。", ("陈默", "has_role", "城主")),
        ("陈默和方小雨成亲了。", ("陈默", "spouse_of", "方小雨")),
        ("方小雨是陈默的妻子。", ("方小雨", "spouse_of", "陈默")),
        ("陈默与方小雨和离了。", ("陈默", "divorced_from", "方小雨")),
        ("陈默与方小雨结盟。", ("陈默", "ally_of", "方小雨")),
        ("陈默与方小雨反目成仇。", ("陈默", "enemy_of", "方小雨")),
        ("陈默与方小雨结拜。", ("陈默", "sworn_sibling_of", "方小雨")),
        ("陈默的妹妹陈雪叫住了他。", ("陈雪", "sibling_of", "陈默")),
    ],
)
def test_a_plain_statement_is_a_fact(text, fact):
    assert facts(text) == [fact]


def test_leaving_a_group_ends_the_membership():
    (ended,) = (claim for claim in claims("陈默退出了黑鹰帮。") if isinstance(claim, Termination))
    assert (ended.subject, ended.predicate, ended.object) == ("陈默", "member_of", "黑鹰帮")


def test_a_reveal_joins_two_names():
    (one,) = (claim for claim in claims("面纱落下，蒙面女竟是方小雨。") if isinstance(claim, Identity))
    assert (one.name, one.other) == ("方小雨", "蒙面女")


def test_a_byname_in_quotes_is_an_alias():
    aliases = [claim.aliases for claim in claims("陈默人称“铁手”。") if isinstance(claim, EntityClaim)]
    assert ("铁手",) in aliases


@pytest.mark.parametrize(
    "text",
    [
        "陈默没有把铜镜交给方小雨。",
        "陈默不肯把铜镜交给方小雨。",
        "陈默的师父死了。",
        "陈默看着老人死了。",
        "陈默把铜镜交给方小雨了吗？",
        "陈默把手递给了方小雨。",
        "一个人走进了房间。",
        "他把信交给了她。",
        "陈默走到门口。",
    ],
)
def test_what_is_denied_or_unclear_is_left_out(text):
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("如果陈默把铜镜交给方小雨，一切就完了。", ("hypothetical", False)),
        ("陈默打算把铜镜交给方小雨。", ("planned", False)),
        ("梦里，陈默把铜镜交给了方小雨。", ("dreamed", False)),
        ("听说陈默已经死了。", ("rumoured", False)),
        ("当年陈默曾住在青石镇。", ("asserted", True)),
    ],
)
def test_what_did_not_just_happen_is_told_apart(text, mood):
    moods = [(claim.modality.value, claim.past) for claim in claims(text) if isinstance(claim, Assertion)]
    assert moods == [mood]


def test_a_pronoun_means_the_only_one_named_before():
    assert facts("方小雨站起身来。她捡起了铜镜。") == [("铜镜", "held_by", "方小雨")]


def test_what_is_said_is_the_speakers_word():
    (said,) = (claim for claim in claims("“我把铜镜给了陈默。”方小雨说。") if isinstance(claim, Assertion))
    assert (said.object, said.holder) == ("陈默", "方小雨")


def test_what_somebody_is_told_to_have_said_is_their_word():
    (said,) = (claim for claim in claims("陈默说方小雨死了。") if isinstance(claim, Assertion))
    assert (said.subject, said.value, said.holder) == ("方小雨", "dead", "陈默")


def test_two_who_are_one_are_introduced_by_the_reveal_itself():
    assert identities("原来灰狐与顾长风是同一个人。") == [("顾长风", "灰狐")]


@pytest.mark.parametrize(
    "text", ["顾长风承认自己就是灰狐。", "灰狐就是顾长风。", "顾长风就是灰狐。", "灰狐不是别人，正是顾长风。"]
)
def test_a_reveal_keeps_the_name_of_the_person_rather_than_the_mask(text):
    assert identities(text) == [("顾长风", "灰狐")]


@pytest.mark.parametrize("text", ["原来凶手就是顾长风。", "顾长风就是掌门。", "顾长风就是这样的人。"])
def test_what_somebody_is_makes_no_mask(text):
    assert identities(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "只伏在贾母怀里。",
        "趣味在贾母手里。",
        "恰恰在贾政手里。",
        "封肃喜得屁滚尿流。",
        "贾琏只得搬出书房。",
        "江晚晴得了风寒。",
    ],
)
def test_no_thing_begins_or_ends_with_an_adverb_or_a_verb(text):
    assert facts(text) == []


def test_a_surname_takes_no_part_of_the_next_word_along():
    assert {"李氏起", "周奶"}.isdisjoint(entities("李氏起身道：“不可。”周奶奶笑道：“好。”"))


def test_having_no_more_to_do_with_a_group_is_leaving_it():
    ended = [c.object for c in claims("林清瑶交出令牌，从此与天机阁再无瓜葛。") if isinstance(c, Termination)]
    assert ended == ["天机阁"]


@pytest.mark.parametrize(
    "text", ["众人回到客栈。", "一个人说了句话。", "于是大家都说好。", "黄昏时马车到了长安城。"]
)
def test_common_words_make_no_names(text):
    assert entities(text) == set()


def test_what_one_is_about_to_do_is_planned():
    plans = [mood_of(words, words) for words in ("我明晚就去", "我们今晚就去找", "我这就去把门")]
    assert [mood.modality for mood in plans] == [Modality.PLANNED] * 3
    assert mood_of("我吃完就去了", "我吃完就去了") == PLAIN
