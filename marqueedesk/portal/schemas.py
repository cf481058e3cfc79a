"""What a customer sends from a link's page, and what the page shows."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from marqueedesk.bookings.schemas import AddOnsAnswer, BreakdownAnswer, VisitorBookingAnswer
from marqueedesk.kit.wire import (
    Answer,
    AtMost,
    CurrencyUnits,
    OptionalBlock,
    OptionalEmail,
    RequiredBlock,
    RequiredText,
    Wire,
)
from marqueedesk.quotes.schemas import ExtraLineAnswer

_EMAIL = {"email": {"email": "Please enter a valid email address"}}


def _agreed(consent: bool) -> bool:  # noqa: FBT001 - it is what the box says.
    if not consent:
        raise ValueError("Please confirm that you accept the quote")
    return consent


class AcceptInput(Wire):
    """POST …/accept: which version, by whom, and that they mean it."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "name": {"missing": "Please type your name"},
        "consent": {"value_error": "Please confirm that you accept the quote", "*": "Please confirm that you accept"},
        **_EMAIL,
    }

    version: Annotated[int, Field(ge=1, le=2**31 - 1)]
    name: Annotated[RequiredText, AtMost(200)]
    email: OptionalEmail = None
    consent: Annotated[bool, AfterValidator(_agreed)]


class DeclineInput(Wire):
    """POST …/decline."""

    reason: Annotated[OptionalBlock, AtMost(2000)] = None


class QuestionInput(Wire):
    """POST …/question."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"text": {"missing": "Please write your question"}, **_EMAIL}

    text: Annotated[RequiredBlock, AtMost(2000)]
    email: OptionalEmail = None


class CompanyAnswer(Answer):
    """Who makes the offer, as it was when it was sent."""

    name: str
    address: str | None
    phone: str | None
    email: str | None
    website: str | None
    logo_url: str | None


class BookedAnswer(Answer):
    """The booking that a quote became."""

    id: int
    status: str


class PublicQuoteAnswer(Answer):
    """A quote as its customer sees it: the version that was sent last, and nothing of the operator's own."""

    state: Literal["open", "expired", "accepted", "declined", "withdrawn"]
    version: int
    number: str | None
    currency: str
    company: CompanyAnswer
    message: str
    size: str
    letters: list[str]
    letter_count: int
    rental_days: int
    color_option: str
    add_ons: AddOnsAnswer
    customer_name: str | None
    delivery_date: str | None
    pickup_date: str | None
    preferred_install_time: str | None
    venue_name: str | None
    venue_address: str | None
    lines: list[ExtraLineAnswer]
    breakdown: BreakdownAnswer
    total: CurrencyUnits
    deposit: CurrencyUnits
    expires_at: str | None
    note: str | None
    terms: str | None
    consent: Annotated[str, Field(description="The sentence that accepting agrees to")]
    needs_email: bool
    accepted_by: str | None
    accepted_at: str | None
    booking: BookedAnswer | None


class AcceptedAnswer(Answer):
    """The booking that an acceptance made."""

    booking: VisitorBookingAnswer
