"""Routes for importing letters with a preview, and exporting them as CSV."""

from typing import Annotated, Any, ClassVar, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from pydantic.alias_generators import to_camel
from starlette.responses import Response

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_STOCK
from marqueedesk.inventory import import_facts, letter_import
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory.deletion_guard import stock_use
from marqueedesk.inventory.letter_import import MOST_ROWS, Row
from marqueedesk.inventory.letters_api import set_list_prices
from marqueedesk.inventory.schemas import LetterFactsInput, LetterPriceCents, Quantity
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import CSV, errors
from marqueedesk.kit.http.schemas import CurrencyUnits, RequestModel, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import LetterPrice

router = APIRouter(tags=["inventory"], responses=errors(401, 403))


class ImportRow(LetterFactsInput):
    """A letter of a set. Without a price it takes the list price of its size, or keeps the price it has; likewise for
    attributes.
    """

    letter: Annotated[str, Field(max_length=100)]
    size: Annotated[str, Field(max_length=20)]
    finish: Annotated[str | None, Field(max_length=20)] = None
    quantity: Quantity
    price_per_day: LetterPriceCents | None = None


class ImportInput(RequestModel):
    """POST /api/inventory/import: the text of a CSV file, or rows; with ``apply`` false only a preview.

    With ``partial``, valid rows are imported even if others are rejected. ``setListPrice`` applies the rows' prices to
    the price list, for each size with a consistent price.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "rows": {"too_long": f"At most {MOST_ROWS} rows at once"},
        "csv": {"string_too_long": "The file is too large"},
    }
    csv: Annotated[str, Field(max_length=200_000)] | None = None
    rows: Annotated[list[ImportRow], Field(max_length=MOST_ROWS)] | None = None
    apply: bool = False
    partial: bool = False
    set_list_price: bool = False


class ImportFact(ResponseModel):
    """An attribute of a letter changed by an import: currency units, inches, pounds, watts, pieces or the slot."""

    name: Literal["widthInches", "depthInches", "weightPounds", "bulbs", "watts", "slot", "cost", "replacementPrice"]
    before: Annotated[float | int | str | None, Field(description="Null if it wasn't entered before")]
    after: float | int | str | None


class ImportRowOut(ResponseModel):
    """What a row does, or the reason it is rejected."""

    line: int
    letter: str
    size: str
    finish: str | None
    quantity: int | None
    price_per_day: CurrencyUnits | None
    action: str
    sentence: str | None
    before: int | None
    facts: Annotated[list[ImportFact], Field(description="Changed attributes")]


class SizePrice(ResponseModel):
    """The price of a size: on the price list and in the import."""

    size: str
    before: CurrencyUnits
    price: CurrencyUnits


class ImportOut(ResponseModel):
    """The result of an import. It was applied if no row was rejected, or if ``partial`` was set for the valid rows."""

    applied: bool
    rows: list[ImportRowOut]
    refused_csv: Annotated[str | None, Field(description="The rejected rows as CSV, to correct and import again")]
    size_prices: Annotated[
        list[SizePrice], Field(description="Prices that only apply as list prices, because letters are priced by size")
    ]
    prices_ignored: Annotated[
        bool, Field(description="True if rows of a size have different prices while letters are priced by size")
    ]


@router.post("/api/inventory/import")
def import_letters(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], body: ImportInput
) -> ImportOut:
    """Import many letters: all rows, or none if a row is rejected, unless ``partial`` is set.

    The response describes what each row does.
    """
    operator = caller.operator
    rows = _rows(body)
    stock = stock_use(request).lock(db, operator.id)
    price_list = pricing.price_list(db)
    sizes = {row.code: row.cents for row in price_list.sizes}
    judged = letter_import.judge(db, stock, rows, price_list, clock.now())
    good = [row.action != "refused" for row, _ in judged]
    applied = body.apply and (all(good) or (body.partial and any(good)))
    prices = letter_import.prices(judged, sizes)
    by_size = price_list.letter_price is LetterPrice.FLAT
    if applied:
        letter_import.apply(db, judged, price_list)
        if body.set_list_price:
            set_list_prices(db, caller, prices.by_size)
    return ImportOut(
        applied=applied,
        rows=[_row_answer(row) for row, _ in judged],
        refused_csv=letter_import.refused_csv(judged),
        size_prices=[
            SizePrice(size=size, before=units(sizes[size]), price=units(cents))
            for size, cents in prices.by_size.items()
            if by_size
        ],
        prices_ignored=by_size and prices.ignored,
    )


def _row_answer(row: Row) -> ImportRowOut:
    return ImportRowOut.of_row(
        row,
        finish=row.finish or None,
        price_per_day=None if row.price_per_day_cents is None else units(row.price_per_day_cents),
        facts=[
            ImportFact.model_validate(
                {
                    "name": to_camel(name),
                    "before": import_facts.shown(name, before),
                    "after": import_facts.shown(name, after),
                }
            )
            for name, (before, after) in row.new_facts.items()
            if row.action != "refused"
        ],
    )


def _rows(payload: ImportInput) -> list[Row]:
    if payload.csv is not None:
        rows = letter_import.read_csv(payload.csv)
    else:
        rows = [
            Row(
                number,
                row.letter,
                row.size,
                row.quantity,
                row.price_per_day,
                given=_as_written(row),
                finish=row.finish or "",
                facts=row,
                priced=row.price_per_day is not None,
            )
            for number, row in enumerate(payload.rows or [], start=1)
        ]
    if not rows:
        raise Invalid(fields={"csv": "There is no letter in this file"})
    return rows


def _as_written(row: ImportRow) -> dict[str, str]:
    facts = {name: import_facts.shown(name, getattr(row, name)) for name in import_facts.LABELS}
    return {name: str(value) for name, value in facts.items() if value is not None} | {
        "letter": row.letter,
        "size": row.size,
        "finish": row.finish or "",
        "quantity": str(row.quantity),
        "price_per_day": _price_text(row.price_per_day),
    }


def _price_text(cents: int | None) -> str:
    return "" if cents is None else str(units(cents))


@router.get("/api/inventory.csv", responses=errors(429) | CSV)
def export_letters(request: Request, db: Db, _: Annotated[Caller, Requires(CHANGE_STOCK)]) -> Response:
    """Export the inventory as CSV in the import format."""
    CSV_FILES.spend_with(request, CHANGE_STOCK)
    finishes = pricing.price_list(db).finishes
    letters = inventory.letters(db)
    facts = import_facts.entered(letters)
    rows: list[list[Any]] = [
        [item.letter, item.size, item.quantity, units(item.price_per_day_cents)]
        + ([item.finish or finishes[0].code] if finishes else [])
        + import_facts.cells(item, facts)
        for item in letters
    ]
    more = [*(["finish"] if finishes else []), *facts]
    columns = [*letter_import.COLUMNS.values(), *(letter_import.MORE_COLUMNS[name] for name in more)]
    text = csv_text.document(columns, rows)
    headers = {"Content-Disposition": 'attachment; filename="inventory.csv"'}
    return Response(text.encode(), media_type="text/csv", headers=headers)
