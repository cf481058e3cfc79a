"""A payment policy in sentences for customers, generated from the same terms that amounts are computed from. Pure
functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from marqueedesk.kit.money import share
from marqueedesk.kit.text.formats import clock_time, counted, day, money
from marqueedesk.pricing.payment_terms import (
    MOST_LATE_MONTHS,
    DuePart,
    PaymentTerms,
    days_before,
    free_until,
    schedule,
    tiers_in_words,
)
from marqueedesk.pricing.price_list import BASIS_POINTS, PriceList

EXAMPLE_CENTS = 100_000
_PLUS_TAX = " (plus tax)"
_NOTICE_OF_EXAMPLE = 60
_SAME_YEAR = timedelta(days=330)
"""A day nearer than this is unambiguous without its year."""


@dataclass(frozen=True, slots=True)
class Deposit:
    """The deposit for every booking: an amount in cents or a share in basis points. Both are 0 if there is none."""

    cents: int = 0
    basis_points: int = 0

    def of(self, total_cents: int, step: int) -> int:
        """Compute the deposit for a total, limited to it, and rounded half up to the currency's smallest amount."""
        return min(self.cents, total_cents) or share(total_cents, self.basis_points, BASIS_POINTS, step)

    def in_words(self, currency: str) -> str:
        """Format the amount: "50% of the total", "$80.00"."""
        return f"{self.basis_points / 100:g}% of the total" if self.basis_points else money(self.cents, currency)

    def __bool__(self) -> bool:
        """Return true if there is a deposit."""
        return bool(self.cents or self.basis_points)


@dataclass(frozen=True, slots=True)
class Example:
    """The payment schedule of a booking of `EXAMPLE_CENTS` made today."""

    booked: date
    delivery: date
    parts: Sequence[DuePart]


def payment_in_words(
    terms: PaymentTerms, deposit: Deposit, currency: str, *, on_approval: bool = False, adds_tax: bool = False
) -> list[str]:
    """Describe when customers have to pay. With ``on_approval``, cards are charged once the business confirms."""
    sentences: list[str] = []
    last = days_before(terms.balance_due_days)
    at_last = f"on {last}" if terms.balance_due_days == 0 else last
    if terms.instalments > 1:
        sentences.append(
            f"The total is paid in {counted(terms.instalments, 'equal installment')}. The first is due on the day of "
            f"booking, the last {at_last}."
        )
        if deposit:
            sentences.append(
                f"If a deposit ({deposit.in_words(currency)}) is more than an installment, it is the first."
            )
    elif deposit:
        sentences.append(
            f"A deposit of {deposit.in_words(currency)} is due on the day of booking, and the balance {at_last}."
        )
    else:
        sentences.append(f"The total is due {at_last}.")
    if terms.balance_due_days:
        sentences.append(f"For bookings made {last} or later, the total is due immediately.")
    how = "authorized on your card with the booking and charged when we confirm it"
    how = how if on_approval else "paid by card with the booking"
    if terms.automatic:
        sentences.append(
            "If you keep a card for the booking, payments are charged to it on the day on which they are due. "
            "We write to you three days before."
        )
    if terms.collect == "all":
        sentences.append(f"The total is {how}.")
    elif terms.collect == "deposit":
        sentences.append(f"The part that is due on the day of booking is {how}.")
    return [*sentences, *late_fee_in_words(terms, currency, adds_tax=adds_tax)]


def venue_deposit_in_words(prices: PriceList, currency: str) -> list[str]:
    """Describe the deposit for unverified venues; empty if it is off."""
    cents = prices.unverified_venue_deposit_cents
    if not cents:
        return []
    least = money(cents, currency)
    return [f"At a venue that is not verified yet, a deposit of at least {least} is due on the day of booking."]


def canceling_in_words(terms: PaymentTerms, free_until: str, *, deposit: bool = True) -> list[str]:
    """Describe the cost of canceling.

    ``free_until`` is when free cancellation ends if there are no tiers: "48 hours before the delivery". Without tiers
    and without a ``deposit``, canceling is free.
    """
    if terms.cancellation:
        return tiers_in_words(terms.cancellation)
    if not deposit:
        return ["Free."]
    return [f"Free until {free_until}.", "After that, the deposit is kept."]


def free_cancellation_in_words(
    terms: PaymentTerms,
    delivery: datetime,
    free_hours: int,
    now: datetime,
    *,
    deposit: bool,
    date_format: str,
    time_format: str,
) -> str:
    """Describe until when a booking made now could be canceled free of charge, in one line: "Free cancellation until
    June 11". ``delivery`` is in the business's zone; ``deposit`` is true if the booking has one.
    """
    if not (terms.cancellation or deposit):
        return "Free cancellation"
    until = free_until(terms.cancellation, delivery, free_hours)
    if until is None or until < now:
        return "No free cancellation for these dates"
    local = until.astimezone(delivery.tzinfo)
    shown = day(local, date_format)
    if until - now < _SAME_YEAR:
        shown = shown.removesuffix(str(local.year)).rstrip(" ,")
    # With cancellation tiers, the deadline is the end of a day, so it has no time.
    at = "" if terms.cancellation else f", {clock_time(local, time_format)}"
    return f"Free cancellation until {shown}{at}"


def moving_in_words(terms: PaymentTerms, currency: str, *, adds_tax: bool = False) -> list[str]:
    """Describe the rescheduling fee; empty if there is none. With ``adds_tax``, tax is added to it."""
    fee = terms.reschedule
    if fee is None:
        return []
    size = f"{fee.basis_points / 100:g}% of the total" if fee.basis_points else money(fee.cents, currency)
    size += _PLUS_TAX if adds_tax else ""
    if fee.free_days is None:
        return [f"Rescheduling to another delivery day costs {size}."]
    until = days_before(fee.free_days)
    return [f"Rescheduling to another delivery day is free until {until}. After that, it costs {size}."]


def late_fee_in_words(terms: PaymentTerms, currency: str, *, adds_tax: bool) -> list[str]:
    """Describe the fee for overdue payments; empty if there is none. With ``adds_tax``, tax is added to it."""
    fee = terms.late
    if fee is None:
        return []
    size = f"{fee.basis_points / 100:g}% of the overdue amount" if fee.basis_points else money(fee.cents, currency)
    size += _PLUS_TAX if adds_tax else ""
    when = f"more than {counted(fee.grace_days, 'day')} overdue" if fee.grace_days else "overdue"
    fee_in_words = f"If a payment is {when}, we may add a late fee of {size}"
    if not fee.monthly:
        return [f"{fee_in_words}."]
    return [f"{fee_in_words} each month until it is paid, for at most {counted(MOST_LATE_MONTHS, 'month')}."]


def extras_in_words(prices: PriceList, currency: str) -> list[str]:
    """Describe the damage waiver and tips."""
    sentences: list[str] = []
    waiver, tips = prices.waiver, prices.tips
    if waiver is not None:
        size = f"{waiver.basis_points / 100:g}% of the order" if waiver.basis_points else money(waiver.cents, currency)
        how = "It is included unless you decline it." if waiver.opt_out else "It is added if you choose it."
        sentences.append(f"The damage waiver costs {size}. {how}")
    if tips is not None:
        taxed = "taxed" if tips.is_taxable else "not taxed"
        sentences.append(f"Tips are optional. They are {taxed}, and not part of any deposit or cancellation fee.")
    return sentences


def example(terms: PaymentTerms, deposit: Deposit, today: date) -> Example:
    """Create an example booking made today, with delivery in two months, or later if the balance would already
    be due.
    """
    delivery = today + timedelta(days=max(_NOTICE_OF_EXAMPLE, terms.balance_due_days + 30))
    parts = schedule(
        EXAMPLE_CENTS, deposit_cents=deposit.of(EXAMPLE_CENTS, 1), terms=terms, booked=today, delivery=delivery
    )
    return Example(today, delivery, parts)
