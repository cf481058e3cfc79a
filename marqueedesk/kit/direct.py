"""The short way to a hot endpoint: past the framework's routing and dependencies, straight to its function.

FastAPI's way to a plain function (middlewares, route matching, dependency solving, a general thread pool) costs more
than a price and a stock check together. The route stays registered, so the OpenAPI document and every other method of
its path are FastAPI's; `Direct` calls the same function and answers the same refusals.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from fastapi import Request
from fastapi.routing import APIRoute, APIRouter
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from marqueedesk.kit.http import Message, RawBody, Receive, Send, answer_to
from marqueedesk.kit.turns import Turns

Result = TypeVar("Result")
Line = Callable[[Request, RawBody], str]
"""Names the line in which a call waits for its turn (see kit.turns)."""
MOST_THREADS = 40
"""As many as the framework's own pool has; a thread is made when all others are busy."""
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


class Threads:
    """Runs blocking functions for an event loop, each in its caller's context, and does nothing else."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made = 0
        self._open = 0
        self._work: SimpleQueue[tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], Callable[[], Any]]] = (
            SimpleQueue()
        )

    async def run(self, function: Callable[[], Result]) -> Result:
        """The function's result, from a thread. Exceptions of the function are raised here."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Result] = loop.create_future()
        self._open += 1
        try:
            if self._open > self._made and self._made < self._most:
                self._made += 1
                threading.Thread(target=self._serve, name=f"direct-{self._made}", daemon=True).start()
            self._work.put((loop, answer, partial(copy_context().run, function)))
            return await answer
        finally:
            self._open -= 1

    def _serve(self) -> None:
        while True:
            loop, answer, function = self._work.get()
            # A loop that was closed in the meantime has nobody waiting.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, answer, *_outcome(function))
            del loop, answer, function


def _outcome(function: Callable[[], Result]) -> tuple[Result | None, BaseException | None]:
    try:
        return function(), None
    except StopIteration as problem:
        # A future refuses to carry one, and its caller would wait for ever.
        return None, RuntimeError(repr(problem))
    except BaseException as problem:  # noqa: BLE001 - it is raised again where the result is awaited.
        return None, problem


def _settle(answer: "asyncio.Future[Any]", result: object, problem: BaseException | None) -> None:
    if answer.cancelled():
        return
    if problem is None:
        answer.set_result(result)
    else:
        answer.set_exception(problem)


_threads = Threads(MOST_THREADS)


class Direct:
    """One endpoint ``endpoint(request, body)`` as an ASGI application. With ``line`` calls take turns."""

    def __init__(self, path: str, endpoint: Callable[[Request, RawBody], Response], line: Line | None = None) -> None:
        self.path = path
        self._endpoint = endpoint
        self._line = line
        self._turns = Turns(AT_ONCE, WAITING)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Read the body, run the endpoint in a thread, answer."""
        # What the log and the metrics look for.
        scope["route"] = self
        request = Request(scope, receive)
        body = RawBody(await _read(receive), request.headers.get("content-type", ""))
        try:
            if self._line is None:
                answer = await _threads.run(lambda: self._endpoint(request, body))
            else:
                async with self._turns.take(self._line(request, body)) as turn:
                    scope[_END_TURN] = partial(asyncio.get_running_loop().call_soon_threadsafe, turn.end)
                    answer = await _threads.run(lambda: self._endpoint(request, body))
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
        (method, route.path): Direct(route.path, route.endpoint, calls[method, route.path])
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
        if (method, route.path) in calls
    }
    if found.keys() != calls.keys():
        raise RuntimeError(f"no route for {', '.join(' '.join(call) for call in sorted(calls.keys() - found.keys()))}")
    return found
