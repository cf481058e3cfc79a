"""Response models for documents, other than PDFs."""

from datetime import datetime

from marqueedesk.kit.wire import Answer


class InvoiceAnswer(Answer):
    """An invoice's number and when it was issued."""

    number: str
    issued_at: datetime


class InvoiceState(Answer):
    """A booking's invoice, or nothing while it has none."""

    number: str | None
    issued_at: datetime | None
