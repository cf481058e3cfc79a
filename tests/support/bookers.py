"""Clients that book continuously like the public form, and retry with the same key until they get a response."""

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Self
from uuid import uuid4

import httpx
import psycopg

from tests.support.api import booking_body
from tests.support.server import client_of, next_summer

CLIENTS = 8
DAYS = 40
# Each client pauses between bookings, so that the days of a round fill up gradually.
REST_SECONDS = 0.2


@dataclass
class Bookers:
    """Eight clients that book at the servers of ``urls``, which may change meanwhile. Use it as a context manager."""

    urls: list[str]
    operator_id: int
    acknowledged: set[int] = field(default_factory=set[int])
    taken: int = 0
    away: Counter[str] = field(default_factory=Counter[str])
    """503 responses and connection errors by kind; each request was retried."""
    wrong: list[str] = field(default_factory=list[str])
    """Unexpected responses."""

    def __post_init__(self) -> None:
        self._round = 0
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._last = time.monotonic()
        self._longest = 0.0
        self._threads = [threading.Thread(target=self._book, args=[number]) for number in range(CLIENTS)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def next_round(self) -> None:
        """Move on to other days and reset the longest silence."""
        with self._lock:
            self._round += 1
            self._last, self._longest = time.monotonic(), 0.0

    def silence(self) -> float:
        """The longest time without a response in this round, in seconds."""
        with self._lock:
            return max(self._longest, time.monotonic() - self._last)

    def wait_for(self, bookings: int, seconds: float) -> bool:
        """Wait for more acknowledged bookings. Returns False on timeout."""
        goal, until = len(self.acknowledged) + bookings, time.monotonic() + seconds
        while len(self.acknowledged) < goal:
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True

    def check_kept(self, url: str, stock: int) -> None:
        """Check that every acknowledged booking is in the database, and that no day exceeds ``stock`` bookings."""
        with psycopg.connect(url) as connection:
            kept = {number for (number,) in connection.execute("SELECT id FROM bookings").fetchall()}
            days = connection.execute(
                "SELECT delivery_day FROM bookings WHERE status <> 'canceled' GROUP BY 1 HAVING count(*) > %s", [stock]
            ).fetchall()
        assert self.acknowledged <= kept
        assert days == [], "no letter is promised twice"

    def _day(self) -> date:
        return next_summer() + timedelta(days=DAYS * self._round + random.randrange(DAYS))

    def _book(self, number: int) -> None:
        with client_of("") as http:
            while not self._stopping.wait(REST_SECONDS):
                day = str(self._day())
                # Each booking comes from a different customer, so the limits for a single customer don't apply.
                body = booking_body(
                    userId=self.operator_id, deliveryDate=day, pickupDate=day, customerEmail=f"c{uuid4()}@example.com"
                )
                self._until_answered(http, number, body)

    def _until_answered(self, http: httpx.Client, number: int, body: dict[str, object]) -> None:
        key = str(uuid4())
        while not self._stopping.is_set():
            url = self.urls[number % len(self.urls)]
            try:
                answer = http.post(f"{url}/api/bookings", json=body, headers={"Idempotency-Key": key})
            except httpx.TransportError as error:
                self._again(type(error).__name__)
                continue
            if answer.status_code == 503 and "retry-after" in answer.headers:
                self._again("503")
                continue
            with self._lock:
                now = time.monotonic()
                self._longest = max(self._longest, now - self._last)
                self._last = now
                match answer.status_code:
                    case 201:
                        self.acknowledged.add(answer.json()["id"])
                    case 409:
                        self.taken += 1
                    case status:
                        self.wrong.append(f"{status} {answer.text[:200]}")
            return

    def _again(self, kind: str) -> None:
        with self._lock:
            self.away[kind] += 1
        time.sleep(0.3)


def report(bookers: Bookers, silences: Sequence[float]) -> str:
    """One line with the number of bookings and the longest silence of each round."""
    return (
        f"{len(bookers.acknowledged)} bookings, {bookers.taken} refused for letters, tried again {dict(bookers.away)}; "
        f"longest silence by round in seconds: {', '.join(f'{silence:.1f}' for silence in silences)}"
    )
