from fabula.recall.shelf import ROOMS, Shelf


def test_what_is_kept_is_made_once():
    shelf, made = Shelf(), []
    for _ in range(3):
        shelf.kept("facts", "digest", lambda: made.append(1))
    assert made == [1]


def test_what_was_unused_for_longest_goes_first():
    shelf = Shelf()
    for key in range(ROOMS["facts"]):
        shelf.kept("facts", key, lambda key=key: key)
    shelf.kept("facts", 0, lambda: "made anew")
    shelf.kept("facts", "one more", lambda: "one more")
    assert shelf.kept("facts", 0, lambda: "made anew") == 0
    assert shelf.kept("facts", 1, lambda: "made anew") == "made anew"


def test_rooms_do_not_share_their_keys():
    shelf = Shelf()
    shelf.kept("facts", "key", lambda: "a fact")
    assert shelf.kept("segments", "key", lambda: "a segment") == "a segment"


def test_clearing_forgets_everything():
    shelf = Shelf()
    shelf.kept("segments", "key", lambda: "old")
    shelf.clear()
    assert shelf.kept("segments", "key", lambda: "new") == "new"


def test_what_a_room_keeps_is_told_the_latest_used_first():
    shelf = Shelf()
    assert shelf.lately("facts") == ()
    for name in ("one", "two"):
        shelf.kept("facts", name, lambda name=name: name)
    shelf.kept("facts", "one", lambda: "anew")
    assert shelf.lately("facts") == ("one", "two")
