"""Startup of each process of `marqueedesk serve`."""

import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from starlette.types import Scope

if TYPE_CHECKING:
    from fastapi import FastAPI

_TURN_SECONDS: Final = 0.001
"""Thread switch interval in seconds, a fifth of the default: a request takes about ten turns, and has to wait for each
while a long computation is running.
"""


def application() -> "FastAPI":
    """Return the application, loaded with garbage collection paused, which saves a fifth of the CPU time until the
    first response.

    Loaded objects are permanent and excluded from later collections. A forked process returns the inherited
    application.
    """
    gc.disable()
    # Imported by name, because the application itself imports this package.
    wiring, ready = import_module("marqueedesk.app"), sys.modules.get("marqueedesk.web.ready")
    application: FastAPI = ready.application if ready else wiring.create_app(wiring.Settings())
    wiring.begin(application.state.settings)
    gc.freeze()
    gc.enable()
    sys.setswitchinterval(_TURN_SECONDS)
    return application


def application_behind_a_proxy() -> "BehindProxy":
    """Return the application for servers reachable only through a proxy of any address (`--forwarded-from "*"`)."""
    return BehindProxy(application())


class BehindProxy:
    """Trusts the client data that a single proxy reports: the scheme, and the last address in X-Forwarded-For.

    The proxy itself adds the last address. Earlier ones come from the client, which could forge them.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Forward a request with its client's address in place of the proxy's."""
        if scope["type"] == "http":
            forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
            address = ",".join(forwarded).rpartition(",")[2].strip()
            if address:
                scope["client"] = (address, 0)
            schemes = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
            if schemes and schemes[-1].strip() in {b"http", b"https"}:
                scope["scheme"] = schemes[-1].strip().decode()
        await self._app(scope, receive, send)
