"""Route for the crew page: the jobs of the next days and the state of each piece, in one response for offline use."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS, SEE_BOOKINGS, SEE_MONEY
from marqueedesk.accounts.schemas import PieceNames as PieceNamesOut
from marqueedesk.availability import outages
from marqueedesk.bookings.goods import day_stops, handovers
from marqueedesk.bookings.goods.handovers_api import CountedPieceOut, NamedPieceOut, counted_piece, named_piece
from marqueedesk.bookings.goods.stocktakes import counting
from marqueedesk.bookings.models import Booking
from marqueedesk.contracts import queries as contracts
from marqueedesk.contracts.contract_links import address_of
from marqueedesk.delivery.rules import rules_of
from marqueedesk.inventory import items, tags
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory.models import COUNTED, PIECE_BACK, PIECE_OUT, PIECE_PACKED, TaggedPiece
from marqueedesk.inventory.outage_schemas import GiveBackOut
from marqueedesk.inventory.pieces import Piece, PieceLabels
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.links import LinkMaker
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.api import piece_names
from marqueedesk.reports.day_api import loading, working_day
from marqueedesk.reports.day_schemas import LoadListOut, StopOut, WorkingDayOut

router = APIRouter(tags=["day"], responses=errors(401, 403))
KEPT_DAYS = 3
"""Number of days stored on a phone: today and the next two."""


class CrewDayOut(ResponseModel):
    """A day's stops in order of time."""

    date: str
    stops: list[StopOut]
    give_back: Annotated[
        list[GiveBackOut], Field(default_factory=list, description="Borrowed pieces to give back this day")
    ]
    load: Annotated[LoadListOut | None, Field(description="For the day's deliveries; null if there are none")] = None


class CrewTagOut(NamedPieceOut):
    """A tagged piece, and the booking that it is packed for or out with, if any."""

    tag: str
    state: Literal["ok", "damaged", "missing", "retired"]
    booking_id: int | None
    booking_number: int | None
    out: bool


class CrewRepairOut(NamedPieceOut):
    """Pieces in repair, which stay in the warehouse."""

    id: int
    count: int
    reason: str | None
    reported_by: Annotated[str | None, Field(description="null if not recorded")]


class CrewContractOut(ResponseModel):
    """The contract of a booking. Staff only see whether it is signed."""

    booking_id: int
    signed: bool
    sign_url: Annotated[
        str | None,
        Field(description="The next signer's page, for owners and managers; null if nobody has to sign"),
    ]


class LetterToCountOut(NamedPieceOut):
    """A letter on its shelf, in an open stocktake."""

    slot: str | None
    expected: int
    counted: Annotated[int | None, Field(description="Null if it wasn't counted")]


class OpenStocktakeOut(ResponseModel):
    """An open stocktake, along the shelves."""

    id: int
    started_at: str
    started_by: str
    rows: list[LetterToCountOut]


class CrewOut(ResponseModel):
    """Upcoming jobs, and the state of each booking's pieces. Amounts are only included if crews collect them."""

    person: Annotated[int, Field(description="The signed-in user; a phone sends only this user's records")]
    name: str
    currency: str
    date_format: str
    time_format: str
    piece_names: Annotated[PieceNamesOut, Field(description="Names of sizes and finishes, by code")]
    today: str
    read_at: str
    days: list[CrewDayOut]
    pieces: Annotated[dict[str, list[CountedPieceOut]], Field(description="By the booking's id")]
    tags: Annotated[list[CrewTagOut], Field(description="Pieces by scanned code")]
    repairs: Annotated[list[CrewRepairOut], Field(description="Repairs of letters and items in these jobs")]
    contracts: Annotated[list[CrewContractOut], Field(description="Contracts that were sent for these jobs")]
    stocktakes: Annotated[list[OpenStocktakeOut], Field(description="Open stocktakes, latest first")]
    stock: Annotated[list[NamedPieceOut], Field(description="Letters and items that can be reported as broken or lost")]


@router.get("/api/crew")
def crew(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKINGS)],
    days: Annotated[int, Query(ge=1, le=7)] = KEPT_DAYS,
) -> CrewOut:
    """Get today's and upcoming jobs for offline use. Yesterday's open pickups come first, because a pickup at 11:30 PM
    ends after midnight.
    """
    operator = caller.operator
    now = clock.now()
    today = clock.local_day(now, ZoneInfo(operator.time_zone))
    collects = caller.may(SEE_MONEY) or rules_of(operator.rules).crew_collects
    found = [
        working_day(db, operator, today + timedelta(days=after), now=now, collects=collects)
        for after in range(-1, days)
    ]
    yesterday = found[0]
    # Today's list includes what should have been given back yesterday.
    yesterday.give_back = []
    yesterday.stops = [stop for stop in yesterday.stops if stop.kind == "pickup" and not stop.done]
    if not yesterday.stops:
        found.remove(yesterday)
    ids = {stop.booking.id for each in found for stop in each.stops}
    bookings = db.scalars(select(Booking).where(Booking.id.in_(ids))).all() if ids else ()
    counted = handovers.counted_of(db, {row.id: day_stops.packed_together([row]) for row in bookings})
    taken = {row.piece for rows in counted.values() for row in rows}
    names = handovers.known_names(db, taken)
    tagged = tags.pieces(db)
    return CrewOut.of_row(
        operator,
        person=caller.user.id,
        name=caller.user.username,
        piece_names=piece_names(db, operator.id),
        today=today.isoformat(),
        read_at=now.isoformat(),
        days=[
            CrewDayOut(date=each.date, stops=each.stops, give_back=each.give_back, load=_load(db, each, bookings))
            for each in found
        ],
        pieces={str(id_): [counted_piece(row, names) for row in rows] for id_, rows in counted.items()},
        tags=_tags(db, tagged, handovers.known_names(db, [row.piece for row in tagged])) if tagged else [],
        repairs=[
            CrewRepairOut.adding(
                named_piece(piece, names),
                id=row.id,
                count=row.count,
                reason=row.reason,
                reported_by=row.reported_by,
            )
            for row in outages.in_repair(db, today, today + timedelta(days=days - 1))
            if (piece := Piece(row.size, row.letter, row.finish)) in taken
        ],
        contracts=_contracts(db, caller, bookings, LinkMaker.here(request)),
        stocktakes=_stocktakes(db, today),
        stock=_stock(db, names),
    )


def _load(db: Session, day: WorkingDayOut, bookings: Iterable[Booking]) -> LoadListOut | None:
    by_id = {row.id: row for row in bookings}
    deliveries = [by_id[stop.booking.id] for stop in day.stops if stop.kind == "delivery"]
    return loading(db, deliveries, pricing.price_list(db)) if deliveries else None


def _contracts(db: Session, caller: Caller, bookings: Iterable[Booking], links: LinkMaker) -> list[CrewContractOut]:
    may_sign = caller.may(MANAGE_DOCUMENTS)
    rows: list[CrewContractOut] = []
    for booking_id, view in contracts.of_bookings(db, caller.operator, bookings, clock.now()).items():
        if view.subject.is_over:
            continue
        signer = view.next_signer
        url = address_of(links.signer, links.public_url, signer) if signer is not None and may_sign else None
        rows.append(CrewContractOut(booking_id=booking_id, signed=view.state == "signed", sign_url=url))
    return rows


def _stocktakes(db: Session, today: date) -> list[OpenStocktakeOut]:
    stocktakes = counting.open_stocktakes(db)
    if not stocktakes:
        return []
    rows = counting.rows_by_stocktake(db, stocktakes, pricing.price_list(db), today)
    names = handovers.known_names(db, {row.piece for counted in rows.values() for row in counted})
    return [
        OpenStocktakeOut.of_row(
            stocktake,
            started_at=stocktake.started_at.isoformat(),
            rows=[
                LetterToCountOut.adding(
                    named_piece(row.piece, names), slot=row.slot, expected=row.expected, counted=row.counted
                )
                for row in rows[stocktake.id]
            ],
        )
        for stocktake in stocktakes
    ]


def _stock(db: Session, names: PieceLabels) -> list[NamedPieceOut]:
    """Return the letters and counted items that the business owns, letters by name and size."""
    letters = [row.piece for row in inventory.letters(db) if row.quantity > 0]
    owned = [row for row in items.items(db) if row.kind == COUNTED and row.quantity > 0]
    labels = PieceLabels(names.usual_finish, {row.id: row.name for row in owned})
    letters.sort(key=lambda piece: (piece.letter, piece.size, piece.finish))
    return [named_piece(piece, labels) for piece in [*letters, *[row.piece for row in owned]]]


def _tags(db: Session, rows: list[TaggedPiece], names: PieceLabels) -> list[CrewTagOut]:
    busy = {row.booking_id for row in rows if row.booking_id is not None and row.place in {PIECE_PACKED, PIECE_OUT}}
    numbers = {row.id: row.number for row in db.scalars(select(Booking).where(Booking.id.in_(busy)))} if busy else {}
    found: list[CrewTagOut] = []
    for row in rows:
        booking_id = row.booking_id if row.booking_id in numbers and row.place != PIECE_BACK else None
        found.append(
            CrewTagOut.adding(
                named_piece(row.piece, names),
                tag=row.tag,
                state=row.state,
                booking_id=booking_id,
                booking_number=numbers[booking_id] if booking_id is not None else None,
                out=booking_id is not None and row.place == PIECE_OUT,
            )
        )
    return found
