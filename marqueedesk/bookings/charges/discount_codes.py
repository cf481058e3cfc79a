"""Discount codes of a business: an amount or percentage off, with valid days, a number of uses, and a minimum order.

A booking with the code counts as a use unless it is canceled, or a request whose hold has lapsed. `ensure_free_use`
is the only check of the number of uses. It runs under the operator's lock, so that the last use is granted only once:
when a booking is created or made from a quote, and when a lapsed booking is reopened, confirmed or held again (P12).
A duplicate keeps the discount and counts as no use.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, cast

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    Integer,
    String,
    Table,
    UniqueConstraint,
    and_,
    bindparam,
    func,
    not_,
    or_,
    select,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, PENDING, Booking
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.errors import Conflict, Invalid
from marqueedesk.kit.text.formats import day as in_words
from marqueedesk.kit.text.formats import money
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.pricing.breakdown import NO_DISCOUNT, Discount

FIELD = "discountCode"
LONGEST_CODE = 40


class DiscountCode(GoesWithOperator, Base):
    """A discount code. ``key`` is its case-insensitive form. Either ``cents`` or ``basis_points`` is 0."""

    __tablename__ = "discount_codes"
    __topic__ = "settings"
    __table_args__ = (UniqueConstraint("operator_id", "key"), {"sqlite_autoincrement": True})

    id: Mapped[int] = own_id()
    code: Mapped[str] = mapped_column(String(LONGEST_CODE))
    key: Mapped[str] = mapped_column(String(2 * LONGEST_CODE))
    cents: Mapped[int] = mapped_column(BigInteger, default=0)
    basis_points: Mapped[int] = mapped_column(Integer, default=0)
    # First and last valid day, inclusive.
    first_day: Mapped[date | None] = mapped_column(Date)
    last_day: Mapped[date | None] = mapped_column(Date)
    uses: Mapped[int | None] = mapped_column(Integer)
    minimum_cents: Mapped[int] = mapped_column(BigInteger, default=0)


def _in_use(row: Any, now: Any) -> ColumnElement[bool]:
    """Return the condition for bookings that count as a use.

    An "Ask us anyway" request counts even though it holds no letters. A request whose email address must be confirmed
    first counts only once it holds its letters.
    """
    waits = and_(row.hold_expires_at == row.created_at, not_(row.must_confirm))
    return or_(
        row.status.in_([CONFIRMED, COMPLETED]),
        and_(row.status == PENDING, or_(row.hold_expires_at > now, waits)),
    )


_codes = cast("Table", DiscountCode.__table__)
_bookings = cast("Table", Booking.__table__)
_CODE = assert_tenant_filtered(
    select(_codes).where(_codes.c.operator_id == bindparam("operator"), _codes.c.key == bindparam("key"))
)
_USES = assert_tenant_filtered(
    select(func.count()).where(
        _bookings.c.operator_id == bindparam("operator"),
        _bookings.c.discount_code == bindparam("key"),
        _in_use(_bookings.c, bindparam("now", type_=Instant)),
    )
)
_IS_USE = assert_tenant_filtered(
    select(func.count()).where(
        _bookings.c.operator_id == bindparam("operator"),
        _bookings.c.id == bindparam("booking"),
        _in_use(_bookings.c, bindparam("now", type_=Instant)),
    )
)
UNKNOWN = "Unknown discount code"
_REMEDIES = {
    "form": "Remove the code to continue without the discount.",
    "booking": "Increase its number of uses under Settings > Discount Codes first.",
    "quote": "Increase its number of uses under Settings > Discount Codes, or remove the code from the quote.",
    "customer": "Please contact the business.",
}
Door = Literal["form", "booking", "quote", "customer"]
"""Where a code is used: entered in a form, by the business on a booking or a quote, or by a customer on either."""


class CodeNotValid(Conflict):
    """The code exists but can't be used now. ``reason`` is days, uses or minimum."""

    code = "code_not_valid"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence, reason=reason, fields={FIELD: sentence})


@dataclass(frozen=True, slots=True)
class UsableCode:
    """A code that is valid today, for orders of at least ``minimum_cents`` before the discount."""

    key: str
    discount: Discount
    minimum_cents: int
    currency: str

    def ensure_minimum_order(self, order_cents: int) -> None:
        """Raise CodeNotValid if the order is below the minimum."""
        if order_cents < self.minimum_cents:
            least = money(self.minimum_cents, self.currency)
            raise CodeNotValid("minimum", f"This code requires an order of at least {least}.")


def usable_code(
    connection: Connection, terms: Terms, code: str, now: datetime, *, by_operator: bool = True
) -> UsableCode:
    """Look up a code that a customer or operator entered.

    Raises Invalid for an unknown code, and CodeNotValid. For visitors, a code that isn't valid yet is treated as
    unknown, so that codes of future campaigns can't be guessed.
    """
    key, today = code_key(code), terms.today(now)
    row = connection.execute(_CODE, {"operator": terms.operator_id, "key": key}).one_or_none()
    is_early = row is not None and row.first_day is not None and today < row.first_day
    if row is None or (is_early and not by_operator):
        raise Invalid(fields={FIELD: UNKNOWN})
    if is_early and row.first_day is not None:
        raise CodeNotValid("days", f"This code is valid from {in_words(row.first_day, terms.date_format)}.")
    if row.last_day is not None and today > row.last_day:
        raise CodeNotValid("days", f"This code expired on {in_words(row.last_day, terms.date_format)}.")
    ensure_free_use(connection, terms.operator_id, key, now, door="form")
    return UsableCode(key, Discount(cents=row.cents, basis_points=row.basis_points), row.minimum_cents, terms.currency)


def agreed_code(key: str, currency: str) -> UsableCode:
    """Return a code whose discount is part of an agreed price: days and minimum order aren't checked again."""
    return UsableCode(key, NO_DISCOUNT, 0, currency)


def ensure_free_use(
    connection: Connection, operator_id: int, key: str, now: datetime, *, door: Door, booking_id: int | None = None
) -> None:
    """Raise CodeNotValid if a code has no use left. The caller holds the operator's lock, unless it only shows a price.

    A booking that counts as a use already (``booking_id``) keeps it. A code that was renamed since has no limit: what
    was agreed with it still holds.
    """
    if booking_id is not None:
        parameters = {"operator": operator_id, "booking": booking_id, "now": now}
        if connection.execute(_IS_USE, parameters).scalar_one() > 0:
            return
    row = connection.execute(_CODE, {"operator": operator_id, "key": key}).one_or_none()
    used = {"operator": operator_id, "key": key, "now": now}
    if row is not None and row.uses is not None and connection.execute(_USES, used).scalar_one() >= row.uses:
        raise CodeNotValid("uses", f"The discount code “{row.code}” has no uses left. {_REMEDIES[door]}")


def ensure_use_left(connection: Connection, booking: Booking, now: datetime, *, door: Door = "booking") -> None:
    """Raise CodeNotValid if a booking can't use its discount code again (`ensure_free_use`).

    Call before reopening, confirming or holding the booking again. The caller holds the operator's lock.
    """
    if booking.discount_code is not None:
        ensure_free_use(connection, booking.operator_id, booking.discount_code, now, door=door, booking_id=booking.id)


def codes(db: Session) -> list[DiscountCode]:
    """Return the business's codes in the order they were created."""
    return list(db.scalars(select(DiscountCode).order_by(DiscountCode.id)))


def any_codes(db: Session) -> bool:
    """Return true if the business has any codes, so that its form shows the field."""
    return db.scalar(select(DiscountCode.id).limit(1)) is not None


def code_by_id(db: Session, code_id: int) -> DiscountCode | None:
    """Return a code of the business."""
    return db.scalars(select(DiscountCode).where(DiscountCode.id == code_id)).one_or_none()


def is_referenced(db: Session, key: str) -> bool:
    """Return true if a booking has the code, canceled ones included, because they can be reopened."""
    return db.scalar(select(Booking.id).where(Booking.discount_code == key).limit(1)) is not None


def uses_of(db: Session, now: datetime) -> dict[str, int]:
    """Return the number of uses by code key."""
    rows = db.execute(
        select(Booking.discount_code, func.count())
        .where(Booking.discount_code.is_not(None), _in_use(Booking, now))
        .group_by(Booking.discount_code)
    )
    return {str(key): int(count) for key, count in rows}
