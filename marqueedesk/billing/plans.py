"""Change plans, and sync them to the provider's products and prices (S3). Nothing here commits."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.billing import queries
from marqueedesk.billing.errors import PlanInUse
from marqueedesk.billing.models import Plan, SyncedPlan
from marqueedesk.billing.periods import RECURRING
from marqueedesk.billing.schemas import PlanChange, PlanInput
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.stripe.client import Stripe

_COLUMNS: Final = {"price": "price_cents", "fee_percent": "fee_basis_points", "fee_fixed": "fee_fixed_cents"}
"""Form fields whose column has a different name."""


def _column(name: str) -> str:
    return _COLUMNS.get(name, name)


def add_plan(db: Session, given: PlanInput, now: datetime) -> Plan:
    """Add a plan. It is created at the provider with the next sync."""
    columns = {_column(name): getattr(given, name) for name in PlanInput.model_fields}
    plan = Plan(**columns, nonce=secrets.token_hex(8), created_at=now, updated_at=now)
    db.add(plan)
    db.flush()
    return plan


def change_plan(db: Session, plan_id: int, change: PlanChange, now: datetime) -> Plan:
    """Apply a change; omitted fields stay the same. Existing subscribers keep their agreed price."""
    plan = queries.plan_for_change(db, plan_id)
    for name in change.model_fields_set:
        setattr(plan, _column(name), getattr(change, name))
    plan.updated_at = now
    db.flush()
    return plan


def set_active(db: Session, plan_id: int, *, active: bool, now: datetime) -> Plan:
    """Offer a plan or stop offering it. Subscribers keep it either way."""
    plan = queries.plan_for_change(db, plan_id)
    plan.is_active, plan.updated_at = active, now
    db.flush()
    return plan


def delete_plan(db: Session, plan_id: int) -> Plan:
    """Delete a plan that never had subscribers. Raises NoPlan and PlanInUse. Requires an unscoped session."""
    plan = queries.plan_for_change(db, plan_id)
    if queries.has_subscriptions(db, plan_id):
        raise PlanInUse
    db.delete(plan)
    db.flush()
    return plan


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """A plan's values for the provider, current and last synced.

    ``price_before`` is the ID of its last synced price in either mode (test or live); ``price_id`` is the same ID, but
    only if it is in the mode of the current keys.
    """

    id: int
    name: str
    description: str | None
    cents: int
    interval: str
    active: bool
    currency: str
    live: bool
    nonce: str
    product_id: str | None
    price_id: str | None
    price_before: str | None
    synced: SyncedPlan | None

    @property
    def wanted(self) -> SyncedPlan:
        """Return the values that the provider should have, in the stored form."""
        return {
            "name": self.name,
            "description": self.description,
            "active": self.active,
            "cents": self.cents,
            "interval": self.interval,
            "currency": self.currency,
            "live": self.live,
        }


@dataclass(frozen=True, slots=True)
class Synced:
    """A plan's ids at the provider. ``price_before`` is its price id at the time of the request."""

    product_id: str
    price_id: str
    price_before: str | None
    facts: SyncedPlan


def facts_of(plan: Plan, *, currency: str, live: bool) -> PlanFacts:
    """Return a plan's plain values, for syncing without a transaction."""
    # In another mode, everything is created again, because the provider separates test and live data.
    known = plan.synced if plan.synced and plan.synced.get("live") == live else None
    return snapshot_of(
        PlanFacts,
        plan,
        cents=plan.price_cents,
        active=plan.is_active,
        currency=currency,
        live=live,
        product_id=plan.stripe_product_id if known else None,
        price_id=plan.stripe_price_id if known else None,
        price_before=plan.stripe_price_id,
        synced=known,
    )


def sync(gateway: Stripe, plan: PlanFacts) -> Synced:
    """Update a plan at the provider. A changed amount creates a new price; subscribers keep the previous one."""
    before = plan.synced or {}
    wanted = plan.wanted
    key = f"plan-{plan.nonce}-{plan.id}"
    product = plan.product_id
    if product is None:
        product = gateway.create_product(
            name=plan.name, description=plan.description, metadata={"plan": str(plan.id)}, key=f"{key}-product"
        )
        before = {"name": plan.name, "description": plan.description, "active": True}
    if any(before.get(name) != wanted[name] for name in ("name", "description", "active")):
        gateway.update_product(product, name=plan.name, description=plan.description, active=plan.active)
    price = plan.price_id
    if price is None or any(before.get(name) != wanted[name] for name in ("cents", "interval", "currency")):
        interval, count = RECURRING[plan.interval]
        price = gateway.create_price(
            product_id=product,
            cents=plan.cents,
            currency=plan.currency,
            interval=interval,
            interval_count=count,
            # Include the previous price in the key: returning to an earlier amount needs a new price, because the old
            # one is retired.
            key=f"{key}-price-{product}-{plan.cents}-{plan.interval}-{plan.currency}-after-{plan.price_before}",
        )
        if plan.price_id is not None and plan.price_id != price:
            gateway.retire_price(plan.price_id)
    return Synced(product, price, plan.price_before, wanted)


def record_sync(db: Session, plan_id: int, synced: Synced) -> None:
    """Record a plan's IDs at the provider, unless the plan was deleted or got another price ID in the meantime. In that
    case our price may be retired, and the next sync corrects it.
    """
    plan = db.get(Plan, plan_id, with_for_update=True, populate_existing=True)
    if plan is not None and plan.stripe_price_id in {synced.price_before, synced.price_id}:
        plan.stripe_product_id, plan.stripe_price_id = synced.product_id, synced.price_id
        plan.synced = synced.facts
        db.flush()


def forget_sync(db: Session, plan_id: int) -> None:
    """Clear a plan's stored IDs, because they no longer exist at the provider. The next sync creates new ones."""
    plan = db.get(Plan, plan_id, with_for_update=True, populate_existing=True)
    if plan is not None:
        plan.stripe_product_id = plan.stripe_price_id = plan.synced = None
        plan.nonce = secrets.token_hex(8)
        db.flush()
