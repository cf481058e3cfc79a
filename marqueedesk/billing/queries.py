"""Read-only queries about plans, subscriptions and payments."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.orm import Session, contains_eager, joinedload

from marqueedesk.accounts.models import Operator, User
from marqueedesk.accounts.queries import lock_own
from marqueedesk.billing.errors import NoPlan, NoPlanPayment, NoSubscription
from marqueedesk.billing.models import (
    ACTIVE,
    CANCELED,
    LIVE,
    PAST_DUE,
    TRIAL,
    Payment,
    Plan,
    Subscription,
)
from marqueedesk.billing.periods import MONTHS
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.db import contains
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.stripe import ids
from marqueedesk.stripe.models import CUSTOMER

_SEEN = or_(Subscription.attempt_key.is_(None), Subscription.stripe_subscription_id.is_not(None))


def plans(db: Session) -> list[Plan]:
    """List all plans, cheapest first."""
    return list(db.scalars(select(Plan).order_by(Plan.price_cents, Plan.id)))


def plan(db: Session, plan_id: int) -> Plan:
    """Return a plan. Raises NoPlan."""
    return existing(db.get(Plan, plan_id), NoPlan)


def plan_of_product(db: Session, product_id: str) -> Plan | None:
    """Return the plan with this product id at the provider, or None."""
    return db.scalars(select(Plan).where(Plan.stripe_product_id == product_id)).one_or_none()


def plan_for_change(db: Session, plan_id: int) -> Plan:
    """Return a plan, locked until the transaction ends. Raises NoPlan."""
    return existing(db.get(Plan, plan_id, with_for_update=True, populate_existing=True), NoPlan)


def has_subscriptions(db: Session, plan_id: int) -> bool:
    """Return true if any business ever had this plan. Requires an unscoped session."""
    return bool(db.scalar(select(func.count()).select_from(Subscription).where(Subscription.plan_id == plan_id)))


def lock_operator(db: Session, operator_id: int) -> None:
    """Lock the operator, so that changes to the business's subscription are serialized."""
    db.execute(select(Operator.id).where(Operator.id == operator_id).with_for_update(key_share=True))


def live_for_change(db: Session) -> Subscription | None:
    """Return the business's current subscription or attempt under the operator's lock, or None."""
    lock_own(db)
    return fresh(db, Subscription, Subscription.status.in_(LIVE))


def live_of(db: Session, operator_id: int) -> Subscription | None:
    """Return a business's current subscription or attempt. Requires an unscoped session."""
    return db.scalars(
        select(Subscription).where(Subscription.operator_id == operator_id, Subscription.status.in_(LIVE))
    ).one_or_none()


def shown(db: Session) -> Subscription | None:
    """Return the subscription shown to the business: the newest, with its plan, excluding attempts and expired ones."""
    return db.scalars(
        select(Subscription)
        .where(_SEEN, Subscription.status != "incomplete_expired")
        .options(joinedload(Subscription.plan))
        .order_by(Subscription.id.desc())
        .limit(1)
    ).one_or_none()


def plan_fee(db: Session) -> tuple[int | None, int | None]:
    """Return the platform fee set by the business's plan: basis points and cents per payment.

    None for values left to the installation, and without a plan.
    """
    subscription = shown(db)
    return (subscription.plan.fee_basis_points, subscription.plan.fee_fixed_cents) if subscription else (None, None)


def subscription(db: Session, subscription_id: int) -> Subscription:
    """Return a current or past subscription of the session's business, with its plan. Raises NoSubscription."""
    query = select(Subscription).where(Subscription.id == subscription_id, _SEEN)
    with_plan = query.options(joinedload(Subscription.plan)).execution_options(populate_existing=True)
    return existing(db.scalars(with_plan).one_or_none(), NoSubscription)


def operator_with(db: Session, subscription_id: int) -> int:
    """Return the operator id of a subscription. Raises NoSubscription. Requires an unscoped session."""
    query = select(Subscription.operator_id).where(Subscription.id == subscription_id, _SEEN)
    return existing(db.scalar(query), NoSubscription)


def payments_of(db: Session, subscription_id: int) -> list[Payment]:
    """List the payments of a subscription of the session's business, newest first."""
    statement = select(Payment).where(Payment.subscription_id == subscription_id)
    return list(db.scalars(statement.order_by(Payment.created_at.desc(), Payment.id.desc())))


def payment_of(db: Session, subscription_id: int, payment_id: int) -> Payment:
    """Return a payment of a subscription of the session's business under the operator's lock. Raises NoPlanPayment."""
    lock_own(db)
    found = fresh(db, Payment, Payment.subscription_id == subscription_id, Payment.id == payment_id)
    return existing(found, NoPlanPayment)


def had_trial(db: Session) -> bool:
    """Return true if the business has had a trial before."""
    return db.scalar(select(Subscription.id).where(Subscription.trial_end.is_not(None)).limit(1)) is not None


def by_provider_id(db: Session, subscription_id: str) -> Subscription | None:
    """Return the session's business's subscription with this provider id under the operator's lock, or None."""
    lock_own(db)
    return fresh(db, Subscription, Subscription.stripe_subscription_id == subscription_id)


def owner_of(db: Session, subscription_id: str) -> int | None:
    """Return the operator id of the subscription with this provider id. Requires an unscoped session."""
    return db.scalar(select(Subscription.operator_id).where(Subscription.stripe_subscription_id == subscription_id))


def by_card_setup(db: Session, setup_id: str) -> Subscription | None:
    """Return the subscription with this open card form; None if the form was completed or belongs to another
    business.
    """
    return db.scalars(
        select(Subscription).where(Subscription.card_setup_id == setup_id, Subscription.card_setup_open)
    ).one_or_none()


def by_attempt(db: Session, key: str) -> Subscription | None:
    """Return the subscription that was requested with this key but not recorded yet, under the operator's lock."""
    lock_own(db)
    return fresh(db, Subscription, Subscription.attempt_key == key)


def status_at(now: datetime) -> ColumnElement[str]:
    """Build an SQL expression for a subscription's status at ``now``, equivalent to `periods.billing_state`."""
    ours = Subscription.stripe_subscription_id.is_(None)
    trial_over = ours & (Subscription.status == TRIAL) & (Subscription.trial_end <= now)
    period_over = ours & (Subscription.status == ACTIVE) & (Subscription.current_period_end <= now)
    return case(
        ((trial_over | period_over) & Subscription.cancel_at_period_end.is_(True), CANCELED),
        (trial_over, PAST_DUE),
        else_=Subscription.status,
    )


@dataclass(frozen=True, slots=True)
class SubscriptionFilter:
    """Filters of the list of all businesses' subscriptions. ``q`` searches subscriber and plan."""

    now: datetime
    q: str | None = None
    status: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the filters' conditions."""
        conditions = [_SEEN]
        if self.status:
            conditions.append(status_at(self.now) == self.status)
        if self.q:
            columns = (User.email, User.username, User.company_name, Plan.name)
            conditions.append(or_(*(contains(column, self.q) for column in columns)))
        return conditions


def subscriptions(
    db: Session, wanted: SubscriptionFilter, *, limit: int | None = None, cursor: str | None = None
) -> tuple[list[tuple[Subscription, User]], str | None]:
    """List subscriptions with plans and subscribers, newest first, and the cursor of the next page or None.

    Returns all matches, or up to ``limit`` after a cursor. Requires an unscoped session.
    """
    statement = (
        select(Subscription, User)
        .join(Subscription.plan)
        .join(User, User.id == Subscription.operator_id)
        .options(contains_eager(Subscription.plan))
        .where(*wanted.conditions())
        .order_by(Subscription.id.desc())
    )
    if cursor is not None:
        (last,) = paging.decode(cursor, (int,))
        statement = statement.where(Subscription.id < last)
    if limit is None:
        return [(row[0], row[1]) for row in db.execute(statement)], None
    rows = [(row[0], row[1]) for row in db.execute(statement.limit(limit + 1))]
    return rows[:limit], paging.encode([rows[limit - 1][0].id]) if len(rows) > limit else None


def matching(db: Session, wanted: SubscriptionFilter) -> int:
    """Count the matching subscriptions. Requires an unscoped session."""
    statement = select(func.count(Subscription.id)).join(Subscription.plan)
    statement = statement.join(User, User.id == Subscription.operator_id)
    return db.scalar(statement.where(*wanted.conditions())) or 0


def figures(db: Session, now: datetime) -> dict[str, int]:
    """Return subscription figures: live, on trial, past due, the sum of live prices in cents (specification, section
    9), and monthly recurring revenue.

    Recurring revenue divides yearly prices by twelve and quarterly ones by three, and excludes trials and subscriptions
    that end with their period. Requires an unscoped session.
    """
    status = status_at(now)
    row = db.execute(
        select(
            func.sum(case((status.in_((ACTIVE, TRIAL)), 1), else_=0)),
            func.sum(case((status == TRIAL, 1), else_=0)),
            func.sum(case((status == PAST_DUE, 1), else_=0)),
            func.sum(case((status.in_((ACTIVE, TRIAL)), Subscription.price_cents), else_=0)),
        )
    ).one()
    names = ("live", "on_trial", "past_due", "monthly_revenue")
    # Round once per interval instead of per subscription.
    paying = db.execute(
        select(Subscription.interval, func.sum(Subscription.price_cents))
        .where(status == ACTIVE, Subscription.cancel_at_period_end.is_(False))
        .group_by(Subscription.interval)
    ).all()
    recurring = sum((int(cents) + MONTHS[interval] // 2) // MONTHS[interval] for interval, cents in paying)
    return dict(zip(names, (int(value or 0) for value in row), strict=True)) | {"recurring_monthly": recurring}


def payments(db: Session) -> list[Payment]:
    """List the business's payments, newest first."""
    return list(db.scalars(select(Payment).order_by(Payment.created_at.desc(), Payment.id.desc())))


def payment_by_invoice(db: Session, invoice_id: str) -> Payment | None:
    """Return the payment of an invoice under the operator's lock."""
    lock_own(db)
    return fresh(db, Payment, Payment.stripe_invoice_id == invoice_id)


def payment_by_intent(db: Session, intent_id: str) -> Payment | None:
    """Return the payment with this provider id under the operator's lock."""
    lock_own(db)
    return fresh(db, Payment, Payment.stripe_payment_intent_id == intent_id)


def customer_id(db: Session, operator_id: int, *, live: bool) -> str | None:
    """Return a business's customer id at the provider, in live or test mode."""
    return ids.provider_id(db, operator_id, CUSTOMER, live=live)
