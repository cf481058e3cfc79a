"""Due dates of a booking's payments, and cancellation fees. Pure functions, in integer cents.

Terms come from the business's payment policy and are stored with each booking as agreed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal, NotRequired, Self, TypedDict, get_args

from marqueedesk.kit.text.formats import counted
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
    """`PaymentTerms` as JSON. The key of the rescheduling fee is missing without one."""

    collect: Collect
    balance_due_days: int
    instalments: int
    cancellation: list[StoredTier]
    reschedule: NotRequired[StoredRescheduleFee]


@dataclass(frozen=True, slots=True)
class CancellationTier:
    """Canceling up to ``days_before`` the delivery day costs this share of the total, in basis points."""

    days_before: int
    keep_basis_points: int


KEEPS_ALL: Final = CancellationTier(0, BASIS_POINTS)
"""The tier that applies after all tiers of a policy."""


@dataclass(frozen=True, slots=True)
class RescheduleFee:
    """The fee for moving a booking to another delivery day: cents, or a share of the total in basis points.

    Free up to ``free_days`` before the original delivery day; None for never.
    """

    cents: int = 0
    basis_points: int = 0
    free_days: int | None = None

    def of(self, total_cents: int, delivery: date, on: date) -> int:
        """Compute the fee in cents for leaving ``delivery`` on the day ``on``, rounded half up."""
        if self.free_days is not None and (delivery - on).days >= self.free_days:
            return 0
        return self.cents or (total_cents * self.basis_points + BASIS_POINTS // 2) // BASIS_POINTS


@dataclass(frozen=True, slots=True)
class PaymentTerms:
    """When a booking is paid and what canceling costs.

    Defaults: the balance is due on the delivery day, and cancellation is free for the configured hours.
    """

    collect: Collect = "nothing"
    balance_due_days: int = 0
    """Days before the delivery day."""
    instalments: int = 1
    """Number of equal parts of the total, from the booking date to the balance due date."""
    cancellation: tuple[CancellationTier, ...] = ()
    """Cancellation tiers, earliest first. Empty: the deposit is kept after the free hours."""
    reschedule: RescheduleFee | None = None

    @classmethod
    def from_json(cls, document: StoredTerms | None) -> Self:
        """Parse the stored form. Missing keys take their defaults."""
        if not document:
            return cls()
        tiers = [CancellationTier(**row) for row in document.get("cancellation", ())]
        fee = document.get("reschedule")
        return cls(
            document.get("collect", "nothing"),
            document.get("balance_due_days", 0),
            document.get("instalments", 1),
            cancellation=tuple(sorted(tiers, key=lambda tier: -tier.days_before)),
            reschedule=RescheduleFee(**fee) if fee else None,
        )

    def to_json(self) -> StoredTerms:
        """Serialize to the stored form: JSON values only."""
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
    """A part of a total with its due date, amount and received amount; in cents."""

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
    """Return the parts owed by due date; received money pays the earliest first.

    ``charges`` are additional, each on its own day, and do not change earlier parts. ``reduced_cents``, no longer owed,
    was received before and paid the earliest parts, so it is deducted from them: a deposit that was paid and refunded
    is not due again.

    The deposit is due on the booking day. If the balance due date is not later, everything is due at once. Installments
    are equal, with spare cents in the first, unless the deposit exceeds an installment.
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
    """Merge parts of the same day, drop empty ones, and allocate the received money."""
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
    """Return the unpaid part of a schedule due by a day, in cents."""
    return sum(row.cents - row.paid_cents for row in rows if row.due <= day)


def tier_of(tiers: Sequence[CancellationTier], delivery: date, on: date) -> CancellationTier:
    """Return the tier for canceling on a day; after all tiers, the full total is kept."""
    left = (delivery - on).days
    return next((tier for tier in tiers if left >= tier.days_before), KEEPS_ALL)


def kept(total_cents: int, tier: CancellationTier) -> int:
    """Compute the part of the total kept under a tier, rounded half up."""
    return (total_cents * tier.keep_basis_points + BASIS_POINTS // 2) // BASIS_POINTS


def free_days(tiers: Sequence[CancellationTier]) -> int | None:
    """Return how many days before the delivery canceling is still free; None if never."""
    return min((tier.days_before for tier in tiers if tier.keep_basis_points == 0), default=None)


def tiers_in_words(tiers: Sequence[CancellationTier]) -> list[str]:
    """Describe each tier in a sentence for customers, and the time after the last one."""
    sentences: list[str] = []
    for tier in tiers:
        until = days_before(tier.days_before)
        if tier.keep_basis_points == 0:
            sentences.append(f"Free until {until}.")
        else:
            sentences.append(f"Until {until}, the fee is {tier.keep_basis_points / 100:g}% of the total.")
    if tiers and tiers[-1].days_before > 0:
        sentences.append("After that, the fee is the full total.")
    return sentences


def days_before(days: int) -> str:
    """Describe a day before the delivery."""
    if days == 0:
        return "the delivery day"
    return f"{counted(days, 'day')} before the delivery"
