"""An extractor whose cost can be watched while it works."""

from collections.abc import Callable, Sequence

from fabula.cli.progress import Step
from fabula.cli.show import counted
from fabula.extraction.reader import Extractor, Window
from fabula.extraction.spending import NO_USAGE, Cap, cost_of
from fabula.graph.view import View
from fabula.ledger.records import Body


class Metered:
    """Reads as another extractor does and adds up what that cost."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self.identity = extractor.identity
        self.batch = extractor.batch
        self.look_back = extractor.look_back
        self.usage = NO_USAGE

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """What the other extractor reads."""
        bodies = self._extractor.read(window, known)
        self.usage += cost_of(bodies)
        return bodies

    def allow(self, cap: Cap) -> None:
        """Pass on what may still be spent, where the other extractor can hold back from asking."""
        allow = getattr(self._extractor, "allow", None)
        if allow is not None:
            allow(cap)

    def progress(self, step: Step) -> Callable[[int, int], None]:
        """A progress function that tells the cost so far along with how far the work has come."""

        def progress(done: int, of: int) -> None:
            cost = f": {counted(self.usage.calls, 'call')}, {counted(self.usage.tokens, 'token')}"
            step(f"Reading{cost if self.usage.calls else ''}", done, of)

        return progress
