"""The wire form of pieces out of service, and of the bookings that they put at risk."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.inventory.photos import DIGEST
from marqueedesk.inventory.schemas import Worth
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, OptionalText, RequestModel, ResponseModel, SparseModel


class ShortageOut(ResponseModel):
    """A letter in a size and finish, or an item, that is short, and the first day of it: none for what the business
    does not own. ``free`` is for the operator only.
    """

    letter: str | None = None
    size: str | None = None
    finish: str | None = None
    item_id: int | None = None
    name: str | None = None
    needed: int
    day: str | None = None
    free: int | None = None


class WayOut(ResponseModel):
    """What can be done about a shortage: ``count`` of a letter or an item, from ``firstDay`` to ``lastDay``."""

    kind: Annotated[
        Literal["size", "finish", "swap", "borrow", "call"],
        Field(description="size, finish: free pieces of the same letter. swap: with a booking that has slack"),
    ]
    letter: str | None
    size: str | None
    finish: str | None
    item_id: int | None
    name: Annotated[str | None, Field(description="Of an item")]
    count: int | None
    other_size: Annotated[str | None, Field(description="The pieces to take; of a swap, those the other booking takes")]
    other_finish: str | None
    free: Annotated[int | None, Field(description="How many of the other pieces are free on these days")]
    first_day: str | None
    last_day: str | None
    booking_id: Annotated[
        int | None,
        Field(description="Of a swap. Without other pieces, both need theirs on one day only: firstDay"),
    ]
    number: int | None
    customer_name: str | None
    phone: Annotated[str | None, Field(description="Of the customer to call")]
    email: str | None


class AtRiskOut(SparseModel):
    """A coming booking that no longer fits, and what it is short of."""

    booking_id: int
    number: int
    customer_name: str
    message: str
    delivery_date: str
    shortages: list[ShortageOut]
    ways_out: list[WayOut]


class OutageInput(RequestModel):
    """POST /api/inventory/{id}/outages: this many pieces of a letter are out of service on these days (L11)."""

    count: Annotated[int, Field(ge=1, le=100_000)]
    first_day: Annotated[str, Field(max_length=10)]
    last_day: Annotated[str | None, Field(max_length=10, description="None until somebody puts them back")] = None
    kind: Literal["repair", "missing"] = "repair"
    reason: Annotated[OptionalText, AtMost(200)] = None
    cost: Annotated[Worth | None, Field(description="Of the repair")] = None
    photo: Annotated[str | None, Field(pattern=DIGEST, description="As POST /api/photos answered it")] = None
    booking_id: Annotated[
        int | None, Field(ge=1, le=2**53, description="The booking that it came from: a charge is proposed there")
    ] = None


class OutageOut(ResponseModel):
    """Letters out of service."""

    id: int
    inventory_id: int
    letter: str
    size: str
    finish: str
    count: int
    first_day: date
    last_day: date | None
    kind: str
    reason: str | None
    booking_id: Annotated[int | None, Field(description="The booking that it came back from, or was found for")]
    reported_by: Annotated[str | None, Field(description="None where it was not kept")]
    photo: str | None


class NewOutageOut(OutageOut):
    """Letters out of service, and the coming bookings that no longer fit."""

    sparse = True

    at_risk: list[AtRiskOut]


class OutageChange(RequestModel):
    """PATCH /api/inventory/{id}/outages/{id}."""

    last_day: Annotated[str | None, Field(max_length=10)] = None
    reason: Annotated[OptionalText, AtMost(200)] = None
    cost: Annotated[Worth | None, Field(description="Of the repair")] = None
    photo: Annotated[str | None, Field(pattern=DIGEST)] = None


class RepairOut(SparseModel):
    """Pieces out of service. The money only for those who see it."""

    id: int
    kind: Literal["repair", "missing"]
    item_id: Annotated[int | None, Field(description="None for letters")]
    inventory_id: Annotated[int | None, Field(description="None for items")]
    name: Annotated[str, Field(description="The letter, or the item's name")]
    size: str | None
    finish: str | None
    count: int
    first_day: str
    last_day: Annotated[str | None, Field(description="None until somebody puts them back")]
    reason: str | None
    reported_at: str
    reported_by: Annotated[str | None, Field(description="None where it was not kept")]
    photo: str | None
    booking_id: int | None
    booking_number: int | None
    customer_name: str | None
    cost: Annotated[CurrencyUnits | None, Field(description="Of the repair")] = None
    replacement_price: Annotated[CurrencyUnits | None, Field(description="Of one piece")] = None
