"""Middleware for every request.

It handles the request ID, body limit, security headers, cross-site checks, CORS for public calls, logging and metrics.
It is a single ASGI callable because it is on the hot path: a stack of separate middlewares cost more than computing a
price and checking stock.
"""

import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from typing import Any, Final, Protocol

from prometheus_client import Counter, Histogram
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from marqueedesk.kit.errors import Forbidden, NotFound, Problem, TooLarge
from marqueedesk.kit.http import schemas
from marqueedesk.kit.http.http import HANDED_ON, Message, Receive, Send, fault, is_json, problem_answer
from marqueedesk.kit.money import open_request_currency
from marqueedesk.kit.watch import timing, tracing
from marqueedesk.kit.watch.metrics import DATABASE_SECONDS, REQUESTS, SECONDS, log

MAX_BODY = 256 * 1024
_LARGER_BODIES = {
    "/api/stripe/webhook": 1024 * 1024,
    "/api/imports/bookings": 5 * 1024 * 1024,
    "/api/imports/customers": 5 * 1024 * 1024,
    "/api/certificates": 7 * 1024 * 1024,
}
"""Higher body limits in bytes by path: the payment provider sends whole objects, CSV files have up to 2 MB of text,
which JSON escapes, and certificates up to 5 MB, which Base64 lengthens by a third.
"""
_PICTURES = re.compile(
    "/api/(?:(?:items|packages)/[0-9]{1,19}/picture|photos|public/reviews/[a-z2-7]{39}"
    "|public/contracts/[a-z2-7]{39}/sign|public/verify)"
)
MOST_OF_A_PICTURE = 12_100_000
"""Maximum number of bytes in an upload of a picture or a file to verify. The code that reads a picture sets its own
limit.
"""
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class CrossOrigin(Forbidden):
    """An unsafe cross-site call."""

    code = "cross_origin"
    message = "This call came from another site and was rejected."


class BodyTooLarge(TooLarge):
    """The body exceeds the limit."""

    def __init__(self, most: int = MAX_BODY) -> None:
        """Create the error with the path's limit in bytes."""
        limit_text = f"{most // 1_000_000} MB" if most >= MOST_OF_A_PICTURE else f"{most // 1024} KiB"
        super().__init__(f"The request is too large: at most {limit_text}.")


class UnknownHost(NotFound):
    """The Host header does not match this installation."""

    status = 421
    code = "unknown_host"
    message = "This site was not found."


class OneHost(schemas.Unparsable):
    """The request has no Host header, more than one, or an invalid one (RFC 9112, section 3.2)."""

    code = "bad_host"
    message = "A request needs exactly one valid Host header."


_HOST: Final = re.compile(rb"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?")


def _has_one_host(scope: Message) -> bool:
    """Return true if a request has exactly one host. HTTP/1.0 probes may have none."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if not hosts and scope.get("http_version") == "1.0" and scope["path"] in _FOR_MACHINES:
        return True
    return len(hosts) == 1 and _HOST.fullmatch(hosts[0]) is not None


def _most(path: str) -> int:
    """Return a path's body limit in bytes."""
    if _PICTURES.fullmatch(path):
        return MOST_OF_A_PICTURE
    return _LARGER_BODIES.get(path, MAX_BODY)


def is_foreign(method: str, headers: dict[bytes, bytes]) -> bool:
    """Return true if a request is cross-site according to its headers: Sec-Fetch-Site first, then Origin compared with
    Host.

    If neither header is present, the request did not come from a browser, so there is no cookie to abuse.
    """
    if headers.get(b"sec-fetch-dest") == b"document" and headers.get(b"sec-fetch-mode") == b"navigate":
        # The user followed a link to one of our pages.
        return method not in SAFE and headers.get(b"sec-fetch-site") not in {b"same-origin", b"none"}
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in {b"same-origin", b"none"}
    origin = headers.get(b"origin")
    if origin is None:
        return False
    return origin.partition(b"://")[2] != headers.get(b"host", b"")


class PublicCalls:
    """Methods and paths that any site may call. A path may have parameters: ``/api/public/bookings/{token}``."""

    def __init__(self, calls: Iterable[tuple[str, str]]) -> None:
        calls = frozenset(calls)
        self._exact = frozenset(call for call in calls if "{" not in call[1])
        self._paths = frozenset(path for _, path in self._exact)
        self._patterns = [
            (method, re.compile(re.sub(r"\{\w+\}", "[^/]+", path))) for method, path in calls if "{" in path
        ]

    def allows(self, method: str, path: str) -> bool:
        """Return true if any site may make this call."""
        return (method, path) in self._exact or any(
            method == one and pattern.fullmatch(path) for one, pattern in self._patterns
        )

    def has(self, path: str) -> bool:
        """Return true if any site may call a method of this path."""
        return path in self._paths or any(pattern.fullmatch(path) for _, pattern in self._patterns)


class BusinessWatch(Protocol):
    """Counts and limits requests by business."""

    def enter(self, operator_id: int) -> None:
        """Count a request against its business's limit. Raises TooMany."""

    def count(self, operator_id: int, status: int, seconds: float, route: str) -> None:
        """Count a response for a business. ``seconds`` is the time until it started."""


class RequestMiddleware:
    """The middleware for every request. ``public_calls`` are the methods and paths that any site may call, without
    credentials; ``direct`` are applications that handle some requests without the framework (see kit.http.direct).
    ``gate`` may respond before any of them. ``hosts`` are the allowed host names, if restricted. Requests whose
    response takes ``slow_seconds`` to start are logged with their statements; 0 logs none. ``businesses`` counts and
    limits API requests by business.
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
        businesses: BusinessWatch | None = None,
    ) -> None:
        self._app = app
        self._businesses = businesses
        self.slow_seconds = slow_seconds
        self._direct = direct
        self._gate = gate
        self._hosts = hosts
        self._public = PublicCalls(public_calls)
        self._headers_for = headers_for

    def _is_ours(self, headers: dict[bytes, bytes]) -> bool:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        return name in self._hosts

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle an HTTP request; pass anything else through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        progress = _Answered(began=time.perf_counter())
        headers: dict[bytes, bytes] = dict(scope["headers"])
        token = timing.current.set(progress.spent)
        open_request_currency()
        method: str = scope["method"]
        progress.spent.may_change = method not in SAFE
        if self._businesses is not None and scope["path"].startswith("/api/"):
            progress.spent.on_business = self._businesses.enter
        if method == "HEAD":
            # Every GET route also handles HEAD.
            scope = {**scope, "method": "GET"}
            send = _without_body(send)
        metric_method = method if method in _METHODS else "other"
        traced = tracing.span(metric_method, "server", parent=headers.get(b"traceparent", b"").decode("latin-1"))
        try:
            with traced as span:
                try:
                    await self._answer(scope, headers, receive, send, progress)
                finally:
                    if span is not None:
                        span.update_name(f"{metric_method} {_route_of(scope)}")
                        span.set_attribute("http.response.status_code", progress.status)
        finally:
            timing.current.reset(token)
            self._note(method, _route_of(scope), scope["path"], progress)

    async def _answer(
        self, scope: Message, headers: dict[bytes, bytes], receive: Receive, send: Send, progress: "_Answered"
    ) -> None:
        path: str = scope["path"]
        method: str = scope["method"]
        client_id = headers.get(b"x-request-id", b"").decode("latin-1")
        request_id = progress.id = client_id if _REQUEST_ID.fullmatch(client_id) else secrets.token_hex(8)
        preflight = method == "OPTIONS" and self._public.has(path)
        public = preflight or self._public.allows(method, path)
        foreign = is_foreign(method, headers)
        state: dict[str, Any] = scope.setdefault("state", {})
        # Cross-site requests are treated as coming from visitors, so their cookies are ignored.
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
                progress.status, progress.at = message["status"], time.perf_counter()
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
                if method not in SAFE:
                    receive = _checked(receive, most, headers)
                application = self._direct.get((method, path), self._app)
                await application(scope, receive, send_with_headers)
                if (rest := state.pop(HANDED_ON, None)) is not None:
                    await rest(scope, receive, send_with_headers)
        except (BodyTooLarge, schemas.Unparsable) as problem:
            await refuse(problem)
        except ClientDisconnect:
            # The client has disconnected.
            progress.status = _GONE
        except Exception as problem:
            if progress.at:
                raise
            await fault(problem)(scope, receive, send_with_headers)

    def _note(self, method: str, route: str, path: str, progress: "_Answered") -> None:
        """Count and log a request."""
        ended = time.perf_counter()
        seconds, spent = ended - progress.began, progress.spent
        _counted(method if method in _METHODS else "other", route, progress.status).inc()
        _timed(route).observe(seconds)
        for role, used in spent.by_role.items():
            _database_timed(route, role).observe(used)
        entry: dict[str, object] = {
            "id": progress.id,
            "method": method,
            "route": route,
            "status": progress.status,
        }
        if spent.operator_id is not None:
            entry["operator_id"] = spent.operator_id
        if path.startswith("/api/") or progress.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            log.info("request", **entry, ms=round(seconds * 1e3, 1))
        # Measure until the response starts: live-update streams last for hours, and downloads take as long as their
        # clients need.
        waited = (progress.at or ended) - progress.began
        if self._businesses is not None and spent.operator_id is not None:
            self._businesses.count(spent.operator_id, progress.status, waited, route)
        if 0 < self.slow_seconds <= waited:
            log.warning("slow_request", **entry, ms=round(waited * 1e3, 1), **spent.in_words())


@dataclass(slots=True)
class _Answered:
    """Progress of a request: when it started, when the response started (0: not yet), and time spent."""

    began: float
    at: float = 0.0
    status: int = int(HTTPStatus.INTERNAL_SERVER_ERROR)
    id: str = ""
    spent: timing.Spent = field(default_factory=timing.Spent)


# Cached, because the library formats labels and looks them up under a lock each time.
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
"""Status logged for a client that disconnected before the request was complete."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
}


def _without_body(send: Send) -> Send:
    """Turn a GET response into a HEAD response: headers only."""

    async def bare(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return bare


def _checked(receive: Receive, most: int, headers: dict[bytes, bytes]) -> Receive:
    """Stop reading a chunked body above the limit, and a JSON body that is not UTF-8.

    The framework's parser would also accept UTF-16 and UTF-32, which RFC 8259 rules out. Both contain NUL bytes; JSON
    in UTF-8 never does.
    """
    received = 0
    json = is_json(headers.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower())

    async def checked() -> Message:
        nonlocal received
        message = await receive()
        body: bytes = message.get("body", b"")
        received += len(body)
        if received > most:
            raise BodyTooLarge(most)
        if json and b"\0" in body:
            raise schemas.Unparsable
        return message

    return checked
