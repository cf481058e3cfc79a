"""Long answers are sent compressed, and say once what they vary by."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Message, Receive, Scope, Send


class Compression(GZipMiddleware):
    """Compresses as its base does, which adds to `Vary` also where an answer has said the same itself."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_once(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = [value for name, value in message["headers"] if name == b"vary"]
                if said:
                    parts = [part.strip() for value in said for part in value.split(b",")]
                    rest = [header for header in message["headers"] if header[0] != b"vary"]
                    message["headers"] = [*rest, (b"vary", b", ".join(dict.fromkeys(parts)))]
            await send(message)

        await super().__call__(scope, receive, send_once)
