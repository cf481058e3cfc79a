"""Reasons why a customer's action on a booking's page is refused."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoBooking(NotFound):
    """A link that leads to no booking: malformed, unknown, replaced, or of a business that is not active, all alike."""

    code = "no_booking"
    sentence = "This link does not lead to a booking. Please use the link from your last mail, or ask the business."


class BookingClosed(Conflict):
    """The booking is over, one way or the other: nothing can be said to it here any more."""

    code = "booking_closed"
    sentence = "This booking is {status}. Please get in touch with the business."


class TooLateToCancel(Conflict):
    """The delivery has begun."""

    code = "too_late"
    sentence = "The delivery has begun, so this booking can no longer be canceled here. Please call the business."


class FeeChanged(Conflict):
    """Canceling costs something else than what the customer saw. Carries what it costs now, in currency units."""

    code = "fee_changed"
    sentence = "The cost of canceling has changed since you opened this page. Check it again."


class TooManyRequests(Conflict):
    """More changes were asked for than anybody reads."""

    code = "too_many_requests"
    sentence = "You have asked for many changes already. Please call the business instead."
