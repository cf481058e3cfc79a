"""Sell and void gift cards, and create credits from canceled bookings.

Callers hold the operator's lock and commit.
"""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED
from marqueedesk.gift_cards import codes, purchases, queries
from marqueedesk.gift_cards.errors import GiftCardBlocked, GiftCardUsed, NothingToCredit
from marqueedesk.gift_cards.expiration import usual_last_day
from marqueedesk.gift_cards.models import GiftCard
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import money
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor
from marqueedesk.payments import ledger, refunds
from marqueedesk.payments import queries as payments
from marqueedesk.payments.errors import TooMuchBack
from marqueedesk.payments.service import Method


@dataclass(frozen=True, slots=True)
class Sale:
    """Sale of a gift card. Without ``expires_on``, the business's rule applies."""

    cents: int
    method: Method
    recipient: str
    expires_on: date | None


def sell(db: Session, terms: Terms, sale: Sale, *, by: User, now: datetime) -> tuple[GiftCard, str]:
    """Create a gift card and return it with its code. Raises Invalid if the expiration day has passed."""
    today = terms.today(now)
    if sale.expires_on is not None and sale.expires_on < today:
        raise Invalid(fields={"expiresOn": "Choose a day that has not passed"})
    card, code = _new_card(terms, sale.cents, by, now)
    card.paid_by, card.method_name, card.sold_on = sale.method.kind, sale.method.name, today
    card.recipient, card.expires_on = sale.recipient, sale.expires_on or usual_last_day(terms, today)
    db.add(card)
    db.flush()
    _record(db, "gift_card.sold", card, sale.cents, by, now)
    return card, code


def void(db: Session, card_id: int, *, by: User, now: datetime) -> GiftCard:
    """Void a gift card that was sold by mistake, or refund one that was bought online. Idempotent.

    Raises UnknownGiftCard, GiftCardUsed, and GiftCardBlocked if the purchase is disputed.
    """
    card = queries.card(db, card_id)
    if card.voided_at is None:
        if card.is_credit or queries.was_used(db, card_id):
            raise GiftCardUsed
        purchase = queries.purchase_of(db, card_id)
        if card.blocked_at is not None:
            raise GiftCardBlocked("The bank decides on this purchase, so it can't be refunded here.")
        if purchase is None:
            card.voided_at = now
        elif card.withdrawn_cents:
            raise GiftCardUsed("A part of this purchase was refunded at Stripe. Refund the rest there too.")
        else:
            purchases.begin_refund(db, purchase, card, now)
        _record(db, "gift_card.voided", card, card.sold_cents, by, now)
    return card


def credit(
    db: Session, terms: Terms, booking_id: int, cents: int | None, *, by: User, now: datetime
) -> tuple[GiftCard, str]:
    """Turn a canceled booking's overpayment, or ``cents`` of it, into a credit for a later booking. Returns the credit
    with its code.

    Raises NotFound, NothingToCredit and TooMuchBack.
    """
    booking = bookings.booking(db, booking_id)
    left = refunds.to_return(db, booking) if booking.status == CANCELED else 0
    if left == 0:
        raise NothingToCredit
    wanted = left if cents is None else cents
    if wanted > left:
        raise TooMuchBack(units(left), money(left, terms.currency))
    card, code = _new_card(terms, 0, by, now)
    card.booking_id, card.customer_id, card.recipient = booking.id, booking.customer_id, booking.customer_name
    card.expires_on = usual_last_day(terms, terms.today(now))
    db.add(card)
    db.flush()
    rows = payments.of_booking(db, booking_id)
    for payment in reversed(rows):
        part = min(wanted, ledger.refundable(payment, rows))
        if part > 0:
            refunds.return_as_credit(db, payment, part, card.id, by=by, now=now)
            wanted -= part
    card.told_cents = queries.balance(db, card)
    _record(db, "gift_card.credited", card, card.told_cents, by, now)
    return card, code


def _new_card(terms: Terms, cents: int, by: User, now: datetime) -> tuple[GiftCard, str]:
    code = codes.new_code()
    card = GiftCard(
        operator_id=terms.operator_id,
        code_digest=codes.digest(code),
        ending=codes.ending(code),
        sold_cents=cents,
        told_cents=cents,
        currency=terms.currency,
        made_by=by.username[:120],
        created_at=now,
    )
    return card, code


def _record(db: Session, action: str, card: GiftCard, cents: int, by: User, now: datetime) -> None:
    audit.record(
        db,
        action,
        by=Actor(by.id, by.email),
        now=now,
        operator_id=card.operator_id,
        subject=(card.id, f"Gift card ending in {card.ending}"),
        amount=units(cents),
        currency=card.currency,
    )
