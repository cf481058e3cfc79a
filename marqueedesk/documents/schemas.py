"""Response models of documents other than PDFs."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.accounts.outgoing_email import EmailOutlook
from marqueedesk.kit.http.schemas import CurrencyUnits, RequestModel, ResponseModel

Kind = Literal["invoice", "credit_note"]


class ReplacedInvoice(ResponseModel):
    """A replaced invoice."""

    number: str
    kind: Kind
    issued_at: datetime


class IssuedInvoiceOut(ResponseModel):
    """A booking's invoice in the list of invoices, with those that it replaced."""

    booking_id: int
    booking_number: int
    customer: str
    number: str
    kind: Kind
    issued_at: datetime
    total: Annotated[CurrencyUnits | None, Field(description="With tax; null for invoices that older versions issued")]
    currency: str
    replaced: list[ReplacedInvoice]


class IssuedInvoicesOut(ResponseModel):
    """A page of invoices."""

    items: list[IssuedInvoiceOut]
    next_cursor: str | None


class InvoiceLineOut(ResponseModel):
    """An amount owed, without and with its sales tax."""

    text: str
    net: CurrencyUnits
    tax_percent: float | int
    tax: CurrencyUnits
    gross: CurrencyUnits


class InvoiceState(ResponseModel):
    """A booking's invoice, or nulls if there is none. For a canceled booking, it may be a credit note."""

    number: str | None
    issued_at: datetime | None
    kind: Kind | None
    outdated: Annotated[
        bool, Field(description="True if the booking no longer matches the invoice, which can then be replaced")
    ]
    electronic: Annotated[
        bool, Field(description="True if `invoice.xml` has it: it is issued, and the business's details are complete")
    ]
    replaced: Annotated[list[ReplacedInvoice], Field(description="Invoices that it replaced, in order")]
    lines: Annotated[
        list[InvoiceLineOut],
        Field(description="The total and additional charges line by line; without an invoice, as of now"),
    ]


class SentInvoiceOut(InvoiceState):
    """A booking's invoice that was just sent or replaced; ``email`` is null if it was not sent."""

    email: EmailOutlook | None


class ReplaceInput(RequestModel):
    """POST /api/bookings/{id}/invoice/replace."""

    send: Annotated[bool, Field(description="Email the new one to the customer")] = False
