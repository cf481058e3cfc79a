"""Another plan for a running subscription: what it charges and credits, shown first, and then the change itself (S28).

The provider computes both. A preview is fixed to a second, so the change charges what its preview has shown; after half
an hour it has to be looked at again. Nothing here holds a transaction while the provider is asked.
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
"""How long a preview can be accepted."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A subscription at the provider, and the plan that is wanted for it."""

    operator_id: int
    subscription_id: str
    plan: plans.PlanFacts


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change at ``at`` means; amounts in cents.

    ``credited`` is more than what the new plan costs until the period's end; ``credit_used`` is credit from before that
    pays a part. ``next_cents`` is charged at ``next_at``, after the credit that is left; None for a free plan.
    """

    at: datetime
    shown: ChangePreview
    synced: plans.Synced
    item_id: str
    next_cents: int
    next_at: datetime | None

    @property
    def credited(self) -> int:
        """What the change leaves as credit for the next payments."""
        return max(0, -self.shown.total_cents)

    @property
    def credit_used(self) -> int:
        """How much of the credit from before pays for the change."""
        return min(self.shown.credit_cents, max(0, self.shown.total_cents))


def renews(row: Subscription) -> bool:
    """Whether a subscription runs and is charged for its next period."""
    return row.status in {ACTIVE, TRIAL} and not row.cancel_at_period_end


def begin(db: Session, operator: Operator, plan_id: int, currency: str, *, live: bool) -> Wanted:
    """What to ask the provider for; ``live`` is the mode of its keys.

    Raises NoPlan, PlanInactive, NoSubscription, SamePlan, PaymentOpen and ResumeFirst. A subscription that the provider
    does not know is not changed but replaced: the business subscribes to the other plan.
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
    return Wanted(operator.id, row.stripe_subscription_id, facts)


def ask_preview(gateway: Stripe, wanted: Wanted, at: datetime) -> Preview:
    """Ask the provider what the change would mean from ``at`` on; nothing is changed. May raise a ProviderProblem."""
    synced = plans.sync(gateway, wanted.plan)
    state = gateway.subscription(wanted.subscription_id)
    # A renewal may have begun a period since.
    at = max(at, state.period_start or at).replace(microsecond=0)
    shown = gateway.preview_price(state.id, str(state.item_id), synced.price_id, at)
    left = max(0, shown.credit_cents - shown.total_cents)
    # What is credited below zero was the other plan's time.
    ends = max((line.ends for line in shown.lines if line.cents >= 0), default=state.period_end)
    return Preview(
        at=at,
        shown=shown,
        synced=synced,
        item_id=str(state.item_id),
        next_cents=max(0, wanted.plan.cents - left),
        next_at=ends if wanted.plan.cents else None,
    )


def ask_change(gateway: Stripe, wanted: Wanted, at: datetime, due_cents: int, now: datetime) -> SubscriptionState:
    """Change the plan as a preview has shown it. Asked again, it changes nothing more.

    Raises PreviewOutdated where the preview is too old or would be another one by now, and CardDeclined, with the
    subscription as it was.
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
        raise CardDeclined(f"{declined.message} Your plan is as it was.") from declined


def record_change(
    db: Session, wanted: Wanted, state: SubscriptionState, asked_at: datetime, now: datetime
) -> Subscription:
    """Record the changed subscription. Raises NoSubscription."""
    queries.lock_operator(db, wanted.operator_id)
    row = queries.by_provider_id(db, state.id)
    if row is None:
        raise NoSubscription
    stripe_sync.apply_subscription(db, row, state, asked_at, now)
    return row
