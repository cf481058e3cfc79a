"""Request and response models of messages."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from marqueedesk.accounts.outgoing_email import EmailOutlook
from marqueedesk.kit.http.schemas import AtMost, Email, KeptBlock, KeptLine, RequestModel, ResponseModel
from marqueedesk.messages.message import (
    LONGEST_BODY,
    LONGEST_GREETING,
    LONGEST_HEADING,
    LONGEST_SIGN_OFF,
    LONGEST_SUBJECT,
    Message,
    Texts,
)
from marqueedesk.messages.models import LAST_HOUR, LONGEST_PAYMENT_REMINDER_DAYS, LONGEST_REMINDER_DAYS

Audience = Literal["customer", "business", "account"]
State = Literal["waiting", "sent", "failed", "unsent", "uncertain"]
"""The state of an email (messages.models.STATES)."""


class TemplateInput(RequestModel):
    """PATCH /api/admin/mail-templates/{kind} and its preview: null restores the usual text; omitted fields stay."""

    subject: Annotated[KeptLine, AtMost(LONGEST_SUBJECT)] = None
    heading: Annotated[KeptLine, AtMost(LONGEST_HEADING)] = None
    greeting: Annotated[KeptLine, AtMost(LONGEST_GREETING)] = None
    body: Annotated[KeptBlock, AtMost(LONGEST_BODY)] = None
    sign_off: Annotated[KeptBlock, AtMost(LONGEST_SIGN_OFF)] = None


class TextsInput(TemplateInput):
    """PATCH /api/message-settings/{kind} and its preview: null restores the usual text; omitted fields stay.

    ``enabled`` switches an email to the business itself on or off.
    """

    enabled: bool | None = None


class TemplateTest(TemplateInput):
    """POST /api/admin/mail-templates/{kind}/test: the text to try, and where to send it."""

    to: Email


class MessageSettingsInput(RequestModel):
    """PATCH /api/message-settings: omitted fields stay unchanged. A run sheet hour of null switches it off."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "reminderDays": {"*": f"Reminder days must be a whole number from 0 to {LONGEST_REMINDER_DAYS}"},
        "paymentReminderDays": {
            "*": f"Payment reminder days must be a whole number from 0 to {LONGEST_PAYMENT_REMINDER_DAYS}, or none"
        },
        "runSheetHour": {"*": f"Run sheet hour must be a whole hour from 0 to {LAST_HOUR}, or none"},
    }

    reminder_days: Annotated[int, Field(ge=0, le=LONGEST_REMINDER_DAYS)] = 0
    payment_reminder_days: Annotated[int, Field(ge=0, le=LONGEST_PAYMENT_REMINDER_DAYS)] | None = None
    run_sheet_hour: Annotated[int, Field(ge=0, le=LAST_HOUR)] | None = None


class FieldOut(ResponseModel):
    """A fill-in field: `{name}` in a text."""

    name: str
    meaning: str
    sample: str


class BlockOut(ResponseModel):
    """A block that a body can place: `{name}` on a line of its own."""

    name: str
    meaning: str


class TextsOut(ResponseModel):
    """The text of a message."""

    subject: str
    heading: str
    greeting: str
    body: str
    sign_off: str


class TemplateOut(ResponseModel):
    """One of the messages whose text the installation may change."""

    kind: str
    name: str
    when: str
    changed: bool
    texts: TextsOut
    usual: TextsOut
    fields: list[FieldOut]
    blocks: list[BlockOut]


class MessageOut(ResponseModel):
    """One kind of message: when it is sent and to whom, and its text."""

    kind: str
    name: str
    when: str
    audience: Audience
    editable: bool
    changed: Annotated[bool, Field(description="Whether the business has changed any of its text")]
    switchable: Annotated[bool, Field(description="Whether `enabled` can switch it off")]
    enabled: Annotated[bool, Field(description="Whether it is sent")]
    texts: TextsOut
    usual: TextsOut
    fields: list[FieldOut]
    blocks: list[BlockOut]


class MessageSettingsOut(ResponseModel):
    """A business's email settings."""

    reminder_days: int
    payment_reminder_days: Annotated[
        int | None,
        Field(description="Days before a payment is due when customers are reminded, once more when late; null: never"),
    ]
    run_sheet_hour: int | None
    mail_server: Annotated[bool, Field(description="Whether emails are sent, or only kept")]
    messages: list[MessageOut]


class PreviewOut(ResponseModel):
    """A message as it would arrive."""

    subject: str
    from_name: str
    text: str
    html: str


class EmailStatusOut(ResponseModel):
    """Whether emails are sent: off means there is no mail server, trouble that it does not accept them now.

    Emails to others wait while the owner's address is unconfirmed, an administrator has stopped the business's email,
    or today's allowance is used up; and while an administrator has yet to approve the business, or has refused it.
    """

    state: Literal["works", "off", "trouble", "unconfirmed", "stopped", "used_up", "held", "refused"]
    problem: Annotated[str | None, Field(description="Why the mail server does not accept them")]
    waiting: Annotated[int, Field(description="How many of the business's emails are waiting to be sent")]
    contact: Annotated[list[str], Field(description="How to reach the people who run the installation, line by line")]
    unconfirmed: Annotated[str | None, Field(description="The owner's address, while it is not confirmed")]
    daily_limit: Annotated[int | None, Field(description="Emails to others a day; null: no limit")]
    sent_today: Annotated[int, Field(description="Emails to others today, as far as they are limited")]


class MailOut(ResponseModel):
    """An email of the outbox. An unsent email would have been sent if there were a mail server; an uncertain one may
    have been sent, and is sent again only on request.
    """

    id: int
    kind: str
    name: str
    audience: Audience
    to: str
    subject: str
    state: State
    attempts: int
    problem: Annotated[str | None, Field(description="Why it was not sent, or why that is unknown")]
    bounced: Annotated[bool, Field(description="Whether the address was refused for good")]
    booking_id: int | None
    quote_id: int | None
    created_at: datetime
    sent_at: datetime | None


class SentMailOut(MailOut):
    """An email that was just sent again."""

    email: EmailOutlook | None


class MailContentOut(MailOut):
    """An email with its content, and the names of the attached files."""

    text: str
    html: str
    files: list[str]


class MailPage(ResponseModel):
    """A page of emails, newest first."""

    items: list[MailOut]
    next_cursor: str | None


def texts_answer(texts: Texts) -> TextsOut:
    """The text of a message as the API returns it."""
    return TextsOut.of_row(texts)


def fields_answer(message: Message[Any]) -> list[FieldOut]:
    """The fill-in fields of a message as the API returns them."""
    return [FieldOut.of_row(row) for row in message.fields]


def blocks_answer(message: Message[Any]) -> list[BlockOut]:
    """The blocks of a message as the API returns them."""
    return [BlockOut.of_row(row) for row in message.blocks]
