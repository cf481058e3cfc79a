"""Request and response schemas of changes that customers make to their bookings."""

from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.booking_form.form_schemas import AddOnOut, AddressNamesOut, ColorOut, SizeOut, WindowChoice
from marqueedesk.bookings.input_schemas import RentalPatch
from marqueedesk.inventory.item_schemas import FormItem, PackageOut
from marqueedesk.kit.http.schemas import CurrencyAmount, CurrencyUnits, ResponseModel, SparseModel
from marqueedesk.rentals.line_schemas import LineOut
from marqueedesk.venues.address_schemas import AddressOut
from marqueedesk.venues.schemas import PublicVenueOut


class CustomerChangeInput(RentalPatch):
    """POST …/change: the fields of the booking to change; all others are ignored."""

    expected_total: Annotated[
        CurrencyAmount | None, Field(description="The new total as displayed; if it differs: 409 `price_changed`")
    ] = None
    dry_run: Annotated[bool, Field(description="Only return the price and availability; nothing is changed")] = False


class ChangeableOut(ResponseModel):
    """The current values of the fields that a customer can change, and what they can choose from."""

    lines: list[LineOut]
    venue_id: int | None
    address: AddressOut | None
    install_windows: list[WindowChoice]
    any_address: Annotated[bool, Field(description="True if the customer can enter an address")]
    has_states: bool
    address_names: Annotated[AddressNamesOut, Field(description="Labels of the state and the postal code")]
    venues: Annotated[list[PublicVenueOut], Field(description="The venues to choose from; empty if none are offered")]
    sizes: list[SizeOut]
    colors: list[ColorOut]
    add_ons: list[AddOnOut]
    items: list[FormItem]
    packages: list[PackageOut]


class ChangeOptionsOut(ResponseModel):
    """What a booking's customer can change on its page, and how."""

    allowed_until: Annotated[str, Field(description="Until when changes can be made at once")]
    what: list[Literal["time", "days", "place", "lines"]]
    by: Annotated[
        Literal["at_once", "asked"], Field(description="If changes are made at once now, or the business is asked")
    ]
    current: ChangeableOut


class ChangedBookingOut(SparseModel):
    """The price of a change, in currency units. With `dryRun`, what it would be."""

    total: Annotated[CurrencyUnits, Field(description="The booking's total after the change")]
    difference: Annotated[CurrencyUnits, Field(description="How much more it costs; negative if less")]
    available: Annotated[bool, Field(description="If its letters and items are available")]
    by: Annotated[Literal["at_once", "asked"], Field(description="If the change is made at once, or requested")]
    due: Annotated[CurrencyUnits | None, Field(description="Open amount after the change, with the fee")] = None
    to_return: Annotated[CurrencyUnits | None, Field(description="Overpaid amount after the change")] = None
    rescheduling_fee: Annotated[CurrencyUnits | None, Field(description="Fee for another day, with tax")] = None


class ChangeRequestedOut(ResponseModel):
    """The request for a change that the business has to accept."""

    request_id: int
