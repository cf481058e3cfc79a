"""Enters every change of a booking's money in the ledger, in the transaction that makes it.

Sessions note the bookings whose status, price, charges or payments they write, and enter them before they commit
(docs/adr/0030-ledger.md).
"""

from collections.abc import Iterable, Iterator
from typing import Final, cast

from sqlalchemy import event, inspect
from sqlalchemy.orm import Session, UOWTransaction

from marqueedesk.accounts import queries as accounts
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, Booking, BookingCharge
from marqueedesk.books import posting
from marqueedesk.books.gift_card_entries import post_gift_card
from marqueedesk.gift_cards.models import GiftCard, GiftCardPurchase
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.payments.models import BookingPayment, PaymentDispute

_NOTED: Final = "bookings_for_the_ledger"
_NOTED_CARDS: Final = "gift_cards_for_the_ledger"
_COLUMNS: Final = (
    "status",
    "delivery_day",
    "total_cents",
    "breakdown",
    "cancel_fee_cents",
    "venue_id",
    "address",
    "size",
    "message",
    "event_type",
)
"""The columns of a booking that its entries depend on, besides its payments and charges."""
_SALE_COLUMNS: Final = (
    "gift_card_id",
    "amount_cents",
    "fee_cents",
    "fee_returned_cents",
    "provider_fee_cents",
    "refunded_cents",
    "lost_cents",
    "dispute_fee_cents",
)
"""Columns of a gift card purchase that affect its ledger entries."""


def install() -> None:
    """Make all sessions of this process enter what they change."""
    if not event.contains(Session, "before_commit", _enter):
        event.listen(Session, "after_flush", _note)
        event.listen(Session, "before_commit", _enter)
        event.listen(Session, "after_soft_rollback", _forget)


def _touched(session: Session) -> Iterator[tuple[int, int]]:
    """Yield the operator and id of each booking whose money a flush changes."""
    for row in (*session.new, *session.dirty, *session.deleted):
        if isinstance(row, BookingPayment | BookingCharge):
            yield row.operator_id, row.booking_id
        elif isinstance(row, PaymentDispute):
            payment = session.get(BookingPayment, (row.operator_id, row.payment_id))
            if payment is not None:
                yield payment.operator_id, payment.booking_id
        elif isinstance(row, Booking) and _matters(session, row):
            yield row.operator_id, row.id


def _matters(session: Session, booking: Booking) -> bool:
    if booking in session.new:
        return booking.status in {CONFIRMED, COMPLETED}
    if booking in session.deleted:
        return True
    return _has_changed(booking, _COLUMNS)


def _has_changed(row: Booking | GiftCardPurchase, columns: Iterable[str]) -> bool:
    attributes = inspect(row).attrs
    return any(attributes[name].history.has_changes() for name in columns)


def _note(session: Session, _context: UOWTransaction) -> None:
    noted = cast("set[tuple[int, int]]", session.info.setdefault(_NOTED, set()))
    noted.update(_touched(session))
    cards = cast("set[GiftCard]", session.info.setdefault(_NOTED_CARDS, set()))
    for row in (*session.new, *session.dirty):
        if isinstance(row, GiftCard):
            cards.add(row)
        elif isinstance(row, BookingPayment) and row.gift_card_id is not None:
            card = session.get(GiftCard, (row.operator_id, row.gift_card_id))
            if card is not None and card.withdrawn_cents:
                # The card's purchase was refunded or disputed, so a payment or refund with it changes the bad debt.
                cards.add(card)
        elif isinstance(row, GiftCardPurchase) and row.gift_card_id is not None and _has_changed(row, _SALE_COLUMNS):
            card = session.get(GiftCard, (row.operator_id, row.gift_card_id))
            if card is not None:
                cards.add(card)


def _enter(session: Session) -> None:
    # Savepoints trigger this event too, but entries belong to the end of the outermost transaction.
    if session.in_nested_transaction():
        return
    session.flush()
    noted = cast("set[tuple[int, int]]", session.info.pop(_NOTED, set()))
    cards = cast("set[GiftCard]", session.info.pop(_NOTED_CARDS, set()))
    now = clock.now()
    for operator_id in sorted({operator_id for operator_id, _ in noted} | {card.operator_id for card in cards}):
        set_operator(session, operator_id)
        # Locks businesses that are being closed too.
        accounts.lock_own(session)
        posting.post(session, {booking_id for owner, booking_id in noted if owner == operator_id}, now)
        for card in cards:
            if card.operator_id == operator_id:
                post_gift_card(session, card, now)


def _forget(session: Session, _previous: object) -> None:
    if not session.in_nested_transaction():
        session.info.pop(_NOTED, None)
        session.info.pop(_NOTED_CARDS, None)
