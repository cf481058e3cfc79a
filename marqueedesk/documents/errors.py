"""Reasons why a document cannot be made."""

from marqueedesk.kit.errors import Conflict, NotFound, Unavailable


class NotConfirmed(Conflict):
    """The booking is not confirmed: it is a request that waits for an answer, or it is canceled."""

    code = "not_confirmed"

    def __init__(self, status: str) -> None:
        """Say what the booking is instead."""
        super().__init__(
            "This booking is canceled, so there is nothing to confirm or to invoice."
            if status == "canceled"
            else "This booking is still a request. Confirm it first."
        )


class InvoiceStillRight(Conflict):
    """The invoice says what the booking does, so there is nothing to replace."""

    code = "invoice_right"
    sentence = "The invoice still agrees with the booking. There is nothing to replace."


class NoInvoice(NotFound):
    """The booking has no invoice yet."""

    code = "no_invoice"
    sentence = "This booking has no invoice yet."


class NotTypeset(Unavailable):
    """The document took more memory or time than one may have, or its process was killed."""

    code = "not_typeset"
    sentence = (
        "This document could not be made: it took too much memory or time. "
        "Please try again, and shorten its terms and notes if that does not help."
    )
