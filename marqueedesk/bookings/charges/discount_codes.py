"""Discount codes of a business: an amount or percentage off, with valid days, a number of uses, and a minimum order.

A booking with the code counts as a use unless it is canceled, or a request whose hold has lapsed. Uses are counted
under the operator's lock, so that the last one is granted only once: when a booking is created, when a quote is booked,
and when a lapsed booking is reopened, confirmed or held again (P12).
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

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
from marqueedesk.pricing.breakdown import Discount

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
USED_UP = "This code has been used up."


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
    if row.uses is not None and _used(connection, terms.operator_id, key, now) >= row.uses:
        raise CodeNotValid("uses", USED_UP)
    return UsableCode(key, Discount(cents=row.cents, basis_points=row.basis_points), row.minimum_cents, terms.currency)


def ensure_not_used_up(connection: Connection, operator_id: int, key: str, now: datetime, sentence: str) -> None:
    """Raise CodeNotValid with ``sentence`` if a code has no uses left. The caller holds the operator's lock.

    The code's valid days and minimum order were checked when the discount was agreed, so they aren't checked again.
    """
    row = connection.execute(_CODE, {"operator": operator_id, "key": key}).one_or_none()
    if row is not None and row.uses is not None and _used(connection, operator_id, key, now) >= row.uses:
        raise CodeNotValid("uses", sentence)


def ensure_use_left(connection: Connection, booking: Booking, now: datetime) -> None:
    """Raise CodeNotValid if a booking's discount code is used up, and the booking itself doesn't count as one of its
    uses anymore.

    Call before reopening, confirming or holding the booking again. The caller holds the operator's lock.
    """
    code = booking.discount_code
    if code is None:
        return
    parameters = {"operator": booking.operator_id, "booking": booking.id, "now": now}
    if connection.execute(_IS_USE, parameters).scalar_one() == 0:
        sentence = f"The discount code “{code}” of this booking has no uses left. Increase its number of uses first."
        ensure_not_used_up(connection, booking.operator_id, code, now, sentence)


def _used(connection: Connection, operator_id: int, key: str, now: datetime) -> int:
    return connection.execute(_USES, {"operator": operator_id, "key": key, "now": now}).scalar_one()


def codes(db: Session) -> list[DiscountCode]:
    """Return the business's codes in the order they were created."""
    return list(db.scalars(select(DiscountCode).order_by(DiscountCode.id)))


def any_codes(db: Session) -> bool:
    """Return true if the business has any codes, so that its form shows the field."""
    return db.scalar(select(DiscountCode.id).limit(1)) is not None


def code_by_id(db: Session, code_id: int) -> DiscountCode | None:
    """Return a code of the business."""
    return db.scalars(select(DiscountCode).where(DiscountCode.id == code_id)).one_or_none()


def uses_of(db: Session, now: datetime) -> dict[str, int]:
    """Return the number of uses by code key."""
    rows = db.execute(
        select(Booking.discount_code, func.count())
        .where(Booking.discount_code.is_not(None), _in_use(Booking, now))
        .group_by(Booking.discount_code)
    )
    return {str(key): int(count) for key, count in rows}
