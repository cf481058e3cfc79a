"""A business's payouts with their payments, refunds and fees, which add up to the cent.

The provider is called while no transaction is open; entries are matched with the business's payments by their charge on
the account, or by the transfer to it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings.charges.gift_cards import BoughtGiftCard, GiftCards
from marqueedesk.bookings.models import Booking
from marqueedesk.payments.models import BookingPayment
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderNotFound
from marqueedesk.stripe.values import BalanceEntry, PayoutState

MOST: Final = 10
"""Maximum number of payouts returned, because each takes a call to the provider."""
LONGEST: Final = timedelta(days=92)
"""Longest period that can be requested: three months, about sixty payouts."""
_PAYMENTS: Final = frozenset({"payment", "charge"})
_REFUNDS: Final = frozenset({"payment_refund", "refund", "payment_failure_refund", "refund_failure"})


@dataclass(frozen=True, slots=True)
class FetchedPayout:
    """A payout from the provider with its entries.

    ``payments`` maps each charge ID to the ID that identifies its payment: the payment's own, or that of the transfer.
    ``charges`` maps each platform fee to its charge.
    """

    payout: PayoutState
    entries: Sequence[BalanceEntry]
    payments: Mapping[str, str]
    charges: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PayoutLine:
    """An entry of a payout: gross, fee and net in cents, and the booking or gift card that it paid for, if known."""

    entry: BalanceEntry
    booking_id: int | None
    booking_number: int | None
    gift_card: BoughtGiftCard | None = None


@dataclass(slots=True)
class Payout:
    """A payout and its entries. ``difference_cents`` is the part that the entries don't explain: 0 if everything
    matches.
    """

    state: PayoutState
    payments: list[PayoutLine] = field(default_factory=list[PayoutLine])
    refunds: list[PayoutLine] = field(default_factory=list[PayoutLine])
    other: list[PayoutLine] = field(default_factory=list[PayoutLine])

    @property
    def lines(self) -> list[PayoutLine]:
        """Return all entries."""
        return [*self.payments, *self.refunds, *self.other]

    @property
    def fees_cents(self) -> int:
        """Sum the fees of all entries."""
        return sum(line.entry.fee_cents for line in self.lines)

    @property
    def difference_cents(self) -> int:
        """Return the part of the payout that its entries don't explain."""
        return self.state.amount_cents - sum(line.entry.net_cents for line in self.lines)


def fetch_payouts(gateway: Stripe, account_id: str, days: tuple[date, date] | None) -> list[FetchedPayout]:
    """Fetch the payouts that arrive within a period, or the latest ones, with their entries.

    No transaction may be open. May raise a ProviderProblem.
    """
    there = gateway.on(account_id)
    found: list[FetchedPayout] = []
    payments: dict[str, str] = {}
    of_fees: dict[str, str] = {}
    for payout in there.payouts_between(*days) if days else there.payouts(most=MOST):
        entries = there.entries_of(payout.id) if payout.automatic else []
        payments |= {entry.charge_id: entry.payment for entry in entries if entry.charge_id and entry.payment}
        of_fees |= {entry.fee_id: entry.charge_id for entry in entries if entry.fee_id and entry.charge_id}
        found.append(FetchedPayout(payout, entries, payments, of_fees))
    # A returned fee only refers to the fee, whose charge may be older too.
    for fee_id in sorted({entry.fee_id for one in found for entry in one.entries if entry.fee_id} - set(of_fees)):
        with suppress(ProviderNotFound):
            of_fees[fee_id] = gateway.charge_of_fee(fee_id) or ""
    # A refund only refers to its charge, which may be older than the listed payouts.
    charges = {entry.charge_id for payout in found for entry in payout.entries if entry.charge_id}
    charges = (charges | {charge_id for charge_id in of_fees.values() if charge_id}) - set(payments)
    for charge_id in sorted(charges):
        payment = there.payment_behind(charge_id)
        if payment is not None:
            payments[charge_id] = payment
    return found


def in_original_currency(entries: Sequence[BalanceEntry]) -> tuple[int, str] | None:
    """Return the sum of a payout's entries in the currency of their payments, as (cents, currency); None if they have
    several currencies, or one of them is unknown.
    """
    originals = [entry.original for entry in entries]
    currencies = {original[1] for original in originals if original is not None}
    if len(currencies) != 1 or None in originals:
        return None
    return sum(original[0] for original in originals if original is not None), currencies.pop()


def matched(db: Session, fetched: Sequence[FetchedPayout], gift_cards: GiftCards) -> list[Payout]:
    """Match payout entries with their bookings and gift cards."""
    wanted = sorted({payment for payout in fetched for payment in payout.payments.values()})
    known: dict[str, tuple[int, int]] = {}
    for column in (BookingPayment.transfer_id, BookingPayment.provider_id):
        rows = db.execute(
            select(column, Booking.id, Booking.number)
            .join(Booking, Booking.id == BookingPayment.booking_id)
            .where(column.in_(wanted))
        )
        known |= {str(name): (int(booking_id), int(number)) for name, booking_id, number in rows}
    bought = gift_cards.bought_with(db, wanted)
    return [_payout(one, known, bought) for one in fetched]


def _payout(
    fetched: FetchedPayout, known: Mapping[str, tuple[int, int]], bought: Mapping[str, BoughtGiftCard]
) -> Payout:
    made = Payout(fetched.payout)
    for entry in fetched.entries:
        charge_id = entry.charge_id or fetched.charges.get(entry.fee_id or "", "")
        payment = entry.payment or fetched.payments.get(charge_id, "")
        booking_id, number = known.get(payment, (None, None))
        line = PayoutLine(entry, booking_id, number, bought.get(payment))
        if entry.kind in _PAYMENTS:
            made.payments.append(line)
        elif entry.kind in _REFUNDS:
            made.refunds.append(line)
        else:
            made.other.append(line)
    return made
