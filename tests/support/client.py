"""An HTTP client for an application in this process: httpx without a socket."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI


class InProcess(httpx.BaseTransport):
    """Passes requests to the application on an event loop in its own thread.

    It implements ASGI itself, because httpx's transport tries to import missing libraries on every request.
    """

    def __init__(self, app: FastAPI, portal: BlockingPortal, address: str = "127.0.0.1") -> None:
        self._app = app
        self._portal = portal
        self._address = address

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._portal.call(self._answer, request)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "scheme": url.scheme,
            "path": url.path,
            "raw_path": url.raw_path.partition(b"?")[0],
            "query_string": url.query,
            "server": (url.host, url.port),
            "client": (self._address, 50_000),
            "root_path": "",
        }
        unread: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": request.read(), "more_body": False}]
        start: dict[str, Any] = {}
        body: list[bytes] = []
        complete = asyncio.Event()

        async def receive() -> MutableMapping[str, Any]:
            if unread:
                return unread.pop()
            await complete.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                assert not start
                start.update(message)
            elif message["type"] == "http.response.body":
                assert not complete.is_set()
                body.append(message.get("body", b""))
                if not message.get("more_body", False):
                    complete.set()

        await self._app(scope, receive, send)
        assert complete.is_set()
        return httpx.Response(start["status"], headers=start["headers"], stream=httpx.ByteStream(b"".join(body)))
