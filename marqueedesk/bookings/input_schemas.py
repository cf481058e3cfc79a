"""Request schemas for creating and editing bookings."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated, ClassVar, Final, Self

from pydantic import (
    BeforeValidator,
    Field,
    PrivateAttr,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from marqueedesk.accounts.rules_schemas import LONGEST_EVENT_TYPE
from marqueedesk.bookings.charges.discount_codes import FIELD as DISCOUNT_CODE
from marqueedesk.bookings.charges.gift_cards import FIELD as GIFT_CARD
from marqueedesk.bookings.charges.gift_cards import OptionalGiftCard, OptionalGiftCardAmount
from marqueedesk.bookings.schemas import TAX_EXEMPT
from marqueedesk.delivery.install_windows import LONGEST_CODE
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    DateOrDateTime,
    Id,
    OptionalBlock,
    OptionalCodeText,
    OptionalEmail,
    OptionalPhone,
    OptionalText,
    RequestModel,
    RequiredText,
    between,
)
from marqueedesk.pricing.extras import SENTENCES as DISCOUNTS
from marqueedesk.pricing.extras import DiscountInput
from marqueedesk.pricing.schemas import Percent
from marqueedesk.pricing.tax_schemas import ExemptionInput
from marqueedesk.rentals.line_schemas import LINE_SENTENCES, LinesInput, MessageOrLines, SizeOrLines
from marqueedesk.rentals.wire_types import AddOns, Code, OptionalCode, none_if_empty
from marqueedesk.venues.address_schemas import PartOfAddress

PUBLIC_KEY = r"^mk_[a-z0-9]{20,40}$"
HIGHEST_TIP_CENTS = 10_000_000
DATES = {"missing": "{label} is required", "*": "{label} must be a date, for example 2027-06-01"}
SENTENCES: dict[str, dict[str, str]] = LINE_SENTENCES | {
    "customerEmail": {"email": "Please enter a valid email address", "not_reached": "{sentence}"},
    "customerId": {"*": "Unknown customer"},
    "userId": {"missing": "userId is required", "*": "userId must be an operator's id or public key"},
    "venueId": {"*": "Unknown venue"},
}


Who = Annotated[
    Annotated[int, Field(ge=1, le=2**63 - 1)] | Annotated[str, Field(pattern=PUBLIC_KEY, max_length=50)],
    Field(description="An operator's id or public key"),
]
OptionalEventType = Annotated[
    OptionalText, AtMost(LONGEST_EVENT_TYPE), Field(description="One of the business's event types")
]
OptionalInstallTime = Annotated[
    OptionalText, AtMost(LONGEST_CODE), Field(description="The code of one of the business's install windows")
]
OptionalDay = Annotated[DateOrDateTime | None, BeforeValidator(none_if_empty)]


ANOTHER_PLACE = "An address instead of `venueId`. Visitors must send street and city; operators may send a part."
_REACHED = "Required from visitors. Operators send an email address, a phone number, or both."
NOT_REACHED = "Enter an email address or a phone number"


OptionalDiscountCode = Annotated[
    OptionalCodeText, AtMost(80), Field(description="A discount code of the business, in any case")
]


TipAmount = Annotated[CurrencyAmount, between(0, HIGHEST_TIP_CENTS, "A tip must be between 0 and 100,000")]
TakesWaiver = Annotated[
    bool | None,
    Field(description="True if the customer takes the damage waiver; null for the payment policy's default"),
]
TipShare = Annotated[Percent | None, Field(description="A tip as a percentage of the order, in place of `tip`")]


_GIFT_CARD: Final = re.compile(r"\s*[2-9A-HJ-NP-Z]{4}([- ][2-9A-HJ-NP-Z]{4}){3}\s*", re.IGNORECASE)


class TakesCodes(RequestModel):
    """A request with a discount code and a gift card. A form may have one field for both: a gift card's code in the
    field of discount codes, written in its groups of four, counts as the gift card.
    """

    discount_code: OptionalDiscountCode = None
    gift_card: OptionalGiftCard = None

    @model_validator(mode="after")
    def _shared_field(self) -> Self:
        if self.gift_card is None and self.discount_code is not None and _GIFT_CARD.fullmatch(self.discount_code):
            self.gift_card, self.discount_code, self._is_shared = self.discount_code, None, True
        return self

    _is_shared: bool = PrivateAttr(default=False)

    @contextmanager
    def errors_at_its_field(self) -> Generator[None]:
        """Name the field in which the gift card was entered in errors of the enclosed block."""
        try:
            yield
        except Problem as problem:
            if self._is_shared and problem.fields and GIFT_CARD in problem.fields:
                problem.fields[DISCOUNT_CODE] = problem.fields.pop(GIFT_CARD)
            raise


class RentalInput(RequestModel):
    """Rental and location of a booking or quote request."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines", "address"})

    lines: LinesInput | None = None
    message: MessageOrLines = None
    size: SizeOrLines = None
    venue_id: Id | None = None
    venue_name: Annotated[OptionalText, AtMost(200)] = None
    venue_address: Annotated[OptionalText, AtMost(500)] = None
    address: Annotated[PartOfAddress | None, Field(description=ANOTHER_PLACE)] = None


class BookingInput(RentalInput, TakesCodes):
    """POST /api/bookings: lines, or message and size as one line of letters.

    Other fields (status, deposit, breakdown, counts) are ignored.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        **SENTENCES,
        "deliveryDate": DATES,
        "pickupDate": DATES,
        "discount": DISCOUNTS["discount"],
    }
    takes_customer_id: ClassVar[bool] = True

    user_id: Who | None = None
    # Must come before the name and contact details, whose validators read it.
    customer_id: Annotated[
        Id | None, Field(description="For operators: an existing customer in place of name, email address and phone")
    ] = None
    customer_name: Annotated[RequiredText, AtMost(200), Field(validate_default=True)] = ""
    customer_phone: Annotated[OptionalPhone, AtMost(50)] = None
    # Must come after the phone number, which its validator reads.
    customer_email: Annotated[OptionalEmail, Field(validate_default=True, description=_REACHED)] = None
    delivery_date: DateOrDateTime
    pickup_date: DateOrDateTime
    event_type: OptionalEventType = None
    preferred_install_time: OptionalInstallTime = None
    color_option: OptionalCode = None
    add_ons: AddOns = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None
    operator_notes: Annotated[OptionalBlock, AtMost(5000)] = None
    total_price: CurrencyAmount | None = None
    overbook_reason: Annotated[OptionalText, AtMost(300)] = None
    as_request: Annotated[
        bool, Field(description="Create an operator's booking as pending; by default it is confirmed at once")
    ] = False
    notify: Annotated[
        bool, Field(description="Email the confirmation to the customer of a booking created by an operator")
    ] = False
    discount: Annotated[
        DiscountInput | None,
        Field(
            description="For operators: a discount; null for none. If it, a code and `totalPrice` are omitted, the "
            "customer's `discountPercent` applies"
        ),
    ] = None
    gift_card_amount: OptionalGiftCardAmount = None
    damage_waiver: TakesWaiver = None
    tip: TipAmount | None = None
    tip_percent: TipShare = None
    ask_anyway: Annotated[
        bool,
        Field(
            description="For visitors: send the request even if letters or dates are unavailable; it holds no letters"
        ),
    ] = False
    via: Annotated[
        OptionalText, AtMost(40), Field(description="For visitors: the code of the partner whose link they followed")
    ] = None
    form_token: Annotated[
        OptionalText,
        AtMost(200),
        Field(description="`formToken` of GET /api/booking-form, which contains the time the form was opened"),
    ] = None
    website: Annotated[
        OptionalText, AtMost(500), Field(description="Honeypot field, hidden from people: leave empty")
    ] = None
    text_consent: Annotated[
        bool,
        Field(description="Whether the customer agreed to texts (`textConsentWording` of GET /api/booking-form)"),
    ] = False
    terms_version: Annotated[
        OptionalText,
        AtMost(20),
        Field(description="`terms.version` of GET /api/booking-form accepted by the visitor; required if it has terms"),
    ] = None

    @field_validator("customer_name", mode="wrap")
    @classmethod
    def _named(cls, name: object, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> str:
        is_chosen = cls.takes_customer_id and info.data.get("customer_id") is not None
        return "" if is_chosen and name in {None, ""} else handler(name)

    @field_validator("customer_email")
    @classmethod
    def _reached(cls, email: str | None, info: ValidationInfo) -> str | None:
        if info.data.get("customer_id") is not None:
            return email
        if email is None and info.data.get("customer_phone", "refused for itself") is None:
            raise PydanticCustomError("not_reached", "{sentence}", {"sentence": NOT_REACHED})
        return email


class VisitorBookingInput(BookingInput):
    """A booking request from a visitor, whom the business contacts by email."""

    takes_customer_id: ClassVar[bool] = False

    @field_validator("customer_email")
    @classmethod
    def _reached(cls, email: str | None, info: ValidationInfo) -> str | None:  # noqa: ARG003 - same signature as the method it overrides.
        if email is None:
            raise PydanticCustomError("missing", "is required")
        return email


ABOUT_THE_FORM = {"form_token", "website", "terms_version", "via"}
"""Fields that are not part of the booking: a retry after a reload has another token (W9)."""


class RentalPatch(RequestModel):
    """Changes to a booking's rental: omitted fields keep their value."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines", "address"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {**SENTENCES, "deliveryDate": DATES, "pickupDate": DATES}

    message: Annotated[RequiredText, AtMost(500)] = ""
    size: Code = ""
    lines: LinesInput | None = None
    venue_id: Id | None = None
    venue_name: Annotated[
        OptionalText, AtMost(200), Field(description="Name of the location if it isn't a listed venue")
    ] = None
    address: Annotated[PartOfAddress | None, Field(description=ANOTHER_PLACE)] = None
    delivery_date: DateOrDateTime = ""
    pickup_date: DateOrDateTime = ""
    preferred_install_time: OptionalInstallTime = None
    color_option: Code = ""
    add_ons: AddOns = None


class BookingPatch(RentalPatch):
    """PATCH /api/bookings/{id}: omitted fields keep their value. A full booking, as returned by GET, is accepted."""

    customer_name: Annotated[RequiredText, AtMost(200)] = ""
    customer_email: OptionalEmail = None
    customer_phone: Annotated[OptionalPhone, AtMost(50)] = None
    event_type: OptionalEventType = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None
    operator_notes: Annotated[OptionalBlock, AtMost(5000)] = None
    damage_waiver: bool | None = None
    tip: TipAmount | None = None
    tax_exempt: Annotated[ExemptionInput | None, Field(description=TAX_EXEMPT)] = None
    vat_id: Annotated[OptionalText, AtMost(30), Field(description="The customer's VAT ID")] = None
    reverse_charge: Annotated[
        bool, Field(description="The customer accounts for the tax, so none is charged; needs the VAT ID")
    ] = False
    total_price: CurrencyAmount | None = None
    # A total sent here is a custom total and is kept even if it equals the stored one.
    own_total: bool = False
    overbook_reason: Annotated[OptionalText, AtMost(300)] = None
    notify: Annotated[bool, Field(description="Email the customer about the changes")] = False
    ask_agreement: Annotated[bool, Field(description="Ask the customer to agree to the change on the booking page")] = (
        False
    )
    # The revision that the caller read; any other is rejected (B10). Named differently from ``revision``, so that
    # sending a booking back as read doesn't trigger the check.
    expected_revision: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
