"""Asks the provider about customers' payments, with no transaction open; and the rounds of asking and recording that a
request or a job goes through.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from sqlalchemy.orm import Session

from marqueedesk.kit import clock
from marqueedesk.kit.tenancy import own
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
    metadata: dict[str, str]


def snapshot(row: BookingPayment) -> PaymentSnapshot:
    """A row's values, taken while its session is open."""
    return PaymentSnapshot(
        id=row.id,
        operator_id=row.operator_id,
        booking_id=row.booking_id,
        key=str(row.key),
        cents=row.amount_cents,
        fee_cents=row.fee_cents,
        currency=row.currency,
        provider_id=row.provider_id,
        account_id=str(row.account_id),
        metadata=stripe_sync.metadata(row),
    )


def intent_for(gateway: Stripe, row: PaymentSnapshot, description: str) -> IntentState:
    """The payment at the provider, made if it is not there; asking again returns the same one."""
    if row.provider_id is not None:
        return gateway.intent(row.provider_id)
    return gateway.create_intent(
        cents=row.cents,
        currency=row.currency,
        description=description,
        metadata=row.metadata,
        key=row.key,
        transfer=Transfer(row.account_id, row.fee_cents),
    )


def cancel(gateway: Stripe, row: PaymentSnapshot) -> FetchedPayment | None:
    """Cancel a payment, so that nobody can pay it anymore. Returns its final state, which may be that it was paid just
    before; None for one that was never made, whose secret nobody has.
    """
    if row.provider_id is None:
        return None
    asked_at = clock.now()
    try:
        return FetchedPayment(gateway.cancel_intent(row.provider_id), asked_at)
    except ProviderNotFound:
        return None
    except ProviderRefused:
        # It has already ended, one way or the other.
        return fetch_payment(gateway, row.provider_id)


def close_open(gateway: Stripe, rows: Iterable[PaymentSnapshot], within: Within) -> None:
    """Cancel payments, and record the result of each."""
    for row in rows:
        found = cancel(gateway, row)
        within(lambda db, row=row, found=found: record_closed(db, row, found, clock.now()))


def record_closed(db: Session, row: PaymentSnapshot, found: FetchedPayment | None, now: datetime) -> None:
    """Record the result of canceling a payment."""
    if found is not None:
        stripe_sync.record_payment(db, found, now)
        return
    stored = own(db, BookingPayment, row.id)
    if stored is not None and stored.provider_id == row.provider_id:
        stored.state = CANCELED


def refund(gateway: Stripe, row: PaymentSnapshot, intent_id: str, *, again: bool = False) -> RefundState:
    """Refund money of a customer's payment. ``again`` means that it may have been asked for before, longer ago than the
    provider remembers a key: a refund made for it is looked for first.
    """
    if row.provider_id is not None:
        return gateway.refund_state(row.provider_id)
    if again:
        for known in gateway.refunds(intent_id):
            if known.metadata.get(stripe_sync.KEY) == row.key:
                return known
    return gateway.refund(intent_id, cents=row.cents, transferred=True, metadata=row.metadata, key=row.key)


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
