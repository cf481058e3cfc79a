"""Charge a card on file exactly once (docs/adr/0036-charged-exactly-once.md).

A charge is one payment at the provider, created unpaid and recorded before the card is charged. The provider lets a
payment succeed only once, so a repeated step finds what the first one did, and a canceled payment can never be charged
anymore. The steps are: prepare (`prepare_charge`: a row with the provider's key), create (the key makes it one
payment), record its id, confirm with the card that is current then, record. A job repeats the steps if the process
dies in between.

Functions with a session take the operator's lock first; none commits. The others call the provider with no
transaction open.
"""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import PENDING, Booking
from marqueedesk.cards_on_file import queries
from marqueedesk.cards_on_file.errors import ChargeStopped, NoCard, NotChargeable, NotDue
from marqueedesk.cards_on_file.models import KeptCard
from marqueedesk.inventory import photos
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, Problem
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.money import smallest_step, units
from marqueedesk.kit.text.formats import money
from marqueedesk.payments import bank_debits, card_payments, intents, ledger, stripe_sync
from marqueedesk.payments import queries as payments
from marqueedesk.payments.errors import NoCardPayments, PaymentUnderWay, TooSmallForCard
from marqueedesk.payments.fees import PlatformFee
from marqueedesk.payments.intents import BlockedBy, Payer, PaymentSnapshot, Within
from marqueedesk.payments.models import (
    ASKED,
    CANCELED,
    CARD,
    CHOSEN,
    PAYMENT,
    PROCESSING,
    UNDER_WAY,
    BookingPayment,
)
from marqueedesk.stripe import queries as stripe
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import CardDeclined, ProviderRefused
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment
from marqueedesk.stripe.refusals import REPEATED

CHARGE: Final = "card.charge"
"""Job that completes a charge, or stops it."""
FIRST_LOOK: Final = timedelta(minutes=1)
_BANKS_TAKE: Final = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class CardCharge:
    """A charge of a card on file: the amount, the reason, and photos that show it. ``by`` is the person or "Automatic
    charge".
    """

    cents: int
    reason: str
    fee: PlatformFee
    by: str
    by_id: int | None = None
    photo_digests: tuple[str, ...] = ()


def prepare_charge(
    db: Session, operator: Operator, booking_id: int, wanted: CardCharge, gateway: Stripe, now: datetime
) -> BookingPayment | BlockedBy:
    """Return the row of a charge to request from the provider, or open card forms that have to be canceled first.

    Raises NotFound, NotChargeable, NoCard, NotDue, NoCardPayments, PaymentUnderWay, TooSmallForCard and Invalid.
    """
    availability.lock(db, operator.id)
    booking, rows = bookings.booking(db, booking_id), payments.of_booking(db, booking_id)
    if booking.status == PENDING:
        raise NotChargeable
    photos.ensure_photos_exist(db, wanted.photo_digests)
    card = queries.current(db, booking_id)
    if card is None or _is_over(card, rows):
        raise NoCard
    due = ledger.figures_of(booking, rows).due
    if wanted.cents > due:
        raise NotDue(units(due), money(due, operator.currency))
    ensure_amount(wanted.cents, operator.currency)
    account = stripe.connected(db, operator.id, live=gateway.live)
    if account is None or not account.charges_enabled or account.id != card.account_id:
        raise NoCardPayments
    open_rows = ledger.under_way(rows)
    if any(row.card_id is not None for row in open_rows):
        raise PaymentUnderWay(retry_after=5)
    if open_rows:
        return BlockedBy([intents.snapshot(row) for row in open_rows])
    photos.mark_in_handover(db, wanted.photo_digests)
    row = BookingPayment(
        booking_id=booking.id,
        entry=PAYMENT,
        kind=CARD,
        state=ASKED,
        amount_cents=wanted.cents,
        fee_cents=wanted.fee.of(wanted.cents, operator.currency),
        returns_fee=wanted.fee.is_returned,
        currency=operator.currency,
        part=CHOSEN,
        key=f"charge-{secrets.token_hex(16)}",
        account_id=account.id,
        charge_model=account.charge_model,
        customer_id=card.customer_id,
        card_id=card.id,
        photo_digests=list(wanted.photo_digests) or None,
        note=wanted.reason,
        recorded_by=wanted.by[:120],
        recorded_by_id=wanted.by_id,
        live=gateway.live,
        created_at=now,
    )
    db.add(row)
    db.flush()
    charge_later(db, row, now, now + FIRST_LOOK)
    return row


def ensure_amount(cents: int, currency: str) -> None:
    """Raise TooSmallForCard, or Invalid for decimals that the currency doesn't have."""
    least = smallest_cents(currency)
    if cents < least:
        raise TooSmallForCard.format(least=money(least, currency))
    if cents % smallest_step(currency):
        raise Invalid(fields={"amount": f"Enter a whole amount: {currency} has no decimals"})


def charge_later(db: Session, row: BookingPayment, now: datetime, at: datetime) -> None:
    """Schedule the job that completes a charge."""
    jobs.enqueue(db, CHARGE, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)


def complete(gateway: Stripe, row: PaymentSnapshot, number: int, within: Within) -> None:
    """Create the charge's payment if needed, charge the current card, and record the result.

    No transaction may be open. A repeated call, also at the same time, charges nothing twice. Raises CardDeclined and
    ChargeStopped, after which nothing can be charged anymore, and ProviderProblem if the outcome is unknown: the job
    follows up.
    """
    if row.provider_id is None:
        row = _create(gateway, row, number, within)
    talk = intents.there(gateway, row)
    found, problem = fetch_payment(talk, str(row.provider_id)), None
    if found.intent.status == "requires_payment_method" and found.intent.failure is None:
        method_id = within(lambda db: _method_to_charge(db, row))
        problem = ChargeStopped()
        if method_id is not None:
            found, problem = _confirm(talk, row, method_id, found)
    if not _is_paid(found):
        # The card was declined, now or before the process died, or there is nothing to charge.
        problem = problem or _declined(found)
        found = _stop(gateway, row, within, problem)
    else:
        within(lambda db: _record(db, row, found))
    if found is None or not _is_paid(found):
        raise problem or ChargeStopped()


def was_stopped(row: BookingPayment, problem: Problem | None) -> bool:
    """Return true if a canceled charge was stopped because of another payment or a lower price. ``problem`` is what
    `complete` raised, if anything.
    """
    is_refused = isinstance(problem, CardDeclined | ProviderRefused)
    return row.failure in {None, ChargeStopped.message} and not is_refused


def _declined(found: FetchedPayment) -> CardDeclined:
    asks = found.intent.failure_code == CardDeclined.authentication
    return CardDeclined(found.intent.failure, code=CardDeclined.authentication if asks else None)


def _is_paid(found: FetchedPayment) -> bool:
    return found.intent.status in {"succeeded", "processing"}


def _confirm(
    talk: Stripe, row: PaymentSnapshot, method_id: str, found: FetchedPayment
) -> tuple[FetchedPayment, Problem | None]:
    """Charge the card, and return the payment's state, and the reason if it was certainly not charged."""
    asked_at, key = clock.now(), f"confirm-{row.key}-{method_id}"[:255]
    try:
        intent = talk.charge_saved_card(str(row.provider_id), method_id, key=key)
    except CardDeclined as declined:
        return found, declined
    except ProviderRefused as refused:
        if refused.message == REPEATED:
            # Another process is charging the card right now.
            raise PaymentUnderWay(retry_after=5) from refused
        # It was paid or canceled in the meantime, or the card no longer exists.
        return fetch_payment(talk, str(row.provider_id)), refused
    asks = CardDeclined(code=CardDeclined.authentication) if intent.status == "requires_action" else None
    return FetchedPayment(intent, asked_at, row.made_on), asks


def _create(gateway: Stripe, row: PaymentSnapshot, number: int, within: Within) -> PaymentSnapshot:
    """Create the payment without charging the card, and record its id before anything can be charged."""
    asked_at = clock.now()
    # The text is the same for each attempt, because a repeated request must not differ.
    payer = Payer(name="", email=None, description=f"Charge for booking #{number}", suffix=f"BKG {number}"[:10])
    try:
        intent = intents.intent_for(gateway, row, payer)
    except ProviderRefused:
        within(lambda db: _close(db, row))
        raise
    created = replace(row, provider_id=intent.id)
    if within(lambda db: _is_stopped(db, created, FetchedPayment(intent, asked_at, row.made_on))):
        _stop(gateway, created, within)
        raise ChargeStopped
    return created


def _close(db: Session, row: PaymentSnapshot) -> None:
    intents.record_closed(db, row, None, clock.now())


def _is_stopped(db: Session, row: PaymentSnapshot, found: FetchedPayment) -> bool:
    """Record the id of a created payment, and return true if the charge was stopped in the meantime."""
    availability.lock(db, row.operator_id)
    stored = payments.by_id(db, row.id)
    if stored is None or stored.state == CANCELED:
        return True
    if stored.provider_id is None:
        stripe_sync.record_payment(db, found, clock.now())
    return False


def _method_to_charge(db: Session, row: PaymentSnapshot) -> str | None:
    """Return the card to charge: the booking's current one. None if the amount is no longer due, or the card was
    removed.
    """
    availability.lock(db, row.operator_id)
    stored = payments.by_id(db, row.id)
    if stored is None or stored.state not in UNDER_WAY:
        return None
    booking = bookings.booking(db, row.booking_id)
    card, rows = queries.current(db, row.booking_id), payments.of_booking(db, row.booking_id)
    if not _is_due(booking, rows, stored) or not _fits(card, stored) or (card is not None and _is_over(card, rows)):
        return None
    stored.card_id = card.id if card is not None else None
    return card.method_id if card is not None else None


def _is_due(booking: Booking, rows: list[BookingPayment], charge: BookingPayment) -> bool:
    return booking.status != PENDING and charge.amount_cents <= ledger.figures_of(booking, rows).due


def _is_over(card: KeptCard, rows: list[BookingPayment]) -> bool:
    """Return true if a debit of the bank account on file was rejected or returned."""
    return any(row.card_id == card.id and bank_debits.has_failed(row) for row in rows)


def _fits(card: KeptCard | None, charge: BookingPayment) -> bool:
    """Return true if a card belongs to the customer for whom the payment was created."""
    return card is not None and (card.account_id, card.customer_id) == (charge.account_id, charge.customer_id)


def _record(db: Session, row: PaymentSnapshot, found: FetchedPayment) -> None:
    now = clock.now()
    stripe_sync.record_payment(db, found, now)
    stored = payments.by_id(db, row.id)
    if stored is not None and stored.state == PROCESSING:
        card_payments.schedule_check(db, stored, now, now + _BANKS_TAKE)


def _stop(
    gateway: Stripe, row: PaymentSnapshot, within: Within, reason: Problem | None = None
) -> FetchedPayment | None:
    """Cancel the payment, so that it can never be charged, record and return its final state, which is "paid" if it
    was paid at the same moment.
    """
    found = intents.cancel(gateway, row)

    def record(db: Session) -> None:
        intents.record_closed(db, row, found, clock.now())
        stored = payments.by_id(db, row.id)
        if reason is not None and stored is not None and stored.state == CANCELED:
            stored.failure = reason.message[:500]

    within(record)
    return found
