"""The content of an email as JSON parts: stored in the outbox, rendered as text and HTML when it is sent or read.

The parts are plain data in their final words. A link is stored as its target and spelled out only when rendered, so
that somebody who reads the database learns no token (docs/adr/0011-links-by-token.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NotRequired, Self, TypedDict

from marqueedesk.documents.document_content import stored_texts
from marqueedesk.documents.stored_document import PriceRow, SignLine, SumRow
from marqueedesk.messages.links_in_text import without_links
from marqueedesk.rentals.line_schemas import StandingTextOut


class PageLink(TypedDict):
    """A page of the product."""

    to: Literal["page"]
    path: str


class SiteLink(TypedDict):
    """A page elsewhere, by its whole address."""

    to: Literal["site"]
    address: str


class BookingLink(TypedDict):
    """A booking's page for its customer; ``pay`` is the amount that it offers to pay as long as ``of`` is open."""

    to: Literal["booking"]
    id: int
    pay: NotRequired[str]
    of: NotRequired[str]


class RowLink(TypedDict):
    """The page of a row, whose secret address is made when the email is sent."""

    to: Literal[
        "quote", "waiting", "leave_waiting", "reset", "confirm_email", "keep_email", "invitation", "confirm_request"
    ]
    id: int


Link = PageLink | SiteLink | BookingLink | RowLink


class SignPart(TypedDict):
    """The message, drawn in lights."""

    kind: Literal["sign"]
    message: str
    size: str | None
    texts: NotRequired[list[SignLine]]


class TextPart(TypedDict):
    """A paragraph."""

    kind: Literal["text"]
    text: str


class FactsPart(TypedDict):
    """Named facts: each row is a name and a value."""

    kind: Literal["facts"]
    rows: list[tuple[str, str]]


class PricesPart(TypedDict):
    """A price: rows of text, detail and amount, and sums of text, amount and whether it is strong."""

    kind: Literal["prices"]
    rows: list[tuple[str, str | None, str]]
    sums: list[tuple[str, str, bool]]


class NotePart(TypedDict):
    """A note as somebody wrote it."""

    kind: Literal["note"]
    title: str
    text: str


class ButtonPart(TypedDict):
    """The one thing to do next."""

    kind: Literal["button"]
    label: str
    link: Link


class StopRow(TypedDict):
    """A stop of a day."""

    time: str
    name: str
    lines: list[str]
    link: Link


class StopsPart(TypedDict):
    """The stops of a day, in order."""

    kind: Literal["stops"]
    title: str
    rows: list[StopRow]


Part = SignPart | TextPart | FactsPart | PricesPart | NotePart | ButtonPart | StopsPart


class StoredFiles(TypedDict):
    """`Files` as the outbox stores them. Emails written before bookings had numbers have no ``number``."""

    kinds: list[str]
    bookingId: NotRequired[int]
    quoteId: NotRequired[int]
    version: NotRequired[int]
    number: NotRequired[int]
    document: NotRequired[str]


Content = TypedDict(
    "Content",
    {
        "subject": str,
        "greeting": str,
        "signOff": str,
        "title": str,
        "lead": str,
        "parts": list[Part],
        "footer": list[str],
        "from": str,
        # Emails written before logos existed have no entry for one.
        "logo": NotRequired[PageLink | None],
        "replyTo": str | None,
        "files": StoredFiles | None,
        "unsubscribe": Link | None,
    },
)
"""An email in its final words."""


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

    def stored(self) -> StoredFiles:
        """The files as the outbox stores them."""
        files: StoredFiles = {"kinds": list(self.kinds)}
        if self.booking_id is not None:
            files["bookingId"] = self.booking_id
        if self.quote_id is not None:
            files["quoteId"] = self.quote_id
        if self.version is not None:
            files["version"] = self.version
        if self.number is not None:
            files["number"] = self.number
        if self.document is not None:
            files["document"] = self.document
        return files


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

    @classmethod
    def written(cls, title: str, lead: str, *said: "str | Part") -> Self:
        """A body that is written in code; a string is a paragraph."""
        return cls(lead, title, paragraphs(said))


def page(path: str) -> PageLink:
    """A page of the product."""
    return {"to": "page", "path": path}


MESSAGE_SETTINGS: Final = page("/settings?tab=messages")
"""Where a business switches off the emails that it does not want."""


def booking_page(booking_id: int, *, pay_cents: int = 0, of_cents: int = 0) -> Link:
    """A booking's page for its customer. With ``pay_cents`` it offers to pay that much, as long as ``of_cents`` are
    still open.
    """
    if not pay_cents:
        return {"to": "booking", "id": booking_id}
    return {"to": "booking", "id": booking_id, "pay": f"{pay_cents / 100:.2f}", "of": f"{of_cents / 100:.2f}"}


def site_page(address: str) -> Link:
    """A page of the payment provider, by its whole address."""
    return {"to": "site", "address": address}


def quote_page(quote_id: int) -> Link:
    """A quote's page for its customer."""
    return {"to": "quote", "id": quote_id}


def confirmation_link(booking_id: int) -> Link:
    """The link that confirms the address of a booking's customer."""
    return {"to": "confirm_request", "id": booking_id}


def waiting_page(entry_id: int) -> Link:
    """A place on a waiting list, for its customer."""
    return {"to": "waiting", "id": entry_id}


ONE_CLICK: Final = "leave_waiting"
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


def sign(message: str, size: str | None = None, texts: Sequence[StandingTextOut] = ()) -> Part:
    """The message, drawn in lights: in those of its ``texts`` where they have a color or a finish."""
    part: SignPart = {"kind": "sign", "message": message, "size": size}
    if any(text.color or text.finish for text in texts):
        part["texts"] = stored_texts(texts)
    return part


def text(words: str) -> Part:
    """A paragraph."""
    return {"kind": "text", "text": words}


def paragraphs(said: Iterable[str | Part]) -> list[Part]:
    """Parts of which some are given as the words of a paragraph."""
    return [text(part) if isinstance(part, str) else part for part in said]


def facts(rows: Iterable[tuple[str, str | None]]) -> Part:
    """Named facts; those without a value are left out."""
    return {"kind": "facts", "rows": [(name, value) for name, value in rows if value]}


def prices(rows: Iterable[PriceRow], sums: Iterable[SumRow]) -> Part:
    """A price line by line and its totals, in the words of documents."""
    return {
        "kind": "prices",
        "rows": [(row["text"], row["detail"], row["amount"]) for row in rows],
        "sums": [(row["text"], row["amount"], row["strong"]) for row in sums],
    }


def note(title: str, words: str | None, *, by_customer: bool = False) -> list[Part]:
    """A note in its author's words; no parts if there is none. Links in one ``by_customer`` are left out: a stranger
    may have written it.
    """
    return [{"kind": "note", "title": title, "text": without_links(words) if by_customer else words}] if words else []


def button(label: str, link: Link) -> ButtonPart:
    """The one thing to do next."""
    return {"kind": "button", "label": label, "link": link}


def stops(title: str, rows: Iterable[StopRow]) -> Part:
    """The stops of a day, in order."""
    return {"kind": "stops", "title": title, "rows": list(rows)}
