"""The one middleware around the application, for what holds for every request.

That is its id, the limit of its body, security headers, where an unsafe call comes from, cross-origin answers of public
calls, a log line and metrics. It is a plain ASGI callable because it lies on the hot path: a stack of wrappers cost
more than a price and a stock check together.
"""

import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from typing import Any, Final

from prometheus_client import Counter, Histogram
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from marqueedesk.kit.errors import Forbidden, NotFound, Problem, TooLarge
from marqueedesk.kit.http import schemas, slices
from marqueedesk.kit.http.http import HANDED_ON, Message, Receive, Send, fault, problem_answer
from marqueedesk.kit.watch import timing, tracing
from marqueedesk.kit.watch.observe import DATABASE_SECONDS, REQUESTS, SECONDS, log

MAX_BODY = 256 * 1024
_LARGER_BODIES = {"/api/stripe/webhook": 1024 * 1024}
"""Bytes that some addresses take: the payment provider sends whole objects, whatever their size."""
_PICTURES = re.compile("/api/(?:(?:items|packages)/[0-9]{1,19}/picture|photos)")
MOST_OF_A_PICTURE = 12_100_000
"""The most bytes of a picture's upload; the code that reads a picture sets its own limit."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


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


class OneHost(schemas.Unparsable):
    """A request that names no host, several, or something that is no host (RFC 9112, section 3.2)."""

    code = "bad_host"
    sentence = "A request needs exactly one valid Host header."


_HOST: Final = re.compile(rb"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?")


def _has_one_host(scope: Message) -> bool:
    """Whether a request names its host, once. Probes that speak HTTP/1.0 name none."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if not hosts and scope.get("http_version") == "1.0" and scope["path"] in _FOR_MACHINES:
        return True
    return len(hosts) == 1 and _HOST.fullmatch(hosts[0]) is not None


def _most(path: str) -> int:
    """How many bytes an address takes."""
    if _PICTURES.fullmatch(path):
        return MOST_OF_A_PICTURE
    return _LARGER_BODIES.get(path, MAX_BODY)


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


class RequestMiddleware:
    """The middleware. ``public_calls`` are the methods and paths that any site may call, without credentials;
    ``direct`` are the applications that answer some of them past the framework (see kit.http.direct). ``gate`` may
    answer a
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
        slices.called()
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
            if not _has_one_host(scope):
                await refuse(OneHost())
            elif self._hosts and path not in _FOR_MACHINES and not self._is_ours(headers):
                await refuse(UnknownHost())
            elif preflight:
                await Response(status_code=204, headers=_PREFLIGHT)(scope, receive, send_with_headers)
            elif method not in SAFE and foreign and not public and path.startswith("/api/"):
                await refuse(CrossOrigin())
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
                if (rest := state.pop(HANDED_ON, None)) is not None:
                    await rest(scope, receive, send_with_headers)
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
        _counted(method if method in _METHODS else "other", route, answered.status).inc()
        _timed(route).observe(seconds)
        for role, used in spent.by_role.items():
            _database_timed(route, role).observe(used)
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


# The library makes text of the labels each time, and looks them up under a lock.
@cache
def _counted(method: str, route: str, status: int) -> Counter:
    return REQUESTS.labels(method, route, status)


@cache
def _timed(route: str) -> Histogram:
    return SECONDS.labels(route)


@cache
def _database_timed(route: str, role: timing.Role) -> Histogram:
    return DATABASE_SECONDS.labels(route, role)


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
