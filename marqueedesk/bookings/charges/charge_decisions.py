"""Decide on proposed charges and fees. Under the operator's lock."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability.models import REPAIR
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.charges.charges import DAMAGE, is_outdated, late_fees_of, line_of, tax_on
from marqueedesk.bookings.models import CHARGED, LATE, RESCHEDULE, Booking, BookingCharge
from marqueedesk.bookings.service import note_change
from marqueedesk.domain_events import BookingCharged, publish
from marqueedesk.inventory.pieces import PieceLabels
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.money import units

State = Literal["proposed", "charged", "waived"]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on a proposed charge. If None, ``cents`` means the proposed amount and ``taxed`` the default.

    With ``notify``, the customer is emailed about a new charge.
    """

    state: State
    cents: int | None = None
    taxed: bool | None = None
    notify: bool = True


def decide(
    db: Session,
    terms: Terms,
    booking: Booking,
    charge_id: int,
    decision: Decision,
    names: PieceLabels,
    *,
    by: User | str,
    now: datetime,
) -> None:
    """Charge a proposal, waive it, or undo either. Does nothing if it is already decided that way.

    ``terms`` are those read when this transaction took the lock; ``by`` is a member of the business, or the customer's
    name for a fee they accepted. Raises NotFound, also for a proposed late fee that no longer applies, and Invalid on
    ``amount`` if no amount is known.
    """
    statement = select(BookingCharge).where(BookingCharge.id == charge_id, BookingCharge.booking_id == booking.id)
    row = db.scalars(statement).one_or_none()
    if row is None:
        raise NotFound
    if row.kind == LATE and is_outdated(booking, row, late_fees_of(db, booking.id), terms.today(now), terms.zone):
        raise NotFound
    before = line_of(db, booking, row, names)
    was = row.cents + row.tax_cents if row.state == CHARGED and row.cents is not None else None
    if decision.state == CHARGED:
        cents = before.cents if decision.cents is None else decision.cents
        if cents is None:
            raise Invalid(fields={"amount": "Enter an amount. Neither a repair cost nor a replacement price is known"})
        taxed = before.is_taxed if decision.taxed is None else decision.taxed
        # The tax on the proposed amount may have been taken out of a fee that includes it.
        tax = before.tax_cents if before.is_taxed and cents == before.cents else tax_on(db, booking, cents)
        row.cents, row.tax_cents, row.name = cents, tax if taxed else 0, before.name[:200]
    elif row.state == CHARGED:
        # Clear the amount so that it is computed again; a rescheduling fee keeps its amount.
        included = row.tax_cents if booking.price.breakdown.tax_included else 0
        row.cents, row.tax_cents = (row.cents or 0) + included if row.kind == RESCHEDULE else None, 0
    new = row.cents + row.tax_cents if decision.state == CHARGED and row.cents is not None else None
    if (row.state, was) == (decision.state, new):
        return
    row.state = decision.state
    if was == new:
        return
    row.at, row.who = now, (by if isinstance(by, str) else by.username)[:120]
    _sum_up(db, terms, booking, now)
    changes = {"damageCharge": [None if was is None else units(was), None if new is None else units(new)]}
    booking.revision += 1
    booking.updated_at = now
    note_change(db, booking, by, now, kind="edited", changes=changes)
    if new is not None:
        charged = BookingCharged(
            operator_id=booking.operator_id, booking_id=booking.id, charge_id=row.id, notify=decision.notify
        )
        publish(db, charged, now)


def charge_damage(
    db: Session, terms: Terms, booking: Booking, cents: int, reason: str, *, by: str, now: datetime
) -> BookingCharge:
    """Charge damage that isn't about a listed piece: the customer owes ``cents`` in addition, tax included."""
    row = BookingCharge(
        booking_id=booking.id, kind=REPAIR, size="", letter="", finish="", count=1, note=reason[:200], state=CHARGED
    )
    row.cents, row.tax_cents, row.name = cents, 0, DAMAGE
    row.at, row.who = now, by[:120]
    db.add(row)
    _sum_up(db, terms, booking, now)
    booking.revision += 1
    booking.updated_at = now
    note_change(db, booking, by, now, kind="edited", changes={"damageCharge": [None, units(cents)]})
    charged = BookingCharged(operator_id=booking.operator_id, booking_id=booking.id, charge_id=row.id, notify=True)
    publish(db, charged, now)
    return row


def _sum_up(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    db.flush()
    both = select(func.coalesce(func.sum(BookingCharge.cents + BookingCharge.tax_cents), 0))
    total = db.scalar(both.where(BookingCharge.booking_id == booking.id, BookingCharge.state == CHARGED)) or 0
    booking.charges_cents = int(total)
    booking.charges_due = terms.today(now) if total else None
