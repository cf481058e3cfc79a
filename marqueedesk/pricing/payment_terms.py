"""Due dates of a booking's payments, and cancellation fees. Pure functions, in integer cents.

The terms come from the business's payment policy and are stored with each booking.
"""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal, NotRequired, Self, TypedDict, get_args

from marqueedesk.kit.money import share
from marqueedesk.kit.text.formats import counted
from marqueedesk.pricing.price_list import BASIS_POINTS

Collect = Literal["nothing", "deposit", "all"]
COLLECT: Final = get_args(Collect)

_DAY_ENDS: Final = time(23, 59, 59)


class StoredTier(TypedDict):
    """`CancellationTier` as JSON."""

    days_before: int
    keep_basis_points: int


class StoredRescheduleFee(TypedDict):
    """`RescheduleFee` as JSON."""

    cents: int
    basis_points: int
    free_days: int | None


class StoredHold(TypedDict):
    """`HoldTerms` as JSON."""

    cents: int
    basis_points: int
    days_before: int
    release_days: int


class StoredLateFee(TypedDict):
    """`LateFee` as JSON."""

    cents: int
    basis_points: int
    grace_days: int
    monthly: bool


class StoredTerms(TypedDict):
    """`PaymentTerms` as JSON. The keys of the rescheduling fee, late fee, automatic charges and hold are missing
    without them.
    """

    collect: Collect
    balance_due_days: int
    instalments: int
    cancellation: list[StoredTier]
    reschedule: NotRequired[StoredRescheduleFee]
    late: NotRequired[StoredLateFee]
    automatic: NotRequired[bool]
    hold: NotRequired[StoredHold]


@dataclass(frozen=True, slots=True)
class CancellationTier:
    """Share of the total, in basis points, that it costs to cancel up to ``days_before`` days before the
    delivery day.
    """

    days_before: int
    keep_basis_points: int


KEEPS_ALL: Final = CancellationTier(0, BASIS_POINTS)
"""The tier that applies once all tiers of a policy have passed."""


@dataclass(frozen=True, slots=True)
class RescheduleFee:
    """The fee for moving a booking to another delivery day: cents, or a share of the total in basis points.

    Moving is free up to ``free_days`` before the original delivery day; if that is None, it never is.
    """

    cents: int = 0
    basis_points: int = 0
    free_days: int | None = None

    def of(self, total_cents: int, delivery: date, on: date, step: int) -> int:
        """Compute the fee in cents for moving away from the delivery day ``delivery`` on the day ``on``, rounded half
        up to the smallest amount of the currency, ``step``.
        """
        if self.free_days is not None and (delivery - on).days >= self.free_days:
            return 0
        return self.cents or share(total_cents, self.basis_points, BASIS_POINTS, step)


@dataclass(frozen=True, slots=True)
class HoldTerms:
    """A security hold on the customer's card: cents, or a share of the total in basis points.

    It is placed ``days_before`` days before the delivery day, and released ``release_days`` days after the goods are
    back.
    """

    cents: int = 0
    basis_points: int = 0
    days_before: int = 1
    release_days: int = 2

    def of(self, total_cents: int, step: int) -> int:
        """Compute the amount for a total, rounded half up to the smallest amount of the currency, ``step``."""
        return self.cents or share(total_cents, self.basis_points, BASIS_POINTS, step)


MOST_LATE_MONTHS: Final = 12
"""Maximum number of monthly late fees for one part of the price."""


@dataclass(frozen=True, slots=True)
class LateFee:
    """The fee for a part of the price that is overdue: cents, or a share of the overdue amount in basis points.

    It is added once, or each month until the part is paid, for at most `MOST_LATE_MONTHS`. The first one is added when
    the part is more than ``grace_days`` days overdue.
    """

    cents: int = 0
    basis_points: int = 0
    grace_days: int = 0
    monthly: bool = False

    @property
    def times(self) -> int:
        """Return how often the fee can be added to one part."""
        return MOST_LATE_MONTHS if self.monthly else 1

    def first_day(self, due: date, month: int) -> date:
        """Return the first day on which the fee for a month applies; 0 is the month from the due day."""
        return months_after(due, month) + timedelta(days=self.grace_days + 1)

    def of(self, overdue_cents: int, step: int) -> int:
        """Compute the fee in cents for an overdue amount, rounded half up to the smallest amount of the currency,
        ``step``.
        """
        return self.cents or share(overdue_cents, self.basis_points, BASIS_POINTS, step)


def months_after(day: date, months: int) -> date:
    """Return the same day some months later, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


@dataclass(frozen=True, slots=True)
class PaymentTerms:
    """Payment due dates and cancellation fees.

    By default, the balance is due on the delivery day, and cancellation is free until the configured number of hours
    before it.
    """

    collect: Collect = "nothing"
    balance_due_days: int = 0
    """Number of days before the delivery day when the balance is due."""
    instalments: int = 1
    """Number of equal installments of the total, from the booking date to the balance due date."""
    cancellation: tuple[CancellationTier, ...] = ()
    """Cancellation tiers, earliest first. If empty, canceling after the free period costs the deposit."""
    reschedule: RescheduleFee | None = None
    automatic: bool = False
    """True if due payments are charged to the customer's card on file on their day."""
    hold: HoldTerms | None = None
    late: LateFee | None = None

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
            automatic=document.get("automatic", False),
            hold=HoldTerms(**document["hold"]) if "hold" in document else None,
            late=LateFee(**document["late"]) if "late" in document else None,
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
        if (late := self.late) is not None:
            stored["late"] = {
                "cents": late.cents,
                "basis_points": late.basis_points,
                "grace_days": late.grace_days,
                "monthly": late.monthly,
            }
        if self.automatic:
            stored["automatic"] = True
        if (hold := self.hold) is not None:
            stored["hold"] = {
                "cents": hold.cents,
                "basis_points": hold.basis_points,
                "days_before": hold.days_before,
                "release_days": hold.release_days,
            }
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
    step: int = 1,
) -> list[DuePart]:
    """Return the parts of the amount owed by due date. Money received pays the earliest parts first.

    ``charges`` are owed in addition, each due on its own day, and do not change earlier parts. ``reduced_cents`` was
    received and is no longer owed; it is deducted from the earliest parts, which it paid, so a deposit that was paid
    and refunded does not become due again.

    The deposit is due on the booking day. If the balance due date is not later, everything is due at once. Installments
    are equal multiples of ``step``, the smallest amount of the currency, with the rest in the first, unless the deposit
    exceeds an installment.
    """
    parts = _agreed_parts(owed_cents + reduced_cents, deposit_cents, terms, booked, delivery, step)
    agreed = _reduced(parts, reduced_cents)
    return _paid(sorted([*agreed, *charges], key=lambda part: part[0]), received_cents)


def _agreed_parts(
    owed_cents: int, deposit_cents: int, terms: PaymentTerms, booked: date, delivery: date, step: int
) -> list[tuple[date, int]]:
    last = delivery - timedelta(days=terms.balance_due_days)
    if owed_cents <= 0:
        return []
    if last <= booked:
        return [(booked, owed_cents)]
    deposit = max(0, min(deposit_cents, owed_cents))
    if terms.instalments == 1:
        return [(booked, deposit), (last, owed_cents - deposit)]
    amounts = _equal(owed_cents, terms.instalments, step)
    if deposit > amounts[0]:
        amounts = [deposit, *_equal(owed_cents - deposit, terms.instalments - 1, step)]
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


def _equal(cents: int, parts: int, step: int) -> list[int]:
    each = cents // (parts * step) * step
    return [cents - each * (parts - 1), *[each] * (parts - 1)]


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
    """Return the part of a schedule, in cents, that is due by a day and unpaid."""
    return sum(row.cents - row.paid_cents for row in rows if row.due <= day)


def tier_of(tiers: Sequence[CancellationTier], delivery: date, on: date) -> CancellationTier:
    """Return the tier for canceling on a given day. After the last tier, the full total is kept."""
    left = (delivery - on).days
    return next((tier for tier in tiers if left >= tier.days_before), KEEPS_ALL)


def kept(total_cents: int, tier: CancellationTier, step: int) -> int:
    """Compute the part of the total kept under a tier, rounded half up to the currency's smallest amount, ``step``."""
    return share(total_cents, tier.keep_basis_points, BASIS_POINTS, step)


def free_days(tiers: Sequence[CancellationTier]) -> int | None:
    """Return the number of days before the delivery until which canceling is free; None if it never is."""
    return min((tier.days_before for tier in tiers if tier.keep_basis_points == 0), default=None)


def free_until(tiers: Sequence[CancellationTier], delivery: datetime, free_hours: int) -> datetime | None:
    """Return when free cancellation ends: at the end of the day by the tiers, or, without any, ``free_hours`` before
    the delivery. None if it is never free. ``delivery`` is in the business's zone.
    """
    if not tiers:
        return delivery.astimezone(UTC) - timedelta(hours=free_hours)
    days = free_days(tiers)
    if days is None:
        return None
    return min(datetime.combine(delivery.date() - timedelta(days=days), _DAY_ENDS, delivery.tzinfo), delivery)


def tiers_in_words(tiers: Sequence[CancellationTier]) -> list[str]:
    """Describe each tier in a sentence for customers, and what applies after the last one."""
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
    """Describe a day relative to the delivery, in words."""
    if days == 0:
        return "the delivery day"
    return f"{counted(days, 'day')} before the delivery"
