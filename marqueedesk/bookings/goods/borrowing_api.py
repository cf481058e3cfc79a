"""Routes to record what a booking borrows from another business, to undo that, and to tick it as given back."""

from typing import Annotated, ClassVar

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.bookings.details import BookingForUpdate, booking_details
from marqueedesk.bookings.goods import borrowing
from marqueedesk.bookings.goods.at_risk_api import ResolvedOut
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.outage_schemas import BorrowedOut
from marqueedesk.inventory.pieces import Piece
from marqueedesk.inventory.schemas import Worth
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import AtMost, Id, OptionalText, PathId, RequestModel, RequiredText
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.line_schemas import MOST_OF_AN_ITEM
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["goods"], responses=errors(401, 403))


class PieceToBorrowInput(RequestModel):
    """A quantity of a letter of a size and finish, or of an item."""

    letter: Annotated[OptionalText, AtMost(32)] = None
    size: Annotated[OptionalText, AtMost(20)] = None
    finish: Annotated[OptionalText, AtMost(20)] = None
    item_id: Id | None = None
    count: Annotated[int, Field(ge=1, le=MOST_OF_AN_ITEM)]


class BorrowInput(RequestModel):
    """POST /api/bookings/{id}/borrowed: pieces that another business lends for the booking."""

    paths: ClassVar[frozenset[str]] = frozenset({"pieces"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {"pieces": {"too_short": "Add at least one piece"}}

    lender: Annotated[RequiredText, AtMost(120)]
    pieces: Annotated[list[PieceToBorrowInput], Field(min_length=1, max_length=60)]
    first_day: Annotated[str, Field(max_length=10)]
    last_day: Annotated[str, Field(max_length=10, description="The day they are given back")]
    cost: Worth | None = None


class GivenBackInput(RequestModel):
    """PATCH /api/bookings/{id}/borrowed/{id}: whether the pieces were given back."""

    given_back: bool


@router.post(
    "/api/bookings/{booking_id}/borrowed",
    status_code=201,
    response_model_exclude_unset=True,
    responses=errors(404, 409),
)
def borrow(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: BorrowInput,
) -> ResolvedOut:
    """Record pieces that a booking is short of and borrows from another business. They serve this booking on these
    days, and never count as owned.

    409 `not_offered` if the booking is no longer short of them.
    """
    prices, now = pricing.price_list(db), clock.now()
    pieces: dict[Piece, tuple[int, str]] = {}
    for at, row in enumerate(body.pieces):
        piece = _piece(row, at, prices)
        if piece in pieces:
            raise Invalid(fields={f"pieces[{at}].letter": "List each piece once"})
        pieces[piece] = row.count, f"pieces[{at}].count"
    loan = borrowing.Loan(
        body.lender, pieces, read_day(body.first_day, "firstDay"), read_day(body.last_day, "lastDay"), body.cost
    )
    borrowing.borrow(db, terms, booking, loan, prices, by=caller.user, now=now)
    return _answer(db, caller, booking)


@router.patch("/api/bookings/{booking_id}/borrowed/{loan_id}", responses=errors(404))
def give_back(
    db: Db,
    caller: Annotated[Caller, Requires(ADD_NOTES)],
    booking: BookingForUpdate,
    loan_id: PathId,
    body: GivenBackInput,
) -> BorrowedOut:
    """Tick borrowed pieces as given back, or untick them."""
    row = borrowing.of_booking(db, booking, loan_id)
    if not body.given_back:
        row.given_back_at = None
    elif row.given_back_at is None:
        row.given_back_at = clock.now()
    prices = pricing.price_list(db)
    return borrowing.serialize(db, [(row, booking)], prices, sees_money=caller.may(SEE_MONEY))[0]


@router.delete(
    "/api/bookings/{booking_id}/borrowed/{loan_id}", response_model_exclude_unset=True, responses=errors(404)
)
def undo_borrowing(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    terms: LockedTerms,
    booking: BookingForUpdate,
    loan_id: PathId,
) -> ResolvedOut:
    """Delete what was recorded as borrowed. The booking may be short of these pieces again."""
    borrowing.remove(db, terms, booking, loan_id, pricing.price_list(db), by=caller.user, now=clock.now())
    return _answer(db, caller, booking)


def _piece(row: PieceToBorrowInput, at: int, prices: PriceList) -> Piece:
    if row.item_id is not None:
        return Piece.of_item(row.item_id)
    if not row.letter or not row.size:
        raise Invalid(fields={f"pieces[{at}].letter": "Name a letter with its size, or an item"})
    try:
        letter = normalize_letter(row.letter)
    except MessageRefused as refused:
        raise Invalid(fields={f"pieces[{at}].letter": str(refused)}) from None
    finish = prices.stored_finish(row.finish)
    return Piece(row.size, letter, row.finish or "" if finish is None else finish)


def _answer(db: Session, caller: Caller, booking: Booking) -> ResolvedOut:
    db.flush()
    shown = booking_details(db, caller, booking)
    return ResolvedOut(booking=shown, risk=shown.risk)
