"""The content of an email as JSON parts: stored in the outbox, rendered as text and HTML when it is sent or read.

The parts are plain data in their final words. A link is stored as its target and spelled out only when rendered, so
that somebody who reads the database learns no token (docs/adr/0011-links-by-token.md).
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
    """Files attached to an email. They are made when it is sent, from the booking as it is then, or from a version of a
    quote. ``number`` is the booking's, ``document`` the number of the invoice or quote: both are for file names.
    """

    kinds: Sequence[str]
    booking_id: int | None = None
    quote_id: int | None = None
    version: int | None = None
    number: int | None = None
    document: str | None = None

    def stored(self) -> Part:
        """The files as the outbox stores them."""
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
    """The content of an email. ``lead`` is the text that a list of emails shows beside the subject.

    If the business can edit the email's text, ``blocks`` are the parts that the text can place by name, and ``words``
    are fields that depend on the situation: a sentence, or None if there is nothing to say. Any other email has its
    ``title`` and its ``parts`` here. ``files`` says what is attached; ``unsubscribe`` names the page where the
    recipient can switch such emails off.
    """

    lead: str
    title: str = ""
    parts: Sequence[Part] = ()
    blocks: Mapping[str, Sequence[Part]] = field(default_factory=dict[str, Sequence[Part]])
    words: Mapping[str, str | None] = field(default_factory=dict[str, "str | None"])
    files: Files | None = None
    unsubscribe: Link | None = None
    # Who receives replies, if not the business that sends the email: the customer, for an email about them.
    reply_to: str | None = None
    small: Sequence[str] = field(default_factory=tuple[str, ...])


def page(path: str) -> Link:
    """A page of the product."""
    return {"to": "page", "path": path}


def booking_page(booking_id: int, *, pay_cents: int = 0, of_cents: int = 0) -> Link:
    """A booking's page for its customer. With ``pay_cents`` it offers to pay that much, as long as ``of_cents`` are
    still open.
    """
    link: Link = {"to": "booking", "id": booking_id}
    return link | {"pay": f"{pay_cents / 100:.2f}", "of": f"{of_cents / 100:.2f}"} if pay_cents else link


def site_page(address: str) -> Link:
    """A page of the payment provider, by its whole address."""
    return {"to": "site", "address": address}


def quote_page(quote_id: int) -> Link:
    """A quote's page for its customer."""
    return {"to": "quote", "id": quote_id}


def waiting_page(entry_id: int) -> Link:
    """A place on a waiting list, for its customer."""
    return {"to": "waiting", "id": entry_id}


ONE_CLICK = "leave_waiting"
"""The kind of link that leaves a list by a POST alone."""


def leave_waiting(entry_id: int) -> Link:
    """The address at which a customer leaves a waiting list."""
    return {"to": ONE_CLICK, "id": entry_id}


def reset_page(reset_id: int) -> Link:
    """Where people who forgot their password set a new one."""
    return {"to": "reset", "id": reset_id}


def email_page(change_id: int, *, keep: bool) -> Link:
    """Where another email address is confirmed, or taken back by the old one."""
    return {"to": "keep_email" if keep else "confirm_email", "id": change_id}


def invitation_page(invitation_id: int) -> Link:
    """Where an invited person joins a business."""
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
    """A price line by line and its totals, in the words of `documents.document_content`."""
    return {
        "kind": "prices",
        "rows": [[row["text"], row.get("detail"), row["amount"]] for row in rows],
        "sums": [[row["text"], row["amount"], row["strong"]] for row in sums],
    }


def note(title: str, words: str | None) -> list[Part]:
    """A note as somebody wrote it; no parts if there is none."""
    return [{"kind": "note", "title": title, "text": words}] if words else []


def button(label: str, link: Link) -> Part:
    """The one thing to do next."""
    return {"kind": "button", "label": label, "link": link}


def errands(title: str, rows: Iterable[Mapping[str, Any]]) -> Part:
    """The stops of a day, in order: each with ``time``, ``name``, ``lines`` and a ``link``."""
    return {"kind": "errands", "title": title, "rows": [dict(row) for row in rows]}
