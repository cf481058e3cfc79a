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
from marqueedesk.messages.text_messages import Channel

Audience = Literal["customer", "business", "account"]
State = Literal["waiting", "sent", "failed", "unsent", "uncertain"]
"""The state of an email (messages.models.STATES)."""


class TemplateInput(RequestModel):
    """Body of PATCH /api/admin/mail-templates/{kind} and its preview. Null restores the default text; omitted fields
    stay the same.
    """

    subject: Annotated[KeptLine, AtMost(LONGEST_SUBJECT)] = None
    heading: Annotated[KeptLine, AtMost(LONGEST_HEADING)] = None
    greeting: Annotated[KeptLine, AtMost(LONGEST_GREETING)] = None
    body: Annotated[KeptBlock, AtMost(LONGEST_BODY)] = None
    sign_off: Annotated[KeptBlock, AtMost(LONGEST_SIGN_OFF)] = None


class TextsInput(TemplateInput):
    """Body of PATCH /api/message-settings/{kind} and its preview. Null restores the default text; omitted fields stay
    the same.

    ``enabled`` switches an email to the business on or off. ``channel`` chooses how a message to customers goes.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {"channel": {"*": "Choose email, text or both"}}

    enabled: bool | None = None
    channel: Channel | None = None


class TemplateTest(TemplateInput):
    """Body of POST /api/admin/mail-templates/{kind}/test: the text to test and the recipient."""

    to: Email


class MessageSettingsInput(RequestModel):
    """Body of PATCH /api/message-settings. Omitted fields stay the same; a null hour switches the run sheet off."""

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
    """A fill-in field, written `{name}` in a text."""

    name: str
    meaning: str
    sample: str


class BlockOut(ResponseModel):
    """A block that a body can place, written `{name}` on its own line."""

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
    """A message whose text the installation may edit."""

    kind: str
    name: str
    when: str
    changed: bool
    texts: TextsOut
    usual: TextsOut
    fields: list[FieldOut]
    blocks: list[BlockOut]


class TextVersionOut(ResponseModel):
    """A message as a text, with example data."""

    text: str
    segments: Annotated[int, Field(description="Segments that one text is charged for, with its link")]


class MessageOut(ResponseModel):
    """One kind of message: when and to whom it is sent, and its text."""

    kind: str
    name: str
    when: str
    audience: Audience
    editable: bool
    changed: Annotated[bool, Field(description="Whether the business has edited the text")]
    switchable: Annotated[bool, Field(description="Whether `enabled` can switch it off")]
    enabled: Annotated[bool, Field(description="Whether it is sent")]
    channel: Annotated[Channel, Field(description="How it goes. A customer who can't be texted gets an email")]
    textable: Annotated[bool, Field(description="Whether `channel` can be `text` or `both`")]
    text_version: Annotated[TextVersionOut | None, Field(description="Null unless `textable`")]
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
    mail_server: Annotated[
        bool, Field(description="Whether a mail server is configured; if not, emails are only stored")
    ]
    messages: list[MessageOut]


class PreviewOut(ResponseModel):
    """A message as the recipient sees it."""

    subject: str
    from_name: str
    text: str
    html: str


class EmailStatusOut(ResponseModel):
    """Email delivery status. `off` means that there is no mail server, `trouble` that the mail server currently does
    not accept emails.

    Emails to others wait while the owner's address is `unconfirmed`, the business's email is `stopped` by an
    administrator, today's allowance is `used_up`, or the business is `held` for approval or `refused`.
    """

    state: Literal["works", "off", "trouble", "unconfirmed", "stopped", "used_up", "held", "refused"]
    problem: Annotated[str | None, Field(description="The mail server's error")]
    waiting: Annotated[int, Field(description="Number of the business's emails waiting to be sent")]
    contact: Annotated[list[str], Field(description="Contact details of the installation, line by line")]
    unconfirmed: Annotated[str | None, Field(description="The owner's address, while it is not confirmed")]
    daily_limit: Annotated[int | None, Field(description="Emails to others a day; null: no limit")]
    sent_today: Annotated[int, Field(description="Limited emails to others sent today")]


class MailOut(ResponseModel):
    """An email of the outbox.

    `unsent` means that there was no mail server, `uncertain` that the email may have been sent; it is only resent on
    request.
    """

    id: int
    kind: str
    name: str
    audience: Audience
    to: str
    subject: str
    state: State
    attempts: int
    problem: Annotated[str | None, Field(description="Reason why it was not sent, or may not have been")]
    bounced: Annotated[bool, Field(description="Whether the address was permanently rejected")]
    booking_id: int | None
    quote_id: int | None
    created_at: datetime
    sent_at: datetime | None


class SentMailOut(MailOut):
    """An email that was just resent."""

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
    """Serialize the text of a message."""
    return TextsOut.of_row(texts)


def fields_answer(message: Message[Any]) -> list[FieldOut]:
    """Serialize the fill-in fields of a message."""
    return [FieldOut.of_row(row) for row in message.fields]


def blocks_answer(message: Message[Any]) -> list[BlockOut]:
    """Serialize the blocks of a message."""
    return [BlockOut.of_row(row) for row in message.blocks]
