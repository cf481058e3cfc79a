"""Errors when creating or changing a booking."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from marqueedesk.availability.errors import BlockingBooking, NotEnoughLetters
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.kit.errors import Conflict, Invalid, TooMany
from marqueedesk.kit.text.formats import day
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.todays_prices import TodaysPrices


@dataclass(frozen=True, slots=True)
class RefusalDetails:
    """A rental that doesn't fit the stock, with the data needed to find alternatives (L6) and to record the demand
    (L9).

    ``rental`` includes its price; ``keeps_price`` is true if that price was agreed before.
    """

    terms: Terms
    check: StockCheck
    rental: PricedRental
    today: TodaysPrices
    keeps_price: bool = False


class OwnHoldInTheWay(Exception):
    """The request differs from the booking that its customer holds unpaid, or exceeds the limits for strangers while
    its network holds letters. Not an answer: the caller tries again in place of the customer's own hold.
    """

    def __init__(self, booking_id: int | None = None) -> None:
        self.booking_id = booking_id
        super().__init__(booking_id)


class RentalDoesNotFit(NotEnoughLetters):
    """`NotEnoughLetters` for a whole rental, with the data the route needs to offer alternatives and record demand."""

    def __init__(self, details: RefusalDetails, *, for_operator: bool) -> None:
        self.details = details
        super().__init__(
            details.check.shortages,
            for_operator=for_operator,
            names=details.check.names,
            date_format=details.terms.date_format,
        )


class PriceChanged(Conflict):
    """The price changed since the visitor last saw it (P5). Carries the current breakdown."""

    code = "price_changed"
    message = "The price has changed. Please review the new price and send your request again."


class TooManyOpen(Conflict):
    """The email address has reached its limit of open requests at this operator (W9)."""

    code = "too_many_open"
    message = (
        "There are already {limit} open requests from this email address. Please wait for a reply to one of "
        "them, or contact the business."
    )


class SenderBlocked(Conflict):
    """The business blocked this email address, mail domain or network."""

    code = "refused_sender"
    message = "This business doesn't take online requests from you. Please call them instead."


class NoSender(Conflict):
    """The booking has no sender to block, because it didn't come through the public form."""

    code = "no_sender"
    message = "Only senders of online requests can be blocked. This booking wasn't made through your form."


class SubmittedTooFast(TooMany):
    """The form was submitted faster than a person could fill it in (W9). The same request may be retried."""

    code = "too_quick"
    message = "That was very fast. Please check your request and send it again."


class LooksAutomated(Invalid):
    """The honeypot field was filled in (W9)."""

    code = "looks_automated"
    message = "This request looks automated. Please send it again."


class InvalidTransition(Conflict):
    """The booking can't change from its current status to the requested one (B1)."""

    code = "invalid_transition"
    message = "A {before} booking can't be changed to {after}."


class CaptureNeeded(Conflict):
    """A request with an authorized card is confirmed by charging the card, one booking at a time."""

    code = "capture_needed"
    message = "This customer's card is authorized. Open the request and confirm it there to charge the card."


class OnlyRequests(Conflict):
    """Only pending requests can be canceled in bulk (B9). Other bookings are canceled individually."""

    code = "invalid_transition"
    message = "Only pending requests can be canceled together. Cancel confirmed bookings individually."


class TooEarly(Conflict):
    """Completing a booking before its pickup day requires ``early`` (B1). Carries the pickup day as ``pickupDay``."""

    code = "too_early"

    def __init__(self, pickup_day: date, date_format: str) -> None:
        super().__init__(
            f"The pickup is on {day(pickup_day, date_format)}. Completing this booking now releases its letters before "
            "that day. To complete it anyway, send early: true.",
            pickupDay=pickup_day.isoformat(),
        )


class ChangedMeanwhile(Conflict):
    """The booking was changed since the caller read it (B10). Carries the current revision."""

    code = "changed_meanwhile"
    message = "This booking has changed since you opened it."


class NotEditable(Conflict):
    """The letters, dates and price of a completed or canceled booking can't be changed."""

    code = "not_editable"
    message = "You can't change the letters, dates, venue, or price of a {status} booking."


class SizeInUse(Conflict):
    """The size can't be removed from the price list while stock or upcoming bookings use it. Lists those bookings, if
    any.
    """

    code = "size_in_use"

    def __init__(self, label: str, bookings: list[BlockingBooking]) -> None:
        sentence = (
            f"Upcoming bookings need {label}." if bookings else f"The inventory has letters in {label}."
        ) + " Change them first."
        super().__init__(sentence, fields={"sizes": sentence}, bookings=bookings)


class FinishInUse(Conflict):
    """Like `SizeInUse`, for a finish."""

    code = "finish_in_use"

    def __init__(self, code: str, bookings: list[BlockingBooking]) -> None:
        sentence = (
            f"Upcoming bookings need the finish “{code}”."
            if bookings
            else f"The inventory has letters in the finish “{code}”."
        ) + " Change them first."
        super().__init__(sentence, fields={"finishes": sentence}, bookings=bookings)


class HandoverRefused(Conflict):
    """The handover can't be recorded; ``code`` gives the reason."""

    def __init__(self, code: str, sentence: str, **more: Any) -> None:
        super().__init__(sentence, fields={"lines": sentence}, code=code, **more)


class NothingToReturn(Conflict):
    """None of the booking's goods are out."""

    code = "nothing_out"
    message = "Booking #{number} has no goods to return."


class AlreadyReported(Conflict):
    """The tagged piece is already out of service."""

    code = "already_reported"
    message = "The piece with the tag {tag} is already out of service."


class TooManyPhotos(Conflict):
    """The repair has as many photos as it can have."""

    code = "too_many_photos"
    message = "A repair can have up to 10 photos."


class TooManyHeld(Conflict):
    """Strangers already hold as many of these letters as they may without paying (W11)."""

    code = "too_many_held"
    message = "Too many of these letters are held for bookings that aren't paid yet. Please contact the business."
