"""Request and response schemas of customers. Amounts are in currency units."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.customers.models import Kind
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Email,
    Id,
    OptionalBlock,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
    SparseModel,
)
from marqueedesk.pricing.card_terms import CardOnFileOut
from marqueedesk.pricing.policy_schemas import PaymentTermsOut, PolicyInput
from marqueedesk.pricing.schemas import Percent, PercentAnswer
from marqueedesk.pricing.tax_schemas import ExemptionInput, ExemptionOut

MOST_DETAILS = 20
"""Maximum number of email addresses, phone numbers and tags each."""


class PhoneInput(RequestModel):
    """A phone number as entered. The other fields of a returned phone number are accepted and ignored."""

    number: Annotated[RequiredText, AtMost(50)]
    extension: Annotated[OptionalText, AtMost(12)] = None


class ReferrerInput(RequestModel):
    """The partner or the customer who referred a customer."""

    partner_id: Id | None = None
    customer_id: Id | None = None


class CustomerInput(RequestModel):
    """POST /api/customers."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "kind": {"*": "Kind must be one of: person, organization"},
        "emails": {"too_long": f"A customer can have at most {MOST_DETAILS} email addresses"},
        "phones": {"too_long": f"A customer can have at most {MOST_DETAILS} phone numbers"},
        "tags": {"too_long": f"A customer can have at most {MOST_DETAILS} tags"},
    }
    paths: ClassVar[frozenset[str]] = frozenset({"emails", "phones", "tags", "referredBy", "taxExemption"})

    kind: Kind = "person"
    name: Annotated[RequiredText, AtMost(200)]
    emails: Annotated[list[Email], Field(default_factory=list, max_length=MOST_DETAILS)]
    phones: Annotated[
        list[PhoneInput | Annotated[RequiredText, AtMost(50)]],
        Field(
            default_factory=list,
            max_length=MOST_DETAILS,
            description="Each as text, or as an object like in the response",
        ),
    ]
    address: Annotated[OptionalBlock, AtMost(500)] = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None
    tags: Annotated[list[Annotated[RequiredText, AtMost(40)]], Field(default_factory=list, max_length=MOST_DETAILS)]
    language: Annotated[OptionalText, AtMost(10)] = None
    discount_percent: Annotated[
        Percent | None,
        Field(
            description="The discount of new quotes, and of bookings that the business enters, unless another "
            "discount, a code or a total is sent. Requests from the booking form don't get it"
        ),
    ] = None
    payment_policy: Annotated[
        PolicyInput | None,
        Field(
            description="Payment and cancellation terms of new quotes, and of bookings that the business enters; null "
            "for the business's own. Requests from the booking form have the terms that the form showed"
        ),
    ] = None
    tax_exemption: Annotated[
        ExemptionInput | None,
        Field(description="Exempts the customer's email addresses from tax, as PUT /api/tax-exemptions does"),
    ] = None
    referred_by: ReferrerInput | None = None


class CustomerPatch(CustomerInput):
    """PATCH /api/customers/{id}: omitted fields keep their value. A full customer, as returned by GET, is accepted."""

    name: Annotated[RequiredText, AtMost(200)] = ""


class PhoneOut(SparseModel):
    """A phone number as entered, with its E.164 form if it could be parsed."""

    number: str
    e164: str | None
    extension: str | None = None


class ReferrerOut(SparseModel):
    """The partner or the customer who referred a customer."""

    partner_id: int | None = None
    customer_id: int | None = None


class TextConsentOut(ResponseModel):
    """The customer's consent to texts, or its withdrawal."""

    given: bool
    at: str
    wording: str
    source: str


class CustomerTotalsOut(ResponseModel):
    """Sums over a customer's bookings: prices except of canceled ones, money received, and balances due."""

    booked: CurrencyUnits
    received: CurrencyUnits
    balance: CurrencyUnits


class CrewCustomerOut(SparseModel):
    """A customer as staff see it: everything but amounts (A5)."""

    id: int
    kind: Kind
    name: Annotated[str, Field(description="An email address or phone number if no name is known")]
    emails: list[str]
    phones: list[PhoneOut]
    address: str | None
    notes: str | None
    tags: list[str]
    language: str | None
    tax_exemption: ExemptionOut | None
    referred_by: ReferrerOut | None
    text_consent: TextConsentOut | None
    bookings: int
    quotes: int
    last_event: Annotated[str | None, Field(description="Day of the latest past delivery")]
    next_event: Annotated[str | None, Field(description="Day of the next delivery, today included")]
    created_at: str
    updated_at: str
    erased_at: Annotated[str | None, Field(description="Set once the customer was erased: nothing personal is left")]


class CustomerOut(CrewCustomerOut):
    """A customer, with amounts and terms."""

    discount_percent: PercentAnswer | None
    payment_policy: Annotated[PaymentTermsOut | None, Field(description="Null for the business's own terms")]
    card_on_file: Annotated[CardOnFileOut | None, Field(description="The card kept last for one of their bookings")]
    totals: CustomerTotalsOut


class CrewCustomerPage(ResponseModel):
    """A page of customers as staff see them."""

    items: list[CrewCustomerOut]
    next_cursor: str | None


class CustomerPage(ResponseModel):
    """A page of customers."""

    items: list[CustomerOut]
    next_cursor: str | None


CustomerSort = Literal["name", "lastEvent", "nextEvent", "total", "balance"]


class DuplicateOut(ResponseModel):
    """Two customers that may be the same, with the reasons."""

    customer_ids: Annotated[list[int], Field(min_length=2, max_length=2)]
    because: list[Literal["phone", "email", "name"]]


class MergeInput(RequestModel):
    """POST /api/customers/{id}/merge: the customer to merge into this one."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"other": {"*": "Choose another customer"}}

    other: Id


class MergedCustomerOut(CustomerOut):
    """The customer that remained after a merge, and until when the merge can be undone."""

    merge_id: int
    undo_until: str


class SplitInput(RequestModel):
    """POST /api/customers/{id}/split: the bookings of the new customer."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"bookingIds": {"*": "Choose at least one booking"}}

    booking_ids: Annotated[list[Id], Field(min_length=1, max_length=1000)]


class EraseInput(RequestModel):
    """POST /api/customers/{id}/erase: the customer's name, to confirm."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"confirm": {"*": "Enter the customer's name to confirm"}}

    confirm: Annotated[RequiredText, AtMost(254)]


class ErasedOut(ResponseModel):
    """When a customer was erased."""

    erased_at: str
