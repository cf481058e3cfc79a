"""Reasons why a booking cannot be placed or changed."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from marqueedesk.availability.errors import BookingInTheWay, NotEnoughLetters
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.kit.errors import Conflict, Invalid, TooMany
from marqueedesk.kit.text.wording import day
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.todays_prices import TodaysPrices


@dataclass(frozen=True, slots=True)
class RefusalDetails:
    """A rental that the letters do not allow: enough to find others that fit (L6) and to remember the demand (L9).

    ``rental`` has the price that it would have cost, ``keeps_price`` says that this was agreed before.
    """

    terms: Terms
    check: StockCheck
    rental: PricedRental
    today: TodaysPrices
    keeps_price: bool = False


class RentalDoesNotFit(NotEnoughLetters):
    """`NotEnoughLetters` of a rental, with what the edge needs to answer alternatives and to remember the demand."""

    def __init__(self, details: RefusalDetails, *, for_operator: bool) -> None:
        self.details = details
        super().__init__(
            details.check.shortages,
            for_operator=for_operator,
            names=details.check.names,
            date_format=details.terms.date_format,
        )


class PriceChanged(Conflict):
    """The price that the visitor saw is not the price now (P5). Carries the present breakdown."""

    code = "price_changed"
    sentence = "The price has changed. Please look at the new price and send your request again."


class TooManyOpen(Conflict):
    """One email address has as many open requests at this operator as it may have (W9)."""

    code = "too_many_open"
    sentence = (
        "There are already {limit} open requests from this email address. Please wait for an answer to one of "
        "them, or get in touch with the business."
    )


class SenderRefused(Conflict):
    """The business takes no requests from this address, mail domain or network any more."""

    code = "refused_sender"
    sentence = "This business doesn't take online requests from you. Please call them instead."


class NoSender(Conflict):
    """A booking that did not come through the public form has no sender to refuse."""

    code = "no_sender"
    sentence = "Only senders of online requests can be blocked. This booking was not made through your form."


class TooQuick(TooMany):
    """The form was opened a moment ago: nobody fills it in as fast (W9). The same request may be sent again."""

    code = "too_quick"
    sentence = "That was very quick. Please check your request and send it again."


class LooksAutomated(Invalid):
    """A field was filled in that no person sees (W9)."""

    code = "looks_automated"
    sentence = "This request looks as if a program had filled it in. Please send it again."


class InvalidTransition(Conflict):
    """A booking in this state does not go into that one (B1)."""

    code = "invalid_transition"
    sentence = "A {before} booking cannot be set to {after}."


class OnlyRequests(Conflict):
    """Only requests can be canceled together (B9). Any other booking is canceled on its own."""

    code = "invalid_transition"
    sentence = "Only requests are canceled together. Cancel confirmed bookings one by one."


class TooEarly(Conflict):
    """Somebody tries to complete a booking before its pickup day (B1). Carries that day as ``pickupDay``."""

    code = "too_early"

    def __init__(self, pickup_day: date, date_format: str) -> None:
        super().__init__(
            f"The pickup is on {day(pickup_day, date_format)}. Completing this booking now frees its letters before "
            "that day. To do so anyway, send early: true.",
            pickupDay=pickup_day.isoformat(),
        )


class ChangedMeanwhile(Conflict):
    """Somebody changed the booking after the caller had looked at it (B10). Carries the present revision."""

    code = "changed_meanwhile"
    sentence = "This booking has been changed since you opened it."


class NotEditable(Conflict):
    """A completed or canceled booking keeps its letters, dates and price as they were."""

    code = "not_editable"
    sentence = "A {status} booking keeps its letters, dates, venue and price."


class SizeInUse(Conflict):
    """A size is to leave the price list while stock or coming bookings have it. Lists the bookings; may be none."""

    code = "size_in_use"

    def __init__(self, label: str, bookings: list[BookingInTheWay]) -> None:
        sentence = (
            f"{label} is needed by coming bookings." if bookings else f"The inventory has letters in {label}."
        ) + " Change these first."
        super().__init__(sentence, fields={"sizes": sentence}, bookings=bookings)


class FinishInUse(Conflict):
    """As `SizeInUse`, for a finish."""

    code = "finish_in_use"

    def __init__(self, code: str, bookings: list[BookingInTheWay]) -> None:
        sentence = (
            f"The finish “{code}” is needed by coming bookings."
            if bookings
            else f"The inventory has letters in the finish “{code}”."
        ) + " Change these first."
        super().__init__(sentence, fields={"finishes": sentence}, bookings=bookings)


class HandoverRefused(Conflict):
    """A handover that cannot be: ``code`` says why."""

    def __init__(self, code: str, sentence: str, **more: Any) -> None:
        super().__init__(sentence, fields={"lines": sentence}, code=code, **more)


class NothingToReturn(Conflict):
    """Nothing of a booking is expected back."""

    code = "nothing_out"
    sentence = "Nothing of booking #{number} is expected back."
