"""Routers whose routes are described by their signatures and run in the threads of kit.http.threads.

``def change_venue(request: Request, venue_id: PathId, body: JsonBody[VenueChange]) -> Json[VenueOut]`` is all that the
OpenAPI document needs: the body with its errors, the response with its status, and 404 and 422 for an id in the path.
``refuses`` lists further error statuses of a route, or of all routes of a router.
"""

import inspect
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial, wraps
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from fastapi import Depends, Request
from fastapi.routing import APIRoute, APIRouter
from starlette.responses import Response

from marqueedesk.kit.http.http import BODIES, Described, Json, JsonBody, RawBody, refusals
from marqueedesk.kit.http.schemas import RequestModel
from marqueedesk.kit.http.threads import CALLS
from marqueedesk.kit.watch.timing import waited

Endpoint = Callable[..., Any]
EndpointT = TypeVar("EndpointT", bound=Endpoint)
Result = TypeVar("Result")

_OF_A_BODY = (400, 413, 415, 422)
_OF_A_PARAMETER = (422,)
_OF_A_PATH = (404, *_OF_A_PARAMETER)


class CallRoute(APIRoute):
    """Route to a function, run in a thread, or to a coroutine, run in the event loop."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Accept the framework's route options."""
        super().__init__(path, endpoint if inspect.iscoroutinefunction(endpoint) else _threaded(endpoint), **options)


class Router(APIRouter):
    """Router of such routes. ``refuses``: error statuses of all its routes."""

    def __init__(self, *, refuses: Iterable[int] = (), **options: Any) -> None:
        """Accept the framework's router options too."""
        super().__init__(route_class=CallRoute, **options)
        self._refuses = tuple(refuses)

    def get(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """Add a GET route. ``refuses``: error statuses besides those from its signature and router."""
        return self._route("GET", path, refuses, options)

    def post(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """Add a POST route."""
        return self._route("POST", path, refuses, options)

    def put(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """Add a PUT route."""
        return self._route("PUT", path, refuses, options)

    def patch(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """Add a PATCH route."""
        return self._route("PATCH", path, refuses, options)

    def delete(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """Add a DELETE route."""
        return self._route("DELETE", path, refuses, options)

    def _route(
        self, method: str, path: str, refuses: Iterable[int], options: dict[str, Any]
    ) -> Callable[[EndpointT], EndpointT]:
        def add(endpoint: EndpointT) -> EndpointT:
            described = _described(path, endpoint, [*self._refuses, *refuses])
            responses = described["responses"] | options.get("responses", {})
            self.add_api_route(path, endpoint, methods=[method], **(described | options | {"responses": responses}))
            return endpoint

        return add


@dataclass(frozen=True, slots=True)
class BodyTaken:
    """Body parameter of an endpoint: raw bytes, or JSON of a ``model``. None for an optional body that is absent."""

    name: str
    model: type[RequestModel] | None
    is_required: bool

    def take(self, raw: bytes, content_type: str) -> RawBody | None:
        """Convert a call's body for the endpoint."""
        if self.model is None:
            return RawBody(raw, content_type)
        return JsonBody(self.model, raw, content_type) if raw or self.is_required else None

    async def from_request(self, request: Request) -> RawBody | None:
        """FastAPI dependency that converts the body. The middleware has already checked its length."""
        return self.take(await request.body(), request.headers.get("content-type", ""))


def function_of(route: APIRoute) -> Endpoint:
    """Return the function that a route was created with."""
    return inspect.unwrap(route.endpoint)


def body_of(endpoint: Endpoint) -> BodyTaken | None:
    """Return the body parameter in an endpoint's signature."""
    for name, hint in _hints(endpoint).items():
        kinds = _kinds(hint)
        for kind in kinds:
            if (get_origin(kind) or kind) in {RawBody, JsonBody}:
                return BodyTaken(name, next(iter(get_args(kind)), None), NoneType not in kinds)
    return None


async def in_thread(function: Callable[[], Result]) -> Result:
    """Run a function in a thread and return its result. Queueing time counts as a wait of the request."""
    queued_at = time.perf_counter()

    def begin() -> Result:
        waited("thread", time.perf_counter() - queued_at)
        return function()

    return await CALLS.run(begin)


def _threaded(endpoint: Endpoint) -> Callable[..., Awaitable[Any]]:
    @wraps(endpoint)
    async def run(**values: Any) -> Any:
        return await in_thread(partial(endpoint, **values))

    body = body_of(endpoint)
    if body is not None:
        signature = inspect.signature(endpoint)
        parameter = signature.parameters[body.name].replace(annotation=Annotated[Any, Depends(body.from_request)])
        in_order = {**signature.parameters, body.name: parameter}.values()
        vars(run)["__signature__"] = signature.replace(parameters=list(in_order))
    return run


def _described(path: str, endpoint: Endpoint, refuses: Iterable[int]) -> Described:
    """Return the framework options of an endpoint from its signature."""
    response_kind, body = _kinds(get_type_hints(endpoint).get("return"))[0], body_of(endpoint)
    statuses, described = set(refuses), Described()
    if "{" in path:
        statuses.update(_OF_A_PATH)
    if any(hint is not Request and (body is None or name != body.name) for name, hint in _hints(endpoint).items()):
        statuses.update(_OF_A_PARAMETER)
    if body is not None and body.model is not None:
        statuses.update(_OF_A_BODY)
        BODIES[body.model.__name__] = body.model
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{body.model.__name__}"}}}
        described["openapi_extra"] = {"requestBody": {"required": body.is_required, "content": content}}
    kind = get_origin(response_kind) or response_kind
    if isinstance(kind, type) and issubclass(kind, Json):
        described |= {"response_model": get_args(response_kind)[0], "status_code": kind.usual_status}
    elif isinstance(kind, type) and issubclass(kind, Response):
        described |= {"response_class": Response, "status_code": getattr(kind, "usual_status", 200)}
    return described | {"responses": refusals(sorted(statuses))}


def _kinds(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)


def _hints(endpoint: Endpoint) -> dict[str, object]:
    """Return the types of an endpoint's parameters."""
    return {name: hint for name, hint in get_type_hints(endpoint, include_extras=True).items() if name != "return"}
