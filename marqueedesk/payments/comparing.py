"""Compare customers' payments, refunds and disputes listed by the provider with those recorded here."""

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.payments import stripe_sync
from marqueedesk.payments.models import ASKED, PAYMENT, RECEIVED, REFUND, BookingPayment, PaymentDispute
from marqueedesk.stripe.lists import Difference, Listed
from marqueedesk.stripe.metadata import PURPOSE
from marqueedesk.stripe.values import DisputeState, IntentState, RefundState


def differences(db: Session, listed: Listed) -> list[Difference]:
    """Return payments, refunds and disputes of businesses' customers that are missing here or recorded differently.

    Rows with a pending request to the provider are skipped, because their jobs handle them.
    """
    with all_tenants(db, "comparing every business's payments with the provider"):
        return [*_intents(db, listed), *_refunds(db, listed), *_disputes(db, listed)]


def _intents(db: Session, listed: Listed) -> Iterator[Difference]:
    ours = [state for state in listed.intents if state.metadata.get(PURPOSE) == stripe_sync.BOOKING]
    known = _rows(db, listed, PAYMENT, [state.id for state in ours])
    for state in ours:
        row = known.get(state.id)
        # Without a provider ID, the response has not been recorded yet; if no money was received, nothing is lost.
        if state.received_cents > 0 if row is None else row.state != ASKED and _intent_differs(row, state):
            yield Difference("payment_intent", state.id, f"{state.status}-{state.received_cents}")


def _intent_differs(row: BookingPayment, state: IntentState) -> bool:
    if row.state != stripe_sync.state_of_intent(state):
        return True
    if row.state != RECEIVED:
        return False
    if row.amount_cents != state.received_cents:
        return True
    fee = state.provider_fee
    if row.made_on is None or fee is None or not (fee.cents or fee.settled_cents):
        return False
    return (fee.cents, fee.settled_cents) != (row.provider_fee_cents, row.settled_fee_cents)


def _refunds(db: Session, listed: Listed) -> Iterator[Difference]:
    known = _rows(db, listed, REFUND, [state.id for state in listed.refunds])
    paid = _rows(db, listed, PAYMENT, [state.intent_id for state in listed.refunds if state.intent_id])
    for state in listed.refunds:
        row = known.get(state.id)
        if state.intent_id in paid and (row is None or _refund_differs(row, state)):
            yield Difference("refund", state.id, state.status)


def _refund_differs(row: BookingPayment, state: RefundState) -> bool:
    return row.amount_cents != state.amount_cents or row.state != stripe_sync.state_of_refund(state)


def _disputes(db: Session, listed: Listed) -> Iterator[Difference]:
    found = db.scalars(
        select(PaymentDispute).where(PaymentDispute.provider_id.in_([one.id for one in listed.disputes]))
    )
    known = {row.provider_id: row for row in found}
    paid = _rows(db, listed, PAYMENT, [state.intent_id for state in listed.disputes if state.intent_id])
    for state in listed.disputes:
        row = known.get(state.id)
        if state.intent_id in paid and (row is None or _dispute_differs(row, state)):
            yield Difference("dispute", state.id, f"{state.status}-{state.withdrawn_cents}-{state.fee.cents}")


def _dispute_differs(row: PaymentDispute, state: DisputeState) -> bool:
    there = (state.status, state.amount_cents, state.withdrawn_cents, state.fee.cents, state.fee.settled_cents)
    return (row.status, row.amount_cents, row.withdrawn_cents, row.fee_cents, row.settled_fee_cents) != there


def _rows(db: Session, listed: Listed, entry: str, wanted: list[str]) -> dict[str, BookingPayment]:
    """Return our rows of one type by provider ID, limited to the listed account."""
    rows = db.scalars(
        select(BookingPayment).where(
            BookingPayment.entry == entry, BookingPayment.provider_id.in_(wanted), BookingPayment.live == listed.live
        )
    )
    return {str(row.provider_id): row for row in rows if row.made_on == listed.account_id}
