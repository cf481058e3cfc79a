"""Calls to the provider about customers' payments, made with no transaction open, and the loops of calling and
recording that requests and jobs use.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.kit import clock
from marqueedesk.kit.db.detached_copy import snapshot_of
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
    """Runs an action in its own write transaction, scoped to the business."""

    def __call__(self, action: Callable[[Session], Result], /) -> Result:
        """Return the result of the action."""
        ...


ROUNDS = 3
"""How often blocking payments are canceled before the caller has to try again later."""


@dataclass(frozen=True, slots=True)
class PaymentSnapshot:
    """Plain values of a row, for use between transactions."""

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
    on_approval: bool
    list_id: int | None
    metadata: dict[str, str]


def snapshot(row: BookingPayment) -> PaymentSnapshot:
    """Copy a row's values while its session is open."""
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
    """The payer, with the payment's description for the business and the suffix on the payer's card statement.

    ``receipt_to`` is entered for each attempt and may differ, so it is not part of the idempotent request. A payer of
    several bookings is one customer at the provider, created with the idempotency key ``shared_key``, so that the card
    of the first payment can be charged for the others.
    """

    name: str
    email: str | None
    description: str
    suffix: str
    receipt_to: str | None = None
    shared_key: str | None = None


def there(gateway: Stripe, row: PaymentSnapshot) -> Stripe:
    """Return the gateway for a payment or its refund, set to the account on which the payment was made."""
    return gateway.on(row.made_on)


def intent_for(gateway: Stripe, row: PaymentSnapshot, payer: Payer) -> IntentState:
    """Return the payment at the provider, creating it if needed; a repeated call returns the same payment.

    For a direct charge, the payer becomes a customer of the business's account.
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
    if payer.shared_key is not None:
        # The same request for each booking, so that all get the same customer.
        customer_id = talk.create_customer(
            email=payer.email,
            name=payer.name,
            metadata=stripe_sync.payer_metadata(row.operator_id),
            key=payer.shared_key,
        )
    elif customer_id is None and row.made_on is not None:
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
        on_approval=row.on_approval,
        reuses_card=payer.shared_key is not None,
    )


def cancel(gateway: Stripe, row: PaymentSnapshot, *, keep_started: bool = False) -> FetchedPayment | None:
    """Cancel a payment so that it can no longer be paid. An authorization is released. With ``keep_started``, an
    authorization and a bank account that awaits small deposits are kept.

    Returns its final state, which may be "paid" if the customer was faster; None if it was never created, so that no
    one has its client secret.
    """
    if row.provider_id is None:
        return None
    talk = there(gateway, row)
    if keep_started:
        found = fetch_payment(talk, row.provider_id)
        if found.intent.is_authorized or found.intent.awaits_deposits:
            return found
    asked_at = clock.now()
    try:
        return FetchedPayment(talk.cancel_intent(row.provider_id), asked_at, talk.account_id)
    except ProviderNotFound:
        return None
    except ProviderRefused:
        # The payment has already ended.
        return fetch_payment(talk, row.provider_id)


def close_open(gateway: Stripe, rows: Iterable[PaymentSnapshot], within: Within) -> None:
    """Cancel payments, and record each result."""
    for row in rows:
        found = cancel(gateway, row)
        within(lambda db, row=row, found=found: record_closed(db, row, found, clock.now()))


def record_closed(db: Session, row: PaymentSnapshot, found: FetchedPayment | None, now: datetime) -> None:
    """Record the result of canceling a payment. A payment created in the meantime is kept, because it may be paid."""
    if found is not None:
        stripe_sync.record_payment(db, found, now)
        return
    # A payment request writes the id under the same lock before handing out the client secret.
    availability.lock(db, row.operator_id)
    stored = own(db, BookingPayment, row.id)
    if stored is not None and stored.provider_id == row.provider_id:
        stored.state = CANCELED


def refund(gateway: Stripe, row: PaymentSnapshot, intent_id: str, *, again: bool = False) -> RefundState:
    """Refund money of a customer's payment.

    With ``again``, the refund may have been requested so long ago that the provider has forgotten its key, so existing
    refunds are checked first.
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
        currency=row.currency,
        metadata=row.metadata,
        key=row.key,
        transferred=row.made_on is None,
        with_fee=row.returns_fee,
    )


@dataclass(frozen=True, slots=True)
class BlockedBy:
    """Payments that have to be canceled before an action is possible."""

    rows: list[PaymentSnapshot]


def until_free(gateway: Stripe, prepare: Callable[[Session], Result | BlockedBy], within: Within) -> Result:
    """Call ``prepare`` until no payment blocks it, canceling blocking payments in between.

    Raises PaymentUnderWay if other requests keep opening new ones.
    """
    for _ in range(ROUNDS):
        found = within(prepare)
        if not isinstance(found, BlockedBy):
            return found
        close_open(gateway, found.rows, within)
    raise PaymentUnderWay(retry_after=5)


def is_certain(problem: ProviderProblem) -> bool:
    """Return true if the provider has definitely rejected the request, so that a retry is pointless."""
    return isinstance(problem, ProviderRefused) and not isinstance(problem, ProviderNotFound)
