"""One business is restored from a backup while others book: none of their bookings is lost, none waits, and nothing of
theirs changes. `make tenant` runs it with 300 businesses and prints the figures.
"""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from bench.fill import fill
from marqueedesk.business_files.importing import ImportOptions, import_business
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from tests.business_files.conftest import settings_in, written
from tests.business_files.test_restoring import digests
from tests.support import rows
from tests.support.api import Api, booking_body
from tests.support.databases import Kind
from tests.support.server import LiveServer, client_of, next_summer

BUSINESSES = int(os.environ.get("MARQUEEDESK_TEST_TENANTS", "8"))
BOOKINGS = int(os.environ.get("MARQUEEDESK_TEST_TENANT_BOOKINGS", "300"))
MOST_SECONDS = 20
"""Far above what a booking may take, because the machine of the tests is busy."""


@dataclass
class Booker:
    """Books at one business after the other until it is stopped, each time on another day."""

    server: LiveServer
    businesses: list[int]
    stopping: threading.Event = field(default_factory=threading.Event)
    made: dict[int, int] = field(default_factory=dict[int, int])
    """The business of each booking, by its id."""
    seconds: list[float] = field(default_factory=list[float])
    wrong: list[str] = field(default_factory=list[str])

    def book(self) -> None:
        number = 0
        with client_of(self.server.url) as http:
            while not self.stopping.is_set():
                business = self.businesses[number % len(self.businesses)]
                day = next_summer() + timedelta(days=3 * (number // len(self.businesses) % 90))
                body = booking_body(userId=business, deliveryDate=str(day), pickupDate=str(day))
                began = time.monotonic()
                answer = http.post("/api/bookings", json=body)
                self.seconds.append(time.monotonic() - began)
                if answer.status_code == 201:
                    self.made[answer.json()["id"]] = business
                elif answer.json().get("code") != "not_available":
                    self.wrong.append(f"{answer.status_code}: {answer.text[:200]}")
                number += 1
                time.sleep(0.02)


def add_others(url: str, operator_id: int, folder: Path, count: int) -> list[int]:
    """Add businesses like an existing one; return their ids."""
    database = Database(url, pool_size=2)
    try:
        file = written(database, operator_id, folder / "one.zip")
        return [
            import_business(
                database,
                settings_in(folder),
                file,
                clock.now(),
                options=ImportOptions(owner_email=f"owner{number}@example.com"),
            ).operator_id
            for number in range(count)
        ]
    finally:
        database.close()


def test_restore_of_one_business_while_the_others_book(
    new_database: Callable[[], str],
    start_server: Callable[..., LiveServer],
    live_caller: Callable[[LiveServer], Api],
    database_kind: Kind,
    tmp_path: Path,
):
    url = new_database()
    server = start_server(url, settings={"worker": "off"})
    typical, wronged = (live_caller(server).register(f"{name}@example.com") for name in ("typical", "wronged"))
    for business in (typical, wronged):
        business.add_letters("LOVE", quantity=50)
    fill(url, typical.id, 20)
    fill(url, wronged.id, BOOKINGS)
    others = [typical.id, *add_others(url, typical.id, tmp_path, BUSINESSES - 2)]
    busy, quiet = others[:3], others[3:]
    backup = tmp_path / "all.tar.gz"
    server.run("backup", str(backup))
    mistaken = wronged.book()
    database = Database(url, pool_size=2)
    before = digests(database)
    booker = Booker(server, busy)
    thread = threading.Thread(target=booker.book)
    thread.start()
    try:
        time.sleep(2)
        calm = len(booker.seconds)
        began = time.monotonic()
        done = server.run("restore-business", str(wronged.id), "--from", str(backup))
        took = time.monotonic() - began
        during = booker.seconds[calm:]
        time.sleep(1)
    finally:
        booker.stopping.set()
        thread.join()
    after = digests(database)
    bookings = rows.rows(database, "bookings")
    database.close()

    assert f"Bookings made since the backup: #{mistaken['number']}\n" in done
    kept = {row["id"]: row["operator_id"] for row in bookings}
    lost = [one for one, business in booker.made.items() if kept.get(one) != business]
    changed = [one for one in quiet if before[one] != after[one]]
    print(
        f"\n{database_kind}: {BUSINESSES} businesses, one with {BOOKINGS} bookings restored in {took:.1f} s; "
        f"{len(during)} bookings elsewhere meanwhile, {len(lost)} lost, {len(booker.wrong)} refused, "
        f"the slowest {max(during):.2f} s, the median {sorted(during)[len(during) // 2]:.3f} s; "
        f"{len(changed)} of {len(quiet)} other businesses changed"
    )
    assert booker.wrong == []
    assert lost == []
    assert changed == []
    assert max(during) < MOST_SECONDS
    assert sum(1 for row in bookings if row["operator_id"] == wronged.id) == BOOKINGS
