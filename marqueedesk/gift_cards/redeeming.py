"""Paying bookings with gift cards, and returning the money of canceled ones to the card."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.charges.gift_cards import GiftCardUse, Redeemed
from marqueedesk.gift_cards import queries
from marqueedesk.gift_cards.errors import GiftCardExpired, GiftCardShort
from marqueedesk.gift_cards.models import GiftCard
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.text.formats import day as in_words
from marqueedesk.payments import card_payments, ledger, prepayment_received, stripe_sync
from marqueedesk.payments import queries as payments
from marqueedesk.payments.models import GIFT_CARD, OTHER, PAYMENT, RECEIVED, BookingPayment


class GiftCardRedeemer:
    """See `bookings.charges.gift_cards.GiftCards`."""

    def balance(self, db: Session, operator_id: int, code: str, now: datetime) -> int:
        """Return what is left on a business's card, in cents. Raises UnknownGiftCard and GiftCardExpired."""
        set_operator(db, operator_id)
        operator = accounts.public_operator(db, operator_id)
        card = queries.by_code(db, code, operator.currency)
        _ensure_valid(card, now, operator.time_zone, operator.date_format)
        return queries.balance(db, card)

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
        """Pay what is due on a booking with a card, or ``at_most`` some cents of it, as far as the card covers it."""
        card = queries.by_code(db, use.code, terms.currency)
        _ensure_valid(card, now, terms.zone.key, terms.date_format)
        db.flush()
        booking = bookings.booking(db, booking_id)
        due = ledger.figures_of(booking, payments.of_booking(db, booking_id)).due
        if at_most is not None:
            due = min(due, at_most)
        left = queries.balance(db, card)
        shown = use.shown_cents
        if shown is None:
            shown = left + queries.used_since(db, card.id, use.since)
        if due <= 0:
            return Redeemed(0, left)
        if left <= 0 or left < min(shown, due):
            raise GiftCardShort(max(0, left), terms.currency)
        cents = min(left, due)
        db.add(
            BookingPayment(
                booking_id=booking_id,
                entry=PAYMENT,
                kind=OTHER,
                method_name=GIFT_CARD,
                state=RECEIVED,
                amount_cents=cents,
                currency=terms.currency,
                gift_card_id=card.id,
                recorded_by=by,
                note=f"Ending in {card.ending}",
                created_at=now,
                # The moment under the lock, so that a request that arrived before it counts as concurrent.
                settled_at=clock.now(),
            )
        )
        stripe_sync.recompute(db, booking_id)
        prepayment_received.confirm_paid(db, terms, booking_id, now)
        card_payments.close_outdated(db, booking, now)
        return Redeemed(cents, left)


REDEEMER: Final = GiftCardRedeemer()


def _ensure_valid(card: GiftCard, now: datetime, time_zone: str, date_format: str) -> None:
    today = now.astimezone(ZoneInfo(time_zone)).date()
    if card.expires_on is not None and queries.is_expired(card, today):
        raise GiftCardExpired.format(day=in_words(card.expires_on, date_format))
