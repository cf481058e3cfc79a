"""Customers who wait until letters come free: in order of arrival, each offered all that they asked for or nothing.

An offer holds its letters for some hours. Customers who do not answer lose it, and the next in the list has a turn.
Offers are only made under the operator's lock, so that two releases at once never offer a letter twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final, Literal

from sqlalchemy import BigInteger, CheckConstraint, Date, ForeignKey, Index, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.availability import service as availability
from marqueedesk.availability.facts import Terms, read_stock
from marqueedesk.availability.models import QUOTE, Holder
from marqueedesk.bookings.creation import CreateResult, Customer, NewBooking, Submission, create_booking
from marqueedesk.bookings.lines import read_lines, title_of
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.opening import closed_for
from marqueedesk.bookings.rental_request import RentalRequest, read_days
from marqueedesk.kit import jobs, links
from marqueedesk.kit.db import Base, Document, Instant
from marqueedesk.kit.errors import Conflict, Invalid, NotFound
from marqueedesk.kit.keys import own_id, owner_id
from marqueedesk.kit.links import Signer
from marqueedesk.kit.tenancy import Owned, set_operator

WAITING, OFFERED, BOOKED, LAPSED, WITHDRAWN = "waiting", "offered", "booked", "lapsed", "withdrawn"
State = Literal["waiting", "offered", "booked", "lapsed", "withdrawn"]
OPEN: Final = (WAITING, OFFERED)
LINK: Final = "waiting"
OFFER_MADE: Final = "waiting.offered"
"""The event of an offer, for the code that notifies its customer."""


class WaitingEntry(Owned, Base):
    """Somebody who waits for letters: what, when, and how to reach them. They have agreed to be written to."""

    __tablename__ = "waiting_entries"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_waiting_entries_state", "operator_id", "state", "id"),
        CheckConstraint("state IN ('waiting', 'offered', 'booked', 'lapsed', 'withdrawn')", name="state"),
    )

    id: Mapped[int] = own_id()
    operator_id: Mapped[int] = owner_id(ForeignKey("operators.id", ondelete="CASCADE"))
    state: Mapped[str] = mapped_column(String(10))
    # Lines as bookings.lines keeps them, and what they are called.
    lines: Mapped[list[dict[str, Any]]] = mapped_column(Document)
    message: Mapped[str] = mapped_column(String(500))
    # As they were given: a day, or a moment.
    delivery: Mapped[str] = mapped_column(String(40))
    pickup: Mapped[str] = mapped_column(String(40))
    delivery_day: Mapped[date] = mapped_column(Date)
    customer_name: Mapped[str] = mapped_column(String(200))
    customer_email: Mapped[str] = mapped_column(String(254))
    customer_phone: Mapped[str | None] = mapped_column(String(50))
    nonce: Mapped[str] = mapped_column(String(32))
    offered_at: Mapped[datetime | None] = mapped_column(Instant)
    offered_until: Mapped[datetime | None] = mapped_column(Instant)
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Instant)

    @property
    def holder(self) -> Holder:
        """Whose holds an offer's are: those of a quote that nobody wrote, whose number is below 0."""
        return Holder(QUOTE, -self.id)

    def state_at(self, now: datetime) -> State:
        """Its state; an offer that was not answered in time has lapsed."""
        over = self.state == OFFERED and self.offered_until is not None and self.offered_until <= now
        return LAPSED if over else self.state  # pyright: ignore[reportReturnType] - the column's constraint says so.


class UnknownEntry(NotFound):
    """No such place in a waiting list, or its link is none."""

    sentence = "This link leads nowhere (any more)."


class NotOffered(Conflict):
    """There is nothing to book: no offer was made yet, or it is over."""

    code = "not_offered"


@dataclass(frozen=True, slots=True)
class Wait:
    """The rental that somebody waits for, and their contact data."""

    request: RentalRequest
    delivery: str
    pickup: str
    customer: Customer


def join(db: Session, terms: Terms, signer: Signer, wait: Wait, stored: list[dict[str, Any]], now: datetime) -> str:
    """Put somebody at the end of the list, and answer the token of their link; of the same again the one it has.

    ``terms`` come from the operator's lock, ``stored`` are the lines as they are kept.
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
        entry = WaitingEntry(
            state=WAITING,
            lines=stored,
            message=title_of(wait.request.lines),
            delivery=wait.delivery,
            pickup=wait.pickup,
            delivery_day=wait.request.when.delivery.day,
            customer_name=wait.customer.name,
            customer_email=wait.customer.email,
            customer_phone=wait.customer.phone,
            nonce=links.new_nonce(),
            created_at=now,
        )
        db.add(entry)
        db.flush()
    token = token_of(signer, entry)
    links.make(db, token, kind=LINK, operator_id=terms.operator_id, target_id=entry.id, now=now)
    return token


def token_of(signer: Signer, entry: WaitingEntry) -> str:
    """The end of an entry's link."""
    return signer.token(LINK, entry.operator_id, entry.id, entry.nonce)


def open_entry(db: Session, token: str) -> tuple[int, int]:
    """Keep a session to the operator whose entry a token leads to; answer the ids of both. Raises UnknownEntry."""
    link = links.find(db, token, LINK)
    if link is None:
        raise UnknownEntry
    set_operator(db, link.operator_id)
    return link.operator_id, link.target_id


def entry_of(db: Session, entry_id: int) -> WaitingEntry:
    """One entry, as it is now. Raises UnknownEntry."""
    entry = db.scalars(
        select(WaitingEntry).where(WaitingEntry.id == entry_id).execution_options(populate_existing=True)
    ).one_or_none()
    if entry is None:
        raise UnknownEntry
    return entry


def entries(db: Session, *, most: int) -> list[WaitingEntry]:
    """The list: who waits or has an offer in order of arrival, then the others, the newest first."""
    first = db.scalars(select(WaitingEntry).where(WaitingEntry.state.in_(OPEN)).order_by(WaitingEntry.id).limit(most))
    found = list(first)
    rest = db.scalars(
        select(WaitingEntry).where(WaitingEntry.state.not_in(OPEN)).order_by(WaitingEntry.id.desc()).limit(most)
    )
    return (found + list(rest))[:most]


def who_waits(db: Session) -> list[int]:
    """The operators whose lists have somebody waiting or with an offer, among those that the session sees."""
    return list(db.scalars(select(WaitingEntry.operator_id).where(WaitingEntry.state.in_(OPEN)).distinct()))


def anything_to_do(db: Session, terms: Terms, now: datetime) -> bool:
    """Whether an offer could be made, or is over. Reads only, without the lock: `make_offers` looks again."""
    return any(
        row.state_at(now) == LAPSED or row.delivery_day < terms.today(now) or _fits(db, terms, row, now)
        for row in _open(db)
    )


def make_offers(db: Session, terms: Terms, now: datetime) -> list[WaitingEntry]:
    """End the offers that were not answered, and offer in order of arrival what fits as a whole.

    ``terms`` come from the operator's lock in this transaction.
    """
    made: list[WaitingEntry] = []
    rows = list(_open(db))
    for row in rows:
        if row.state_at(now) == LAPSED or row.delivery_day < terms.today(now):
            row.state = LAPSED
            availability.release(db, terms, holder_id=row.holder.id, kind=row.holder.kind)
    db.flush()
    until = now + timedelta(hours=terms.rules.waiting_offer_hours)
    for row in rows:
        if row.state != WAITING or not _fits(db, terms, row, now):
            continue
        request = request_of(terms, row, now)
        days = request.when
        availability.hold(
            db, terms, row.holder, needs=request.needs, first=days.first, last=days.last, expires_at=until, now=now
        )
        row.state, row.offered_at, row.offered_until = OFFERED, now, until
        payload = {"entryId": row.id, "operatorId": terms.operator_id}
        jobs.enqueue(db, OFFER_MADE, payload, now, dedupe_key=f"waiting:{terms.operator_id}:{row.id}:offered")
        made.append(row)
    db.flush()
    return made


def _open(db: Session) -> Iterable[WaitingEntry]:
    return db.scalars(
        select(WaitingEntry)
        .where(WaitingEntry.state.in_(OPEN))
        .order_by(WaitingEntry.id)
        .execution_options(populate_existing=True)
    )


def request_of(terms: Terms, entry: WaitingEntry, now: datetime) -> RentalRequest:
    """The rental that an entry waits for. Raises Invalid if its days can no longer be booked."""
    days = read_days(terms, entry.delivery, entry.pickup, None, now, by_operator=False)
    return RentalRequest(read_lines(entry.lines), days, by_line=True)


def _fits(db: Session, terms: Terms, entry: WaitingEntry, now: datetime) -> bool:
    if entry.state != WAITING:
        return False
    try:
        request = request_of(terms, entry, now)
    except Invalid:
        return False
    days = request.when
    if closed_for(db.connection(), terms, *days.moments, now) is not None:
        return False
    stock = read_stock(db.connection(), terms, request.needs, days.first, days.last, now)
    return stock.fits(request.needs, days.first, days.last)


def book_offer(
    db: Session, terms: Terms, entry: WaitingEntry, now: datetime, page: BookingLinks
) -> CreateResult | None:
    """Make an offer a booking, at today's prices; None where that was done before.

    ``terms`` come from the operator's lock in this transaction. Raises NotOffered and what `create_booking` raises.
    """
    if entry.state == BOOKED:
        return None
    if entry.state_at(now) != OFFERED:
        sentence = (
            "This offer is over. You can join the waiting list again."
            if entry.state_at(now) in {LAPSED, WITHDRAWN}
            else "Your letters are not available yet. Please open this link again later."
        )
        raise NotOffered(sentence)
    request = replace(request_of(terms, entry, now), by_line=True)
    customer = Customer(entry.customer_name, entry.customer_email, entry.customer_phone)
    new = NewBooking(customer, by_operator=False, waiting_id=entry.id)
    made = create_booking(db.connection(), terms, request, new, now, sent=Submission(links=page))
    availability.release(db, terms, holder_id=entry.holder.id, kind=entry.holder.kind)
    entry.state, entry.booking_id = BOOKED, made.id
    return made


def withdraw(db: Session, terms: Terms, entry: WaitingEntry) -> None:
    """Take somebody off the list. ``terms`` come from the operator's lock. Raises NotOffered for what is booked."""
    if entry.state == BOOKED:
        raise NotOffered("This is booked already. You can cancel it on the page of your booking.")
    if entry.state == OFFERED:
        availability.release(db, terms, holder_id=entry.holder.id, kind=entry.holder.kind)
    entry.state = WITHDRAWN
