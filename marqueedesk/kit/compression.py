"""Long answers are sent compressed, and say once what they vary by."""

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Message, Receive, Scope, Send


class Compression(GZipMiddleware):
    """Compresses as its base does, which adds to `Vary` also where an answer has said the same itself."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_once(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                said = [part.strip() for value in headers.getlist("vary") for part in value.split(",")]
                if said:
                    headers["vary"] = ", ".join(dict.fromkeys(said))
            await send(message)

        await super().__call__(scope, receive, send_once)
