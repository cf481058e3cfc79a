"""Serialize plans, subscriptions and payments."""

from datetime import datetime

from marqueedesk.billing.cards import takes_card
from marqueedesk.billing.changing import Preview
from marqueedesk.billing.models import INCOMPLETE, PAST_DUE, Payment, Plan, Subscription
from marqueedesk.billing.schemas import (
    AdminPaymentOut,
    AdminPlanOut,
    PaymentOut,
    PlanCardOut,
    PlanChangeLine,
    PlanChangeOut,
    PlanFeatures,
    PlanOut,
    SubscribedPlan,
    SubscriptionFields,
    SubscriptionOut,
)
from marqueedesk.billing.service import apply_due_changes
from marqueedesk.kit.money import units


def plan_answer(plan: Plan) -> PlanOut:
    """Serialize a plan for subscribers."""
    return PlanOut.of_row(plan, price=plan.price_cents, features=PlanFeatures(items=plan.features))


def admin_plan_answer(plan: Plan) -> AdminPlanOut:
    """Serialize a plan for administrators."""
    return AdminPlanOut.of_row(
        plan,
        **dict(plan_answer(plan)),
        fee_percent=None if plan.fee_basis_points is None else units(plan.fee_basis_points),
        fee_fixed=None if plan.fee_fixed_cents is None else units(plan.fee_fixed_cents),
    )


def subscription_fields(row: Subscription, now: datetime) -> SubscriptionFields:
    """Serialize a subscription's fields as of ``now``."""
    apply_due_changes(row, now)
    return SubscriptionFields.of_row(row)


def subscription_answer(
    row: Subscription, plan: Plan, now: datetime, *, client_secret: str | None = None
) -> SubscriptionOut:
    """Serialize a subscription with its plan, at the agreed price."""
    fields = subscription_fields(row, now)
    return SubscriptionOut(
        subscription=fields,
        plan=SubscribedPlan.of_row(
            plan, price=row.price_cents, interval=row.interval, features=PlanFeatures(items=plan.features)
        ),
        payable=row.stripe_subscription_id is not None and fields.status in {INCOMPLETE, PAST_DUE},
        takes_card=takes_card(row),
        card=None if row.card is None else PlanCardOut(**row.card),
        client_secret=client_secret,
    )


def preview_answer(plan_id: int, found: Preview) -> PlanChangeOut:
    """Serialize the preview of a change of plan."""
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
    """Serialize a subscription payment for administrators."""
    return AdminPaymentOut.adding(payment_answer(row), refundable=row.refundable_cents)


def payment_answer(row: Payment) -> PaymentOut:
    """Serialize an entry of the payment history."""
    return PaymentOut.of_row(row, amount=row.amount_cents, refunded=row.refunded_cents, lost=row.lost_cents)
