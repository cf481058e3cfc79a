"""Calls to the provider about purchases of gift cards, made with no transaction open."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.gift_cards import purchases, queries
from marqueedesk.gift_cards.models import CANCELED, GiftCardPurchase
from marqueedesk.gift_cards.purchases import KEY
from marqueedesk.kit import clock
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.payments import connected
from marqueedesk.payments.errors import NoCardPayments, PaymentUnderWay
from marqueedesk.payments.intents import Within
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderRefused
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment
from marqueedesk.stripe.values import AccountState, RefundState


@dataclass(frozen=True, slots=True)
class PurchaseSnapshot:
    """Plain values of a row, for use between transactions."""

    id: int
    operator_id: int
    state: str
    key: str
    provider_id: str | None
    account_id: str
    live: bool
    amount_cents: int
    fee_cents: int
    returns_fee: bool
    currency: str
    refund_key: str | None
    metadata: dict[str, str]


def snapshot(row: GiftCardPurchase) -> PurchaseSnapshot:
    """Copy a row's values while its session is open."""
    return snapshot_of(PurchaseSnapshot, row, metadata=purchases.metadata(row))


def open_form(gateway: Stripe, row: PurchaseSnapshot, company: str, within: Within) -> str:
    """Create the payment of a purchase at the provider, and return its client secret.

    No transaction may be open. Raises NoCardPayments, PaymentUnderWay, and ProviderProblem.
    """
    talk, asked_at = gateway.on(row.account_id), clock.now()
    try:
        intent = talk.create_intent(
            cents=row.amount_cents,
            currency=row.currency,
            description=f"Gift card, {company}",
            metadata=row.metadata,
            key=row.key,
            fee_cents=row.fee_cents,
            suffix="GIFT CARD",
        )
    except ProviderRefused as refused:
        account = connected.state(gateway, row.account_id)
        within(lambda db: _refused(db, row, account))
        if account is None or not account.charges_enabled:
            raise NoCardPayments from refused
        raise
    within(lambda db: purchases.record(db, FetchedPayment(intent, asked_at, row.account_id), clock.now()))
    if intent.client_secret is None or intent.status == "canceled":
        raise PaymentUnderWay(retry_after=5)
    return intent.client_secret


def replace(gateway: Stripe, row: PurchaseSnapshot, within: Within) -> None:
    """Cancel an unpaid purchase, and record its final state. No transaction may be open."""
    found = cancel(gateway, row)
    if found is not None:
        within(lambda db: purchases.record(db, found, clock.now()))


def _refused(db: Session, row: PurchaseSnapshot, account: AccountState | None) -> None:
    """Record that the provider created nothing, and the account's state."""
    availability.lock(db, row.operator_id)
    stored = queries.purchase(db, row.id)
    if stored is not None:
        stored.state = CANCELED
    if account is not None:
        connected.keep(db, row.operator_id, account, clock.now())


def fetch(gateway: Stripe, row: PurchaseSnapshot) -> FetchedPayment | None:
    """Return the current state of a purchase; None if its payment was never created."""
    return None if row.provider_id is None else fetch_payment(gateway.on(row.account_id), row.provider_id)


def cancel(gateway: Stripe, row: PurchaseSnapshot) -> FetchedPayment | None:
    """Cancel a purchase so that it can't be paid anymore, and return its final state, which is "paid" if the buyer was
    faster. A bank account that awaits small deposits is kept.
    """
    found = fetch(gateway, row)
    if found is None or found.intent.awaits_deposits or found.intent.status in {"succeeded", "processing", "canceled"}:
        return found
    talk, asked_at = gateway.on(row.account_id), clock.now()
    try:
        return FetchedPayment(talk.cancel_intent(found.intent.id), asked_at, row.account_id)
    except ProviderRefused:
        # The payment has ended in the meantime.
        return fetch(gateway, row)


def refund(gateway: Stripe, row: PurchaseSnapshot) -> RefundState:
    """Refund a purchase. A repeated call returns the same refund."""
    talk, intent_id = gateway.on(row.account_id), str(row.provider_id)
    for known in talk.refunds(intent_id):
        # The provider forgets keys after a day.
        if known.metadata.get(KEY) == row.refund_key:
            return known
    return talk.refund(
        intent_id,
        cents=row.amount_cents,
        currency=row.currency,
        metadata=row.metadata | {KEY: str(row.refund_key)},
        key=str(row.refund_key),
        with_fee=row.returns_fee,
    )
