"""Routers whose endpoints run in the threads of kit.threads, in place of the framework's own pool."""

import inspect
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any

from fastapi.routing import APIRoute, APIRouter

from marqueedesk.kit.threads import CALLS

Endpoint = Callable[..., Any]


class CallRoute(APIRoute):
    """A route to a function, which runs in a thread, or to a coroutine, which runs in the event loop."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Take what the framework's route takes."""
        super().__init__(path, endpoint if inspect.iscoroutinefunction(endpoint) else _in_thread(endpoint), **options)


class Router(APIRouter):
    """A router with such routes."""

    def __init__(self, **options: Any) -> None:
        """Take what the framework's router takes."""
        super().__init__(route_class=CallRoute, **options)


def function_of(route: APIRoute) -> Endpoint:
    """The function that a route was made with."""
    return inspect.unwrap(route.endpoint)


def _in_thread(endpoint: Endpoint) -> Callable[..., Awaitable[Any]]:
    @wraps(endpoint)
    async def run(**values: Any) -> Any:
        return await CALLS.run(partial(endpoint, **values))

    return run
