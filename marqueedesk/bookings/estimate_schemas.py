"""Request and response schemas of estimates, and of the public form's calendar."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.bookings.input_schemas import (
    DATES,
    SENTENCES,
    OptionalDay,
    OptionalDiscountCode,
    OptionalInstallTime,
    TakesWaiver,
    TipAmount,
    TipShare,
    Who,
)
from marqueedesk.bookings.schemas import BreakdownOut, ClosedDayOut
from marqueedesk.inventory.outage_schemas import ShortageOut
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Id,
    OptionalText,
    RequestModel,
    ResponseModel,
    SparseModel,
)
from marqueedesk.pricing import extras
from marqueedesk.pricing.extras import DiscountInput, ExtraLine, ExtraLines
from marqueedesk.rentals.line_schemas import LineOut, LinesOfAForm
from marqueedesk.rentals.wire_types import AddOns, OptionalCode
from marqueedesk.venues.address_schemas import PartOfAddress


class EstimateInput(RequestModel):
    """POST /api/estimate: what the form holds, complete or not.

    Extra lines, a discount, and whose own holds do not count (a booking's or a quote's) are for the operator only.
    """

    paths: ClassVar[frozenset[str]] = frozenset({"lines", "address"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        **SENTENCES,
        **extras.SENTENCES,
        "deliveryDate": DATES,
        "pickupDate": DATES,
    }

    user_id: Who | None = None
    message: Annotated[OptionalText, AtMost(500)] = None
    size: OptionalCode = None
    lines: LinesOfAForm | None = None
    venue_id: Id | None = None
    address: PartOfAddress | None = None
    delivery_date: OptionalDay = None
    pickup_date: OptionalDay = None
    preferred_install_time: OptionalInstallTime = None
    color_option: OptionalCode = None
    add_ons: AddOns = None
    booking_id: Id | None = None
    copy_of: Annotated[Id | None, Field(description="A booking whose agreed prices count, and whose holds do too")] = (
        None
    )
    quote_id: Id | None = None
    extra_lines: ExtraLines = Field(default_factory=list[ExtraLine])
    discount: DiscountInput | None = None
    discount_code: OptionalDiscountCode = None
    damage_waiver: TakesWaiver = None
    tip: TipAmount | None = None
    tip_percent: TipShare = None


class AlternativeOut(ResponseModel):
    """A rental that does fit: another size, or the nearest days."""

    kind: Literal["size", "dates"]
    size: str
    size_label: str
    delivery_date: str
    pickup_date: str
    total: CurrencyUnits


class OfferedLetters(ResponseModel):
    """A line of letters as a booking takes it."""

    kind: Literal["letters"]
    text: str
    size: str
    finish: str
    color_option: str
    add_ons: dict[str, bool]
    turned: list[str] | None = None


class OfferedItem(ResponseModel):
    """An item as a booking takes it."""

    kind: Literal["item"]
    item_id: int
    quantity: int


class OfferedPackage(ResponseModel):
    """A package as a booking takes it."""

    kind: Literal["package"]
    package_id: int
    words: list[str]


class OfferOut(ResponseModel):
    """A way to make a rental fit that can be booked as it is: send its lines and days."""

    kind: Literal["spelling", "turned", "finish", "mixed", "wording", "size", "dates"]
    description: Annotated[str, Field(description="What changes, in words")]
    lines: list[Annotated[OfferedLetters | OfferedItem | OfferedPackage, Field(discriminator="kind")]]
    delivery_date: Annotated[str | None, Field(description="Null of a spelling that is offered before there are days")]
    pickup_date: str | None
    total: CurrencyUnits


class InTheWayOut(ResponseModel):
    """A booking that has letters which a rental lacks."""

    booking_id: int
    number: int
    customer_name: str
    message: str
    delivery_date: str
    pickup_date: str
    letters: list[str]
    move: Annotated[int | None, Field(description="1 or -1: moved by so many days, both fit; null where neither helps")]


class DeliveryCost(ResponseModel):
    """The cost of the delivery: the zone's fee, or the price list's."""

    zone: Annotated[str | None, Field(description="The delivery zone of the venue's or the address's ZIP code")]
    fee: CurrencyUnits
    to_confirm: Annotated[
        bool,
        Field(description="The price starts here: it is confirmed once the business has looked at the place"),
    ]


class ClosedStopOut(ClosedDayOut):
    """A stop on a day on which a visitor cannot book."""

    stop: Literal["delivery", "pickup"]


class EstimateOut(SparseModel):
    """Price and stock of what the form holds. None where the form does not say enough yet."""

    letters: list[str]
    lines: list[LineOut]
    breakdown: BreakdownOut | None
    available: bool | None
    shortages: list[ShortageOut]
    alternatives: list[AlternativeOut]
    offers: Annotated[list[OfferOut], Field(description="Ways to make it fit; what changes least comes first")]
    closed: Annotated[ClosedDayOut | None, Field(description="What keeps a visitor from these days")]
    closed_stops: Annotated[
        list[ClosedStopOut] | None,
        Field(description="The same for the delivery and the pickup, where either is closed"),
    ] = None
    delivery: DeliveryCost | None
    stock_checked: bool | None = None
    free: dict[str, int] | None = None
    in_the_way: Annotated[
        list[InTheWayOut] | None, Field(description="The bookings that have the letters; for operators")
    ] = None


class CalendarDay(SparseModel):
    """Whether a message can be built on a day, and why not."""

    date: str
    available: bool
    reason: Literal["past", "closed", "full", "notice", "letters"] | None = None


class CalendarOut(SparseModel):
    """A month of days."""

    days: list[CalendarDay]
