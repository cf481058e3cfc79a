"""Checks that no booking, quote or outage needs the stock, venue or price that is being changed or deleted, for the
routes of inventory, venues and prices.

Errors list the conflicting bookings (L8, B5, L11).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import outages
from marqueedesk.availability import service as availability
from marqueedesk.availability.errors import BlockingBooking, InUseByBookings, taken_sentence
from marqueedesk.availability.models import LetterOutage
from marqueedesk.availability.operator_lock import Terms, read_operator
from marqueedesk.bookings import queries
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.errors import FinishInUse, SizeInUse
from marqueedesk.bookings.goods import at_risk, handovers, repairs
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory import photos
from marqueedesk.inventory.deletion_guard import LockedStock, Stocked
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.outage_schemas import NewOutageOut, OutageChange, OutageInput, OutageOut, RepairOut
from marqueedesk.inventory.pieces import USUAL_FINISH, Piece
from marqueedesk.kit import clock
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.rental_request import iso, read_day
from marqueedesk.venues.models import Venue


def outage_out(outage: LetterOutage, finish: str) -> OutageOut:
    """Serialize an outage. ``finish`` is shown for pieces of the usual finish."""
    last_day = None if outage.last_day == outages.FOREVER else outage.last_day
    return OutageOut.of_row(outage, finish=outage.finish or finish, last_day=last_day)


def blocking_bookings(bookings: list[Booking], zone: ZoneInfo) -> list[BlockingBooking]:
    """Serialize bookings for an error: ID, number, customer and delivery."""
    return [
        {
            "id": row.id,
            "number": row.number,
            "customerName": row.customer_name,
            "deliveryDate": iso(row.delivery_day, row.delivery_clock, zone),
        }
        for row in bookings
    ]


def _finish_of(owned: Stocked, prices: PriceList) -> str:
    return prices.usual_finish if isinstance(owned, InventoryItem) else USUAL_FINISH


@dataclass(frozen=True, slots=True)
class _Locked(LockedStock):
    db: Session
    terms: Terms

    def ensure_quantity_free(self, owned: Stocked, quantity: int, now: datetime, *, removing: bool = False) -> None:
        over = outages.excess(self.db, owned.piece, quantity, self.terms.today(now), now)
        if over is None:
            return
        bookings = queries.holding(self.db, owned.piece, over.spans, now)
        held_for = None if bookings else queries.held_for_others(self.db, owned.piece, over.spans, now)
        if removing and not bookings and held_for is None:
            return
        what = "taken" if bookings else held_for or "in repair"
        is_letter = isinstance(owned, InventoryItem)
        name = owned.letter if is_letter else owned.name
        sentence = taken_sentence(name, over.most, over.day, quantity, date_format=self.terms.date_format, what=what)
        rows = outages.within(self.db, owned, over.spans) if is_letter else []
        repairs = [outage_out(row, USUAL_FINISH).model_dump(mode="json", by_alias=True) for row in rows]
        raise InUseByBookings(
            sentence, blocking_bookings(bookings, self.terms.zone), repairs=repairs, fields={"quantity": sentence}
        )

    def problem_with(self, piece: Piece, quantity: int, now: datetime) -> str | None:
        over = outages.excess(self.db, piece, quantity, self.terms.today(now), now)
        return (
            taken_sentence(piece.letter, over.most, over.day, quantity, date_format=self.terms.date_format)
            if over
            else None
        )

    def take_out(
        self, owned: Stocked, payload: OutageInput, now: datetime, prices: PriceList, *, reported_by: User
    ) -> NewOutageOut:
        photos.ensure_photos_exist(self.db, {payload.photo} if payload.photo else ())
        booking = None if payload.booking_id is None else self._booking_with(owned, payload.booking_id, now)
        outage = outages.add(
            self.db,
            self.terms,
            owned,
            count=payload.count,
            first=read_day(payload.first_day, "firstDay"),
            last=read_day(payload.last_day, "lastDay") if payload.last_day else None,
            reason=payload.reason,
            kind=payload.kind,
            booking_id=payload.booking_id,
            now=now,
            reported_by=reported_by.username,
            cost_cents=payload.cost,
            photo=payload.photo,
        )
        if booking is not None:
            damage = charges.Damage(owned.piece, payload.count, payload.kind, payload.reason, outage.id)
            charges.propose(self.db, booking, damage, by=reported_by, now=now)
        return self._announced(owned, outage, now, prices)

    def _booking_with(self, owned: Stocked, booking_id: int, now: datetime) -> Booking:
        """Return the booking that a damaged piece came back from. Raises NotFound, and Invalid if the booking never had
        such a piece.
        """
        booking = queries.booking(self.db, booking_id)
        handovers.ensure_had(self.db, self.terms, booking, {"bookingId": owned.piece}, now)
        return booking

    def change_outage(
        self, owned: Stocked, outage_id: int, payload: OutageChange, now: datetime, prices: PriceList
    ) -> NewOutageOut:
        outage, named = outages.outage(self.db, owned, outage_id), payload.model_fields_set
        if "last_day" in named:
            last = read_day(payload.last_day, "lastDay") if payload.last_day else None
            outages.change_last_day(self.db, self.terms, owned, outage, last)
        if "reason" in named:
            outage.reason = payload.reason
        if "cost" in named:
            outage.cost_cents = payload.cost
        if "photo" in named:
            photos.ensure_photos_exist(self.db, {payload.photo} if payload.photo else ())
            outage.photo = payload.photo
        return self._announced(owned, outage, now, prices)

    def end_outage(self, owned: Stocked, outage_id: int) -> int:
        ended = outages.outage(self.db, owned, outage_id)
        repairs.end(self.db, self.terms, ended, clock.now())
        return ended.count

    def end_outages(self, owned: Stocked) -> None:
        outages.delete_all(self.db, self.terms, owned)

    def _announced(self, owned: Stocked, outage: LetterOutage, now: datetime, prices: PriceList) -> NewOutageOut:
        at_risk_rows = at_risk.announced(self.db, self.terms, now, prices)
        return NewOutageOut.adding(outage_out(outage, _finish_of(owned, prices)), at_risk=at_risk_rows)


class BookedStock:
    """Checks and changes of a business's stock, venues and price list that bookings may depend on."""

    def lock(self, db: Session, operator_id: int) -> LockedStock:
        """Take the operator's lock. Raises UnknownOperator."""
        return _Locked(db, availability.lock(db, operator_id))

    def outages(self, db: Session, owned: Stocked, prices: PriceList) -> list[OutageOut]:
        """Return the outages of a piece, soonest first."""
        return [outage_out(row, _finish_of(owned, prices)) for row in outages.of_item(db, owned)]

    def open_outages(self, db: Session, operator_id: int, now: datetime, *, money: bool) -> list[RepairOut]:
        """Return open repairs and losses, most recently reported first, with amounts if the user may see them."""
        terms = read_operator(db.connection(), operator_id)
        return repairs.open_repairs(db, terms, now, money=money)

    def ensure_venue_unused(self, db: Session, operator_id: int, venue: Venue) -> None:
        """Raise InUseByBookings if upcoming bookings need a venue (B5). Under the operator's lock."""
        terms = read_operator(db.connection(), operator_id)
        coming = queries.coming_at_venue(db, venue.id, terms.today(clock.now()))
        if coming:
            raise InUseByBookings(
                f"Upcoming bookings need {venue.name}. Move or cancel them first.",
                blocking_bookings(coming, terms.zone),
            )

    def ensure_sizes_unused(self, db: Session, operator_id: int, before: PriceList, after: PriceList) -> None:
        """Raise SizeInUse or FinishInUse if stock or upcoming bookings need a size or finish removed from the price
        list.
        """
        terms = read_operator(db.connection(), operator_id)
        today, now = terms.today(clock.now()), clock.now()
        left = {row.code: row.label for row in before.sizes} | {row.code: row.label for row in after.sizes}
        for code in {row.code for row in before.sizes} - {row.code for row in after.sizes}:
            bookings = queries.coming_with(db, today, now, size=code)
            if bookings or queries.has_stock(db, size=code):
                raise SizeInUse(left[code], blocking_bookings(bookings, terms.zone))
        # Rows without a finish use the first one and follow when it is renamed, so its code isn't needed.
        gone = {row.code for row in before.finishes[1:]} - {row.code for row in after.finishes[1:]}
        for code in gone:
            bookings = queries.coming_with(db, today, now, finish=code)
            if bookings or queries.has_stock(db, finish=code):
                raise FinishInUse(code, blocking_bookings(bookings, terms.zone))


STOCK_USE: Final = BookedStock()
