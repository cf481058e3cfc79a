"""Errors when creating documents."""

from collections.abc import Mapping

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


class InvoiceIncomplete(Conflict):
    """The business has to enter something before an invoice has an electronic form; `fields` has what, by name."""

    code = "invoice_incomplete"

    def __init__(self, missing: Mapping[str, str]) -> None:
        """Create the error for the missing values, each with its name in words."""
        super().__init__(
            f"This invoice has no electronic form yet. Enter {' and '.join(missing.values())} first.",
            fields={name: f"Enter {words}" for name, words in missing.items()},
        )


class InvoiceTooOld(Conflict):
    """The invoice was issued before its data was stored, and the booking has changed since."""

    code = "invoice_too_old"
    message = "This invoice has no electronic form, and its booking has changed. Replace the invoice first."


class NotTypeset(Unavailable):
    """The document exceeded its memory or time limit, or the process compiling it was killed."""

    code = "not_typeset"
    message = (
        "The document could not be created because it took too much memory or time. "
        "Try again. If that doesn't help, shorten its terms and notes."
    )
