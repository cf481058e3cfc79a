"""What each process of `marqueedesk serve` begins with."""

import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from fastapi import FastAPI

_TURN_SECONDS: Final = 0.001
"""How long a thread computes while others wait for their turn, a fifth of the usual: an answer takes some ten turns,
and beside a long file it waits for each of them.
"""


def application() -> "FastAPI":
    """The application, loaded without looking for garbage meanwhile: a fifth less to compute until the first answer.

    What is loaded stays for good, and is not looked through again while the process serves. Where the process has
    forked from one that has made the application, it is that one.
    """
    gc.disable()
    # By its name: the application itself is made of this package too.
    wiring, ready = import_module("marqueedesk.app"), sys.modules.get("marqueedesk.web.ready")
    made: FastAPI = ready.application if ready else wiring.create_app(wiring.Settings())
    wiring.begin(made.state.settings)
    gc.freeze()
    gc.enable()
    sys.setswitchinterval(_TURN_SECONDS)
    return made


def application_behind_a_proxy() -> "BehindProxy":
    """The application where every caller is one proxy, whatever its address (`--forwarded-from "*"`)."""
    return BehindProxy(application())


class BehindProxy:
    """Believes what one proxy says about its caller: the scheme, and the last address of X-Forwarded-For.

    The last address is the one that the proxy itself has added. Those before it are the caller's own words: whoever
    believed the first would let every caller choose an address.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Hand a request on with its caller's address in place of the proxy's."""
        if scope["type"] == "http":
            said = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
            address = ",".join(said).rpartition(",")[2].strip()
            if address:
                scope["client"] = (address, 0)
            schemes = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
            if schemes and schemes[-1].strip() in {b"http", b"https"}:
                scope["scheme"] = schemes[-1].strip().decode()
        await self._app(scope, receive, send)
