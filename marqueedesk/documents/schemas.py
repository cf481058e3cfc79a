"""How papers are answered where they are not PDFs."""

from datetime import datetime

from marqueedesk.kit.wire import Answer


class InvoiceAnswer(Answer):
    """An invoice's number and when it was issued."""

    number: str
    issued_at: datetime
