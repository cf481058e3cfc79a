"""Custom price lines and discounts in API form: currency units and percentages."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from pydantic import AfterValidator, Field

from marqueedesk.kit.http.schemas import AtMost, CurrencyAmount, RequestModel, RequiredText
from marqueedesk.kit.money import units
from marqueedesk.pricing.breakdown import NO_DISCOUNT, Discount
from marqueedesk.pricing.schemas import Percent

HIGHEST_EXTRA_CENTS = 99_999_999
MOST_EXTRA_LINES = 20


def _amount(cents: int) -> int:
    if not 0 <= cents <= HIGHEST_EXTRA_CENTS:
        raise ValueError("An amount must be between 0 and 999,999.99")
    return cents


Amount = Annotated[CurrencyAmount, AfterValidator(_amount)]


class ExtraLine(RequestModel):
    """A custom price line with text and amount."""

    text: Annotated[RequiredText, AtMost(200)]
    amount: Amount


class AmountOff(RequestModel):
    """A discount as an amount."""

    kind: Literal["amount"]
    amount: Amount


class PercentOff(RequestModel):
    """A discount as a percentage of the order."""

    kind: Literal["percent"]
    percent: Percent


ExtraLines = Annotated[list[ExtraLine], Field(max_length=MOST_EXTRA_LINES)]
DiscountInput = Annotated[AmountOff | PercentOff, Field(discriminator="kind")]

SENTENCES: dict[str, dict[str, str]] = {
    "extraLines": {
        "list_type": "Extra lines must be a list",
        "too_long": "There can be at most 20 extra lines",
        "*": "Extra line {row} needs a text of at most 200 characters and an amount between 0 and 999,999.99 "
        "with at most two decimals",
    },
    "discount": {
        "amount": "The discount {message}",
        "value_error": "The discount must be between 0 and 999,999.99, or between 0 and 100 percent",
        "*": "The discount must be an amount or a percentage",
    },
}
"""Error messages of these fields, for models that include them (see kit.http.schemas.RequestModel)."""


class StoredExtra(TypedDict):
    """A stored custom line."""

    text: str
    cents: int


class StoredDiscount(TypedDict):
    """A stored discount: its kind, "amount" or "percent", and cents or basis points."""

    kind: str
    value: int


class ExtraLineOut(TypedDict):
    """A custom line in API form."""

    text: str
    amount: float | int


class DiscountOut(TypedDict):
    """A discount in API form: the field is named after its kind."""

    kind: Literal["amount", "percent"]
    amount: NotRequired[float | int]
    percent: NotRequired[float | int]


def stored_extras(lines: Sequence[ExtraLine]) -> list[StoredExtra]:
    """Convert custom lines to their stored form, in cents."""
    return [{"text": line.text, "cents": line.amount} for line in lines]


def shown_extras(stored: Sequence[StoredExtra]) -> list[ExtraLineOut]:
    """Convert stored custom lines to API form."""
    return [{"text": line["text"], "amount": units(line["cents"])} for line in stored]


def read_discount(given: AmountOff | PercentOff | None) -> Discount:
    """Convert a discount from API form to the formula's input."""
    if given is None:
        return NO_DISCOUNT
    return Discount(cents=given.amount) if isinstance(given, AmountOff) else Discount(basis_points=given.percent)


def stored_discount(given: AmountOff | PercentOff | None) -> StoredDiscount | None:
    """Convert a discount to its stored form, in cents or basis points."""
    if given is None:
        return None
    value = given.amount if isinstance(given, AmountOff) else given.percent
    return {"kind": given.kind, "value": value}


def shown_discount(stored: StoredDiscount | None) -> DiscountOut | None:
    """Convert a stored discount to API form."""
    if stored is None:
        return None
    # A basis point is a hundredth of a percent, as a cent is of a dollar.
    value = units(stored["value"])
    return {"kind": "amount", "amount": value} if stored["kind"] == "amount" else {"kind": "percent", "percent": value}
