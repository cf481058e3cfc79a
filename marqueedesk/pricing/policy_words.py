"""A payment policy in sentences for customers, from the same terms that the engine computes with. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from marqueedesk.kit.text.wording import counted, money
from marqueedesk.pricing.payment_terms import DuePart, PaymentTerms, days_before, schedule, tiers_in_words
from marqueedesk.pricing.price_list import PriceList

EXAMPLE_CENTS = 100_000
_NOTICE_OF_EXAMPLE = 60


@dataclass(frozen=True, slots=True)
class Deposit:
    """The deposit of every booking: an amount in cents or a share in basis points. Both 0 for none."""

    cents: int = 0
    basis_points: int = 0

    def of(self, total_cents: int) -> int:
        """The deposit of a total, rounded half up to a cent, never more than the total."""
        return min(self.cents, total_cents) or (total_cents * self.basis_points + 5_000) // 10_000

    def in_words(self, currency: str) -> str:
        """Its size: "50% of the total", "$80.00"."""
        return f"{self.basis_points / 100:g}% of the total" if self.basis_points else money(self.cents, currency)

    def __bool__(self) -> bool:
        """Whether there is one."""
        return bool(self.cents or self.basis_points)


@dataclass(frozen=True, slots=True)
class Example:
    """What a booking of `EXAMPLE_CENTS` made today would owe, and when."""

    booked: date
    delivery: date
    parts: Sequence[DuePart]


def payment_in_words(terms: PaymentTerms, deposit: Deposit, currency: str) -> list[str]:
    """When customers pay, in sentences."""
    said: list[str] = []
    last = days_before(terms.balance_due_days)
    at_last = f"on {last}" if terms.balance_due_days == 0 else last
    if terms.instalments > 1:
        said.append(
            f"The total is paid in {counted(terms.instalments, 'equal installment')}. The first is due on the day of "
            f"booking, the last {at_last}."
        )
        if deposit:
            said.append(f"If a deposit ({deposit.in_words(currency)}) is more than an installment, it is the first.")
    elif deposit:
        said.append(
            f"A deposit of {deposit.in_words(currency)} is due on the day of booking, and the balance {at_last}."
        )
    else:
        said.append(f"The total is due {at_last}.")
    if terms.balance_due_days:
        said.append(f"For bookings made {last} or later, the total is due at once.")
    if terms.collect == "all":
        said.append("The total is paid by card with the booking.")
    elif terms.collect == "deposit":
        said.append("The part that is due on the day of booking is paid by card with the booking.")
    return said


def venue_deposit_in_words(prices: PriceList, currency: str) -> list[str]:
    """The deposit where the chosen venue is not verified, in a sentence. None where it is off."""
    cents = prices.unverified_venue_deposit_cents
    if not cents:
        return []
    least = money(cents, currency)
    return [f"At a venue that is not verified yet, a deposit of at least {least} is due on the day of booking."]


def canceling_in_words(terms: PaymentTerms, free_until: str, *, deposit: bool = True) -> list[str]:
    """The cost of canceling, in sentences. ``free_until`` is until when it is free where there are no tiers: "48 hours
    before the delivery". Without tiers and without a ``deposit`` nothing is kept.
    """
    if terms.cancellation:
        return tiers_in_words(terms.cancellation)
    if not deposit:
        return ["Free of charge."]
    return [f"Free of charge until {free_until}.", "After that, the deposit is kept."]


def moving_in_words(terms: PaymentTerms, currency: str) -> list[str]:
    """The cost of moving a booking to another delivery day, in a sentence. None where it costs nothing."""
    fee = terms.reschedule
    if fee is None:
        return []
    size = f"{fee.basis_points / 100:g}% of the total" if fee.basis_points else money(fee.cents, currency)
    if fee.free_days is None:
        return [f"Moving it to another delivery day costs {size}."]
    until = days_before(fee.free_days)
    return [f"Moving it to another delivery day is free of charge up to {until}, then it costs {size}."]


def extras_in_words(prices: PriceList, currency: str) -> list[str]:
    """The damage waiver and tips, in sentences."""
    said: list[str] = []
    waiver, tips = prices.waiver, prices.tips
    if waiver is not None:
        size = f"{waiver.basis_points / 100:g}% of the order" if waiver.basis_points else money(waiver.cents, currency)
        how = "It is part of the price unless you decline it." if waiver.opt_out else "It is added if you choose it."
        said.append(f"The damage waiver costs {size}. {how}")
    if tips is not None:
        taxed = "taxed like the rest" if tips.is_taxable else "not taxed"
        said.append(f"A tip is up to you. It is {taxed}, and in no deposit or cancellation fee.")
    return said


def example(terms: PaymentTerms, deposit: Deposit, today: date) -> Example:
    """A booking made today for a delivery in two months, or later where the balance is due earlier than that."""
    delivery = today + timedelta(days=max(_NOTICE_OF_EXAMPLE, terms.balance_due_days + 30))
    parts = schedule(
        EXAMPLE_CENTS, deposit_cents=deposit.of(EXAMPLE_CENTS), terms=terms, booked=today, delivery=delivery
    )
    return Example(today, delivery, parts)
