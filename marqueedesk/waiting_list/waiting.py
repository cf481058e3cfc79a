"""Customers waiting for letters: served in order of arrival, each offered their full request or nothing.

An offer holds its letters for some hours. If the customer doesn't answer, it lapses and the next customer gets a turn.
Offers are only made under the operator's lock, so that concurrent releases never offer a letter twice.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.mail_domains import own_domain
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock import Stock, Taken
from marqueedesk.availability.stock_queries import read_stock
from marqueedesk.availability.stranger_limits import (
    Claim,
    StrangerHold,
    StrangerLimits,
    exceeds_unconfirmed,
    months_around,
    read_unconfirmed,
)
from marqueedesk.bookings.business_calendar import closed_for
from marqueedesk.bookings.creation import create_booking
from marqueedesk.bookings.new_booking import CreateResult, NewBooking, Submission
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import find_or_create
from marqueedesk.domain_events import WaitingEvent, WaitingJoined, WaitingLapsed, WaitingOffered, publish
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Signer
from marqueedesk.rentals.lines import title_of
from marqueedesk.rentals.rental_request import RentalRequest, read_days, read_moment
from marqueedesk.rentals.stored_lines import StoredLine, read_lines
from marqueedesk.venues import queries as venues
from marqueedesk.waiting_list.waiting_entry import (
    BOOKED,
    LAPSED,
    OFFERED,
    OPEN,
    WAITING,
    WITHDRAWN,
    NotOffered,
    UnknownEntry,
    WaitingDetails,
    WaitingEntry,
)

LINK: Final = "waiting"


@dataclass(frozen=True, slots=True)
class Wait:
    """The rental that a customer is waiting for, and the customer's contact details."""

    request: RentalRequest
    delivery: str
    pickup: str
    customer: CustomerContact
    details: WaitingDetails
    total_cents: int | None = None
    network: str | None = None
    """Digest of the network that the request was sent from."""


def join(db: Session, terms: Terms, signer: Signer, wait: Wait, stored: list[StoredLine], now: datetime) -> str:
    """Add an entry to the end of the list and return the token of its link; an identical entry keeps its token.

    ``terms`` are those read with the operator's lock; ``stored`` are the lines in stored form.
    """
    same = db.scalars(
        select(WaitingEntry).where(
            WaitingEntry.state.in_(OPEN),
            WaitingEntry.customer_email == wait.customer.email,
            WaitingEntry.message == title_of(wait.request.lines),
            WaitingEntry.delivery == wait.delivery,
            WaitingEntry.pickup == wait.pickup,
        )
    )
    entry = next((row for row in same if row.lines == stored), None)
    if entry is None:
        customer_id = find_or_create(db.connection(), terms.operator_id, terms.region, [wait.customer], now)[0]
        entry = WaitingEntry(
            state=WAITING,
            customer_id=customer_id,
            lines=stored,
            message=title_of(wait.request.lines),
            delivery=wait.delivery,
            pickup=wait.pickup,
            delivery_day=wait.request.when.delivery.day,
            details=wait.details.to_json(),
            customer_name=wait.customer.name,
            customer_email=wait.customer.email,
            customer_phone=wait.customer.phone,
            nonce=links.new_nonce(),
            total_cents=wait.total_cents,
            created_at=now,
            sender_network=wait.network,
        )
        db.add(entry)
        db.flush()
        _announce(db, terms, WaitingJoined, entry, now)
    token = token_of(signer, entry)
    links.make(db, token, kind=LINK, operator_id=terms.operator_id, target_id=entry.id, now=now)
    return token


def address_of(signer: Signer, public_url: str, entry: WaitingEntry) -> str:
    """Return the URL of an entry's page for the customer."""
    return f"{public_url}/w/{token_of(signer, entry)}"


def leaving_address_of(signer: Signer, public_url: str, entry: WaitingEntry) -> str:
    """Return the unsubscribe URL of an entry, for mail programs (RFC 8058)."""
    return f"{public_url}/api/public/waiting-list/{token_of(signer, entry)}/unsubscribe"


def token_of(signer: Signer, entry: WaitingEntry) -> str:
    """Return the token of an entry's link."""
    return signer.token(LINK, entry.operator_id, entry.id, entry.nonce)


def open_entry(db: Session, token: str) -> tuple[int, int]:
    """Scope a session to the operator of the entry that a token belongs to; returns both IDs. Raises UnknownEntry."""
    link = links.find(db, token, LINK)
    if link is None:
        raise UnknownEntry
    set_operator(db, link.operator_id)
    return link.operator_id, link.target_id


def entry_of(db: Session, entry_id: int) -> WaitingEntry:
    """Return the current state of an entry. Raises UnknownEntry."""
    return existing(fresh(db, WaitingEntry, WaitingEntry.id == entry_id), UnknownEntry)


def entries(db: Session, *, most: int) -> list[WaitingEntry]:
    """Return the list: waiting and offered entries in order of arrival, then the others, newest first."""
    first = db.scalars(select(WaitingEntry).where(WaitingEntry.state.in_(OPEN)).order_by(WaitingEntry.id).limit(most))
    rows = list(first)
    rest = db.scalars(
        select(WaitingEntry).where(WaitingEntry.state.not_in(OPEN)).order_by(WaitingEntry.id.desc()).limit(most)
    )
    return (rows + list(rest))[:most]


def who_waits(db: Session) -> list[int]:
    """Return the operators visible to the session that have customers waiting or with an offer."""
    return list(db.scalars(select(WaitingEntry.operator_id).where(WaitingEntry.state.in_(OPEN)).distinct()))


def anything_to_do(db: Session, terms: Terms, now: datetime, *, limits: StrangerLimits | None = None) -> bool:
    """Return true if an offer could be made or has lapsed. Takes no lock and changes nothing: `make_offers` checks
    again.
    """
    rows = list(_open(db))
    if any(_is_over(row, terms, now) for row in rows):
        return True
    waiting = _Waiting.read(db, terms, rows, now, limits=limits)
    return any(waiting.fits(row) for row in rows)


def make_offers(
    db: Session, terms: Terms, now: datetime, *, limits: StrangerLimits | None = None
) -> list[WaitingEntry]:
    """End unanswered offers, and offer in order of arrival what fits completely. Entries that would exceed the
    ``limits`` of strangers keep waiting (W11).

    ``terms`` are those read when this transaction took the operator's lock. The stock is read once for the whole list.
    """
    offered: list[WaitingEntry] = []
    rows = list(_open(db))
    for row in rows:
        if _is_over(row, terms, now):
            _end(db, terms, row, now)
    db.flush()
    until = now + timedelta(hours=terms.rules.waiting_offer_hours)
    waiting = _Waiting.read(db, terms, rows, now, limits=limits)
    for row in rows:
        if not waiting.fits(row):
            continue
        request = waiting.take(row)
        days = request.when
        availability.hold(
            db,
            terms,
            row.holder,
            needs=request.needs,
            first=days.first,
            last=days.last,
            expires_at=until,
            now=now,
            sender=_sender_of(row) if limits else None,
        )
        row.state, row.offered_at, row.offered_until = OFFERED, now, until
        _announce(db, terms, WaitingOffered, row, now)
        offered.append(row)
    db.flush()
    return offered


def _is_over(entry: WaitingEntry, terms: Terms, now: datetime) -> bool:
    return entry.state_at(now) == LAPSED or entry.delivery_day < terms.today(now)


def _end(db: Session, terms: Terms, entry: WaitingEntry, now: datetime) -> None:
    """End an entry whose offer wasn't answered or whose day has come. The customer is only notified if there was an
    offer.
    """
    if entry.state == OFFERED:
        entry.offered_until = min(entry.offered_until or now, now)
        _announce(db, terms, WaitingLapsed, entry, now)
    entry.state = LAPSED
    availability.release(db, terms, holder_id=entry.holder.id, kind=entry.holder.kind)


def _announce(db: Session, terms: Terms, event: type[WaitingEvent], entry: WaitingEntry, now: datetime) -> None:
    key = f"{event.kind}:{terms.operator_id}:{entry.id}"
    publish(db, event(operator_id=terms.operator_id, entry_id=entry.id), now, dedupe_key=key)


@dataclass(slots=True)
class _Waiting:
    """All waiting entries, and the stock on all their days, read at once for the whole list."""

    db: Session
    terms: Terms
    now: datetime
    requests: dict[int, RentalRequest]
    stock: Stock
    # Strangers' holds; None if no limits apply.
    strangers: list[StrangerHold] | None = None
    limits: StrangerLimits | None = None

    @classmethod
    def read(
        cls, db: Session, terms: Terms, rows: Iterable[WaitingEntry], now: datetime, *, limits: StrangerLimits | None
    ) -> "_Waiting":
        """Read the requests of entries that can still be served, and their stock."""
        requests: dict[int, RentalRequest] = {}
        for row in rows:
            if row.state == WAITING:
                with suppress(Invalid):
                    requests[row.id] = request_of(terms, row, now)
        if not requests:
            return cls(db, terms, now, {}, Stock({}, ()))
        pieces = {piece for request in requests.values() for piece in request.needs}
        first = min(request.when.first for request in requests.values())
        last = max(request.when.last for request in requests.values())
        strangers = None
        if limits is not None:
            first, last = months_around(first, last)
            strangers = read_unconfirmed(db.connection(), terms, pieces, (first, last), now)
        stock = read_stock(db.connection(), terms, pieces, first, last, now)
        return cls(db, terms, now, requests, stock, strangers, limits)

    def fits(self, entry: WaitingEntry) -> bool:
        """Return true if an entry is waiting, all of its pieces are available, and its days are open."""
        request = self.requests.get(entry.id)
        if request is None:
            return False
        days = request.when
        if not self.stock.fits(request.needs, days.first, days.last):
            return False
        if self.strangers is not None and self.limits is not None:
            claim, sender = Claim(request.needs, days.first, days.last), _sender_of(entry)
            limits = self.limits if entry.sender_network is not None else StrangerLimits(by_network=False)
            if exceeds_unconfirmed(self.terms.rules, claim, self.stock, self.strangers, sender, limits):
                return False
        return not closed_for(self.db.connection(), self.terms, *days.moments, self.now)

    def take(self, entry: WaitingEntry) -> RentalRequest:
        """Count an entry's pieces as taken for later entries, and return its request."""
        request = self.requests.pop(entry.id)
        days = request.when
        taken = [Taken(piece, count, days.first, days.last) for piece, count in request.needs.items()]
        self.stock = replace(self.stock, taken=(*self.stock.taken, *taken))
        if self.strangers is not None:
            self.strangers += [StrangerHold(one, _sender_of(entry)) for one in taken]
        return request


def _sender_of(entry: WaitingEntry) -> Sender:
    """Return the stranger whose limits an offer counts towards. Entries without a stored network only count towards the
    limit for all strangers together.
    """
    return Sender(entry.sender_network or "", own_domain(entry.customer_email))


def _open(db: Session) -> Iterable[WaitingEntry]:
    return db.scalars(
        select(WaitingEntry)
        .where(WaitingEntry.state.in_(OPEN))
        .order_by(WaitingEntry.id)
        .execution_options(populate_existing=True)
    )


def request_of(terms: Terms, entry: WaitingEntry, now: datetime) -> RentalRequest:
    """Return the rental that an entry waits for. Raises Invalid if its days can no longer be booked."""
    details = WaitingDetails.from_json(entry.details)
    days = read_days(terms, entry.delivery, entry.pickup, details.install_time, now, by_operator=False)
    return RentalRequest(read_lines(entry.lines), days, details.place, by_line=True)


def days_of(entry: WaitingEntry, time_zone: str) -> tuple[date, date]:
    """Return the days of delivery and pickup in the business's time zone."""
    zone = ZoneInfo(time_zone)
    return read_moment(entry.delivery, zone, "deliveryDate").day, read_moment(entry.pickup, zone, "pickupDate").day


def book_offer(
    db: Session, terms: Terms, entry: WaitingEntry, now: datetime, *, sent: Submission
) -> CreateResult | None:
    """Book an offer at current prices; None if it was already booked. The business's payment requirements apply.

    ``terms`` are those read when this transaction took the operator's lock. Raises NotOffered and the errors of
    `create_booking`.
    """
    if entry.state == BOOKED:
        return None
    if entry.state_at(now) != OFFERED:
        sentence = (
            "This offer has expired. You can join the waiting list again."
            if entry.state_at(now) in {LAPSED, WITHDRAWN}
            else "Your letters aren't available yet. Please open this link again later."
        )
        raise NotOffered(sentence)
    request, details = request_of(terms, entry, now), WaitingDetails.from_json(entry.details)
    if request.place.venue_id is not None and venues.venue(db, request.place.venue_id) is None:
        # The venue was deleted; the booking keeps its name.
        request = replace(request, place=replace(request.place, venue_id=None))
    new = NewBooking(
        CustomerContact(entry.customer_name, entry.customer_email, entry.customer_phone, entry.customer_id),
        by_operator=False,
        event_type=details.event_type,
        notes=details.notes,
        waiting_id=entry.id,
    )
    result = create_booking(db.connection(), terms, request, new, now, sent=sent)
    availability.release(db, terms, holder_id=entry.holder.id, kind=entry.holder.kind)
    entry.state, entry.booking_id = BOOKED, result.booking.id
    return result


def withdraw(db: Session, terms: Terms, entry: WaitingEntry) -> None:
    """Remove a customer from the list. ``terms`` are those read with the operator's lock. Raises NotOffered if the
    offer was already booked.
    """
    if entry.state == BOOKED:
        raise NotOffered("This is already booked. You can cancel it on your booking page.")
    if entry.state == OFFERED:
        availability.release(db, terms, holder_id=entry.holder.id, kind=entry.holder.kind)
    entry.state = WITHDRAWN
