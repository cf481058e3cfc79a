"""Computes a booking's money: plain rows in, cents out. Every figure about received money is made here (S11).

A payment counts once it is received, less what a lost dispute took of it; a refund counts once the provider has
accepted it. A refund that is only asked for counts as returned for one question alone: what may still be refunded.
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
from marqueedesk.stripe.disputes import DISPUTED, LOST

State = Literal["nothing_owed", "unpaid", "partly_paid", "processing", "disputed", "lost", "paid", "to_return"]
ShareState = Literal["open", "processing", "paid"]


@dataclass(frozen=True, slots=True)
class Figures:
    """The state of a booking's money, in cents.

    ``due`` is the part of ``total`` that is not paid yet, ``deposit_due`` the part of the deposit; both leave out
    payments that are being processed. ``overpaid`` was received beyond what is owed and is not on its way back.
    ``disputed`` is the part of the received money that the customer's bank may still take back and nobody returns by
    hand; ``lost`` is what the bank has taken. ``refunded`` has gone back, so ``received`` and ``refunded`` together are
    everything that ever came in.
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

    def of(self, part: str) -> int:
        """The amount due when the deposit, or the balance, is paid. A chosen amount may be as much as the balance."""
        return self.deposit_due if part == DEPOSIT else self.due

    @property
    def state(self) -> State:
        """The figures in one word: every page uses it, and computes nothing itself."""
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
    """The money that came in and has not gone back."""
    return sum(_counted(row) for row in rows)


def _counted(row: BookingPayment) -> int:
    if row.entry == PAYMENT:
        return _kept(row) if row.state == RECEIVED else 0
    return -row.amount_cents if row.state in {PROCESSING, RETURNED} else 0


def _kept(row: BookingPayment) -> int:
    return row.amount_cents - (row.disputed_cents if row.dispute == LOST else 0)


def processing(rows: Iterable[BookingPayment]) -> int:
    """The money that a bank is still moving toward the business."""
    return sum(row.amount_cents for row in rows if row.entry == PAYMENT and row.state == PROCESSING)


def disputed(rows: Iterable[BookingPayment]) -> int:
    """The part of the received money that customers' banks may still take back."""
    return _at_the_bank(rows, DISPUTED)


def lost(rows: Iterable[BookingPayment]) -> int:
    """The money that customers' banks have taken back for good."""
    return _at_the_bank(rows, LOST)


def _at_the_bank(rows: Iterable[BookingPayment], dispute: str) -> int:
    return sum(row.disputed_cents for row in rows if row.state == RECEIVED and row.dispute == dispute)


def figures(total: int, deposit: int, rows: Iterable[BookingPayment]) -> Figures:
    """The state of a booking's money, of which ``total`` is owed and ``deposit`` asked for in advance."""
    known = list(rows)
    got = received(known)
    on_its_way = processing(known)
    returning = sum(row.amount_cents for row in known if row.entry == REFUND and row.state == ASKED)
    contested = disputed(known)
    part = min(deposit, total)
    return Figures(
        total=total,
        deposit=part,
        received=got,
        refunded=-sum(_counted(row) for row in known if row.entry == REFUND),
        processing=on_its_way,
        returning=returning,
        due=max(0, total - got - on_its_way),
        deposit_due=max(0, part - got - on_its_way),
        overpaid=max(0, got - returning - contested - total),
        disputed=contested,
        lost=lost(known),
    )


def figures_of(booking: Booking, rows: Iterable[BookingPayment]) -> Figures:
    """The state of a booking's money. For a canceled booking, only the cost of canceling, and of damage, is owed."""
    known, canceled = list(rows), booking.status == BOOKING_CANCELED
    whole = (booking.cancel_fee_cents or 0) if canceled else booking.total_cents
    less = reduced(known, fee=canceled)
    # What went back had paid the deposit first: it is not asked for again as one (pricing.payment_terms.schedule).
    deposit = 0 if canceled else max(0, booking.deposit_cents - less)
    return figures(max(0, whole + booking.charges_cents - less), deposit, known)


def reduced(rows: Iterable[BookingPayment], *, fee: bool) -> int:
    """The part of the price, or of the cost of canceling (``fee``), that is no longer owed."""
    return sum(row.reduces_cents or 0 for row in rows if bool(row.reduces_fee) == fee and _reduces(row))


def _reduces(row: BookingPayment) -> bool:
    if row.entry == REFUND:
        return row.state in {ASKED, PROCESSING, RETURNED}
    return row.dispute == LOST


def no_longer_owed(where: Figures, cents: int) -> int:
    """The amount to take off what is owed, so that ``cents`` that go back are not due again."""
    got = where.received - where.returning + where.processing
    return max(0, where.total - got + cents) - max(0, where.total - got)


def refundable(payment: BookingPayment, rows: Iterable[BookingPayment]) -> int:
    """How much of a payment can still be refunded."""
    if payment.entry != PAYMENT or payment.state != RECEIVED:
        return 0
    back = sum(
        row.amount_cents
        for row in rows
        if row.refund_of == payment.id and row.entry == REFUND and row.state in {ASKED, PROCESSING, RETURNED}
    )
    held = payment.disputed_cents if payment.dispute in {DISPUTED, LOST} else 0
    return max(0, payment.amount_cents - back - held)


def is_voidable(payment: BookingPayment, rows: Iterable[BookingPayment]) -> bool:
    """Whether a payment can be voided as entered by mistake: it was entered by hand, and nothing of it was refunded."""
    return (
        payment.entry == PAYMENT
        and payment.kind in BY_HAND
        and payment.state == RECEIVED
        and not any(row.refund_of == payment.id for row in rows)
    )


def under_way(rows: Iterable[BookingPayment]) -> list[BookingPayment]:
    """Payments whose form may still be open somewhere."""
    return [row for row in rows if row.entry == PAYMENT and row.state in UNDER_WAY]


def share_state(share: PaymentShare, rows: Iterable[BookingPayment]) -> ShareState:
    """Whether somebody has paid a share of the booking that ``rows`` belong to."""
    states = {row.state for row in rows if row.share_id == share.id and row.entry == PAYMENT}
    return "paid" if RECEIVED in states else "processing" if PROCESSING in states else "open"


def is_news(row: BookingPayment) -> bool:
    """Whether a row belongs in the history: not a payment that nobody has made or tried to make."""
    if row.entry == PAYMENT and row.state in {ASKED, OPEN, CANCELED}:
        return row.state == OPEN and row.failure is not None
    return True


def by_card_to_return(keep_cents: int, rows: Iterable[BookingPayment]) -> list[tuple[BookingPayment, int]]:
    """Which card payments to refund, and by how much, if ``keep_cents`` of the received money are kept: newest first.

    Refunds that are under way are taken into account, so that asking again returns nothing a second time.
    """
    return _to_return(keep_cents, list(rows), by_hand=False)


def by_hand_to_return(keep_cents: int, rows: Iterable[BookingPayment]) -> list[tuple[BookingPayment, int]]:
    """The same for money that came in by hand."""
    return _to_return(keep_cents, list(rows), by_hand=True)


def _to_return(keep_cents: int, known: list[BookingPayment], *, by_hand: bool) -> list[tuple[BookingPayment, int]]:
    asked = sum(row.amount_cents for row in known if row.entry == REFUND and row.state == ASKED)
    left = received(known) - asked - keep_cents
    found: list[tuple[BookingPayment, int]] = []
    for row in sorted(known, key=lambda row: row.id, reverse=True):
        if (row.kind in BY_HAND) != by_hand or left <= 0:
            continue
        cents = min(left, refundable(row, known))
        if cents > 0:
            found.append((row, cents))
            left -= cents
    return found
