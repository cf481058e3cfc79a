"""A payment as the provider has it, with all its refunds."""

from dataclasses import dataclass, field
from datetime import datetime

from marqueedesk.kit import clock
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import DisputeState, IntentState, RefundState


@dataclass(frozen=True, slots=True)
class FetchedPayment:
    """A payment with its refunds, as the provider had them when it was asked at ``asked_at``."""

    intent: IntentState
    asked_at: datetime
    refunds: list[RefundState] = field(default_factory=list[RefundState])
    dispute: DisputeState | None = None


def fetch_payment(gateway: Stripe, intent_id: str, dispute: DisputeState | None = None) -> FetchedPayment:
    """A payment as it is now, and its refunds. No transaction is open. May raise a ProviderProblem."""
    asked_at = clock.now()
    intent = gateway.intent(intent_id)
    refunds = gateway.refunds(intent_id) if intent.refunded_cents or intent.status == "succeeded" else []
    return FetchedPayment(intent, asked_at, refunds, dispute)
