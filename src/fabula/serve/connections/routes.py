"""Models over HTTP: what is chosen and where it comes from, changing it, and trying it. Keys go in and never out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

import anyio
from anyio import to_thread
from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from fabula.models.trial import DEADLINE, Trial, tried_embedder, tried_model
from fabula.serve.answers import answer
from fabula.serve.connections.chosen import ChosenModel
from fabula.serve.connections.connections import Change, Connections
from fabula.serve.connections.shapes import SettingsShape, TrialShape, settings_shape, trial_shape
from fabula.serve.kit import InKit
from fabula.serve.permits import check_all, permit

_GRACE = 2.0
_LONGEST = 2000
Text = Annotated[str, Field(max_length=_LONGEST)]
Seconds = Annotated[float, Field(ge=0, le=86_400)]
Bound = Annotated[int, Field(ge=0)]


class Model(BaseModel):
    """A model as a person types it; what is left out stays as it is."""

    model_config = ConfigDict(extra="forbid")

    name: Text | None = Field(None, description="Its name as the endpoint knows it; empty lets rules read.")
    url: Text | None = Field(
        None, description="Its base URL; another one drops the key, unless one is given."
    )
    key: Text | None = Field(None, description="Its key; empty drops it. It is never shown again.")
    form: Text | None = Field(None, description="How it is asked; empty finds out.")
    timeout: Seconds | None = Field(
        None, description="For how many seconds it may be silent; 0 for the usual."
    )
    max_calls: Bound | None = Field(None, description="The most calls of one job that reads; 0 for no bound.")
    max_tokens: Bound | None = Field(
        None, description="The most tokens of one job that reads; 0 for no bound."
    )

    def change(self) -> Change:
        """What it changes."""
        return Change(**self.model_dump())


class Try(Model):
    """What to try: the model that reads, as it is or as it would be with what is given here; or the upstream."""

    what: Literal["reader", "upstream"] = "reader"

    def change(self) -> Change:
        """What it would change."""
        return Change(**self.model_dump(exclude={"what"}))


@dataclass(frozen=True, slots=True)
class Asked:
    """The routes of one server's models."""

    held: Connections

    async def settings(self) -> Response:
        """Show which model reads, which embedder embeds, where the proxy goes, and where each value comes from."""
        return answer(settings_shape(self.held, may_change=permit().stories is None).model_dump())

    async def change(self, model: Model) -> Response:
        """Let another model read until the server ends. Takes a token for every story."""
        check_all()
        await to_thread.run_sync(self.held.change, model.change())
        return await self.settings()

    async def put_back(self) -> Response:
        """Let the model read that the server was started with. Takes a token for every story."""
        check_all()
        self.held.put_back()
        return await self.settings()

    async def try_model(self, wanted: Try) -> Response:
        """Ask a model for its list and for one word, within half a minute; changes nothing. Takes a token for every story."""
        check_all()
        chosen = self._upstream() if wanted.what == "upstream" else self.held.after(wanted.change())
        return answer(
            trial_shape(await _in_time(lambda: tried_model(chosen.url, chosen.name, chosen.key))).model_dump()
        )

    async def try_embedder(self, story: str, kit: InKit) -> Response:
        """Let the story's embedder embed two short texts. Takes a token for every story."""
        check_all()
        embedder = await kit.stories.run(story, "", lambda told: told.vectors.embedder)
        return answer(trial_shape(await _in_time(lambda: tried_embedder(embedder))).model_dump())

    def _upstream(self) -> ChosenModel:
        upstream = self.held.upstream
        return ChosenModel(url=upstream.url, key=upstream.key) if upstream else ChosenModel()


def router_of(held: Connections) -> APIRouter:
    """The routes of a server's models."""
    router, asked = APIRouter(tags=["settings"]), Asked(held)
    shown, tried = SettingsShape, TrialShape
    router.add_api_route("/settings", asked.settings, response_model=shown, operation_id="settings")
    for path, endpoint, model, name in (
        ("/settings/model", asked.change, shown, "change-model"),
        ("/settings/put-back", asked.put_back, shown, "put-model-back"),
        ("/settings/try", asked.try_model, tried, "try-model"),
        ("/stories/{story:name}/try-embedder", asked.try_embedder, tried, "try-embedder"),
    ):
        router.add_api_route(path, endpoint, methods=["POST"], response_model=model, operation_id=name)
    return router


async def _in_time(work: Callable[[], Trial]) -> Trial:
    """What comes of a trial; one that takes too long is given up, whatever it waits for."""
    with anyio.move_on_after(DEADLINE + _GRACE):
        return await to_thread.run_sync(work, abandon_on_cancel=True)
    return Trial("silent")
