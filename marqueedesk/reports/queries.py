"""Queries for the reports, scoped to the session's operator."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, Select, case, extract, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability.models import BOOKING, QUOTE, WAITING, LetterHold, UnmetDemand
from marqueedesk.availability.stock_queries import scan_from
from marqueedesk.bookings.business_calendar import earliest_delivery
from marqueedesk.bookings.models import AWAY, BACK, CANCELED, COMPLETED, CONFIRMED, HOLDING, PENDING, Booking
from marqueedesk.books import booking_entries
from marqueedesk.books.figures import Subject, Sums
from marqueedesk.inventory.models import COUNTED, InventoryItem, Item
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.db.db import fold
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.queries import has_own_prices
from marqueedesk.rentals.windows import month_window, week_window
from marqueedesk.reports.dashboard import DashboardFigures, average_of, between, projected_extra, wall_clock
from marqueedesk.venues.models import Venue

UPCOMING = 5
POPULAR = 5
POPULAR_AMONG = 10_000
"""Number of latest bookings among which popular messages are counted."""
MOST_HOLDS = 50_000
"""Maximum number of holds in a letter calendar. More than that would be over 3,000 signs out within its days, or never
recorded as returned.
"""


class TooManyHolds(Invalid):
    """The letter calendar would list more than `MOST_HOLDS` holds of letters."""

    code = "too_many_holds"
    message = "Too many letters are out to list them. Choose fewer days, or record the pickups of past bookings."


def figures(db: Session, now: datetime) -> DashboardFigures:
    """Return the dashboard figures as of ``now``, a naive local time in the operator's zone."""
    week, month = week_window(now), month_window(now)
    coming = db.execute(
        select(Booking.delivery_day, Booking.delivery_clock).where(
            Booking.status.in_(HOLDING),
            Booking.delivery_day.between(week[0].date(), max(week[1], month[1]).date()),
        )
    ).all()
    moments = [wall_clock(day, clock) for day, clock in coming]
    in_year = Booking.delivery_day.between(date(now.year, 1, 1), date(now.year, 12, 31))
    in_month = extract("month", Booking.delivery_day) == now.month
    done = db.execute(
        select(
            func.count(),
            func.coalesce(func.sum(Booking.total_cents), 0),
            func.coalesce(func.sum(case((in_month, Booking.total_cents), else_=0)), 0),
        ).where(Booking.status == COMPLETED, in_year)
    ).one()
    count, year_cents, month_cents = int(done[0]), int(done[1]), int(done[2])
    pending = db.scalar(select(func.count()).where(Booking.status == PENDING)) or 0
    return DashboardFigures(
        this_week=between(moments, week),
        this_month=between(moments, month),
        pending=pending,
        month_revenue_cents=month_cents,
        year_revenue_cents=year_cents,
        average_cents=average_of(year_cents, count),
        year_bookings=count,
        projected_extra_bookings=projected_extra(count, now.date()),
    )


def upcoming(db: Session, today: date) -> list[Booking]:
    """Return the next five bookings that are upcoming or have goods out, by delivery.

    Canceled, completed and returned bookings are excluded. Two separate statements use an index each; with a combined
    one, the database would scan all bookings by delivery.
    """
    in_order = (Booking.delivery_day, Booking.delivery_clock, Booking.id)
    is_open = (Booking.status.in_(HOLDING), Booking.goods != BACK)
    ahead = (Booking.delivery_day >= earliest_delivery(today), Booking.pickup_day >= today)
    rows = [
        *db.scalars(select(Booking).where(*is_open, *ahead).order_by(*in_order).limit(UPCOMING)),
        # There are no more of these than the business has letters for, so they are sorted here.
        *db.scalars(select(Booking).where(*is_open, Booking.goods.in_(AWAY))),
    ]
    return sorted(set(rows), key=lambda row: (row.delivery_day, row.delivery_clock, row.id))[:UPCOMING]


@dataclass(frozen=True, slots=True)
class Month:
    """One month's completed bookings: number, and total in cents."""

    year: int
    month: int
    bookings: int
    revenue_cents: int


def by_month(db: Session, first: date, last: date) -> list[Month]:
    """Return the completed bookings of each delivery month; months without any are omitted."""
    year, month = extract("year", Booking.delivery_day), extract("month", Booking.delivery_day)
    rows = db.execute(
        select(year, month, func.count(), func.sum(Booking.total_cents))
        .where(Booking.status == COMPLETED, Booking.delivery_day.between(first, last))
        .group_by(year, month)
        .order_by(year, month)
    ).all()
    return [Month(int(row[0]), int(row[1]), int(row[2]), int(row[3])) for row in rows]


def days_ahead(db: Session, today: date, count: int) -> dict[date, tuple[int, int]]:
    """Return deliveries and pickups of the coming days, pending and confirmed together."""
    last = today + timedelta(days=count - 1)
    days = {today + timedelta(days=n): (0, 0) for n in range(count)}
    for column, at in ((Booking.delivery_day, 0), (Booking.pickup_day, 1)):
        rows = db.execute(
            select(column, func.count())
            .where(
                Booking.status.in_(HOLDING),
                Booking.delivery_day.between(earliest_delivery(today), last),
                column.between(today, last),
            )
            .group_by(column)
        ).all()
        for day, number in rows:
            deliveries, pickups = days[day]
            days[day] = (number, pickups) if at == 0 else (deliveries, number)
    return days


def has_begun(db: Session, operator: Operator) -> dict[str, bool]:
    """Return which steps of the onboarding checklist are completed.

    Prices count as set once the operator has saved them, or has confirmed a booking at the default prices.
    """
    agreed = select(Booking.id).where(Booking.status.in_((CONFIRMED, COMPLETED))).limit(1)
    return {
        "prices": has_own_prices(db) or db.scalars(agreed).first() is not None,
        "timeZone": operator.time_zone_confirmed,
        "letters": db.scalars(select(InventoryItem.id).limit(1)).first() is not None,
        "venue": db.scalars(select(Venue.id).limit(1)).first() is not None,
        "booking": db.scalars(select(Booking.id).limit(1)).first() is not None,
    }


def popular(db: Session, *, among: int = POPULAR_AMONG) -> list[tuple[str, int]]:
    """Return the most frequently booked messages among the latest bookings, ignoring case and surrounding spaces (G5).

    Bookings of items only have no message.
    """
    latest = (
        select(fold(func.trim(Booking.message)).label("message"))
        .where(Booking.status != CANCELED, Booking.letter_count > 0)
        .order_by(Booking.id.desc())
        .limit(among)
        .subquery()
    )
    rows = db.execute(
        select(latest.c.message, func.count())
        .group_by(latest.c.message)
        .order_by(func.count().desc(), latest.c.message)
        .limit(POPULAR)
    ).all()
    return [(str(row[0]).upper(), int(row[1])) for row in rows]


def expected(db: Session, first: date, last: date, today: date) -> Iterator[tuple[str, Subject, Sums]]:
    """Yield the figures of confirmed bookings that are delivered between two days and after today, with their month."""
    asked = select(Booking).where(
        Booking.status == CONFIRMED, Booking.delivery_day.between(max(first, today + timedelta(days=1)), last)
    )
    for booking in db.scalars(asked.order_by(Booking.delivery_day), execution_options={"yield_per": _ROWS_AT_ONCE}):
        subject, sums = booking_entries.expected(booking)
        yield f"{booking.delivery_day:%Y-%m}", subject, sums


_ROWS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Held:
    """Pieces taken on some days by a holder: a booking, a quote, a waiting list offer or a repair."""

    piece: Piece
    count: int
    first: date
    last: date
    kind: str
    holder_id: int


@dataclass(frozen=True, slots=True)
class Late:
    """Filter for pieces that were due back before a day and are still out. They count as taken today and tomorrow,
    whatever the days of their hold.
    """

    today: date
    due_before: date

    @property
    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the conditions for holds of late pieces."""
        return [
            LetterHold.kind == BOOKING,
            LetterHold.expires_at.is_(None),
            LetterHold.first_day < self.due_before,
            func.coalesce(LetterHold.due_day, LetterHold.last_day) < self.due_before,
        ]


def held(db: Session, first: date, last: date, now: datetime, late: Late, most: int = MOST_HOLDS) -> list[Held]:
    """Return all active holds that overlap the days from ``first`` to ``last``, and late pieces for today and tomorrow.
    Raises TooManyHolds if there are more than ``most``.
    """
    rows = _at_most(
        most,
        db,
        select(LetterHold)
        .where(
            LetterHold.first_day.between(scan_from(first), last),
            LetterHold.last_day >= first,
            or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        )
        .order_by(LetterHold.first_day, LetterHold.holder_id),
    )
    found = [
        Held(Piece(row.size, row.letter, row.finish), row.count, row.first_day, row.last_day, row.kind, row.holder_id)
        for row in rows
    ]
    tomorrow = late.today + timedelta(days=1)
    if first > tomorrow or last < late.today:
        return found
    overdue = _at_most(
        most - len(found), db, select(LetterHold).where(*late.conditions, LetterHold.last_day < tomorrow)
    )
    return found + [
        Held(
            Piece(row.size, row.letter, row.finish),
            row.count,
            max(late.today, row.last_day + timedelta(days=1)),
            tomorrow,
            row.kind,
            row.holder_id,
        )
        for row in overdue
    ]


def _at_most(most: int, db: Session, holds: Select[LetterHold]) -> Sequence[LetterHold]:
    rows = db.scalars(holds.limit(most + 1)).all()
    if len(rows) > most:
        raise TooManyHolds
    return rows


@dataclass(frozen=True, slots=True)
class Use:
    """Use of one letter: the number of pieces out on a day, and whether the letter is needed on that day or later."""

    out: int
    needed: bool


def stock_use(db: Session, late: Late, now: datetime) -> dict[Piece, Use]:
    """Return the use of each piece with holds from today on, or on an overdue rental. Overdue pieces count as out."""
    day = late.today
    here = LetterHold.first_day <= day
    promised = LetterHold.kind.in_((BOOKING, QUOTE, WAITING))
    rows = db.execute(
        select(
            LetterHold.size,
            LetterHold.letter,
            LetterHold.finish,
            func.sum(case((here, LetterHold.count), else_=0)),
            func.max(case((promised, 1), else_=0)),
        )
        .where(
            LetterHold.first_day >= scan_from(day),
            LetterHold.last_day >= day,
            or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        )
        .group_by(LetterHold.size, LetterHold.letter, LetterHold.finish)
    ).all()
    use = {Piece(*row[:3]): Use(out=int(row[3]), needed=bool(row[4])) for row in rows}
    overdue = db.execute(
        select(LetterHold.size, LetterHold.letter, LetterHold.finish, func.sum(LetterHold.count))
        .where(*late.conditions, LetterHold.last_day < day)
        .group_by(LetterHold.size, LetterHold.letter, LetterHold.finish)
    )
    for size, letter, finish, count in overdue:
        piece = Piece(size, letter, finish)
        before = use.get(piece, Use(out=0, needed=False))
        use[piece] = Use(out=before.out + int(count), needed=True)
    return use


def bookings_by_id(db: Session, ids: set[int]) -> list[Booking]:
    """Return the bookings with these ids, by delivery."""
    return list(
        db.scalars(select(Booking).where(Booking.id.in_(ids)).order_by(Booking.delivery_day, Booking.id)) if ids else []
    )


def items_owned(db: Session) -> list[Item]:
    """Return the items whose pieces are counted, by name."""
    return list(db.scalars(select(Item).where(Item.kind == COUNTED).order_by(Item.name, Item.id)))


def letters_owned(db: Session) -> list[InventoryItem]:
    """Return the whole inventory, by size and letter."""
    return list(db.scalars(select(InventoryItem).order_by(InventoryItem.size.desc(), InventoryItem.letter)))


MOST_UNMET = 20_000


def unmet(db: Session, since: datetime, most: int = MOST_UNMET) -> list[UnmetDemand]:
    """Return rentals refused for lack of letters since a given time, in order of request (L9); the latest ones if there
    are more than ``most``.
    """
    latest = (
        select(UnmetDemand)
        .where(UnmetDemand.seen_at >= since)
        .order_by(UnmetDemand.seen_at.desc(), UnmetDemand.form_key.desc())
        .limit(most)
    )
    return list(db.scalars(latest))[::-1]
