"""Request and response schemas of delivery zones, in currency units."""

from typing import Annotated, Any, ClassVar, cast

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.delivery.zones import NoZipCodes, ZipCodes, separated
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, RequestModel, RequiredText, ResponseModel
from marqueedesk.pricing.schemas import HIGHEST_PRICE_CENTS, Price

MOST_ZONES = 100
MOST_ZIP_CODES = 500
_AMOUNT = {"*": f"{{label}} must be an amount from 0 to {HIGHEST_PRICE_CENTS // 100:,} with at most two decimals"}


def _zip_codes(text: str) -> str:
    try:
        ZipCodes.read(text)
    except NoZipCodes as refused:
        raise PydanticCustomError("zip_codes", "{why}", {"why": str(refused)}) from None
    return text


def _each(value: Any) -> Any:
    """Split entries that contain several codes ("78701, 78702")."""
    if not isinstance(value, list):
        return value
    entries: list[Any] = []
    for entry in cast("list[Any]", value):
        parts = separated(entry) if isinstance(entry, str) else []
        entries += parts if len(parts) > 1 else [entry]
    return entries


ZipCodesText = Annotated[RequiredText, AtMost(25), AfterValidator(_zip_codes)]
"""A ZIP code, prefix or range."""

SEPARATED = BeforeValidator(_each)
"""For lists of `ZipCodesText`: one entry may contain several codes, separated by commas."""


class ZoneInput(RequestModel):
    """A delivery zone: its ZIP codes and fee."""

    name: Annotated[RequiredText, AtMost(60)]
    zip_codes: Annotated[
        list[ZipCodesText],
        SEPARATED,
        Field(
            min_length=1,
            max_length=MOST_ZIP_CODES,
            description='ZIP codes, prefixes ("787") and ranges ("78701-78799")',
        ),
    ]
    fee: Price
    minimum_order: Price | None = None
    free_above: Annotated[
        Price | None, Field(description="Delivery is free from this sum of lines, after the discount and before tax")
    ] = None
    quote_only: Annotated[bool, Field(description="Whether the fee is only confirmed after you review the address")] = (
        False
    )


class OtherInput(RequestModel):
    """The delivery fee for all other ZIP codes."""

    fee: Price


class ZonesInput(RequestModel):
    """Body of PUT /api/delivery-zones: replaces all zones. The first zone that contains the ZIP code applies."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "zones": {"too_long": f"You can have at most {MOST_ZONES} zones"},
        "zones.zipCodes": {
            "too_short": "Enter at least one ZIP code",
            "too_long": f"A zone can have at most {MOST_ZIP_CODES} ZIP codes and ranges",
            "zip_codes": "{why}",
        },
        "zones.fee": _AMOUNT,
        "zones.minimumOrder": _AMOUNT,
        "zones.freeAbove": _AMOUNT,
        "other.fee": _AMOUNT,
    }
    paths: ClassVar[frozenset[str]] = frozenset({"zones", "other"})

    zones: Annotated[list[ZoneInput], Field(max_length=MOST_ZONES)]
    other: Annotated[OtherInput | None, Field(description="Null: other ZIP codes are by quote")] = None


class ZoneOut(ResponseModel):
    """A delivery zone."""

    name: str
    zip_codes: list[str]
    fee: CurrencyUnits
    minimum_order: CurrencyUnits | None
    free_above: CurrencyUnits | None
    quote_only: bool


class OtherOut(ResponseModel):
    """The delivery fee for all other ZIP codes."""

    fee: CurrencyUnits


class ZonesOut(ResponseModel):
    """A business's delivery zones in order of priority."""

    zones: list[ZoneOut]
    other: OtherOut | None
