"""Pay bookings with gift cards."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import update
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.charges.gift_cards import BoughtGiftCard, GiftCardUse, Redeemed, ShortGiftCard
from marqueedesk.gift_cards import queries
from marqueedesk.gift_cards.errors import GiftCardBlocked, GiftCardExpired
from marqueedesk.gift_cards.models import GiftCard
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.text.formats import day as in_words
from marqueedesk.payments import card_payments, ledger, prepayment_received, stripe_sync
from marqueedesk.payments import queries as payments
from marqueedesk.payments.models import GIFT_CARD, OTHER, PAYMENT, RECEIVED, BookingPayment


class GiftCardRedeemer:
    """Implementation of `bookings.charges.gift_cards.GiftCards`."""

    def are_sold(self, db: Session) -> bool:
        """Return true if the session's business has any gift cards."""
        return queries.any_cards(db)

    def balance(self, database: Database, operator_id: int, code: str, now: datetime) -> int:
        """Return a card's balance in cents, and store it as the balance shown last. Raises UnknownGiftCard and
        GiftCardExpired.
        """
        with database.read() as db:
            set_operator(db, operator_id)
            operator = accounts.public_operator(db, operator_id)
            card = queries.by_code(db, code, operator.currency)
            _ensure_valid(card, now, operator.time_zone, operator.date_format)
            left, told, card_id = queries.balance(db, card), card.told_cents, card.id
        if left != told:
            with database.write() as db:
                set_operator(db, operator_id)
                # A direct update, because changing the mapped object would record the card in the ledger again.
                db.execute(update(GiftCard).where(GiftCard.id == card_id).values(told_cents=left))
        return left

    def bought_with(self, db: Session, provider_ids: Collection[str]) -> Mapping[str, BoughtGiftCard]:
        """Return the cards that were bought with these payments, by the provider's payment ID."""
        return queries.bought_with(db, provider_ids)

    def expected(
        self,
        db: Session,
        terms: Terms,
        booking_id: int,
        use: GiftCardUse,
        now: datetime,
        *,
        at_most: int | None = None,
    ) -> Redeemed:
        """Return the result that `redeem` would have."""
        return _coverage(db, terms, booking_id, use, now, at_most)[1]

    def redeem(
        self,
        db: Session,
        terms: Terms,
        booking_id: int,
        use: GiftCardUse,
        now: datetime,
        *,
        at_most: int | None = None,
        by: str | None = None,
    ) -> Redeemed:
        """Pay the amount due on a booking with a card, limited by the card's balance and ``at_most`` (cents)."""
        card, paid = _coverage(db, terms, booking_id, use, now, at_most)
        if paid.cents == 0:
            return paid
        db.add(
            BookingPayment(
                booking_id=booking_id,
                entry=PAYMENT,
                kind=OTHER,
                method_name=GIFT_CARD,
                state=RECEIVED,
                amount_cents=paid.cents,
                currency=terms.currency,
                gift_card_id=card.id,
                recorded_by=by,
                note=f"Ending in {card.ending}",
                created_at=now,
                settled_at=now,
            )
        )
        stripe_sync.recompute(db, booking_id)
        prepayment_received.confirm_paid(db, terms, booking_id, now)
        card_payments.close_outdated(db, bookings.booking(db, booking_id), now)
        return paid


REDEEMER: Final = GiftCardRedeemer()


def _coverage(
    db: Session, terms: Terms, booking_id: int, use: GiftCardUse, now: datetime, at_most: int | None
) -> tuple[GiftCard, Redeemed]:
    """Return a card and the part of the amount due that it covers."""
    card = queries.by_code(db, use.code, terms.currency)
    _ensure_valid(card, now, terms.zone.key, terms.date_format)
    db.flush()
    due = ledger.figures_of(bookings.booking(db, booking_id), payments.of_booking(db, booking_id)).due
    if at_most is not None:
        due = min(due, at_most)
    left = queries.balance(db, card)
    shown = card.told_cents if use.shown_cents is None else use.shown_cents
    if due <= 0:
        return card, Redeemed(0, left)
    if left <= 0 or left < min(shown, due):
        raise ShortGiftCard(max(0, left), terms.currency)
    return card, Redeemed(min(left, due), left)


def _ensure_valid(card: GiftCard, now: datetime, time_zone: str, date_format: str) -> None:
    if card.blocked_at is not None:
        raise GiftCardBlocked
    today = now.astimezone(ZoneInfo(time_zone)).date()
    if card.expires_on is not None and queries.is_expired(card, today):
        raise GiftCardExpired.format(day=in_words(card.expires_on, date_format))
