"""Read-only queries about gift cards, scoped to the session's operator."""

from collections.abc import Iterable, Sequence
from datetime import date

from sqlalchemy import case, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.charges.gift_cards import FIELD
from marqueedesk.gift_cards import codes
from marqueedesk.gift_cards.errors import UnknownGiftCard
from marqueedesk.gift_cards.models import GiftCard
from marqueedesk.kit.db.rows import existing
from marqueedesk.payments.models import PAYMENT, PROCESSING, RECEIVED, REFUND, RETURNED, BookingPayment

MOST_SHOWN = 500
"""Maximum number of cards in a list."""


def cards(db: Session) -> Sequence[GiftCard]:
    """Return the newest cards, newest first."""
    return db.scalars(select(GiftCard).order_by(GiftCard.id.desc()).limit(MOST_SHOWN)).all()


def any_cards(db: Session) -> bool:
    """Return true if the business has any cards, so that its customers can enter a code."""
    return db.scalar(select(GiftCard.id).limit(1)) is not None


def card(db: Session, card_id: int) -> GiftCard:
    """Return a card. Raises UnknownGiftCard."""
    return existing(db.scalars(select(GiftCard).where(GiftCard.id == card_id)).one_or_none(), UnknownGiftCard)


def by_code(db: Session, code: str, currency: str) -> GiftCard:
    """Return the card with a code. Raises UnknownGiftCard, also for a voided card or another currency."""
    query = select(GiftCard).where(
        GiftCard.code_digest == codes.digest(code), GiftCard.voided_at.is_(None), GiftCard.currency == currency
    )
    found = db.scalars(query).one_or_none()
    if found is None:
        raise UnknownGiftCard.about(FIELD)
    return found


def balances(db: Session, found: Iterable[GiftCard]) -> dict[int, int]:
    """Return the balances in cents, by card id. Expired cards keep their balance; voided cards have 0."""
    rows = {row.id: row for row in found}
    moved = _moved(db, list(rows))
    return {key: 0 if row.voided_at else row.sold_cents + moved.get(key, 0) for key, row in rows.items()}


def balance(db: Session, found: GiftCard) -> int:
    """Return a card's balance in cents."""
    return balances(db, [found])[found.id]


def was_used(db: Session, card_id: int) -> bool:
    """Return true if a card was ever used for a payment or a refund."""
    query = select(BookingPayment.id).where(BookingPayment.gift_card_id == card_id).limit(1)
    return db.scalar(query) is not None


def is_expired(found: GiftCard, today: date) -> bool:
    """Return true if a card has expired."""
    return found.expires_on is not None and found.expires_on < today


def _moved(db: Session, ids: Sequence[int]) -> dict[int, int]:
    """Return refunds to the cards minus payments with them, in cents, by card id."""
    if not ids:
        return {}
    paid = (BookingPayment.entry == PAYMENT) & (BookingPayment.state == RECEIVED)
    returned = (BookingPayment.entry == REFUND) & BookingPayment.state.in_((PROCESSING, RETURNED))
    signed = func.sum(case((paid, -BookingPayment.amount_cents), else_=BookingPayment.amount_cents))
    rows = db.execute(
        select(BookingPayment.gift_card_id, signed)
        .where(BookingPayment.gift_card_id.in_(ids), or_(paid, returned))
        .group_by(BookingPayment.gift_card_id)
    )
    return {card_id: int(cents) for card_id, cents in rows if card_id is not None}


def open_cards(db: Session) -> Sequence[GiftCard]:
    """Return all cards except voided ones."""
    return db.scalars(select(GiftCard).where(GiftCard.voided_at.is_(None)).order_by(GiftCard.id)).all()


def first_worth(db: Session, found: Iterable[GiftCard]) -> dict[int, int]:
    """Return the initial amounts in cents, by card id: the price, or the refund that became a credit."""
    rows = list(found)
    credited = db.execute(
        select(BookingPayment.gift_card_id, func.sum(BookingPayment.amount_cents))
        .join(GiftCard, GiftCard.id == BookingPayment.gift_card_id)
        .where(
            GiftCard.id.in_([row.id for row in rows if row.is_credit]),
            BookingPayment.booking_id == GiftCard.booking_id,
            BookingPayment.entry == REFUND,
        )
        .group_by(BookingPayment.gift_card_id)
    )
    worth = {card_id: int(cents) for card_id, cents in credited}
    return {row.id: row.sold_cents + worth.get(row.id, 0) for row in rows}
