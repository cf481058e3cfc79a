"""Constructors of messages by audience, so that each message only has to define its own texts.

``kind``, ``name`` and ``when`` identify a message in the settings; see `Message` for the other parameters.
"""

from collections.abc import Callable
from typing import Final

from marqueedesk.business.terms import Field
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body
from marqueedesk.messages.message import (
    A_BUTTON,
    BOOKING_FIELDS,
    DETAILS,
    NO_FIELDS,
    NOTES,
    PAYMENT,
    PRICE,
    SIGN,
    Block,
    F,
    Message,
    Texts,
)
from marqueedesk.messages.models import ACCOUNT, BUSINESS, CUSTOMER
from marqueedesk.messages.samples import sample_account

GREETING: Final = "Hi {customer},"
BOOKING_BLOCKS: Final = (SIGN, DETAILS, PRICE, NOTES, A_BUTTON)
REPLY: Final = Field("reply", "How soon you promise to reply, or soon", "within a day")
"""Field of the business's promise (`answerWithinHours`)."""
OWING_BLOCKS: Final = (SIGN, DETAILS, PRICE, NOTES, PAYMENT, A_BUTTON)
"""Blocks of messages about bookings that may have a balance due."""


def to_customer(
    kind: str,
    name: str,
    when: str,
    *,
    subject: str,
    heading: str,
    text: str,
    sign_off: str = "Kind regards",
    fields: tuple[Field, ...] = BOOKING_FIELDS,
    own: tuple[Field, ...] = (),
    blocks: tuple[Block, ...] = BOOKING_BLOCKS,
    body: Callable[[F], Body],
    sample: Callable[[Letterhead], F],
) -> Message[F]:
    """Create a message to a customer. The business may edit its whole text.

    ``sign_off`` precedes the business's name; ``own`` are additional fields of this message.
    """
    texts = Texts(subject, GREETING, f"{sign_off},\n{{company}}", text, heading)
    return Message(kind, name, when, CUSTOMER, texts, (*fields, *own), body, sample, blocks)


def to_business(
    kind: str,
    name: str,
    when: str,
    *,
    subject: str,
    fields: tuple[Field, ...] = BOOKING_FIELDS,
    own: tuple[Field, ...] = (),
    body: Callable[[F], Body],
    sample: Callable[[Letterhead], F],
) -> Message[F]:
    """Create a message to the business, which may switch it off."""
    return Message(kind, name, when, BUSINESS, Texts(subject, "", ""), (*fields, *own), body, sample)


def to_account(
    kind: str, name: str, when: str, *, subject: str, body: Callable[[AccountContext], Body]
) -> Message[AccountContext]:
    """Create a message to a user about their account."""
    return to_person(kind, name, when, subject=subject, body=body, sample=sample_account)


def to_person(
    kind: str,
    name: str,
    when: str,
    *,
    subject: str,
    greeting: str = GREETING,
    body: Callable[[F], Body],
    sample: Callable[[Letterhead], F],
) -> Message[F]:
    """Create a message to a person that isn't only about their account, such as an invitation."""
    return Message(kind, name, when, ACCOUNT, Texts(subject, greeting, ""), NO_FIELDS, body, sample)
