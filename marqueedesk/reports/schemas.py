"""Response schemas of the reports."""

from typing import Annotated

from pydantic import Field

from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel, SparseModel


class MonthOut(ResponseModel):
    """A month of this year, compared with the same month of last year."""

    month: int
    revenue: CurrencyUnits
    bookings: int
    last_year_revenue: CurrencyUnits
    last_year_bookings: int


class DayOut(ResponseModel):
    """One of the coming days, with its number of deliveries and pickups."""

    date: str
    deliveries: int
    pickups: int


class ChecklistOut(ResponseModel):
    """Completed onboarding steps."""

    prices: bool
    time_zone: bool
    letters: bool
    venue: bool
    booking: bool


class PopularOut(ResponseModel):
    """A message and its number of bookings."""

    message: str
    bookings: int


class StockUseOut(ResponseModel):
    """Use of one letter of the inventory."""

    id: int
    letter: str
    size: str
    finish: str
    owned: int
    free_today: Annotated[int, Field(description="Pieces neither out nor in repair today")]
    needed: Annotated[bool, Field(description="True if a booking or quote needs the letter from today on")]


class DashboardOut(SparseModel):
    """All data of the dashboard (specification, section 9)."""

    today: str
    bookings_this_week: int
    bookings_this_month: int
    pending_quotes: int
    monthly_revenue: CurrencyUnits
    year_to_date_revenue: CurrencyUnits
    average_booking_cost: CurrencyUnits
    total_bookings_year_to_date: int
    projected_extra_bookings: int
    projected_total_bookings: int
    projected_year_end_revenue: CurrencyUnits
    upcoming: list[BookingOut]
    months: list[MonthOut]
    days: list[DayOut]
    checklist: ChecklistOut
    setup_hidden: Annotated[bool, Field(description="True if a member has put the setup steps away")]


class ShareOut(ResponseModel):
    """A row of the revenue report: delivered bookings and their revenue without sales tax and tips, and what confirmed
    bookings that aren't delivered yet are expected to add.
    """

    key: str
    bookings: int
    revenue: CurrencyUnits
    expected_bookings: int
    expected_revenue: CurrencyUnits
    tax: Annotated[
        CurrencyUnits, Field(description="Sales tax of the bookings and their charges, less that of refunds")
    ]
    expected_tax: CurrencyUnits


class RevenueOut(ResponseModel):
    """What the ledger counts between two days, by each grouping, and what is expected."""

    first_day: str
    last_day: str
    bookings: int
    revenue: Annotated[CurrencyUnits, Field(description="Rentals, without sales tax and tips")]
    refunded: Annotated[
        CurrencyUnits, Field(description="Part of the income that was refunded or lost in disputes, without tax")
    ]
    charges: Annotated[CurrencyUnits, Field(description="Damage charges, rescheduling and late fees, without tax")]
    cancellations: Annotated[CurrencyUnits, Field(description="Cancellation fees")]
    expected_revenue: CurrencyUnits
    tax: Annotated[CurrencyUnits, Field(description="Sales tax of these days, as in the tax report")]
    expected_tax: CurrencyUnits
    by_month: list[ShareOut]
    by_size: list[ShareOut]
    by_venue: list[ShareOut]
    by_event: list[ShareOut]
    by_phrase: list[ShareOut]


class HolderOut(ResponseModel):
    """A booking that has letters out."""

    id: int
    number: int
    message: str
    customer_name: str
    status: str
    delivery_date: str
    pickup_date: str


class LetterLineOut(ResponseModel):
    """A row of the letter calendar: pieces taken on each day, and the bookings that take them."""

    letter: Annotated[str, Field(description="The letter, or an item's name")]
    size: Annotated[str, Field(description="Empty for an item")]
    finish: str
    item_id: int | None
    owned: int
    tightest: int
    taken: list[int]
    bookings: list[list[int]]
    out_of_service: list[int]


class LetterCalendarOut(ResponseModel):
    """Letters out by day, the scarcest first."""

    first_day: str
    days: list[str]
    letters: list[LetterLineOut]
    bookings: list[HolderOut]


class MissedOut(ResponseModel):
    """A missing letter: how often it was missing, and what one more of it would have earned."""

    letter: str
    size: str
    finish: str
    wishes: int
    most_short: int
    one_more_wishes: int
    one_more_revenue: CurrencyUnits


class MissedReportOut(ResponseModel):
    """Letters that were missing since a day."""

    since: str
    wishes: int
    lost_revenue: CurrencyUnits
    letters: list[MissedOut]


class TaxRowOut(ResponseModel):
    """Sales and their tax: number of bookings, amount without tax, taxed amount, and tax."""

    bookings: int
    sales: CurrencyUnits
    taxable: CurrencyUnits
    tax: CurrencyUnits
    exempt: Annotated[CurrencyUnits, Field(description="Sales to exempt customers")]
    to_confirm: Annotated[CurrencyUnits, Field(description="Sales whose tax is not determined yet")]


class TaxReportPlaceOut(TaxRowOut):
    """Sales delivered to one place; its fields are empty if the place is unknown."""

    state: str
    city: str
    zip_code: str
    place: Annotated[str | None, Field(description="Name of the taxing place; null if one rate applies everywhere")]
    percent: Annotated[float | int, Field(description="The agreed rate in percent")]


class TaxMonthOut(TaxRowOut):
    """Sales delivered in one month."""

    month: Annotated[str, Field(description="For example 2027-06")]


class TaxReportOut(TaxRowOut):
    """Sales and sales tax of deliveries between two days."""

    first_day: str
    last_day: str
    by_place: list[TaxReportPlaceOut]
    by_month: list[TaxMonthOut]


class JournalAccountOut(ResponseModel):
    """An account of the journal."""

    code: Annotated[str, Field(description="Code in the Xero file")]
    name: str
    type: Annotated[str, Field(description="For example Current asset")]


class DueRow(ResponseModel):
    """A booking's open amount and its due day."""

    booking_id: int
    number: int
    customer_name: str
    message: str
    due: str
    amount: CurrencyUnits


class DueOut(ResponseModel):
    """Overdue amounts, and amounts due in the seven days from today, by due day."""

    overdue: list[DueRow]
    this_week: list[DueRow]
