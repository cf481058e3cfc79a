"""Request and response models of a business's details."""

import re
from typing import Annotated, ClassVar, Final, Literal, Self

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.accounts.models import Operator
from marqueedesk.business.models import DEFAULT_QUOTE_DAYS, LONGEST_QUOTE_DAYS, Company
from marqueedesk.business.terms import unknown_fields, unpaired_brace
from marqueedesk.kit.http.schemas import (
    AtMost,
    KeptBlock,
    OptionalBlock,
    OptionalEmail,
    OptionalPhone,
    OptionalText,
    RequestModel,
    ResponseModel,
    web_host,
)
from marqueedesk.kit.text.colors import text_on
from marqueedesk.kit.text.countries import all_countries

LONGEST_TERMS = 20_000
MOST_ADDRESS_LINES = 8
HIGHEST_INVOICE_NUMBER: Final = 9_999_999
# A prefix with a year, or with a digit at its end, could make the number of another scheme.
_PREFIX: Final = re.compile(r"(?!.*[0-9]{4})(?:[A-Za-z0-9._-]{0,7}[A-Za-z._-])?", re.ASCII)
_COLOR: Final = re.compile(r"#[0-9A-Fa-f]{6}", re.ASCII)


def _website(text: str | None) -> str | None:
    if text is None:
        return None
    address = text if "://" in text else f"https://{text}"
    if "." not in web_host(address).strip("."):
        raise PydanticCustomError("website", "must be a web address")
    return address


def _address(text: str | None) -> str | None:
    if text is not None and text.count("\n") >= MOST_ADDRESS_LINES:
        raise PydanticCustomError("lines", "too many lines")
    return text


def _color(text: str | None) -> str | None:
    if text is not None and not _COLOR.fullmatch(text):
        raise PydanticCustomError("color", "must be a color")
    return text.lower() if text is not None else None


def _terms(text: str | None) -> str | None:
    if text and (unpaired := unpaired_brace(text)) is not None:
        raise PydanticCustomError("brace", "{words}", {"words": unpaired})
    unknown = unknown_fields(text) if text else []
    if unknown:
        names = ", ".join(f"{{{name[:40]}}}" for name in unknown[:5])
        raise PydanticCustomError("fields", "{names}", {"names": names})
    return text


def _country(text: str) -> str:
    if text not in {country.code for country in all_countries()}:
        raise PydanticCustomError("country", "must be a country")
    return text


Country = Annotated[str, AfterValidator(_country)]


def _prefix(text: str | None) -> str | None:
    if text is not None and not _PREFIX.fullmatch(text):
        raise PydanticCustomError("prefix", "must be a prefix")
    if text is not None and text.casefold().startswith("cn-"):
        raise PydanticCustomError("credit_notes", "is that of credit notes")
    return text


class InvoiceNumbersChange(RequestModel):
    """The scheme of invoice numbers; omitted fields stay the same."""

    prefix: Annotated[str | None, AfterValidator(_prefix), Field(description="Precedes the year or the number")] = None
    yearly: Annotated[bool | None, Field(description="Restart at 1 each year, with the year in the number")] = None
    next: Annotated[
        int | None, Field(ge=1, le=HIGHEST_INVOICE_NUMBER, description="Must be above the numbers already used")
    ] = None


class InvoiceNumbersOut(ResponseModel):
    """The scheme of invoice numbers."""

    prefix: str
    yearly: bool
    next: int


class BusinessDetailsChange(RequestModel):
    """PATCH /api/business-details: omitted fields stay the same. For the terms, null means the default ones and ""
    means none.
    """

    paths = frozenset({"invoiceNumbers"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "invoiceNumbers.prefix": {
            "prefix": "The prefix can have up to 8 letters, digits, dots, hyphens and underscores. It can't end with a "
            "digit or contain a year",
            "credit_notes": "Credit notes are numbered CN-. Choose another prefix for invoices",
        },
        "invoiceNumbers.next": {
            "*": f"The next invoice number must be a whole number from 1 to {HIGHEST_INVOICE_NUMBER:,}"
        },
        "website": {"website": "Website must be a web address, for example https://example.com"},
        "address": {"lines": f"Address can have at most {MOST_ADDRESS_LINES} lines"},
        "terms": {
            "fields": "The terms have fields that cannot be filled in: {names}",
            "brace": "The terms have a field with only one brace: {words}. Write it with both, such as {{company}}",
        },
        "brandColor": {"color": "Brand color must be written as #rrggbb, for example #4f46e5"},
        "documentCountry": {"*": "Choose a country by its code of two letters, such as DE"},
        "pricesInclude": {"*": "Prices include tax or nothing"},
        "taxId": {"string_too_long": "Tax ID can have at most {max_length} characters"},
    }

    address: Annotated[OptionalBlock, AtMost(500), AfterValidator(_address)] = None
    email: OptionalEmail = None
    phone: Annotated[OptionalPhone, AtMost(50)] = None
    tax_id: Annotated[OptionalText, AtMost(50)] = None
    website: Annotated[OptionalText, AfterValidator(_website), AtMost(200)] = None
    brand_color: Annotated[OptionalText, AfterValidator(_color)] = None
    terms: Annotated[KeptBlock, AtMost(LONGEST_TERMS), AfterValidator(_terms)] = None
    quote_days: Annotated[int, Field(ge=1, le=LONGEST_QUOTE_DAYS)] = DEFAULT_QUOTE_DAYS
    quotes_hold: bool = False
    invoice_note: Annotated[OptionalBlock, AtMost(1000)] = None
    invoice_numbers: InvoiceNumbersChange = InvoiceNumbersChange()
    document_country: Annotated[
        Country | None, Field(description="Country whose rules documents follow; null for the time zone's")
    ] = None
    e_invoices: Annotated[bool, Field(description="Put the electronic form into PDFs of new invoices")] = False
    vat_id: Annotated[OptionalText, AtMost(30)] = None
    prices_include: Literal["tax", "nothing"] = "nothing"
    small_business: Annotated[bool, Field(description="Charge no tax, and print the required statement")] = False


class LogoOut(ResponseModel):
    """A logo's URL and its size in pixels."""

    url: Annotated[str, Field(description="Public URL; changes with the logo")]
    width: int
    height: int


class TermsField(ResponseModel):
    """A fill-in field of the terms, written `{name}` in the text."""

    name: str
    meaning: str
    sample: str


class BusinessDetailsOut(ResponseModel):
    """A business's details."""

    company_name: Annotated[str, Field(description="Set with the profile (PATCH /api/user/{id})")]
    address: str | None
    email: str | None
    phone: str | None
    tax_id: str | None
    website: str | None
    logo: LogoOut | None
    brand_color: Annotated[str | None, Field(description="#rrggbb; null for the default color")]
    terms: Annotated[str | None, Field(description='null for the default terms; "" for none')]
    default_terms: str
    terms_fields: list[TermsField]
    quote_days: int
    quotes_hold: bool
    invoice_note: str | None
    invoice_numbers: InvoiceNumbersOut
    document_country: Annotated[str | None, Field(description="Country whose rules documents follow")]
    e_invoices: bool
    vat_id: str | None
    tax_name: Annotated[str, Field(description="Name of the tax on documents")]
    vat_id_name: Annotated[str, Field(description="Name of the VAT ID on documents")]
    prices_include: Annotated[
        Literal["tax", "nothing"], Field(description="Whether the prices on your list include the tax")
    ]
    small_business: bool


class BrandOut(ResponseModel):
    """A business's color for buttons, and the color of readable text on it: white or black."""

    color: str
    text: str


class CompanyOut(ResponseModel):
    """A business as shown to its customers."""

    name: str
    address: str | None
    phone: str | None
    email: str | None
    website: str | None
    logo_url: str | None
    brand: Annotated[BrandOut | None, Field(description="null for the default color")]

    @classmethod
    def of(cls, company: Company) -> Self:
        """Convert the sender of quotes and documents, without the tax ID."""
        color = company.get("brandColor")
        return cls(
            name=company["name"],
            address=company["address"],
            phone=company["phone"],
            email=company["email"],
            website=company["website"],
            logo_url=company["logoUrl"],
            brand=BrandOut(color=color, text=text_on(color)) if color else None,
        )


class BusinessFormatsOut(ResponseModel):
    """A business as its customers' pages show it: its details, currency and date formats."""

    currency: str
    date_format: str
    time_format: str
    measures: str
    company: CompanyOut

    @classmethod
    def of_operator(cls, operator: Operator, company: Company, currency: str | None = None) -> Self:
        """Return the business's formats; ``currency`` is that of an offer made before the business's changed."""
        return cls(
            currency=currency or operator.currency,
            date_format=operator.date_format,
            time_format=operator.time_format,
            measures=operator.measures,
            company=CompanyOut.of(company),
        )


class PictureStorageOut(ResponseModel):
    """Usage and limit of the storage for a business's pictures."""

    used_bytes: int
    allowed_bytes: Annotated[int | None, Field(description="null on installations without a limit")]
    owner_must_confirm: Annotated[
        bool, Field(description="True if uploads require the owner's email address to be confirmed first")
    ]
