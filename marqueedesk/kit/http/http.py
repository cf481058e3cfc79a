"""What routes read and answer over HTTP: raw JSON bodies, JSON, CSV and PDF, problems as answers, addresses."""

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
from marqueedesk.kit.watch.observe import log

ModelT = TypeVar("ModelT", bound=schemas.RequestModel)
OtherModelT = TypeVar("OtherModelT", bound=schemas.RequestModel)
AnswerT_co = TypeVar("AnswerT_co", covariant=True)
MadeT = TypeVar("MadeT")
ResponseT = TypeVar("ResponseT", bound=Response)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HANDED_ON = "handed_on"
"""The entry of a request's state with what sends the rest of the answer, an application of its own: it is called when
all layers below the outermost one are done.
"""

BODIES: dict[str, type[schemas.RequestModel]] = {}
"""Models of the bodies that routes read themselves, by name, for the OpenAPI document. `Router` fills it."""

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f"*/:<>?\\|%]')


class RawBody:
    """A request's body as it came. A route that takes one reads it after it has decided who is calling."""

    __slots__ = ("content_type", "raw")

    def __init__(self, raw: bytes, content_type: str) -> None:
        self.raw = raw
        self.content_type = content_type.partition(";")[0].strip().lower()


class JsonBody(RawBody, Generic[ModelT]):
    """A request's body that is to be a ``model`` as JSON, unread: a route that takes a ``JsonBody[VenueInput]`` parses
    it after it has decided who is calling and whose row it is.
    """

    __slots__ = ("_model",)

    def __init__(self, model: type[ModelT], raw: bytes, content_type: str) -> None:
        super().__init__(raw, content_type)
        self._model = model

    def read(self) -> ModelT:
        """The body as its model. Raises UnsupportedMediaType (415), Unparsable (400) or Invalid (422)."""
        return self.read_as(self._model)

    def read_without(self, fields: Collection[str]) -> ModelT:
        """The body as its model, without these fields of the JSON object. Raises what `read` does."""
        try:
            document: object = from_json(self.raw)
        except ValueError:
            raise Unparsable from None
        if isinstance(document, dict):
            names = cast("dict[str, object]", document)
            document = {name: value for name, value in names.items() if name not in fields}
        return schemas.parse(self._model, to_json(document))

    def read_as(self, model: type[OtherModelT]) -> OtherModelT:
        """The body as another model, which only some callers may send. Raises what `read` does."""
        kind = self.content_type
        if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
            raise UnsupportedMediaType
        return schemas.parse(model, self.raw)


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


def refusals(statuses: Iterable[int]) -> Responses:
    """What the OpenAPI document says of answers that refuse."""
    # A name instead of the model: of each model named here FastAPI would make a validator of its own, and never use it.
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


CSV: Responses = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
"""What a route that answers a CSV document says of it: ``responses=CSV``."""

PDF: Responses = {200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}}
"""What a route that answers a PDF says of it: ``responses=PDF``."""


def _wire_form(content: Any) -> Any:
    """A model as it is sent. Of a sparse one, only the fields that were set."""
    if isinstance(content, BaseModel):
        return content.model_dump(mode="json", by_alias=True, exclude_unset=getattr(content, "sparse", False))
    raise TypeError


def as_json(content: Any) -> bytes:
    """The content as JSON; models in it are written in their wire form."""
    return orjson.dumps(content, default=_wire_form)


class Json(Response, Generic[AnswerT_co]):
    """A JSON answer: models in it are written in their wire form. The OpenAPI document describes a route that is
    ``-> Json[VenueOut]`` with that model.
    """

    media_type = "application/json"
    usual_status = 200

    def __init__(
        self, content: AnswerT_co, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(content, status or self.usual_status, headers)

    def render(self, content: Any) -> bytes:
        """The content as JSON bytes."""
        return as_json(content)


class Created(Json[AnswerT_co]):
    """The answer (201) of a route that has made something."""

    usual_status = 201


class Accepted(Json[AnswerT_co]):
    """The answer (202) of a route whose work is done later."""

    usual_status = 202


class NoContent(Response):
    """The answer (204) of a route that has nothing to say."""

    usual_status = 204

    def __init__(self) -> None:
        super().__init__(status_code=self.usual_status)


def written(model: BaseModel) -> orjson.Fragment:
    """A model in its wire form, to be put into an answer as it is."""
    return orjson.Fragment(as_json(model))


def paged(items: Sequence[object], after: str | None) -> Json[Any]:
    """A page of a list and the cursor of the next. The items may be models, or written already."""
    return Json({"items": items, "nextCursor": after})


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
    return Json(problem.answer(), problem.status, headers)


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
