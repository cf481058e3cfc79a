"""What is asked of the provider about customers' payments, with no transaction open; and the rounds of asking and
recording that a request or a job makes of it.
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
    """Does something in one write transaction of its own, kept to the business."""

    def __call__(self, deed: Callable[[Session], Result], /) -> Result:
        """What the deed answers."""
        ...


ROUNDS = 3
"""How often something that stands in the way is called off before whoever asks is told to come again."""


@dataclass(frozen=True, slots=True)
class PaymentSnapshot:
    """A row as it is asked about: plain values, for the time between two transactions."""

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
    """The payment at the provider, made when it is not there; asked again, it is the same one."""
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
    """Call a payment off, so that nobody can pay it any more; what became of it, which may be that it was paid just
    before. None for one that was never made, whose secret nobody has.
    """
    if row.provider_id is None:
        return None
    asked_at = clock.now()
    try:
        return FetchedPayment(gateway.cancel_intent(row.provider_id), asked_at)
    except ProviderNotFound:
        return None
    except ProviderRefused:
        # It has come to its end already, one way or the other.
        return fetch_payment(gateway, row.provider_id)


def close_open(gateway: Stripe, rows: Iterable[PaymentSnapshot], within: Within) -> None:
    """Call payments off, and record what became of each."""
    for row in rows:
        found = cancel(gateway, row)
        within(lambda db, row=row, found=found: record_closed(db, row, found, clock.now()))


def record_closed(db: Session, row: PaymentSnapshot, found: FetchedPayment | None, now: datetime) -> None:
    """Write down what became of a payment that was called off."""
    if found is not None:
        stripe_sync.record_payment(db, found, now)
        return
    stored = own(db, BookingPayment, row.id)
    if stored is not None and stored.provider_id == row.provider_id:
        stored.state = CANCELED


def refund(gateway: Stripe, row: PaymentSnapshot, intent_id: str, *, again: bool = False) -> RefundState:
    """Send money of a customer's payment back. With ``again`` somebody may have asked before, longer ago than the
    provider remembers a key: what was made for it is looked for first.
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
    """Payments that have to be called off before something can be done."""

    rows: list[PaymentSnapshot]


def until_free(gateway: Stripe, prepare: Callable[[Session], Result | BlockedBy], within: Within) -> Result:
    """What ``prepare`` answers once nothing stands in its way: what does is called off, and it is asked again.

    Raises PaymentUnderWay when others are always faster.
    """
    for _ in range(ROUNDS):
        found = within(prepare)
        if not isinstance(found, BlockedBy):
            return found
        close_open(gateway, found.rows, within)
    raise PaymentUnderWay(retry_after=5)


def is_certain(problem: ProviderProblem) -> bool:
    """Whether the provider has surely refused for good, so that asking again is no use."""
    return isinstance(problem, ProviderRefused) and not isinstance(problem, ProviderNotFound)
