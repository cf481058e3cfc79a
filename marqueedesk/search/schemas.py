"""Response schemas of a search over everything: a few results of each kind, with what tells them apart."""

from typing import Literal

from marqueedesk.bookings.schemas import ShortBooking
from marqueedesk.kit.http.schemas import ResponseModel

Kind = Literal["bookings", "quotes", "customers", "venues"]


class FoundBooking(ShortBooking):
    """A booking among what a search found."""


class FoundQuote(ResponseModel):
    """A quote among what a search found."""

    id: int
    number: str | None
    status: str
    message: str
    size: str
    customer_name: str | None


class FoundCustomer(ResponseModel):
    """A customer: the name and phone of their last booking, how many they have, and the day of the latest delivery."""

    name: str
    email: str | None
    phone: str | None
    bookings: int
    last_delivery: str


class FoundVenue(ResponseModel):
    """A venue among what a search found."""

    id: int
    name: str
    city: str
    state: str


class SearchOut(ResponseModel):
    """The results of a search. ``more`` names the kinds that have more results."""

    bookings: list[FoundBooking]
    quotes: list[FoundQuote]
    customers: list[FoundCustomer]
    venues: list[FoundVenue]
    more: list[Kind]
