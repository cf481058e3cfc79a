"""Reasons why a quote cannot be changed or answered."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoQuote(NotFound):
    """No such link, or not any more: an unknown token and a malformed one are answered alike."""

    code = "no_quote"
    sentence = "This quote is not available. Please ask for the link again."


class QuoteClosed(Conflict):
    """The quote has become a booking; what there is to change is changed there."""

    code = "quote_closed"
    sentence = "This quote was accepted. Change its booking instead."


class QuoteChanged(Conflict):
    """A newer version was sent than the one that is answered; the answer names it."""

    code = "quote_changed"
    sentence = "This quote has changed since you opened it. Please look at the new version."


class QuoteChangedMeanwhile(Conflict):
    """Somebody changed or answered the quote after the caller had looked at it (Q9). Carries the present revision."""

    code = "changed_meanwhile"
    sentence = "This quote has been changed since you opened it."


class QuoteExpired(Conflict):
    """The time to accept is over."""

    code = "quote_expired"
    sentence = "This quote has expired. Please ask for a new one."


class QuoteDeclined(Conflict):
    """The quote was declined."""

    code = "quote_declined"
    sentence = "This quote was declined. Please ask for a new one."


class QuoteWithdrawn(Conflict):
    """The operator took the quote back."""

    code = "quote_withdrawn"
    sentence = "This quote is being revised. Please ask for the new version."


class QuoteAccepted(Conflict):
    """The quote was accepted, and cannot be declined any more."""

    code = "quote_accepted"
    sentence = "This quote was accepted already. Please get in touch to change or cancel the booking."

    def __init__(self, booking_id: int, number: int, status: str) -> None:
        super().__init__(booking={"id": booking_id, "number": number, "status": status})
