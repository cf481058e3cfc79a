"""Allowed hosts and validation of the Host header."""

from collections.abc import Callable

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from tests.support import asgi
from tests.support.api import Api


def test_only_allowed_hosts_are_served(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    caller = caller_of(app_with(allowed_hosts="letters.example.com, other.example"))

    asked = {
        (path, host): caller.get(path, headers={"Host": host}).status_code
        for path in ("/api/user", "/healthz")
        for host in ("Letters.example.com:8443", "localhost", "evil.example")
    }

    assert asked == {
        ("/api/user", "Letters.example.com:8443"): 401,
        ("/api/user", "localhost"): 401,
        ("/api/user", "evil.example"): 421,
        ("/healthz", "Letters.example.com:8443"): 200,
        ("/healthz", "localhost"): 200,
        ("/healthz", "evil.example"): 200,
    }


@pytest.mark.parametrize(
    "allowed, host, status",
    [
        ("", "desk.example", 401),
        ("", "DESK.example:443", 401),
        ("", "evil.example", 421),
        ("", "localhost", 421),
        ("", "127.0.0.1:8000", 421),
        ("", "desk.example.evil.example", 421),
        ("www.desk.example", "www.desk.example", 401),
        ("www.desk.example", "desk.example", 401),
        ("www.desk.example", "evil.example", 421),
    ],
)
def test_https_serves_only_the_public_host_and_allowed_hosts(
    allowed: str, host: str, status: int, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(public_url="https://desk.example", secret_key="0123456789abcdef" * 2, allowed_hosts=allowed)
    caller = caller_of(app)

    assert caller.get("/api/user", headers={"Host": host}).status_code == status
    assert caller.get("/auth", headers={"Host": host}).status_code == (200 if status == 401 else 421)
    for path in ("/healthz", "/readyz", "/metrics"):
        assert caller.get(path, headers={"Host": host}).status_code == 200, "for probes"


def test_http_serves_any_host(visitor: Api):
    assert visitor.get("/api/user", headers={"Host": "192.168.1.7:8000"}).status_code == 401


@pytest.mark.parametrize(
    "headers, status",
    [
        ([], 400),
        ([(b"host", b"localhost"), (b"host", b"localhost")], 400),
        ([(b"host", b"localhost"), (b"host", b"evil.example")], 400),
        ([(b"host", b"")], 400),
        ([(b"host", b"me@localhost")], 400),
        ([(b"host", b"localhost/path")], 400),
        ([(b"host", b"localhost, evil.example")], 400),
        ([(b"host", b"localhost:port")], 400),
        ([(b"host", b"localhost")], 200),
        ([(b"host", b"[::1]:8000")], 200),
    ],
)
@pytest.mark.parametrize("path", ["/healthz", "/api/site"])
def test_request_needs_exactly_one_valid_host(
    headers: list[tuple[bytes, bytes]], status: int, path: str, app: FastAPI, portal: BlockingPortal
):
    answered = asgi.send(app, portal, "GET", path, headers=headers, host=None)
    assert answered[0]["status"] == status


def test_http_1_0_health_check_needs_no_host_header(app: FastAPI, portal: BlockingPortal):
    def status(path: str) -> int:
        return asgi.send(app, portal, "GET", path, host=None, http_version="1.0")[0]["status"]

    assert [status(path) for path in ("/healthz", "/readyz", "/api/site")] == [200, 200, 400]
