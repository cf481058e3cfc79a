"""Plans, subscriptions and payments as the wire shows them."""

from datetime import datetime
from typing import Any, cast

from marqueedesk.billing.cards import takes_card
from marqueedesk.billing.changing import Preview
from marqueedesk.billing.models import INCOMPLETE, PAST_DUE, Payment, Plan, Subscription
from marqueedesk.billing.schemas import (
    AdminPaymentOut,
    AdminPlanOut,
    CardOut,
    Interval,
    PaymentOut,
    PlanChangeLine,
    PlanChangeOut,
    PlanFeatures,
    PlanOut,
    Status,
    SubscribedPlan,
    SubscriptionFields,
    SubscriptionOut,
)
from marqueedesk.billing.service import apply_due_changes
from marqueedesk.kit.money import units


def plan_answer(plan: Plan) -> PlanOut:
    """A plan for those who may subscribe to it."""
    return PlanOut(
        id=plan.id,
        name=plan.name,
        description=plan.description,
        price=plan.price_cents,
        interval=cast("Interval", plan.interval),
        features=PlanFeatures(items=plan.features),
        is_active=plan.is_active,
        trial_days=plan.trial_days,
    )


def admin_plan_answer(plan: Plan) -> AdminPlanOut:
    """A plan for administrators."""
    return AdminPlanOut.adding(
        plan_answer(plan),
        stripe_product_id=plan.stripe_product_id,
        stripe_price_id=plan.stripe_price_id,
        fee_percent=None if plan.fee_basis_points is None else units(plan.fee_basis_points),
        fee_fixed=None if plan.fee_fixed_cents is None else units(plan.fee_fixed_cents),
        created_at=plan.created_at,
        updated_at=plan.updated_at,
    )


def subscription_fields(row: Subscription, now: datetime) -> SubscriptionFields:
    """The fields of a subscription, brought up to date for ``now``."""
    apply_due_changes(row, now)
    return SubscriptionFields(
        id=row.id,
        plan_id=row.plan_id,
        status=cast("Status", row.status),
        current_period_start=row.current_period_start,
        current_period_end=row.current_period_end,
        cancel_at_period_end=row.cancel_at_period_end,
        trial_start=row.trial_start,
        trial_end=row.trial_end,
        canceled_at=row.canceled_at,
        created_at=row.created_at,
    )


def subscription_answer(
    row: Subscription, plan: Plan, now: datetime, *, client_secret: str | None = None
) -> SubscriptionOut:
    """A subscription with its plan, at the price that was agreed."""
    fields = subscription_fields(row, now)
    return SubscriptionOut(
        subscription=fields,
        plan=SubscribedPlan(
            id=plan.id,
            name=plan.name,
            description=plan.description,
            price=row.price_cents,
            interval=cast("Interval", row.interval),
            features=PlanFeatures(items=plan.features),
        ),
        payable=row.stripe_subscription_id is not None and fields.status in {INCOMPLETE, PAST_DUE},
        takes_card=takes_card(row),
        card=None if row.card is None else CardOut(**row.card),
        client_secret=client_secret,
    )


def preview_answer(plan_id: int, found: Preview) -> PlanChangeOut:
    """What a change to a plan would charge and credit."""
    return PlanChangeOut(
        plan_id=plan_id,
        at=found.at,
        lines=[PlanChangeLine(description=line.description, amount=line.cents) for line in found.shown.lines],
        due_now=found.shown.due_cents,
        credit_used=found.credit_used,
        credited=found.credited,
        next_payment=found.next_cents,
        next_payment_at=found.next_at,
        currency=found.shown.currency.upper(),
    )


def admin_payment_answer(row: Payment) -> AdminPaymentOut:
    """A payment of a subscription for administrators."""
    return AdminPaymentOut.adding(payment_answer(row), refundable=row.refundable_cents)


def payment_answer(row: Payment) -> PaymentOut:
    """One line of the payment history."""
    return PaymentOut(
        id=row.id,
        subscription_id=row.subscription_id,
        amount=row.amount_cents,
        currency=row.currency,
        status=cast("Any", row.status),
        refunded=row.refunded_cents,
        lost=row.lost_cents,
        dispute=cast("Any", row.dispute),
        description=row.description,
        invoice_url=row.invoice_url,
        payment_method=row.payment_method,
        payment_method_details=None if row.payment_method_details is None else {**row.payment_method_details},
        failure=row.failure,
        created_at=row.created_at,
    )
