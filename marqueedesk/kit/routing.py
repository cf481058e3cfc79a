"""Routers whose endpoints run in the threads of kit.threads, in place of the framework's own pool."""

import inspect
import time
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any, TypeVar

from fastapi.routing import APIRoute, APIRouter

from marqueedesk.kit.threads import CALLS
from marqueedesk.kit.timing import waited

Endpoint = Callable[..., Any]
Result = TypeVar("Result")


class CallRoute(APIRoute):
    """A route to a function, which runs in a thread, or to a coroutine, which runs in the event loop."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Take what the framework's route takes."""
        super().__init__(path, endpoint if inspect.iscoroutinefunction(endpoint) else _threaded(endpoint), **options)


class Router(APIRouter):
    """A router with such routes."""

    def __init__(self, **options: Any) -> None:
        """Take what the framework's router takes."""
        super().__init__(route_class=CallRoute, **options)


def function_of(route: APIRoute) -> Endpoint:
    """The function that a route was made with."""
    return inspect.unwrap(route.endpoint)


async def in_thread(function: Callable[[], Result]) -> Result:
    """The function's result, from a thread. The time until there is room for it counts as a wait of the request."""
    asked = time.perf_counter()

    def begin() -> Result:
        waited("thread", time.perf_counter() - asked)
        return function()

    return await CALLS.run(begin)


def _threaded(endpoint: Endpoint) -> Callable[..., Awaitable[Any]]:
    @wraps(endpoint)
    async def run(**values: Any) -> Any:
        return await in_thread(partial(endpoint, **values))

    return run
