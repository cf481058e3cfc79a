"""What routes read and answer over HTTP: raw JSON bodies, JSON, CSV and PDF, problems as answers, addresses."""

import inspect
import re
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any, TypeVar, cast
from urllib.parse import quote

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from marqueedesk.kit import schemas
from marqueedesk.kit.errors import NotFound, Problem, Unavailable, UnsupportedMediaType
from marqueedesk.kit.observe import log

ModelT = TypeVar("ModelT", bound=schemas.RequestModel)
MadeT = TypeVar("MadeT")
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HANDED_ON = "handed_on"
"""The entry of a request's state with what sends the rest of the answer, an application of its own: it is called when
all layers below the outermost one are done.
"""

BODIES: dict[str, type[schemas.RequestModel]] = {}
"""Bodies that routes read themselves, by name, for the OpenAPI document."""

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f"*/:<>?\\|%]')


class RawBody:
    """A request's body, unread: a route parses it after it has decided who is calling and whose row it is."""

    __slots__ = ("content_type", "raw")

    def __init__(self, raw: bytes, content_type: str) -> None:
        self.raw = raw
        self.content_type = content_type.partition(";")[0].strip().lower()

    def read(self, model: type[ModelT]) -> ModelT:
        """The body as ``model``. Raises UnsupportedMediaType (415), Unparsable (400) or Invalid (422)."""
        kind = self.content_type
        if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
            raise UnsupportedMediaType
        return schemas.parse(model, self.raw)


async def raw_body(request: Request) -> RawBody:
    """FastAPI dependency: the body as bytes. The middleware has already refused what is too long."""
    return RawBody(await request.body(), request.headers.get("content-type", ""))


def put_together(made: type[MadeT]) -> Callable[..., Awaitable[MadeT]]:
    """FastAPI dependency: an object out of the parameters of a call. A class itself would be called in a thread."""

    async def put(**given: Any) -> MadeT:
        return made(**given)

    put.__signature__ = inspect.signature(made)
    return put


Described = dict[str, Any]
"""A part of the OpenAPI document."""
Responses = dict[int | str, Described]
"""What a route says of its answers in the OpenAPI document, by status."""


def request_body(model: type[schemas.RequestModel], *, required: bool = True) -> Described:
    """Keyword arguments of a route that reads ``model`` through `RawBody`, so that the OpenAPI document says so."""
    BODIES[model.__name__] = model
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {
        "openapi_extra": {"requestBody": {"required": required, "content": {"application/json": {"schema": schema}}}}
    }


def error_responses(*statuses: int) -> Responses:
    """The documented refusals of a route: ``responses=error_responses(404, 409)``."""
    # A name instead of the model: of each model named here FastAPI would make a validator of its own, and never use it.
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}}
    return {status: {"content": content} for status in statuses}


CSV: Responses = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
"""What a route that answers a CSV document says of it: ``responses=error_responses(401, 403) | CSV``."""

PDF: Responses = {200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}}
"""What a route that answers a PDF says of it: ``responses=error_responses(401, 403) | PDF``."""


def _wire_form(content: Any) -> Any:
    """A model as it is sent. Of a sparse one, only the fields that were set."""
    if isinstance(content, BaseModel):
        return content.model_dump(mode="json", by_alias=True, exclude_unset=getattr(content, "sparse", False))
    raise TypeError


def as_json(content: Any) -> bytes:
    """The content as JSON; models in it are written in their wire form."""
    return orjson.dumps(content, default=_wire_form)


class JSONResponse(Response):
    """A JSON answer written by orjson."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The content as JSON bytes."""
        return as_json(content)


def written(model: BaseModel) -> orjson.Fragment:
    """A model in its wire form, to be put into an answer as it is."""
    return orjson.Fragment(as_json(model))


def json_answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A finished JSON answer; models in it are written in their wire form."""
    return JSONResponse(content, status, headers)


def csv_answer(text: str, name: str) -> Response:
    """A CSV document as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/csv", headers=headers)


def pdf_answer(name: str, content: bytes) -> Response:
    """A PDF to be kept under a name, which may have any characters: what a file's name cannot have becomes "_"."""
    file = _NOT_IN_NAMES.sub("_", name).strip(". ")[:100] + ".pdf"
    plain = file.encode("ascii", "replace").decode().replace("?", "_")
    headers = {"Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file, safe='')}"}
    return Response(content, media_type="application/pdf", headers=headers)


def problem_answer(problem: Problem) -> Response:
    """The response for a problem."""
    headers = {"Retry-After": str(problem.retry_after)} if problem.retry_after is not None else None
    if isinstance(problem, Unavailable) and headers is None:
        headers = {"Retry-After": "2"}
    return JSONResponse(problem.answer(), problem.status, headers)


def install_error_handlers(app: FastAPI) -> None:
    """Answer problems, bad parameters, a database out of reach and faults in one form, and never with internals."""

    async def on_known(_request: Request, problem: Exception) -> Response:
        return answer_to(problem) or fault(problem)

    async def on_validation(_request: Request, problem: Exception) -> Response:
        errors = cast("RequestValidationError", problem).errors()
        fields: dict[str, str] = {}
        for error in errors:
            field = str(error["loc"][-1])
            fields.setdefault(field, schemas.sentence_for(error, field))
        return JSONResponse({"message": next(iter(fields.values())), "code": "invalid", "fields": fields}, 422)

    async def on_http(request: Request, problem: Exception) -> Response:
        status = cast("HTTPException", problem).status_code
        if status == HTTPStatus.NOT_FOUND:
            return problem_answer(NotFound())
        sentence = {405: "Method not allowed."}.get(status, "The request could not be answered.")
        headers = cast("dict[str, str] | None", cast("HTTPException", problem).headers)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers = {"Allow": ", ".join(sorted(_methods(app, request.scope["path"])))}
        return JSONResponse({"message": sentence, "code": f"http_{status}"}, status, headers)

    app.add_exception_handler(Problem, on_known)
    app.add_exception_handler(RequestValidationError, on_validation)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(DBAPIError, on_known)
    app.add_exception_handler(PoolTimeout, on_known)


def _methods(app: FastAPI, path: str) -> set[str]:
    """The methods that an address can be called by: each may have a route of its own."""
    routes = (route for route in app.routes if isinstance(route, Route) and route.path_regex.match(path))
    return {method for route in routes for method in route.methods or ()}


def answer_to(problem: Exception) -> Response | None:
    """The answer to a problem, or to a database that cannot be reached; None for what is a fault of the program."""
    if isinstance(problem, Problem):
        return problem_answer(problem)
    if isinstance(problem, OperationalError | PoolTimeout):
        log.warning("database_unavailable", error=type(problem).__name__)
        return problem_answer(Unavailable())
    return None


def fault(problem: Exception) -> Response:
    """A fault of the program: logged with its trace, answered without it."""
    log.error("fault", exc_info=problem)
    return problem_answer(Problem())


def client_address(request: Request) -> str:
    """The caller's address as the server sees it; behind a proxy, uvicorn's trusted forwarding has already set it."""
    address = request.client.host if request.client else "unknown"
    return plain_address(address) if ":" in address else address


def plain_address(address: str) -> str:
    """An address without the port that some proxies add, and one of IPv4 as such where it came over IPv6: limits would
    count each port anew, and all of IPv4 as one network.
    """
    bare = address[1:].partition("]")[0] if address.startswith("[") else address
    bare = bare.partition(":")[0] if bare.count(":") == 1 else bare
    try:
        found = ip_address(bare)
    except ValueError:
        return address
    return str((found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found)
