"""What the proxy asks of whoever places requests in stories. ``fabula.serve.proxy.placing`` does it."""

from collections.abc import Sequence
from typing import Protocol

from fabula.serve.proxy.placing.placed import Placed, Reply
from fabula.serve.proxy.placing.request import Request


class Placer(Protocol):
    """Tells where requests stand and keeps replies until a request shows them. Called in threads; ``keep`` beside the others."""

    def place(self, request: Request) -> Placed:
        """Where a request stands; what is certain by now is written."""
        ...

    def replied(self, placed: Placed, versions: Sequence[Reply], *, aborted: bool = False) -> None:
        """Keep the versions of a reply, as far as they were delivered; ``aborted`` says that it was cut off."""
        ...

    def keep(self) -> None:
        """Keep what has been found out so far, so that whoever places requests next begins with it."""
        ...
