"""Request bodies and responses over HTTP: JSON, CSV and PDF, error responses, client addresses."""

import inspect
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, MutableMapping, Sequence
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from pydantic_core import from_json, to_json
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from marqueedesk.kit.errors import NotFound, Problem, Unavailable, Unparsable, UnsupportedMediaType
from marqueedesk.kit.http import schemas
from marqueedesk.kit.watch.metrics import log

ModelT = TypeVar("ModelT", bound=schemas.RequestModel)
OtherModelT = TypeVar("OtherModelT", bound=schemas.RequestModel)
AnswerT_co = TypeVar("AnswerT_co", covariant=True)
MadeT = TypeVar("MadeT")
ResponseT = TypeVar("ResponseT", bound=Response)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HANDED_ON = "handed_on"
"""Key in a request's state for an application that sends the rest of the response after all inner layers are done."""

BODIES: dict[str, type[schemas.RequestModel]] = {}
"""Models of bodies that routes read themselves, by name, for the OpenAPI document. Filled by `Router`."""

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f"*/:<>?\\|%]')


class RawBody:
    """Raw request body, read by the route after it has authenticated the caller."""

    __slots__ = ("content_type", "raw")

    def __init__(self, raw: bytes, content_type: str) -> None:
        self.raw = raw
        self.content_type = content_type.partition(";")[0].strip().lower()


class JsonBody(RawBody, Generic[ModelT]):
    """Unparsed request body for a JSON ``model``: a route with a ``JsonBody[VenueInput]`` parses it after
    authenticating the caller and checking ownership.
    """

    __slots__ = ("_model",)

    def __init__(self, model: type[ModelT], raw: bytes, content_type: str) -> None:
        super().__init__(raw, content_type)
        self._model = model

    def read(self) -> ModelT:
        """Parse the body. Raises UnsupportedMediaType (415), Unparsable (400) or Invalid (422)."""
        return self.read_as(self._model)

    def read_without(self, fields: Collection[str]) -> ModelT:
        """Parse the body without these fields of the JSON object. Raises as `read`."""
        try:
            document: object = from_json(self.raw)
        except ValueError:
            raise Unparsable from None
        if isinstance(document, dict):
            names = cast("dict[str, object]", document)
            document = {name: value for name, value in names.items() if name not in fields}
        return schemas.parse(self._model, to_json(document))

    def read_as(self, model: type[OtherModelT]) -> OtherModelT:
        """Parse the body as another model, for callers with other permissions. Raises as `read`."""
        kind = self.content_type
        if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
            raise UnsupportedMediaType
        return schemas.parse(model, self.raw)


def put_together(built: type[MadeT]) -> Callable[..., Awaitable[MadeT]]:
    """Create a FastAPI dependency that builds an object from a call's parameters. FastAPI would run a class in a
    thread.
    """

    async def put(**values: Any) -> MadeT:
        return built(**values)

    put.__signature__ = inspect.signature(built)
    return put


Described = dict[str, Any]
"""Part of the OpenAPI document."""
Responses = dict[int | str, Described]
"""Responses of a route in the OpenAPI document, by status."""


def refusals(statuses: Iterable[int]) -> Responses:
    """Return the OpenAPI descriptions of error responses."""
    # By name: FastAPI would build an unused validator for each model listed here.
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


CSV: Responses = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
"""OpenAPI responses of a CSV route: ``responses=CSV``."""

PDF: Responses = {200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}}
"""OpenAPI responses of a PDF route: ``responses=PDF``."""


def _wire_form(content: Any) -> Any:
    """Convert a model to its wire form; for sparse models, only the fields that were set."""
    if isinstance(content, BaseModel):
        return content.model_dump(mode="json", by_alias=True, exclude_unset=getattr(content, "sparse", False))
    raise TypeError


def as_json(content: Any) -> bytes:
    """Serialize content as JSON, with models in wire form."""
    return orjson.dumps(content, default=_wire_form)


class Json(Response, Generic[AnswerT_co]):
    """JSON response with models in wire form. The OpenAPI document describes a route that returns ``Json[VenueOut]``
    with that model.
    """

    media_type = "application/json"
    usual_status = 200

    def __init__(
        self, content: AnswerT_co, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(content, status or self.usual_status, headers)

    def render(self, content: Any) -> bytes:
        """Serialize the content as JSON."""
        return as_json(content)


class Created(Json[AnswerT_co]):
    """Response (201) of a route that created something."""

    usual_status = 201


class Accepted(Json[AnswerT_co]):
    """Response (202) of a route whose work continues in the background."""

    usual_status = 202


class NoContent(Response):
    """Response (204) without content."""

    usual_status = 204

    def __init__(self) -> None:
        super().__init__(status_code=self.usual_status)


def written(model: BaseModel) -> orjson.Fragment:
    """Serialize a model for inclusion in a response."""
    return orjson.Fragment(as_json(model))


def paged(items: Sequence[object], after: str | None) -> Json[Any]:
    """Return a page of a list with the next cursor. Items may be models or already serialized."""
    return Json({"items": items, "nextCursor": after})


def csv_answer(text: str, name: str) -> Response:
    """Return a CSV file as a download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/csv", headers=headers)


def pdf_answer(name: str, content: bytes) -> Response:
    """Return a PDF under a file name; characters not allowed in file names become "_"."""
    file = _NOT_IN_NAMES.sub("_", name).strip(". ")[:100] + ".pdf"
    plain = file.encode("ascii", "replace").decode().replace("?", "_")
    headers = {"Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file, safe='')}"}
    return Response(content, media_type="application/pdf", headers=headers)


def problem_answer(problem: Problem) -> Response:
    """The response for a problem."""
    headers = {"Retry-After": str(problem.retry_after)} if problem.retry_after is not None else None
    if isinstance(problem, Unavailable) and headers is None:
        headers = {"Retry-After": "2"}
    return Json(problem.answer(), problem.status, headers)


def install_error_handlers(app: FastAPI) -> None:
    """Register handlers that return all errors in one format without internals: problems, invalid parameters, an
    unavailable database and unexpected exceptions.
    """

    async def on_known(_request: Request, problem: Exception) -> Response:
        return answer_to(problem) or fault(problem)

    async def on_validation(_request: Request, problem: Exception) -> Response:
        errors = cast("RequestValidationError", problem).errors()
        fields: dict[str, str] = {}
        for error in errors:
            field = str(error["loc"][-1])
            fields.setdefault(field, schemas.sentence_for(error, field))
        return Json({"message": next(iter(fields.values())), "code": "invalid", "fields": fields}, 422)

    async def on_http(request: Request, problem: Exception) -> Response:
        status = cast("HTTPException", problem).status_code
        if status == HTTPStatus.NOT_FOUND:
            return problem_answer(NotFound())
        sentence = {405: "Method not allowed."}.get(status, "The request could not be answered.")
        headers = cast("dict[str, str] | None", cast("HTTPException", problem).headers)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers = {"Allow": ", ".join(sorted(_methods(app, request.scope["path"])))}
        return Json({"message": sentence, "code": f"http_{status}"}, status, headers)

    app.add_exception_handler(Problem, on_known)
    app.add_exception_handler(RequestValidationError, on_validation)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(DBAPIError, on_known)
    app.add_exception_handler(PoolTimeout, on_known)


def _methods(app: FastAPI, path: str) -> set[str]:
    """Return the methods of a path, each of which may have its own route."""
    routes = (route for route in app.routes if isinstance(route, Route) and route.path_regex.match(path))
    return {method for route in routes for method in route.methods or ()}


def answer_to(problem: Exception) -> Response | None:
    """Return the response for a problem or an unavailable database; None for an unexpected exception."""
    if isinstance(problem, Problem):
        return problem_answer(problem)
    if isinstance(problem, OperationalError | PoolTimeout):
        log.warning("database_unavailable", error=type(problem).__name__)
        return problem_answer(Unavailable())
    return None


def fault(problem: Exception) -> Response:
    """Log an unexpected exception with its traceback and return a generic response."""
    log.error("fault", exc_info=problem)
    return problem_answer(Problem())


def client_address(request: Request) -> str:
    """Return the caller's address; behind a proxy, uvicorn's trusted forwarding has already set it."""
    address = request.client.host if request.client else "unknown"
    return plain_address(address) if ":" in address else address


def plain_address(address: str) -> str:
    """Normalize an address: drop a port added by a proxy and convert IPv4-mapped IPv6. Otherwise limits would count
    each port separately, or all of IPv4 as one network.
    """
    bare = address[1:].partition("]")[0] if address.startswith("[") else address
    bare = bare.partition(":")[0] if bare.count(":") == 1 else bare
    try:
        parsed = ip_address(bare)
    except ValueError:
        return address
    return str((parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None) or parsed)
