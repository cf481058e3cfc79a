"""Response times of handovers with 60 rows, and of the day page with 25 stops."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from typing import Any

from bench.machine import Product
from tests.support.api import Api, ok_json

BATCHES = 20
STOPS = 25
_SIZES = ("4ft", "2ft")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123"


@dataclass(frozen=True, slots=True)
class GoodsTimes:
    """Median response times in milliseconds: of a handover (``batch``), and of the day page (``day``)."""

    batch: float
    day: float


def measure(product: Product) -> GoodsTimes:
    """Add bookings to a business, hand over 60 kinds of pieces repeatedly, and load a full day."""
    product.add_operators(1)
    operator = product.operators[0]
    owned = {(row["letter"], row["size"]) for row in ok_json(operator.get("/api/inventory"))}
    for size in _SIZES:
        operator.add_letters("".join(one for one in _LETTERS if (one, size) not in owned), quantity=60, size=size)
    today = datetime.now(UTC).date().isoformat()
    lines = [{"kind": "letters", "text": _LETTERS, "size": size} for size in _SIZES]

    def book() -> int:
        booked = operator.book(
            message=None, size=None, lines=lines, asRequest=False, deliveryDate=today, pickupDate=today
        )
        return booked["id"]

    bookings = [book() for _ in range(STOPS)]
    rows = [{"letter": letter, "size": size, "count": 1} for size in _SIZES for letter in _LETTERS]
    batches = [milliseconds(lambda n=n: _hand_over(operator, bookings[n % STOPS], n, rows)) for n in range(BATCHES)]
    days = [milliseconds(lambda: ok_json(operator.get("/api/day", params={"date": today}))) for _ in range(BATCHES)]
    return GoodsTimes(median(batches), median(days))


def _hand_over(operator: Api, booking_id: int, number: int, rows: list[dict[str, Any]]) -> None:
    body = {"clientId": f"batch {number}", "kind": "out", "at": datetime.now(UTC).isoformat(), "lines": rows}
    ok_json(operator.post(f"/api/bookings/{booking_id}/handovers", json=body))


def milliseconds(act: Callable[[], object]) -> float:
    """Return the duration of a call in milliseconds."""
    started = time.perf_counter()
    act()
    return (time.perf_counter() - started) * 1000
