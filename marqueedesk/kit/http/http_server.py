"""The server's side of a connection, with limits that hold without a proxy in front: how long a request's head and body
may take, and how long the head may be. uvicorn's own keep-alive time-out ends what is idle between requests.
"""

from asyncio import TimerHandle, Transport
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_WITHIN: Final = 15.0
"""Seconds for a request's line and headers, and for the first one after connecting."""
BODY_WITHIN: Final = 60.0
"""Seconds for a body, and one more for each `_BYTES_A_SECOND` that it announces."""
_BYTES_A_SECOND: Final = 64 * 1024
_LONGEST_BODY: Final = 240.0
MOST_HEAD: Final = 64 * 1024
"""Bytes of a request's line and headers."""
_TOO_LARGE: Final = b"The headers of this request are too large."


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's protocol, which closes a connection that takes too long or sends too much before its request."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._deadline: TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0
        self._requests = 0

    def connection_made(self, transport: Transport) -> None:
        """A caller has connected, and has to send a request soon."""
        super().connection_made(transport)
        self._close_after(HEAD_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._on_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More of a request has come."""
        if self._in_head and self._deadline is None:
            self._close_after(HEAD_WITHIN)
        requests = self._requests
        super().data_received(data)
        # Where a request ended in these bytes, they were its body, and at most the beginning of the next one's head.
        if self._in_head and requests == self._requests and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD:
                self.send_400_response("")

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header is complete."""
        super().on_header(name, value)
        self._head_bytes += len(name) + len(value)
        if self._head_bytes > MOST_HEAD:
            raise ValueError("headers too large")

    def on_headers_complete(self) -> None:
        """The head is complete; a body may follow."""
        self._on_time()
        self._in_head, self._head_bytes = False, 0
        length = next((value for name, value in self.headers if name == b"content-length"), b"0")
        seconds = int(length) / _BYTES_A_SECOND if length.isdigit() and len(length) < len("1000000000") else 0.0
        self._close_after(min(BODY_WITHIN + seconds, _LONGEST_BODY))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete: the next bytes are another one's."""
        self._on_time()
        self._in_head, self._head_bytes = True, 0
        self._requests += 1
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or has too much before it, and close the connection."""
        if self._head_bytes <= MOST_HEAD:
            super().send_400_response(msg)
            return
        head = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
        rest = b"content-length: %d\r\nconnection: close\r\n\r\n" % len(_TOO_LARGE)
        self.transport.write(head + rest + _TOO_LARGE)
        self.transport.close()

    def _close_after(self, seconds: float) -> None:
        self._deadline = self.loop.call_later(seconds, self._close)

    def _close(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.close()

    def _on_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
