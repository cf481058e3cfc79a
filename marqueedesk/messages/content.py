"""The content of an email as JSON parts: stored in the outbox, rendered as text and HTML when it is sent or displayed.

Parts are plain data with final wording. A link is stored as its target and only resolved when the email is rendered, so
the database contains no tokens (docs/adr/0011-links-by-token.md).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NotRequired, Self, TypedDict

from marqueedesk.documents.document_content import CHARGES, stored_texts
from marqueedesk.documents.stored_document import AS_ABOVE, TOTAL, PriceRow, SignLine, SumRow
from marqueedesk.messages.links_in_text import without_links
from marqueedesk.rentals.line_schemas import StandingTextOut


class PageLink(TypedDict):
    """A link to a page in the app."""

    to: Literal["page"]
    path: str


class SiteLink(TypedDict):
    """A link to an external page by its full URL."""

    to: Literal["site"]
    address: str


class BookingLinkPart(TypedDict):
    """A booking's customer page. ``pay`` is an amount to offer for payment, as long as the balance is ``of``. With
    ``retakes``, the page holds the letters of a lapsed booking again; with ``again``, it opens the form filled in.
    """

    to: Literal["booking"]
    id: int
    pay: NotRequired[str]
    of: NotRequired[str]
    retakes: NotRequired[bool]
    again: NotRequired[bool]


class RowLink(TypedDict):
    """A page that belongs to a database row; its secret URL is created when the email is sent."""

    to: Literal[
        "quote",
        "waiting",
        "leave_waiting",
        "lead",
        "review",
        "contract",
        "stop_follow_ups",
        "reset",
        "confirm_email",
        "keep_email",
        "invitation",
        "confirm_request",
        "booking_list",
    ]
    id: int


Link = PageLink | SiteLink | BookingLinkPart | RowLink


class SignPart(TypedDict):
    """The booking's message, drawn as a lit sign."""

    kind: Literal["sign"]
    message: str
    size: str | None
    texts: NotRequired[list[SignLine]]


class TextPart(TypedDict):
    """A paragraph."""

    kind: Literal["text"]
    text: str


class FactsPart(TypedDict):
    """Labeled values: each row is a label and a value."""

    kind: Literal["facts"]
    rows: list[tuple[str, str]]
    # A gift card purchase. Its code replaces the first value when the email is sent.
    purchaseId: NotRequired[int]


class PricesPart(TypedDict):
    """A price breakdown: rows (text, detail, amount) and sums (text, amount, emphasis)."""

    kind: Literal["prices"]
    rows: list[tuple[str, str | None, str]]
    sums: list[tuple[str, str, bool]]


class NotePart(TypedDict):
    """A note in its author's own words."""

    kind: Literal["note"]
    title: str
    text: str


class ButtonPart(TypedDict):
    """An action of the email."""

    kind: Literal["button"]
    label: str
    link: Link
    # True for a secondary button.
    quiet: NotRequired[bool]


class StopRow(TypedDict):
    """A delivery or pickup stop."""

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
    certificateId: NotRequired[int]
    contractVersionId: NotRequired[int]


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
        # The color of buttons, #rrggbb; None for the default one.
        "color": NotRequired[str | None],
        "replyTo": str | None,
        "files": StoredFiles | None,
        "unsubscribe": Link | None,
    },
)
"""An email with its final wording."""


_NEEDED_SUMS: Final = (TOTAL, CHARGES)
CALENDAR, CONFIRMATION, INVOICE, QUOTE = "calendar", "confirmation", "invoice", "quote"
CERTIFICATE, CONTRACT = "certificate", "contract"


@dataclass(frozen=True, slots=True)
class Files:
    """Files attached to an email, created when it is sent from the current booking or from a version of a quote.

    ``number`` is the booking's, ``document`` the number of the invoice, quote or contract; both are used in file names.
    For a certificate of insurance, ``document`` is the file name.
    """

    kinds: Sequence[str]
    booking_id: int | None = None
    quote_id: int | None = None
    version: int | None = None
    number: int | None = None
    document: str | None = None
    certificate_id: int | None = None
    contract_version_id: int | None = None

    def stored(self) -> StoredFiles:
        """Return the files as stored in the outbox."""
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
        if self.certificate_id is not None:
            files["certificateId"] = self.certificate_id
        if self.contract_version_id is not None:
            files["contractVersionId"] = self.contract_version_id
        return files


@dataclass(frozen=True, slots=True)
class Body:
    """The content of an email. ``lead`` is the preview text that mail programs show next to the subject.

    If the business can edit the text, ``blocks`` are parts that the text places by name, and ``words`` are sentences
    that depend on the situation (None if left out). Otherwise, ``title`` and ``parts`` hold the content. ``files`` are
    the attachments; ``unsubscribe`` is the page where the recipient can switch such emails off.
    """

    lead: str
    title: str = ""
    parts: Sequence[Part] = ()
    blocks: Mapping[str, Sequence[Part]] = field(default_factory=dict[str, Sequence[Part]])
    words: Mapping[str, str | None] = field(default_factory=dict[str, "str | None"])
    files: Files | None = None
    unsubscribe: Link | None = None
    # The reply-to address if it is not the sender's: the customer's address, for an email about a customer.
    reply_to: str | None = None
    small: Sequence[str] = field(default_factory=tuple[str, ...])

    @classmethod
    def written(cls, title: str, lead: str, *content: "str | Part") -> Self:
        """Create a body whose text is defined in code. Strings become paragraphs."""
        return cls(lead, title, paragraphs(content))


def page(path: str) -> PageLink:
    """Return a link to a page of the product."""
    return {"to": "page", "path": path}


MESSAGE_SETTINGS: Final = page("/settings?tab=messages")
"""Link to the page where a business switches emails off."""


def booking_page(booking_id: int, *, pay_cents: int = 0, of_cents: int = 0, retakes: bool = False) -> Link:
    """Return a link to a booking's customer page, which offers to pay ``pay_cents`` while the balance is
    ``of_cents``. With ``retakes``, the page holds the letters of a lapsed booking again.
    """
    if retakes:
        return {"to": "booking", "id": booking_id, "retakes": True}
    if not pay_cents:
        return {"to": "booking", "id": booking_id}
    return {"to": "booking", "id": booking_id, "pay": f"{pay_cents / 100:.2f}", "of": f"{of_cents / 100:.2f}"}


def site_page(address: str) -> Link:
    """Return a link to a page of the payment provider by its full URL."""
    return {"to": "site", "address": address}


def quote_page(quote_id: int) -> Link:
    """Return a link to a quote's customer page."""
    return {"to": "quote", "id": quote_id}


def confirmation_link(booking_id: int) -> Link:
    """Return the link that confirms the email address of a booking's customer."""
    return {"to": "confirm_request", "id": booking_id}


def waiting_page(entry_id: int) -> Link:
    """Return a link to a customer's waiting list entry."""
    return {"to": "waiting", "id": entry_id}


def booking_list(link_id: int) -> Link:
    """Return the one-time link to a customer's bookings."""
    return {"to": "booking_list", "id": link_id}


def lead_page(lead_id: int) -> Link:
    """Return the link that opens the business's form filled in with what a visitor had entered."""
    return {"to": "lead", "id": lead_id}


def review_page(review_id: int) -> Link:
    """Return the link to the page where a customer writes a review."""
    return {"to": "review", "id": review_id}


def contract_page(signer_id: int) -> Link:
    """Return the link to the page where a person reads and signs a contract."""
    return {"to": "contract", "id": signer_id}


def book_again(booking_id: int) -> Link:
    """Return the link that opens the business's form filled in with an earlier booking."""
    return {"to": "booking", "id": booking_id, "again": True}


LEAVE_WAITING: Final = "leave_waiting"
STOP_FOLLOW_UPS: Final = "stop_follow_ups"
ONE_CLICK: Final = frozenset({LEAVE_WAITING, STOP_FOLLOW_UPS})
"""Kinds of links that remove a customer from a list with a single POST (RFC 8058)."""


def leave_waiting(entry_id: int) -> Link:
    """Return the link that removes a customer from the waiting list."""
    return {"to": LEAVE_WAITING, "id": entry_id}


def stop_follow_ups(recipient_id: int) -> Link:
    """Return the link that stops a business's follow-up emails to a customer."""
    return {"to": STOP_FOLLOW_UPS, "id": recipient_id}


def reset_page(reset_id: int) -> Link:
    """Return a link to the page for choosing a new password."""
    return {"to": "reset", "id": reset_id}


def email_page(change_id: int, *, keep: bool) -> Link:
    """Return the link that confirms a new email address, or, with ``keep``, reverts to the old one."""
    return {"to": "keep_email" if keep else "confirm_email", "id": change_id}


def invitation_page(invitation_id: int) -> Link:
    """Return a link to the page for accepting an invitation."""
    return {"to": "invitation", "id": invitation_id}


def sign(message: str, size: str | None = None, texts: Sequence[StandingTextOut] = ()) -> Part:
    """Draw the message as a lit sign, using the colors and finishes in ``texts``, if any."""
    part: SignPart = {"kind": "sign", "message": message, "size": size}
    if any(text.color or text.finish for text in texts):
        part["texts"] = stored_texts(texts)
    return part


def text(words: str) -> Part:
    """Create a paragraph."""
    return {"kind": "text", "text": words}


def paragraphs(content: Iterable[str | Part]) -> list[Part]:
    """Convert strings to paragraphs and keep parts unchanged."""
    return [text(part) if isinstance(part, str) else part for part in content]


def facts(rows: Iterable[tuple[str, str | None]]) -> Part:
    """Create labeled values; rows without a value are left out."""
    return {"kind": "facts", "rows": [(name, value) for name, value in rows if value]}


def prices(rows: Iterable[PriceRow], sums: Iterable[SumRow]) -> Part:
    """Create a price breakdown with line items and totals, worded as in documents."""
    return {
        "kind": "prices",
        "rows": [(row["text"], row["detail"], row["amount"]) for row in rows],
        "sums": [(row["text"], row["amount"], row["strong"]) for row in sums],
    }


def name_sums_once(content: Sequence[Part]) -> list[Part]:
    """Leave out the sums below a price that the email's sentences already name. The total and additional charges stay
    as a reference, so that the price is complete.
    """
    words = "\n".join(part["text"] for part in content if part["kind"] == "text")
    return [_with_other_sums(part, words) if part["kind"] == "prices" else part for part in content]


def _with_other_sums(part: PricesPart, words: str) -> PricesPart:
    sums = [
        (label, AS_ABOVE if is_named else amount, strong)
        for label, amount, strong in part["sums"]
        if not (is_named := _names(words, amount)) or label in _NEEDED_SUMS
    ]
    return {**part, "sums": sums}


def _names(words: str, amount: str) -> bool:
    """Return true if the words contain the amount as a whole, not only as part of a longer number."""
    return re.search(rf"(?<![\d.,]){re.escape(amount)}(?![\d])", words) is not None


def note(title: str, words: str | None, *, by_customer: bool = False) -> list[Part]:
    """Create a note in its author's words; nothing if it is empty.

    If the note is ``by_customer``, links are removed, because the customer may be a stranger.
    """
    return [{"kind": "note", "title": title, "text": without_links(words) if by_customer else words}] if words else []


def button(label: str, link: Link, *, quiet: bool = False) -> ButtonPart:
    """Create the button for the email's main action, or, if it is ``quiet``, for another one after it."""
    part: ButtonPart = {"kind": "button", "label": label, "link": link}
    return {**part, "quiet": True} if quiet else part


def stops(title: str, rows: Iterable[StopRow]) -> Part:
    """Create the list of a day's stops, in order."""
    return {"kind": "stops", "title": title, "rows": list(rows)}
