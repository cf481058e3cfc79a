"""Change the plan of a running subscription: preview charges and credits, then make the change (S28).

The provider computes both. A preview is for a specific second, so the change charges exactly the amount shown; it
expires after half an hour. No transaction is open during calls to the provider.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.billing import plans, queries, stripe_sync
from marqueedesk.billing.errors import (
    NoSubscription,
    PaymentOpen,
    PlanInactive,
    PreviewOutdated,
    ResumeFirst,
    SamePlan,
)
from marqueedesk.billing.models import ACTIVE, TRIAL, Subscription
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import CardDeclined
from marqueedesk.stripe.values import ChangePreview, SubscriptionState

GOOD_FOR: Final = timedelta(minutes=30)
"""Lifetime of a preview."""


@dataclass(frozen=True, slots=True)
class RequestedPlan:
    """A change of plan to request from the provider: the subscription there, and the new plan."""

    operator_id: int
    subscription_id: str
    plan: plans.PlanFacts


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a change at ``at``, with amounts in cents.

    ``credited`` is the credit left after the change; ``credit_used`` is existing credit applied to it. ``next_cents``
    is charged at ``next_at``, after the remaining credit; None for a free plan.
    """

    at: datetime
    shown: ChangePreview
    synced: plans.Synced
    item_id: str
    next_cents: int
    next_at: datetime | None

    @property
    def credited(self) -> int:
        """Return the credit left after the change, for future payments."""
        return max(0, -self.shown.total_cents)

    @property
    def credit_used(self) -> int:
        """Return the existing credit applied to the change."""
        return min(self.shown.credit_cents, max(0, self.shown.total_cents))


def renews(row: Subscription) -> bool:
    """Return true if a subscription is running and will be charged for its next period."""
    return row.status in {ACTIVE, TRIAL} and not row.cancel_at_period_end


def begin(db: Session, operator: Operator, plan_id: int, currency: str, *, live: bool) -> RequestedPlan:
    """Check that the plan can be changed, and return the request for the provider. ``live`` is true for live keys.

    Raises NoPlan, PlanInactive, NoSubscription, SamePlan, PaymentOpen and ResumeFirst. A subscription that does not
    exist at the provider cannot be changed; the business subscribes to the other plan instead.
    """
    plan = queries.plan(db, plan_id)
    row = queries.live_of(db, operator.id)
    if row is None or row.stripe_subscription_id is None:
        raise NoSubscription
    if row.plan_id == plan.id:
        raise SamePlan
    if not plan.is_active:
        raise PlanInactive
    if row.status not in {ACTIVE, TRIAL}:
        raise PaymentOpen
    if row.cancel_at_period_end:
        raise ResumeFirst
    facts = plans.facts_of(plan, currency=currency, live=live)
    return RequestedPlan(operator.id, row.stripe_subscription_id, facts)


def ask_preview(gateway: Stripe, wanted: RequestedPlan, at: datetime) -> Preview:
    """Preview the change from ``at`` on with the provider; nothing is changed. May raise ProviderProblem."""
    synced = plans.sync(gateway, wanted.plan)
    state = gateway.subscription(wanted.subscription_id)
    # A new period may have started since.
    at = max(at, state.period_start or at).replace(microsecond=0)
    shown = gateway.preview_price(state.id, str(state.item_id), synced.price_id, at)
    left = max(0, shown.credit_cents - shown.total_cents)
    # Negative lines credit the unused time of the other plan.
    ends = max((line.ends for line in shown.lines if line.cents >= 0), default=state.period_end)
    return Preview(
        at=at,
        shown=shown,
        synced=synced,
        item_id=str(state.item_id),
        next_cents=max(0, wanted.plan.cents - left),
        next_at=ends if wanted.plan.cents else None,
    )


def ask_change(
    gateway: Stripe, wanted: RequestedPlan, at: datetime, due_cents: int, now: datetime
) -> SubscriptionState:
    """Change the plan as previewed. Idempotent.

    Raises PreviewOutdated if the preview is too old or its amounts would differ now, and CardDeclined, which leaves the
    subscription unchanged.
    """
    if not now - GOOD_FOR <= at <= now + GOOD_FOR:
        raise PreviewOutdated
    preview = ask_preview(gateway, wanted, at)
    if preview.at != at or preview.shown.due_cents != due_cents:
        raise PreviewOutdated
    price = preview.synced.price_id
    key = f"change-{wanted.subscription_id}-{price}-{int(at.timestamp())}"
    try:
        return gateway.change_price(wanted.subscription_id, preview.item_id, price, at, key=key)
    except CardDeclined as declined:
        raise CardDeclined(f"{declined.message} Your plan has not changed.") from declined


def record_change(
    db: Session, wanted: RequestedPlan, state: SubscriptionState, asked_at: datetime, now: datetime
) -> Subscription:
    """Record the changed subscription. Raises NoSubscription."""
    queries.lock_operator(db, wanted.operator_id)
    row = queries.by_provider_id(db, state.id)
    if row is None:
        raise NoSubscription
    stripe_sync.apply_subscription(db, row, state, asked_at, now)
    return row
