"""Import of many letters, a whole set or a CSV file, validated row by row before anything changes."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Final

from pydantic import TypeAdapter, ValidationError
from sqlalchemy.orm import Session

from marqueedesk.inventory import import_facts
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory import service as letters
from marqueedesk.inventory.deletion_guard import LockedStock
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.inventory.schemas import MOST_PIECES, LetterFactsInput, LetterPriceCents
from marqueedesk.inventory.service import Fact
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text import csv_reading, csv_text
from marqueedesk.kit.text.csv_reading import Columns, CsvRow, amount_in, number_in
from marqueedesk.pricing.price_list import PriceList, finish_code, height_in, size_code

MOST_ROWS: Final = 2000
_NAMES: Final = {
    name: meaning
    for meaning, names in {
        "letter": "letter letters character characters char symbol glyph sign letternumber lettersnumbers "
        "letterornumber letterorsymbol lettersymbol lettercharacter",
        "size": "size sizes lettersize height letterheight sizeft heightft sizefeet",
        "finish": "finish",
        "quantity": "quantity quantities availablequantity quantityonhand quantityavailable quantityowned "
        "quantityinstock totalquantity stockquantity qty qtys qtyonhand qtyavailable qtyowned qtyinstock totalqty "
        "stockqty onhand instock available stock count pieces pcs owned numberofpieces noofpieces "
        "numberowned howmany total",
        "price_per_day": "price priceperday priceday pricedaily dailyprice dayprice dailyrate rateperday rateday "
        "dayrate rate rentalprice rentalrate rentalpriceperday rentalrateperday perday priceeach",
    }.items()
    for name in names.split()
} | import_facts.COLUMNS
COLUMNS: Final = {"letter": "Letter", "size": "Size", "quantity": "Quantity", "price_per_day": "Price Per Day"}
"""Columns included in every export."""
MORE_COLUMNS: Final = {"finish": "Finish"} | import_facts.LABELS
"""Optional columns, exported if any letter has a value."""
_PIECES: Final = re.compile(r" ?(?:pcs?|pieces?|letters?|units?|ea|each)\.?$", re.IGNORECASE)
_PRICE: TypeAdapter[int] = TypeAdapter(LetterPriceCents)


@dataclass(slots=True)
class Row:
    """A row of an import: its input, and what it does ("add", "change", "same", or "refused" with the reason)."""

    line: int
    letter: str
    size: str
    quantity: int | None
    price_per_day_cents: int | None
    action: str = "refused"
    sentence: str | None = None
    before: int | None = None
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """The original cells, for the file of rejected rows."""
    finish: str = ""
    """The finish as entered; after `judge`, as stored."""
    priced: bool = False
    """True if the row has its own price."""
    facts: LetterFactsInput | None = None
    new_facts: Mapping[str, tuple[Fact, Fact]] = field(default_factory=dict[str, tuple[Fact, Fact]])
    """Attributes that change, by name, with old and new value. Set by `judge`."""


def _missing(meanings: Collection[str]) -> str | None:
    missing = [COLUMNS[name] for name in ("letter", "size", "quantity") if name not in meanings]
    return f"The first line must name the columns; missing: {', '.join(missing)}" if missing else None


_FILE: Final = Columns(_NAMES, {name: label.lower() for name, label in (COLUMNS | MORE_COLUMNS).items()}, _missing)


def read_csv(text: str) -> list[Row]:
    """Parse a CSV file whose header names letter, size, quantity and price per day in any order.

    Raises Invalid on ``csv`` if the header is missing or there are too many rows. Row errors are stored in the row.
    """
    table = csv_reading.read_csv(text, _FILE)
    if len(table.rows) > MOST_ROWS:
        raise Invalid(fields={"csv": f"At most {MOST_ROWS} rows at once"})
    return [_from_text(row) for row in table.rows]


def _from_text(read: CsvRow) -> Row:
    cells = dict(read.cells)
    # Spreadsheets escape "=" and "+" with a leading apostrophe that isn't part of the letter.
    letter = cells.get("letter", "")
    letter = letter[1:] if letter.startswith("'") and len(letter) > 1 else letter
    row = Row(read.line, letter, cells.get("size", ""), None, None, finish=cells.get("finish", ""))
    quantity, price = cells.get("quantity", ""), cells.get("price_per_day", "")
    row.given = cells | {"letter": letter}
    row.sentence = read.fault
    if row.sentence is not None:
        return row
    pieces = number_in(_PIECES.sub("", quantity))
    if pieces is None or pieces != pieces.to_integral_value():
        row.sentence = "Quantity must be a whole number"
        return row
    if pieces < 0:
        row.sentence = "Quantity must be 0 or more"
        return row
    row.quantity = int(pieces)
    if price:
        row.priced = True
        row.price_per_day_cents = _price(row, amount_in(price))
    if row.sentence is None:
        row.facts, row.sentence = import_facts.read_facts(cells)
    return row


def _price(row: Row, amount: Decimal | None) -> int | None:
    if amount is None or (amount * 100) % 1:
        row.sentence = "Price per day must be a number with at most two decimals"
        return None
    try:
        return _PRICE.validate_python(float(amount))
    except ValidationError as problem:
        row.sentence = problem.errors()[0]["msg"].removeprefix("Value error, ")
        return None


def judge(
    db: Session, stock: LockedStock, rows: Iterable[Row], prices: PriceList, now: datetime
) -> list[tuple[Row, InventoryItem | None]]:
    """Determine what each row does, and its existing letter, if any. Under the operator's lock; changes nothing.

    A row without a price takes its size's price from ``prices``. If upcoming bookings hold more than a row's quantity,
    that is a row error (L8).
    """
    present = {item.piece: item for item in inventory.letters(db)}
    seen: set[Piece] = set()
    judged: list[tuple[Row, InventoryItem | None]] = []
    for row in rows:
        item = None
        if row.sentence is None:
            item = _judge_row(stock, row, prices, present, seen, now)
        judged.append((row, item))
    return judged


def _judge_row(
    stock: LockedStock,
    row: Row,
    prices: PriceList,
    present: dict[Piece, InventoryItem],
    seen: set[Piece],
    now: datetime,
) -> InventoryItem | None:
    try:
        row.letter = normalize_letter(row.letter)
    except MessageRefused as refused:
        row.sentence = str(refused)
        return None
    sizes = {size.code: size.cents for size in prices.sizes}
    row.size = size_code(prices, row.size) or row.size
    if row.size not in sizes:
        row.sentence = f"Size must be one of: {', '.join(sizes)}"
        return None
    if row.quantity is None or row.quantity > MOST_PIECES:
        row.sentence = f"Quantity can be at most {MOST_PIECES}"
        return None
    finish = prices.stored_finish(finish_code(prices, row.finish) if row.finish else None)
    if finish is None:
        row.sentence = f"Finish must be one of: {', '.join(known.code for known in prices.finishes) or 'standard'}"
        return None
    row.finish = finish
    key = Piece(row.size, row.letter, finish)
    if key in seen:
        row.sentence = f"{row.letter} in {row.size} is listed twice"
        return None
    seen.add(key)
    item = present.get(key)
    if row.facts is not None:
        row.new_facts = letters.new_facts(row.letter, item, row.facts, height_in(prices, row.size))
    if row.price_per_day_cents is None:
        row.price_per_day_cents = item.price_per_day_cents if item else sizes[row.size]
    if item is None:
        row.action = "add"
        return None
    row.before = item.quantity
    if row.quantity < item.quantity:
        row.sentence = stock.problem_with(key, row.quantity, now)
        if row.sentence is not None:
            return item
    same = (row.quantity, row.price_per_day_cents) == (item.quantity, item.price_per_day_cents)
    row.action = "same" if same and not row.new_facts else "change"
    return item


@dataclass(frozen=True, slots=True)
class Prices:
    """What an import's prices do if letters are priced by size (P8)."""

    by_size: dict[str, int]
    """Prices in cents by size that differ from the list, for sizes whose valid rows agree on one: it can become the
    list price.
    """
    ignored: bool
    """True if rows of the same size disagree; their prices are ignored while letters are priced by size."""


def prices(judged: Iterable[tuple[Row, InventoryItem | None]], sizes: dict[str, int]) -> Prices:
    """Return what the valid rows' prices do by size; ``sizes`` has the list prices in cents by size code."""
    named: dict[str, set[int]] = {}
    for row, _ in judged:
        if row.priced and row.action != "refused" and row.price_per_day_cents is not None:
            named.setdefault(row.size, set()).add(row.price_per_day_cents)
    other = {size: cents for size, cents in named.items() if cents != {sizes[size]}}
    return Prices(
        by_size={size: next(iter(cents)) for size, cents in other.items() if len(cents) == 1},
        ignored=any(len(cents) > 1 for cents in other.values()),
    )


def refused_csv(judged: Iterable[tuple[Row, InventoryItem | None]]) -> str | None:
    """Return the rejected rows with their errors as a CSV file to correct and import again; None if there are none."""
    refused = [row for row, _ in judged if row.action == "refused"]
    more = {name: label for name, label in MORE_COLUMNS.items() if any(row.given.get(name) for row in refused)}
    columns = COLUMNS | more
    rows = [[*(row.given.get(name, "") for name in columns), row.sentence] for row in refused]
    return csv_text.document([*columns.values(), "Problem"], rows) if rows else None


def apply(db: Session, judged: Iterable[tuple[Row, InventoryItem | None]], prices: PriceList) -> None:
    """Apply the rows accepted by `judge`, under the same lock. Rejected rows are skipped."""
    sizes = [size.code for size in prices.sizes]
    for row, item in judged:
        if row.action in {"refused", "same"}:
            continue
        assert row.quantity is not None  # noqa: S101 - judge rejected rows without one.
        assert row.price_per_day_cents is not None  # noqa: S101 - as above.
        if item is None:
            item = letters.add_letter(  # noqa: PLW2901 - the row's letter, from here on.
                db,
                Piece(row.size, row.letter, row.finish),
                quantity=row.quantity,
                price_per_day_cents=row.price_per_day_cents,
                sizes=sizes,
            )
        else:
            item.quantity = row.quantity
            item.price_per_day_cents = row.price_per_day_cents
        if row.facts is not None:
            letters.set_facts(item, row.facts, height_in(prices, row.size))
