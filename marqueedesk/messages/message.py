"""What a message is: when it is sent and to whom, its usual words, and how its body comes about from the facts.

Subject, greeting and sign-off have fill-in fields, and those to customers can be rewritten by the business (N5). Of
three messages the installation's administrator can rewrite them and the opening words of the body (G3); the rest of a
body is ours: it carries what has to be right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from marqueedesk.business.terms import FIELDS, Field, filled
from marqueedesk.documents.papers import Letterhead
from marqueedesk.messages.content import Body, Content, Part, text
from marqueedesk.messages.models import CUSTOMER

LONGEST_SUBJECT: Final = 150
LONGEST_GREETING: Final = 200
LONGEST_SIGN_OFF: Final = 1000
LONGEST_BODY: Final = 4000


class Facts(Protocol):
    """What a message is about."""

    def values(self) -> Mapping[str, str | None]:
        """What stands in the fill-in fields."""
        ...


F = TypeVar("F", bound=Facts)

_BY_NAME: Final = {field.name: field for field in FIELDS}
_NUMBER: Final = Field("number", "The quote's number", "Q-2027-0012")
BOOKING_FIELDS: Final = tuple(
    _BY_NAME[name] for name in ("company", "customer", "message", "delivery", "pickup", "venue", "total", "deposit")
)
QUOTE_FIELDS: Final = (*BOOKING_FIELDS, _NUMBER, _BY_NAME["expires"])
ACCOUNT_FIELDS: Final = (
    Field("customer", "The person's name", "Sam"),
    Field("email", "The email that they sign in with", "sam@example.com"),
    Field("site", "What this site is called", "MarqueeDesk"),
)
NO_FIELDS: Final[tuple[Field, ...]] = ()


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of a message that can be chosen. ``body`` opens the body, before what has to be right."""

    subject: str
    greeting: str
    sign_off: str
    body: str = ""


@dataclass(frozen=True, slots=True)
class Message(Generic[F]):
    """One kind of message. ``when`` says to the business when it is sent; ``sample`` are facts for its preview."""

    kind: str
    name: str
    when: str
    audience: str
    texts: Texts
    fields: tuple[Field, ...]
    body: Callable[[F], Body]
    sample: Callable[[Letterhead], F]

    @property
    def is_editable(self) -> bool:
        """Whether the business may choose its words."""
        return self.audience == CUSTOMER


def write(
    message: Message[F],
    facts: F,
    head: Letterhead | None,
    site: str,
    texts: Texts | None = None,
    signature: str | None = None,
    contact: Sequence[str] = (),
) -> Content:
    """The message in its final words. ``head`` is the business that it comes from or is for, if there is one.

    ``signature`` is the installation's, and stands at the end. ``contact`` is how to reach those who run it, which is
    said where the mail comes from them and not from a business.
    """
    chosen = texts or message.texts
    values = facts.values()
    body = message.body(facts)
    sender = head if message.audience == CUSTOMER else None
    return {
        "subject": " ".join(filled(chosen.subject, values).split()),
        "greeting": filled(chosen.greeting, values),
        "signOff": filled(chosen.sign_off, values),
        "title": body.title,
        "lead": body.lead,
        "parts": _opened(body.parts, filled(chosen.body, values)),
        "footer": [*_footer(sender, site, body, contact), *([signature] if signature else [])],
        "from": sender.name if sender else site,
        "replyTo": sender.email if sender else body.reply_to,
        "files": {"bookingId": body.files.booking_id, "number": body.files.number, "kinds": list(body.files.kinds)}
        if body.files
        else None,
        "unsubscribe": body.unsubscribe,
    }


def _opened(rest: Sequence[Part], words: str) -> list[Part]:
    """The parts of a body with its opening words, below the sign where it begins with one."""
    if not words.strip():
        return list(rest)
    at = 1 if rest and rest[0]["kind"] == "sign" else 0
    return [*rest[:at], text(words), *rest[at:]]


def _footer(head: Letterhead | None, site: str, body: Body, contact: Sequence[str]) -> list[str]:
    if head is None:
        return [*body.small, f"Sent by {site}.", *contact]
    return [head.name, *head.rows(), *body.small, f"Sent with {site}."]


Chosen = Mapping[str, Mapping[str, str]]
"""Words that somebody has chosen, by kind of message."""


def chosen_texts(message: Message[Any], *choices: Chosen) -> Texts:
    """The words of a message: the usual ones, but for what was chosen. Of two who chose, the later goes before."""
    texts = message.texts
    for choice in choices:
        own = choice.get(message.kind, {})
        texts = Texts(
            own.get("subject", texts.subject),
            own.get("greeting", texts.greeting),
            own.get("signOff", texts.sign_off),
            own.get("body", texts.body),
        )
    return texts
