"""Charges for damaged and lost pieces, for moving a booking, and for late payments. They are proposed automatically,
but only a team member can charge them.

The agreed price of the booking doesn't change; charges are owed in addition, with tax at the agreed rate (L17). All
writes happen under the operator's lock.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability.models import MISSING, REPAIR, LetterOutage
from marqueedesk.bookings.models import (
    CHARGED,
    COMPLETED,
    CONFIRMED,
    FEES,
    LATE,
    PROPOSED,
    RESCHEDULE,
    WAIVED,
    Booking,
    BookingCharge,
)
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.pieces import Piece, PieceLabels
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.text.formats import day
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.agreed_price import read_breakdown
from marqueedesk.pricing.breakdown import added_tax, included_tax

Basis = Literal["repair", "replacement"]
RESCHEDULING: Final = "Rescheduling fee"
LATE_FEE: Final = "Late fee"
_FEE_NAMES: Final = {RESCHEDULE: RESCHEDULING, LATE: LATE_FEE}
DAMAGE: Final = "Damage"


@dataclass(frozen=True, slots=True)
class Damage:
    """Pieces returned damaged, or not returned: ``kind`` is repair or missing."""

    piece: Piece
    count: int
    kind: str
    note: str | None
    outage_id: int | None


@dataclass(frozen=True, slots=True)
class ChargeLine:
    """A charge or a proposed charge, in cents.

    ``basis`` is the source of a proposed amount: the repair cost or the replacement price. It and ``cents`` are None if
    neither is known. ``is_covered`` is true if the customer's damage waiver covers it.
    """

    row: BookingCharge
    name: str
    cents: int | None
    tax_cents: int
    is_taxed: bool
    basis: Basis | None
    is_covered: bool = False


def propose(db: Session, booking: Booking, damage: Damage, *, by: User, now: datetime) -> None:
    """Record that pieces of a booking were damaged or lost. Nothing is charged.

    Damage covered by the customer's waiver isn't proposed either, but can still be charged.
    """
    db.add(
        BookingCharge(
            booking_id=booking.id,
            outage_id=damage.outage_id,
            kind=damage.kind,
            **damage.piece._asdict(),
            count=damage.count,
            note=damage.note,
            state=WAIVED if is_covered(booking, damage.kind) else PROPOSED,
            at=now,
            who=by.username[:120],
        )
    )


def propose_rescheduling(
    db: Session, booking: Booking, before: date, style: str, *, today: date, by: User | str, now: datetime
) -> None:
    """Propose the fee for moving a booking, by its agreed terms. ``before`` is its previous delivery day.

    A pending proposal is updated, so there is never more than one. ``style`` is the business's date format, ``by`` a
    member of the business or the customer's name.
    """
    cents = rescheduling_fee(booking, booking.total_cents, before, today)
    open_ = proposed_rescheduling(db, booking.id)
    if open_ is None and cents:
        open_ = BookingCharge(
            booking_id=booking.id, kind=RESCHEDULE, size="", letter="", finish="", count=1, state=PROPOSED
        )
        db.add(open_)
    if open_ is not None:
        open_.cents = max(cents, open_.cents or 0)
        open_.note = f"From {day(before, style)} to {day(booking.delivery_day, style)}"
        open_.at, open_.who = now, (by if isinstance(by, str) else by.username)[:120]


def rescheduling_fee(booking: Booking, total_cents: int, before: date, today: date) -> int:
    """Return the fee for moving a booking from the delivery day ``before`` by its agreed terms, without tax."""
    fee = booking.terms.reschedule
    return fee.of(total_cents, before, today, booking.price.breakdown.step_cents) if fee else 0


def proposed_rescheduling(db: Session, booking_id: int) -> BookingCharge | None:
    """Return a booking's rescheduling fee that isn't decided on yet, or None."""
    statement = select(BookingCharge).where(
        BookingCharge.booking_id == booking_id, BookingCharge.kind == RESCHEDULE, BookingCharge.state == PROPOSED
    )
    return db.scalars(statement).first()


def late_fee_day(booking: Booking, due: date, month: int) -> date | None:
    """Return the first day on which the late fee of a month applies to a part of the price that is due on a day; None
    if there is no fee. ``month`` 0 is the first fee.
    """
    fee = booking.terms.late
    if fee is None or booking.status not in {CONFIRMED, COMPLETED}:
        return None
    return fee.first_day(max(due, booking.late_fees_from or due), month)


def late_fees_of(db: Session, booking_id: int) -> list[BookingCharge]:
    """Return a booking's late fees, decided on or not."""
    return list(
        db.scalars(select(BookingCharge).where(BookingCharge.booking_id == booking_id, BookingCharge.kind == LATE))
    )


def is_repeated(part: int, month: int, overdue_cents: int, rows: Iterable[BookingCharge]) -> bool:
    """Return true if the fee of a month was already charged or waived for the same part and amount, before the booking
    was moved. ``rows`` are the late fees of the booking; ``part`` is the number of parts due after this one.
    """
    key = part, month, overdue_cents
    return any(row.state != PROPOSED and (row.late_part, row.late_month, row.late_cents) == key for row in rows)


def is_outdated(
    booking: Booking, row: BookingCharge, rows: Iterable[BookingCharge], today: date, zone: ZoneInfo
) -> bool:
    """Return true for a proposed late fee that no longer applies, because the booking was moved or canceled. ``rows``
    are the charges of the booking.
    """
    due, part, month, overdue_cents = row.late_due, row.late_part, row.late_month, row.late_cents
    if row.state != PROPOSED or due is None or part is None or month is None or overdue_cents is None:
        return False
    first = late_fee_day(booking, due, month)
    is_due = first is not None and first <= today and due in {one.due for one in booking.agreed_parts(zone)}
    return not is_due or is_repeated(part, month, overdue_cents, rows)


def is_covered(booking: Booking, kind: str) -> bool:
    """Return true if the customer's damage waiver covers it. Losses are never covered."""
    return kind == REPAIR and read_breakdown(booking.breakdown).damage_waiver_cents > 0


def outage_is_over(db: Session, outage: LetterOutage) -> None:
    """Store the cost of a finished repair in its proposal; delete the proposal for lost pieces that turned up."""
    rows = db.scalars(select(BookingCharge).where(BookingCharge.outage_id == outage.id))
    for row in rows.all():
        row.outage_id = None
        if row.state == CHARGED:
            continue
        if outage.kind == MISSING:
            db.delete(row)
        else:
            row.cents = outage.cost_cents


def outage_is_back(db: Session, outage: LetterOutage, *, by: User, now: datetime) -> None:
    """Undo `outage_is_over`: propose the charge again, unless it was charged."""
    booking = None if outage.booking_id is None else own(db, Booking, outage.booking_id)
    if booking is None:
        return
    piece = Piece(outage.size, outage.letter, outage.finish)
    rows = db.scalars(
        select(BookingCharge).where(
            BookingCharge.booking_id == booking.id,
            BookingCharge.outage_id.is_(None),
            BookingCharge.kind == outage.kind,
            BookingCharge.size == piece.size,
            BookingCharge.letter == piece.letter,
            BookingCharge.finish == piece.finish,
            BookingCharge.count == outage.count,
        )
    )
    proposal = next(iter(rows.all()), None)
    if proposal is not None:
        proposal.outage_id = outage.id
    elif outage.kind == MISSING:
        propose(db, booking, Damage(piece, outage.count, outage.kind, outage.reason, outage.id), by=by, now=now)


def outage_changed_kind(db: Session, outage: LetterOutage) -> None:
    """Update the proposal of a repair that became a loss, or of a loss that became a repair."""
    for row in db.scalars(select(BookingCharge).where(BookingCharge.outage_id == outage.id)).all():
        if row.state == CHARGED:
            continue
        booking = existing(own(db, Booking, row.booking_id), NotFound)
        was_covered, covers_now = is_covered(booking, row.kind), is_covered(booking, outage.kind)
        row.kind = outage.kind
        if was_covered != covers_now:
            row.state = WAIVED if covers_now else PROPOSED


def of_booking(db: Session, booking: Booking, names: PieceLabels, *, today: date, zone: ZoneInfo) -> list[ChargeLine]:
    """Return a booking's charges, and the proposals that apply today, in the order they were recorded."""
    rows = list(
        db.scalars(select(BookingCharge).where(BookingCharge.booking_id == booking.id).order_by(BookingCharge.id))
    )
    return [line_of(db, booking, row, names) for row in rows if not is_outdated(booking, row, rows, today, zone)]


def pieces_of(db: Session, booking_id: int) -> list[Piece]:
    """Return the pieces that a booking's charges are for."""
    statement = select(BookingCharge.size, BookingCharge.letter, BookingCharge.finish)
    about = statement.where(
        BookingCharge.booking_id == booking_id, BookingCharge.kind.not_in(FEES), BookingCharge.letter != ""
    )
    return [Piece(*row) for row in db.execute(about)]


def charged(db: Session, booking_id: int) -> list[BookingCharge]:
    """Return the charges that a booking's customer owes, oldest first."""
    statement = select(BookingCharge).where(BookingCharge.booking_id == booking_id, BookingCharge.state == CHARGED)
    return list(db.scalars(statement.order_by(BookingCharge.id)))


def charge_in_words(row: BookingCharge) -> str:
    """Describe a charge for the customer: "2 × E (4ft), damaged", "Rescheduling fee", "Late fee, payment due June 1,
    2027".
    """
    if row.kind == RESCHEDULE:
        return RESCHEDULING
    if row.kind == LATE:
        return f"{LATE_FEE}, {row.note[:1].lower()}{row.note[1:]}" if row.note else LATE_FEE
    if not row.letter:
        return row.note or DAMAGE
    size = f" ({row.size})" if Piece(row.size, row.letter, row.finish).item_id is None else ""
    return f"{row.count} × {row.name or row.letter}{size}, {'lost' if row.kind == MISSING else 'damaged'}"


def line_of(db: Session, booking: Booking, row: BookingCharge, names: PieceLabels) -> ChargeLine:
    """Return a charge, or a proposal with the amount it would be charged at."""
    if row.kind in FEES:
        if row.state == CHARGED:
            return ChargeLine(row, _FEE_NAMES[row.kind], row.cents, row.tax_cents, row.tax_cents > 0, None)
        cents, tax = fee_and_tax(db, booking, _fee_cents(booking, row))
        return ChargeLine(row, _FEE_NAMES[row.kind], cents, tax, True, None)
    if not row.letter:
        return ChargeLine(row, row.note or DAMAGE, row.cents, row.tax_cents, row.tax_cents > 0, None)
    piece = Piece(row.size, row.letter, row.finish)
    item_id = piece.item_id
    name = row.name or (piece.letter if item_id is None else names.item(item_id))
    if row.state == CHARGED:
        return ChargeLine(row, name, row.cents, row.tax_cents, row.tax_cents > 0, None, is_covered(booking, row.kind))
    owner = _owner(db, piece)
    taxable = owner.is_taxable if isinstance(owner, Item) else True
    cents, basis = _proposed(db, row, owner)
    tax = tax_on(db, booking, cents) if taxable and cents is not None else 0
    return ChargeLine(row, name, cents, tax, taxable, basis, is_covered(booking, row.kind))


def _fee_cents(booking: Booking, row: BookingCharge) -> int:
    """Return a fee that isn't charged as the terms state it: a late fee by its overdue amount, so that it is the same
    again after another amount was charged.
    """
    late = booking.terms.late
    if row.late_cents is None or late is None:
        return row.cents or 0
    return late.of(row.late_cents, booking.breakdown.get("step_cents", 1))


def _proposed(db: Session, row: BookingCharge, owner: InventoryItem | Item | None) -> tuple[int | None, Basis | None]:
    if row.kind == REPAIR:
        cost = row.cents
        if row.outage_id is not None:
            cost = db.scalar(select(LetterOutage.cost_cents).where(LetterOutage.id == row.outage_id))
        if cost is not None:
            return cost, "repair"
    each = owner.replacement_cents if owner is not None else None
    return (None, None) if each is None else (each * row.count, "replacement")


def _owner(db: Session, piece: Piece) -> InventoryItem | Item | None:
    if (item_id := piece.item_id) is not None:
        return db.scalars(select(Item).where(Item.id == item_id)).one_or_none()
    statement = select(InventoryItem).where(
        InventoryItem.size == piece.size, InventoryItem.letter == piece.letter, InventoryItem.finish == piece.finish
    )
    return db.scalars(statement).one_or_none()


def tax_on(db: Session, booking: Booking, cents: int) -> int:
    """Return the tax on a charge at the booking's agreed rate, or at the current rate if an old booking has none
    stored.
    """
    figures = booking.price.breakdown
    return 0 if figures.tax_exempt else added_tax(cents, _tax_ppm(db, booking), figures.step_cents)


def fee_and_tax(db: Session, booking: Booking, cents: int) -> tuple[int, int]:
    """Return a fee without tax, and the tax on it. If the agreed prices include tax, so does the fee in the terms,
    ``cents``; otherwise tax is added to it.
    """
    figures = booking.price.breakdown
    if not figures.tax_included:
        return cents, tax_on(db, booking, cents)
    tax = included_tax(cents, _tax_ppm(db, booking), figures.step_cents)
    return cents - tax, 0 if figures.tax_exempt else tax


def _tax_ppm(db: Session, booking: Booking) -> int:
    order = booking.price.order
    return pricing.price_list(db).sales_tax_ppm if order is None else order.sales_tax_ppm
