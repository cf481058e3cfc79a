"""Clients of a server without a proxy that are slow, silent, or send an oversized request head."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from marqueedesk.kit.http.http_server import MOST_HEAD, BoundedHttp

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bytes]]
GET = b"GET / HTTP/1.1\r\nhost: a\r\n"


async def _app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Read the body and respond with its length."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"6")]})
    await send({"type": "http.response.body", "body": b"%06d" % size})


def run_conversation(with_server: Talk, protocol: type[BoundedHttp] = BoundedHttp) -> bytes:
    """Run a conversation with a local server and return what the client receives."""

    async def run() -> bytes:
        config = uvicorn.Config(_app, http=protocol, log_level="critical")
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
            try:
                return await asyncio.wait_for(with_server(reader, writer), 30)
            finally:
                writer.close()

    return asyncio.run(run())


def send(*pieces: bytes) -> Talk:
    """Send pieces in order and read until the server closes the connection."""

    async def conversation(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        answer = asyncio.ensure_future(reader.read())
        for piece in pieces:
            if answer.done() or writer.is_closing():
                break
            with contextlib.suppress(ConnectionError):
                writer.write(piece)
            await asyncio.sleep(0)
        try:
            return await answer
        except ConnectionError:
            # If the server closes with unread input, its response may be lost.
            return b""

    return conversation


@pytest.mark.parametrize(
    "pieces",
    [
        [GET + b"x-long: " + b"a" * (MOST_HEAD + 1) + b"\r\n\r\n"],
        [GET, *(b"x-%d: %s\r\n" % (number, b"a" * 1000) for number in range(80)), b"\r\n"],
        [b"GET /" + b"a" * (2 * MOST_HEAD) + b" HTTP/1.1\r\n"],
    ],
    ids=["one header", "many headers", "an address"],
)
def test_oversized_request_head_is_refused(pieces: list[bytes]):
    answer = run_conversation(send(*pieces))

    assert answer == b"" or answer.startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("begun", [b"", GET, b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nx"])
def test_stalled_client_is_disconnected(begun: bytes):
    class Impatient(BoundedHttp):
        head_within = body_within = 0.2

    assert run_conversation(send(*([begun] if begun else [])), Impatient) == b""


def test_keep_alive_connection_serves_consecutive_requests():
    async def conversation(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        answers = b""
        for body in (b"", b"x" * 300_000, b"y"):
            writer.write(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
            await reader.readuntil(b"\r\n\r\n")
            answers += await reader.readexactly(6)
        return answers

    assert run_conversation(conversation) == b"000000300000000001"
