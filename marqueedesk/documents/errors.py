"""Errors when creating documents."""

from marqueedesk.kit.errors import Conflict, NotFound, Unavailable


class NotConfirmed(Conflict):
    """The booking is not confirmed: it is a pending request, or canceled."""

    code = "not_confirmed"

    def __init__(self, status: str) -> None:
        """Create the error with the message for the booking's status."""
        super().__init__(
            "This booking is canceled, so it has no confirmation, invoice or calendar file."
            if status == "canceled"
            else "This booking is not confirmed yet. Its documents and calendar file are available once it is."
        )


class InvoiceStillRight(Conflict):
    """The invoice still matches the booking, so there is nothing to replace."""

    code = "invoice_right"
    message = "The invoice still matches the booking, so it cannot be replaced."


class NoInvoice(NotFound):
    """The booking has no invoice yet."""

    code = "no_invoice"
    message = "This booking has no invoice yet."


class NotTypeset(Unavailable):
    """The document exceeded its memory or time limit, or the process compiling it was killed."""

    code = "not_typeset"
    message = (
        "The document could not be created because it took too much memory or time. "
        "Try again. If that doesn't help, shorten its terms and notes."
    )
