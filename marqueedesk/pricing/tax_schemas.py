"""Sales tax by place as it comes in, and as it is answered: percentages on the wire."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.kit.http.schemas import (
    AtMost,
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
    """A place and its whole rate. ZIP codes decide where there are some, else the city, else the state."""

    state: Annotated[OptionalPlace, AtMost(60)] = None
    county: Annotated[OptionalPlace, AtMost(60)] = None
    city: Annotated[OptionalPlace, AtMost(80)] = None
    zip_codes: Annotated[
        list[ZipCodesText],
        SEPARATED,
        Field(max_length=MOST_ZIP_CODES, description='ZIP codes, their beginnings ("787") and ranges ("78701-78799")'),
    ] = Field(default_factory=list[str])
    percent: TaxPercent


class OtherTaxInput(RequestModel):
    """The rate of any other place."""

    percent: TaxPercent


class TaxableInput(RequestModel):
    """Which kinds of lines are sold with tax; what is left out is. Items and tips say so themselves."""

    letters: bool = True
    add_ons: bool = True
    packages: bool = True
    venue_surcharge: bool = True
    extras: bool = True
    delivery: bool = True
    damage_waiver: bool = True


class SalesTaxInput(RequestModel):
    """PUT /api/sales-tax: takes the place of all places, and of what is taxed. The most exact place counts."""

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
    other: Annotated[OtherTaxInput | None, Field(description="None: you settle the tax of other places")] = None
    taxable: TaxableInput = Field(default_factory=TaxableInput)


class TaxCsvInput(RequestModel):
    """POST /api/sales-tax/preview: the text of a CSV file."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "csv": {"string_too_long": "The file is too large"},
        "unit": {"*": "Choose percent or fraction"},
    }

    csv: Annotated[str, Field(min_length=1, max_length=LONGEST_CSV)]
    unit: Annotated[
        Literal["percent", "fraction"] | None,
        Field(description="Whether 8.875 % is written as 8.875 or as 0.08875; only needed after `unit_needed`"),
    ] = None


class ExemptCustomerInput(RequestModel):
    """A customer who pays no sales tax."""

    email: Email
    name: Annotated[OptionalText, AtMost(200)] = None
    certificate: Annotated[RequiredText, AtMost(60)]
    expires_on: date | None = None


class ExemptCustomersInput(RequestModel):
    """PUT /api/tax-exemptions: takes the place of all exempt customers."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "customers": {"too_long": f"You can have at most {MOST_CUSTOMERS} exempt customers"},
        "customers.email": {"*": "Enter the customer's email address"},
        "customers.certificate": {"*": "Enter the number of the certificate, at most 60 characters"},
        "customers.name": _TOO_LONG,
        "customers.expiresOn": {"*": "Enter a date, for example 2027-06-01"},
    }
    paths: ClassVar[frozenset[str]] = frozenset({"customers"})

    customers: Annotated[list[ExemptCustomerInput], Field(max_length=MOST_CUSTOMERS)]


class ExemptionInput(RequestModel):
    """Why the customer of a booking pays no sales tax."""

    certificate: Annotated[RequiredText, AtMost(60)]
    expires_on: date | None = None

    @property
    def value(self) -> Exemption:
        """As the price keeps it."""
        return Exemption(self.certificate, self.expires_on)


TaxRate = Annotated[float | int, Field(description="Percent, at most four decimals")]


class TaxPlaceOut(ResponseModel):
    """A place and its rate."""

    state: str | None
    county: str | None
    city: str | None
    zip_codes: list[str]
    percent: TaxRate
    name: Annotated[str, Field(description="The place in words, as documents and reports name it")]
    key: Annotated[str, Field(description="Places with the same key are one, however they are spelled")]


class OtherTaxOut(ResponseModel):
    """The rate of any other place."""

    percent: TaxRate


class TaxableOut(ResponseModel):
    """Which kinds of lines are sold with tax."""

    letters: bool
    add_ons: bool
    packages: bool
    venue_surcharge: bool
    extras: bool
    delivery: bool
    damage_waiver: bool


class SalesTaxOut(ResponseModel):
    """A business's sales tax. Without places, and without a rate for other places, ``percent`` holds everywhere."""

    percent: TaxRate
    places: list[TaxPlaceOut]
    other: OtherTaxOut | None
    taxable: TaxableOut


class RefusedTaxRow(ResponseModel):
    """A row of a file that cannot be taken, and why."""

    line: int
    sentence: str


class TaxPreviewOut(ResponseModel):
    """The places of a file. Rows of one place and rate are one place with all of their ZIP codes."""

    rows: int
    fractions: Annotated[bool, Field(description="Whether the file has 0.08875 for 8.875 %")]
    places: list[TaxPlaceOut]
    refused: list[RefusedTaxRow]


class AddressTaxOut(ResponseModel):
    """The tax of an address: a rate, or that it must be confirmed."""

    place: Annotated[str | None, Field(description="None where one rate holds everywhere, or nothing is known")]
    percent: TaxRate
    to_confirm: bool


class ExemptionOut(ResponseModel):
    """Why a customer pays no sales tax, and until when."""

    certificate: str
    expires_on: str | None


class ExemptCustomerOut(ExemptionOut):
    """A customer who pays no sales tax."""

    email: str
    name: str | None
    state: Literal["valid", "expired"]


class ExemptCustomersOut(ResponseModel):
    """The business's exempt customers, by email address."""

    customers: list[ExemptCustomerOut]
