"""Manual changes to a booking's money. Each function takes the operator's lock first; none commits."""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.charges import late_fees
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, Booking
from marqueedesk.domain_events import PaymentReceived, PaymentRequested, publish
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import money
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor
from marqueedesk.payments import ledger, queries, stripe_sync
from marqueedesk.payments.errors import NothingOwed, NotVoidable, Overpaid
from marqueedesk.payments.models import PAYMENT, RECEIVED, VOID, BookingPayment
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import open_by
from marqueedesk.pricing.ways_to_pay import MethodKind
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.queries import takes_cards

PAYABLE = (CONFIRMED, COMPLETED)
"""Statuses in which a customer can pay on the booking's page."""


def is_payable(booking: Booking, now: datetime) -> bool:
    """Return true if a customer can pay on the booking's page. Requests cannot be paid, unless the payment confirms
    them.
    """
    return booking.status in PAYABLE or booking.awaits_prepayment(now)


def due_by_card(db: Session, operator: Operator, booking: Booking, keys: StripeKeys | None, now: datetime) -> int:
    """Return the amount in cents that is due today and can be paid by card on the booking's page; 0 if there is none.

    ``keys`` are the installation's keys at the payment provider, or None.
    """
    if not is_payable(booking, now) or not takes_cards(db, operator.id, keys):
        return 0
    zone = ZoneInfo(operator.time_zone)
    due = min(
        booking.balance_cents,
        open_by(booking.payment_schedule(zone, with_processing=True), now.astimezone(zone).date()),
    )
    return due if due >= smallest_cents(operator.currency) else 0


def locked(db: Session, operator: Operator, booking_id: int) -> tuple[Booking, list[BookingPayment]]:
    """Return a booking and its money under the operator's lock. Raises NotFound."""
    availability.lock(db, operator.id)
    return bookings.booking(db, booking_id), queries.of_booking(db, booking_id)


def record_in_audit(db: Session, action: str, row: BookingPayment, booking: Booking, by: User, now: datetime) -> None:
    """Record a user's action on a payment in the audit log."""
    audit.record(
        db,
        action,
        by=Actor(by.id, by.email),
        now=now,
        operator_id=booking.operator_id,
        subject=(booking.id, booking.customer_name),
        amount=units(row.amount_cents),
        currency=row.currency,
        kind=row.kind,
        payment=row.id,
    )


@dataclass(frozen=True, slots=True)
class Method:
    """A payment method other than a card. Without a ``name``, only its kind is known."""

    kind: MethodKind
    name: str | None = None


def method_of(db: Session, currency: str, kind: MethodKind | None, name: str | None) -> Method:
    """Find a payment method by the name in the business's list, or by its kind alone.

    Raises Invalid if the name is not in the list, if its kind differs from the list, or if both are missing.
    """
    if name is None:
        if kind is None:
            raise Invalid(fields={"kind": "Please choose a payment method"})
        return Method(kind)
    listed = pricing.ways_to_pay(db, currency).method(name)
    if listed is None:
        raise Invalid(fields={"methodName": f"“{name}” is not one of your payment methods. Please choose another one"})
    if kind not in {None, listed.kind}:
        raise Invalid(fields={"kind": f"“{listed.name}” has the kind {listed.kind}"})
    return Method(listed.kind, listed.name)


@dataclass(frozen=True, slots=True)
class ManualPayment:
    """A payment recorded by the business."""

    method: Method
    cents: int
    on_day: date | None
    note: str | None
    receipt: bool


def record_payment(
    db: Session, operator: Operator, booking_id: int, given: ManualPayment, *, by: User, now: datetime
) -> BookingPayment:
    """Record a manual payment. The caller has already canceled open card payments (`intents.until_free`).

    Raises NotFound and Overpaid.
    """
    booking, rows = locked(db, operator, booking_id)
    due = ledger.figures_of(booking, rows).due
    if given.cents > due:
        raise Overpaid(units(due), money(due, operator.currency))
    row = BookingPayment(
        booking_id=booking.id,
        entry=PAYMENT,
        kind=given.method.kind,
        method_name=given.method.name,
        state=RECEIVED,
        amount_cents=given.cents,
        currency=operator.currency,
        on_day=given.on_day,
        recorded_by=by.username,
        recorded_by_id=by.id,
        note=given.note,
        created_at=now,
        settled_at=now,
    )
    db.add(row)
    stripe_sync.recompute(db, booking.id)
    if given.on_day is not None:
        late_fees.drop_paid(db, booking, given.on_day, ZoneInfo(operator.time_zone))
    record_in_audit(db, "payment.recorded", row, booking, by, now)
    if given.receipt:
        stripe_sync.notify_entered_payment(db, row, PaymentReceived, now)
    return row


def request_payment(
    db: Session, operator: Operator, booking_id: int, cents: int | None, note: str | None, *, by: User, now: datetime
) -> int:
    """Email a booking's customer a payment request for an amount, or for the whole balance due if none is given.
    Returns the amount requested in cents.

    Raises NotFound, NothingOwed, Overpaid, and Invalid for a booking without an email address.
    """
    booking, rows = locked(db, operator, booking_id)
    if booking.status not in PAYABLE:
        raise NothingOwed
    due = ledger.figures_of(booking, rows).due
    wanted = due if cents is None else cents
    if wanted > due or due == 0:
        raise Overpaid(units(due), money(due, operator.currency))
    if not booking.customer_email:
        raise Invalid(fields={"customerEmail": "This booking has no email address. Add one first."})
    publish(db, PaymentRequested(operator_id=operator.id, booking_id=booking.id, amount_cents=wanted, note=note), now)
    audit.record(
        db,
        "payment.requested",
        by=Actor(by.id, by.email),
        now=now,
        operator_id=operator.id,
        subject=(booking.id, booking.customer_name),
        amount=units(wanted),
        currency=operator.currency,
    )
    return wanted


def void(db: Session, operator: Operator, booking_id: int, payment_id: int, *, by: User, now: datetime) -> None:
    """Void a payment that was recorded by mistake. Idempotent.

    Raises NoPayment and NotVoidable.
    """
    booking, rows = locked(db, operator, booking_id)
    row = queries.payment(db, booking_id, payment_id)
    if row.state == VOID:
        return
    if not ledger.is_voidable(row, rows):
        raise NotVoidable
    row.state = VOID
    stripe_sync.recompute(db, booking.id)
    record_in_audit(db, "payment.voided", row, booking, by, now)
