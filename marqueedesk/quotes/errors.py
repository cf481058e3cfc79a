"""Errors when changing or answering quotes."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoQuote(NotFound):
    """The quote link is invalid. Unknown and malformed tokens get the same error."""

    code = "no_quote"
    message = "This quote is not available. Ask for a new link."


class QuoteClosed(Conflict):
    """The quote has become a booking, so it can no longer change. The booking can."""

    code = "quote_closed"
    message = "This quote was accepted. Change its booking instead."


class QuoteChanged(Conflict):
    """A newer version was sent than the one the customer answered. Carries the number of the newer version."""

    code = "quote_changed"
    message = "This quote has changed since you opened it. Please review the new version."


class QuoteChangedMeanwhile(Conflict):
    """Another user or the customer changed the quote since it was loaded (Q9). Carries the current revision."""

    code = "changed_meanwhile"
    message = "This quote has been changed since you opened it."


class QuoteExpired(Conflict):
    """The quote has expired."""

    code = "quote_expired"
    message = "This quote has expired. Ask for a new one."


class QuoteAlreadyDeclined(Conflict):
    """The quote was declined."""

    code = "quote_declined"
    message = "This quote was declined. Ask for a new one."


class QuoteWithdrawn(Conflict):
    """The operator withdrew the quote."""

    code = "quote_withdrawn"
    message = "This quote is being revised. Ask for the new version."


class QuoteAlreadyAccepted(Conflict):
    """The quote was accepted and can no longer be declined."""

    code = "quote_accepted"
    message = "This quote was already accepted. Contact the business to change or cancel the booking."

    def __init__(self, booking_id: int, number: int, status: str) -> None:
        super().__init__(booking={"id": booking_id, "number": number, "status": status})


class QuoteStillOpen(Conflict):
    """Only quotes that are declined, withdrawn or expired are lost."""

    code = "quote_open"
    message = "This quote is still open. Withdraw it first, or wait for the customer's answer."
