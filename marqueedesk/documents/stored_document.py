"""Types of a document's JSON, as stored and as rendered by the template."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NotRequired, TypedDict

from marqueedesk.documents.sign import Look

Format = Literal["us-letter", "a4"]

DEPOSIT: Final = "Deposit"
DUE: Final = "Due"
"""Beginning of the label of a payment of the schedule, followed by its day."""
TOTAL: Final = "Total"
AS_ABOVE: Final = "as above"
BALANCE: Final = "Balance due"
RECEIVED: Final = "Received"
PROCESSING: Final = "Payment processing"
_OF_THE_DEPOSIT: Final = (RECEIVED, PROCESSING)
_OTHER_NAMES: Final = {TOTAL: "the total", DEPOSIT: "the deposit", BALANCE: "the balance"}
"""How a row refers to another one, by the other's label."""


class DocumentBlock(TypedDict):
    """A person's or company's name, with lines below it."""

    label: str
    name: str
    rows: list[str]


class Fact(TypedDict):
    """A labeled fact with an optional detail below."""

    label: str
    value: str
    detail: str | None


class PriceRow(TypedDict):
    """A line of a price, its amount formatted."""

    text: str
    detail: str | None
    amount: str


class SumRow(TypedDict):
    """A line below the prices."""

    text: str
    amount: str
    strong: bool


class DocumentNote(TypedDict):
    """A titled note."""

    title: str
    text: str


class TextLink(TypedDict):
    """A link's text and URL."""

    text: str
    url: str


class SignException(TypedDict):
    """A letter in another finish than its text; ``index`` counts from 0, without spaces."""

    index: int
    finish: str


class SignLine(TypedDict):
    """A text of a sign; ``color`` is #rrggbb; ``finish`` is a name, empty if the business has no named finishes.
    ``exceptions`` is omitted if all letters have this finish.
    """

    text: str
    size: str
    heightInches: float
    color: str | None
    finish: str
    exceptions: NotRequired[list[SignException]]


class StoredSign(TypedDict):
    """A document's sign as stored. ``lines`` is omitted for a single text with the default look."""

    message: str
    size: str
    look: Look
    lines: NotRequired[list[SignLine]]


class DrawnSign(TypedDict):
    """A sign's picture, its size in its own units, its alternative text and its caption."""

    look: Look
    svg: str
    width: float
    height: float
    alt: str
    caption: str


class _Frame(TypedDict):
    # The XML of an invoice that carries its electronic form.
    electronic: NotRequired[str]
    format: Format
    title: str
    number: str
    dated: str
    opening: str | None
    company: DocumentBlock
    customer: DocumentBlock | None
    footer: str
    facts: list[Fact]
    prices: list[PriceRow]
    sums: list[SumRow]
    notes: list[DocumentNote]
    link: TextLink | None
    terms: str | None


class StoredInvoiceLine(TypedDict):
    """An amount owed on an invoice: cents without tax, and its tax with the rate in millionths."""

    text: str
    net_cents: int
    tax_ppm: int
    tax_cents: int


class StoredParty(TypedDict):
    """The seller or the buyer of an invoice; ``country`` is a code of two letters."""

    name: str
    address: str | None
    country: str | None
    vat_id: str | None
    tax_id: str | None
    email: str | None
    phone: str | None


class StoredTrade(TypedDict):
    """An invoice's data for its electronic form; days are ISO 8601.

    ``replaces`` is the number of the invoice that it replaces or credits; ``reason`` explains untaxed lines.
    """

    currency: str
    issued_on: str
    delivered_on: str
    due_on: str
    replaces: str | None
    seller: StoredParty
    buyer: StoredParty
    paid_cents: int
    reverse_charge: bool
    reason: str | None
    lines: list[StoredInvoiceLine]


class DocumentContent(_Frame):
    """A document as stored; once issued, it never changes. ``lines`` and ``trade`` are an invoice's; older ones have
    none.
    """

    sign: StoredSign | None
    lines: NotRequired[list[StoredInvoiceLine]]
    trade: NotRequired[StoredTrade]


class DrawnDocument(_Frame):
    """A document as rendered by the template."""

    sign: DrawnSign | None


def customer_block(label: str, name: str | None, rows: Iterable[str | None]) -> DocumentBlock | None:
    """Return the recipient of a document; None without a name."""
    kept = [row for row in rows if row]
    return {"label": label, "name": name or "", "rows": kept} if name or kept else None


def fact(label: str, value: str | None, detail: str | None = None) -> list[Fact]:
    """Return a list with one fact, or an empty list if the value is unknown."""
    return [{"label": label, "value": value, "detail": detail}] if value else []


def sum_row(text: str, amount: str, *, strong: bool = False) -> SumRow:
    """Return a line below the prices."""
    return {"text": text, "amount": amount, "strong": strong}


def name_once(rows: Sequence[SumRow]) -> list[SumRow]:
    """Name each sum only once: a row of the same sum as another one refers to that, such as "Received: the deposit".

    Sums that only happen to be equal, such as the deposit and the balance, stay.
    """
    named = {row["text"]: row["amount"] for row in rows if row["text"] in _OTHER_NAMES}
    parts = [row for row in rows if row["text"].startswith(DUE)]
    return [_referring(row, named, is_first=row in parts[:1], is_last=row in parts[-1:]) for row in rows]


def _referring(row: SumRow, named: Mapping[str, str], *, is_first: bool, is_last: bool) -> SumRow:
    """Return the row, with a reference instead of its amount if another row names the sum. ``is_first`` and
    ``is_last`` are for payments of the schedule.
    """
    others: list[str] = [] if row["text"] == TOTAL else [TOTAL]
    if is_first or row["text"] in _OF_THE_DEPOSIT:
        others.append(DEPOSIT)
    if is_last:
        others.append(BALANCE)
    name = next((_OTHER_NAMES[other] for other in others if named.get(other) == row["amount"]), None)
    if name is None and is_last and not is_first and BALANCE not in named and row["amount"] in named.values():
        name = "the rest"
    return row if name is None else {**row, "amount": name}


def without_repeated_total(prices: Sequence[PriceRow], sums: Sequence[SumRow]) -> list[PriceRow]:
    """Return the lines of a price. A single one has no amount if that is the total, which follows below it."""
    if len(prices) != 1 or prices[0]["amount"] != sums[0]["amount"]:
        return list(prices)
    return [{**prices[0], "amount": ""}]
