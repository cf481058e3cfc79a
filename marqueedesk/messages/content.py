"""What a mail says, part by part, as JSON: kept in the outbox, drawn as text and as HTML when it is sent or read.

The parts are plain data in their final words. A link is named by what it leads to and spelled only then, so that
whoever reads the database learns no token (docs/adr/0011-links-by-token.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Content = dict[str, Any]
Part = dict[str, Any]
Link = dict[str, Any]


CALENDAR, CONFIRMATION, INVOICE, QUOTE = "calendar", "confirmation", "invoice", "quote"


@dataclass(frozen=True, slots=True)
class Files:
    """Files that are attached to an email: drawn when it is sent, of the booking as it is then, or of a version of a
    quote. ``number`` is the booking's, ``document`` that of the invoice or quote: both are for files' names.
    """

    kinds: Sequence[str]
    booking_id: int | None = None
    quote_id: int | None = None
    version: int | None = None
    number: int | None = None
    document: str | None = None

    def stored(self) -> dict[str, Any]:
        """As the outbox keeps it."""
        of = {
            "bookingId": self.booking_id,
            "quoteId": self.quote_id,
            "version": self.version,
            "number": self.number,
            "document": self.document,
        }
        return {"kinds": list(self.kinds)} | {name: value for name, value in of.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Body:
    """What an email is about. ``lead`` is what a list of emails shows beside the subject.

    Of an email whose text is its business's own, ``blocks`` are what its text can place by name, and ``words`` are
    fields that depend on the situation: a sentence, or None where there is nothing to say. Any other email has its
    ``title`` and its ``parts`` here. ``files`` says what is attached, ``unsubscribe`` names the page on which one can
    switch such emails off.
    """

    lead: str
    title: str = ""
    parts: Sequence[Part] = ()
    blocks: Mapping[str, Sequence[Part]] = field(default_factory=dict[str, Sequence[Part]])
    words: Mapping[str, str | None] = field(default_factory=dict[str, "str | None"])
    files: Files | None = None
    unsubscribe: Link | None = None
    # Who gets the answer, where that is not the business that the mail comes from: a customer, for a mail about them.
    reply_to: str | None = None
    small: Sequence[str] = field(default_factory=tuple[str, ...])


def page(path: str) -> Link:
    """A page of the product."""
    return {"to": "page", "path": path}


def booking_page(booking_id: int) -> Link:
    """A booking's page for its customer."""
    return {"to": "booking", "id": booking_id}


def quote_page(quote_id: int) -> Link:
    """A quote's page for its customer."""
    return {"to": "quote", "id": quote_id}


def reset_page(reset_id: int) -> Link:
    """Where somebody who forgot their password sets another."""
    return {"to": "reset", "id": reset_id}


def invitation_page(invitation_id: int) -> Link:
    """Where somebody joins a business."""
    return {"to": "invitation", "id": invitation_id}


def sign(message: str, size: str | None = None) -> Part:
    """The message, drawn in lights."""
    return {"kind": "sign", "message": message, "size": size}


def text(words: str) -> Part:
    """A paragraph."""
    return {"kind": "text", "text": words}


def facts(rows: Iterable[tuple[str, str | None]]) -> Part:
    """Named facts; those without a value are left out."""
    return {"kind": "facts", "rows": [[name, value] for name, value in rows if value]}


def prices(rows: Iterable[Mapping[str, Any]], sums: Iterable[Mapping[str, Any]]) -> Part:
    """A price line by line and what it comes to, as `documents.papers` words them."""
    return {
        "kind": "prices",
        "rows": [[row["text"], row.get("detail"), row["amount"]] for row in rows],
        "sums": [[row["text"], row["amount"], row["strong"]] for row in sums],
    }


def note(title: str, words: str | None) -> list[Part]:
    """What somebody wrote, as they wrote it; nothing where they wrote nothing."""
    return [{"kind": "note", "title": title, "text": words}] if words else []


def button(label: str, link: Link) -> Part:
    """The one thing to do next."""
    return {"kind": "button", "label": label, "link": link}


def errands(title: str, rows: Iterable[Mapping[str, Any]]) -> Part:
    """What is to be done on a day, in order: each with ``time``, ``name``, ``lines`` and a ``link``."""
    return {"kind": "errands", "title": title, "rows": [dict(row) for row in rows]}
