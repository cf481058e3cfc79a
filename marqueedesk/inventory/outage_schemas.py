"""Schemas of pieces out of service, and of bookings at risk."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.inventory.photos import DIGEST
from marqueedesk.inventory.schemas import Worth
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Id,
    OptionalText,
    RequestModel,
    ResponseModel,
    SparseModel,
)


class ShortageOut(ResponseModel):
    """A shortage of a letter or item, with its first day; null if the business owns too few. ``free`` is only for
    operators.
    """

    letter: str | None = None
    size: str | None = None
    finish: str | None = None
    item_id: int | None = None
    name: str | None = None
    needed: int
    day: str | None = None
    free: int | None = None


class ResolutionOut(ResponseModel):
    """A resolution for a shortage: ``count`` of a letter or item, from ``firstDay`` to ``lastDay``."""

    kind: Annotated[
        Literal["size", "finish", "swap", "borrow", "call"],
        Field(description="size, finish: available pieces of the same letter. swap: exchange with another booking"),
    ]
    letter: str | None
    size: str | None
    finish: str | None
    item_id: int | None
    name: Annotated[str | None, Field(description="The item's name")]
    count: int | None
    other_size: Annotated[
        str | None, Field(description="Size of the pieces to use instead; for a swap, of those the other booking takes")
    ]
    other_finish: str | None
    free: Annotated[int | None, Field(description="Number of the other pieces available on these days")]
    first_day: str | None
    last_day: str | None
    booking_id: Annotated[
        int | None,
        Field(description="For a swap. Without other pieces, both need theirs only on firstDay"),
    ]
    number: int | None
    customer_name: str | None
    phone: Annotated[str | None, Field(description="The customer's phone number")]
    email: str | None


class MissingPieceOut(ResponseModel):
    """A letter or item that a booking has too few of. ``missing`` of the ``needed`` pieces aren't available."""

    letter: str | None
    size: str | None
    finish: str | None
    item_id: int | None
    name: Annotated[str | None, Field(description="The item's name")]
    needed: int
    missing: int


class DraftOut(ResponseModel):
    """A message to send or print. Without ``phone`` and ``email``, the recipient isn't known."""

    subject: str
    text: str
    phone: str | None
    email: str | None


class BorrowedPieceOut(ResponseModel):
    """A quantity of a borrowed letter or item."""

    letter: str | None
    size: str | None
    finish: str | None
    item_id: int | None
    name: Annotated[str | None, Field(description="The item's name")]
    count: int


class ToBorrowOut(ResponseModel):
    """All pieces that a booking is short of, and the days on which it needs them."""

    pieces: list[BorrowedPieceOut]
    first_day: str
    last_day: str


class BorrowedOut(ResponseModel):
    """Pieces borrowed from another business for a booking, from ``firstDay`` to ``lastDay``."""

    id: int
    lender: Annotated[str, Field(description="The business that they were borrowed from")]
    pieces: list[BorrowedPieceOut]
    text: Annotated[str, Field(description="The pieces in words, such as `1 × O (4 ft)`")]
    first_day: str
    last_day: Annotated[str, Field(description="The day they are given back")]
    covers: Annotated[bool, Field(description="False if the rental begins before or ends after these days")]
    given_back: bool
    cost: Annotated[CurrencyUnits | None, Field(description="Only for users who see money")] = None


class GiveBackOut(BorrowedOut):
    """Borrowed pieces to give back, with their booking. ``canceled`` is true if the booking doesn't need them."""

    booking_id: int
    number: int
    customer_name: str
    canceled: bool


class RiskOptionOut(ResponseModel):
    """A way to resolve a risk. Those of kind finish, size and swap can be applied by their id."""

    id: Annotated[str, Field(description="For POST /api/bookings/{id}/resolve")]
    kind: Literal["finish", "size", "swap", "borrow", "call"]
    text: str
    result: Annotated[
        str | None,
        Field(description="For `finish`, the resulting sign, such as `LOVE (4ft, O in RGB)`; otherwise null"),
    ]
    draft: Annotated[
        DraftOut | None,
        Field(description="`borrow`: an order for all missing pieces. `call`: a message to the customer. Else null"),
    ]
    borrow: Annotated[
        ToBorrowOut | None,
        Field(description="`borrow`: all missing pieces, for POST /api/bookings/{id}/borrowed. Else null"),
    ]


class RiskOut(ResponseModel):
    """What a booking at risk is short of, and what can be done, simplest first."""

    short: list[MissingPieceOut]
    options: list[RiskOptionOut]


class AtRiskOut(SparseModel):
    """An upcoming booking that has too few pieces, with its shortages."""

    booking_id: int
    number: int
    customer_name: str
    message: str
    delivery_date: str
    shortages: list[ShortageOut]
    options: Annotated[list[RiskOptionOut], Field(description="The resolutions in words, with ids to apply them")]
    resolutions: Annotated[list[ResolutionOut], Field(description="What can be done, simplest first")]
    ways_out: Annotated[
        list[ResolutionOut],
        Field(description="The former name of `resolutions`, until the next release", deprecated=True),
    ]


class OutageInput(RequestModel):
    """POST /api/inventory/{id}/outages: pieces of a letter out of service on these days (L11)."""

    count: Annotated[int, Field(ge=1, le=100_000)]
    first_day: Annotated[str, Field(max_length=10)]
    last_day: Annotated[str | None, Field(max_length=10, description="Null for no end date")] = None
    kind: Literal["repair", "missing"] = "repair"
    reason: Annotated[OptionalText, AtMost(200)] = None
    cost: Annotated[Worth | None, Field(description="Cost of the repair")] = None
    photo: Annotated[str | None, Field(pattern=DIGEST, description="Digest returned by POST /api/photos")] = None
    booking_id: Annotated[
        int | None, Field(ge=1, le=2**53, description="The booking it came from, for which a charge is proposed")
    ] = None


class OutageOut(ResponseModel):
    """Pieces out of service."""

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
    booking_id: Annotated[int | None, Field(description="The booking it came back from or was prepared for")]
    reported_by: Annotated[str | None, Field(description="Null if not recorded")]
    photo: str | None


class NewOutageOut(OutageOut):
    """Pieces out of service, and upcoming bookings at risk."""

    sparse = True

    at_risk: list[AtRiskOut]


class OutageChange(RequestModel):
    """PATCH /api/inventory/{id}/outages/{id}."""

    last_day: Annotated[str | None, Field(max_length=10)] = None
    reason: Annotated[OptionalText, AtMost(200)] = None
    cost: Annotated[Worth | None, Field(description="Cost of the repair")] = None
    photo: Annotated[str | None, Field(pattern=DIGEST)] = None


class RepairOut(SparseModel):
    """Pieces out of service. Amounts are only included for users who may see money."""

    id: int
    kind: Literal["repair", "missing"]
    item_id: Annotated[int | None, Field(description="Null for letters")]
    inventory_id: Annotated[int | None, Field(description="Null for items")]
    name: Annotated[str, Field(description="The letter, or the item's name")]
    letter: Annotated[str | None, Field(description="Null for items")]
    size: str | None
    finish: str | None
    tag: Annotated[str | None, Field(description="Tag of the reported piece")]
    count: int
    first_day: str
    last_day: Annotated[str | None, Field(description="Null for no end date")]
    reason: str | None
    reported_at: str
    reported_by: Annotated[str | None, Field(description="Null if not recorded")]
    photo: Annotated[str | None, Field(description="The first of `photos`")]
    photos: Annotated[list[str], Field(description="Content digests, see GET /api/photos/{digest}")]
    booking_id: int | None
    booking_number: int | None
    customer_name: str | None
    cost: Annotated[CurrencyUnits | None, Field(description="Cost of the repair")] = None
    replacement_price: Annotated[CurrencyUnits | None, Field(description="Price per piece")] = None


class NewRepairOut(RepairOut):
    """A recorded repair or loss, and the upcoming bookings at risk, nearest first."""

    at_risk: list[AtRiskOut]


class RepairInput(RequestModel):
    """POST /api/repairs: pieces of a letter (with its size) or an item that are out of service from today."""

    letter: Annotated[OptionalText, AtMost(32)] = None
    size: Annotated[OptionalText, AtMost(20)] = None
    finish: Annotated[OptionalText, AtMost(20)] = None
    item_id: Id | None = None
    piece_id: Annotated[Id | None, Field(description="A tagged piece; letter and size can be omitted then")] = None
    count: Annotated[int, Field(ge=1, le=100_000)] = 1
    kind: Literal["repair", "missing"] = "repair"
    reason: Annotated[OptionalText, AtMost(200)] = None
    booking_id: Annotated[Id | None, Field(description="The booking it came from, or is prepared for")] = None
    client_id: Annotated[
        OptionalText, AtMost(80), Field(description="Used like an Idempotency-Key if there is no such header")
    ] = None


class RepairChange(RequestModel):
    """PATCH /api/repairs/{id}: a repair that turned out to be a loss, or the reverse."""

    kind: Literal["repair", "missing"]


class RepairPhotosOut(ResponseModel):
    """Photos of a repair after an upload."""

    photo: Annotated[str, Field(description="Content digest of the uploaded photo")]
    photos: list[str]
