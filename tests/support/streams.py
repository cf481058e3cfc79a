"""A page that listens to an application's server-sent events in this process."""

import queue
import time
from collections.abc import Iterable
from typing import Any

from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from tests.support.api import Api

TIMEOUT = 60.0


class Listener:
    """One stream. `next` waits for an event; `leave` closes the page."""

    def __init__(
        self, app: FastAPI, portal: BlockingPortal, who: Api, *, query: str = "", headers: Iterable[Any] = ()
    ) -> None:
        self._messages: queue.Queue[Any] = queue.Queue()
        self._text = ""
        self.ended = False
        cookie = "; ".join(f"{name}={value}" for name, value in who.http.cookies.items())
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "path": "/api/events",
            "raw_path": b"/api/events",
            "root_path": "",
            "scheme": "http",
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost"), (b"cookie", cookie.encode()), *headers],
            "client": ("127.0.0.1", 50_000),
            "server": ("localhost", 80),
        }
        self._future = portal.start_task_soon(self._run, app, scope)
        self._portal = portal
        start = self._messages.get(timeout=TIMEOUT)
        self.status: int = start["status"]
        self.headers: dict[str, str] = {name.decode(): value.decode() for name, value in start["headers"]}

    async def _run(self, app: FastAPI, scope: dict[str, Any]) -> None:
        import anyio  # noqa: PLC0415 - an asyncio event belongs to the loop that runs this.

        self._gone = anyio.Event()
        asked = False

        async def receive() -> Any:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await self._gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self._messages.put(message)

        await app(scope, receive, send)

    def next(self, timeout: float = TIMEOUT) -> str | None:
        """The next raw event or comment; None at the stream's end. Raises queue.Empty on timeout."""
        deadline = time.monotonic() + timeout
        while "\n\n" not in self._text:
            if self.ended:
                return None
            message = self._messages.get(timeout=max(0.0, deadline - time.monotonic()))
            self._text += message.get("body", b"").decode()
            self.ended = not message.get("more_body", False)
        event, _, self._text = self._text.partition("\n\n")
        return event

    def changed(self, timeout: float = TIMEOUT) -> tuple[int, list[str]]:
        """Id and topics of the next change event."""
        while True:
            event = self.next(timeout)
            assert event is not None, "the stream ended"
            fields = dict(line.split(": ", 1) for line in event.splitlines())
            if fields.get("event") == "changed":
                return int(fields["id"]), [topic for topic in fields["data"].strip('[]"').split('","') if topic]

    def hears(self, topic: str, timeout: float = TIMEOUT) -> None:
        """Wait for a change event with this topic."""
        while topic not in self.changed(timeout)[1]:
            pass

    def ends(self, timeout: float = TIMEOUT) -> None:
        """Wait for the stream's end."""
        while self.next(timeout) is not None:
            pass

    def leave(self) -> None:
        """Close the page."""
        self._portal.call(self._leave)
        self._future.result(TIMEOUT)

    async def _leave(self) -> None:
        self._gone.set()


def seconds_until_heard(page: Api, writer: Api, *, after: float = 4) -> float:
    """Seconds until a page that has been open for a while gets the change event of another client's write."""
    with page.http.stream("GET", "/api/events") as stream:
        lines = stream.iter_lines()
        # Skip the initial event, which covers earlier changes.
        next(line for line in lines if line.startswith("data:"))
        time.sleep(after)
        began = time.monotonic()
        writer.add_venue()
        next(line for line in lines if "venues" in line)
        return time.monotonic() - began
