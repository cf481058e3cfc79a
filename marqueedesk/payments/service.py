"""Functions that change a booking's money. Each takes the operator's lock first; none commits or asks the provider.

Work that needs the provider is *prepare (here) -> ask (`intents`) -> record (`stripe_sync`)*. Preparing writes a row
with an idempotency key and a job that follows up on it: if this process dies between asking and recording, the job asks
again with the same key and finds what was made (docs/adr/0014-payments.md).
"""

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.collecting import waits_for_payment
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking
from marqueedesk.domain_events import PaymentReceived, PaymentRefunded, PaymentRequested, RefundDue, publish
from marqueedesk.kit import audit, jobs
from marqueedesk.kit.audit import Actor
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.kit.wording import money
from marqueedesk.payments import ledger, queries, shares, stripe_sync
from marqueedesk.payments.collected import CLOSE
from marqueedesk.payments.errors import (
    AmountChanged,
    NoCardPayments,
    NothingOpen,
    NothingOwed,
    NotPayable,
    NotVoidable,
    Overpaid,
    PaymentUnderWay,
    TooMuchBack,
    TooSmallForCard,
)
from marqueedesk.payments.fees import PlatformFee
from marqueedesk.payments.ledger import Figures
from marqueedesk.payments.models import (
    ASKED,
    BY_HAND,
    CARD,
    CHOSEN,
    OTHER,
    PAYMENT,
    PROCESSING,
    RECEIVED,
    REDUCE,
    REFUND,
    RETURNED,
    VOID,
    BookingPayment,
    PaymentShare,
)
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.ways_to_pay import MethodKind
from marqueedesk.stripe import queries as stripe
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.models import DIRECT, ConnectedAccount

PAYABLE = (CONFIRMED, COMPLETED)
"""The states in which a customer can pay a booking on its page."""
CHECK, RETURN = "payment.check", "payment.return"
"""Jobs: check a card payment; follow up on a refund."""
FIRST_LOOK = timedelta(minutes=15)
LOOK_AGAIN = timedelta(seconds=40)
"""When a refund's job checks whether the request itself has completed it: later than any answer would have come."""


def is_payable(booking: Booking, now: datetime) -> bool:
    """Whether a customer can pay a booking on its page: not a request, unless paying is what confirms it."""
    return booking.status in PAYABLE or waits_for_payment(booking.__dict__, now)


def figures_of(booking: Booking, rows: list[BookingPayment]) -> Figures:
    """The state of a booking's money. For a canceled booking, only the cost of canceling is owed."""
    return ledger.figures_of(booking, rows)


def locked(db: Session, operator: Operator, booking_id: int) -> tuple[Booking, list[BookingPayment]]:
    """A booking and its money, under the lock that every change to it takes. Raises NotFound."""
    availability.lock(db, operator.id)
    return bookings.booking(db, booking_id), queries.of_booking(db, booking_id)


# --- By hand ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Method:
    """How money came in without a card. Without a ``name`` only its kind is known."""

    kind: MethodKind
    name: str | None = None


def method_of(db: Session, kind: MethodKind | None, name: str | None) -> Method:
    """The payment method that a request names: by the name in the business's list, or by its kind alone.

    Raises Invalid for a name that is not in the list, for another kind than the list has it under, and for neither.
    """
    if name is None:
        if kind is None:
            raise Invalid(fields={"kind": "Please choose how it was paid"})
        return Method(kind)
    known = pricing.ways_to_pay(db).method(name)
    if known is None:
        raise Invalid(fields={"methodName": f"“{name}” is not one of your payment methods. Please choose another one"})
    if kind not in {None, known.kind}:
        raise Invalid(fields={"kind": f"“{known.name}” is of the kind {known.kind}"})
    return Method(known.kind, known.name)


@dataclass(frozen=True, slots=True)
class ManualPayment:
    """Money that a business says it has received."""

    method: Method
    cents: int
    on_day: date | None
    note: str | None
    receipt: bool


def record_payment(
    db: Session, operator: Operator, booking_id: int, given: ManualPayment, *, by: User, now: datetime
) -> BookingPayment:
    """Enter money that came in. The caller has already canceled open card payments (`intents.until_free`).

    Raises NotFound and Overpaid.
    """
    booking, rows = locked(db, operator, booking_id)
    due = figures_of(booking, rows).due
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
        note=given.note,
        created_at=now,
        settled_at=now,
    )
    db.add(row)
    stripe_sync.recompute(db, booking.id)
    _note(db, "payment.recorded", row, booking, by, now)
    if given.receipt:
        stripe_sync.tell_by_hand(db, row, PaymentReceived, now)
    return row


def request_payment(
    db: Session, operator: Operator, booking_id: int, cents: int | None, note: str | None, *, by: User, now: datetime
) -> None:
    """Have a booking's customer asked by email for a payment, by default of all that is open.

    Raises NotFound, NothingOwed, Overpaid, and Invalid for a booking without an email address.
    """
    booking, rows = locked(db, operator, booking_id)
    if booking.status not in PAYABLE:
        raise NothingOwed
    due = figures_of(booking, rows).due
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


def void(db: Session, operator: Operator, booking_id: int, payment_id: int, *, by: User, now: datetime) -> None:
    """Void a payment that was entered by mistake; a second call changes nothing.

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
    _note(db, "payment.voided", row, booking, by, now)


# --- Refunds ---------------------------------------------------------------------------------------------------------


def begin_refund(
    db: Session,
    operator: Operator,
    booking_id: int,
    payment_id: int,
    *,
    cents: int,
    by_hand: bool,
    note: str | None,
    by: User,
    now: datetime,
    meaning: str = REDUCE,
) -> BookingPayment:
    """Refund ``cents`` of a payment. The refund is complete at once if the payment came in by hand, or goes back
    ``by_hand`` because the card no longer takes it; otherwise the row is what to ask the provider for. ``meaning`` says
    whether the amount is no longer owed, or must be paid again.

    Raises NotFound, NoPayment and TooMuchBack.
    """
    booking, rows = locked(db, operator, booking_id)
    payment = queries.payment(db, booking_id, payment_id)
    left = ledger.refundable(payment, rows)
    if cents > left:
        raise TooMuchBack(units(left), money(left, payment.currency))
    reduces = ledger.no_longer_owed(figures_of(booking, rows), cents) if meaning == REDUCE else 0
    row = _new_refund(db, payment, cents, now, by=by.username, note=note)
    row.reduces_cents, row.reduces_fee = reduces, booking.status == CANCELED
    if by_hand and row.kind not in BY_HAND:
        row.kind = OTHER
    _note(db, "payment.refunded", row, booking, by, now)
    if row.kind in BY_HAND:
        row.state, row.settled_at = RETURNED, now
        stripe_sync.tell_by_hand(db, row, PaymentRefunded, now)
    else:
        follow_refund(db, row, now, now + LOOK_AGAIN)
    stripe_sync.recompute(db, booking.id)
    return row


def return_excess(db: Session, booking_id: int, keep_cents: int, *, by: str, now: datetime) -> list[BookingPayment]:
    """Refund what was paid by card beyond ``keep_cents``, by jobs. The caller holds the operator's lock.

    Another call refunds only what has come in since. Money that came in by hand is returned by hand by the business.
    """
    rows = queries.of_booking(db, booking_id)
    made: list[BookingPayment] = []
    for payment, cents in ledger.by_card_to_return(keep_cents, rows):
        row = _new_refund(db, payment, cents, now, by=by, note="Booking canceled")
        follow_refund(db, row, now, now)
        made.append(row)
    return made


def return_all(db: Session, booking: Booking, keep_cents: int, *, by: str, now: datetime) -> None:
    """Refund everything received beyond ``keep_cents``: to the cards by jobs, newest first, and the rest by hand, which
    is entered as returned. The caller holds the operator's lock.
    """
    return_excess(db, booking.id, keep_cents, by=by, now=now)
    for payment, cents in ledger.by_hand_to_return(keep_cents, queries.of_booking(db, booking.id)):
        row = _new_refund(db, payment, cents, now, by=by, note="Booking canceled")
        row.state, row.settled_at = RETURNED, now
        stripe_sync.tell_by_hand(db, row, PaymentRefunded, now)
    stripe_sync.recompute(db, booking.id)


def to_return(db: Session, booking: Booking) -> int:
    """How much a booking's customer has paid beyond what they owe, without what is on its way back; in cents."""
    return figures_of(booking, queries.of_booking(db, booking.id)).overpaid


def tell_to_return(db: Session, booking: Booking, now: datetime) -> None:
    """Notify a business of the money of a canceled booking that it has to return itself: the part not paid by card."""
    db.flush()
    cents = to_return(db, booking)
    if cents:
        publish(db, RefundDue(operator_id=booking.operator_id, booking_id=booking.id, amount_cents=cents), now)


def coming_back(db: Session, booking_id: int, since: datetime) -> int:
    """How much of a booking's card payments goes back, or has gone back, by refunds asked for since then; in cents."""
    return sum(
        row.amount_cents
        for row in queries.of_booking(db, booking_id)
        if row.entry == REFUND
        and row.kind == CARD
        and row.state in {ASKED, PROCESSING, RETURNED}
        and row.created_at >= since
    )


def _new_refund(
    db: Session, payment: BookingPayment, cents: int, now: datetime, *, by: str, note: str | None
) -> BookingPayment:
    row = BookingPayment(
        booking_id=payment.booking_id,
        entry=REFUND,
        kind=payment.kind,
        method_name=payment.method_name,
        state=ASKED,
        amount_cents=cents,
        currency=payment.currency,
        refund_of=payment.id,
        share_id=payment.share_id,
        key=f"refund-{secrets.token_hex(16)}",
        account_id=payment.account_id,
        charge_model=payment.charge_model,
        returns_fee=payment.returns_fee,
        live=payment.live,
        recorded_by=by[:120],
        note=note,
        created_at=now,
    )
    db.add(row)
    db.flush()
    return row


def follow_refund(db: Session, row: BookingPayment, now: datetime, at: datetime) -> None:
    """Schedule the job that follows up on a refund."""
    jobs.enqueue(db, RETURN, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)


# --- By card ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AmountDue:
    """What a customer wants to pay: the deposit or the balance, with the amount that their page shows for it, or an
    amount that they have chosen; and the platform's fee. With ``share_id``, somebody else pays that share.
    """

    part: str
    cents: int
    fee: PlatformFee
    share_id: int | None = None


def begin_payment(
    db: Session, operator: Operator, booking_id: int, wanted: AmountDue, gateway: Stripe, now: datetime
) -> BookingPayment | list[BookingPayment]:
    """The row of a card payment, to ask the provider for; or the open payments of another amount, which have to be
    canceled first.

    Asking for the same payment again, in another window or after a lost answer, returns the same row (and so the same
    payment at the provider). Raises NotFound, NotPayable, NoCardPayments, PaymentUnderWay, NothingOpen, AmountChanged,
    Overpaid, TooSmallForCard and, for a share, NoShare.
    """
    booking, rows = locked(db, operator, booking_id)
    if not is_payable(booking, now):
        raise NotPayable
    account = stripe.connected(db, operator.id, live=gateway.live)
    if account is None or not account.charges_enabled:
        raise NoCardPayments
    where = figures_of(booking, rows)
    share = None if wanted.share_id is None else _open_share(db, booking, wanted.share_id, rows)
    confirms = waits_for_payment(booking.__dict__, now)
    cents = _payable_cents(where, wanted, operator.currency, confirms=confirms, share=share)
    known, asked = ledger.under_way(rows), (cents, wanted.share_id, *_way(account))
    same = next((row for row in known if (row.amount_cents, row.share_id, row.account_id, row.made_on) == asked), None)
    blocking = shares.in_the_way(known, wanted.share_id, cents, where.due, same)
    if blocking:
        return blocking
    if same is not None:
        return same
    before = [row for row in rows if row.made_on == account.id and row.share_id == wanted.share_id]
    row = BookingPayment(
        booking_id=booking.id,
        entry=PAYMENT,
        kind=CARD,
        state=ASKED,
        amount_cents=cents,
        fee_cents=wanted.fee.of(cents),
        returns_fee=wanted.fee.is_returned,
        currency=operator.currency,
        part=wanted.part,
        share_id=wanted.share_id,
        key=f"payment-{secrets.token_hex(16)}",
        account_id=account.id,
        charge_model=account.charge_model,
        customer_id=before[-1].customer_id if before else None,
        live=gateway.live,
        created_at=now,
    )
    db.add(row)
    db.flush()
    look_later(db, row, now, now + FIRST_LOOK)
    return row


def _open_share(db: Session, booking: Booking, share_id: int, rows: list[BookingPayment]) -> PaymentShare:
    share = shares.share(db, share_id, booking.id)
    state = ledger.share_state(share, rows)
    if state == "processing":
        raise PaymentUnderWay(retry_after=5)
    if state == "paid":
        raise NothingOpen
    return share


def _payable_cents(
    where: Figures, wanted: AmountDue, currency: str, *, confirms: bool, share: PaymentShare | None = None
) -> int:
    """The amount of a card payment. A chosen one may be anything that is open; a payment that ``confirms`` its booking
    is for the part that was asked for; a share is paid as a whole, or what is still open if that is less.
    """
    due = where.of(wanted.part)
    if due == 0:
        raise PaymentUnderWay(retry_after=5) if where.processing else NothingOpen()
    if share is not None:
        if confirms:
            raise NotPayable
        due = min(due, share.amount_cents)
    is_chosen = wanted.part == CHOSEN and not confirms and share is None
    if is_chosen and wanted.cents > due:
        raise Overpaid(units(due), money(due, currency))
    if not is_chosen and wanted.cents != due:
        raise AmountChanged(units(due))
    least = smallest_cents(currency)
    if wanted.cents < least:
        raise TooSmallForCard(money(least, currency))
    return wanted.cents


def _way(account: ConnectedAccount) -> tuple[str, str | None]:
    """The account that a payment goes to, and the one on which it is made."""
    return account.id, account.id if account.charge_model == DIRECT else None


def look_later(db: Session, row: BookingPayment, now: datetime, at: datetime) -> None:
    """Schedule a check of a card payment."""
    jobs.enqueue(db, CHECK, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)


def close_later(db: Session, booking: Booking, now: datetime, *, keep_cents: int | None = None) -> None:
    """Schedule the cancellation of a booking's open payments, which nobody should pay anymore. With ``keep_cents``,
    money beyond it that comes in at this very moment goes back. Nothing is scheduled if no payment is open.
    """
    if not ledger.under_way(queries.of_booking(db, booking.id)):
        return
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id, "keepCents": keep_cents}
    jobs.enqueue(db, CLOSE, payload, now)


def close_outdated(db: Session, booking: Booking, now: datetime) -> None:
    """Schedule the cancellation of a booking's open payments if their amount is no longer due."""
    rows = queries.of_booking(db, booking.id)
    where, known = figures_of(booking, rows), ledger.under_way(rows)
    if sum(row.amount_cents for row in known) > where.due or any(_is_outdated(row, where) for row in known):
        close_later(db, booking, now)


def _is_outdated(row: BookingPayment, where: Figures) -> bool:
    if row.part == CHOSEN:
        return row.amount_cents > where.due
    return row.amount_cents not in {where.due, where.deposit_due}


def _note(db: Session, action: str, row: BookingPayment, booking: Booking, by: User, now: datetime) -> None:
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
