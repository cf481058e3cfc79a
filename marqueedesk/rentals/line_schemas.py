"""Schemas of rental lines in requests and responses."""

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
"""A word for a blank in a package. Empty words are rejected later, once the number of blanks is known."""


class LetterException(RequestModel):
    """A letter in another finish than its line's."""

    index: Annotated[int, Field(ge=0, lt=120, description="Position of the letter in the text, spaces not counted")]
    finish: Code


CustomColor = Annotated[
    Annotated[RequiredText, AtMost(60)] | None,
    Field(description="Which color it is, for a color with `asksWhich`. Omitted keeps the stored one; null removes it"),
]


class LettersLineInput(RequestModel):
    """A line of letters."""

    kind: Literal["letters"]
    text: Annotated[RequiredText, AtMost(500)]
    size: Code
    finish: OptionalCode = None
    color_option: OptionalCode = None
    custom_color: CustomColor = None
    add_ons: AddOns = None
    turned: Annotated[
        list[Annotated[str, Field(max_length=8)]] | None,
        Field(max_length=120, description="Letters of the text made from a substitute: 6/9, W/M, N/Z, 0/O, 1/I"),
    ] = None
    exceptions: Annotated[
        list[LetterException] | None,
        Field(max_length=120, description="Single letters in another finish; only for the business's own edits"),
    ] = None


class ItemLineInput(RequestModel):
    """A quantity of an item."""

    kind: Literal["item"]
    item_id: Id
    quantity: Annotated[int, Field(ge=1, le=MOST_OF_AN_ITEM)]


class PackageLineInput(RequestModel):
    """A package with the words for its blanks, in order."""

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
    list[LineInput], Field(max_length=MOST_LINES, description="The rented lines; empty while the form is empty")
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
    """The lines in a calendar request."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines"})
    sentences: ClassVar[dict[str, dict[str, str]]] = LINE_SENTENCES

    lines: LinesOfAForm


def _unless_lines(value: str | None, info: ValidationInfo) -> str | None:
    """Require a field if no lines were sent. Invalid lines report their own errors."""
    if value is None and info.data.get("lines", ...) is None:
        raise PydanticCustomError("missing", "is required")
    return value


_NEEDED = (Field(validate_default=True), AfterValidator(_unless_lines))
MessageOrLines = Annotated[OptionalText, AtMost(500), *_NEEDED]
"""The text of a single line of letters, required unless ``lines`` is sent; must be declared after that field."""

SizeOrLines = Annotated[OptionalCode, *_NEEDED]
"""The size of a single line of letters, required as for `MessageOrLines`."""


class LetterExceptionOut(ResponseModel):
    """A letter in another finish than its line's."""

    index: Annotated[int, Field(description="Position of the letter in the text from 0, spaces not counted")]
    finish: str


class LettersLineOut(SparseModel):
    """A line of letters. ``price`` is the line's total; omitted for staff."""

    kind: Literal["letters"]
    text: str
    size: str
    finish: str
    color_option: str
    add_ons: AddOnsOut
    letter_count: int
    turned: Annotated[list[str] | None, Field(description="Letters made from a substitute; omitted if none")] = None
    exceptions: Annotated[
        list[LetterExceptionOut] | None, Field(description="Single letters in another finish; omitted if none")
    ] = None
    custom_color: Annotated[str | None, Field(description="The color entered for `colorOption`; omitted if none")] = (
        None
    )
    price: CurrencyUnits | None = None


class ItemLineOut(SparseModel):
    """A quantity of an item, with the item's name when it was added."""

    kind: Literal["item"]
    item_id: int
    name: str
    quantity: int
    price: CurrencyUnits | None = None


class PackageLineOut(SparseModel):
    """A package with its words and parts."""

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
    """A rental line described with the names on the price list."""

    text: str
    detail: str | None
    finish: Annotated[str | None, Field(description="Finish of letters, if the business has more than one")]


class StandingExceptionOut(ResponseModel):
    """A letter in another finish than its text."""

    index: Annotated[int, Field(description="Place of the letter in the text from 0, spaces not counted")]
    finish: Annotated[str, Field(description="The finish's name")]


class StandingTextOut(ResponseModel):
    """A text of the sign and how it looks."""

    text: str
    size: Annotated[str, Field(description="The size's name on the price list")]
    height_inches: float
    color: Annotated[str | None, Field(description="#rrggbb; null if the color option doesn't change the appearance")]
    finish: Annotated[str, Field(description="The finish's name; empty if the business named none")]
    exceptions: Annotated[
        list[StandingExceptionOut], Field(default_factory=list, description="Letters in another finish")
    ]
