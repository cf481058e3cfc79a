"""Request and response schemas of sales tax by place, in percentages."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.kit.http.schemas import (
    AtMost,
    Day,
    Email,
    OptionalPlace,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
)
from marqueedesk.pricing.sales_tax import Exemption
from marqueedesk.pricing.schemas import TaxPercent
from marqueedesk.pricing.zones_schemas import MOST_ZIP_CODES, SEPARATED, ZipCodesText

MOST_PLACES = 500
MOST_CUSTOMERS = 500
LONGEST_CSV = 2_000_000
_PERCENT = {"*": "Enter a percentage from 0 to 100 with at most four decimals, such as 8.875"}
_TOO_LONG = {"string_too_long": "{label} can have at most {max_length} characters"}


class TaxPlaceInput(RequestModel):
    """A place with its combined rate. Matched by ZIP codes if given, else by city, else by state."""

    state: Annotated[OptionalPlace, AtMost(60)] = None
    county: Annotated[OptionalPlace, AtMost(60)] = None
    city: Annotated[OptionalPlace, AtMost(80)] = None
    zip_codes: Annotated[
        list[ZipCodesText],
        SEPARATED,
        Field(max_length=MOST_ZIP_CODES, description='ZIP codes, prefixes ("787") and ranges ("78701-78799")'),
    ] = Field(default_factory=list[str])
    percent: TaxPercent


class OtherTaxInput(RequestModel):
    """The rate for all other places."""

    percent: TaxPercent


class TaxableInput(RequestModel):
    """Kinds of lines that are taxed; omitted ones count as taxed. Items and tips have their own settings."""

    letters: bool = True
    add_ons: bool = True
    packages: bool = True
    venue_surcharge: bool = True
    extras: bool = True
    delivery: bool = True
    damage_waiver: bool = True


class SalesTaxInput(RequestModel):
    """Body of PUT /api/sales-tax: replaces all places and taxed kinds of lines. The most specific place applies."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "places": {"too_long": f"You can have at most {MOST_PLACES} places"},
        "places.zipCodes": {
            "too_long": f"A place can have at most {MOST_ZIP_CODES} ZIP codes and ranges",
            "zip_codes": "{why}",
        },
        "places.percent": _PERCENT,
        "places.state": _TOO_LONG,
        "places.county": _TOO_LONG,
        "places.city": _TOO_LONG,
        "other.percent": _PERCENT,
    }
    paths: ClassVar[frozenset[str]] = frozenset({"places", "other"})

    places: Annotated[list[TaxPlaceInput], Field(max_length=MOST_PLACES)]
    other: Annotated[OtherTaxInput | None, Field(description="Null: you determine the tax of other places")] = None
    taxable: TaxableInput = Field(default_factory=TaxableInput)


class TaxCsvInput(RequestModel):
    """Body of POST /api/sales-tax/preview: the text of a CSV file."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "csv": {"string_too_long": "The file is too large"},
        "unit": {"*": "Choose percent or fraction"},
    }

    csv: Annotated[str, Field(min_length=1, max_length=LONGEST_CSV)]
    unit: Annotated[
        Literal["percent", "fraction"] | None,
        Field(
            description="How rates are written: `percent` (8.875) or `fraction` (0.08875); needed after `unit_needed`"
        ),
    ] = None


class ExemptCustomerInput(RequestModel):
    """A tax-exempt customer."""

    email: Email
    name: Annotated[OptionalText, AtMost(200)] = None
    certificate: Annotated[RequiredText, AtMost(60)]
    expires_on: Day | None = None


class ExemptCustomersInput(RequestModel):
    """Body of PUT /api/tax-exemptions: replaces all exempt customers."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "customers": {"too_long": f"You can have at most {MOST_CUSTOMERS} exempt customers"},
        "customers.email": {"*": "Enter the customer's email address"},
        "customers.certificate": {"*": "Enter the certificate number, at most 60 characters"},
        "customers.name": _TOO_LONG,
        "customers.expiresOn": {"*": "Enter a date, for example 2027-06-01"},
    }
    paths: ClassVar[frozenset[str]] = frozenset({"customers"})

    customers: Annotated[list[ExemptCustomerInput], Field(max_length=MOST_CUSTOMERS)]


class ExemptionInput(RequestModel):
    """The tax exemption of a booking's customer."""

    certificate: Annotated[RequiredText, AtMost(60)]
    expires_on: Day | None = None

    @property
    def value(self) -> Exemption:
        """Convert to the form stored with prices."""
        return Exemption(self.certificate, self.expires_on)


TaxRate = Annotated[float | int, Field(description="Percent, at most four decimals")]


class TaxPlaceOut(ResponseModel):
    """A place with its rate."""

    state: str | None
    county: str | None
    city: str | None
    zip_codes: list[str]
    percent: TaxRate
    name: Annotated[str, Field(description="Display name used in documents and reports")]
    key: Annotated[str, Field(description="Identifies a place regardless of spelling")]


class OtherTaxOut(ResponseModel):
    """The rate for all other places."""

    percent: TaxRate


class TaxableOut(ResponseModel):
    """Kinds of lines that are taxed."""

    letters: bool
    add_ons: bool
    packages: bool
    venue_surcharge: bool
    extras: bool
    delivery: bool
    damage_waiver: bool


class SalesTaxOut(ResponseModel):
    """A business's sales tax. Without places and a rate for other places, ``percent`` applies everywhere."""

    percent: TaxRate
    places: list[TaxPlaceOut]
    other: OtherTaxOut | None
    taxable: TaxableOut


class RefusedTaxRow(ResponseModel):
    """A rejected row of a file, with the error."""

    line: int
    sentence: str


class TaxPreviewOut(ResponseModel):
    """The places in a file. Rows with the same place and rate are combined."""

    rows: int
    fractions: Annotated[bool, Field(description="Whether rates were fractions, such as 0.08875 for 8.875 %")]
    places: list[TaxPlaceOut]
    refused: list[RefusedTaxRow]


class AddressTaxOut(ResponseModel):
    """The tax for an address: a rate, or that it has to be confirmed."""

    place: Annotated[str | None, Field(description="Null if one rate applies everywhere, or if unknown")]
    percent: TaxRate
    to_confirm: bool


class ExemptionOut(ResponseModel):
    """A tax exemption with its expiration date."""

    certificate: str
    expires_on: str | None


class ExemptCustomerOut(ExemptionOut):
    """A tax-exempt customer."""

    email: str
    name: str | None
    state: Literal["valid", "expired"]


class ExemptCustomersOut(ResponseModel):
    """The business's exempt customers, by email address."""

    customers: list[ExemptCustomerOut]
