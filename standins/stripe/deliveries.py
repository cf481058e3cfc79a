"""Deliver signed events to the webhook endpoints, with retries; on request twice, late, out of order, or not at all."""

import contextlib
import json
import queue
import random
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import stripe

from standins.stripe.world import Object

PAUSES = (0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300)
GATHER_SECONDS = 0.4


@dataclass
class WebhookEndpoint:
    """A webhook endpoint. With ``connect`` it receives the events of connected accounts, otherwise the platform's."""

    url: str
    secret: str
    connect: bool = False


@dataclass
class Manners:
    """Simulated delivery faults. With ``hold``, events are kept in `held` until a test fetches them."""

    copies: int = 1
    shuffle: bool = False
    delay: float = 0.0
    drop: bool = False
    hold: bool = False
    held: list[Object] = field(default_factory=list)


def signed(event: Object, secret: str) -> tuple[str, str]:
    """Return an event's body and signature header."""
    body = json.dumps(event)
    return body, stripe.WebhookSignature.generate_signature_header(body, secret)


class Deliveries:
    """A thread that delivers events to every endpoint, by default in order."""

    def __init__(self) -> None:
        self.endpoints: list[WebhookEndpoint] = []
        self.manners = Manners()
        self._waiting: queue.Queue[tuple[float, int, Object, WebhookEndpoint] | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    def add(self, event: Object) -> None:
        """Queue an event."""
        if self.manners.drop:
            return
        if self.manners.hold:
            self.manners.held.append(event)
            return
        for endpoint in self.endpoints:
            if endpoint.connect == ("account" in event):
                for _ in range(self.manners.copies):
                    self._waiting.put((time.monotonic() + self.manners.delay, 0, event, endpoint))
        if self._thread is None and self.endpoints:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def release(self) -> list[Object]:
        """Return the held events and stop holding them; the caller delivers them."""
        held, self.manners.held = self.manners.held, []
        return held

    def _run(self) -> None:
        later: list[tuple[float, int, Object, WebhookEndpoint]] = []
        while True:
            with contextlib.suppress(queue.Empty):
                entry = self._waiting.get(timeout=0.1)
                if entry is None:
                    return
                later.append(entry)
                if self.manners.shuffle:
                    time.sleep(GATHER_SECONDS)
                while not self._waiting.empty():
                    another = self._waiting.get()
                    if another is None:
                        return
                    later.append(another)
            if self.manners.shuffle:
                random.shuffle(later)
            now = time.monotonic()
            due = [entry for entry in later if entry[0] <= now]
            later = [entry for entry in later if entry[0] > now]
            for _, attempt, event, endpoint in due:
                if not self._send(event, endpoint) and attempt < len(PAUSES):
                    later.append((time.monotonic() + PAUSES[attempt], attempt + 1, event, endpoint))

    def _send(self, event: Any, endpoint: WebhookEndpoint) -> bool:
        body, signature = signed(event, endpoint.secret)
        request = urllib.request.Request(  # noqa: S310 - the address is the one that this process was started with.
            endpoint.url,
            body.encode(),
            {"Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - as above.
                return 200 <= answer.status < 300
        except (OSError, urllib.error.URLError):
            return False
