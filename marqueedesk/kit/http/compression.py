"""Compression of long responses, without duplicate Vary entries."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Message, Receive, Scope, Send


class Compression(GZipMiddleware):
    """GZip middleware that does not add entries to `Vary` that the response already has."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def send_once(message: Message) -> None:
            if message["type"] == "http.response.start":
                vary = [value for name, value in message["headers"] if name == b"vary"]
                if vary:
                    parts = [part.strip() for value in vary for part in value.split(b",")]
                    rest = [header for header in message["headers"] if header[0] != b"vary"]
                    message["headers"] = [*rest, (b"vary", b", ".join(dict.fromkeys(parts)))]
            await send(message)

        await super().__call__(scope, receive, send_once)
