"""Fast path to frequently called endpoints, bypassing the framework's routing and dependency injection.

FastAPI's overhead for a plain function (middleware, route matching, dependencies, shared thread pool) exceeds the cost
of computing a price and checking stock. The route stays registered, so the OpenAPI document and the other methods on
its path remain FastAPI's. `Direct` calls the same function and returns the same errors.

Measured side by side with 8 clients: without this path, 0.92 as many estimates and 0.88 as many bookings a second. In
the framework's own way altogether (dependencies, response models, its thread pool), 0.54 and 0.41, which is below the
floors of docs/performance.md.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from fastapi import Request
from fastapi.routing import APIRoute, APIRouter
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from marqueedesk.kit.errors import UnsupportedMediaType
from marqueedesk.kit.http.fair_queue import FairQueue
from marqueedesk.kit.http.http import Message, Receive, Send, answer_to, as_json, content_type, is_json, problem_answer
from marqueedesk.kit.http.threads import in_thread

QueueKey = Callable[[Request, bytes], str]
"""Function that returns the queue key of a request (see kit.http.fair_queue)."""
AT_ONCE = 1
"""Number of requests per queue that run at the same time in a process. More would wait for the same database lock while
their threads compete with all others: one at a time handles more bookings (docs/performance.md).
"""
WAITING = 200
"""Number of requests per queue that may wait in a process, which takes a second or two. Any more are told to retry
later.
"""


_LEAVE_QUEUE: Final = "marqueedesk.leave_queue"


def leave_queue(request: Request) -> None:
    """Let the next request in the queue proceed, because the rest of this one does not need the lock.

    For an endpoint that is about to wait for another server. Does nothing if the request is not queued.
    """
    end: Callable[[], object] | None = request.scope.get(_LEAVE_QUEUE)
    if end is not None:
        end()


class Direct:
    """A route's ``endpoint(request, raw)`` as an ASGI application; ``raw`` is its JSON body. With ``queue_key``,
    requests are queued.
    """

    def __init__(self, route: APIRoute, queue_key: QueueKey | None = None, at_once: int = AT_ONCE) -> None:
        self.path = route.path
        self._endpoint = route.endpoint
        self._status = route.status_code or 200
        self._queue_key = queue_key
        self._turns = FairQueue(at_once, WAITING)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Read the body, run the endpoint in a thread and send the response."""
        # Logging and metrics read this.
        scope["route"] = self
        request = Request(scope, receive)
        raw = await _read(receive)
        if not is_json(content_type(request)):
            await problem_answer(UnsupportedMediaType())(scope, receive, send)
            return
        try:
            if self._queue_key is None:
                response = await in_thread(lambda: self._respond(request, raw))
            else:
                async with self._turns.take(self._queue_key(request, raw)) as turn:
                    scope[_LEAVE_QUEUE] = partial(asyncio.get_running_loop().call_soon_threadsafe, turn.end)
                    response = await in_thread(lambda: self._respond(request, raw))
        except Exception as problem:
            refusal = answer_to(problem)
            if refusal is None:
                raise
            response = refusal
        await response(scope, receive, send)

    def _respond(self, request: Request, raw: bytes) -> Response:
        content = self._endpoint(request, raw)
        if isinstance(content, Response):
            return content
        return Response(as_json(content), self._status, media_type="application/json")


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
    routers: list[APIRouter], calls: Mapping[tuple[str, str], QueueKey | None], at_once: int = AT_ONCE
) -> Mapping[tuple[str, str], Direct]:
    """Return direct applications for ``calls`` (method, path), from the routes registered in the routers."""
    direct = {
        (method, route.path): Direct(route, calls[method, route.path], at_once)
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
        if (method, route.path) in calls
    }
    if direct.keys() != calls.keys():
        raise RuntimeError(f"no route for {', '.join(' '.join(call) for call in sorted(calls.keys() - direct.keys()))}")
    return direct
