"""One client that opens hundreds of password guesses or event streams concurrently."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from datetime import datetime, timedelta

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import func, select

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.live import open_streams
from marqueedesk.kit.live.open_streams import (
    LEASE,
    MOST_OF_A_BUSINESS,
    MOST_OF_A_NETWORK,
    MOST_OF_A_PERSON,
    MOST_OF_A_SIGN_IN,
    OpenStream,
    Page,
    Places,
    StreamProcess,
    TooManyStreams,
)
from tests.support.api import Api
from tests.support.together import all_together, wait_for

GUESSES = 400
STREAMS = 101


def test_only_ten_of_400_concurrent_password_guesses_are_checked(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    apps = [app_with(rate_limits="on"), app_with(rate_limits="on")]
    email = caller_of(apps[0], address="192.0.2.1").register().user["email"]
    callers = [caller_of(app, address="198.51.100.7") for app in apps]

    def guess(number: int) -> int:
        body = {"email": email, "password": f"guess {number}"}
        return callers[number % 2].post("/api/login", json=body).status_code

    found = Counter(all_together([lambda number=number: guess(number) for number in range(GUESSES)]))

    # Wrong passwords are 401; refused guesses are 429 without a check.
    assert found == {401: 10, 429: GUESSES - 10}


def page(person: int = 1, *, sign_in: str = "one", network: str | None = "192.0.2.1", business: int = 1) -> Page:
    return Page(business, person, sign_in, network)


def opens(places: Places, wanted: Page) -> bool:
    try:
        places.take(places.next_number(), wanted)
    except TooManyStreams:
        return False
    return True


@pytest.fixture
def process(database: Database) -> Generator[Callable[..., Places]]:
    """Create a process's stream counter: `process()`, or `process(renew_every=0.05)`."""
    made: list[Places] = []

    def make(**options: float) -> Places:
        made.append(Places(database, **options))
        return made[-1]

    yield make
    for places in made:
        places.close()


@pytest.fixture
def processes(process: Callable[..., Places]) -> list[Places]:
    """Two processes over one database."""
    return [process(), process()]


def lease_of(database: Database) -> datetime:
    with database.read() as db:
        return db.scalars(select(StreamProcess.lease_until)).one()


def rows(database: Database, table: type[OpenStream | StreamProcess]) -> int:
    with database.read() as db:
        return db.scalar(select(func.count()).select_from(table)) or 0


def insert_open_streams(database: Database, pages: Iterable[Page]) -> None:
    """Insert open streams for the only registered process."""
    with database.write() as db:
        process = db.scalars(select(StreamProcess.name)).one()
        db.add_all(
            OpenStream(
                process=process,
                number=1000 + number,
                operator_id=one.operator_id,
                user_id=one.user_id,
                sign_in=one.token_digest,
                network=open_streams.digest_of(one.network),
            )
            for number, one in enumerate(pages)
        )


def test_excess_streams_of_one_account_are_rejected_without_affecting_other_accounts(
    processes: list[Places],
):
    one_browser = sum(opens(processes[n % 2], page()) for n in range(STREAMS))
    # Each stream has its own session; together they come from ten networks.
    signed_in_often = sum(
        opens(processes[n % 2], page(sign_in=f"s{n}", network=f"198.51.{n // 11}.0")) for n in range(STREAMS)
    )

    assert one_browser == MOST_OF_A_SIGN_IN
    assert one_browser + signed_in_often == MOST_OF_A_PERSON
    assert opens(processes[0], page(2, business=2, sign_in="two", network="203.0.113.9"))
    assert opens(processes[1], page(3, business=3, sign_in="three"))


def test_streams_opened_concurrently_do_not_exceed_limit(processes: list[Places]):
    found = all_together([lambda places=places: opens(places, page()) for places in processes * 10])

    assert Counter(found) == {True: MOST_OF_A_SIGN_IN, False: 20 - MOST_OF_A_SIGN_IN}


@pytest.mark.parametrize(
    "most, pages",
    [
        (MOST_OF_A_BUSINESS, [page(n, sign_in=f"s{n}", network=f"n{n}") for n in range(250)]),
        (MOST_OF_A_NETWORK, [page(n, sign_in=f"s{n}", business=n) for n in range(250)]),
    ],
    ids=["a business", "a network"],
)
def test_users_of_one_business_or_network_share_a_stream_limit(
    most: int, pages: list[Page], processes: list[Places], database: Database
):
    one, other = processes
    assert opens(one, pages[0])
    insert_open_streams(database, pages[1 : most - 1])

    assert [opens(other, pages[-1]), opens(other, pages[-2]), opens(one, pages[-3])] == [True, False, False]


def test_without_rate_limits_only_the_limit_per_session_applies_to_streams(processes: list[Places], database: Database):
    pages = [page(sign_in=f"s{n}", network=None) for n in range(250)]
    one, other = processes
    assert opens(one, pages[0])
    insert_open_streams(database, pages[1:])

    assert sum(opens(other, pages[0]) for _ in range(2 * MOST_OF_A_SIGN_IN)) == MOST_OF_A_SIGN_IN - 1


def test_streams_of_killed_process_count_until_its_lease_expires(
    processes: list[Places], present: time_machine.Traveller
):
    killed, other = processes
    assert all(opens(killed, page()) for _ in range(MOST_OF_A_SIGN_IN))
    assert not opens(other, page())

    present.shift(LEASE)

    assert sum(opens(other, page()) for _ in range(2 * MOST_OF_A_SIGN_IN)) == MOST_OF_A_SIGN_IN


def test_process_with_open_streams_renews_its_lease(
    process: Callable[..., Places], database: Database, present: time_machine.Traveller
):
    alive, other = process(renew_every=0.05), process()
    assert all(opens(alive, page()) for _ in range(MOST_OF_A_SIGN_IN))

    for _ in range(3):
        present.shift(LEASE / 2)
        wait_for(lambda: lease_of(database) > clock.now() + LEASE / 2, "another lease")

    assert not opens(other, page())


def test_closed_stream_frees_one_place_in_any_process(processes: list[Places]):
    one, other = processes
    numbers = [one.next_number() for _ in range(MOST_OF_A_SIGN_IN)]
    for number in numbers:
        one.take(number, page())
    assert not opens(other, page())

    one.give_back(numbers[0])

    wait_for(lambda: opens(other, page()), "room for a stream")
    assert not opens(other, page())
    assert not opens(one, page())


def test_stopped_process_removes_its_stream_rows(process: Callable[[], Places], database: Database):
    stopping = process()
    assert opens(stopping, page())

    stopping.close()

    assert rows(database, OpenStream) == 0


def test_stream_rows_of_dead_processes_are_removed(
    process: Callable[[], Places], database: Database, present: time_machine.Traveller
):
    assert opens(process(), page())
    present.shift(timedelta(hours=3))

    with database.write() as db:
        open_streams.forget_dead(db, clock.now())

    assert (rows(database, OpenStream), rows(database, StreamProcess)) == (0, 0)
