"""Cost of the overdue rule: an availability check with and without it, interleaved."""

import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import median
from unittest.mock import patch

from sqlalchemy import create_engine, literal_column, select, text

from bench import fill
from bench.machine import Product
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.availability.stock_queries import late_rows
from marqueedesk.bookings import statements
from marqueedesk.bookings.estimate import estimate
from marqueedesk.bookings.estimate_schemas import EstimateInput
from marqueedesk.bookings.requests import estimate_request
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.engines import normal_url
from marqueedesk.kit.db.prepared import Prepared
from tests.support.api import booking_body

BOOKINGS = 10_000
LATE = 5
"""Bookings that are not returned yet. Other past ones are completed and hold nothing."""
ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class Cost:
    """Median milliseconds of a check with and without the rule."""

    ruled: float
    plain: float


def measure(product: Product) -> tuple[Cost, Cost]:
    """Return the cost for a rental that starts today, where the rule applies, and for one a month ahead."""
    (operator,) = product.add_operators(1)
    fill.fill(product.database_url, operator, BOOKINGS)
    _bring_back(product.database_url, operator)
    today = datetime.now(UTC).date()
    with closing(Database(product.database_url, pool_size=2)) as database:
        plain = _without_the_rule(product.database_url)
        return _in_turns(database, operator, today, plain), _in_turns(database, operator, fill.FIRST_DAY, plain)


def check(database: Database, operator: int, first: date, last: date) -> None:
    """Run the check of the form before sending: price and availability.

    Raises RuntimeError if the letters are not available, because that would be a different measurement.
    """
    body = booking_body(deliveryDate=first.isoformat(), pickupDate=last.isoformat())
    form = EstimateInput.model_validate({name: body[name] for name in body if not name.startswith("customer")})
    now = datetime.now(UTC)
    with database.autocommit_connection() as connection:
        terms = read_operator(connection, operator)
        request = estimate_request(form, terms, now, by_operator=False)
        found = estimate(connection, terms, request, by_operator=False, now=now)
    if found.shortages:
        raise RuntimeError("the letters ran out")


def _without_the_rule(url: str) -> Prepared:
    """Return the SQL of an estimate without the part that counts late goods."""
    empty = "'[]'" if url.startswith("sqlite") else "'[]'::json"
    none = literal_column(empty, type_=late_rows().type).label("late")
    columns = statements.ESTIMATE.statement.selected_columns
    return Prepared(select(*[none if column.key == "late" else column for column in columns]))


def _in_turns(database: Database, operator: int, first: date, without: Prepared) -> Cost:
    ruled: list[float] = []
    plain: list[float] = []
    for number in range(ROUNDS):
        for kept, statement in ((ruled, statements.ESTIMATE), (plain, without)):
            with patch.object(statements, "ESTIMATE", statement):
                started = time.perf_counter()
                check(database, operator, first, first + timedelta(days=2))
            if number >= ROUNDS // 20:
                kept.append((time.perf_counter() - started) * 1000)
    return Cost(median(ruled), median(plain))


def _bring_back(url: str, operator: int) -> None:
    """Complete all past bookings except a few, which stay overdue."""
    engine = create_engine(normal_url(url))
    with engine.begin() as connection:
        connection.execute(
            text(
                "DELETE FROM letter_holds WHERE operator_id = :operator AND last_day < :today AND holder_id NOT IN "
                "(SELECT id FROM bookings WHERE operator_id = :operator AND pickup_day < :today"
                " ORDER BY pickup_day DESC LIMIT :late)"
            ),
            {"operator": operator, "today": datetime.now(UTC).date(), "late": LATE},
        )
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE" if "postgres" in url else "ANALYZE"))
    engine.dispose()
