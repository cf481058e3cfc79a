"""Keep and remove cards. Functions that write take the operator's lock first; none commits or calls the provider.

Work with the provider has three steps, as for payments (payments.card_payments): prepare a row with an idempotency key
and a job that follows up on it, request (`forms`), record.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED as BOOKING_CANCELED
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, Booking
from marqueedesk.business import queries as business
from marqueedesk.cards_on_file import queries
from marqueedesk.cards_on_file.errors import CardNeeded
from marqueedesk.cards_on_file.mandate import mandate, shown
from marqueedesk.cards_on_file.models import ASKED, CANCELED, KEPT, OPEN, REMOVED, REPLACED, WAITING, KeptCard
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.payments import ledger
from marqueedesk.payments import queries as payments
from marqueedesk.payments.errors import NoCardPayments, NotPayable
from marqueedesk.payments.models import PROCESSING
from marqueedesk.stripe import queries as stripe
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.metadata import OPERATOR, PURPOSE, operator_in
from marqueedesk.stripe.models import DIRECT
from marqueedesk.stripe.values import CardSetup

CHECK = "card.check"
"""Job that checks a card form, and cancels it once it was open for too long."""
FORGET = "card.forget"
"""Job that detaches a card at the provider."""
CARD = "kept_card"
"""Purpose of a card form, in its metadata (stripe.metadata)."""
KEY = "marqueedesk_card"
"""Metadata field that holds the idempotency key of a card form."""
FORM_LASTS = timedelta(hours=20)
"""Time limit for completing a card form; the provider forgets idempotency keys after a day."""
FIRST_LOOK = timedelta(minutes=15)
_CHARGED = {CONFIRMED, COMPLETED}


@dataclass(frozen=True, slots=True)
class FetchedSetup:
    """A card form as fetched from the provider at ``asked_at``, on the connected account ``account_id``."""

    setup: CardSetup
    asked_at: datetime
    account_id: str | None


def metadata(row: KeptCard) -> dict[str, str]:
    """Return the metadata of a card form at the provider, used to find its row."""
    return {PURPOSE: CARD, OPERATOR: str(row.operator_id), KEY: row.key, "booking": str(row.booking_id)}


def begin_card(db: Session, operator: Operator, booking_id: int, gateway: Stripe, now: datetime) -> KeptCard:
    """Return the row of a card form to request from the provider.

    Repeating the call returns the same row while the form can be completed. Raises NotFound, NotPayable and
    NoCardPayments.
    """
    availability.lock(db, operator.id)
    booking = bookings.booking(db, booking_id)
    if booking.status == BOOKING_CANCELED:
        raise NotPayable
    account = stripe.connected(db, operator.id, live=gateway.live)
    if account is None or not account.charges_enabled or account.charge_model != DIRECT:
        raise NoCardPayments
    known = queries.of_booking(db, booking_id)
    wording = mandate(booking, str(business.company(db, operator)["name"]))
    for row in reversed(known):
        is_same = row.account_id == account.id and row.live == gateway.live and row.wording == wording
        if row.state in WAITING and is_same and now - row.created_at < FORM_LASTS:
            return row
    row = KeptCard(
        booking_id=booking.id,
        state=ASKED,
        key=f"card-{secrets.token_hex(16)}",
        account_id=account.id,
        customer_id=_customer_there(db, booking.id, known, account.id),
        live=gateway.live,
        wording=wording,
        created_at=now,
    )
    db.add(row)
    db.flush()
    schedule_check(db, row, now, now + FIRST_LOOK)
    return row


def _customer_there(db: Session, booking_id: int, known: list[KeptCard], account_id: str) -> str | None:
    """Return the booking's customer on the connected account, so that all their cards and payments are together."""
    ids = [row.customer_id for row in known if row.account_id == account_id]
    ids += [
        row.customer_id
        for row in payments.of_booking(db, booking_id)
        if row.made_on == account_id and row.share_id is None and row.list_id is None
    ]
    return next((found for found in ids if found is not None), None)


def record_setup(db: Session, found: FetchedSetup, now: datetime) -> str:
    """Record a card form after an event or a check, and return the outcome.

    The session is not scoped to an operator yet, or is scoped to the form's. A form that was not requested here changes
    nothing, whatever its metadata says.
    """
    setup = found.setup
    operator_id = operator_in(setup.metadata)
    if operator_id is None or setup.metadata.get(PURPOSE) != CARD:
        return "unknown business"
    set_operator(db, operator_id)
    try:
        availability.lock(db, operator_id)
    except UnknownOperator:
        return "unknown business"
    row = queries.by_setup(db, setup.id, setup.metadata.get(KEY))
    if row is None or row.live != setup.live or row.account_id != found.account_id:
        return "unknown card"
    if row.setup_id not in {None, setup.id}:
        # The key in the metadata belongs to a different form.
        return "unknown card"
    if row.asked_at is not None and found.asked_at < row.asked_at:
        return "known already"
    before = row.state
    row.setup_id, row.asked_at = setup.id, found.asked_at
    row.customer_id = setup.customer_id or row.customer_id
    if setup.given and before not in {KEPT, REPLACED}:
        _keep(db, row, setup, now)
    elif before in WAITING:
        row.state = CANCELED if setup.status == "canceled" else OPEN
    return "recorded" if row.state != before else "known already"


def _keep(db: Session, row: KeptCard, setup: CardSetup, now: datetime) -> None:
    """Keep the card of a completed form, unless it was removed or a newer one is kept."""
    row.method_id = setup.method_id
    row.card = setup.card.stored() if setup.card is not None else {"kind": "card"}
    row.consent_at = now
    if row.state == REMOVED:
        forget_later(db, row, now)
        return
    db.flush()
    cards = [one for one in queries.of_booking(db, row.booking_id) if one.state == KEPT]
    newest = max([row, *cards], key=lambda one: one.id)
    row.state = KEPT
    for one in [row, *cards]:
        if one is not newest:
            one.state = REPLACED
            forget_later(db, one, now)
    show_on_booking(db, bookings.booking(db, row.booking_id), newest)


def show_on_booking(db: Session, booking: Booking, card: KeptCard | None) -> None:
    """Copy a card's displayed values to its booking."""
    if card is None or card.card is None or card.consent_at is None:
        booking.card_on_file = None
    else:
        booking.card_on_file = shown(card.card, card.consent_at.astimezone(UTC).isoformat())
    db.flush()


def remove(db: Session, operator: Operator, booking_id: int, now: datetime) -> None:
    """Remove a booking's card, and stop its open card forms. Idempotent.

    Raises CardNeeded while something is due that the customer agreed to pay with it.
    """
    availability.lock(db, operator.id)
    booking = bookings.booking(db, booking_id)
    if queries.current(db, booking_id) is not None and is_needed(db, booking):
        raise CardNeeded
    _remove(db, booking, now)


def remove_all(db: Session, booking_ids: Iterable[int], now: datetime) -> None:
    """Remove the cards of bookings whose customer is erased. The caller holds the operator's lock."""
    for booking_id in queries.bookings_with_card(db, booking_ids):
        _remove(db, bookings.booking(db, booking_id), now)


def _remove(db: Session, booking: Booking, now: datetime) -> None:
    for row in queries.of_booking(db, booking.id):
        was_kept = row.state == KEPT
        if was_kept or row.state in WAITING:
            row.state, row.removed_at = REMOVED, now
        if was_kept:
            forget_later(db, row, now)
    show_on_booking(db, booking, None)


def end(db: Session, booking: Booking, card_id: int, now: datetime) -> None:
    """Remove a bank account that can't be debited anymore. Does nothing if it was replaced or removed before."""
    availability.lock(db, booking.operator_id)
    row = queries.by_id(db, card_id)
    if row is not None and row.state == KEPT:
        row.state, row.removed_at = REMOVED, now
        forget_later(db, row, now)
        show_on_booking(db, booking, None)


def is_needed(db: Session, booking: Booking) -> bool:
    """Return true while something is due that the customer agreed to pay with the card: automatic charges, charges for
    damaged and lost pieces, or a charge that is announced or in progress.
    """
    rows = payments.of_booking(db, booking.id)
    if any(row.card_id is not None for row in ledger.cancelable(rows)):
        return True
    if any(row.card_id is not None and row.state == PROCESSING for row in rows):
        return True
    is_charged = (
        queries.has_announced(db, booking.id)
        or booking.charges_cents > 0
        or (booking.terms.automatic and booking.status in _CHARGED)
    )
    return is_charged and booking.balance_cents > 0


def schedule_check(db: Session, row: KeptCard, now: datetime, at: datetime) -> None:
    """Schedule a check of a card form."""
    jobs.enqueue(db, CHECK, {"operatorId": row.operator_id, "cardId": row.id}, now, run_at=at)


def forget_later(db: Session, row: KeptCard, now: datetime) -> None:
    """Detach a card at the provider in the background. The job has all it needs, because erasing the customer clears
    the row.
    """
    payload = {
        "operatorId": row.operator_id,
        "accountId": row.account_id,
        "methodId": row.method_id,
        "live": row.live,
    }
    jobs.enqueue(db, FORGET, payload, now)
