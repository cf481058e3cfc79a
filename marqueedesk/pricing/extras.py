"""An operator's own lines and a discount, as they come in and go out: currency units and percentages on the wire."""

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
    """A line of the operator's own: what it is for, and how much."""

    text: Annotated[RequiredText, AtMost(200)]
    amount: Amount


class AmountOff(RequestModel):
    """A discount as an amount."""

    kind: Literal["amount"]
    amount: Amount


class PercentOff(RequestModel):
    """A discount as a share of the order."""

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
"""The error sentences of these fields, for the models that have them (see kit.http.schemas.RequestModel)."""


class StoredExtra(TypedDict):
    """A line of the operator's own as it is stored."""

    text: str
    cents: int


class StoredDiscount(TypedDict):
    """A discount as it is stored: its kind, "amount" or "percent", and cents or basis points."""

    kind: str
    value: int


class ExtraLineOut(TypedDict):
    """A line of the operator's own as the wire shows it."""

    text: str
    amount: float | int


class DiscountOut(TypedDict):
    """A discount as the wire shows it: the field is named by its kind."""

    kind: Literal["amount", "percent"]
    amount: NotRequired[float | int]
    percent: NotRequired[float | int]


def stored_extras(lines: Sequence[ExtraLine]) -> list[StoredExtra]:
    """Extra lines as they are stored: text and cents."""
    return [{"text": line.text, "cents": line.amount} for line in lines]


def shown_extras(stored: Sequence[StoredExtra]) -> list[ExtraLineOut]:
    """Stored extra lines as the wire shows them."""
    return [{"text": line["text"], "amount": units(line["cents"])} for line in stored]


def read_discount(given: AmountOff | PercentOff | None) -> Discount:
    """A discount from the wire as the formula takes it."""
    if given is None:
        return NO_DISCOUNT
    return Discount(cents=given.amount) if isinstance(given, AmountOff) else Discount(basis_points=given.percent)


def stored_discount(given: AmountOff | PercentOff | None) -> StoredDiscount | None:
    """A discount as it is stored: its kind, and cents or basis points."""
    if given is None:
        return None
    value = given.amount if isinstance(given, AmountOff) else given.percent
    return {"kind": given.kind, "value": value}


def shown_discount(stored: StoredDiscount | None) -> DiscountOut | None:
    """A stored discount as the wire shows it."""
    if stored is None:
        return None
    # A basis point is to a percent what a cent is to a unit.
    value = units(stored["value"])
    return {"kind": "amount", "amount": value} if stored["kind"] == "amount" else {"kind": "percent", "percent": value}
