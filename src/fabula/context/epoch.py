"""The turn that the stable block speaks as of: it moves seldom, and only with what the model cannot see."""

EPOCH = 16
"""How many turns an epoch lasts."""


def epoch_of(number: int, visible: int = 0) -> int:
    """The number of the epoch turn for a context after turn ``number`` whose model sees the latest ``visible``.

    The last multiple of ``EPOCH`` that lies before the window; 0 while there is none. So a window that only
    grows at its end (the whole chat, or all since some turn) never moves the epoch, one that slides moves
    it once in ``EPOCH`` turns, and nothing that the epoch's view tells rests on words that are visible.
    """
    unseen = max(number - max(visible, 0), 0)
    return unseen - unseen % EPOCH
