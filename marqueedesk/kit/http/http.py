"""Request bodies and responses over HTTP: JSON, CSV and PDF, error responses, client addresses."""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Annotated, Any, TypeVar, cast, get_args
from urllib.parse import quote

import orjson
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic_core import ErrorDetails
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from marqueedesk.kit.errors import Invalid, NotFound, Problem, Unavailable, Unparsable, UnsupportedMediaType
from marqueedesk.kit.http import schemas
from marqueedesk.kit.watch.metrics import log

ModelT = TypeVar("ModelT", bound=schemas.RequestModel)
ResponseT = TypeVar("ResponseT", bound=Response)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

Described = dict[str, Any]
"""Part of the OpenAPI document."""
HANDED_ON = "handed_on"
"""Key in a request's state for an application that sends the rest of the response once all inner layers are done."""

BODIES: dict[str, type[schemas.RequestModel]] = {}
"""Models of request bodies that routes read themselves, by name, for the OpenAPI document. `Router` adds to it."""

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f"*/:<>?\\|%]')


def content_type(request: Request) -> str:
    """Return the media type of a request's body, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_body(request: Request) -> bytes:
    """Read a request's body. The middleware has already checked the length."""
    return await request.body()


async def read_json(request: Request) -> bytes:
    """Read a JSON body for `schemas.parse`. Raises UnsupportedMediaType (415)."""
    if not is_json(content_type(request)):
        raise UnsupportedMediaType
    return await request.body()


UploadedBytes = Annotated[bytes, Depends(read_body)]
"""An uploaded file, or another body that is not JSON."""

JsonBytes = Annotated[bytes, Depends(read_json)]
"""An unparsed JSON body, for routes that parse it as one of several models, or report other errors along with its own.
Describe it with ``openapi_extra=json_body(VenueInput)``.
"""


def json_body(model: type[schemas.RequestModel]) -> Described:
    """Return the OpenAPI description of a JSON body that a route parses itself."""
    BODIES[model.__name__] = model
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}}}
    return {"requestBody": {"required": True, "content": content}}


Responses = dict[int | str, Described]
"""Responses of a route in the OpenAPI document, by status."""


def errors(*statuses: int) -> Responses:
    """Return the OpenAPI descriptions of error responses: ``responses=errors(404, 409)``."""
    # Refer to the schema by name: FastAPI would build a validator that is never used for each model listed here.
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in sorted(statuses)}


CSV: Responses = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
"""OpenAPI responses of a CSV route: ``responses=CSV``."""

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""Media type of Excel workbooks."""

XLSX: Responses = {200: {"content": {XLSX_TYPE: {"schema": {"type": "string", "format": "binary"}}}}}
"""OpenAPI responses of a route that returns an Excel workbook: ``responses=XLSX``."""

PDF: Responses = {200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}}
"""OpenAPI responses of a PDF route: ``responses=PDF``."""
XML: Responses = {200: {"content": {"application/xml": {"schema": {"type": "string"}}}}}
"""OpenAPI responses of an XML route: ``responses=XML``."""


def _wire_form(content: Any) -> Any:
    """Convert a model to its API form; for sparse models, only the fields that were set."""
    if isinstance(content, BaseModel):
        return content.model_dump(mode="json", by_alias=True, exclude_unset=getattr(content, "sparse", False))
    raise TypeError


def as_json(content: Any) -> bytes:
    """Serialize content as JSON, with models in API form."""
    return orjson.dumps(content, default=_wire_form)


class Json(Response):
    """JSON response with models in API form."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Serialize the content as JSON."""
        return as_json(content)


def written(model: BaseModel) -> orjson.Fragment:
    """Serialize a model for inclusion in a response."""
    return orjson.Fragment(as_json(model))


def csv_answer(text: str, name: str) -> Response:
    """Return a CSV file as a download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/csv", headers=headers)


def pdf_answer(name: str, content: bytes) -> Response:
    """Return a PDF under a file name; characters not allowed in file names become "_"."""
    return download(_NOT_IN_NAMES.sub("_", name).strip(". ")[:100] + ".pdf", content, "application/pdf")


def download(file: str, content: bytes, media_type: str) -> Response:
    """Return a file as a download. ``file`` has only characters that are allowed in file names."""
    plain = file.encode("ascii", "replace").decode().replace("?", "_")
    headers = {"Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file, safe='')}"}
    return Response(content, media_type=media_type, headers=headers)


def xml_answer(name: str, content: bytes) -> Response:
    """Return an XML file as a download. ``name`` has only characters that are allowed in file names."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.xml"'}
    return Response(content, media_type="application/xml", headers=headers)


def problem_answer(problem: Problem) -> Response:
    """Return the response for a problem."""
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

    async def on_validation(request: Request, problem: Exception) -> Response:
        return problem_answer(_invalid_request(request, cast("RequestValidationError", problem)))

    async def on_http(request: Request, problem: Exception) -> Response:
        status = cast("HTTPException", problem).status_code
        if status == HTTPStatus.NOT_FOUND:
            return problem_answer(NotFound())
        if status == HTTPStatus.BAD_REQUEST:
            # The framework could not read the body: it isn't JSON, or it exceeds the limit.
            cause = problem.__cause__
            return problem_answer(cause if isinstance(cause, Problem) else Unparsable())
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


def _invalid_request(request: Request, problem: RequestValidationError) -> Problem:
    """Return the error for invalid parameters or an invalid body, with a message for each field."""
    found = [cast("ErrorDetails", error) for error in problem.errors()]
    of_parameters = [error for error in found if error["loc"][0] != "body"]
    if of_parameters:
        fields: dict[str, str] = {}
        for error in of_parameters:
            field = str(error["loc"][-1])
            fields.setdefault(field, schemas.sentence_for(error, field))
        return Invalid(fields=fields)
    if not is_json(content_type(request)):
        return UnsupportedMediaType()
    is_missing = found[0]["type"] == "missing" and len(found[0]["loc"]) == 1
    if is_missing or found[0]["type"] == "json_invalid":
        return Unparsable()
    model = _body_model(request.scope["route"])
    return schemas.invalid_body(model, [{**error, "loc": error["loc"][1:]} for error in found])


def is_json(kind: str) -> bool:
    """Return true if a media type is JSON."""
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def _body_model(route: APIRoute) -> type[schemas.RequestModel]:
    """Return the model of a route's body, which may be optional."""
    annotation = route.body_field.field_info.annotation if route.body_field else None
    kinds = [annotation, *get_args(annotation)]
    return next(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, schemas.RequestModel))


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
    """Return the caller's address; behind a trusted proxy, uvicorn has already set it."""
    address = request.client.host if request.client else "unknown"
    return plain_address(address) if ":" in address else address


def plain_address(address: str) -> str:
    """Normalize an address: drop a port added by a proxy and convert IPv4-mapped IPv6. Otherwise, limits would count
    each port separately, or treat all of IPv4 as one network.
    """
    bare = address[1:].partition("]")[0] if address.startswith("[") else address
    bare = bare.partition(":")[0] if bare.count(":") == 1 else bare
    try:
        parsed = ip_address(bare)
    except ValueError:
        return address
    return str((parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None) or parsed)
