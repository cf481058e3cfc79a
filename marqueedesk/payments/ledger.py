"""Computes a booking's money: plain rows in, cents out. All figures about received money are computed here (S11).

A payment counts once it is received, less the part that a bank took back; a refund counts once the provider has
accepted it. A refund that was only requested already counts when computing the refundable amount, but nowhere else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from marqueedesk.bookings.models import CANCELED as BOOKING_CANCELED
from marqueedesk.bookings.models import Booking
from marqueedesk.payments.models import (
    ASKED,
    BY_HAND,
    CANCELED,
    DEPOSIT,
    OPEN,
    PAYMENT,
    PROCESSING,
    RECEIVED,
    REFUND,
    RETURNED,
    UNDER_WAY,
    BookingPayment,
    PaymentShare,
)
from marqueedesk.stripe.disputes import DEBIT_RETURNED, DISPUTED, LOST, WITHDRAWN

State = Literal["nothing_owed", "unpaid", "partly_paid", "processing", "disputed", "lost", "paid", "to_return"]
ShareState = Literal["open", "processing", "paid"]
_Way = Literal["card", "by_hand", "gift_card"]


@dataclass(frozen=True, slots=True)
class Figures:
    """The state of a booking's money, in cents.

    ``due`` is the unpaid part of ``total``, ``deposit_due`` that of the deposit; both exclude payments being processed.
    ``overpaid`` was received beyond the amount owed and is not being refunded. ``disputed`` is the received money that
    the customer's bank may still withdraw and that has not been returned by hand; ``lost`` is what was lost in
    disputes, and ``returned_debit`` was returned by a bank and is due again. ``refunded`` has been returned, so
    ``received`` plus ``refunded`` is everything that ever came in and stayed.
    """

    total: int
    deposit: int
    received: int
    refunded: int
    processing: int
    returning: int
    due: int
    deposit_due: int
    overpaid: int
    disputed: int
    lost: int = 0
    returned_debit: int = 0

    def of(self, part: str) -> int:
        """Return the amount due for the deposit or the balance. An amount chosen by the customer may be up to the
        balance.
        """
        return self.deposit_due if part == DEPOSIT else self.due

    @property
    def state(self) -> State:
        """Return the figures as a single payment state, which every page uses."""
        if self.overpaid:
            return "to_return"
        if self.due:
            return "partly_paid" if self.received or self.processing else "unpaid"
        if self.disputed:
            return "disputed"
        if self.lost:
            return "lost"
        if not self.total:
            return "nothing_owed"
        return "processing" if self.processing else "paid"


def received(rows: Iterable[BookingPayment]) -> int:
    """Sum the money received and not refunded."""
    return sum(_counted(row) for row in rows)


def _counted(row: BookingPayment) -> int:
    if row.entry == PAYMENT:
        return _kept(row) if row.state == RECEIVED else 0
    return -row.amount_cents if row.state in {PROCESSING, RETURNED} else 0


def _kept(row: BookingPayment) -> int:
    return row.amount_cents - (row.disputed_cents if row.dispute in WITHDRAWN else 0)


def processing(rows: Iterable[BookingPayment]) -> int:
    """Sum the payments that a bank is still processing."""
    return sum(row.amount_cents for row in rows if row.entry == PAYMENT and row.state == PROCESSING)


def disputed(rows: Iterable[BookingPayment]) -> int:
    """Sum the received money that customers' banks may still withdraw."""
    return _at_the_bank(rows, DISPUTED)


def lost(rows: Iterable[BookingPayment]) -> int:
    """Sum the money lost in disputes, which does not become due again."""
    return _at_the_bank(rows, LOST)


def returned_debits(rows: Iterable[BookingPayment]) -> int:
    """Sum the bank debits that were returned after they had been received, so that they are due again."""
    return _at_the_bank(rows, DEBIT_RETURNED)


def _at_the_bank(rows: Iterable[BookingPayment], dispute: str) -> int:
    return sum(row.disputed_cents for row in rows if row.state == RECEIVED and row.dispute == dispute)


def figures(total: int, deposit: int, rows: Iterable[BookingPayment]) -> Figures:
    """Compute the figures from the ``total`` owed, the ``deposit`` due in advance, and the rows."""
    entries = list(rows)
    got = received(entries)
    on_its_way = processing(entries)
    returning = sum(row.amount_cents for row in entries if row.entry == REFUND and row.state == ASKED)
    contested = disputed(entries)
    part = min(deposit, total)
    return Figures(
        total=total,
        deposit=part,
        received=got,
        refunded=-sum(_counted(row) for row in entries if row.entry == REFUND),
        processing=on_its_way,
        returning=returning,
        due=max(0, total - got - on_its_way),
        deposit_due=max(0, part - got - on_its_way),
        overpaid=max(0, got - returning - contested - total),
        disputed=contested,
        lost=lost(entries),
        returned_debit=returned_debits(entries),
    )


def figures_of(booking: Booking, rows: Iterable[BookingPayment]) -> Figures:
    """Compute a booking's figures. For a canceled booking, only the cancellation fee and damage charges are owed."""
    entries, canceled = list(rows), booking.status == BOOKING_CANCELED
    whole = (booking.cancel_fee_cents or 0) if canceled else booking.total_cents
    less = reduced(entries, fee=canceled)
    # Refunds reduce the deposit first, so it is not requested again (pricing.payment_terms.schedule).
    deposit = 0 if canceled else max(0, booking.deposit_cents - less)
    return figures(max(0, whole + booking.charges_cents - less), deposit, entries)


def reduced(rows: Iterable[BookingPayment], *, fee: bool) -> int:
    """Sum the parts of the price, or of the cancellation fee (``fee``), that are no longer owed."""
    return sum(row.reduces_cents or 0 for row in rows if bool(row.reduces_fee) == fee and is_reducing(row))


def is_reducing(row: BookingPayment) -> bool:
    """Return true if a row reduces what is owed by its `reduces_cents`: a refund, or a payment lost in a dispute."""
    if row.entry == REFUND:
        return row.state in {ASKED, PROCESSING, RETURNED}
    return row.dispute == LOST


def no_longer_owed(where: Figures, cents: int) -> int:
    """Return the amount to deduct from what is owed, so that ``cents`` refunded do not become due again."""
    got = where.received - where.returning + where.processing
    return max(0, where.total - got + cents) - max(0, where.total - got)


def refundable(payment: BookingPayment, rows: Iterable[BookingPayment]) -> int:
    """Return the refundable part of a payment."""
    if payment.entry != PAYMENT or payment.state != RECEIVED:
        return 0
    back = sum(
        row.amount_cents
        for row in rows
        if row.refund_of == payment.id and row.entry == REFUND and row.state in {ASKED, PROCESSING, RETURNED}
    )
    held = payment.disputed_cents if payment.dispute in {DISPUTED, *WITHDRAWN} else 0
    return max(0, payment.amount_cents - back - held)


def is_voidable(payment: BookingPayment, rows: Iterable[BookingPayment]) -> bool:
    """Return true if a payment can be voided: it was recorded by hand and has no refunds."""
    return (
        payment.entry == PAYMENT
        and payment.kind in BY_HAND
        and payment.state == RECEIVED
        and not any(row.refund_of == payment.id for row in rows)
    )


def under_way(rows: Iterable[BookingPayment]) -> list[BookingPayment]:
    """Return the payments whose card form may still be open."""
    return [row for row in cancelable(rows) if not row.is_authorized]


def stoppable(rows: Iterable[BookingPayment]) -> list[BookingPayment]:
    """Return the payments to cancel with their booking: those that are cancelable, and bank debits on their way, which
    the provider can cancel in rare cases.
    """
    return [row for row in rows if row.entry == PAYMENT and row.state in {*UNDER_WAY, PROCESSING}]


def cancelable(rows: Iterable[BookingPayment]) -> list[BookingPayment]:
    """Return the payments that can be canceled without a refund: those under way, and authorizations."""
    return [row for row in rows if row.entry == PAYMENT and row.state in UNDER_WAY]


def authorized(rows: Iterable[BookingPayment]) -> BookingPayment | None:
    """Return the authorized payment of a booking, or None."""
    return next((row for row in rows if row.is_authorized), None)


def share_state(share: PaymentShare, rows: Iterable[BookingPayment]) -> ShareState:
    """Return the payment state of a share from its booking's rows."""
    states = {row.state for row in rows if row.share_id == share.id and row.entry == PAYMENT}
    return "paid" if RECEIVED in states else "processing" if PROCESSING in states else "open"


def is_news(row: BookingPayment) -> bool:
    """Return true if a row belongs in the history; payments that were never attempted do not."""
    if row.entry == PAYMENT and row.state in {ASKED, OPEN, CANCELED}:
        was_declined = row.failure is not None and (row.state == OPEN or row.card_id is not None)
        return row.is_authorized or was_declined
    return True


def by_card_to_return(keep_cents: int, rows: Iterable[BookingPayment]) -> list[tuple[BookingPayment, int]]:
    """Return the card payments to refund, newest first, each with its amount, so that ``keep_cents`` of the received
    money are kept.

    Gift cards are refunded first. Refunds in progress are taken into account, so a repeated call does not refund
    anything twice.
    """
    return _to_return(keep_cents, list(rows), "card")


def by_hand_to_return(keep_cents: int, rows: Iterable[BookingPayment]) -> list[tuple[BookingPayment, int]]:
    """Like `by_card_to_return`, for payments recorded by hand."""
    return _to_return(keep_cents, list(rows), "by_hand")


def to_gift_cards(keep_cents: int, rows: Iterable[BookingPayment]) -> list[tuple[BookingPayment, int]]:
    """Like `by_card_to_return`, for payments with gift cards."""
    return _to_return(keep_cents, list(rows), "gift_card")


def _to_return(keep_cents: int, known: list[BookingPayment], way: _Way) -> list[tuple[BookingPayment, int]]:
    asked = sum(row.amount_cents for row in known if row.entry == REFUND and row.state == ASKED)
    left = received(known) - asked - keep_cents
    found: list[tuple[BookingPayment, int]] = []
    for row in sorted(known, key=lambda row: (row.gift_card_id is not None, row.id), reverse=True):
        own = _way_back(row)
        if left <= 0 or own not in {way, "gift_card"}:
            continue
        cents = min(left, refundable(row, known))
        if cents > 0:
            left -= cents
            if own == way:
                found.append((row, cents))
    return found


def _way_back(row: BookingPayment) -> _Way:
    """Return how a payment is refunded."""
    if row.gift_card_id is not None:
        return "gift_card"
    return "by_hand" if row.kind in BY_HAND else "card"
