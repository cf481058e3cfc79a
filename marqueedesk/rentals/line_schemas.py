"""Lines of a rental on the wire: as they come in, and as they are answered."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from marqueedesk.inventory.message import MAX_LETTERS
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Id,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
    SparseModel,
    TextLine,
)
from marqueedesk.rentals.lines import MOST_LINES
from marqueedesk.rentals.wire_types import AddOns, AddOnsOut, Code, OptionalCode

MOST_OF_AN_ITEM = 10_000
Word = Annotated[TextLine, AtMost(100)]
"""A word of a package. An empty one is refused with the others, once it is known how many the package wants."""


class LettersLineInput(RequestModel):
    """A line of letters."""

    kind: Literal["letters"]
    text: Annotated[RequiredText, AtMost(500)]
    size: Code
    finish: OptionalCode = None
    color_option: OptionalCode = None
    add_ons: AddOns = None
    turned: Annotated[
        list[Annotated[str, Field(max_length=8)]] | None,
        Field(max_length=120, description="Letters of the text that are made from another: 6/9, W/M, N/Z, 0/O, 1/I"),
    ] = None


class ItemLineInput(RequestModel):
    """So many of an item."""

    kind: Literal["item"]
    item_id: Id
    quantity: Annotated[int, Field(ge=1, le=MOST_OF_AN_ITEM)]


class PackageLineInput(RequestModel):
    """A package, and the words for its blanks in order."""

    kind: Literal["package"]
    package_id: Id
    words: Annotated[list[Word], Field(max_length=20)] = Field(default_factory=list[str])


LineInput = Annotated[LettersLineInput | ItemLineInput | PackageLineInput, Field(discriminator="kind")]
LinesInput = Annotated[
    list[LineInput],
    Field(
        min_length=1,
        max_length=MOST_LINES,
        description="The rented lines. Without them, message, size, colorOption and addOns are one line of letters",
    ),
]
LinesOfAForm = Annotated[
    list[LineInput], Field(max_length=MOST_LINES, description="The rented lines; none while the form is still empty")
]

_TOO_LONG = {"string_too_long": f"The message can have at most {MAX_LETTERS} letters"}
LINE_SENTENCES = {
    "message": _TOO_LONG,
    "lines.text": _TOO_LONG,
    "lines": {
        "too_short": "Add at least one line",
        "too_long": f"A booking can have at most {MOST_LINES} lines",
        "list_type": "Lines must be a list",
        "union_tag_invalid": "Kind must be one of: letters, item, package",
        "union_tag_not_found": "Each line needs its kind: letters, item or package",
    },
}


class LinesOfACalendar(RequestModel):
    """The lines that a calendar of free days is about."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines"})
    sentences: ClassVar[dict[str, dict[str, str]]] = LINE_SENTENCES

    lines: LinesOfAForm


def _unless_lines(value: str | None, info: ValidationInfo) -> str | None:
    """Refuse a field that is left out, where there are no lines either. Lines that were refused say so themselves."""
    if value is None and info.data.get("lines", ...) is None:
        raise PydanticCustomError("missing", "is required")
    return value


_NEEDED = (Field(validate_default=True), AfterValidator(_unless_lines))
MessageOrLines = Annotated[OptionalText, AtMost(500), *_NEEDED]
"""The text of the one line of letters, which has to be there without ``lines``; put it behind them."""

SizeOrLines = Annotated[OptionalCode, *_NEEDED]
"""The size of the one line of letters, as `MessageOrLines`."""


class LettersLineOut(SparseModel):
    """A line of letters. ``price`` is the line's total; staff get none."""

    kind: Literal["letters"]
    text: str
    size: str
    finish: str
    color_option: str
    add_ons: AddOnsOut
    letter_count: int
    turned: Annotated[list[str] | None, Field(description="Letters that are made from another; left out for none")] = (
        None
    )
    price: CurrencyUnits | None = None


class ItemLineOut(SparseModel):
    """So many of an item, by the name that it had."""

    kind: Literal["item"]
    item_id: int
    name: str
    quantity: int
    price: CurrencyUnits | None = None


class PackageLineOut(SparseModel):
    """A package with its words, and what it is made of."""

    kind: Literal["package"]
    package_id: int
    name: str
    words: list[str]
    lines: list[LettersLineOut | ItemLineOut]
    letter_count: int
    price: CurrencyUnits | None = None


AnyLineOut = LettersLineOut | ItemLineOut | PackageLineOut
LineOut = Annotated[AnyLineOut, Field(discriminator="kind")]


class RentedOut(ResponseModel):
    """A line of what is rented, in the words of the price list."""

    text: str
    detail: str | None
    finish: Annotated[str | None, Field(description="Of letters, where the business has more than one")]


class StandingTextOut(ResponseModel):
    """A text of the sign as it will look."""

    text: str
    size: Annotated[str, Field(description="The size as the price list calls it")]
    height_inches: float
    color: Annotated[str | None, Field(description="#rrggbb; null where the color changes nothing to look at")]
    finish: Annotated[str, Field(description="Its name at the business; empty where that has named none")]
