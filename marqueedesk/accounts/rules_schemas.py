"""Request and response models of booking rules."""

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.delivery.install_windows import LONGEST_LABEL, USUAL_WINDOWS
from marqueedesk.delivery.rules import EVENT_TYPES, CustomerChanges, Pair, RequestsHold
from marqueedesk.instance_settings.schemas import LONGEST_FREE_CANCELLATION_HOURS
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    Day,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
    web_host,
)
from marqueedesk.kit.money import MAX_CENTS
from marqueedesk.kit.text.formats import DateFormat, Measures, TimeFormat
from marqueedesk.kit.text.text_forms import repeated

LONGEST_NOTICE_HOURS = 365 * 24
LONGEST_ANSWER_HOURS = 14 * 24
LONGEST_GRACE_HOURS = 23
LONGEST_OVERDUE_HOURS = 30 * 24
LONGEST_OFFER_HOURS = 14 * 24
MOST_STOPS = 1000
MOST_CLOSED = 200
MOST_EVENT_TYPES = 30
LONGEST_EVENT_TYPE = 40
MOST_WINDOWS = 12
MOST_GIFT_CARD_AMOUNTS = 8
LONGEST_REVIEW_URL = 500

RequiredField = Literal["customerPhone", "eventType", "preferredInstallTime", "notes"]
"""Field that a business can require on the public form."""

_DAY = {
    "missing": "{label} is required",
    "*": "{label} must be a date, for example 2027-06-01",
}


def _weekdays(days: list[int]) -> list[int]:
    return sorted(set(days))


def _event_types(names: list[str]) -> list[str]:
    for at in repeated(names):
        raise PydanticCustomError("twice", "“{name}” appears twice", {"name": names[at]})
    return names


def _https(address: str | None) -> str | None:
    if address is not None and (not address.startswith("https://") or "." not in web_host(address).strip(".")):
        raise PydanticCustomError("https", "must be an https address")
    return address


class ClosedDaysInput(RequestModel):
    """Days on which the business is closed, first and last day inclusive; a single day if ``to`` is omitted."""

    first: Annotated[Day, Field(alias="from")]
    last: Annotated[Day | None, Field(alias="to")] = None
    yearly: Annotated[bool, Field(description="Repeats every year")] = False
    reason: Annotated[OptionalText, AtMost(100), Field(description="Internal reason")] = None


class TurnedLettersInput(RequestModel):
    """Two letters that the same piece can serve as, in the sizes for which the business allows it."""

    pair: Pair
    sizes: Annotated[list[Annotated[RequiredText, AtMost(40)]], Field(max_length=20)]


def _gift_card_amounts(amounts: list[int]) -> list[int]:
    if any(not 0 < cents <= MAX_CENTS for cents in amounts):
        raise PydanticCustomError("positive", "must be more than zero")
    return sorted(set(amounts))


class GiftCardShopInput(RequestModel):
    """The page where customers buy gift cards."""

    is_open: bool
    amounts: Annotated[
        list[CurrencyAmount],
        Field(max_length=MOST_GIFT_CARD_AMOUNTS, description="Amounts to choose from"),
        AfterValidator(_gift_card_amounts),
    ]
    own_amount: Annotated[bool, Field(description="True if customers can enter another amount")]
    least: Annotated[CurrencyAmount, Field(description="Smallest amount that a customer can enter")]
    most: Annotated[CurrencyAmount, Field(description="Largest amount that a customer can enter")]


class ShorterWordingInput(RequestModel):
    """A shorter wording of a message."""

    long: Annotated[RequiredText, AtMost(100)]
    short: Annotated[RequiredText, AtMost(100)]


Clock = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
"""Time of day, such as "08:30"."""
_CLOCK = {"missing": "{label} is required", "*": "{label} must be a time such as 08:30"}


class InstallWindowInput(RequestModel):
    """A delivery window offered to customers; its code is derived from the other fields."""

    code: Annotated[str | None, Field(description="Read only")] = None
    label: Annotated[OptionalText, AtMost(LONGEST_LABEL)] = None
    start: Annotated[Clock, Field(alias="from")]
    end: Annotated[Clock, Field(alias="to")]


def _usual_windows() -> list[InstallWindowInput]:
    return [
        InstallWindowInput.model_validate(
            {"label": window.label, "from": f"{window.start:%H:%M}", "to": f"{window.end:%H:%M}"}
        )
        for window in USUAL_WINDOWS.values()
    ]


class RulesInput(RequestModel):
    """PATCH /api/booking-rules: omitted fields stay the same; a list replaces the whole list."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "closedDays": {"too_long": f"You can enter at most {MOST_CLOSED} closed days and ranges"},
        "closedDays.from": _DAY,
        "closedDays.to": _DAY,
        "closedWeekdays": {"*": "Weekly days off must be a list of numbers from 0 (Monday) to 6 (Sunday)"},
        "installWindows": {"too_long": f"You can enter at most {MOST_WINDOWS} install windows"},
        "installWindows.from": _CLOCK,
        "installWindows.to": _CLOCK,
        "earliestPickup": _CLOCK,
        "latestPickup": _CLOCK,
        "maxDeliveriesPerDay": {"*": f"Enter 1 to {MOST_STOPS} deliveries a day, or leave this empty for no limit"},
        "maxPickupsPerDay": {"*": f"Enter 1 to {MOST_STOPS} pickups a day, or leave this empty for no limit"},
        "strangersSharePercent": {"*": "Enter a share from 0 to 100 percent"},
        "strangersLetterDays": {"*": "Enter 0 to 31 days a month"},
        "requestsHold": {"*": f"Requests hold must be one of: {', '.join(get_args(RequestsHold))}"},
        "customerChanges": {"*": f"Customer changes must be one of: {', '.join(get_args(CustomerChanges))}"},
        "answerWithinHours": {"*": f"Enter 1 to {LONGEST_ANSWER_HOURS} hours, or leave this empty for no promise"},
        "eventTypes": {
            "too_short": "Enter at least one event type",
            "too_long": f"You can enter at most {MOST_EVENT_TYPES} event types",
            "twice": "“{name}” appears twice in the list",
        },
        "reviewUrl": {"https": "Review page must be a web address that begins with https://"},
        "giftCardShop.amounts": {
            "too_long": f"You can offer at most {MOST_GIFT_CARD_AMOUNTS} amounts",
            "*": "Enter amounts above zero, for example 50",
        },
        "giftCardShop.least": {"*": "Enter an amount, for example 25"},
        "giftCardShop.most": {"*": "Enter an amount, for example 500"},
        "requiredFields": {"*": f"Required fields can be: {', '.join(get_args(RequiredField))}"},
    }
    paths: ClassVar[frozenset[str]] = frozenset(
        {"closedDays", "eventTypes", "giftCardShop", "installWindows", "turnedLetters", "shorterWordings"}
    )

    time_zone: Annotated[str, Field(max_length=60)] = ""
    date_format: DateFormat = "MM/DD/YYYY"
    time_format: TimeFormat = "12h"
    measures: Measures = "us"
    turnaround_days: Annotated[int, Field(ge=0, le=14)] = 0
    same_day_turnaround: bool = False
    hold_days: Annotated[int, Field(ge=1, le=90)] = 7
    max_rental_days: Annotated[int, Field(ge=1, le=90)] = 90
    approval_required: bool = True
    free_cancellation_hours: Annotated[int, Field(ge=0, le=LONGEST_FREE_CANCELLATION_HOURS)] | None = None
    minimum_notice_hours: Annotated[int, Field(ge=0, le=LONGEST_NOTICE_HOURS)] = 0
    closed_days: Annotated[list[ClosedDaysInput], Field(max_length=MOST_CLOSED)] = Field(
        default_factory=list[ClosedDaysInput]
    )
    closed_weekdays: Annotated[
        list[Annotated[int, Field(ge=0, le=6)]],
        Field(max_length=7, description="0 is Monday"),
        AfterValidator(_weekdays),
    ] = Field(default_factory=list[int])
    max_deliveries_per_day: Annotated[int, Field(ge=1, le=MOST_STOPS)] | None = None
    max_pickups_per_day: Annotated[int, Field(ge=1, le=MOST_STOPS)] | None = None
    pickup_grace_hours: Annotated[
        int,
        Field(
            ge=0,
            le=LONGEST_GRACE_HOURS,
            description="A pickup up to this many hours after midnight counts as the previous day",
        ),
    ] = 6
    overdue_grace_hours: Annotated[int, Field(ge=0, le=LONGEST_OVERDUE_HOURS)] = 0
    install_windows: Annotated[
        list[InstallWindowInput],
        Field(max_length=MOST_WINDOWS, description="Delivery windows offered to customers"),
    ] = Field(default_factory=_usual_windows)
    earliest_pickup: Annotated[Clock | None, Field(description="In the business's time zone; null for any time")] = None
    latest_pickup: Annotated[Clock | None, Field(description="After midnight if earlier than `earliestPickup`")] = None
    any_address: Annotated[bool, Field(description="Customers may enter their own address")] = True
    listed_venues: Annotated[bool, Field(description="Customers may choose from your venues")] = True
    event_types: Annotated[
        list[Annotated[RequiredText, AtMost(LONGEST_EVENT_TYPE)]],
        Field(min_length=1, max_length=MOST_EVENT_TYPES),
        AfterValidator(_event_types),
    ] = Field(default_factory=lambda: list(EVENT_TYPES))
    required_fields: Annotated[list[RequiredField], Field(max_length=20)] = Field(default_factory=list[RequiredField])
    contact_on_form: Annotated[bool, Field(description="Whether the form shows the business's phone and email")] = False
    waiting_offer_hours: Annotated[
        int,
        Field(ge=1, le=LONGEST_OFFER_HOURS, description="Hours for which a waiting list offer holds its letters"),
    ] = 24
    strangers_share_percent: Annotated[
        int,
        Field(ge=0, le=100, description="Maximum percentage of a letter's pieces held by unconfirmed requests per day"),
    ] = 50
    strangers_letter_days: Annotated[
        int,
        Field(
            ge=0, le=31, description="Maximum days per month on which one network's unconfirmed requests hold a letter"
        ),
    ] = 10
    requests_hold: Annotated[RequestsHold, Field(description="When a visitor's request holds its letters")] = (
        "until_answered"
    )
    customer_changes: Annotated[
        CustomerChanges,
        Field(description="If customers change confirmed bookings at once within your rules, or request every change"),
    ] = "asked"
    answer_within_hours: Annotated[
        int | None,
        Field(
            ge=1, le=LONGEST_ANSWER_HOURS, description="Promise shown to customers: hours until you reply to a request"
        ),
    ] = None
    terms_on_form: Annotated[bool, Field(description="Whether visitors must accept the business's terms")] = False
    crew_collects: Annotated[bool, Field(description="Whether staff see the amount to collect on the crew page")] = (
        False
    )
    setup_hidden: Annotated[bool, Field(description="Whether the dashboard hides the setup steps")] = False
    email_prices: Annotated[
        bool,
        Field(description="Whether visitors who agree and leave after seeing a price get one email a day later"),
    ] = False
    email_yearly: Annotated[
        bool, Field(description="Whether past customers get one email eleven months after an event")
    ] = False
    quote_follow_up_days: Annotated[
        int | None,
        Field(ge=1, le=30, description="Days after which an open quote is followed up, and once more after as many"),
    ] = None
    ask_for_reviews: Annotated[
        bool, Field(description="Whether customers are asked for a review the day after the pickup")
    ] = False
    review_url: Annotated[
        OptionalText,
        AtMost(LONGEST_REVIEW_URL),
        AfterValidator(_https),
        Field(description="Page elsewhere where you collect reviews, offered to everyone who wrote one; https only"),
    ] = None
    close_month_after_days: Annotated[
        int | None,
        Field(ge=1, le=90, description="Days after its end at which a month's books are closed; null for never"),
    ] = None
    gift_card_months: Annotated[
        int | None,
        Field(ge=1, le=240, description="Months after which new gift cards and credits expire; null for never"),
    ] = None
    gift_card_shop: GiftCardShopInput | None = None
    keep_invoice_years: Annotated[
        int, Field(ge=1, le=30, description="Years for which invoices of erased customers are kept")
    ] = 10
    turned_letters: Annotated[
        list[TurnedLettersInput],
        Field(max_length=5, description="Pairs of letters that one piece can serve as, by size"),
    ] = Field(default_factory=list[TurnedLettersInput])
    shorter_wordings: Annotated[
        list[ShorterWordingInput], Field(max_length=50, description="Suggested if a longer text is short of letters")
    ] = Field(default_factory=list[ShorterWordingInput])


class TurnedLettersOut(ResponseModel):
    """Two letters that the same piece can serve as, in the sizes for which the business allows it."""

    pair: Pair
    sizes: list[str]


class ShorterWordingOut(ResponseModel):
    """A shorter wording of a message."""

    long: str
    short: str


class ClosedDaysOut(ResponseModel):
    """Days on which the business is closed, first and last day inclusive."""

    first: Annotated[str, Field(alias="from")]
    last: Annotated[str, Field(alias="to")]
    yearly: bool
    reason: str | None


class GiftCardShopOut(ResponseModel):
    """The page where customers buy gift cards."""

    is_open: bool
    amounts: list[CurrencyUnits]
    own_amount: bool
    least: CurrencyUnits
    most: CurrencyUnits


class InstallWindowOut(ResponseModel):
    """A delivery window offered to customers."""

    code: Annotated[str, Field(description="Value of a booking's `preferredInstallTime`")]
    label: str | None
    start: Annotated[str, Field(alias="from")]
    end: Annotated[str, Field(alias="to")]


class RulesOut(ResponseModel):
    """Booking rules of a business (B2, B8, B13, L2, L4)."""

    time_zone: str
    date_format: DateFormat
    time_format: TimeFormat
    measures: Measures
    turnaround_days: int
    same_day_turnaround: bool
    hold_days: int
    max_rental_days: int
    approval_required: bool
    free_cancellation_hours: Annotated[int | None, Field(description="Null if the installation's default applies")]
    default_free_cancellation_hours: int
    minimum_notice_hours: int
    closed_days: list[ClosedDaysOut]
    closed_weekdays: Annotated[list[int], Field(description="0 is Monday")]
    max_deliveries_per_day: Annotated[int | None, Field(description="Null for no limit")]
    max_pickups_per_day: Annotated[int | None, Field(description="Null for no limit")]
    pickup_grace_hours: int
    overdue_grace_hours: int
    install_windows: list[InstallWindowOut]
    earliest_pickup: str | None
    latest_pickup: str | None
    any_address: bool
    listed_venues: bool
    event_types: list[str]
    required_fields: list[RequiredField]
    contact_on_form: bool
    terms_on_form: bool
    crew_collects: bool
    setup_hidden: bool
    waiting_offer_hours: int
    strangers_share_percent: int
    strangers_letter_days: int
    requests_hold: RequestsHold
    customer_changes: CustomerChanges
    answer_within_hours: Annotated[int | None, Field(description="Null for no promise")]
    email_prices: bool
    email_yearly: bool
    quote_follow_up_days: Annotated[int | None, Field(description="Null if open quotes aren't followed up")]
    ask_for_reviews: bool
    review_url: str | None
    close_month_after_days: Annotated[int | None, Field(description="Null if months are closed by hand")]
    gift_card_months: Annotated[int | None, Field(description="Null if gift cards don't expire")]
    gift_card_shop: Annotated[GiftCardShopOut | None, Field(description="Null unless the caller may see money")] = None
    keep_invoice_years: Annotated[int, Field(description="Years for which invoices of erased customers are kept")]
    turned_letters: list[TurnedLettersOut]
    shorter_wordings: list[ShorterWordingOut]
