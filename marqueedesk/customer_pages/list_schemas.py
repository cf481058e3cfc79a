"""Request and response schemas of the list of a customer's bookings."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.bookings.schemas import CustomerState
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.customer_pages.schemas import VALID_EMAIL
from marqueedesk.kit.http.schemas import CurrencyUnits, Email, RequestModel, ResponseModel
from marqueedesk.rentals.line_schemas import StandingTextOut


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
    page_url: Annotated[str | None, Field(description="URL of the booking's page")]


class BookingListOut(BusinessFormatsOut):
    """All bookings that a customer made with one address at one business, the latest delivery first."""

    customer_email: str
    open_until: Annotated[str, Field(description="When the list closes in this browser")]
    due: Annotated[CurrencyUnits, Field(description="Sum of what is due")]
    bookings: list[ListedBookingOut]


class OpenedBookingListOut(BookingListOut):
    """The list when its link is opened, with the token that shows it again until it closes."""

    session: str
