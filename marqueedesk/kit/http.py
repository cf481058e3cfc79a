"""The edge: one plain ASGI middleware around the application, raw JSON bodies, and problems as answers.

The middleware does what holds for every request: request id, body limit, security headers, judging where an unsafe
call comes from, cross-origin answers for public calls, a log line and metrics. It is a plain ASGI callable because it
lies on the hot path: a stack of wrappers cost more than a price and a stock check together.
"""

import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
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
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route

from marqueedesk.kit import schemas, timing, tracing
from marqueedesk.kit.errors import Forbidden, NotFound, Problem, TooLarge, Unavailable, UnsupportedMediaType
from marqueedesk.kit.observe import DATABASE_SECONDS, REQUESTS, SECONDS, log

MAX_BODY = 256 * 1024
_LARGER_BODIES = {"/api/stripe/webhook": 1024 * 1024}
"""Bytes that some addresses take: the payment provider sends whole objects, whatever their size."""
_PICTURES = re.compile("/api/(?:(?:items|packages)/[0-9]{1,19}/picture|photos)")
MOST_OF_A_PICTURE = 12_100_000
"""The most bytes of a picture's upload; the code that reads a picture sets its own limit."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
ModelT = TypeVar("ModelT", bound=schemas.RequestModel)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

BODIES: dict[str, type[schemas.RequestModel]] = {}
"""Bodies that routes read themselves, by name, for the OpenAPI document."""

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f"*/:<>?\\|%]')
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


class CrossOrigin(Forbidden):
    """An unsafe call from another site's page."""

    code = "cross_origin"
    sentence = "This call came from another site and was refused."


class BodyTooLarge(TooLarge):
    """The body is over the limit."""

    def __init__(self, most: int = MAX_BODY) -> None:
        """Say how much the address takes, in bytes."""
        said = f"{most // 1_000_000} MB" if most >= MOST_OF_A_PICTURE else f"{most // 1024} KiB"
        super().__init__(f"The request is too large: at most {said}.")


class UnknownHost(NotFound):
    """A request for a name that is not this installation's."""

    status = 421
    code = "unknown_host"
    sentence = "This site is not here."


def _most(path: str) -> int:
    """How many bytes an address takes."""
    if _PICTURES.fullmatch(path):
        return MOST_OF_A_PICTURE
    return _LARGER_BODIES.get(path, MAX_BODY)


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


class JSONResponse(Response):
    """A JSON answer written by orjson."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The content as JSON bytes."""
        return orjson.dumps(content, default=_wire_form)


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


def is_foreign(method: str, headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that a call comes from another site: Sec-Fetch-Site first, then Origin against Host.

    Without either header, no browser sent the call, so there is no cookie to abuse.
    """
    if headers.get(b"sec-fetch-dest") == b"document" and headers.get(b"sec-fetch-mode") == b"navigate":
        # Somebody followed a link to a page of ours and asks for the page itself.
        return method not in SAFE and headers.get(b"sec-fetch-site") not in {b"same-origin", b"none"}
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in {b"same-origin", b"none"}
    origin = headers.get(b"origin")
    if origin is None:
        return False
    return origin.partition(b"://")[2] != headers.get(b"host", b"")


class Edge:
    """The middleware. ``public_calls`` are the methods and paths that any site may call, without credentials;
    ``direct`` are the applications that answer some of them past the framework (see kit.direct). ``gate`` may answer a
    request in place of all of them. ``hosts`` are the names that requests may be for, if only some may. Requests that
    take ``slow_seconds`` until their answer begins are logged with their statements; 0 logs none.
    """

    def __init__(
        self,
        app: Any,
        *,
        public_calls: Iterable[tuple[str, str]],
        headers_for: Callable[[str], list[tuple[bytes, bytes]]],
        direct: Mapping[tuple[str, str], Any],
        gate: Callable[[Message], Awaitable[Response | None]] | None = None,
        hosts: frozenset[str] = frozenset(),
        slow_seconds: float = 0.0,
    ) -> None:
        self._app = app
        self.slow_seconds = slow_seconds
        self._direct = direct
        self._gate = gate
        self._hosts = hosts
        self._public = frozenset(public_calls)
        self._public_paths = frozenset(path for _, path in self._public)
        self._headers_for = headers_for

    def _is_ours(self, headers: dict[bytes, bytes]) -> bool:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        return name in self._hosts

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request; anything other than an HTTP request goes straight through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answered = _Answered(began=time.perf_counter())
        headers: dict[bytes, bytes] = dict(scope["headers"])
        token = timing.current.set(answered.spent)
        asked: str = scope["method"]
        if asked == "HEAD":
            # Every GET route answers HEAD too, without having to know about it.
            scope = {**scope, "method": "GET"}
            send = _without_body(send)
        known = asked if asked in _METHODS else "other"
        traced = tracing.span(known, "server", parent=headers.get(b"traceparent", b"").decode("latin-1"))
        try:
            with traced as span:
                try:
                    await self._answer(scope, headers, receive, send, answered)
                finally:
                    if span is not None:
                        span.update_name(f"{known} {_route_of(scope)}")
                        span.set_attribute("http.response.status_code", answered.status)
        finally:
            timing.current.reset(token)
            self._note(asked, _route_of(scope), scope["path"], answered)

    async def _answer(
        self, scope: Message, headers: dict[bytes, bytes], receive: Receive, send: Send, answered: "_Answered"
    ) -> None:
        path: str = scope["path"]
        method: str = scope["method"]
        given = headers.get(b"x-request-id", b"").decode("latin-1")
        request_id = answered.id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        preflight = method == "OPTIONS" and path in self._public_paths
        public = preflight or (method, path) in self._public
        foreign = is_foreign(method, headers)
        state: dict[str, Any] = scope.setdefault("state", {})
        # A page of another site, or of no origin, speaks as a visitor: its cookie is not looked at.
        state["foreign"] = foreign
        state["request_id"] = request_id
        extra = [(b"x-request-id", request_id.encode()), *self._headers_for(path)]
        if public:
            extra += [
                (b"access-control-allow-origin", b"*"),
                (b"access-control-expose-headers", b"Retry-After"),
                (b"vary", b"Origin, Sec-Fetch-Site, Cookie"),
            ]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered.status, answered.at = message["status"], time.perf_counter()
                present = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in present)]
            await send(message)

        async def refuse(problem: Problem) -> None:
            await problem_answer(problem)(scope, receive, send_with_headers)

        try:
            if preflight:
                await Response(status_code=204, headers=_PREFLIGHT)(scope, receive, send_with_headers)
            elif method not in SAFE and foreign and not public and path.startswith("/api/"):
                await refuse(CrossOrigin())
            elif self._hosts and path not in _FOR_MACHINES and not self._is_ours(headers):
                await refuse(UnknownHost())
            elif not headers.get(b"content-length", b"0").isdigit():
                await refuse(schemas.Unparsable("The Content-Length header is not a number."))
            elif int(headers.get(b"content-length", b"0")) > (most := _most(path)):
                await refuse(BodyTooLarge(most))
            elif self._gate is not None and (closed := await self._gate(scope)) is not None:
                await closed(scope, receive, send_with_headers)
            else:
                bounded = method in SAFE or b"content-length" in headers
                answer = self._direct.get((method, path), self._app)
                await answer(scope, receive if bounded else _limited(receive, most), send_with_headers)
        except BodyTooLarge as problem:
            await refuse(problem)
        except ClientDisconnect:
            # Nobody is there to be answered.
            answered.status = _GONE
        except Exception as problem:
            if answered.at:
                raise
            await fault(problem)(scope, receive, send_with_headers)

    def _note(self, method: str, route: str, path: str, answered: "_Answered") -> None:
        """Count a request, and log it."""
        ended = time.perf_counter()
        seconds, spent = ended - answered.began, answered.spent
        REQUESTS.labels(method if method in _METHODS else "other", route, answered.status).inc()
        SECONDS.labels(route).observe(seconds)
        for role, used in spent.by_role.items():
            DATABASE_SECONDS.labels(route, role).observe(used)
        said = {"id": answered.id, "method": method, "route": route, "status": answered.status}
        if path.startswith("/api/") or answered.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            log.info("request", **said, ms=round(seconds * 1e3, 1))
        # Until the answer begins: a stream of live updates goes on for hours, and a download as long as its reader.
        waited = (answered.at or ended) - answered.began
        if 0 < self.slow_seconds <= waited:
            log.warning("slow_request", **said, ms=round(waited * 1e3, 1), **spent.in_words())


@dataclass(slots=True)
class _Answered:
    """A request on its way to its answer: when it came, when the answer began (0: not yet), and where time went."""

    began: float
    at: float = 0.0
    status: int = int(HTTPStatus.INTERNAL_SERVER_ERROR)
    id: str = ""
    spent: timing.Spent = field(default_factory=timing.Spent)


def _route_of(scope: Message) -> str:
    return getattr(scope.get("route"), "path", "unknown")


_FOR_MACHINES = frozenset({"/healthz", "/readyz", "/metrics"})
_GONE = 499
"""What the log says of a caller who left before the request was complete."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
}


def _without_body(send: Send) -> Send:
    """The answer to a GET as the answer to a HEAD: its headers alone."""

    async def bare(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return bare


def _limited(receive: Receive, most: int) -> Receive:
    """A body sent in pieces without its length: stop reading when it grows over the limit."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise BodyTooLarge(most)
        return message

    return limited
