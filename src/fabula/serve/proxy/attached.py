"""Putting the proxy into the application: its paths, and what pages of other origins need to use it."""

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Route

from fabula.serve.proxy.headers import TOLD
from fabula.serve.proxy.proxy import Proxy
from fabula.serve.proxy.ways import ROUTES


def attach(app: FastAPI, proxy: Proxy) -> None:
    """Let an application that has the proxy's annex answer on the proxy's paths, before anything at the root."""
    app.router.routes[:0] = [Route(path, proxy, include_in_schema=False) for path in ROUTES]
    for middleware in app.user_middleware:
        kind: object = middleware.cls
        if kind is CORSMiddleware:
            # Front ends in a browser send headers of their own, and may read ours.
            middleware.kwargs.update(
                allow_headers=["*"], expose_headers=list(TOLD), allow_private_network=True
            )
