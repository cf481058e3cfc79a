"""Limits for connections that don't come through a proxy: duration of a request's head and body, and size of the head.
uvicorn's keep-alive timeout closes idle connections between requests.
"""

from asyncio import TimerHandle, Transport
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_WITHIN: Final = 15.0
"""Seconds allowed for a request's line and headers, and for the first request after connecting."""
BODY_WITHIN: Final = 60.0
"""Seconds allowed for a body, plus one for each `_BYTES_A_SECOND` of its announced length."""
_BYTES_A_SECOND: Final = 64 * 1024
_LONGEST_BODY: Final = 240.0
MOST_HEAD: Final = 64 * 1024
"""Maximum number of bytes in a request's line and headers."""
_TOO_LARGE: Final = b"The headers of this request are too large."


class BoundedHttp(HttpToolsProtocol):
    """uvicorn protocol that closes connections whose requests are too slow or whose heads are too large."""

    head_within = HEAD_WITHIN
    body_within = BODY_WITHIN

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._deadline: TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0
        self._requests = 0

    def connection_made(self, transport: Transport) -> None:
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._close_after(self.head_within)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._on_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Check the limits of received data."""
        if self._in_head and self._deadline is None:
            self._close_after(self.head_within)
        requests = self._requests
        super().data_received(data)
        # If a request ended within these bytes, they contained its body and at most the start of the next head.
        if self._in_head and requests == self._requests and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD:
                self.send_400_response("")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Check the size of a complete header."""
        super().on_header(name, value)
        self._head_bytes += len(name) + len(value)
        if self._head_bytes > MOST_HEAD:
            raise ValueError("headers too large")

    def on_headers_complete(self) -> None:
        """Start the timer for the body once the head is complete."""
        self._on_time()
        self._in_head, self._head_bytes = False, 0
        length = next((value for name, value in self.headers if name == b"content-length"), b"0")
        seconds = int(length) / _BYTES_A_SECOND if length.isdigit() and len(length) < len("1000000000") else 0.0
        self._close_after(min(self.body_within + seconds, _LONGEST_BODY))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Reset the limits after a complete request."""
        self._on_time()
        self._in_head, self._head_bytes = True, 0
        self._requests += 1
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Reject an invalid request or oversized head and close the connection."""
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
