"""Request and response schemas of estimates, and of the public form's calendar."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.bookings.charges.gift_cards import GiftCardOut
from marqueedesk.bookings.input_schemas import (
    DATES,
    SENTENCES,
    OptionalDay,
    OptionalInstallTime,
    TakesCodes,
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
    ResponseModel,
    SparseModel,
)
from marqueedesk.pricing import extras
from marqueedesk.pricing.extras import DiscountInput, ExtraLine, ExtraLines
from marqueedesk.rentals.line_schemas import LineOut, LinesOfAForm
from marqueedesk.rentals.wire_types import AddOns, OptionalCode
from marqueedesk.venues.address_schemas import PartOfAddress


class EstimateInput(TakesCodes):
    """POST /api/estimate: the contents of a form, complete or not.

    Only operators may send custom lines, a discount, or the booking or quote whose own holds are ignored.
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
    copy_of: Annotated[
        Id | None, Field(description="A booking to copy: its agreed prices apply, and its holds count as taken")
    ] = None
    quote_id: Id | None = None
    extra_lines: ExtraLines = Field(default_factory=list[ExtraLine])
    discount: DiscountInput | None = None
    damage_waiver: TakesWaiver = None
    tip: TipAmount | None = None
    tip_percent: TipShare = None


class AlternativeOut(ResponseModel):
    """An alternative rental that fits: another size, or the nearest dates."""

    kind: Literal["size", "dates"]
    size: str
    size_label: str
    delivery_date: str
    pickup_date: str
    total: CurrencyUnits


class OfferedLetters(ResponseModel):
    """A line of letters in the format of a booking request."""

    kind: Literal["letters"]
    text: str
    size: str
    finish: str
    color_option: str
    add_ons: dict[str, bool]
    turned: list[str] | None = None
    custom_color: str | None = None


class OfferedItemOut(ResponseModel):
    """A quantity of an item in the format of a booking request."""

    kind: Literal["item"]
    item_id: int
    quantity: int


class OfferedPackageOut(ResponseModel):
    """A package in the format of a booking request."""

    kind: Literal["package"]
    package_id: int
    words: list[str]


class OfferOut(ResponseModel):
    """An alternative that fits and can be booked as is: send its lines and dates."""

    kind: Literal["spelling", "turned", "finish", "mixed", "wording", "size", "dates"]
    description: Annotated[str, Field(description="Description of the change")]
    lines: list[Annotated[OfferedLetters | OfferedItemOut | OfferedPackageOut, Field(discriminator="kind")]]
    delivery_date: Annotated[str | None, Field(description="Null for a spelling offered without dates")]
    pickup_date: str | None
    total: CurrencyUnits


class ConflictingBookingOut(ResponseModel):
    """A booking that holds letters a rental is short of."""

    booking_id: int
    number: int
    customer_name: str
    message: str
    delivery_date: str
    pickup_date: str
    letters: list[str]
    move: Annotated[
        int | None, Field(description="1 or -1: both fit if it moves by this many days; null if neither helps")
    ]


class DeliveryCost(ResponseModel):
    """The delivery fee, from the delivery zone or the price list."""

    zone: Annotated[str | None, Field(description="The delivery zone of the venue's or the address's ZIP code")]
    fee: CurrencyUnits
    to_confirm: Annotated[
        bool,
        Field(description="The fee is a minimum; the business confirms the final price"),
    ]


class ClosedStopOut(ClosedDayOut):
    """A delivery or pickup on a day that visitors can't book."""

    stop: Literal["delivery", "pickup"]


class EstimateOut(SparseModel):
    """Price and availability of a form. Fields are null until the form has enough data."""

    letters: list[str]
    lines: list[LineOut]
    breakdown: BreakdownOut | None
    available: bool | None
    shortages: list[ShortageOut]
    alternatives: list[AlternativeOut]
    offers: Annotated[list[OfferOut], Field(description="Alternatives that fit, smallest change first")]
    closed: Annotated[ClosedDayOut | None, Field(description="Why visitors can't book these days")]
    closed_stops: Annotated[
        list[ClosedStopOut] | None,
        Field(description="Closed stops: the delivery, the pickup, or both"),
    ] = None
    delivery: DeliveryCost | None
    gift_card: Annotated[
        GiftCardOut | None, Field(description="What the gift card pays; left out without one or without a price")
    ] = None
    cancellation: Annotated[
        str | None, Field(description="Until when canceling is free, in one line; left out without dates")
    ] = None
    stock_checked: bool | None = None
    free: dict[str, int] | None = None
    conflicts: Annotated[
        list[ConflictingBookingOut] | None, Field(description="Bookings that use the letters; for operators only")
    ] = None
    in_the_way: Annotated[
        list[ConflictingBookingOut] | None,
        Field(description="The former name of `conflicts`, until the next release", deprecated=True),
    ] = None


class CalendarDay(SparseModel):
    """Availability of a message on a day, with the reason if it is unavailable."""

    date: str
    available: bool
    reason: Literal["past", "closed", "full", "notice", "letters"] | None = None


class CalendarOut(SparseModel):
    """Availability by day for a month."""

    days: list[CalendarDay]
