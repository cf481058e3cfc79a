"""Compare purchases of gift cards listed by the provider with those recorded here."""

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.gift_cards.models import ASKED, RECEIVED, GiftCardPurchase
from marqueedesk.gift_cards.purchases import GIFT_CARD, state_of_intent
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.stripe import disputes
from marqueedesk.stripe.lists import Difference, Listed
from marqueedesk.stripe.metadata import PURPOSE


def differences(db: Session, listed: Listed) -> list[Difference]:
    """Return purchases, and their refunds and disputes, that are missing here or recorded differently."""
    with all_tenants(db, "comparing every business's sold gift cards with the provider"):
        return [*_intents(db, listed), *_refunds(db, listed), *_disputes(db, listed)]


def _intents(db: Session, listed: Listed) -> Iterator[Difference]:
    ours = [state for state in listed.intents if state.metadata.get(PURPOSE) == GIFT_CARD]
    known = _rows(db, listed, [state.id for state in ours])
    for state in ours:
        row = known.get(state.id)
        # Without a provider ID, the response has not been recorded yet; if no money was received, nothing is lost.
        if state.received_cents > 0 if row is None else row.state not in {ASKED, state_of_intent(state)}:
            yield Difference("payment_intent", state.id, f"{state.status}-{state.received_cents}")


def _refunds(db: Session, listed: Listed) -> Iterator[Difference]:
    known = _rows(db, listed, [state.intent_id for state in listed.refunds if state.intent_id])
    for state in listed.refunds:
        row = known.get(state.intent_id or "")
        counts = state.status not in {"failed", "canceled"}
        if row is not None and row.state == RECEIVED and counts and row.refunded_cents < state.amount_cents:
            yield Difference("refund", state.id, state.status)


def _disputes(db: Session, listed: Listed) -> Iterator[Difference]:
    known = _rows(db, listed, [state.intent_id for state in listed.disputes if state.intent_id])
    for state in listed.disputes:
        row = known.get(state.intent_id or "")
        if row is not None and row.dispute != disputes.state_of(state.status):
            yield Difference("dispute", state.id, f"{state.status}-{state.withdrawn_cents}-{state.fee.cents}")


def _rows(db: Session, listed: Listed, wanted: list[str]) -> dict[str, GiftCardPurchase]:
    """Return our purchases by provider ID, limited to the listed account."""
    rows = db.scalars(
        select(GiftCardPurchase).where(GiftCardPurchase.provider_id.in_(wanted), GiftCardPurchase.live == listed.live)
    )
    return {str(row.provider_id): row for row in rows if row.account_id == listed.account_id}
