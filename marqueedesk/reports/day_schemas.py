"""Response schemas of a working day: its stops, the packing list, and the load list."""

from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.bookings.goods.assignments_api import AssigneeOut
from marqueedesk.bookings.goods.handovers_api import NamedPieceOut
from marqueedesk.bookings.models import Goods
from marqueedesk.inventory.outage_schemas import BorrowedOut, GiveBackOut, RiskOut
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel, SparseModel
from marqueedesk.payments.door.schemas import CollectedOut
from marqueedesk.venues.schemas import SiteAccessOut

_FORMER = "The former place of `site.{}`, until the next release"


class PieceToBringOut(ResponseModel):
    """A letter to bring, with its quantity and storage slot."""

    letter: str
    size: str
    finish: str
    slot: str | None
    count: int


class LentOut(ResponseModel):
    """How many of a letter or item come from another business."""

    lender: str
    count: int


class PieceToPackOut(PieceToBringOut):
    """A letter on the packing list, for all deliveries of the day."""

    short: Annotated[int, Field(description="How many of them aren't available")]
    borrowed: Annotated[list[LentOut], Field(description="How many of them come from other businesses")]


class PieceNotBackOut(NamedPieceOut):
    """A letter or item that is overdue, with its quantity."""

    count: int


class NotBackOut(ResponseModel):
    """A booking whose goods are overdue."""

    booking_id: int
    number: int
    customer_name: str
    since: Annotated[str, Field(description="When its goods became overdue")]
    pieces: Annotated[
        list[PieceNotBackOut], Field(description="What is out, or what was booked if nothing was recorded")
    ]


class TextToBringOut(ResponseModel):
    """A text to bring, with its letters in spelling order."""

    text: str
    size: str
    finish: str
    color: Annotated[str | None, Field(description="null for the default color")]
    add_ons: list[str]
    pieces: list[PieceToBringOut]


class ItemToBringOut(ResponseModel):
    """An item to bring, with its quantity."""

    item: str
    count: int


class SiteContactOut(ResponseModel):
    """The on-site contact."""

    name: str | None
    phone: str | None
    email: str | None


class StopBookingOut(ResponseModel):
    """The booking of a stop."""

    id: int
    number: int
    customer_name: str
    customer_phone: str | None
    message: str
    status: str
    goods: Goods
    overdue_since: str | None
    missing: Annotated[int, Field(description="Number of pieces reported missing on return that aren't found yet")]
    balance_due: Annotated[CurrencyUnits | None, Field(description="Only for users who see money")] = None


class StopOut(SparseModel):
    """A delivery or a pickup. ``toCollect`` and ``collected`` are only included for users who see money, and for crews
    who collect payments.
    """

    kind: Literal["delivery", "pickup"]
    time: Annotated[str | None, Field(description="HH:MM in the business's time zone; null if not set")]
    window: Annotated[str | None, Field(description="The time or install window in words")]
    booking: StopBookingOut
    place: str | None
    address: str | None
    contact: SiteContactOut | None
    site: Annotated[SiteAccessOut | None, Field(description="Null if the location isn't a listed venue")]
    load_in: Annotated[str | None, Field(description=_FORMER.format("loadIn"), deprecated=True)]
    parking: Annotated[str | None, Field(description=_FORMER.format("parking"), deprecated=True)]
    site_notes: Annotated[str | None, Field(description=_FORMER.format("notes"), deprecated=True)]
    bring: list[TextToBringOut | ItemToBringOut]
    notes: Annotated[str | None, Field(description="The customer's notes")]
    operator_notes: str | None
    crew: Annotated[list[str], Field(description="The customer's notes for the crew, line by line")]
    to_collect: CurrencyUnits | None = None
    collected: Annotated[
        list[CollectedOut] | None, Field(description="The crew's reports of this day about the amount, oldest first")
    ] = None
    assignee: Annotated[AssigneeOut | None, Field(description="The assigned team member; null if unassigned")]
    risk: Annotated[RiskOut | None, Field(description="What a delivery is short of; null if it gets everything")]
    borrowed: Annotated[list[BorrowedOut], Field(description="What the booking borrows from other businesses")]
    done: bool


class ItemToPackOut(ResponseModel):
    """Quantity of an item for all deliveries of the day."""

    item_id: int
    name: str
    count: int


class WorkingDayOut(SparseModel):
    """A day's stops in driving order, and everything its deliveries need."""

    date: str
    today: str
    stops: list[StopOut]
    reordered: Annotated[bool, Field(description="True if the order was changed by PUT /api/day/order")]
    packing: list[PieceToPackOut]
    items: list[ItemToPackOut]
    give_back: Annotated[
        list[GiveBackOut],
        Field(description="Borrowed pieces to give back this day; today also those that should have been before"),
    ]
    not_back: Annotated[list[NotBackOut], Field(description="Goods overdue now, longest overdue first")]
    team: Annotated[
        list[AssigneeOut] | None, Field(description="Assignable team members, for users who may assign stops")
    ] = None
    requests: Annotated[int, Field(description="Pending requests for this day")]


class LoadedOut(ResponseModel):
    """A single letter in loading order."""

    letter: str
    size: str
    finish: str
    slot: str | None
    booking_id: int


class LoadStopOut(ResponseModel):
    """A stop on the load list, in driving order."""

    id: int
    number: int
    customer_name: str
    message: str


class LoadListOut(ResponseModel):
    """The load list for the van, in loading order."""

    load: list[LoadedOut]
    items: list[ItemToPackOut]
    weight_pounds: Annotated[float, Field(description="Total weight of the letters; estimated if not entered")]
    stops: list[LoadStopOut]
    cords: int
    stands: int
    sandbags: Annotated[int, Field(description="For stops whose notes mention outdoors")]
