"""Serialized bookings of lists, cached. The same rows are listed repeatedly, and most are unchanged.

A serialized booking depends only on its row and on `SeenWith`, which together form the cache key. There is no
invalidation: a changed row has another digest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

import orjson

from marqueedesk.bookings import serializers
from marqueedesk.bookings.lists import booking_of
from marqueedesk.bookings.models import Booking
from marqueedesk.kit import clock
from marqueedesk.kit.db.prepared import StoredRow
from marqueedesk.kit.http.http import written
from marqueedesk.kit.watch.lru import LruCache
from marqueedesk.pricing.price_list import PriceList

KEPT: Final = 512
"""Cache size per process, in entries of about 2.5 kB."""


@dataclass(frozen=True, slots=True)
class SeenWith:
    """Everything besides the row that the response depends on. Goods due before the day ``due_before`` are overdue."""

    zone: ZoneInfo
    prices: PriceList
    grace_hours: int
    sees_money: bool
    due_before: date


@dataclass(frozen=True, slots=True)
class _Answer:
    """A serialized booking, with the time at which it becomes outdated, if any."""

    json: orjson.Fragment
    until: datetime | None


_kept: LruCache[tuple[object, bytes], _Answer] = LruCache(KEPT)


def listed_answers(rows: Iterable[StoredRow], seen_with: SeenWith) -> list[orjson.Fragment]:
    """Serialize the rows to JSON for one viewer."""
    seen, now = _same(seen_with), clock.now()
    fragments: list[orjson.Fragment] = []
    for row in rows:
        cached = _kept.get((seen, row.digest)) if row.digest is not None else None
        if cached is None or (cached.until is not None and cached.until <= now):
            cached = _made(booking_of(row), seen_with, now)
            if row.digest is not None:
                _kept.keep((seen, row.digest), cached)
        fragments.append(cached.json)
    return fragments


@lru_cache(maxsize=256)
def _same(_seen_with: SeenWith) -> object:
    """Return one shared object for equal values, because hashing a price list is slow."""
    return object()


def _made(booking: Booking, seen: SeenWith, now: datetime) -> _Answer:
    answer = serializers.for_member(
        booking,
        seen.zone,
        seen.prices,
        sees_money=seen.sees_money,
        grace_hours=seen.grace_hours,
        due_before=seen.due_before,
    )
    # The hold of a request ends then.
    ends = booking.hold_expires_at
    return _Answer(written(answer), ends if ends is not None and ends > now else None)
