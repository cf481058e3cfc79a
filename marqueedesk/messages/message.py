"""Kinds of messages: when and to whom each is sent, its default text, and how its body is built from data.

A business can edit the whole text of a message to customers (N5): subject, heading, greeting, body and sign-off, each
with fill-in fields. In a body, a block such as ``{details}`` on its own line places computed content: the sign, dates
and place, the price, a button. The installation's administrator can also edit the text of three messages (G3). The
texts of messages to the business and about accounts are defined in code.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Protocol, TypeVar

from marqueedesk.business.terms import FIELDS, Field, filled, unpaired_brace
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.content import Body, Content, Part, name_sums_once, page, text
from marqueedesk.messages.models import BUSINESS, CUSTOMER
from marqueedesk.messages.plain_names import is_plain_name

LONGEST_SUBJECT: Final = 150
LONGEST_HEADING: Final = 150
LONGEST_BUTTON: Final = 60
LONGEST_GREETING: Final = 200
LONGEST_SIGN_OFF: Final = 1000
LONGEST_BODY: Final = 4000


class Context(Protocol):
    """The data of a message."""

    def values(self) -> Mapping[str, str | None]:
        """Return the values of the fill-in fields."""
        ...


F = TypeVar("F", bound=Context)

_BY_NAME: Final = {field.name: field for field in FIELDS}
_NUMBER: Final = Field("number", "The quote's number", "Q-2027-0012")
BOOKING_FIELDS: Final = (
    Field("number", "The booking's number", "53"),
    *(_BY_NAME[name] for name in ("company", "customer", "message")),
    Field("size", "The size of the letters", "4ft"),
    *(_BY_NAME[name] for name in ("delivery", "pickup", "venue", "total", "deposit")),
    Field("paid", "Amount the customer has paid so far", "$100.00"),
    Field("balance", "The balance due", "$325.00"),
)
OPEN_AMOUNT: Final = Field(
    "due", "A sentence with the balance due, or that the booking is paid in full", "$325.00 is still due."
)
AGREEMENT: Final = Field(
    "agreement", "A sentence asking the customer to agree, if you request it", "Please open your..."
)
QUOTE_FIELDS: Final = (
    *(_BY_NAME[name] for name in ("company", "customer", "message")),
    Field("size", "The size of the letters", "4ft"),
    *(_BY_NAME[name] for name in ("delivery", "pickup", "venue", "total", "deposit", "expires")),
    _NUMBER,
)
WAITING_FIELDS: Final = (
    *(_BY_NAME[name] for name in ("company", "customer", "message")),
    Field("size", "The size of the letters", "4ft"),
    *(_BY_NAME[name] for name in ("delivery", "pickup")),
)
OFFER_FIELDS: Final = (
    *WAITING_FIELDS,
    Field("until", "The time until which the letters are held", "Friday, May 21, 2027, 10:30 AM"),
)
ACCOUNT_FIELDS: Final = (
    Field("customer", "The person's name", "Sam"),
    Field("email", "The email they sign in with", "sam@example.com"),
    Field("site", "The name of this site", "MarqueeDesk"),
)
NO_FIELDS: Final[tuple[Field, ...]] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Computed content that a body can place on a line of its own.

    A ``needed`` block is added to the end of a body that does not place it, because the message is useless without it.
    """

    name: str
    meaning: str
    needed: bool = False


BUTTON: Final = "button"
SIGN: Final = Block("sign", "The sign, drawn in lights")
DETAILS: Final = Block("details", "Dates, place and items")
CHANGES: Final = Block("before", "What changed, from the previous to the new values")
PRICE: Final = Block("price", "The price breakdown and the balance due")
NOTES: Final = Block("notes", "The customer's notes, if there are any")
CONFIRM: Final = Block(
    "confirm", "A button that confirms the customer's email address, while it is unconfirmed", needed=True
)
REASON: Final = Block("reason", "Your reason for canceling, if you gave one")
PAYMENT: Final = Block("payment", "Your payment instructions, while a balance is due")
A_BUTTON: Final = Block(BUTTON, "The button. Use {button: See it now} to change its label")
THE_BUTTON: Final = replace(A_BUTTON, needed=True)


@dataclass(frozen=True, slots=True)
class Texts:
    """The text of a message. Without a ``body``, heading and body are defined in code."""

    subject: str
    greeting: str
    sign_off: str
    body: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Message(Generic[F]):
    """One kind of message. ``when`` explains to the business when it is sent; ``sample`` creates the preview data."""

    kind: str
    name: str
    when: str
    audience: str
    texts: Texts
    fields: tuple[Field, ...]
    body: Callable[[F], Body]
    sample: Callable[[Letterhead], F]
    blocks: tuple[Block, ...] = ()

    @property
    def is_editable(self) -> bool:
        """Return whether the business may edit the text."""
        return self.audience == CUSTOMER

    @property
    def is_switchable(self) -> bool:
        """Return whether the business may switch it off."""
        return self.audience == BUSINESS and self.kind != "run-sheet"


def write(
    message: Message[F],
    context: F,
    head: Letterhead | None,
    site: str,
    texts: Texts | None = None,
    signature: str | None = None,
    contact: Sequence[str] = (),
) -> Content:
    """Render a message to its final wording. ``head`` is the business that sends or receives it, if any.

    ``signature`` is the installation's and comes last. ``contact`` is the contact information of the installation's
    owner, shown if the installation is the sender rather than a business.
    """
    chosen = texts or message.texts
    body = message.body(context)
    values = _Values(_named({**context.values(), **body.words}, message.audience), frozenset(body.words))
    sender = head if message.audience == CUSTOMER else None
    return {
        "subject": " ".join(values.put_into(chosen.subject).split()),
        "greeting": values.put_into(chosen.greeting),
        "signOff": values.put_into(chosen.sign_off),
        "title": values.put_into(chosen.heading) or body.title,
        "lead": body.lead,
        "parts": name_sums_once(_assembled(message, chosen.body, body, values) if chosen.body else body.parts),
        "footer": [*_footer(sender, site, body, contact), *([signature] if signature else [])],
        "from": sender.name if sender else site,
        "logo": page(sender.logo_path) if sender and sender.logo_path else None,
        "color": sender.brand_color if sender else None,
        "replyTo": sender.email if sender else body.reply_to,
        "files": body.files.stored() if body.files else None,
        "unsubscribe": body.unsubscribe,
    }


_WITHOUT_NAME: Final = {"customer": "there", "sender": "A team member", "team": "a team"}
"""Replacements for names that look like links or calls to action, in emails to customers and users."""


def _named(values: Mapping[str, str | None], audience: str) -> dict[str, str | None]:
    if audience == BUSINESS:
        return dict(values)
    return {
        name: _WITHOUT_NAME[name] if value and name in _WITHOUT_NAME and not is_plain_name(value) else value
        for name, value in values.items()
    }


_FREE_TEXT: Final = ("message", "company", "customer", "venue", "sender", "team", "what")


def fixed_subject(message: Message[F], context: F, texts: Texts) -> str:
    """Return a message's subject without any text written by the business or customer. Numbers, dates and
    amounts stay.
    """
    subject = texts.subject
    for name in _FREE_TEXT:
        subject = re.sub(rf"\s*(?:[:,–-]\s*|\b(?:for|at|to|about)\s+)?\{{{name}\}}", "", subject)
    values = {**context.values(), **message.body(context).words}
    fixed = _Values({name: value for name, value in values.items() if name not in _FREE_TEXT}, frozenset())
    return " ".join(fixed.put_into(subject).split()).lstrip(":,- ") or message.name


@dataclass(frozen=True, slots=True)
class _Values:
    """Values of the fill-in fields. A ``silent`` field without a value stays empty; others get "to be determined"."""

    values: Mapping[str, str | None]
    silent: frozenset[str]

    def put_into(self, text: str) -> str:
        """Replace the fields in a text. Fields within the inserted values are not replaced."""
        empty = {name: "" for name in self.silent if not self.values[name]}
        # For an empty sentence, also remove the space before it.
        for name in empty:
            text = re.sub(rf"[ \t]*\{{{name}\}}", "", text)
        return filled(text, self.values)


_BLOCK: Final = re.compile(r"[ \t]*\{([a-z]+)(?:[ \t]*:[ \t]*([^{}\n]*?))?[ \t]*\}[ \t]*")
_FIELD: Final = re.compile(r"\{([^{}\n]*)\}")


def _block_of(message: Message[Any], line: str) -> tuple[str, str | None] | None:
    """Parse a body line that places a block: its name and button label; None for a line of text."""
    match = _BLOCK.fullmatch(line)
    if match is None or all(block.name != match[1] for block in message.blocks):
        return None
    return (match[1], match[2] or None) if match[1] == BUTTON or match[2] is None else None


def _assembled(message: Message[Any], text_: str, body: Body, values: _Values) -> list[Part]:
    """Assemble the parts of a body in the order of its text: paragraphs, and blocks by name."""
    parts: list[Part] = []
    lines: list[str] = []
    placed_names = set[str]()

    def end_text() -> None:
        words = values.put_into("\n".join(lines)).strip()
        lines.clear()
        if words:
            parts.append(text(re.sub(r"\n{3,}", "\n\n", words)))

    for line in text_.split("\n"):
        block = _block_of(message, line)
        if block is None:
            lines.append(line)
            continue
        end_text()
        name, label = block
        placed = body.blocks.get(name, ())
        placed_names.add(name)
        # A button to pay comes before the one that can be renamed.
        parts += [*placed[:-1], *(_labeled(part, label) for part in placed[-1:])] if label else placed
    end_text()
    if PAYMENT in message.blocks and PAYMENT.name not in placed_names:
        # Customers with a balance due see payment instructions above the button that ends most emails.
        at = len(parts) - 1 if parts and parts[-1]["kind"] == BUTTON else len(parts)
        parts[at:at] = body.blocks.get(PAYMENT.name, ())
    for missing in message.blocks:
        if missing.needed and missing.name not in placed_names:
            parts += body.blocks.get(missing.name, ())
    return parts


def _labeled(part: Part, label: str) -> Part:
    return {**part, "label": label} if part["kind"] == "button" else part


def faults(message: Message[Any], wire: str, words: str) -> str | None:
    """Return what is wrong with a text, as the end of a sentence; None if the text is valid."""
    if (unpaired := unpaired_brace(words)) is not None:
        example = f"{{{message.fields[0].name}}}"
        return f"has a field with an unmatched brace: {unpaired}. Use both braces, as in {example}"
    fields = {field.name for field in message.fields}
    unknown: list[str] = []
    for line in words.split("\n"):
        block = _block_of(message, line) if wire == "body" else None
        if block is not None:
            if block[1] and len(block[1]) > LONGEST_BUTTON:
                return f"has a button label longer than {LONGEST_BUTTON} characters"
            continue
        for name in _FIELD.findall(line):
            if wire == "body" and any(block.name == name.partition(":")[0].strip() for block in message.blocks):
                return f"has {{{name[:40]}}} in the middle of a line: put it on its own line"
            if name not in fields:
                unknown.append(name)
    if not unknown:
        return None
    names = ", ".join(f"{{{name[:40]}}}" for name in dict.fromkeys(unknown[:5]))
    return f"has unknown fields: {names}"


def _footer(head: Letterhead | None, site: str, body: Body, contact: Sequence[str]) -> list[str]:
    if head is None:
        return [*body.small, f"Sent by {site}.", *contact]
    return [head.name, *head.rows(), *body.small, f"Sent with {site}."]


Chosen = Mapping[str, Mapping[str, str]]
"""Edited texts by kind of message."""


def chosen_texts(message: Message[Any], *choices: Chosen) -> Texts:
    """Return the text of a message: the default text with edits applied. Later choices take precedence."""
    texts = message.texts
    for choice in choices:
        own = choice.get(message.kind, {})
        texts = Texts(
            own.get("subject", texts.subject),
            own.get("greeting", texts.greeting),
            own.get("signOff", texts.sign_off),
            own.get("body", texts.body),
            own.get("heading", texts.heading),
        )
    return texts
