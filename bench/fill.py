"""Insert millions of bookings with SQL. The rows match those the product writes: ten per day, going back in time."""

import json
from dataclasses import asdict
from datetime import date, timedelta

from sqlalchemy import Engine, bindparam, create_engine, text

from bench.load import DAYS, FIRST_DAY
from marqueedesk.kit.db.engines import normal_url
from marqueedesk.pricing.breakdown import Breakdown

A_DAY = 10
_LAST = FIRST_DAY + timedelta(days=DAYS)

_BOOKINGS = """
INSERT INTO bookings (operator_id, number, status, source, message, size, letter_count, color, add_ons, customer_name,
  customer_email, venue_surcharge_cents, delivery_day, delivery_clock, delivery_time_given, pickup_day, pickup_clock,
  pickup_time_given, rental_days, turnaround_days, breakdown, total_cents, deposit_cents, received_cents,
  possible_duplicate, revision, created_at, updated_at, search_text)
SELECT :operator, {number}, 'confirmed', 'form', 'LOVE', '4ft', 4, 'standard', {empty}, 'Ada Lovelace ' || n,
  'ada' || n || '@example.com', 0, {delivery}, '08:00:00.000000', false, {pickup}, '10:00:00.000000', false, 2, 0,
  {breakdown}, 10000, 0, 0, false, 1, {now}, {now},
  'ada lovelace ' || n || ' ada' || n || '@example.com' || {line} || 'love 4ft love'
  FROM {numbers}
"""
_NUMBER = "n - 19 + (SELECT coalesce(max(number), 0) FROM bookings WHERE operator_id = :operator)"
_HOLDS = """
INSERT INTO letter_holds (operator_id, kind, holder_id, letter, first_day, last_day, size, count, expires_at)
SELECT b.operator_id, 'booking', b.id, l.letter, b.delivery_day, b.pickup_day, b.size, 1, NULL
  FROM bookings b CROSS JOIN (SELECT 'L' AS letter UNION SELECT 'O' UNION SELECT 'V' UNION SELECT 'E') l
 WHERE b.operator_id = :operator
"""
_PAYMENTS = """
INSERT INTO booking_payments (operator_id, booking_id, entry, kind, state, amount_cents, fee_cents, fee_returned_cents,
  provider_fee_cents, currency, disputed_cents, reduces_cents, reduces_fee, created_at, settled_at)
SELECT operator_id, id, 'payment', 'card', 'received', total_cents, 0, 0, 300, 'USD', 0, 0, false, {noon}, {noon}
  FROM bookings WHERE operator_id = :operator AND delivery_day < :today
"""
_COMPLETION = """
UPDATE bookings SET received_cents = total_cents, status = 'completed'
 WHERE operator_id = :operator AND delivery_day < :today
"""
_DUE_DAYS = """
UPDATE bookings SET next_due_day = delivery_day WHERE operator_id = :operator AND delivery_day >= :today
"""
"""Same as `next_due_day` for bookings without payment terms."""
_PRICE = Breakdown(
    base_cents=9000,
    surcharge_cents=0,
    color_cents=0,
    add_ons_cents=1000,
    minimum_order_adjustment_cents=0,
    delivery_fee_cents=0,
    tax_cents=0,
    total_cents=10_000,
    deposit_cents=0,
    letter_count=4,
    price_per_letter_cents=2500,
    days=2,
)


def fill(database_url: str, operator: int, count: int, *, a_day: int = A_DAY) -> None:
    """Add ``count`` two-day bookings to an operator, ``a_day`` of them per day."""
    url = normal_url(database_url)
    if url.startswith("sqlite"):
        forms = {
            "empty": "'[]'",
            "number": _NUMBER,
            "line": "char(10)",
            "breakdown": ":breakdown",
            "delivery": f"date(:last, '-' || (n / {a_day}) || ' days')",
            "pickup": f"date(:last, '-' || (n / {a_day} - 2) || ' days')",
            "now": "'2026-01-01T00:00:00.000000Z'",
            "numbers": "(WITH RECURSIVE c(n) AS (SELECT 20 UNION ALL SELECT n + 1 FROM c WHERE n < :count + 19) "
            "SELECT n FROM c)",
        }
    else:
        forms = {
            "empty": "'[]'::jsonb",
            "number": _NUMBER,
            "line": "chr(10)",
            "breakdown": "CAST(:breakdown AS jsonb)",
            "delivery": f"CAST(:last AS date) - n / {a_day}",
            "pickup": f"CAST(:last AS date) - n / {a_day} + 2",
            "now": "now()",
            "numbers": "generate_series(20, CAST(:count AS integer) + 19) n",
        }
    engine = create_engine(url)
    bookings = text(_BOOKINGS.format(**forms)).bindparams(bindparam("last", _day_for(url, _LAST)))
    with engine.begin() as connection:
        connection.execute(bookings, {"operator": operator, "count": count, "breakdown": json.dumps(asdict(_PRICE))})
        connection.execute(text(_HOLDS), {"operator": operator})
    _update_statistics(engine)
    engine.dispose()


def settle_past(database_url: str, operator: int, today: date) -> None:
    """Complete and pay an operator's bookings delivered before a day, each on its delivery day. Upcoming ones are due
    on theirs.
    """
    url = normal_url(database_url)
    noon = "delivery_day || 'T12:00:00.000000Z'"
    if not url.startswith("sqlite"):
        noon = "(delivery_day + time '12:00') AT TIME ZONE 'UTC'"
    engine = create_engine(url)
    past = {"operator": operator, "today": _day_for(url, today)}
    with engine.begin() as connection:
        connection.execute(text(_PAYMENTS.format(noon=noon)), past)
        connection.execute(text(_COMPLETION), past)
        connection.execute(text(_DUE_DAYS), past)
    _update_statistics(engine)
    engine.dispose()


def _day_for(url: str, day: date) -> str | date:
    return day.isoformat() if url.startswith("sqlite") else day


def _update_statistics(engine: Engine) -> None:
    """Do what autovacuum does in an installation. Nothing computes statistics on SQLite there."""
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE"))
