"""Ledger entries of gift cards. The price of a card is a liability until the card is used.

Every function here is called under the operator's lock.
"""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.books.booking_entries import MONEY_ACCOUNTS
from marqueedesk.books.chart import BAD_DEBT, CARD_CLEARING, DISPUTE_FEES, GIFT_CARDS, PROVIDER_FEES, AccountName
from marqueedesk.books.posting import Alone, post_alone
from marqueedesk.gift_cards import queries
from marqueedesk.gift_cards.models import GiftCard, GiftCardPurchase


def post_gift_card(db: Session, card: GiftCard, now: datetime) -> None:
    """Post a gift card's sale, refund and lost dispute, or reverse a manual sale that was voided.

    Credits aren't sold; they are posted with the booking's refund.
    """
    if card.paid_by is None or card.sold_on is None:
        return
    purchase = queries.purchase_of(db, card.id)
    if purchase is not None:
        zone = ZoneInfo(db.execute(select(Operator.time_zone).where(Operator.id == card.operator_id)).scalar_one())
        for entry in _of_purchase(card, purchase, queries.taken_from(db, card), zone):
            post_alone(db, entry, now, undone="corrected")
        return
    cents = 0 if card.voided_at else card.sold_cents
    lines: dict[AccountName, int] = {MONEY_ACCOUNTS[card.paid_by]: cents, GIFT_CARDS: -cents}
    sale = Alone(f"gift_card:{card.id}", "gift_card_sold", _name(card), lines, card.currency, card.sold_on)
    post_alone(db, sale, now, undone="voided")


def _name(card: GiftCard) -> str:
    return f"Gift card ending in {card.ending}"


def _of_purchase(card: GiftCard, purchase: GiftCardPurchase, taken_cents: int, zone: ZoneInfo) -> Iterator[Alone]:
    """Yield the entries of a card that was bought online: the sale with its fees, its refund, and a lost dispute.
    ``taken_cents`` is the amount that the refund and the dispute took from the card's balance.
    """
    day = card.sold_on
    if day is None:
        return
    name, currency = _name(card), card.currency
    refunded, lost = purchase.refunded_cents, purchase.lost_cents
    back = purchase.fee_returned_cents
    fees = purchase.fee_cents + purchase.provider_fee_cents - (0 if refunded else back)
    sale: dict[AccountName, int] = {
        CARD_CLEARING: purchase.amount_cents - fees,
        PROVIDER_FEES: fees,
        GIFT_CARDS: -purchase.amount_cents,
    }
    yield Alone(f"gift_card:{card.id}", "gift_card_sold", name, sale, currency, day)
    # The used part can't be taken back from the card, so it becomes bad debt.
    from_card = min(taken_cents, refunded)
    returned = back if refunded else 0
    refund: dict[AccountName, int] = {
        GIFT_CARDS: from_card,
        BAD_DEBT: refunded - from_card,
        PROVIDER_FEES: -returned,
        CARD_CLEARING: returned - refunded,
    }
    at = (purchase.refunded_at or purchase.created_at).astimezone(zone).date()
    yield Alone(f"gift_card_refund:{card.id}", "refunded", f"Refund, {name}", refund, currency, at)
    from_card = taken_cents - from_card
    dispute: dict[AccountName, int] = {GIFT_CARDS: from_card, BAD_DEBT: lost - from_card, CARD_CLEARING: -lost}
    at = (purchase.disputed_at or purchase.created_at).astimezone(zone).date()
    yield Alone(f"gift_card_dispute:{card.id}", "dispute_lost", f"Dispute lost, {name}", dispute, currency, at)
    fee = purchase.dispute_fee_cents
    fee_lines: dict[AccountName, int] = {DISPUTE_FEES: fee, CARD_CLEARING: -fee}
    yield Alone(f"gift_card_dispute_fee:{card.id}", "dispute_fee", f"Dispute fee, {name}", fee_lines, currency, at)
