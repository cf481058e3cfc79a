"""Card payments: the rows that describe requests to the provider. Functions that write take the operator's lock first,
or are called under it; none commits or calls the provider.

Work with the provider has three steps: *prepare (here and in `refunds`) -> request (`intents`) -> record
(`stripe_sync`)*. Preparing writes a row with an idempotency key, and a job that follows up on it: if the process dies
between request and record, the job repeats the request with the same key and finds the result
(docs/adr/0014-payments.md).
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.money import smallest_step, units
from marqueedesk.kit.text.formats import money
from marqueedesk.payments import ledger, queries, shares
from marqueedesk.payments.errors import (
    AlreadyAuthorized,
    AmountChanged,
    NoCardPayments,
    NothingOpen,
    NotPayable,
    Overpaid,
    PaymentUnderWay,
    TooSmallForCard,
)
from marqueedesk.payments.fees import PlatformFee
from marqueedesk.payments.ledger import Figures
from marqueedesk.payments.models import ASKED, CARD, CHOSEN, PAYMENT, BookingPayment, PaymentShare
from marqueedesk.payments.prepayment_received import CLOSE
from marqueedesk.payments.service import is_payable, locked
from marqueedesk.stripe import queries as stripe
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.models import DIRECT, ConnectedAccount

CHECK = "payment.check"
"""Job that checks a card payment."""
FIRST_LOOK = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class AmountDue:
    """The amount a customer is about to pay: the deposit or balance, with the amount shown on their page, or an amount
    they chose; and the platform's fee. With ``share_id``, another person pays that share; with ``list_id``, the card
    also pays other bookings of that list.
    """

    part: str
    cents: int
    fee: PlatformFee
    share_id: int | None = None
    list_id: int | None = None


def begin_payment(
    db: Session, operator: Operator, booking_id: int, wanted: AmountDue, gateway: Stripe, now: datetime
) -> BookingPayment | list[BookingPayment]:
    """Return the row of a card payment to request from the provider, or open payments of other amounts that have to be
    canceled first.

    Repeating the call, from another window or after a lost response, returns the same row and so the same payment at
    the provider. Raises NotFound, AlreadyAuthorized, NotPayable, NoCardPayments, PaymentUnderWay, NothingOpen,
    AmountChanged, Overpaid, TooSmallForCard and, for a share, NoShare.
    """
    booking, rows = locked(db, operator, booking_id)
    if ledger.authorized(rows) is not None:
        raise AlreadyAuthorized
    if not is_payable(booking, now):
        raise NotPayable
    account = stripe.connected(db, operator.id, live=gateway.live)
    if account is None or not account.charges_enabled:
        raise NoCardPayments
    where = ledger.figures_of(booking, rows)
    share = None if wanted.share_id is None else _open_share(db, booking, wanted.share_id, rows)
    confirms = booking.awaits_prepayment(now)
    cents = _payable_cents(where, wanted, operator.currency, confirms=confirms, share=share)
    on_approval = confirms and operator.approves_requests
    if on_approval and wanted.list_id is not None:
        raise NotPayable
    known = ledger.under_way(rows)
    asked = (cents, wanted.share_id, wanted.list_id, on_approval, *_way(account))
    same = next((row for row in known if row.card_id is None and _asked(row) == asked), None)
    blocking = shares.payments_to_cancel(known, wanted.share_id, cents, where.due, same)
    if blocking:
        return blocking
    if same is not None:
        return same
    before = [
        row
        for row in rows
        if row.made_on == account.id and (row.share_id, row.list_id) == (wanted.share_id, wanted.list_id)
    ]
    row = BookingPayment(
        booking_id=booking.id,
        entry=PAYMENT,
        kind=CARD,
        state=ASKED,
        amount_cents=cents,
        fee_cents=wanted.fee.of(cents, operator.currency),
        returns_fee=wanted.fee.is_returned,
        currency=operator.currency,
        part=wanted.part,
        share_id=wanted.share_id,
        list_id=wanted.list_id,
        key=f"payment-{secrets.token_hex(16)}",
        account_id=account.id,
        charge_model=account.charge_model,
        customer_id=before[-1].customer_id if before else None,
        live=gateway.live,
        on_approval=on_approval,
        created_at=now,
    )
    db.add(row)
    db.flush()
    schedule_check(db, row, now, now + FIRST_LOOK)
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
    """Return the amount of a card payment.

    An amount chosen by the customer may be up to the balance due. A payment that ``confirms`` its booking is for the
    requested part. A share is paid in full, or up to the remaining balance.
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
        raise AmountChanged(amount=units(due))
    least = smallest_cents(currency)
    if wanted.cents < least:
        raise TooSmallForCard.format(least=money(least, currency))
    if wanted.cents % smallest_step(currency):
        raise Invalid(fields={"amount": f"Enter a whole amount: {currency} has no decimals"})
    return wanted.cents


def _asked(row: BookingPayment) -> tuple[int, int | None, int | None, bool, str | None, str | None]:
    return row.amount_cents, row.share_id, row.list_id, row.on_approval, row.account_id, row.made_on


def _way(account: ConnectedAccount) -> tuple[str, str | None]:
    """Return the account that receives a payment, and the account on which the payment is made."""
    return account.id, account.id if account.charge_model == DIRECT else None


def schedule_check(db: Session, row: BookingPayment, now: datetime, at: datetime) -> None:
    """Schedule a check of a card payment."""
    jobs.enqueue(db, CHECK, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)


def schedule_cancel(db: Session, booking: Booking, now: datetime, *, keep_cents: int | None = None) -> None:
    """Schedule the cancellation of a booking's open payments, of its authorization, and of bank debits on their way as
    far as the provider can. No-op if there are none.

    With ``keep_cents``, money beyond it that comes in at the same moment is refunded.
    """
    if not ledger.stoppable(queries.of_booking(db, booking.id)):
        return
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id, "keepCents": keep_cents}
    jobs.enqueue(db, CLOSE, payload, now)


def close_outdated(db: Session, booking: Booking, now: datetime) -> None:
    """Schedule the cancellation of a booking's open payments if their amount is no longer due."""
    rows = queries.of_booking(db, booking.id)
    where, known = ledger.figures_of(booking, rows), ledger.under_way(rows)
    if sum(row.amount_cents for row in known) > where.due or any(_is_outdated(row, where) for row in known):
        schedule_cancel(db, booking, now)


def _is_outdated(row: BookingPayment, where: Figures) -> bool:
    if row.part == CHOSEN:
        return row.amount_cents > where.due
    return row.amount_cents not in {where.due, where.deposit_due}
