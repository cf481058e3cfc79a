"""When the money of a booking is due, and what canceling keeps of it: the one engine for both. Pure, in integer cents.

Terms are what a business's payment policy says, kept with each booking as they were agreed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, Literal, NotRequired, Self, TypedDict, get_args

from marqueedesk.kit.text.wording import counted
from marqueedesk.pricing.price_list import BASIS_POINTS

Collect = Literal["nothing", "deposit", "all"]
COLLECT: Final = get_args(Collect)


class StoredTier(TypedDict):
    """`CancellationTier` as JSON."""

    days_before: int
    keep_basis_points: int


class StoredRescheduleFee(TypedDict):
    """`RescheduleFee` as JSON."""

    cents: int
    basis_points: int
    free_days: int | None


class StoredTerms(TypedDict):
    """`PaymentTerms` as JSON. Without a fee for rescheduling there is no key for one."""

    collect: Collect
    balance_due_days: int
    instalments: int
    cancellation: list[StoredTier]
    reschedule: NotRequired[StoredRescheduleFee]


@dataclass(frozen=True, slots=True)
class CancellationTier:
    """Up to ``days_before`` the delivery day, canceling keeps this share of the total, in basis points."""

    days_before: int
    keep_basis_points: int


KEEPS_ALL: Final = CancellationTier(0, BASIS_POINTS)
"""The tier that applies if no tier of a policy reaches."""


@dataclass(frozen=True, slots=True)
class RescheduleFee:
    """The price of moving a booking to another delivery day: cents, or a share of the total in basis points.

    Up to ``free_days`` before the delivery day that it leaves it is free of charge; None for never.
    """

    cents: int = 0
    basis_points: int = 0
    free_days: int | None = None

    def of(self, total_cents: int, delivery: date, on: date) -> int:
        """The fee in cents for leaving a delivery day on a day, rounded half up to a cent."""
        if self.free_days is not None and (delivery - on).days >= self.free_days:
            return 0
        return self.cents or (total_cents * self.basis_points + BASIS_POINTS // 2) // BASIS_POINTS


@dataclass(frozen=True, slots=True)
class PaymentTerms:
    """When a booking is paid and what canceling costs. Built without arguments: the balance on the delivery day, and
    cancellation by the hours that are free of charge.
    """

    collect: Collect = "nothing"
    balance_due_days: int = 0
    """Days before the delivery day."""
    instalments: int = 1
    """Equal parts of the total, from the booking day to the balance's due day."""
    cancellation: tuple[CancellationTier, ...] = ()
    """The earliest first. Empty: the deposit is kept once the free hours are over."""
    reschedule: RescheduleFee | None = None

    @classmethod
    def from_json(cls, document: Mapping[str, Any] | None) -> Self:
        """Read the stored form; what it does not name takes its default."""
        known = dict(document or {})
        tiers = [CancellationTier(**row) for row in known.pop("cancellation", [])]
        fee = known.pop("reschedule", None)
        return cls(
            **known,
            cancellation=tuple(sorted(tiers, key=lambda tier: -tier.days_before)),
            reschedule=RescheduleFee(**fee) if fee else None,
        )

    def to_json(self) -> StoredTerms:
        """The stored form: JSON values only."""
        tiers: list[StoredTier] = [
            {"days_before": tier.days_before, "keep_basis_points": tier.keep_basis_points} for tier in self.cancellation
        ]
        stored: StoredTerms = {
            "collect": self.collect,
            "balance_due_days": self.balance_due_days,
            "instalments": self.instalments,
            "cancellation": tiers,
        }
        if (fee := self.reschedule) is not None:
            stored["reschedule"] = {"cents": fee.cents, "basis_points": fee.basis_points, "free_days": fee.free_days}
        return stored


DEFAULT_TERMS: Final = PaymentTerms()


@dataclass(frozen=True, slots=True)
class DuePart:
    """A part of a total: when it is due, its amount, and how much of it has been received; in cents."""

    due: date
    cents: int
    paid_cents: int = 0


def schedule(
    owed_cents: int,
    *,
    deposit_cents: int,
    terms: PaymentTerms,
    booked: date,
    delivery: date,
    received_cents: int = 0,
    reduced_cents: int = 0,
    charges: Sequence[tuple[date, int]] = (),
) -> list[DuePart]:
    """The parts of what is owed, by their due day; what was received pays the earliest first.

    ``charges`` came on top of what was agreed, each on its own day; the parts before them do not change. What is no
    longer owed, ``reduced_cents``, had been received: it comes off the earliest parts, which it had paid, so that a
    deposit that was paid and went back is not due a second time.

    The deposit is due on the booking day. Once the balance's due day is not after it, everything is due at once. With
    instalments the parts are equal, spare cents in the first, unless the deposit is more than a part.
    """
    agreed = _reduced(_agreed_parts(owed_cents + reduced_cents, deposit_cents, terms, booked, delivery), reduced_cents)
    return _paid(sorted([*agreed, *charges], key=lambda part: part[0]), received_cents)


def _agreed_parts(
    owed_cents: int, deposit_cents: int, terms: PaymentTerms, booked: date, delivery: date
) -> list[tuple[date, int]]:
    last = delivery - timedelta(days=terms.balance_due_days)
    if owed_cents <= 0:
        return []
    if last <= booked:
        return [(booked, owed_cents)]
    deposit = max(0, min(deposit_cents, owed_cents))
    if terms.instalments == 1:
        return [(booked, deposit), (last, owed_cents - deposit)]
    amounts = _equal(owed_cents, terms.instalments)
    if deposit > amounts[0]:
        amounts = [deposit, *_equal(owed_cents - deposit, terms.instalments - 1)]
    span = (last - booked).days
    days = [booked + timedelta(days=span * at // (terms.instalments - 1)) for at in range(terms.instalments)]
    return list(zip(days, amounts, strict=True))


def _reduced(parts: Sequence[tuple[date, int]], cents: int) -> list[tuple[date, int]]:
    left, rows = cents, list[tuple[date, int]]()
    for day, amount in parts:
        less = min(left, amount)
        left -= less
        rows.append((day, amount - less))
    return rows


def _equal(cents: int, parts: int) -> list[int]:
    each, spare = divmod(cents, parts)
    return [each + spare, *[each] * (parts - 1)]


def _paid(parts: Sequence[tuple[date, int]], received_cents: int) -> list[DuePart]:
    """Parts of the same day as one, without empty ones, with what was received of each."""
    by_day: dict[date, int] = {}
    for day, cents in parts:
        by_day[day] = by_day.get(day, 0) + cents
    left, rows = max(0, received_cents), list[DuePart]()
    for day, cents in by_day.items():
        if cents:
            paid = min(left, cents)
            left -= paid
            rows.append(DuePart(day, cents, paid))
    return rows


def open_by(rows: Sequence[DuePart], day: date) -> int:
    """The part of a schedule that is due by a day and not paid, in cents."""
    return sum(row.cents - row.paid_cents for row in rows if row.due <= day)


def tier_of(tiers: Sequence[CancellationTier], delivery: date, on: date) -> CancellationTier:
    """The tier that canceling on a day falls under; all is kept where none reaches."""
    left = (delivery - on).days
    return next((tier for tier in tiers if left >= tier.days_before), KEEPS_ALL)


def kept(total_cents: int, tier: CancellationTier) -> int:
    """The part of the total that canceling under a tier keeps, rounded half up to a cent."""
    return (total_cents * tier.keep_basis_points + BASIS_POINTS // 2) // BASIS_POINTS


def free_days(tiers: Sequence[CancellationTier]) -> int | None:
    """Up to how many days before the delivery canceling costs nothing; None where it always costs something."""
    return min((tier.days_before for tier in tiers if tier.keep_basis_points == 0), default=None)


def tiers_in_words(tiers: Sequence[CancellationTier]) -> list[str]:
    """Each tier in a sentence for customers, and a last one for the time after them, if any is left."""
    said: list[str] = []
    for tier in tiers:
        until = days_before(tier.days_before)
        if tier.keep_basis_points == 0:
            said.append(f"Free of charge up to {until}.")
        else:
            said.append(f"Up to {until}, {tier.keep_basis_points / 100:g}% of the total is kept.")
    if tiers and tiers[-1].days_before > 0:
        said.append("After that, the whole total is kept.")
    return said


def days_before(days: int) -> str:
    """A day before the delivery, in words."""
    if days == 0:
        return "the delivery day"
    return f"{counted(days, 'day')} before the delivery"
