"""The middleware: cross-site requests, body limits, response headers, probes and logs."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
import structlog
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI, Request
from sqlalchemy import event, update

from marqueedesk import __version__
from marqueedesk.accounts import access
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.http.http import client_address
from marqueedesk.kit.http.request_middleware import MAX_BODY
from marqueedesk.kit.watch import build, memory
from marqueedesk.migrations import revision
from marqueedesk.web.serving import BehindProxy
from tests.support import asgi
from tests.support.api import PASSWORD, Api, booking_body

pytestmark = pytest.mark.either_database

PUBLIC = [
    *("/api/venues", "/api/booking-form", "/api/availability/calendar", "/api/estimate", "/api/bookings"),
    *("/api/payment-setup", "/api/public/bookings/token", "/api/public/bookings/token/pay/look"),
]

# Headers sent by a browser, and whether they make the request cross-site.
ORIGINS: list[tuple[dict[str, str], bool]] = [
    ({}, False),
    ({"Sec-Fetch-Site": "same-origin"}, False),
    ({"Sec-Fetch-Site": "none"}, False),
    ({"Sec-Fetch-Site": "same-site"}, True),
    ({"Sec-Fetch-Site": "cross-site"}, True),
    ({"Sec-Fetch-Site": ""}, True),
    ({"Sec-Fetch-Site": "Same-Origin"}, True),
    ({"Origin": "http://localhost"}, False),
    ({"Origin": "https://localhost"}, False),
    ({"Origin": "http://localhost:8000"}, True),
    ({"Origin": "http://evil.example"}, True),
    ({"Origin": "http://localhost.evil.example"}, True),
    ({"Origin": "http://evil.example/localhost"}, True),
    ({"Origin": "null"}, True),
    ({"Origin": ""}, True),
    # Sec-Fetch-Site takes precedence over Origin.
    ({"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, False),
    ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, True),
    # A form on another site, submitted as a navigation.
    ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, True),
    ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, False),
]
origins = pytest.mark.parametrize("said, foreign", ORIGINS, ids=str)


@origins
def test_unsafe_cross_site_request_is_rejected(said: dict[str, str], foreign: bool, operator: Api):
    calls: list[tuple[str, str, Any, int]] = [
        ("PATCH", f"/api/user/{operator.id}", {"username": "new"}, 200),
        ("POST", "/api/venues", {"name": "H", "address": "1", "city": "A", "state": "NY", "zipCode": "1"}, 201),
        ("PATCH", "/api/booking-rules", {"holdDays": 3}, 200),
        ("POST", "/api/login", {"email": operator.user["email"], "password": "wrong one"}, 401),
        ("DELETE", "/api/venues/999999", None, 404),
        ("PUT", "/api/user", {}, 405),
        ("POST", "/api/no-such-call", {}, 405),
        ("POST", "/api/logout", None, 204),
    ]
    for method, path, body, status in calls:
        answer = operator.http.request(method, path, json=body, headers=said)
        if foreign:
            assert (answer.status_code, answer.json()["code"]) == (403, "cross_origin"), path
            assert "access-control-allow-origin" not in answer.headers
        else:
            assert answer.status_code in {status, 404}, (path, answer.text)
    still = operator.get("/api/user")
    assert still.status_code == (200 if foreign else 401)


@origins
def test_cross_site_request_to_a_public_route_ignores_the_session(
    said: dict[str, str], foreign: bool, operator: Api, other_operator: Api
):
    # Without a userId the business is taken from the session, which is ignored in a cross-site request.
    assert operator.post("/api/bookings", json=booking_body(), headers=said).status_code == (422 if foreign else 201)
    assert operator.post("/api/estimate", json=booking_body(), headers=said).status_code == (422 if foreign else 200)
    placed = operator.post("/api/bookings", json=booking_body(userId=operator.id, operatorNotes="own"), headers=said)
    assert placed.status_code == 201
    assert ("operatorNotes" in placed.json()) is not foreign
    assert placed.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in placed.headers
    assert "Cookie" in placed.headers["vary"]


@pytest.mark.parametrize("said", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}], ids=str)
def test_cross_site_request_cannot_read_with_the_session_cookie(said: dict[str, str], operator: Api):
    for path in ("/api/user", "/api/bookings", "/api/inventory", "/api/booking-rules", "/api/price-list"):
        answer = operator.get(path, headers=said)
        assert answer.status_code == 401
        assert "access-control-allow-origin" not in answer.headers
    assert operator.get("/api/venues", headers=said).status_code == 401


def test_link_from_another_site_keeps_the_user_signed_in(operator: Api):
    said = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}

    answer = operator.get("/booking", headers=said)

    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], "the quote builder"


@pytest.mark.parametrize("path", ["/api/user", "/api/bookings?limit=2", "/healthz", "/embed.js"])
def test_head_returns_the_same_headers_as_get(operator: Api, path: str):
    read, asked = operator.get(path), operator.http.head(path)

    assert (asked.status_code, asked.content) == (200, b"")
    for name in ("content-type", "content-length"):
        assert asked.headers[name] == read.headers[name]


def test_head_returns_the_same_error_status_as_get(operator: Api):
    for path, status in (("/api/login", 405), ("/api/nothing", 404)):
        assert operator.http.head(path).status_code == operator.get(path).status_code == status


def test_preflight_is_allowed_only_on_public_routes(visitor: Api):
    asked = {"Origin": "http://anywhere.example", "Access-Control-Request-Method": "POST"}
    for path in PUBLIC:
        answer = visitor.http.options(path, headers=asked)
        assert answer.status_code == 204
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "POST" in answer.headers["access-control-allow-methods"]
        assert {"content-type", "idempotency-key"} <= set(
            answer.headers["access-control-allow-headers"].lower().split(", ")
        )
        assert "access-control-allow-credentials" not in answer.headers
    for path in (
        "/api/user",
        "/api/login",
        "/api/venues/1",
        "/api/bookings/1",
        "/api/bookings/1/status",
        "/api/public/bookings/a/b",
    ):
        answer = visitor.http.options(path, headers=asked)
        assert answer.status_code in {404, 405}
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("path", ["/api/register", "/api/login", "/api/bookings", "/api/estimate"])
def test_request_body_over_the_limit_is_rejected(path: str, app: FastAPI, portal: BlockingPortal):
    kind = (b"content-type", b"application/json")

    def status(size: int, *, announced: bool) -> int:
        piece = b" " * 8192
        headers = [kind, (b"content-length", str(size).encode())] if announced else [kind]
        messages = asgi.send(app, portal, "POST", path, headers=headers, pieces=[piece] * (size // len(piece)))
        assert (b"x-content-type-options", b"nosniff") in messages[0]["headers"]
        assert set(json.loads(messages[1]["body"])) == {"message", "code"}
        return messages[0]["status"]

    for announced in (True, False):
        assert status(MAX_BODY, announced=announced) == 400
        assert status(MAX_BODY + 8192, announced=announced) == 413
        assert status(20 * MAX_BODY, announced=announced) == 413


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "", "0x10", "٣".encode().decode("latin-1")])
def test_invalid_content_length_is_rejected(length: str, app: FastAPI, portal: BlockingPortal):
    headers = [(b"content-type", b"application/json"), (b"content-length", length.encode("latin-1"))]

    messages = asgi.send(app, portal, "POST", "/api/login", headers=headers, pieces=[b"{}"])

    assert messages[0]["status"] == 400
    assert json.loads(messages[1]["body"])["code"] == "unparsable"


def test_every_response_has_security_headers(visitor: Api, operator: Api):
    paths = ["/", "/auth", "/no/such/page", "/booking", "/embed", "/booking-widget", "/healthz", "/readyz", "/metrics"]
    paths += [
        "/api/user",
        "/api/no-such-call",
        "/api/venues",
        "/api/openapi.json",
        "/no-such-file.js",
        "/%00",
        "/..%2f",
    ]
    for path in paths:
        for caller in (visitor, operator):
            answer = caller.get(path)
            assert answer.headers["x-content-type-options"] == "nosniff", path
            assert answer.headers["referrer-policy"] == "strict-origin-when-cross-origin"
            assert answer.headers["permissions-policy"]
            assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
            policy = answer.headers["content-security-policy"]
            assert (
                "script-src" not in policy or "'unsafe-inline'" not in policy.partition("script-src")[2].split(";")[0]
            )
            assert "default-src" in policy
            assert "strict-transport-security" not in answer.headers, "this application does not use HTTPS"
            if path.startswith("/api/"):
                assert answer.headers["cache-control"] == "no-store"


def test_https_sets_a_secure_cookie_and_hsts(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    app = app_with(public_url="https://desk.example", secret_key="0123456789abcdef" * 2)
    caller = caller_of(app, base_url="https://desk.example")

    answer = caller.post("/api/register", json={"email": "a@e.example", "password": PASSWORD, "companyName": "A"})

    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-marqueedesk_session=")
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert answer.headers["strict-transport-security"]
    assert caller.get("/").headers["strict-transport-security"]


@pytest.mark.parametrize(
    "given, kept",
    [("abcdefgh", True), ("req.1234_5-6", True), ("short", False), ("a b c d e f", False), ("x" * 65, False)],
)
def test_only_well_formed_request_ids_are_kept(given: str, kept: bool, visitor: Api):
    found = visitor.get("/healthz", headers={"X-Request-Id": given}).headers["x-request-id"]

    assert (found == given) is kept
    assert re.fullmatch("[A-Za-z0-9._-]{8,64}", found)


def test_health_readiness_and_metrics_endpoints_respond(visitor: Api):
    health = visitor.get("/healthz").json()
    assert health == {"status": "ok", **asdict(build.current())}
    assert health["version"] == __version__
    ready = visitor.get("/readyz").json()
    assert ready["status"] == "ok"
    assert ready["migration"]
    visitor.get("/api/user")
    page = visitor.get("/metrics")
    assert page.headers["content-type"].startswith("text/plain")
    assert 'marqueedesk_requests_total{method="GET",route="/api/user",status="401"}' in page.text
    assert "marqueedesk_request_seconds_bucket" in page.text


def test_readiness_fails_when_the_database_is_not_writable(database: Database, app: FastAPI, visitor: Api):
    refuse = (
        ["CREATE TRIGGER full BEFORE INSERT ON counters BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"]
        if database.is_sqlite
        else [
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'disk full'; END$$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON counters EXECUTE FUNCTION full_disk()",
        ]
    )
    end = "DROP TRIGGER full" if database.is_sqlite else "DROP FUNCTION full_disk CASCADE"
    app.state.writable_until = 0
    with database.write_connection() as connection:
        for statement in refuse:
            connection.exec_driver_sql(statement)
    try:
        answer = visitor.get("/readyz")
    finally:
        with database.write_connection() as connection:
            connection.exec_driver_sql(end)

    assert (answer.status_code, answer.json()["code"]) == (503, "not_writable")
    assert "full" not in answer.text
    assert visitor.get("/readyz").status_code == 200


def test_readiness_fails_when_the_disk_is_nearly_full(app: FastAPI, visitor: Api):
    app.state.settings.make_data_dir()
    app.state.free_bytes = lambda _folder: 100 * 1024**2
    answer = visitor.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "disk_nearly_full")

    app.state.free_bytes = lambda _folder: 200 * 1024**2
    assert visitor.get("/readyz").status_code == 200


def test_metrics_have_the_free_disk_and_on_postgresql_the_connections(app: FastAPI, database: Database, visitor: Api):
    app.state.settings.make_data_dir()
    app.state.free_ratio = lambda _folder: 0.02

    page = visitor.get("/metrics").text

    assert "marqueedesk_disk_free_ratio 0.02" in page
    used = re.search(r"^marqueedesk_database_connections (\d+)$", page, re.MULTILINE)
    most = re.search(r"^marqueedesk_database_connections_most (\d+)$", page, re.MULTILINE)
    assert (used is None, most is None) == (database.is_sqlite, database.is_sqlite)
    if used and most:
        assert 0 < int(used[1]) < int(most[1])


def test_metrics_have_the_memory_of_the_process_and_its_limit(visitor: Api):
    page = visitor.get("/metrics").text
    used, limit = (
        float(re.findall(rf"^marqueedesk_{name} (\S+)$", page, re.MULTILINE)[0])
        for name in ("process_memory_bytes", "memory_limit_bytes")
    )
    assert 10 * 1024**2 < used < limit


def test_memory_limit_of_a_service_includes_those_of_the_groups_above(tmp_path: Path):
    service = tmp_path / "system.slice" / "marqueedesk.service"
    service.mkdir(parents=True)
    (service / "memory.max").write_text("max\n")
    (service.parent / "memory.max").write_text("1073741824\n")

    assert memory.limits("4:memory:/other\n0::/system.slice/marqueedesk.service\n", tmp_path) == [1073741824]
    assert memory.limits("0::/\n", tmp_path) == []


@pytest.mark.parametrize("found, status", [("0001", 503), (revision.known()[-2], 503), ("9999", 200)])
def test_readiness_fails_on_an_older_schema_but_not_a_newer_one(
    found: str, status: int, database: Database, visitor: Api
):
    def set_revision(name: str) -> None:
        with database.write_connection() as connection:
            connection.execute(update(revision.VERSION).values(version_num=name))

    set_revision(found)
    try:
        assert visitor.get("/readyz").status_code == status
    finally:
        set_revision(revision.newest())


def test_new_booking_notifies_the_other_servers(database: Database, operator: Api):
    announced: list[str] = []
    database.on_changes = lambda: announced.append("changes")
    try:
        operator.book()
        assert announced
        announced.clear()
        operator.get("/api/bookings")
        assert announced == []
    finally:
        database.on_changes = None


@pytest.mark.parametrize(
    "method, path, allowed",
    [
        ("GET", "/api/login", "POST"),
        ("GET", "/api/password/reset", "POST"),
        ("DELETE", "/api/bookings/counts", "GET"),
        ("PUT", "/api/bookings/7/status", "PATCH"),
        ("POST", "/dashboard", "GET"),
        ("PUT", "/api/bookings", "GET, POST"),
    ],
)
def test_wrong_method_returns_405_with_the_allowed_methods(method: str, path: str, allowed: str, visitor: Api):
    answer = visitor.http.request(method, path)

    assert answer.status_code == 405
    assert allowed in answer.headers["allow"]
    assert visitor.get("/api/nothing").status_code == 404


class TestMetricsAccess:
    """Requests from public addresses get metrics only with the token."""

    @pytest.mark.parametrize(
        "address, headers, allowed",
        [
            ("127.0.0.1", {}, True),
            ("10.1.2.3", {}, True),
            ("fd00::1", {}, True),
            ("::ffff:127.0.0.1", {}, True),
            ("8.8.8.8", {}, False),
            ("::ffff:8.8.8.8", {}, False),
            ("203.0.113.9", {}, False),
            ("2001:db8::1", {}, False),
            ("100.64.0.5", {}, False),
            ("8.8.8.8", {"Authorization": "Bearer wrong"}, False),
            ("8.8.8.8", {"Authorization": "Bearer let-me-look-inside"}, True),
            ("unknown", {}, False),
            # An untrusted proxy: its own address is private, but those of its clients may be public.
            ("172.17.0.1", {"X-Forwarded-For": "10.9.9.9"}, True),
            ("172.17.0.1", {"X-Forwarded-For": "8.8.8.8"}, False),
            ("172.17.0.1", {"X-Forwarded-For": "::ffff:8.8.8.8"}, False),
            ("172.17.0.1", {"X-Forwarded-For": "10.9.9.9, 8.8.8.8"}, False),
            ("172.17.0.1", {"X-Forwarded-For": "8.8.8.8, 10.9.9.9"}, False),
        ],
        ids=str,
    )
    def test_metrics_require_a_private_address_or_the_token(
        self, address: str, headers: dict[str, str], *, allowed: bool, app_with: Callable[..., FastAPI]
    ):
        app = app_with(metrics_token="let-me-look-inside")
        transport = httpx.ASGITransport(app, client=(address, 1))

        async def ask(path: str) -> httpx.Response:
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await client.get(path, headers=headers)

        assert anyio.run(ask, "/metrics").status_code == (200 if allowed else 403)
        assert ("jobs" in anyio.run(ask, "/readyz").json()) is allowed


@pytest.mark.parametrize(
    "said, address, scheme",
    [
        ([], "10.0.0.9", "http"),
        ([("x-forwarded-for", "203.0.113.7"), ("x-forwarded-proto", "https")], "203.0.113.7", "https"),
        ([("x-forwarded-for", "1.1.1.1, 203.0.113.7")], "203.0.113.7", "http"),
        ([("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "203.0.113.7")], "203.0.113.7", "http"),
        ([("x-forwarded-for", "1.1.1.1,"), ("x-forwarded-proto", "gopher")], "10.0.0.9", "http"),
    ],
    ids=str,
)
def test_only_the_proxys_own_forwarded_values_are_trusted(said: list[tuple[str, str]], address: str, scheme: str):
    scope: dict[str, Any] = {"type": "http", "client": ("10.0.0.9", 1), "scheme": "http"}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in said]
    seen: list[dict[str, Any]] = []

    async def remember(given: dict[str, Any], _receive: Any, _send: Any) -> None:
        seen.append(given)

    async def call() -> None:
        await BehindProxy(remember)(scope, None, None)

    anyio.run(call)

    assert (seen[0]["client"][0], seen[0]["scheme"]) == (address, scheme)


@pytest.mark.parametrize(
    "said, address",
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:40001", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("[2001:db8::7]:40001", "2001:db8::7"),
        ("2001:DB8:0::7", "2001:db8::7"),
        ("[2001:db8::7", "2001:db8::7"),
        ("a:b", "a:b"),
        ("unknown", "unknown"),
    ],
)
def test_client_address_is_normalized(said: str, address: str):
    assert client_address(Request({"type": "http", "client": (said, 1)})) == address


def test_long_responses_are_compressed_and_vary_by_encoding(visitor: Api):
    long = visitor.get("/api/openapi.json", headers={"Accept-Encoding": "gzip"})
    short = visitor.get("/healthz", headers={"Accept-Encoding": "gzip"})

    assert long.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in long.headers["vary"]
    assert "content-encoding" not in short.headers


def test_stripe_webhook_accepts_larger_bodies(visitor: Api):
    body = b" " * (MAX_BODY + 1)

    assert visitor.post("/api/login", content=body).status_code == 413
    assert visitor.post("/api/stripe/webhook", content=body).status_code != 413


def test_metrics_contain_no_user_input(visitor: Api):
    for path in ("/api/bookings/471147114711", "/some/private/page", "/api/unknown/thing", "/booking?userId=mk_secret"):
        visitor.get(path)
    visitor.http.request("BREW", "/api/user")
    text = visitor.get("/metrics").text
    assert "471147114711" not in text
    assert "private" not in text
    assert "mk_secret" not in text
    assert "BREW" not in text


def test_unknown_api_route_or_method_returns_a_json_error(visitor: Api):
    for path in ("/api/no-such-call", "/api", "/api/"):
        answer = visitor.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    answer = visitor.delete("/api/user")
    assert answer.status_code == 405
    assert set(answer.json()) == {"message", "code"}
    assert answer.headers["allow"]


def test_internal_error_response_reveals_no_details(
    app: FastAPI, visitor: Api, operator: Api, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: Any, **__: Any) -> Any:
        raise RuntimeError("secret detail of /srv/app and SELECT * FROM users")

    database: Database = app.state.database
    for path in ("/api/user", "/booking"):
        event.listen(database.engine, "before_cursor_execute", fail)
        with structlog.testing.capture_logs() as lines:
            answer = operator.get(path)
        event.remove(database.engine, "before_cursor_execute", fail)
        assert answer.status_code == 500
        assert answer.json() == {"message": "Something went wrong on our side. Please try again.", "code": "internal"}
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert [line["event"] for line in lines if line["log_level"] == "error"] == ["fault"]


SECRETS = ["correct horse", "ada@example.com", "Ada Lovelace", "newcomer@example.com", "Side door", "another horse"]


def test_log_lines_contain_no_secrets(
    app: FastAPI, new_caller: Callable[[], Api], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    with structlog.testing.capture_logs() as lines:
        caller = new_caller().register("newcomer@example.com")
        caller.login("newcomer@example.com")
        caller.post("/api/login", json={"email": "newcomer@example.com", "password": "wrong horse"})
        caller.book(notes="Side door")
        caller.try_to_book(userId=caller.key, customerPhone="+1 555 0100")
        caller.get("/api/bookings", params={"q": "ada@example.com"})
        caller.post(
            "/api/bookings", content=b'{"customerName": "Ada Lovelace"', headers={"Content-Type": "application/json"}
        )
        caller.post("/api/bookings", json={"customerName": "Ada Lovelace\x00"})
        caller.post(
            "/api/change-password",
            json={"currentPassword": PASSWORD, "newPassword": "another horse", "confirmPassword": "another horse"},
        )
        cookie = caller.http.cookies[access.COOKIE]
    text = json.dumps(lines, default=repr) + "".join(capfd.readouterr())

    assert [line["event"] for line in lines].count("request") >= 9
    for secret in [*SECRETS, "wrong horse", "+1 555", cookie, caller.key]:
        assert secret not in text
    for line in lines:
        assert set(line) <= {"event", "log_level", "id", "method", "route", "status", "ms", "operator_id"}


def test_sessions_are_shared_between_application_processes(
    app: FastAPI, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    """Applications keep no session state in memory: sign-in and sign-out take effect in both."""
    one, two = caller_of(app), caller_of(app_with())
    user = one.register().user
    two.http.cookies.set(access.COOKIE, one.http.cookies[access.COOKIE])
    assert two.get("/api/user").json() == user
    one.logout()
    assert two.get("/api/user").status_code == 401


def test_head_requests_work_on_pages(visitor: Api):
    for path in ("/", "/embed", "/booking", "/no/such/page"):
        answer = visitor.http.head(path)
        assert answer.status_code in {200, 404}
        assert answer.content == b""


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/widget/../app.py", "/%2e%2e/x", "//etc/passwd"]
)
def test_path_traversal_exposes_no_files(path: str, visitor: Api):
    answer = visitor.get(httpx.URL("http://localhost", raw_path=path.encode()))

    assert answer.status_code in {404, 200}
    assert "root:" not in answer.text
    assert "import" not in answer.text[:200]
