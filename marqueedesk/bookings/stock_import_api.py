"""Routes for many letters at once: import with a preview, and export as CSV."""

from typing import Annotated, Any, ClassVar

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require, writing
from marqueedesk.accounts.rights import CHANGE_STOCK
from marqueedesk.availability import service as availability
from marqueedesk.bookings import stock_import
from marqueedesk.bookings.stock_import import MOST_ROWS, Row
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory.schemas import LetterPriceCents, Quantity
from marqueedesk.kit import clock, csv_text
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import CSV, RawBody, answers, json_answer, raw_body, takes
from marqueedesk.kit.money import units
from marqueedesk.kit.wire import Answer, CurrencyUnits, Wire
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"])
Raw = Annotated[RawBody, Depends(raw_body)]


class ImportRow(Wire):
    """One letter of a set. Without a price it takes the price list's for its size, or keeps its own."""

    letter: Annotated[str, Field(max_length=100)]
    size: Annotated[str, Field(max_length=20)]
    quantity: Quantity
    price_per_day: LetterPriceCents | None = None


class ImportInput(Wire):
    """POST /api/inventory/import: a CSV file's text, or rows; ``apply`` false only looks."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "rows": {"too_long": f"At most {MOST_ROWS} rows at once"},
        "csv": {"string_too_long": "The file is too large"},
    }
    csv: Annotated[str, Field(max_length=200_000)] | None = None
    rows: Annotated[list[ImportRow], Field(max_length=MOST_ROWS)] | None = None
    apply: bool = False


class ImportRowAnswer(Answer):
    """What a row does, or why it cannot."""

    line: int
    letter: str
    size: str
    quantity: int | None
    price_per_day: CurrencyUnits | None
    action: str
    sentence: str | None
    before: int | None


class ImportAnswer(Answer):
    """What an import does: applied only when no row was refused."""

    applied: bool
    rows: list[ImportRowAnswer]


@router.post(
    "/api/inventory/import",
    response_model=ImportAnswer,
    responses=answers(400, 401, 403, 413, 415, 422, 503),
    **takes(ImportInput),
)
def import_letters(request: Request, body: Raw) -> Response:
    """Add and change many letters: all of them or, when a row is refused, none. Each row says what it does."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        given = body.read(ImportInput)
        rows = _rows(given)
        terms = availability.lock(db, operator.id)
        sizes = {row.code: row.cents for row in pricing.price_list(db).sizes}
        judged = stock_import.judge(db, terms, rows, sizes, clock.now())
        good = all(row.action != "refused" for row, _ in judged)
        if given.apply and good:
            stock_import.apply(db, judged, sizes)
        body_out: dict[str, Any] = {
            "applied": given.apply and good,
            "rows": [row.answer() for row, _ in judged],
        }
    return json_answer(body_out)


def _rows(given: ImportInput) -> list[Row]:
    if given.csv is not None:
        rows = stock_import.read_csv(given.csv)
    else:
        rows = [
            Row(number, row.letter, row.size, row.quantity, row.price_per_day)
            for number, row in enumerate(given.rows or [], start=1)
        ]
    if not rows:
        raise Invalid(fields={"csv": "There is no letter in this file"})
    return rows


@router.get("/api/inventory.csv", response_class=Response, responses=answers(401, 403) | CSV)
def export_letters(request: Request) -> Response:
    """The inventory as CSV, in the form that the import takes."""
    with reading(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        rows = [
            [item.letter, item.size, item.quantity, units(item.price_per_day_cents)] for item in inventory.letters(db)
        ]
    text = csv_text.document(["Letter", "Size", "Quantity", "Price Per Day"], rows)
    headers = {"Content-Disposition": 'attachment; filename="inventory.csv"'}
    return Response(text.encode(), media_type="text/csv", headers=headers)
