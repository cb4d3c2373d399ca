"""Everything that can be asked of a story: one table, which every face is made from.

Two things are not here: taking in files and reading with a model. They take long: over HTTP they are jobs, and on
the command line ``import`` and ``extract``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from fabula.operations import (
    asking,
    authoring,
    joining,
    keeping,
    meaning,
    proposing,
    reading,
    recalling,
    seeing,
    telling,
    walking,
)
from fabula.operations.operation import Operation

_ARCHIVE = "application/x-ndjson"
_PICTURE = "image/svg+xml"

_TELLING = (
    Operation("tell", telling.tell, "/tell", command="tell", tool="remember", writes=True),
    Operation("swipe", telling.swipe, "/swipe", command="swipe", writes=True),
    Operation("edit", telling.edit, "/edit", command="edit", writes=True),
    Operation("delete", telling.delete, "/delete", writes=True),
    Operation("insert", telling.insert, "/insert", writes=True),
    Operation("follow", telling.follow, "/follow", writes=True),
    Operation("offer", telling.offer, "/offer", writes=True),
    Operation("purge", telling.purge, "/purge", command="purge", writes=True),
)
_TREE = (
    Operation("turns", walking.log, "/turns", command="log", lists=walking.LogShape, viewless=True),
    Operation("turn", walking.turn, "/turns/{turn}", viewless=True),
    Operation("versions", walking.versions, "/turns/{turn}/versions", viewless=True),
    Operation("branches", walking.branches, "/branches", command="branches", viewless=True),
    Operation(
        "moves", walking.moves, "/moves", command="log --heads", lists=walking.MovesShape, viewless=True
    ),
    Operation("fork", walking.fork, "/fork", command="fork", writes=True),
    Operation("switch", walking.switch, "/switch", command="switch", writes=True),
    Operation("rewind", walking.rewind, "/rewind", command="rewind", writes=True),
    Operation("tag", walking.tag, "/tag", command="tag", writes=True),
    Operation("untag", walking.untag, "/untag", command="tag --delete", writes=True),
    Operation("remove-branch", walking.remove_branch, "/remove-branch", writes=True),
    Operation("join", joining.join, "/join", command="join", writes=True),
    Operation("unjoin", joining.unjoin, "/unjoin", command="unjoin", writes=True),
)
_READING = (
    Operation("extract", reading.extract, "/extract", command="extract", writes=True),
    Operation("read-again", reading.read_again, "/read-again", command="extract --again", writes=True),
    Operation("status", reading.status, "/status", command="status", viewless=True),
    Operation("usage", reading.usage, "/usage"),
)
_ASKING = (
    Operation("facts", asking.facts, "/facts", command="facts", tool="facts", lists=asking.FactsShape),
    Operation("entities", asking.entities, "/entities", command="entities", lists=asking.EntitiesShape),
    Operation("entity", asking.entity, "/entities/{entity}", tool="who_is"),
    Operation("timeline", asking.timeline, "/timeline", command="timeline", tool="timeline"),
    Operation("why", asking.why, "/why", command="why", tool="why"),
    Operation("view", seeing.view, "/view", tool="story_at"),
    Operation("proposals", proposing.proposals, "/proposals"),
    Operation("problems", seeing.problems, "/problems", tool="check"),
    Operation("compare", seeing.compare_places, "/compare", command="compare"),
    Operation("paths", seeing.paths, "/paths", command="path"),
    Operation("graph", seeing.graph, "/graph"),
    Operation("picture", seeing.picture, "/picture", command="graph", media=_PICTURE),
)
_RECALLING = (
    Operation(
        "recall", recalling.recall, "/recall", command="recall", tool="recall", settled=False, too=True
    ),
    Operation("context", recalling.context, "/context", command="context", settled=False, too=True),
    Operation("keep-context", recalling.keep_context, "/receipts", command="context --keep", writes=True),
    Operation(
        "receipts",
        recalling.receipts,
        "/receipts",
        command="receipts",
        lists=recalling.ReceiptsShape,
        viewless=True,
        settled=False,
    ),
    Operation("receipt", recalling.receipt, "/receipts/{number}", command="receipts", settled=False),
    Operation("forget-receipts", recalling.forget_receipts, "/forget-receipts", writes=True),
    Operation("why-not", recalling.why_not, "/why-not", command="why-not", settled=False),
    Operation("vectors", meaning.vectors, "/vectors", command="vectors", settled=False),
)
_AUTHOR = (
    Operation("introduce", authoring.introduce, "/introduce", command="introduce", writes=True),
    Operation("claim", authoring.claim, "/claim", command="claim", writes=True),
    Operation("correct", authoring.correct, "/correct", command="correct", writes=True),
    Operation("end", authoring.end, "/end", command="end", writes=True),
    Operation("retract", authoring.retract, "/retract", command="retract", writes=True),
    Operation("lock", authoring.lock, "/lock", command="lock", writes=True),
    Operation("unlock", authoring.unlock, "/unlock", writes=True),
    Operation("pin", authoring.pin, "/pin", command="pin", writes=True),
    Operation("unpin", authoring.unpin, "/unpin", writes=True),
    Operation("reject", authoring.reject, "/reject", command="reject", writes=True),
    Operation("reveal", authoring.reveal, "/reveal", command="reveal", writes=True),
    Operation("stage", authoring.stage, "/stage", command="stage", writes=True),
    Operation("merge", authoring.merge, "/merge", command="merge", writes=True),
    Operation("unmerge", authoring.unmerge, "/unmerge", command="unmerge", writes=True),
    Operation("separate", authoring.separate, "/separate", command="separate", writes=True),
    Operation("rename", authoring.rename, "/rename", command="rename", writes=True),
    Operation("accept", proposing.accept, "/accept", writes=True),
    Operation("decline", proposing.decline, "/decline", writes=True),
    Operation("undo", authoring.undo, "/undo", command="undo", writes=True),
    Operation("acts", authoring.acts, "/acts", command="acts", lists=authoring.ActsShape, viewless=True),
)
_KEEPING = (
    Operation("verify", keeping.verify, "/verify", command="verify", settled=False),
    Operation("stats", keeping.stats, "/stats", command="stats"),
    Operation("export", keeping.export, "/export", command="export", media=_ARCHIVE),
)

OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {one.name: one for one in (*_TELLING, *_TREE, *_READING, *_ASKING, *_RECALLING, *_AUTHOR, *_KEEPING)}
)
"""Every operation, by name."""
