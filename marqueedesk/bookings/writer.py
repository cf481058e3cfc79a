"""Insert a new booking with all related rows. Bookings are inserted nowhere else."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple, NotRequired, cast

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.service import hold_rows, release_all
from marqueedesk.bookings import statements
from marqueedesk.bookings.hold_decision import HoldDecision
from marqueedesk.bookings.models import (
    CONFIRMED,
    FROM_FORM,
    FROM_OPERATOR,
    PENDING,
    RESERVED,
    Booking,
    Source,
    Status,
    StoredAsked,
    StoredGoods,
)
from marqueedesk.bookings.new_booking import REQUESTS, UNCONFIRMED_HOLD, NewBooking, Submission
from marqueedesk.bookings.payment_schedule import next_due_day
from marqueedesk.bookings.prepayment import PAY_ENDS, PAY_WITHIN, to_collect
from marqueedesk.bookings.search import text_of
from marqueedesk.bookings.stored_rental import RentalColumns, TimeAndPlaceColumns
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import find_or_create, mark_updated
from marqueedesk.domain_events import BookingPlaced, PaymentHoldBegan, row_of
from marqueedesk.inventory.pieces import Needs
from marqueedesk.kit.db.detached_copy import from_columns, from_row
from marqueedesk.kit.db.row_writer import Row, Rows, write_rows
from marqueedesk.kit.db.tables import Counter, IdempotencyKey, Job
from marqueedesk.kit.http import idempotency, rate_limit
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.live.changes import change_row, changes, note_written
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.rentals.rental_request import Days
from marqueedesk.stripe.queries import takes_cards

_jobs = cast("Table", Job.__table__)
_keys = cast("Table", IdempotencyKey.__table__)
_counters = cast("Table", Counter.__table__)


class CheckedColumns(RentalColumns):
    """Columns of a booking that passed all checks: its rental, and values read under the operator's lock."""

    id: int
    number: int
    customer_id: int
    payment_terms: StoredTerms | None
    free_cancellation_hours: int | None
    overbook_reason: str | None
    asked: StoredAsked | None
    asked_anyway: bool
    possible_duplicate: bool


class TakenOverColumns(TimeAndPlaceColumns):
    """Columns of a held booking that its customer updates by sending it again."""

    customer_name: str
    customer_phone: str | None
    notes: str | None
    event_type: str | None


class NewBookingColumns(CheckedColumns):
    """Columns inserted for a new booking. Those that are not required are computed from the others."""

    operator_id: int
    status: Status
    source: Source
    placed_by: str | None
    event_type: str | None
    customer_name: str
    customer_email: str
    customer_phone: str | None
    received_cents: int
    processing_cents: int
    authorized_cents: int
    reduced_cents: int
    fee_reduced_cents: int
    disputed_cents: int
    lost_cents: int
    returned_debit_cents: int
    charges_cents: int
    cancel_fee_cents: int | None
    notes: str | None
    operator_notes: str | None
    quote_id: int | None
    goods: StoredGoods
    pay_by: datetime | None
    authorized_until: datetime | None
    must_confirm: bool
    discount_code: str | None
    hold_expires_at: datetime | None
    sender_network: str | None
    revision: int
    created_at: datetime
    updated_at: datetime
    search_text: NotRequired[str]
    next_due_day: NotRequired[date | None]


class VisitorsHold(NamedTuple):
    """How long a visitor's booking holds its letters, and whether the email address must be confirmed."""

    status: Status
    expires_at: datetime | None
    pay_by: datetime | None = None
    must_confirm: bool = False


def write_booking(
    connection: Connection,
    terms: Terms,
    new: NewBooking,
    sent: Submission,
    now: datetime,
    *,
    stored: CheckedColumns,
    needs: Needs,
    days: Days,
    has_open_price: bool,
    hold_decision: HoldDecision,
    customer_rows: Sequence[Rows],
) -> tuple[Booking, str | None]:
    """Insert a checked booking in the caller's transaction. Returns it, detached from any session, and its page URL.

    ``stored`` has the columns of its rental and related lookups. ``needs`` and ``days`` are the pieces it holds and
    when, ``hold_decision`` the conditions on which a visitor's booking holds them. ``customer_rows`` are those of its
    customer.
    """
    row = _columns(terms, new, now, stored, hold_decision, has_open_price=has_open_price)
    if row["asked"] is not None:
        # An "Ask us anyway" request stays pending regardless of the rules, and holds nothing.
        _set_hold(row, _no_hold(now))
    elif new.is_from_visitor:
        hold = _visitors_hold(connection, terms, row, sent, now, hold_decision, has_open_price=has_open_price)
        if hold_decision.exceeds_limits:
            # Confirming the address helps only if the request would hold letters within the limits.
            must_confirm = hold_decision.needs_confirmation and hold != _no_hold(now)
            hold = _no_hold(now)._replace(must_confirm=must_confirm)
        _set_hold(row, hold)
    booking = from_columns(Booking, row)
    row["search_text"] = text_of(booking)
    row["next_due_day"] = next_due_day(booking)
    parts, page_url = _rows_of(booking, row, needs, days, sent, now, hold_decision), None
    if sent.links is not None:
        page_url, link = sent.links.first(terms.operator_id, booking.id, now)
        parts += link
    write_rows(connection, [*customer_rows, *parts])
    note_written(connection)
    return booking, page_url


@dataclass(frozen=True, slots=True)
class ImportedBooking:
    """A booking from a file to insert: the columns of `NewBookingColumns` except the ID, with the import's ID, and the
    pieces it holds on its days, if any.
    """

    columns: Row
    needs: Needs
    days: Days


def last_number(connection: Connection, terms: Terms) -> int:
    """Return the number of the business's latest booking, or 0. Binding under the operator's lock."""
    return connection.scalar(statements.LAST_NUMBER, {"operator": terms.operator_id}) or 0


def write_imported(
    connection: Connection, terms: Terms, imported: Sequence[ImportedBooking], now: datetime
) -> dict[int, int]:
    """Insert the checked bookings of an import in the caller's transaction, which holds the operator's lock. Returns
    their IDs by number.

    Nobody is notified: events of such bookings aren't published.
    """
    table, rows = statements.bookings, [dict(row.columns) for row in imported]
    contacts = [CustomerContact(row["customer_name"], row["customer_email"], row["customer_phone"]) for row in rows]
    customer_ids = find_or_create(connection, terms.operator_id, terms.region, contacts, now)
    for row, customer_id in zip(rows, customer_ids, strict=True):
        row["customer_id"] = customer_id
        booking = from_columns(Booking, row)
        row["search_text"] = text_of(booking)
        row["next_due_day"] = next_due_day(booking)
    connection.execute(insert(table), rows)
    ids: dict[int, int] = {}
    for import_id in {row.columns["import_id"] for row in imported}:
        stored = select(table.c.number, table.c.id).where(
            table.c.operator_id == terms.operator_id, table.c.import_id == import_id
        )
        ids.update((row.number, row.id) for row in connection.execute(stored))
    held = [
        hold_rows(
            terms.operator_id,
            Holder(BOOKING, ids[row.columns["number"]]),
            needs=row.needs,
            first=row.days.first,
            last=row.days.last,
            expires_at=None,
            due=row.days.pickup.day,
        )
        for row in imported
        if row.needs
    ]
    taken = [row for rows in held for row in rows.rows]
    if taken:
        write_rows(connection, [Rows(held[0].table, taken)])
    write_rows(connection, [Rows(changes, [change_row(terms.operator_id, (Booking.__topic__,), now)])])
    note_written(connection)
    return ids


def delete_imported(connection: Connection, terms: Terms, booking_ids: Sequence[int], now: datetime) -> None:
    """Delete imported bookings that nothing refers to, and release their letters. The caller holds the operator's
    lock. Their numbers aren't used again (B17).
    """
    table, operators = statements.bookings, statements.operators
    release_all(connection, terms, booking_ids)
    own = (table.c.operator_id == terms.operator_id, table.c.id.in_(booking_ids))
    highest = connection.scalar(select(func.max(table.c.number)).where(*own)) or 0
    connection.execute(
        update(operators)
        .where(operators.c.id == terms.operator_id, operators.c.booking_numbers_used < highest)
        .values(booking_numbers_used=highest)
    )
    owners = select(table.c.customer_id).where(*own).distinct()
    mark_updated(connection, terms.operator_id, connection.scalars(owners).all())
    connection.execute(delete(table).where(*own))
    write_rows(connection, [Rows(changes, [change_row(terms.operator_id, (Booking.__topic__,), now)])])
    note_written(connection)


def write_taken_over(
    connection: Connection, terms: Terms, booking_id: int, columns: TakenOverColumns, now: datetime
) -> None:
    """Update an unpaid booking with the contact details, times and notes that its customer sent again."""
    table = statements.bookings
    own = (table.c.operator_id == terms.operator_id, table.c.id == booking_id)
    connection.execute(update(table).where(*own).values(**columns, updated_at=now))
    stored = from_row(Booking, connection.execute(select(table).where(*own)).one())
    # The email address is the same, so the customer is too.
    contact = CustomerContact(stored.customer_name, stored.customer_email, stored.customer_phone, stored.customer_id)
    customer_id = find_or_create(connection, terms.operator_id, terms.region, [contact], now)[0]
    connection.execute(update(table).where(*own).values(search_text=text_of(stored), customer_id=customer_id))
    write_rows(connection, [Rows(changes, [change_row(terms.operator_id, (Booking.__topic__,), now)])])
    note_written(connection)


def _visitors_hold(
    connection: Connection,
    terms: Terms,
    row: NewBookingColumns,
    sent: Submission,
    now: datetime,
    hold_decision: HoldDecision,
    *,
    has_open_price: bool,
) -> VisitorsHold:
    """Return how long a visitor's booking holds its letters and whether its address must be confirmed."""
    must_confirm = hold_decision.needs_confirmation and hold_decision.sender is not None
    is_due = not has_open_price and to_collect(from_columns(Booking, row), terms.zone, terms.currency) > 0
    if is_due and takes_cards(connection, terms.operator_id, sent.keys):
        pay_by = now + PAY_WITHIN
        return VisitorsHold(PENDING, pay_by, pay_by=pay_by, must_confirm=must_confirm)
    if terms.rules.requests_hold == "after_confirmation" and hold_decision.needs_confirmation:
        return VisitorsHold(PENDING, now, must_confirm=True)
    if row["status"] == PENDING and terms.rules.requests_hold == "nothing":
        return _no_hold(now)
    if row["status"] == PENDING and must_confirm:
        return VisitorsHold(PENDING, now + UNCONFIRMED_HOLD, must_confirm=True)
    return VisitorsHold(row["status"], row["hold_expires_at"], must_confirm=must_confirm)


def _no_hold(now: datetime) -> VisitorsHold:
    """Return the hold of a request that holds no letters."""
    return VisitorsHold(PENDING, now)


def _set_hold(row: NewBookingColumns, hold: VisitorsHold) -> None:
    row["status"] = hold.status
    row["hold_expires_at"] = hold.expires_at
    row["pay_by"] = hold.pay_by
    row["must_confirm"] = hold.must_confirm


def _columns(
    terms: Terms,
    new: NewBooking,
    now: datetime,
    stored: CheckedColumns,
    hold_decision: HoldDecision,
    *,
    has_open_price: bool,
) -> NewBookingColumns:
    """Return the columns of a new booking: ``stored`` and all others.

    A request without a final delivery fee needs the business's approval, even if other requests are confirmed
    automatically.
    """
    stays_pending = new.as_request if new.by_operator else terms.approval_required or has_open_price
    confirmed = new.agreed is not None or not stays_pending
    return {
        **stored,
        "operator_id": terms.operator_id,
        "status": CONFIRMED if confirmed else PENDING,
        "source": FROM_OPERATOR if new.by_operator or new.agreed is not None else FROM_FORM,
        "placed_by": new.placed_by,
        "event_type": new.event_type,
        "customer_name": new.customer.name,
        "customer_email": new.customer.email,
        "customer_phone": new.customer.phone,
        "received_cents": 0,
        "processing_cents": 0,
        "authorized_cents": 0,
        "reduced_cents": 0,
        "fee_reduced_cents": 0,
        "disputed_cents": 0,
        "lost_cents": 0,
        "returned_debit_cents": 0,
        "charges_cents": 0,
        "cancel_fee_cents": None,
        "notes": new.notes,
        "operator_notes": new.operator_notes,
        "quote_id": new.quote_id,
        "goods": RESERVED,
        "pay_by": None,
        "authorized_until": None,
        "must_confirm": False,
        "discount_code": new.discount_code.key if new.discount_code else None,
        "hold_expires_at": None if confirmed else now + timedelta(days=terms.hold_days),
        "sender_network": hold_decision.network_digest,
        "revision": 1,
        "created_at": now,
        "updated_at": now,
    }


def _rows_of(
    booking: Booking,
    row: NewBookingColumns,
    needs: Needs,
    days: Days,
    sent: Submission,
    now: datetime,
    hold_decision: HoldDecision,
) -> list[Rows]:
    """Return the rows of the booking, its holds, job, live update, key and counter, to be inserted atomically."""
    operator_id, booking_id, pay_by = booking.operator_id, booking.id, booking.pay_by
    # Until a booking that awaits payment is paid, only its customer is notified.
    follow_up_jobs = (
        [row_of(BookingPlaced(operator_id=operator_id, booking_id=booking_id), now)]
        if pay_by is None
        else [
            jobs.job_row(PAY_ENDS, {"bookingId": booking_id, "operatorId": operator_id}, now, run_at=pay_by),
            row_of(PaymentHoldBegan(operator_id=operator_id, booking_id=booking_id), now),
        ]
    )
    holder = Holder(BOOKING, booking_id)
    held = hold_rows(
        operator_id,
        holder,
        needs=needs,
        first=days.first,
        last=days.last,
        expires_at=booking.hold_expires_at,
        due=days.pickup.day,
        sender=hold_decision.sender,
    )
    ends = booking.hold_expires_at
    is_held = ends is None or ends > now
    parts = [
        Rows(statements.bookings, [row]),
        # A rental of services alone holds nothing.
        *([held] if held.rows and is_held else []),
        Rows(_jobs, follow_up_jobs),
        Rows(changes, [change_row(operator_id, (Booking.__topic__,), now)]),
    ]
    if sent.key is not None:
        key = idempotency.key_row(operator_id, sent.key, sent.fingerprint, booking_id, now)
        parts.append(Rows(_keys, [key]))
    counter = sent.counter(operator_id)
    if counter is not None:
        parts.append(Rows(_counters, [rate_limit.count_row(REQUESTS, counter, now)], adds_to="count"))
    return parts
