"""Putting the proxy into the application: its paths, before anything at the root."""

from fastapi import FastAPI
from starlette.routing import Route

from fabula.serve.proxy.proxy import Proxy
from fabula.serve.proxy.ways import ROUTES


def attach(app: FastAPI, proxy: Proxy) -> None:
    """Let an application that has the proxy's annex answer on the proxy's paths, before anything at the root."""
    app.router.routes[:0] = [Route(path, proxy, include_in_schema=False) for path in ROUTES]
