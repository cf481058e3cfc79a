"""Errors of customers' actions on a booking's page."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoBooking(NotFound):
    """The booking link is malformed, unknown, replaced, or from an inactive business. All cases get the same error."""

    code = "no_booking"
    message = "This link is not valid. Use the link in your latest email, or contact the business."


class NoListedBooking(NotFound):
    """The list has no booking with this number."""

    code = "no_listed_booking"
    message = "This booking is not in your list. Reload the page and try again."


class BookingClosed(Conflict):
    """The booking is completed or canceled, so customers can't change it anymore."""

    code = "booking_closed"
    message = "This booking is {status}. Please contact the business."


class TooLateToCancel(Conflict):
    """The delivery time has passed."""

    code = "too_late"
    message = "The delivery has begun, so this booking can no longer be canceled here. Please call the business."


class FeeChanged(Conflict):
    """The cancellation cost differs from the one shown. Carries the current cost in currency units."""

    code = "fee_changed"
    message = "The cost of canceling has changed since you opened this page. Check it again."


class NotAcceptable(Conflict):
    """The change was requested in the customer's own words, so it can't be made automatically."""

    code = "not_structured"
    message = "This request is in the customer's own words. Edit the booking, then mark the request as done."


class AlreadyDeclined(Conflict):
    """The business has declined this change request."""

    code = "already_declined"
    message = "You have already declined this change. To make it anyway, edit the booking."


class TooManyRequests(Conflict):
    """The booking has reached the limit of open change requests."""

    code = "too_many_requests"
    message = "You have already requested many changes. Please call the business instead."


class NoBookingList(NotFound):
    """The link to a list of bookings is unknown, expired or used."""

    code = "no_booking_list"
    message = "This link has expired or was already used. Request a new one on the page of any of your bookings."
