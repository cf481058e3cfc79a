"""Errors of a customer's actions on a booking's page."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoBooking(NotFound):
    """An invalid booking link: malformed, unknown, replaced, or of an inactive business. All get the same error."""

    code = "no_booking"
    message = "This link is not valid. Use the link in your latest email, or contact the business."


class BookingClosed(Conflict):
    """The booking is completed or canceled and accepts no more input."""

    code = "booking_closed"
    message = "This booking is {status}. Please contact the business."


class TooLateToCancel(Conflict):
    """The delivery has begun."""

    code = "too_late"
    message = "The delivery has begun, so this booking can no longer be canceled here. Please call the business."


class FeeChanged(Conflict):
    """The cancellation cost differs from the one shown. Carries the current cost in currency units."""

    code = "fee_changed"
    message = "The cost of canceling has changed since you opened this page. Check it again."


class TooManyRequests(Conflict):
    """The limit of open change requests is reached."""

    code = "too_many_requests"
    message = "You have already requested many changes. Please call the business instead."
