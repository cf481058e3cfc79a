"""Two servers of an older version are replaced by two of this one while people book and work: `make rolling FROM=…`."""

import os
import subprocess
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Self

import httpx
import pytest

from tests.support import databases, folder
from tests.support.api import Api, booking_body, made
from tests.support.bookers import Bookers, report
from tests.support.server import LiveServer, client_of

pytestmark = pytest.mark.postgres_only
ROOT = Path(__file__).parents[2]
STOCK = 25
# The pages that a team has open all day.
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
    """Somebody at the desk who reads every page in turn, changes a booking, and makes a quote, until told to stop."""

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
                # Whoever is sent to a server that is just going away is sent to the other one by the proxy.
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


@pytest.fixture
def older() -> Generator[Path]:
    """The source of the version that is running when this one comes, from the commit in MARQUEEDESK_TEST_FROM."""
    place = folder.current() / "older"
    commit = os.environ["MARQUEEDESK_TEST_FROM"]
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(place), commit], cwd=ROOT, check=True)
    yield place
    subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=True)


def test_two_versions_serve_side_by_side_and_nobody_notices(
    older: Path, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
):
    url = databases.new_unmigrated("postgresql")
    old = [start_server(url, source=older) for _ in range(2)]
    operator = live_caller(old[0]).register()
    operator.add_letters("LOVE", quantity=STOCK)
    booking = operator.book()
    urls = [server.url for server in old]

    with (
        Bookers(urls, operator.id) as bookers,
        Team(urls, operator.http.cookies, booking["id"]) as team,
    ):
        assert bookers.wait_for(50, seconds=30), "the older version takes bookings"
        bookers.next_round()
        new = [start_server(url)]
        # The first of the new servers has migrated; both of the old ones go on.
        assert bookers.wait_for(50, seconds=30), "the older version goes on after the migration"
        for number in range(2):
            bookers.next_round()
            urls[number] = new[number].url
            old[number].stop()
            assert bookers.wait_for(50, seconds=30), "both versions serve"
            if number == 0:
                new.append(start_server(url))
        rounds = team.rounds
        assert bookers.wait_for(50, seconds=30)

    print(report(bookers, [bookers.silence()]), f"{team.rounds} rounds of the team")
    assert team.rounds > rounds > 3
    assert (bookers.wrong, team.wrong) == ([], [])
    bookers.check_kept(url, STOCK)
    assert made(live_caller(new[0]).login(operator.user["email"]).get(f"/api/bookings/{booking['id']}"))
