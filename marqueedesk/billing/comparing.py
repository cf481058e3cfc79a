"""Compare businesses' payments to the platform, as listed by the provider, with those recorded here."""

from collections import Counter

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.billing import stripe_sync
from marqueedesk.billing.models import CHARGED_BACK, REFUNDED, SUCCEEDED, Payment, Subscription
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.stripe import disputes
from marqueedesk.stripe.lists import Difference, Listed
from marqueedesk.stripe.metadata import PURPOSE

_PAID = frozenset({SUCCEEDED, REFUNDED, CHARGED_BACK})


def differences(db: Session, listed: Listed) -> list[Difference]:
    """Return paid invoices, single payments, refunds and disputes that are missing here or recorded differently."""
    if listed.account_id is not None:
        return []
    with all_tenants(db, "comparing every business's payments with the provider"):
        return [
            *_invoices(db, listed),
            *_checkouts(db, listed),
            *_refunds(db, listed),
            *_disputes(db, listed),
        ]


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
    known = {row.stripe_invoice_id: row for row in rows if row.status in _PAID}
    return [
        Difference("invoice", state.id, f"paid-{state.amount_paid_cents}")
        for state in paid
        if state.subscription_id in subscriptions
        and (state.id not in known or known[state.id].amount_cents != state.amount_paid_cents)
    ]


def _checkouts(db: Session, listed: Listed) -> list[Difference]:
    ours = [state for state in listed.intents if state.metadata.get(PURPOSE) == stripe_sync.CHECKOUT]
    known = {row.stripe_payment_intent_id for row in _rows(db, [state.id for state in ours]) if row.status in _PAID}
    return [
        Difference("payment_intent", state.id, status)
        for state in ours
        if (status := stripe_sync.intent_status(state)) in _PAID and state.id not in known
    ]


def _refunds(db: Session, listed: Listed) -> list[Difference]:
    """Return refunds that exceed the recorded amount, and failed refunds of payments with recorded refunds."""
    refunded = Counter[str | None]()
    for state in listed.refunds:
        refunded[state.intent_id] += state.amount_cents if _is_sent(state.status) else 0
    known = {row.stripe_payment_intent_id: row for row in _rows(db, list(refunded))}
    return [
        Difference("refund", state.id, state.status)
        for state in listed.refunds
        if (row := known.get(state.intent_id)) is not None
        and (
            refunded[state.intent_id] > row.refunded_cents
            if _is_sent(state.status)
            else row.refunded_cents > refunded[state.intent_id]
        )
    ]


def _is_sent(status: str) -> bool:
    return status not in {"failed", "canceled"}


def _disputes(db: Session, listed: Listed) -> list[Difference]:
    known = {row.stripe_payment_intent_id: row for row in _rows(db, [state.intent_id for state in listed.disputes])}
    return [
        Difference("dispute", state.id, state.status)
        for state in listed.disputes
        if (row := known.get(state.intent_id)) is not None and row.dispute != disputes.state_of(state.status)
    ]


def _rows(db: Session, intent_ids: list[str | None]) -> list[Payment]:
    return list(db.scalars(select(Payment).where(Payment.stripe_payment_intent_id.in_(intent_ids))))
