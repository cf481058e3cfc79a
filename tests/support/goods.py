"""Bookings in June and their handovers."""

from typing import Any

import httpx

from tests.support.api import Api
from tests.support.clock import Clock


def on_june(day: int, last: int | None = None) -> dict[str, str]:
    """Delivery and pickup days in June."""
    return {"deliveryDate": f"2027-06-{day:02}", "pickupDate": f"2027-06-{last or day:02}"}


def confirmed(operator: Api, message: str, day: int, last: int | None = None) -> dict[str, Any]:
    """A confirmed booking of letters in June."""
    return operator.book(message=message, asRequest=False, **on_june(day, last))


def set_june_clock(clock: Clock, day: int, hour: int = 12) -> None:
    """Set the clock to an hour in June."""
    clock.set(f"2027-06-{day:02}T{hour:02}:00:00+00:00")


def record_handover(operator: Api, booking: dict[str, Any], kind: str, letters: str, **more: Any) -> httpx.Response:
    """Record a handover of letters: packed, out or back in."""
    fields = {name: more.pop(name) for name in ("outcome", "note") if name in more}
    lines = [
        {"letter": letter, "size": "4ft", "count": letters.count(letter), **fields} for letter in sorted({*letters})
    ]
    body = {"clientId": f"{booking['id']}-{kind}-{letters}", "kind": kind, "at": "2027-06-01T12:00:00Z", "lines": lines}
    return operator.post(f"/api/bookings/{booking['id']}/handovers", json=body | more)
