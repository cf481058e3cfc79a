"""Routes for stocktakes. Everyone on the team can count; starting and finishing require the right to change stock."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, record_action
from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.availability.operator_lock import Terms, read_operator
from marqueedesk.bookings.goods import at_risk
from marqueedesk.bookings.goods.deletion_guards import outage_out
from marqueedesk.bookings.goods.phone_times import read_phone_time
from marqueedesk.bookings.goods.stocktakes import counting, finishing
from marqueedesk.bookings.goods.stocktakes.counting import NewCount
from marqueedesk.bookings.goods.stocktakes.models import Stocktake, StoredCountRow
from marqueedesk.bookings.goods.stocktakes.schemas import (
    CountInput,
    CountsInput,
    FinishedStocktakeOut,
    FinishStocktakeInput,
    QuantityChangeOut,
    StocktakeInput,
    StocktakeOut,
    StocktakeRowOut,
    StocktakeSummaryOut,
)
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import CSV, csv_answer, errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList

router = APIRouter(tags=["stocktakes"], responses=errors(401, 403))
Counter = Annotated[Caller, Requires(SEE_STOCK)]
Stockkeeper = Annotated[Caller, Requires(CHANGE_STOCK)]
_COLUMNS = ("slot", "letter", "size", "finish", "expected", "counted", "difference", "countedBy")


@router.get("/api/stocktakes")
def list_stocktakes(db: Db, _: Counter) -> list[StocktakeSummaryOut]:
    """List the last 100 stocktakes, latest first."""
    return [_summary(row) for row in counting.all_stocktakes(db)]


@router.post("/api/stocktakes", status_code=201, response_model_exclude_unset=True, responses=errors(409))
def start_stocktake(db: Db, caller: Stockkeeper, terms: LockedTerms, body: StocktakeInput) -> StocktakeOut:
    """Start counting the letters of these sizes, or of all sizes. 409 `too_many_open` while five are open."""
    prices = pricing.price_list(db)
    row = counting.start(db, body.sizes, prices, by=caller.user, now=clock.now())
    return _shown(db, terms, caller, row, prices)


@router.get("/api/stocktakes/{stocktake_id}", response_model_exclude_unset=True, responses=errors(404))
def get_stocktake(db: Db, caller: Counter, stocktake_id: PathId) -> StocktakeOut:
    """Get a stocktake with the letters along the shelves: expected, counted, and the difference."""
    row, prices = counting.stocktake(db, stocktake_id), pricing.price_list(db)
    return _shown(db, read_operator(db.connection(), caller.operator.id), caller, row, prices)


@router.get("/api/stocktakes/{stocktake_id}/report.csv", responses=errors(404, 429) | CSV)
def export_stocktake(request: Request, db: Db, caller: Counter, stocktake_id: PathId) -> Response:
    """Export a stocktake as CSV, a letter a row along the shelves. Cells of letters that weren't counted are empty.
    `value`, the replacement price of the missing pieces, is only included for users who see money.
    """
    CSV_FILES.spend_with(request, SEE_STOCK)
    report = get_stocktake(db, caller, stocktake_id)
    money = caller.may(SEE_MONEY)
    columns = [*_COLUMNS, "value"] if money else _COLUMNS
    cells = (
        [row.slot, row.letter, row.size, row.finish, row.expected, row.counted, row.difference, row.counted_by]
        + ([row.value] if money else [])
        for row in report.rows
    )
    return csv_answer(csv_text.document(columns, cells), f"stocktake-{report.started_at[:10]}.csv")


@router.put("/api/stocktakes/{stocktake_id}/counts", response_model_exclude_unset=True, responses=errors(404, 409))
def record_counts(db: Db, caller: Counter, terms: LockedTerms, stocktake_id: PathId, body: CountsInput) -> StocktakeOut:
    """Record counts, each once per `clientId`. If a letter is counted twice, the count with the later `at` is valid.
    409 `finished` once the stocktake is finished.
    """
    row, prices, now = counting.open_stocktake(db, stocktake_id), pricing.price_list(db), clock.now()
    counts = [
        NewCount(_piece(count, at, prices), count.counted, count.client_id, _at(count, at, terms))
        for at, count in enumerate(body.counts)
    ]
    counting.record_counts(db, row, counts, terms.today(now), by=caller.user, now=now)
    return _shown(db, terms, caller, row, prices)


@router.post("/api/stocktakes/{stocktake_id}/finish", response_model_exclude_unset=True, responses=errors(404, 409))
def finish_stocktake(
    db: Db, caller: Stockkeeper, terms: LockedTerms, stocktake_id: PathId, body: FinishStocktakeInput
) -> FinishedStocktakeOut:
    """Finish a stocktake. Missing pieces become losses or repairs without an end date, or reduce the quantity; pieces
    found end losses, and otherwise add to the quantity. Letters that weren't counted don't change.
    """
    row, prices, now = counting.open_stocktake(db, stocktake_id), pricing.price_list(db), clock.now()
    result = finishing.finish(db, terms, row, body.differences, prices, by=caller.user, now=now)
    record_action(db, caller, "stocktake.finished", (row.id, None), differences=body.differences)
    return FinishedStocktakeOut.adding(
        _shown(db, terms, caller, row, prices),
        outages=[outage_out(outage, prices.usual_finish) for outage in result.outages],
        found=result.found,
        quantities=[
            QuantityChangeOut(**_letter(change.piece, prices), before=change.before, after=change.after)
            for change in result.quantities
        ],
        at_risk=at_risk.announced(db, terms, now, prices),
    )


@router.delete("/api/stocktakes/{stocktake_id}", status_code=204, responses=errors(404, 409))
def discard_stocktake(db: Db, caller: Stockkeeper, _terms: LockedTerms, stocktake_id: PathId) -> None:
    """Discard an open stocktake with its counts."""
    row = counting.open_stocktake(db, stocktake_id)
    record_action(db, caller, "stocktake.discarded", (row.id, None))
    counting.discard(db, row)


def _at(count: CountInput, at: int, terms: Terms) -> datetime:
    try:
        return read_phone_time(count.at, terms.zone)
    except Invalid as refused:
        raise Invalid(fields={f"counts[{at}].at": refused.message}) from None


def _piece(count: CountInput, at: int, prices: PriceList) -> Piece:
    finish = prices.stored_finish(count.finish)
    if finish is None:
        raise Invalid(fields={f"counts[{at}].finish": "This finish isn't on the price list"})
    try:
        return Piece(count.size, normalize_letter(count.letter), finish)
    except MessageRefused as refused:
        raise Invalid(fields={f"counts[{at}].letter": str(refused)}) from None


def _letter(piece: Piece, prices: PriceList) -> dict[str, str]:
    return {"letter": piece.letter, "size": piece.size, "finish": piece.finish or prices.usual_finish}


def _summary(row: Stocktake) -> StocktakeSummaryOut:
    return StocktakeSummaryOut(
        id=row.id,
        state="open" if row.finished_at is None else "finished",
        sizes=row.sizes,
        started_at=row.started_at.isoformat(),
        started_by=row.started_by,
        finished_at=row.finished_at.isoformat() if row.finished_at else None,
        finished_by=row.finished_by,
        differences=row.differences,
    )


def _shown(db: Session, terms: Terms, caller: Caller, row: Stocktake, prices: PriceList) -> StocktakeOut:
    rows = counting.rows_of(db, row, prices, terms.today(clock.now())) if row.report is None else ()
    stored = [counted.to_json() for counted in rows] if row.report is None else row.report
    money = caller.may(SEE_MONEY)
    return StocktakeOut.adding(_summary(row), rows=[_row(counted, prices, money=money) for counted in stored])


def _row(counted: StoredCountRow, prices: PriceList, *, money: bool) -> StocktakeRowOut:
    number = counted["counted"]
    shown = StocktakeRowOut(
        letter=counted["letter"],
        size=counted["size"],
        finish=counted["finish"] or prices.usual_finish,
        slot=counted["slot"],
        expected=counted["expected"],
        counted=number,
        difference=None if number is None else number - counted["expected"],
        counted_by=counted["who"],
    )
    if money:
        cents = counted["value_cents"]
        shown.value = None if cents is None else units(cents)
    return shown
