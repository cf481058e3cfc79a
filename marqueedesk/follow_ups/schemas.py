"""Request and response models of follow-up emails."""

from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.bookings.estimate_schemas import EstimateInput
from marqueedesk.bookings.input_schemas import OptionalEventType
from marqueedesk.kit.http.schemas import AtMost, Email, OptionalText, ResponseModel
from marqueedesk.rentals.line_schemas import LineOut
from marqueedesk.venues.address_schemas import AddressOut


class PricedLeadInput(EstimateInput):
    """POST /api/public/priced-leads: the form as it was priced, and whether the visitor agrees to one email about it.

    Without consent, an earlier consent from the same network is withdrawn.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        **EstimateInput.sentences,
        "consent": {"*": "Consent must be true or false"},
    }

    venue_name: Annotated[OptionalText, AtMost(200)] = None
    event_type: OptionalEventType = None
    customer_name: Annotated[OptionalText, AtMost(200)] = None
    customer_email: Email
    consent: bool
    form_token: Annotated[OptionalText, AtMost(200), Field(description="`formToken` of GET /api/booking-form")] = None
    website: Annotated[
        OptionalText, AtMost(500), Field(description="Honeypot field, hidden from people: leave empty")
    ] = None


class UnfinishedFormOut(ResponseModel):
    """Values that prefill the form with what a visitor had entered."""

    url: Annotated[str, Field(description="Path of the business's form")]
    key: Annotated[str, Field(description="The business's public key, as in the form's URL")]
    customer_name: str
    customer_email: str
    lines: list[LineOut]
    venue_id: int | None
    venue_name: Annotated[str | None, Field(description="Name of a location that isn't a listed venue")]
    address: AddressOut | None
    event_type: str | None
    preferred_install_time: str | None
    delivery_day: Annotated[str, Field(description="YYYY-MM-DD")]
    pickup_day: str
    date_format: str


class FollowUpStopOut(ResponseModel):
    """The business whose follow-up emails a link stops, and whether they are stopped."""

    company_name: str
    stopped: bool
