"""G: a Chinese chat."""

from sillytavern_live.cards import SHEN
from sillytavern_live.session import Session
from sillytavern_live.tale import Tale


def play(session: Session) -> None:
    session.person.open_character(SHEN)
    tale = Tale(session, "shen-A")
    tale.first(
        "zh_first_turn",
        "我把马牵进马棚，拍掉身上的雪。「匣子还在吧？」",
        "「在。」*沈青禾看了你一眼。*「先喝口热汤。」",
    )
    tale.says(
        "zh_turn2", "「我叔父在雁门开药铺，姓陆。」", "「陆家药铺？」她放下碗，「那匣子，正是送去陆家的。」"
    )
    tale.says("zh_turn3", "我问她左肩的伤是怎么来的。", "「三年前，黑石渡。」她只说了这一句。")
    tale.swipes("zh_swipe", "「替一个人挡的刀。」她说，「那人姓陆。」")
    tale.edits("zh_edit", 3, "「我姑母在雁门开布庄，姓周。」")
    tale.says("zh_after_edit", "「黑石渡的事，你还记得谁？」", "「一个戴斗笠的人。」沈青禾低声说。")
    tale.goes_on("zh_continue", "「他的右手只有四根手指。」")
    tale.impersonates("zh_impersonate", "我握紧了账本，没有说话。")
    session.person.clear_box()
    tale.deletes_last("zh_delete", 2)
    tale.says("zh_after_delete", "「睡吧，明早还要赶路。」", "「你先睡。我守上半夜。」")
