"""Asks the provider about customers' payments, with no transaction open; and the rounds of asking and recording that a
request or a job goes through.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.kit import clock
from marqueedesk.kit.db.snapshots import snapshot_of
from marqueedesk.kit.db.tenancy import own
from marqueedesk.payments import stripe_sync
from marqueedesk.payments.errors import PaymentUnderWay
from marqueedesk.payments.models import CANCELED, BookingPayment
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderNotFound, ProviderProblem, ProviderRefused
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment
from marqueedesk.stripe.values import IntentState, RefundState, Transfer

Result = TypeVar("Result")


class Within(Protocol):
    """Runs an action in a write transaction of its own, limited to the business."""

    def __call__(self, action: Callable[[Session], Result], /) -> Result:
        """The result of the action."""
        ...


ROUNDS = 3
"""How often a blocking payment is canceled before the caller gets the answer to try again later."""


@dataclass(frozen=True, slots=True)
class PaymentSnapshot:
    """A row's plain values, for the time between two transactions."""

    id: int
    operator_id: int
    booking_id: int
    key: str
    cents: int
    fee_cents: int
    currency: str
    provider_id: str | None
    account_id: str
    made_on: str | None
    customer_id: str | None
    returns_fee: bool
    metadata: dict[str, str]


def snapshot(row: BookingPayment) -> PaymentSnapshot:
    """A row's values, taken while its session is open."""
    return snapshot_of(
        PaymentSnapshot,
        row,
        key=str(row.key),
        cents=row.amount_cents,
        account_id=str(row.account_id),
        returns_fee=row.returns_fee is not False,
        metadata=stripe_sync.metadata(row),
    )


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays, and the words about it: a description for the business, and the end of the name on the payer's card
    statement.

    ``receipt_to`` was typed for this try and may be another one at the next, so it is no part of what has a key.
    """

    name: str
    email: str | None
    description: str
    suffix: str
    receipt_to: str | None = None


def there(gateway: Stripe, row: PaymentSnapshot) -> Stripe:
    """The conversation about a payment or its refund: on the account on which it was made. Nothing else chooses it."""
    return gateway.on(row.made_on)


def intent_for(gateway: Stripe, row: PaymentSnapshot, payer: Payer) -> IntentState:
    """The payment at the provider, made if it is not there; asking again returns the same one.

    A direct charge has its payer as a customer of the business's account.
    """
    intent, talk = _intent_for(gateway, row, payer), there(gateway, row)
    if payer.receipt_to is not None and intent.status not in {"succeeded", "processing", "canceled"}:
        talk.send_receipt_to(intent.id, intent.customer_id, payer.receipt_to)
    return intent


def _intent_for(gateway: Stripe, row: PaymentSnapshot, payer: Payer) -> IntentState:
    talk = there(gateway, row)
    if row.provider_id is not None:
        return talk.intent(row.provider_id)
    customer_id = row.customer_id
    if customer_id is None and row.made_on is not None:
        customer_id = talk.create_customer(
            email=payer.email, name=payer.name, metadata=row.metadata, key=f"customer-{row.key}"
        )
    return talk.create_intent(
        cents=row.cents,
        currency=row.currency,
        description=payer.description,
        metadata=row.metadata,
        key=row.key,
        customer_id=customer_id,
        transfer=Transfer(row.account_id) if row.made_on is None else None,
        fee_cents=row.fee_cents,
        suffix=payer.suffix,
    )


def cancel(gateway: Stripe, row: PaymentSnapshot) -> FetchedPayment | None:
    """Cancel a payment, so that nobody can pay it anymore. Returns its final state, which may be that it was paid just
    before; None for one that was never made, whose secret nobody has.
    """
    if row.provider_id is None:
        return None
    asked_at, talk = clock.now(), there(gateway, row)
    try:
        return FetchedPayment(talk.cancel_intent(row.provider_id), asked_at, talk.account_id)
    except ProviderNotFound:
        return None
    except ProviderRefused:
        # It has already ended, one way or the other.
        return fetch_payment(talk, row.provider_id)


def close_open(gateway: Stripe, rows: Iterable[PaymentSnapshot], within: Within) -> None:
    """Cancel payments, and record the result of each."""
    for row in rows:
        found = cancel(gateway, row)
        within(lambda db, row=row, found=found: record_closed(db, row, found, clock.now()))


def record_closed(db: Session, row: PaymentSnapshot, found: FetchedPayment | None, now: datetime) -> None:
    """Record the result of canceling a payment. One that was made meanwhile stays as it is: somebody may pay it."""
    if found is not None:
        stripe_sync.record_payment(db, found, now)
        return
    # Whoever asks for the payment writes its id under the same lock, and only then hands out what it is paid with.
    availability.lock(db, row.operator_id)
    stored = own(db, BookingPayment, row.id)
    if stored is not None and stored.provider_id == row.provider_id:
        stored.state = CANCELED


def refund(gateway: Stripe, row: PaymentSnapshot, intent_id: str, *, again: bool = False) -> RefundState:
    """Refund money of a customer's payment. ``again`` means that it may have been asked for before, longer ago than the
    provider remembers a key: a refund made for it is looked for first.
    """
    talk = there(gateway, row)
    if row.provider_id is not None:
        return talk.refund_state(row.provider_id)
    if again:
        for known in talk.refunds(intent_id):
            if known.metadata.get(stripe_sync.KEY) == row.key:
                return known
    return talk.refund(
        intent_id,
        cents=row.cents,
        metadata=row.metadata,
        key=row.key,
        transferred=row.made_on is None,
        with_fee=row.returns_fee,
    )


@dataclass(frozen=True, slots=True)
class BlockedBy:
    """Payments that have to be canceled before something can be done."""

    rows: list[PaymentSnapshot]


def until_free(gateway: Stripe, prepare: Callable[[Session], Result | BlockedBy], within: Within) -> Result:
    """The result of ``prepare`` once no payment blocks it: blocking payments are canceled, and it is called again.

    Raises PaymentUnderWay if other requests are always faster.
    """
    for _ in range(ROUNDS):
        found = within(prepare)
        if not isinstance(found, BlockedBy):
            return found
        close_open(gateway, found.rows, within)
    raise PaymentUnderWay(retry_after=5)


def is_certain(problem: ProviderProblem) -> bool:
    """Whether the provider has definitely refused, so that asking again is no use."""
    return isinstance(problem, ProviderRefused) and not isinstance(problem, ProviderNotFound)
