"""Creating the customers of existing bookings, and pages of the list of customers."""

import time
from contextlib import closing
from dataclasses import dataclass
from statistics import median

from sqlalchemy import create_engine, text

from bench import fill
from bench.machine import Product
from marqueedesk.customer_records.queries import SORTS
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.engines import normal_url
from marqueedesk.worker import update_customers
from tests.support.api import Api

BOOKINGS = 100_000
CUSTOMERS = 50_000
LOOKS = 20
_TWO_EACH = """
UPDATE bookings SET customer_name = 'Ada Lovelace ' || (id % :customers),
  customer_email = 'ada' || (id % :customers) || '@example.com', customer_phone = '+1914' || (2000000 + id % :customers)
"""


@dataclass(frozen=True, slots=True)
class CustomerCosts:
    """Seconds of linking all bookings, and the median milliseconds of a page in each order."""

    linking: float
    pages: dict[str, float]


def measure(product: Product) -> CustomerCosts:
    """Link the bookings of a business whose customers have two bookings each, and read pages of its customers."""
    (operator,) = product.add_operators(1)
    fill.fill(product.database_url, operator, BOOKINGS)
    engine = create_engine(normal_url(product.database_url))
    with engine.begin() as connection:
        connection.execute(text(_TWO_EACH), {"customers": CUSTOMERS})
    engine.dispose()
    with closing(Database(product.database_url, pool_size=2)) as database:
        started = time.perf_counter()
        update_customers(database, clock.now())
        linking = time.perf_counter() - started
    (owner,) = product.operators
    return CustomerCosts(linking, {sort: _page(owner, sort) for sort in SORTS})


def _page(owner: Api, sort: str) -> float:
    times: list[float] = []
    for _ in range(LOOKS):
        started = time.perf_counter()
        owner.http.get("/api/customers", params={"sort": sort, "limit": 50}).raise_for_status()
        times.append((time.perf_counter() - started) * 1000)
    return median(times)
