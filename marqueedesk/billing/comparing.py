"""Compares businesses' payments to the platform as the provider lists them with those that are recorded here."""

from collections import Counter

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.billing import stripe_sync
from marqueedesk.billing.models import REFUNDED, SUCCEEDED, Payment, Subscription
from marqueedesk.kit.tenancy import all_tenants
from marqueedesk.stripe.lists import Difference, Listed
from marqueedesk.stripe.metadata import PURPOSE


def differences(db: Session, listed: Listed) -> list[Difference]:
    """Paid invoices of subscriptions that are known here, single payments, and refunds in full of both, that are
    recorded otherwise or not at all.
    """
    if listed.account_id is not None:
        return []
    with all_tenants(db, "comparing every business's payments with the provider"):
        return [*_invoices(db, listed), *_checkouts(db, listed), *_refunds(db, listed)]


def _invoices(db: Session, listed: Listed) -> list[Difference]:
    paid = [state for state in listed.invoices if state.status == "paid" and state.amount_paid_cents]
    subscriptions = set(
        db.scalars(
            select(Subscription.stripe_subscription_id).where(
                Subscription.stripe_subscription_id.in_([state.subscription_id for state in paid])
            )
        )
    )
    rows = db.scalars(select(Payment).where(Payment.stripe_invoice_id.in_([state.id for state in paid])))
    known = {row.stripe_invoice_id: row for row in rows if row.status in {SUCCEEDED, REFUNDED}}
    return [
        Difference("invoice", state.id, f"paid-{state.amount_paid_cents}")
        for state in paid
        if state.subscription_id in subscriptions
        and (state.id not in known or known[state.id].amount_cents != state.amount_paid_cents)
    ]


def _checkouts(db: Session, listed: Listed) -> list[Difference]:
    ours = [state for state in listed.intents if state.metadata.get(PURPOSE) == stripe_sync.CHECKOUT]
    rows = db.scalars(select(Payment).where(Payment.stripe_payment_intent_id.in_([state.id for state in ours])))
    known = {row.stripe_payment_intent_id: row.status for row in rows}
    return [
        Difference("payment_intent", state.id, status)
        for state in ours
        if (status := stripe_sync.intent_status(state)) in {SUCCEEDED, REFUNDED} and known.get(state.id) != status
    ]


def _refunds(db: Session, listed: Listed) -> list[Difference]:
    sent = [state for state in listed.refunds if state.status not in {"failed", "canceled"}]
    found = db.scalars(select(Payment).where(Payment.stripe_payment_intent_id.in_([state.intent_id for state in sent])))
    paid = {row.stripe_payment_intent_id: row.amount_cents for row in found if row.status == SUCCEEDED}
    refunded = Counter[str | None]()
    for state in sent:
        refunded[state.intent_id] += state.amount_cents
    return [
        Difference("refund", state.id, state.status)
        for state in sent
        if state.intent_id in paid and refunded[state.intent_id] >= paid[state.intent_id]
    ]
