"""An HTTP client for an application in this process: httpx on top, no socket below."""

import httpx
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI


class InProcess(httpx.BaseTransport):
    """Hands requests to the application on an event loop that runs in a thread of its own."""

    def __init__(self, app: FastAPI, portal: BlockingPortal, address: str = "127.0.0.1") -> None:
        self._portal = portal
        self._inner = httpx.ASGITransport(app, client=(address, 50_000))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._portal.call(self._handle, request)

    async def _handle(self, request: httpx.Request) -> httpx.Response:
        answer = await self._inner.handle_async_request(request)
        assert isinstance(answer.stream, httpx.AsyncByteStream)
        body = b"".join([part async for part in answer.stream])
        return httpx.Response(answer.status_code, headers=answer.headers, stream=httpx.ByteStream(body))
