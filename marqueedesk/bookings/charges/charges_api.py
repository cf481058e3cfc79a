"""Routes for charges for damaged and lost pieces, and for fees: list proposals, and charge or waive them."""

from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_BOOKS, SEE_MONEY
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.bookings import queries
from marqueedesk.bookings.charges import charge_decisions, charges
from marqueedesk.bookings.charges.charges import ChargeLine
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.bookings.goods import handovers
from marqueedesk.bookings.models import FEES, Booking
from marqueedesk.inventory.pieces import Piece, PieceLabels
from marqueedesk.inventory.schemas import Worth
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import CurrencyUnits, PathId, RequestModel, ResponseModel
from marqueedesk.kit.money import units

router = APIRouter(tags=["goods"], responses=errors(401, 403))


class ChargeInput(RequestModel):
    """PATCH /api/bookings/{id}/charges/{id}: charge a proposal, waive it, or undo either."""

    state: Literal["proposed", "charged", "waived"]
    amount: Annotated[Worth | None, Field(description="Amount without tax; default: the proposed amount")] = None
    taxed: Annotated[bool | None, Field(description="True to add sales tax; default: the business's setting")] = None
    notify: Annotated[bool, Field(description="True to email the customer about a new charge")] = True


class ChargeOut(ResponseModel):
    """A charge for damaged or lost pieces of a booking, for moving it, or for a late payment."""

    id: int
    state: Literal["proposed", "charged", "waived"]
    kind: Annotated[
        Literal["repair", "missing", "reschedule", "late"],
        Field(description="`reschedule`, `late`: a fee for moving the booking or for a late payment, not for a piece"),
    ]
    letter: str | None
    size: str | None
    finish: str | None
    item_id: int | None
    name: Annotated[str, Field(description="The letter, or the item's name")]
    count: int
    note: str | None
    amount: Annotated[CurrencyUnits | None, Field(description="Without tax; null if no price is known")]
    tax: CurrencyUnits
    taxed: bool
    basis: Annotated[Literal["repair", "replacement"] | None, Field(description="Source of a proposed amount")]
    covered: Annotated[bool, Field(description="The customer's damage waiver covers it, so it isn't proposed")]
    at: str
    by: str


class ChargesOut(ResponseModel):
    """The charges and proposals of a booking; ``charged`` is the total owed, with tax."""

    charged: CurrencyUnits
    charges: list[ChargeOut]


def _answer(row: ChargeLine, names: PieceLabels, operator: Operator) -> ChargeOut:
    charge = row.row
    piece = Piece(charge.size, charge.letter, charge.finish)
    is_letter = piece.item_id is None and charge.letter != "" and charge.kind not in FEES
    return ChargeOut.model_validate(
        {
            "id": charge.id,
            "state": charge.state,
            "kind": charge.kind,
            "letter": piece.letter if is_letter else None,
            "size": piece.size if is_letter else None,
            "finish": names.finish(piece) if is_letter else None,
            "item_id": piece.item_id,
            "name": row.name,
            "count": charge.count,
            "note": charge.note,
            "amount": None if row.cents is None else units(row.cents),
            "tax": units(row.tax_cents),
            "taxed": row.is_taxed,
            "basis": row.basis,
            "covered": row.is_covered,
            "at": charge.at.astimezone(ZoneInfo(operator.time_zone)).isoformat(),
            "by": charge.who,
        }
    )


def _all(db: Session, caller: Caller, booking: Booking) -> ChargesOut:
    names = handovers.known_names(db, charges.pieces_of(db, booking.id))
    zone = ZoneInfo(caller.operator.time_zone)
    rows = charges.of_booking(db, booking, names, today=clock.local_day(clock.now(), zone), zone=zone)
    return ChargesOut(
        charged=units(booking.charges_cents), charges=[_answer(row, names, caller.operator) for row in rows]
    )


@router.get("/api/bookings/{booking_id}/charges")
def list_charges(db: Db, caller: Annotated[Caller, Requires(SEE_BOOKS)], booking_id: PathId) -> ChargesOut:
    """List a booking's charges and proposals for damaged and lost pieces, rescheduling and late payments."""
    return _all(db, caller, queries.booking(db, booking_id))


@router.patch("/api/bookings/{booking_id}/charges/{charge_id}")
def decide_charge(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS, SEE_MONEY)],
    charge_id: PathId,
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: ChargeInput,
) -> ChargesOut:
    """Charge a proposal, waive it, or undo either. The agreed price is unchanged; repeating the call has no effect."""
    names = handovers.known_names(db, charges.pieces_of(db, booking.id))
    decision = charge_decisions.Decision(body.state, body.amount, body.taxed, body.notify)
    charge_decisions.decide(db, terms, booking, charge_id, decision, names, by=caller.user, now=clock.now())
    db.flush()
    return _all(db, caller, booking)
