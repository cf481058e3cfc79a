"""The short way to a hot endpoint: past the framework's routing and dependencies, straight to its function.

FastAPI's way to a plain function (middlewares, route matching, dependency solving, a general thread pool) costs more
than a price and a stock check together. The route stays registered, so the OpenAPI document and every other method of
its path are FastAPI's; `Direct` calls the same function and answers the same refusals.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from fastapi import Request
from fastapi.routing import APIRoute, APIRouter
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from marqueedesk.kit.http.http import Message, Receive, Send, answer_to
from marqueedesk.kit.http.routing import body_of, function_of, in_thread
from marqueedesk.kit.http.turns import Turns

Line = Callable[[Request, Any], str]
"""Names the line in which a call waits for its turn (see kit.http.turns)."""
AT_ONCE = 1
"""Calls of one line that are under way in a process. More of them would wait for the same lock in the database, and
their threads would take turns with those of everybody else: one at a time books more (docs/performance.md).
"""
WAITING = 200
"""Calls of one line that may wait in a process; they wait for a second or two. Further ones are asked to come again."""


_END_TURN: Final = "marqueedesk.end_turn"


def end_turn(request: Request) -> None:
    """Let the next call of this one's line go on: what this one still does, it does without the line's lock.

    For an endpoint that is about to wait for another server. Nothing where it has no turn.
    """
    end: Callable[[], object] | None = request.scope.get(_END_TURN)
    if end is not None:
        end()


class Direct:
    """One endpoint ``endpoint(request, body)`` as an ASGI application. With ``line`` calls take turns."""

    def __init__(self, path: str, endpoint: Callable[[Request, Any], Response], line: Line | None = None) -> None:
        body = body_of(endpoint)
        if body is None:
            raise RuntimeError(f"{path} takes no body")
        self.path = path
        self._endpoint = endpoint
        self._take = body.take
        self._line = line
        self._turns = Turns(AT_ONCE, WAITING)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Read the body, run the endpoint in a thread, answer."""
        # What the log and the metrics look for.
        scope["route"] = self
        request = Request(scope, receive)
        body = self._take(await _read(receive), request.headers.get("content-type", ""))
        try:
            if self._line is None:
                answer = await in_thread(lambda: self._endpoint(request, body))
            else:
                async with self._turns.take(self._line(request, body)) as turn:
                    scope[_END_TURN] = partial(asyncio.get_running_loop().call_soon_threadsafe, turn.end)
                    answer = await in_thread(lambda: self._endpoint(request, body))
        except Exception as problem:
            refusal = answer_to(problem)
            if refusal is None:
                raise
            answer = refusal
        await answer(scope, receive, send)


async def _read(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)


def direct_routes(
    routers: list[APIRouter], calls: Mapping[tuple[str, str], Line | None]
) -> Mapping[tuple[str, str], Direct]:
    """The routes of ``calls`` (method, path), each the function that its router registers, and its line."""
    found = {
        (method, route.path): Direct(route.path, function_of(route), calls[method, route.path])
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
        if (method, route.path) in calls
    }
    if found.keys() != calls.keys():
        raise RuntimeError(f"no route for {', '.join(' '.join(call) for call in sorted(calls.keys() - found.keys()))}")
    return found
