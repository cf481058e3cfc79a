"""What a message is: when it is sent and to whom, its usual words, and how its body comes about from the facts.

Subject, greeting and sign-off have fill-in fields, and those to customers can be rewritten by the business (N5). The
body is ours: it carries what has to be right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from marqueedesk.business.terms import FIELDS, Field, filled
from marqueedesk.documents.papers import Letterhead
from marqueedesk.messages.content import Body, Content
from marqueedesk.messages.models import CUSTOMER

LONGEST_SUBJECT: Final = 150
LONGEST_GREETING: Final = 200
LONGEST_SIGN_OFF: Final = 1000


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
NO_FIELDS: Final[tuple[Field, ...]] = ()


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of a message that a business may choose."""

    subject: str
    greeting: str
    sign_off: str


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


def write(message: Message[F], facts: F, head: Letterhead | None, site: str, texts: Texts | None = None) -> Content:
    """The message in its final words. ``head`` is the business that it comes from or is for, if there is one."""
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
        "parts": list(body.parts),
        "footer": _footer(sender, site, body),
        "from": sender.name if sender else site,
        "replyTo": sender.email if sender else body.reply_to,
        "calendar": dict(body.calendar) if body.calendar else None,
        "unsubscribe": body.unsubscribe,
    }


def _footer(head: Letterhead | None, site: str, body: Body) -> list[str]:
    if head is None:
        return [*body.small, f"Sent by {site}."]
    return [head.name, *head.rows(), *body.small, f"Sent with {site}."]


def own_texts(message: Message[Any], stored: Mapping[str, Any]) -> Texts:
    """The words that a business has chosen for a message; the usual ones for what it has left."""
    own: Mapping[str, str] = stored.get(message.kind, {})
    usual = message.texts
    return Texts(
        own.get("subject", usual.subject),
        own.get("greeting", usual.greeting),
        own.get("signOff", usual.sign_off),
    )
