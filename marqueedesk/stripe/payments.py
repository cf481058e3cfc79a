"""A payment at the provider with all its refunds and disputes."""

from dataclasses import dataclass, field
from datetime import datetime

from marqueedesk.kit import clock
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import DisputeState, FraudWarning, IntentState, RefundState


@dataclass(frozen=True, slots=True)
class FetchedPayment:
    """A payment with its refunds and disputes, as requested from the provider at ``asked_at``.

    ``account_id`` is the connected account of the payment; None for the platform's own. ``fee_returned_cents`` is the
    part of the platform's fee that was returned; None if it was not fetched.
    """

    intent: IntentState
    asked_at: datetime
    account_id: str | None = None
    refunds: list[RefundState] = field(default_factory=list[RefundState])
    disputes: list[DisputeState] = field(default_factory=list[DisputeState])
    warning: FraudWarning | None = None
    fee_returned_cents: int | None = None


def fetch_payment(gateway: Stripe, intent_id: str, warning: FraudWarning | None = None) -> FetchedPayment:
    """Fetch a payment's current state with refunds and disputes. No transaction may be open. May raise
    ProviderProblem.
    """
    asked_at = clock.now()
    intent = gateway.intent(intent_id)
    # A released authorization counts as refunded at the provider, though no money moved.
    is_paid = intent.received_cents > 0 and (intent.refunded_cents > 0 or intent.status == "succeeded")
    return FetchedPayment(
        intent,
        asked_at,
        gateway.account_id,
        gateway.refunds(intent_id) if is_paid else [],
        gateway.disputes(intent_id) if intent.is_disputed else [],
        warning,
        gateway.fee_returned(intent.fee_id) if intent.fee_id else None,
    )
