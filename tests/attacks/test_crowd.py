"""A rush of visitors on one business's form while that business is locked does not delay other businesses.

The negative control removes the limit per business: the rush takes all connections, and the other visitor gets a 503.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from fastapi import FastAPI

from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.kit.http import direct
from tests.support.api import Api

CROWD = 12
CONNECTIONS = 6


def book_beside_a_crowd(
    app: FastAPI, caller_of: Callable[..., Api], crowd_holds: int
) -> tuple[httpx.Response, list[httpx.Response]]:
    """Lock one business and send a rush to it. Once the rush holds ``crowd_holds`` connections, book at another one.

    Returns the response of that booking and the final responses of the rush.
    """
    busy, quiet = (caller_of(app).register() for _ in range(2))
    for business in (busy, quiet):
        business.add_letters("LOVE", CROWD)
    visitors = [caller_of(app) for _ in range(CROWD)]
    database = app.state.database
    with ThreadPoolExecutor(CROWD) as pool:
        with database.write_connection() as connection:
            lock_operator(connection, busy.id)
            crowd = [pool.submit(visitor.try_to_book, userId=busy.id) for visitor in visitors]
            deadline = time.monotonic() + 20
            while database.engine.pool.checkedout() < crowd_holds + 1 and time.monotonic() < deadline:
                time.sleep(0.01)
            other = caller_of(app).try_to_book(userId=quiet.id)
        return other, [call.result() for call in crowd]


@pytest.mark.postgres_only  # SQLite has one lock for all businesses.
def test_rush_on_one_business_does_not_block_another(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    app = app_with(pool_size=CONNECTIONS)

    other, crowd = book_beside_a_crowd(app, caller_of, direct.AT_ONCE)

    assert other.status_code == 201
    assert {answer.status_code for answer in crowd} == {201}, "every visitor in the rush is served in the end"


@pytest.mark.postgres_only  # See above.
def test_rush_takes_all_connections_without_per_business_limit(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(pool_size=CONNECTIONS, bookings_at_once=CROWD)

    other, _ = book_beside_a_crowd(app, caller_of, CONNECTIONS - 1)

    assert other.status_code == 503
