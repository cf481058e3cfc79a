"""Request and response schemas of the list of a customer's bookings."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from marqueedesk.bookings.schemas import CustomerState
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.customer_pages.schemas import VALID_EMAIL, LookedAtOut
from marqueedesk.kit.http.schemas import CurrencyUnits, Email, RequestModel, ResponseModel
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount
from marqueedesk.rentals.line_schemas import StandingTextOut

MOST_AT_ONCE = 10
"""Maximum number of bookings paid at once: each is a call to the provider, and may be a challenge by the bank."""


class BookingListInput(RequestModel):
    """POST …/all-bookings: the address that the bookings were made with."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"email": {"missing": "Enter your email address", **VALID_EMAIL}}

    email: Email


class ListedBookingOut(ResponseModel):
    """A booking in the list of a customer's bookings."""

    number: int
    status: Literal["pending", "confirmed", "completed", "canceled"]
    state: CustomerState
    message: str
    sign: list[StandingTextOut]
    letter_count: int
    delivery_day: Annotated[str, Field(description="YYYY-MM-DD in the business's time zone")]
    pickup_day: str
    is_over: Annotated[bool, Field(description="True for a booking that was picked up, canceled, or lapsed")]
    venue_name: str | None
    total: CurrencyUnits
    due: Annotated[CurrencyUnits, Field(description="What is open and can be paid; 0 for requests and ended bookings")]
    deposit: Annotated[CurrencyUnits, Field(description="The part of `due` that can be paid first; 0 if there is none")]
    by_card: Annotated[bool, Field(description="True if it can be paid here by card, along with others")]
    page_url: Annotated[str | None, Field(description="URL of the booking's page")]


class BookingListOut(BusinessFormatsOut):
    """All bookings that a customer made with one address at one business, the latest delivery first."""

    customer_email: str
    open_until: Annotated[str, Field(description="When the list closes in this browser")]
    due: Annotated[CurrencyUnits, Field(description="Sum of what is due")]
    bookings: list[ListedBookingOut]


class BookingToPayInput(RequestModel):
    """A booking to pay, with the amount displayed for its deposit or balance."""

    number: int
    part: Literal["deposit", "balance"]
    amount: PositiveAmount


class PayBookingsInput(RequestModel):
    """POST …/pay: the bookings to pay with one card."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "bookings": {
            "too_short": "Choose at least one booking to pay",
            "too_long": f"Choose at most {MOST_AT_ONCE} bookings, and pay the others afterward",
        },
        "bookings.amount": {"positive": AMOUNT["*"]},
    }
    paths: ClassVar[frozenset[str]] = frozenset({"bookings"})

    bookings: Annotated[list[BookingToPayInput], Field(min_length=1, max_length=MOST_AT_ONCE)]

    @field_validator("bookings")
    @classmethod
    def _each_once(cls, bookings: list[BookingToPayInput]) -> list[BookingToPayInput]:
        if len({booking.number for booking in bookings}) < len(bookings):
            raise ValueError("Choose each booking only once")
        return bookings


class OpenedPaymentOut(ResponseModel):
    """The payment of one booking, to confirm with the card."""

    number: int
    client_secret: str
    amount: CurrencyUnits


class PayBookingsOut(ResponseModel):
    """Data to open one card form for the payments of several bookings."""

    account: Annotated[str | None, Field(description="The provider account to open the form with")]
    amount: Annotated[CurrencyUnits, Field(description="Sum of the payments")]
    currency: str
    payments: list[OpenedPaymentOut]


class BookingListLookOut(BookingListOut):
    """The list after a check with the provider, with the payment that was asked about, if it was made from the list."""

    looked_at: LookedAtOut | None


class OpenedBookingListOut(BookingListOut):
    """The list when its link is opened, with the token that shows it again until it closes."""

    session: str
