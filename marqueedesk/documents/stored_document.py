"""Types of a document's JSON, as stored and as rendered by the template."""

from collections.abc import Iterable
from typing import Literal, NotRequired, TypedDict

from marqueedesk.documents.sign import Look

Format = Literal["us-letter", "a4"]


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


class SignLine(TypedDict):
    """A text of a sign; ``color`` is #rrggbb; ``finish`` is a name, empty if the business has no named finishes."""

    text: str
    size: str
    heightInches: float
    color: str | None
    finish: str


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


class DocumentContent(_Frame):
    """A document as stored; once issued, it never changes."""

    sign: StoredSign | None


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
