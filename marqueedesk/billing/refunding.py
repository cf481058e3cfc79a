"""Administrators' refunds of plan payments, in full or in part.

As in `service`: prepare (transaction), call the provider, record (transaction); none of them commits. The refund at the
provider carries the request's key in its metadata, so if the response is lost, the refund is found even after the
provider has forgotten the idempotency key.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.billing import queries, stripe_sync
from marqueedesk.billing.errors import TooMuchRefunded
from marqueedesk.billing.models import Payment
from marqueedesk.kit.text.formats import money
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderNotFound, ProviderRefused
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment

REFUND: Final = "marqueedesk_refund"
"""Metadata field of a refund that holds the key of its request."""


@dataclass(frozen=True, slots=True)
class PlanRefund:
    """A refund to request from the provider. ``again`` means that an earlier attempt may have succeeded."""

    intent_id: str | None
    invoice_id: str | None
    cents: int
    currency: str
    key: str
    again: bool


@dataclass(frozen=True, slots=True)
class RefundResult:
    """The payment after a refund request, and the provider's error if it rejected the refund."""

    payment: FetchedPayment
    refusal: ProviderRefused | None = None


def begin(row: Payment, cents: int, key: str, *, again: bool) -> PlanRefund:
    """Prepare the refund of ``cents`` of a payment, which the caller has locked. Raises TooMuchRefunded."""
    left = row.refundable_cents
    if not again and cents > left:
        raise TooMuchRefunded(left, money(left, row.currency))
    return PlanRefund(row.stripe_payment_intent_id, row.stripe_invoice_id, cents, row.currency, key, again)


def ask(gateway: Stripe, wanted: PlanRefund) -> RefundResult:
    """Refund at the provider, with no transaction open. Idempotent.

    A rejection is returned with the payment's current state, because an event about an earlier refund may be missing.
    Raises ProviderProblem for any other failure.
    """
    # Payments recorded by earlier versions only have an invoice ID.
    intent_id = wanted.intent_id or (gateway.invoice(wanted.invoice_id).intent_id if wanted.invoice_id else None)
    if intent_id is None:
        raise ProviderNotFound
    key = f"plan-refund-{intent_id}-{wanted.key}"
    known = wanted.again and any(one.metadata.get(REFUND) == wanted.key for one in gateway.refunds(intent_id))
    if not known:
        try:
            gateway.refund(
                intent_id, cents=wanted.cents, currency=wanted.currency, metadata={REFUND: wanted.key}, key=key
            )
        except ProviderNotFound:
            raise
        except ProviderRefused as refusal:
            return RefundResult(fetch_payment(gateway, intent_id), refusal)
    return RefundResult(fetch_payment(gateway, intent_id))


def record(db: Session, subscription_id: int, payment_id: int, asked: RefundResult) -> Payment:
    """Record a payment's state after a refund. Raises NoPlanPayment."""
    row = queries.payment_of(db, subscription_id, payment_id)
    row.stripe_payment_intent_id = asked.payment.intent.id
    db.flush()
    stripe_sync.record_invoice_payment(db, asked.payment)
    return row
