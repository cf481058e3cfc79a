"""Read-only queries about gift cards, scoped to the session's operator."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from hashlib import sha256

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.charges.gift_cards import FIELD, BoughtGiftCard
from marqueedesk.gift_cards import codes
from marqueedesk.gift_cards.errors import NoPurchase, UnknownGiftCard
from marqueedesk.gift_cards.models import STARTED, GiftCard, GiftCardPurchase
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.payments.models import PAYMENT, PROCESSING, RECEIVED, REFUND, RETURNED, BookingPayment

MOST_SHOWN = 500
"""Maximum number of cards in a list that isn't paginated."""


def cards(db: Session) -> Sequence[GiftCard]:
    """Return the newest cards, newest first."""
    return db.scalars(select(GiftCard).order_by(GiftCard.id.desc()).limit(MOST_SHOWN)).all()


def page(db: Session, *, limit: int, cursor: str | None) -> tuple[Sequence[GiftCard], str | None]:
    """Return up to ``limit`` cards after a cursor, newest first, and the cursor of the next page or None."""
    statement = select(GiftCard).order_by(GiftCard.id.desc())
    if cursor is not None:
        (last_id,) = paging.decode(cursor, (int,))
        statement = statement.where(GiftCard.id < last_id)
    rows = db.scalars(statement.limit(limit + 1)).all()
    return rows[:limit], paging.encode([rows[limit - 1].id]) if len(rows) > limit else None


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
    rows = list(found)
    return _balances(rows, _moved(db, BookingPayment.gift_card_id.in_([row.id for row in rows]))) if rows else {}


def open_balances(db: Session) -> list[tuple[GiftCard, int]]:
    """Return all cards except voided ones, with their balances in cents."""
    rows = db.scalars(select(GiftCard).where(GiftCard.voided_at.is_(None)).order_by(GiftCard.id)).all()
    # A list of all IDs could exceed the number of parameters that a statement may have.
    left = _balances(rows, _moved(db, BookingPayment.gift_card_id.is_not(None)))
    return [(row, left[row.id]) for row in rows]


def _balances(rows: Iterable[GiftCard], moved: Mapping[int, int]) -> dict[int, int]:
    return {
        row.id: 0 if row.voided_at else max(0, row.sold_cents - row.withdrawn_cents + moved.get(row.id, 0))
        for row in rows
    }


def balance(db: Session, found: GiftCard) -> int:
    """Return a card's balance in cents."""
    return balances(db, [found])[found.id]


def taken_from(db: Session, found: GiftCard) -> int:
    """Return the part of a card's withdrawn amount that was taken from its balance, in cents. The rest had been used
    before.
    """
    unused = found.sold_cents + _moved(db, BookingPayment.gift_card_id == found.id).get(found.id, 0)
    return max(0, min(found.withdrawn_cents, unused))


def was_used(db: Session, card_id: int) -> bool:
    """Return true if a card was ever used for a payment or a refund."""
    query = select(BookingPayment.id).where(BookingPayment.gift_card_id == card_id).limit(1)
    return db.scalar(query) is not None


def is_expired(found: GiftCard, today: date) -> bool:
    """Return true if a card has expired."""
    return found.expires_on is not None and found.expires_on < today


def _moved(db: Session, of_cards: ColumnElement[bool]) -> dict[int, int]:
    """Return refunds to the cards minus payments with them, in cents, by card id."""
    paid = (BookingPayment.entry == PAYMENT) & (BookingPayment.state == RECEIVED)
    returned = (BookingPayment.entry == REFUND) & BookingPayment.state.in_((PROCESSING, RETURNED))
    signed = func.sum(case((paid, -BookingPayment.amount_cents), else_=BookingPayment.amount_cents))
    rows = db.execute(
        select(BookingPayment.gift_card_id, signed)
        .where(of_cards, or_(paid, returned))
        .group_by(BookingPayment.gift_card_id)
    )
    return {card_id: int(cents) for card_id, cents in rows if card_id is not None}


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


def purchase_of(db: Session, card_id: int) -> GiftCardPurchase | None:
    """Return the purchase of a card; None if it was sold by hand."""
    return db.scalars(select(GiftCardPurchase).where(GiftCardPurchase.gift_card_id == card_id)).one_or_none()


def purchases(db: Session, card_ids: Sequence[int]) -> dict[int, GiftCardPurchase]:
    """Return the purchases of these cards, by card id."""
    rows = db.scalars(select(GiftCardPurchase).where(GiftCardPurchase.gift_card_id.in_(card_ids)))
    return {row.gift_card_id: row for row in rows if row.gift_card_id is not None}


def bought_with(db: Session, provider_ids: Collection[str]) -> dict[str, BoughtGiftCard]:
    """Return the cards that were bought with these payments, by the provider's payment ID."""
    rows = db.execute(
        select(GiftCardPurchase.provider_id, GiftCardPurchase.gift_card_id, GiftCardPurchase.ending).where(
            GiftCardPurchase.provider_id.in_(provider_ids), GiftCardPurchase.gift_card_id.is_not(None)
        )
    )
    return {str(row.provider_id): BoughtGiftCard(row.gift_card_id, row.ending) for row in rows}


def purchase(db: Session, purchase_id: int) -> GiftCardPurchase | None:
    """Return a purchase, freshly read; None if it doesn't exist."""
    return fresh(db, GiftCardPurchase, GiftCardPurchase.id == purchase_id)


def purchase_by_provider(db: Session, provider_id: str, key: str | None) -> GiftCardPurchase | None:
    """Return the purchase with the provider's ID, or the one requested with this key."""
    for condition in (GiftCardPurchase.provider_id == provider_id, *([GiftCardPurchase.key == key] if key else [])):
        found = fresh(db, GiftCardPurchase, condition)
        if found is not None:
            return found
    return None


def purchase_by_token(db: Session, token: str) -> GiftCardPurchase:
    """Return the purchase that a buyer's browser started. Raises NoPurchase."""
    digest = sha256(token.encode()).hexdigest()
    return existing(fresh(db, GiftCardPurchase, GiftCardPurchase.token_digest == digest), NoPurchase)


def started(db: Session, account_id: str, *, live: bool) -> Sequence[GiftCardPurchase]:
    """Return an account's purchases without a payment attempt, oldest first."""
    of_account = (GiftCardPurchase.account_id == account_id, GiftCardPurchase.live == live)
    query = select(GiftCardPurchase).where(GiftCardPurchase.state.in_(STARTED), *of_account)
    return db.scalars(query.order_by(GiftCardPurchase.id)).all()
