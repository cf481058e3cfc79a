"""The wire form of a working day: its stops, what to pack, and how to load it."""

from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.bookings.goods.assignments_api import AssigneeOut
from marqueedesk.bookings.schemas import Goods
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel, SparseModel


class PieceToBringOut(ResponseModel):
    """So many of a letter, and where they are kept."""

    letter: str
    size: str
    finish: str
    slot: str | None
    count: int


class TextToBringOut(ResponseModel):
    """A text, with its letters in order of spelling."""

    text: str
    size: str
    finish: str
    color: Annotated[str | None, Field(description="None where it is the usual one")]
    add_ons: list[str]
    pieces: list[PieceToBringOut]


class ItemToBringOut(ResponseModel):
    """So many of an item."""

    item: str
    count: int


class SiteContactOut(ResponseModel):
    """Whom to call at the place."""

    name: str | None
    phone: str | None
    email: str | None


class StopBookingOut(ResponseModel):
    """The booking that a stop belongs to."""

    id: int
    number: int
    customer_name: str
    customer_phone: str | None
    message: str
    status: str
    goods: Goods
    overdue_since: str | None
    balance_due: Annotated[CurrencyUnits | None, Field(description="For those who see money")] = None


class StopOut(SparseModel):
    """A delivery or a pickup. ``toCollect`` only for those who see money."""

    kind: Literal["delivery", "pickup"]
    time: Annotated[str | None, Field(description="HH:MM on the business's clock; null where nobody gave one")]
    window: Annotated[str | None, Field(description="The time or install window in words")]
    booking: StopBookingOut
    place: str | None
    address: str | None
    contact: SiteContactOut | None
    load_in: str | None
    parking: str | None
    site_notes: str | None
    bring: list[TextToBringOut | ItemToBringOut]
    notes: Annotated[str | None, Field(description="The customer's")]
    operator_notes: str | None
    crew: Annotated[list[str], Field(description="The customer's notes for the crew, line by line")]
    to_collect: CurrencyUnits | None = None
    assignee: Annotated[AssigneeOut | None, Field(description="The person who does it; null where it is everybody's")]
    done: bool


class ItemToPackOut(ResponseModel):
    """So many of an item for all deliveries of the day."""

    item_id: int
    name: str
    count: int


class WorkingDayOut(SparseModel):
    """A day's stops in order of time, and what its deliveries take in all."""

    date: str
    today: str
    stops: list[StopOut]
    packing: list[PieceToBringOut]
    items: list[ItemToPackOut]
    team: Annotated[
        list[AssigneeOut] | None, Field(description="The people who can be given stops, for those who may give them")
    ] = None
    requests: Annotated[int, Field(description="Requests for this day that wait for an answer")]


class LoadedOut(ResponseModel):
    """A single letter in its place in the van."""

    letter: str
    size: str
    finish: str
    slot: str | None
    booking_id: int


class LoadStopOut(ResponseModel):
    """A stop of the load list, in the order in which they are made."""

    id: int
    number: int
    customer_name: str
    message: str


class LoadListOut(ResponseModel):
    """The goods for the van, first loaded first."""

    load: list[LoadedOut]
    items: list[ItemToPackOut]
    weight_pounds: Annotated[float, Field(description="Of all letters; estimated where it was not entered")]
    stops: list[LoadStopOut]
    cords: int
    stands: int
    sandbags: Annotated[int, Field(description="For stops whose notes mention outdoors")]
