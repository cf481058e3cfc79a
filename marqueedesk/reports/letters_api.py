"""Routes for letter reports: letters out, available and missed. Staff see no money (A5)."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request

from marqueedesk.accounts.access import reading_copy, require
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import SEE_STOCK
from marqueedesk.availability.models import BOOKING, OUTAGE
from marqueedesk.delivery.rules import rules_of
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.rental_request import iso
from marqueedesk.reports import letters, queries
from marqueedesk.reports.reading import day_of, seeing_money
from marqueedesk.reports.schemas import (
    HolderOut,
    LetterCalendarOut,
    LetterLineOut,
    MissedOut,
    MissedReportOut,
    StockUseOut,
)

router = APIRouter(tags=["reports"], responses=errors(401, 403))


@router.get("/api/reports/letters")
def letter_calendar(
    request: Request,
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    days: Annotated[int, Query(ge=1, le=62)] = 28,
) -> LetterCalendarOut:
    """Get the days on which each letter is out, and for which bookings, the scarcest letters first."""
    with reading_copy(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        zone, now = ZoneInfo(operator.time_zone), clock.now()
        first = day_of(since, "from") or clock.local_day(now, zone)
        if not date(2000, 1, 1) <= first <= date(2200, 1, 1):
            raise Invalid(fields={"from": "From must be a day between 2000 and 2200"})
        last = first + timedelta(days=days - 1)
        held = queries.held(db, first, last, now, _late(operator, now))
        items = queries.items_owned(db)
        named = {item.piece: item.name for item in items}
        usual = pricing.price_list(db).usual_finish
        lines = letters.calendar(
            [(item.piece, item.quantity) for item in [*queries.letters_owned(db), *items]],
            [(row.piece, row.count, row.first, row.last, row.kind, row.holder_id) for row in held],
            first,
            days,
        )
        bookings = queries.bookings_by_id(db, {row.holder_id for row in held if row.kind == BOOKING})
        repairs = _repairs(held, first, days)
        return LetterCalendarOut(
            first_day=first.isoformat(),
            days=[(first + timedelta(days=n)).isoformat() for n in range(days)],
            letters=[
                LetterLineOut.of_row(
                    line,
                    letter=named.get(line.piece, line.piece.letter),
                    size="" if line.piece.item_id is not None else line.piece.size,
                    finish=line.piece.finish or usual,
                    item_id=line.piece.item_id,
                    bookings=[[holder for kind, holder in day if kind == BOOKING] for day in line.holders],
                    out_of_service=repairs.get(line.piece, [0] * days),
                )
                for line in lines
            ],
            bookings=[
                HolderOut.of_row(
                    row,
                    delivery_date=iso(row.delivery_day, row.delivery_clock, zone),
                    pickup_date=iso(row.pickup_day, row.pickup_clock, zone),
                )
                for row in bookings
            ],
        )


def _late(operator: Operator, now: datetime) -> queries.Late:
    """Return the filter for the business's overdue pieces."""
    zone, grace = ZoneInfo(operator.time_zone), timedelta(hours=rules_of(operator.rules).overdue_grace_hours)
    return queries.Late(clock.local_day(now, zone), clock.local_day(now - grace, zone))


def _repairs(held: list[queries.Held], first: date, days: int) -> dict[Piece, list[int]]:
    """Return the number of pieces out of service on each day."""
    only = [(row.piece, row.count, row.first, row.last, row.kind, row.holder_id) for row in held if row.kind == OUTAGE]
    return {line.piece: line.taken for line in letters.calendar([], only, first, days)}


@router.get("/api/reports/stock")
def stock_use(request: Request) -> list[StockUseOut]:
    """Get how many pieces of each letter are available today, and which letters are needed from today on."""
    with reading_copy(request) as (db, caller):
        now = clock.now()
        use = queries.stock_use(db, _late(require(caller, SEE_STOCK), now), now)
        usual = pricing.price_list(db).usual_finish
        unused = queries.Use(out=0, needed=False)
        rows = [(item, use.get(item.piece, unused)) for item in queries.letters_owned(db)]
        return [
            StockUseOut.of_row(
                item,
                finish=item.finish or usual,
                owned=item.quantity,
                free_today=max(0, item.quantity - found.out),
                needed=found.needed,
            )
            for item, found in rows
        ]


@router.get("/api/reports/missed-letters")
def missed_letters(
    request: Request, since: Annotated[str | None, Query(alias="from", max_length=10)] = None
) -> MissedReportOut:
    """Get letters that were missing since a day (default: this year), and what one more of each would have
    earned (L9).
    """
    with seeing_money(request) as (db, _operator, zone):
        first = day_of(since, "from") or date(clock.local_day(clock.now(), zone).year, 1, 1)
        begin = datetime(first.year, first.month, first.day, tzinfo=zone).astimezone(UTC)
        refused = queries.unmet(db, begin)
        usual = pricing.price_list(db).usual_finish
        rows = letters.missed(
            letters.RefusedRequest(one.size, one.short, one.first_day, one.last_day, one.total_cents) for one in refused
        )
    return MissedReportOut(
        since=first.isoformat(),
        wishes=len(refused),
        lost_revenue=units(sum(one.total_cents for one in refused)),
        letters=[
            MissedOut(
                letter=row.piece.letter,
                size=row.piece.size,
                finish=row.piece.finish or usual,
                wishes=row.requests,
                most_short=row.most_short,
                one_more_wishes=row.one_more_requests,
                one_more_revenue=units(row.one_more_cents),
            )
            for row in rows
        ],
    )
