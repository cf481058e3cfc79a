"""Place, capture and release security holds, like a charge exactly once (docs/adr/0036-charged-exactly-once.md).

A hold is one payment at the provider, created without the card, recorded, and then authorized with the card that is
current at that moment. A capture or release is recorded before it is requested, and a job follows up on it.

Functions with a session take the operator's lock first; none commits. The others call the provider with no transaction
open.
"""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.charges import charge_decisions, charges
from marqueedesk.bookings.models import CANCELED, CONFIRMED, Booking
from marqueedesk.cards_on_file import queries as cards
from marqueedesk.domain_events import SecurityHoldRefused, publish
from marqueedesk.inventory import photos
from marqueedesk.kit import clock
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.money import smallest_step, units
from marqueedesk.kit.text.formats import money
from marqueedesk.payments import stripe_sync
from marqueedesk.payments.fees import PlatformFee
from marqueedesk.payments.intents import Within
from marqueedesk.payments.models import ASKED as PAYMENT_ASKED
from marqueedesk.payments.models import CARD, CHOSEN, PAYMENT, BookingPayment
from marqueedesk.pricing.card_terms import HoldState
from marqueedesk.security_holds import queries, timing
from marqueedesk.security_holds.errors import HoldNotCaptured, NoHold, OverHold
from marqueedesk.security_holds.models import (
    ASKED,
    CAPTURED,
    CAPTURING,
    HELD,
    LAPSED,
    OPEN,
    REFUSED,
    RELEASED,
    RELEASING,
    SecurityHold,
)
from marqueedesk.stripe import queries as stripe
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import CardDeclined, ProviderNotFound, ProviderRefused
from marqueedesk.stripe.metadata import OPERATOR, PURPOSE, operator_in
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment

CHECK: Final = "hold.check"
"""Job that completes a hold's pending request, or checks a held one."""
PLACE: Final = "hold.place"
"""Job that places the hold of a booking."""
RENEW: Final = "hold.renew"
"""Job that replaces a hold that is about to lapse."""
HOLD: Final = "hold"
"""Purpose of a hold, in its metadata (stripe.metadata)."""
NO_CARD: Final = "No card is saved for this booking."
NO_CHARGES: Final = "Card payments are not available right now."
_SOON: Final = timedelta(minutes=1)
_SHOWN: Final[dict[str, HoldState]] = {ASKED: "planned", CAPTURING: "held", RELEASING: "held"}


@dataclass(frozen=True, slots=True)
class HoldSnapshot:
    """Plain values of a row, for use between transactions."""

    id: int
    operator_id: int
    booking_id: int
    state: str
    key: str
    account_id: str | None
    made_on: str | None
    customer_id: str | None
    provider_id: str | None
    currency: str
    amount_cents: int
    fee_cents: int
    captured_cents: int


def snapshot(row: SecurityHold) -> HoldSnapshot:
    """Copy a row's values while its session is open."""
    return snapshot_of(HoldSnapshot, row)


@dataclass(frozen=True, slots=True)
class HoldCapture:
    """A capture to request: the amount, the reason, photos that show it, and who captures it."""

    cents: int
    reason: str
    fee: PlatformFee
    by: str
    by_id: int
    photo_digests: tuple[str, ...] = ()


def prepare(
    db: Session, operator_id: int, booking_id: int, gateway: Stripe, now: datetime, *, by_hand: bool = False
) -> HoldSnapshot | None:
    """Prepare the hold that is due, unless it is prepared already, and return it. Return None if no hold is due, if the
    business is suspended, or if no card can be authorized, which is recorded as a refusal. ``by_hand`` retries a
    refused hold, even on the same card.
    """
    availability.lock(db, operator_id)
    operator = accounts.public_operator(db, operator_id)
    booking, zone = bookings.booking(db, booking_id), ZoneInfo(operator.time_zone)
    rows = queries.of_booking(db, booking_id)
    if operator.stopped_at is not None:
        return None
    asked = next((row for row in rows if row.state == ASKED), None)
    if asked is not None:
        return snapshot(asked)
    if not (by_hand and timing.can_retry(booking, rows, zone, now)) and not timing.is_to_place(db, booking, zone, now):
        return None
    return _begin(db, operator, booking, gateway, now)


def prepare_renewal(db: Session, operator_id: int, hold_id: int, gateway: Stripe, now: datetime) -> HoldSnapshot | None:
    """Prepare the replacement of a hold that is about to lapse, unless it is prepared already, and return it. Return
    None if no renewal is due, if the business is suspended, or if no card can be authorized, which is recorded as a
    refusal.
    """
    availability.lock(db, operator_id)
    operator, row = accounts.public_operator(db, operator_id), queries.by_id(db, hold_id)
    if row is None or operator.stopped_at is not None:
        return None
    booking = bookings.booking(db, row.booking_id)
    asked = next((one for one in queries.of_booking(db, booking.id) if one.state == ASKED), None)
    if asked is not None:
        return snapshot(asked)
    if not timing.is_to_renew(db, row, booking, ZoneInfo(operator.time_zone), now):
        return None
    return _begin(db, operator, booking, gateway, now, renews=row)


def _begin(
    db: Session,
    operator: Operator,
    booking: Booking,
    gateway: Stripe,
    now: datetime,
    renews: SecurityHold | None = None,
) -> HoldSnapshot | None:
    """Insert the next hold of a booking. Return None if no card can be authorized, which is recorded as a refusal."""
    day = renews.delivery_day if renews is not None else booking.delivery_day
    card, account = cards.holding(db, booking.id), stripe.connected(db, operator.id, live=gateway.live)
    authorizable = cards.authorizable(db, booking.id)
    can_ask = authorizable is not None and account is not None and account.id == authorizable.account_id
    row = SecurityHold(
        booking_id=booking.id,
        state=ASKED if can_ask else REFUSED,
        key=f"hold-{secrets.token_hex(16)}",
        account_id=account.id if account is not None else None,
        charge_model=account.charge_model if account is not None else None,
        customer_id=card.customer_id if card is not None else None,
        card_id=authorizable.id if authorizable is not None else None,
        live=gateway.live,
        currency=operator.currency,
        amount_cents=renews.amount_cents if renews is not None else booking.planned_hold_cents,
        delivery_day=day,
        renews_id=renews.id if renews is not None else None,
        attempt=1 + sum(one.delivery_day == day for one in queries.of_booking(db, booking.id)),
        failure=None if can_ask else NO_CARD if card is None else NO_CHARGES,
        created_at=now,
        ended_at=None if can_ask else now,
    )
    db.add(row)
    db.flush()
    show(db, booking)
    if not can_ask:
        _publish_refused(db, row, now)
        return None
    check_later(db, row, now, now + _SOON)
    return snapshot(row)


def _publish_refused(db: Session, row: SecurityHold, now: datetime) -> None:
    refused = SecurityHoldRefused(operator_id=row.operator_id, booking_id=row.booking_id, hold_id=row.id)
    publish(db, refused, now)


def check_later(db: Session, row: SecurityHold, now: datetime, at: datetime) -> None:
    """Schedule the job that follows up on a hold."""
    jobs.enqueue(db, CHECK, {"operatorId": row.operator_id, "holdId": row.id}, now, run_at=at)


def show(db: Session, booking: Booking) -> None:
    """Copy the displayed values of a booking's hold to the booking, preferring the hold that can be captured over the
    newest one. A renewal is displayed once it is held.
    """
    db.flush()
    rows = queries.of_booking(db, booking.id)
    shown = [row for row in rows if row.renews_id is None or row.state not in {ASKED, REFUSED}]
    row = active(rows) or (shown[-1] if shown else None)
    if row is None:
        return
    state: HoldState = _SHOWN.get(row.state) or row.state  # pyright: ignore[reportAssignmentType] - the other states.
    is_held = state == "held" and row.held_until is not None
    booking.security_hold = {
        "state": state,
        "amount_cents": row.amount_cents,
        "captured_cents": row.captured_cents if row.state == CAPTURED else 0,
        "until": row.held_until.astimezone(UTC).isoformat() if is_held and row.held_until is not None else None,
    }


def active(rows: list[SecurityHold]) -> SecurityHold | None:
    """Return the booking's authorized hold, preferring one that is not being released; None if there is none."""
    held = [row for row in reversed(rows) if row.state in {HELD, CAPTURING, RELEASING}]
    return next((row for row in held if row.state != RELEASING), held[0] if held else None)


def place(gateway: Stripe, row: HoldSnapshot, number: int, within: Within) -> None:
    """Create the hold's payment if needed, and authorize it with the current card. A repeated call, also at the same
    time, holds nothing twice. No transaction may be open. May raise ProviderProblem: the job follows up.
    """
    talk, asked_at = gateway.on(row.made_on), clock.now()
    provider_id = row.provider_id
    if provider_id is None:
        intent = talk.create_intent(
            cents=row.amount_cents,
            currency=row.currency,
            description=f"Security hold for booking #{number}",
            metadata={PURPOSE: HOLD, OPERATOR: str(row.operator_id), stripe_sync.KEY: row.key},
            key=row.key,
            customer_id=row.customer_id,
            suffix=f"BKG {number}"[:10],
            on_approval=True,
        )
        provider_id = intent.id
        within(lambda db: record(db, FetchedPayment(intent, asked_at, row.made_on), clock.now()))
    found = fetch_payment(talk, provider_id)
    if found.intent.status == "requires_payment_method" and found.intent.failure is None:
        method_id = within(lambda db: _method(db, row))
        if method_id is not None:
            try:
                talk.charge_saved_card(provider_id, method_id, key=f"confirm-{row.key}-{method_id}"[:255])
            except (CardDeclined, ProviderRefused) as refused:
                _refuse(row, within, refused)
            found = fetch_payment(talk, provider_id)
    if not found.intent.is_authorized and found.intent.status not in {"succeeded", "canceled"}:
        found = _canceled(talk, provider_id)
    within(lambda db: record(db, found, clock.now()))


def _refuse(row: HoldSnapshot, within: Within, problem: Problem) -> None:
    def write(db: Session) -> None:
        availability.lock(db, row.operator_id)
        stored = queries.by_id(db, row.id)
        if stored is not None:
            stored.failure = problem.message[:500]

    within(write)


def _canceled(talk: Stripe, provider_id: str) -> FetchedPayment:
    asked_at = clock.now()
    try:
        return FetchedPayment(talk.cancel_intent(provider_id), asked_at, talk.account_id)
    except ProviderRefused:
        return fetch_payment(talk, provider_id)


def _method(db: Session, row: HoldSnapshot) -> str | None:
    """Return the card to authorize: the booking's current one. None if the booking was canceled or moved, or the card
    was removed or replaced by a bank account.
    """
    availability.lock(db, row.operator_id)
    stored, booking = queries.by_id(db, row.id), bookings.booking(db, row.booking_id)
    card = cards.authorizable(db, row.booking_id)
    is_wanted = stored is not None and stored.state == ASKED and _is_wanted(db, stored, booking)
    fits = card is not None and (card.account_id, card.customer_id) == (row.account_id, row.customer_id)
    if stored is None or card is None or not is_wanted or not fits:
        return None
    stored.card_id = card.id
    return card.method_id


def _is_wanted(db: Session, row: SecurityHold, booking: Booking) -> bool:
    """Return true if a hold is still needed: the booking is unchanged, and the hold that it renews can still be
    captured.
    """
    if row.renews_id is not None:
        renewed = queries.by_id(db, row.renews_id)
        return booking.status != CANCELED and renewed is not None and renewed.state in {HELD, LAPSED}
    return booking.status == CONFIRMED and booking.delivery_day == row.delivery_day


def record(db: Session, found: FetchedPayment, now: datetime) -> str:
    """Record the state of a hold after an event or a call, and return the outcome. The captured part becomes a payment
    of the booking, and a charge for damage.
    """
    intent = found.intent
    operator_id = operator_in(intent.metadata)
    if operator_id is None:
        return "unknown business"
    set_operator(db, operator_id)
    try:
        terms = availability.lock(db, operator_id)
    except UnknownOperator:
        return "unknown business"
    row = queries.by_provider(db, intent.id, intent.metadata.get(stripe_sync.KEY))
    if row is None or row.live != intent.live or row.made_on != found.account_id:
        return "unknown payment"
    if row.provider_id not in {None, intent.id}:
        return "unknown payment"
    if row.state == CAPTURED:
        # A refund or dispute of the captured part.
        return stripe_sync.record_payment(db, found, now)
    if row.asked_at is not None and found.asked_at < row.asked_at:
        return "known already"
    before, booking = row.state, bookings.booking(db, row.booking_id)
    row.provider_id, row.asked_at = intent.id, found.asked_at
    if intent.is_authorized:
        row.held_until = intent.capture_before
        if row.state == ASKED:
            _hold(db, row, booking, now)
            check_later(db, row, now, (row.held_until or now + timedelta(days=5)) + _SOON)
    elif intent.status == "canceled" and row.state in OPEN:
        row.ended_at = now
        lapsed = row.held_until is not None and now >= row.held_until
        row.state = REFUSED if before == ASKED else LAPSED if lapsed else RELEASED
        row.captured_cents = 0
        if row.state == REFUSED and _is_wanted(db, row, booking):
            row.failure = row.failure or NO_CARD
            _publish_refused(db, row, now)
    elif intent.status == "succeeded":
        row.state, row.captured_cents, row.ended_at = CAPTURED, intent.received_cents, now
        by = row.who or "Stripe"
        charge_decisions.charge_damage(
            db, terms, booking, intent.received_cents, row.reason or charges.DAMAGE, by=by, now=now
        )
        db.add(_payment(row, by, now))
        db.flush()
        stripe_sync.record_payment(db, found, now)
    show(db, booking)
    return "recorded" if row.state != before else "known already"


def _hold(db: Session, row: SecurityHold, booking: Booking, now: datetime) -> None:
    """Record that an amount is held. It replaces the hold that it renews; if that one is being captured or was released
    in the meantime, this one is released, so that only one of them can ever be captured.
    """
    row.state = HELD
    if not _is_wanted(db, row, booking):
        row.state = RELEASING
        check_later(db, row, now, now)
        return
    renewed = queries.by_id(db, row.renews_id) if row.renews_id is not None else None
    if renewed is not None and renewed.state == HELD:
        renewed.state = RELEASING
        check_later(db, renewed, now, now)


def _payment(row: SecurityHold, by: str, now: datetime) -> BookingPayment:
    return BookingPayment(
        booking_id=row.booking_id,
        entry=PAYMENT,
        kind=CARD,
        state=PAYMENT_ASKED,
        amount_cents=row.captured_cents,
        fee_cents=row.fee_cents,
        returns_fee=True,
        currency=row.currency,
        part=CHOSEN,
        key=row.key,
        provider_id=row.provider_id,
        account_id=row.account_id,
        charge_model=row.charge_model,
        customer_id=row.customer_id,
        photo_digests=row.photo_digests,
        note=row.reason,
        recorded_by=by[:120],
        recorded_by_id=row.who_id,
        live=row.live,
        created_at=now,
    )


def prepare_capture(
    db: Session, operator: Operator, booking_id: int, wanted: HoldCapture, now: datetime
) -> HoldSnapshot:
    """Record the capture of a part of the hold, and return it. Repeating the same call returns the same capture.

    Raises NotFound, NoHold and OverHold.
    """
    availability.lock(db, operator.id)
    row = _active(db, booking_id)
    if row.state == CAPTURING and (row.captured_cents, row.reason) == (wanted.cents, wanted.reason):
        return snapshot(row)
    if row.state != HELD:
        raise NoHold
    if wanted.cents > row.amount_cents:
        raise OverHold(units(row.amount_cents), money(row.amount_cents, operator.currency))
    photos.ensure_photos_exist(db, wanted.photo_digests)
    photos.mark_in_handover(db, wanted.photo_digests)
    step = smallest_step(row.currency)
    row.state, row.captured_cents, row.reason = CAPTURING, wanted.cents // step * step, wanted.reason
    row.fee_cents = wanted.fee.of(row.captured_cents, row.currency)
    row.who, row.who_id, row.photo_digests = wanted.by[:120], wanted.by_id, list(wanted.photo_digests) or None
    check_later(db, row, now, now + _SOON)
    return snapshot(row)


def _active(db: Session, booking_id: int) -> SecurityHold:
    bookings.booking(db, booking_id)
    row = active(queries.of_booking(db, booking_id))
    if row is None:
        raise NoHold
    return row


def capture(gateway: Stripe, row: HoldSnapshot, within: Within) -> None:
    """Charge the recorded part of a hold; the rest is released. Raises HoldNotCaptured if the provider
    refused, and ProviderProblem if the outcome is unknown: the job follows up.
    """
    talk, intent_id = gateway.on(row.made_on), str(row.provider_id)
    refused: Problem | None = None
    try:
        talk.capture_intent(
            intent_id,
            cents=row.captured_cents,
            fee_cents=row.fee_cents,
            currency=row.currency,
            key=f"capture-{row.key}-{row.captured_cents}",
        )
    except (CardDeclined, ProviderRefused) as problem:
        # Another process may have captured it, or the authorization has ended.
        refused = problem
    found = fetch_payment(talk, intent_id)

    def write(db: Session) -> None:
        record(db, found, clock.now())
        stored = queries.by_id(db, row.id)
        if stored is not None and stored.state == CAPTURING and found.intent.is_authorized:
            stored.state, stored.captured_cents = HELD, 0
            show(db, bookings.booking(db, row.booking_id))

    within(write)
    if found.intent.status != "succeeded":
        raise HoldNotCaptured.format(reason=refused.message if refused else "The bank has already ended it.")


def prepare_release(db: Session, operator_id: int, booking_id: int, now: datetime) -> HoldSnapshot | None:
    """Record the release of a hold, and return it; None if it was released before. Raises NotFound and NoHold."""
    availability.lock(db, operator_id)
    rows = queries.of_booking(db, booking_id)
    if active(rows) is None and rows and rows[-1].state == RELEASED:
        bookings.booking(db, booking_id)
        return None
    row = _active(db, booking_id)
    if row.state == CAPTURING:
        raise NoHold
    if row.state == HELD:
        row.state = RELEASING
        check_later(db, row, now, now + _SOON)
    return snapshot(row)


def release(gateway: Stripe, row: HoldSnapshot, within: Within) -> None:
    """Release a hold whose release was recorded. May raise ProviderProblem: the job follows up."""
    try:
        found = _canceled(gateway.on(row.made_on), str(row.provider_id))
    except ProviderNotFound:
        return
    within(lambda db: record(db, found, clock.now()))
