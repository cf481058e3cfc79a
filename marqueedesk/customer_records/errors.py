"""Errors of customers' records."""

from marqueedesk.kit.errors import Conflict, NotFound


class CustomerErased(Conflict):
    """The customer was erased."""

    code = "erased"
    message = "This customer was erased"


class UnknownMerge(NotFound):
    """The merge doesn't exist, belongs to another operator, or its customer was erased."""

    message = "Unknown merge"


class MergeTooOld(Conflict):
    """The time for undoing a merge is over."""

    code = "too_late"
    message = "A merge can be undone for 30 days. You can still split bookings off."


class MergedSince(Conflict):
    """The remaining customer was merged into another one since."""

    code = "merged_since"
    message = "This customer was merged again since. Undo that merge first."


class UnknownBookings(NotFound):
    """Not all of the bookings are the customer's."""

    message = "Unknown booking"


class SomethingOpen(Conflict):
    """The customer has open bookings, quotes or waiting entries."""

    code = "something_open"
    message = "This customer has something open. Complete or cancel it and settle what is due first."
