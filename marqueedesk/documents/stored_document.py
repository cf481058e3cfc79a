"""A document as it is stored and as the template draws it: JSON in its final words, by its types."""

from collections.abc import Iterable
from typing import Literal, NotRequired, TypedDict

from marqueedesk.documents.sign import Look

Format = Literal["us-letter", "a4"]


class Block(TypedDict):
    """Somebody's name with lines below it."""

    label: str
    name: str
    rows: list[str]


class Fact(TypedDict):
    """A named fact, with what belongs to it below."""

    label: str
    value: str
    detail: str | None


class PriceRow(TypedDict):
    """A line of a price, its amount as it is written."""

    text: str
    detail: str | None
    amount: str


class SumRow(TypedDict):
    """A line under the prices."""

    text: str
    amount: str
    strong: bool


class Note(TypedDict):
    """A note under its title."""

    title: str
    text: str


class TextLink(TypedDict):
    """Words that lead to an address."""

    text: str
    url: str


class SignLine(TypedDict):
    """A text of a sign; ``color`` is #rrggbb, ``finish`` is in words, empty where the business names none."""

    text: str
    size: str
    heightInches: float
    color: str | None
    finish: str


class StoredSign(TypedDict):
    """The sign of a document as it is stored. ``lines`` is left out for one text of the usual look."""

    message: str
    size: str
    look: Look
    lines: NotRequired[list[SignLine]]


class DrawnSign(TypedDict):
    """A sign's picture, its sides in the picture's own units, with its words for those who do not see it."""

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
    company: Block
    customer: Block | None
    footer: str
    facts: list[Fact]
    prices: list[PriceRow]
    sums: list[SumRow]
    notes: list[Note]
    link: TextLink | None
    terms: str | None


class DocumentContent(_Frame):
    """A document as it is stored; a document that was issued always reads the same."""

    sign: StoredSign | None


class DrawnDocument(_Frame):
    """A document as the template takes it."""

    sign: DrawnSign | None


def customer_block(label: str, name: str | None, rows: Iterable[str | None]) -> Block | None:
    """The recipient of a document; None if nobody is named."""
    kept = [row for row in rows if row]
    return {"label": label, "name": name or "", "rows": kept} if name or kept else None


def fact(label: str, value: str | None, detail: str | None = None) -> list[Fact]:
    """A list with one named fact, or empty if the value is not known."""
    return [{"label": label, "value": value, "detail": detail}] if value else []


def sum_row(text: str, amount: str, *, strong: bool = False) -> SumRow:
    """A line under the prices."""
    return {"text": text, "amount": amount, "strong": strong}
