"""Subjects of contracts: a booking, or a quote that isn't booked yet."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.contracts.models import Contract
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.content import day_of, lines_of, moment, price_of
from marqueedesk.quotes.models import DECLINED, WITHDRAWN, Quote, SentContent
from marqueedesk.quotes.snapshot import snapshot
from marqueedesk.rentals.line_serializers import details_of
from marqueedesk.rentals.lines import Lines, said_of
from marqueedesk.rentals.stops import Stop
from marqueedesk.rentals.stored_lines import stored_line

LAST_MOMENT: Final = time(23, 59, 59)


@dataclass(frozen=True, slots=True)
class ContractSubject:
    """A booking, or a quote with its current content. A quote that was accepted counts as its booking."""

    booking: Booking | None
    quote: Quote | None
    content: SentContent | None

    @property
    def is_over(self) -> bool:
        """Return true if the booking is canceled, or the quote was declined or withdrawn."""
        if self.booking is not None:
            return self.booking.status == CANCELED
        return self.quote is not None and self.quote.offer in {DECLINED, WITHDRAWN}

    @property
    def total_cents(self) -> int:
        """Return the agreed total."""
        if self.booking is not None:
            return self.booking.total_cents
        return price_of(self.content).total_cents if self.content is not None else 0

    @property
    def has_waiver(self) -> bool:
        """Return true if the customer takes the damage waiver."""
        if self.booking is not None:
            return self.booking.price.breakdown.damage_waiver_cents > 0
        return self.content is not None and price_of(self.content).damage_waiver_cents > 0

    @property
    def venue_id(self) -> int | None:
        """Return the ID of the listed venue, if it is at one."""
        if self.booking is not None:
            return self.booking.venue_id
        return self.content["venue_id"] if self.content is not None else None

    @property
    def lines(self) -> Lines:
        """Return the rented lines."""
        if self.booking is not None:
            return self.booking.lines
        return lines_of(self.content) if self.content is not None else ()

    @property
    def delivery_day(self) -> date | None:
        """Return the delivery day; None while a quote leaves it open."""
        if self.booking is not None:
            return self.booking.delivery_day
        return day_of(self.content["delivery_date"]) if self.content is not None else None

    def name(self) -> str:
        """Return the displayed number: "#12" or "Q-2027-0012"."""
        if self.booking is not None:
            return f"#{self.booking.number}"
        return (self.quote.number if self.quote is not None else None) or "Draft"

    def agreed(self, prices: PriceList) -> JsonObject:
        """Return words, days, price and place by API name. ``lines`` compares them; ``linesText`` and ``linesDetails``
        are for people.
        """
        lines = self.lines
        delivery, pickup = self._days()
        # As read from the database, where tuples are lists.
        stored = orjson.loads(orjson.dumps([stored_line(line) for line in lines]))
        return {
            "lines": stored,
            "linesText": said_of(lines, prices.size_name, prices.finish_name),
            "linesDetails": "; ".join(details_of(line, prices) for line in lines),
            "address": self._place(),
            "deliveryDate": delivery,
            "pickupDate": pickup,
            "totalPrice": units(self.total_cents),
        }

    def _days(self) -> tuple[str | None, str | None]:
        if self.booking is not None:
            return _of_stop(self.booking.delivery), _of_stop(self.booking.pickup)
        content = self.content
        return (_wall(content["delivery_date"]), _wall(content["pickup_date"])) if content is not None else (None, None)

    def _place(self) -> str | None:
        if self.booking is not None:
            return self.booking.place or None
        content = self.content
        parts = (content["venue_name"], content["venue_address"]) if content is not None else ()
        return ", ".join(part for part in parts if part) or None


def _of_stop(stop: Stop) -> str:
    return stop.day.isoformat() if stop.time is None else datetime.combine(stop.day, stop.time).isoformat()


def _wall(text: str | None) -> str | None:
    if text is None:
        return None
    given = moment(text)
    return given.day.isoformat() if given.time is None else datetime.combine(given.day, given.time).isoformat()


def of_booking(db: Session, booking_id: int) -> ContractSubject:
    """Return a booking as the subject of a contract. Raises NotFound."""
    return ContractSubject(bookings.booking(db, booking_id), None, None)


def of_quote(db: Session, operator: Operator, quote_id: int) -> ContractSubject:
    """Return a quote as the subject of a contract: the version that was last sent, or the draft. Raises NotFound."""
    quote = quotes.quote(db, quote_id)
    if quote.booking_id is not None:
        return ContractSubject(bookings.booking(db, quote.booking_id), quote, None)
    if quote.sent_version is not None:
        return ContractSubject(None, quote, quotes.version(db, quote_id, quote.sent_version).content)
    return ContractSubject(None, quote, snapshot(db, read_operator(db.connection(), operator.id), quote))


def of_contract(db: Session, operator: Operator, contract: Contract) -> ContractSubject:
    """Return a contract's booking or quote. Raises NotFound."""
    if contract.booking_id is not None:
        return of_booking(db, contract.booking_id)
    return of_quote(db, operator, contract.quote_id or 0)


def expiry(contract: Contract, subject: ContractSubject, zone: ZoneInfo) -> datetime | None:
    """Return the signing deadline: the one set by the business, or the end of the delivery day."""
    if contract.expires_at is not None or subject.delivery_day is None:
        return contract.expires_at
    return datetime.combine(subject.delivery_day, LAST_MOMENT, zone).astimezone(UTC)


def agreed_now(db: Session, subject: ContractSubject) -> JsonObject:
    """Return the subject's words, days, price and place with the names of the current price list."""
    return subject.agreed(pricing.price_list(db))
