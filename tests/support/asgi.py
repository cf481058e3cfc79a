"""Send one request as a server does: chunked body, headers as bytes, and access to every response message."""

from collections.abc import Callable, Iterable
from typing import Any

from anyio.from_thread import BlockingPortal
from fastapi import FastAPI


def send(
    app: FastAPI,
    portal: BlockingPortal,
    method: str,
    path: str,
    *,
    headers: Iterable[tuple[bytes, bytes]] = (),
    pieces: Iterable[bytes] = (b"",),
    host: bytes | None = b"localhost",
    http_version: str = "1.1",
    on_message: Callable[[Any], None] = lambda _message: None,
) -> list[Any]:
    """Response messages of the application. ``on_message`` is called for each when it is sent."""
    waiting = list(pieces)
    headers = [*headers, *([(b"host", host)] if host is not None else [])]
    answered: list[Any] = []

    async def receive() -> Any:
        if not waiting:
            return {"type": "http.disconnect"}
        piece = waiting.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(waiting)}

    async def answer(message: Any) -> None:
        on_message(message)
        answered.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": http_version,
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 50_000),
        "server": ("localhost", 80),
    }
    portal.call(app, scope, receive, answer)
    return answered
