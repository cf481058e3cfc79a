"""Automatic charges: due parts of a schedule are announced, and charged to the card on file on their day.

`plan_due` finds what is due and inserts a job for each booking and time, so that it runs once on any number of workers.
The job prepares a charge under the operator's lock, where everything is checked again, and completes it like any charge
(`charging`).
"""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.billing.queries import plan_fee
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import Booking
from marqueedesk.cards_on_file import charging
from marqueedesk.cards_on_file.charging import CardCharge
from marqueedesk.cards_on_file.errors import NoCard, NotChargeable, NotDue
from marqueedesk.cards_on_file.models import KEPT, KeptCard
from marqueedesk.domain_events import PaymentFailed, PaymentRequested, publish
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit.errors import Invalid, Problem
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.text.formats import day, money
from marqueedesk.payments import bank_debits
from marqueedesk.payments import queries as payments
from marqueedesk.payments.errors import NoCardPayments, TooSmallForCard
from marqueedesk.payments.fees import fee_with
from marqueedesk.payments.intents import BlockedBy
from marqueedesk.payments.models import PROCESSING, RECEIVED, UNDER_WAY, BookingPayment
from marqueedesk.pricing.automatic_charges import (
    AttemptResult,
    StoredAttempt,
    StoredAutomaticCharges,
    due_parts,
    is_to_announce,
    next_attempt,
    no_charges,
)
from marqueedesk.pricing.card_terms import StoredCardOnFile
from marqueedesk.pricing.payment_terms import DuePart
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import CardDeclined, ProviderRefused

ATTEMPT: Final = "card.attempt"
"""Job that charges the due parts of a booking."""
BY: Final = "Automatic charge"


def who_keeps(db: Session) -> list[int]:
    """Return the businesses with a card on file. The session reads all businesses."""
    return list(db.scalars(select(KeptCard.operator_id).where(KeptCard.state == KEPT).distinct()))


def _with_card(db: Session) -> list[Booking]:
    kept = select(KeptCard.booking_id).where(KeptCard.state == KEPT)
    return list(db.scalars(select(Booking).where(Booking.id.in_(kept)).order_by(Booking.id)))


def _next(booking: Booking, zone: ZoneInfo) -> list[tuple[DuePart, datetime]]:
    """Return the unpaid parts of a booking that are charged automatically, each with the time of its next attempt."""
    card = booking.card_on_file
    if card is None:
        return []
    kept_at = datetime.fromisoformat(card["consent_at"])
    found = [
        (part, next_attempt(part, booking.automatic_charges, kept_at, zone)) for part in booking.automatic_parts(zone)
    ]
    return [(part, at) for part, at in found if at is not None]


def anything_due(db: Session, operator_id: int, now: datetime) -> bool:
    """Return true if a charge of a business has to be announced or made; false while it is suspended."""
    operator = accounts.public_operator(db, operator_id)
    zone = ZoneInfo(operator.time_zone)
    return operator.stopped_at is None and any(
        at <= now or is_to_announce(part, booking.automatic_charges, at, now)
        for booking in _with_card(db)
        for part, at in _next(booking, zone)
    )


def plan_due(db: Session, operator_id: int, now: datetime) -> None:
    """Announce the charges of the next days, and insert a job for each booking with parts to be charged now. Takes the
    operator's lock.
    """
    availability.lock(db, operator_id)
    operator = accounts.public_operator(db, operator_id)
    if operator.stopped_at is not None:
        return
    zone = ZoneInfo(operator.time_zone)
    for booking in _with_card(db):
        due = _next(booking, zone)
        for part, at in due:
            if is_to_announce(part, booking.automatic_charges, at, now):
                _announce(db, operator, booking, part, at, now)
        times = [at for _part, at in due if at <= now]
        if times:
            payload = {"operatorId": operator_id, "bookingId": booking.id}
            key = f"{ATTEMPT}:{operator_id}:{booking.id}:{max(times).isoformat()}"
            jobs.enqueue_once(db, ATTEMPT, payload, now, dedupe_key=key)


def _announce(db: Session, operator: Operator, booking: Booking, part: DuePart, at: datetime, now: datetime) -> None:
    """Write to the customer that a part will be charged, or ask for another card if this one expires before."""
    stored = booking.automatic_charges or no_charges()
    announced = [*stored["announced"], part.due.isoformat()]
    booking.automatic_charges = StoredAutomaticCharges(announced=announced, attempts=stored["attempts"])
    card = booking.card_on_file
    if card is None:
        return
    cents = part.cents - part.paid_cents
    on = day(at.date(), operator.date_format)
    if _is_expired(card, at):
        note = (
            f"Your {_name(card)} expires before {on}, when this payment is due. Please keep another card on your "
            "booking's page, or pay with the button."
        )
    else:
        note = (
            f"You don't need to do anything: on {on} we charge {money(cents, operator.currency)} to your "
            f"{_name(card)}, as agreed. If you prefer to pay another way, do so before that day."
        )
    publish(db, PaymentRequested(operator_id=operator.id, booking_id=booking.id, amount_cents=cents, note=note), now)


def _name(card: StoredCardOnFile) -> str:
    if card["expires"] is None:
        return f"bank account ending in {card['last4']}"
    return f"{card['brand'].title()} card ending in {card['last4']}"


def _is_expired(card: StoredCardOnFile, at: datetime) -> bool:
    return card["expires"] is not None and card["expires"] < f"{at:%Y-%m}"


def prepare_attempt(
    db: Session, operator_id: int, booking_id: int, gateway: Stripe, platform: Platform, now: datetime
) -> int | BlockedBy | None:
    """Prepare the booking's automatic charge that is due now, unless it exists. Return its payment, the open card forms
    to cancel first, or None if there is nothing to charge.
    """
    availability.lock(db, operator_id)
    operator = accounts.public_operator(db, operator_id)
    booking = bookings.booking(db, booking_id)
    stored = booking.automatic_charges or no_charges()
    for row in stored["attempts"]:
        if row["result"] == "charging":
            return row.get("payment_id")
    zone = ZoneInfo(operator.time_zone)
    if not any(at <= now for _part, at in _next(booking, zone)):
        return None
    parts = due_parts(booking.automatic_parts(zone), now.astimezone(zone).date())
    cents = sum(part.cents - part.paid_cents for part in parts)
    # Money received for charges pays the earliest parts first, so the balance may be less.
    wanted = CardCharge(min(cents, booking.balance_cents), "Payment due", fee_with(platform, plan_fee(db)), BY)
    result: AttemptResult = "charging"
    try:
        made = charging.prepare_charge(db, operator, booking_id, wanted, gateway, now)
    except (NoCard, NotDue):
        return None
    except (NoCardPayments, NotChargeable, TooSmallForCard, Invalid):
        made, result = None, "not_possible"
    if isinstance(made, BlockedBy):
        return made
    attempts = list(stored["attempts"])
    for part in parts:
        attempt = StoredAttempt(due=part.due.isoformat(), at=now.isoformat(), result=result)
        if made is not None:
            attempt["payment_id"] = made.id
        attempts.append(attempt)
    booking.automatic_charges = StoredAutomaticCharges(announced=stored["announced"], attempts=attempts)
    return made.id if made is not None else None


def settle(db: Session, operator_id: int, payment_id: int, problem: Problem | None, now: datetime) -> None:
    """Record the result of an attempt, and ask the customer to pay by link if the card was declined. Idempotent; does
    nothing for other charges.
    """
    availability.lock(db, operator_id)
    row = payments.by_id(db, payment_id)
    if row is None or row.state in UNDER_WAY:
        return
    booking = bookings.booking(db, row.booking_id)
    stored = booking.automatic_charges
    mine = [one for one in stored["attempts"] if one.get("payment_id") == payment_id] if stored else []
    if stored is None or not any(one["result"] in {"charging", "processing"} for one in mine):
        return
    result = _result(row, problem)
    attempts = [_with_result(one, result) if one in mine else one for one in stored["attempts"]]
    booking.automatic_charges = StoredAutomaticCharges(announced=stored["announced"], attempts=attempts)
    if result not in {"declined", "authentication_required"} or bank_debits.has_failed(row):
        # The customer was notified when the bank rejected the debit.
        return
    why = "Your bank wants you to confirm this payment." if result == "authentication_required" else row.failure
    note = f"We could not charge your card. {why or ''} Please pay with the button, or keep another card.".strip()
    cents = row.amount_cents
    asked = PaymentRequested(operator_id=operator_id, booking_id=booking.id, amount_cents=cents, note=note)
    publish(db, asked, now)
    failed = PaymentFailed(operator_id=operator_id, booking_id=booking.id, payment_id=row.id, amount_cents=cents)
    publish(db, failed, now)


def record_return(db: Session, operator_id: int, payment_id: int) -> None:
    """Record that the debit of an attempt was returned after it had been paid. Does nothing for other payments."""
    availability.lock(db, operator_id)
    row = payments.by_id(db, payment_id)
    stored = bookings.booking(db, row.booking_id).automatic_charges if row is not None else None
    if row is None or stored is None:
        return
    attempts = [
        _with_result(one, "returned") if one.get("payment_id") == payment_id else one for one in stored["attempts"]
    ]
    changed = StoredAutomaticCharges(announced=stored["announced"], attempts=attempts)
    bookings.booking(db, row.booking_id).automatic_charges = changed


def _with_result(attempt: StoredAttempt, result: AttemptResult) -> StoredAttempt:
    changed = attempt.copy()
    changed["result"] = result
    return changed


def _result(row: BookingPayment, problem: Problem | None) -> AttemptResult:
    if row.state in {RECEIVED, PROCESSING}:
        return "paid" if row.state == RECEIVED else "processing"
    if problem is not None and problem.answer_code == CardDeclined.authentication:
        return "authentication_required"
    if isinstance(problem, CardDeclined):
        return "declined"
    if isinstance(problem, ProviderRefused):
        # The account can't charge cards, and the event about the restriction was lost.
        return "not_possible"
    return "stopped" if charging.was_stopped(row, problem) else "declined"
