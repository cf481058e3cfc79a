"""Response schemas of the global search: a few results of each kind."""

from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.bookings.schemas import ShortBooking
from marqueedesk.kit.http.schemas import ResponseModel

Kind = Literal["bookings", "quotes", "customers", "venues"]


class FoundBooking(ShortBooking):
    """A booking in search results."""


class FoundQuote(ResponseModel):
    """A quote in search results."""

    id: int
    number: str | None
    status: str
    message: str
    size: str
    customer_name: str | None


class FoundCustomer(ResponseModel):
    """A customer in search results: name and phone of the last booking, number of bookings, latest delivery day.

    A customer may have no booking, and the bookings of an older version have no customer for a while.
    """

    id: Annotated[int | None, Field(description="The customer; null until one is found for an older booking")]
    name: str
    email: str | None
    phone: str | None
    bookings: int
    last_delivery: str | None


class FoundVenue(ResponseModel):
    """A venue in search results."""

    id: int
    name: str
    city: str
    state: str


class SearchOut(ResponseModel):
    """Search results. ``more`` lists the kinds with further results."""

    bookings: list[FoundBooking]
    quotes: list[FoundQuote]
    customers: list[FoundCustomer]
    venues: list[FoundVenue]
    more: list[Kind]
