"""A team member who works all day while servers are replaced."""

import threading
from typing import Self

import httpx

from tests.support.api import booking_body
from tests.support.server import client_of

# Endpoints of the pages that a team keeps open all day.
READS = (
    "/api/bookings?limit=50",
    "/api/dashboard",
    "/api/day",
    "/api/inventory",
    "/api/quotes",
    "/api/notifications",
    "/api/at-risk",
    "/api/reports/revenue?from=2026-01-01&to=2026-12-31",
    "/api/price-list",
    "/api/booking-rules",
)


class Team:
    """A team member who reads every page in turn, changes a booking and creates a quote, until stopped."""

    def __init__(self, urls: list[str], cookies: httpx.Cookies, booking: int) -> None:
        self.urls, self.rounds = urls, 0
        self.wrong: list[str] = []
        self._cookies, self._booking = cookies, booking
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _work(self) -> None:
        with client_of("") as http:
            http.cookies.update(self._cookies)
            while not self._stopping.is_set():
                # A proxy would retry on the other server if this one is shutting down.
                url = self.urls[self.rounds % len(self.urls)]
                try:
                    self._look_and_change(http, url)
                except httpx.TransportError:
                    continue
                self.rounds += 1

    def _look_and_change(self, http: httpx.Client, url: str) -> None:
        answers = [http.get(f"{url}{path}") for path in READS]
        answers += [
            http.patch(f"{url}/api/bookings/{self._booking}", json={"operatorNotes": f"Round {self.rounds}"}),
            http.post(f"{url}/api/quotes", json=booking_body()),
            http.post(f"{url}/api/estimate", json=booking_body()),
        ]
        self.wrong += [
            f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:200]}"
            for answer in answers
            if not answer.is_success
        ]
