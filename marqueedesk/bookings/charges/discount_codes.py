"""Discount codes of a business: an amount or a share off, for some days, a number of uses, from a minimum order.

A use is a booking that was made with the code and is neither canceled nor a request whose hold has lapsed. Bookings
are counted under the operator's lock, so that the last use is granted once, wherever a booking becomes a use: when it
is created, when a quote is booked, and when it is reopened, confirmed or held again after its hold has lapsed (P12).
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

from marqueedesk.bookings.models import COMPLETED, CONFIRMED, PENDING, Booking
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.errors import Conflict, Invalid
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.kit.text.wording import day as in_words
from marqueedesk.pricing.breakdown import Discount

FIELD = "discountCode"
LONGEST_CODE = 40


class DiscountCode(GoesWithOperator, Base):
    """A code. ``key`` is what is compared: case does not matter. ``cents`` or ``basis_points`` is 0."""

    __tablename__ = "discount_codes"
    __topic__ = "settings"
    __table_args__ = (UniqueConstraint("operator_id", "key"), {"sqlite_autoincrement": True})

    id: Mapped[int] = own_id()
    code: Mapped[str] = mapped_column(String(LONGEST_CODE))
    key: Mapped[str] = mapped_column(String(2 * LONGEST_CODE))
    cents: Mapped[int] = mapped_column(BigInteger, default=0)
    basis_points: Mapped[int] = mapped_column(Integer, default=0)
    # The days on which it can be used, both included.
    first_day: Mapped[date | None] = mapped_column(Date)
    last_day: Mapped[date | None] = mapped_column(Date)
    uses: Mapped[int | None] = mapped_column(Integer)
    minimum_cents: Mapped[int] = mapped_column(BigInteger, default=0)


def _in_use(row: Any, now: Any) -> ColumnElement[bool]:
    """Whether a booking counts as a use. A request that was asked anyway holds nothing, and counts all the same. One
    whose address must be confirmed first does not count before it holds its letters.
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
    """The business has the code, but it cannot be used now. ``reason`` says why: days, uses or minimum."""

    code = "code_not_valid"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence, reason=reason, fields={FIELD: sentence})


@dataclass(frozen=True, slots=True)
class UsableCode:
    """A code that can be used today, for an order of at least ``minimum_cents`` before the discount."""

    key: str
    discount: Discount
    minimum_cents: int

    def refuse_small_order(self, order_cents: int) -> None:
        """Raise CodeNotValid for an order that is too small."""
        if order_cents < self.minimum_cents:
            least = f"{self.minimum_cents / 100:,.2f}"
            raise CodeNotValid("minimum", f"This code needs an order of at least {least}.")


def key_of(code: str) -> str:
    """A code as it is compared."""
    return code_key(code)


def usable_code(
    connection: Connection, operator_id: int, code: str, today: date, now: datetime, *, by_operator: bool = True
) -> UsableCode:
    """A code that was entered. ``today`` is the business's day.

    Raises Invalid if the business has no such code, and CodeNotValid. For a visitor a code that is not valid yet is
    unknown: codes of coming campaigns cannot be found by guessing.
    """
    key = key_of(code)
    row = connection.execute(_CODE, {"operator": operator_id, "key": key}).one_or_none()
    is_early = row is not None and row.first_day is not None and today < row.first_day
    if row is None or (is_early and not by_operator):
        raise Invalid(fields={FIELD: UNKNOWN})
    if is_early and row.first_day is not None:
        raise CodeNotValid("days", f"This code can be used from {in_words(row.first_day)}.")
    if row.last_day is not None and today > row.last_day:
        raise CodeNotValid("days", f"This code could be used until {in_words(row.last_day)}.")
    if row.uses is not None and _used(connection, operator_id, key, now) >= row.uses:
        raise CodeNotValid("uses", USED_UP)
    return UsableCode(key, Discount(cents=row.cents, basis_points=row.basis_points), row.minimum_cents)


def refuse_used_up(connection: Connection, operator_id: int, key: str, now: datetime, sentence: str) -> None:
    """Raise CodeNotValid with ``sentence`` if a code has no use left. Its days and its minimum are not checked: they
    were when its discount was agreed. The caller holds the operator's lock.
    """
    row = connection.execute(_CODE, {"operator": operator_id, "key": key}).one_or_none()
    if row is not None and row.uses is not None and _used(connection, operator_id, key, now) >= row.uses:
        raise CodeNotValid("uses", sentence)


def refuse_another_use(connection: Connection, booking: Booking, now: datetime) -> None:
    """Raise CodeNotValid if a booking is no use of its code any more and the code has none left, before the booking is
    reopened, confirmed or held again. The caller holds the operator's lock.
    """
    code = booking.discount_code
    if code is None:
        return
    parameters = {"operator": booking.operator_id, "booking": booking.id, "now": now}
    if connection.execute(_IS_USE, parameters).scalar_one() == 0:
        sentence = f"The discount code “{code}” of this booking has been used up. Raise its number of uses first."
        refuse_used_up(connection, booking.operator_id, code, now, sentence)


def _used(connection: Connection, operator_id: int, key: str, now: datetime) -> int:
    return connection.execute(_USES, {"operator": operator_id, "key": key, "now": now}).scalar_one()


def codes(db: Session) -> list[DiscountCode]:
    """The business's codes, in the order in which they were made."""
    return list(db.scalars(select(DiscountCode).order_by(DiscountCode.id)))


def any_codes(db: Session) -> bool:
    """Whether the business has a code, so that its form asks for one."""
    return db.scalar(select(DiscountCode.id).limit(1)) is not None


def code_by_id(db: Session, code_id: int) -> DiscountCode | None:
    """One code of the business."""
    return db.scalars(select(DiscountCode).where(DiscountCode.id == code_id)).one_or_none()


def uses_of(db: Session, now: datetime) -> dict[str, int]:
    """How often each code was used, by its key."""
    rows = db.execute(
        select(Booking.discount_code, func.count())
        .where(Booking.discount_code.is_not(None), _in_use(Booking, now))
        .group_by(Booking.discount_code)
    )
    return {str(key): int(count) for key, count in rows}
