"""Routers: a route says what it reads and answers once, in its signature, and runs in the threads of kit.http.threads.

``def change_venue(request: Request, venue_id: PathId, body: JsonBody[VenueChange]) -> Json[VenueOut]`` is all that the
OpenAPI document needs: the body and the refusals that come with it, the answer and its status, 404 and 422 for an
id in the path. ``refuses`` names the other statuses that a route, or every route of a router, refuses with.
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
    """A route to a function, which runs in a thread, or to a coroutine, which runs in the event loop."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Take what the framework's route takes."""
        super().__init__(path, endpoint if inspect.iscoroutinefunction(endpoint) else _threaded(endpoint), **options)


class Router(APIRouter):
    """A router with such routes. ``refuses``: the statuses that each of its routes refuses with."""

    def __init__(self, *, refuses: Iterable[int] = (), **options: Any) -> None:
        """Take what the framework's router takes, too."""
        super().__init__(route_class=CallRoute, **options)
        self._refuses = tuple(refuses)

    def get(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """A route that reads. ``refuses``: statuses beside those that follow from its signature and its router."""
        return self._route("GET", path, refuses, options)

    def post(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """A route that makes or does something."""
        return self._route("POST", path, refuses, options)

    def put(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """A route that replaces something."""
        return self._route("PUT", path, refuses, options)

    def patch(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """A route that changes something."""
        return self._route("PATCH", path, refuses, options)

    def delete(self, path: str, *, refuses: Iterable[int] = (), **options: Any) -> Callable[[EndpointT], EndpointT]:
        """A route that removes something."""
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
    """The parameter of an endpoint that takes the body: bytes as they are, or JSON of a ``model``. None stands for no
    body where the endpoint can do without.
    """

    name: str
    model: type[RequestModel] | None
    is_required: bool

    def take(self, raw: bytes, content_type: str) -> RawBody | None:
        """The body of a call, as the endpoint takes it."""
        if self.model is None:
            return RawBody(raw, content_type)
        return JsonBody(self.model, raw, content_type) if raw or self.is_required else None

    async def from_request(self, request: Request) -> RawBody | None:
        """FastAPI dependency: the same. The middleware has already refused what is too long."""
        return self.take(await request.body(), request.headers.get("content-type", ""))


def function_of(route: APIRoute) -> Endpoint:
    """The function that a route was made with."""
    return inspect.unwrap(route.endpoint)


def body_of(endpoint: Endpoint) -> BodyTaken | None:
    """The body that an endpoint takes, by its signature."""
    for name, hint in _hints(endpoint).items():
        kinds = _kinds(hint)
        for kind in kinds:
            if (get_origin(kind) or kind) in {RawBody, JsonBody}:
                return BodyTaken(name, next(iter(get_args(kind)), None), NoneType not in kinds)
    return None


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

    body = body_of(endpoint)
    if body is not None:
        signature = inspect.signature(endpoint)
        taken = signature.parameters[body.name].replace(annotation=Annotated[Any, Depends(body.from_request)])
        in_order = {**signature.parameters, body.name: taken}.values()
        run.__dict__["__signature__"] = signature.replace(parameters=list(in_order))
    return run


def _described(path: str, endpoint: Endpoint, refuses: Iterable[int]) -> Described:
    """The framework's description of an endpoint, by its signature."""
    answer, body = _kinds(get_type_hints(endpoint).get("return"))[0], body_of(endpoint)
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
    kind = get_origin(answer) or answer
    if isinstance(kind, type) and issubclass(kind, Json):
        described |= {"response_model": get_args(answer)[0], "status_code": kind.usual_status}
    elif isinstance(kind, type) and issubclass(kind, Response):
        described |= {"response_class": Response, "status_code": getattr(kind, "usual_status", 200)}
    return described | {"responses": refusals(sorted(statuses))}


def _kinds(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)


def _hints(endpoint: Endpoint) -> dict[str, Any]:
    """The types of an endpoint's parameters."""
    return {name: hint for name, hint in get_type_hints(endpoint, include_extras=True).items() if name != "return"}
