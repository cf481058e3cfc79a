"""What comes in about messages, and how they are answered."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from marqueedesk.kit.wire import Answer, AtMost, Email, KeptBlock, KeptLine, Wire
from marqueedesk.messages.message import (
    LONGEST_BODY,
    LONGEST_GREETING,
    LONGEST_HEADING,
    LONGEST_SIGN_OFF,
    LONGEST_SUBJECT,
    Message,
    Texts,
)
from marqueedesk.messages.models import LAST_HOUR, LONGEST_REMINDER_DAYS

State = Literal["waiting", "sent", "failed", "unsent", "uncertain"]
"""What became of an email (messages.models.STATES)."""


class TemplateInput(Wire):
    """PATCH /api/admin/mail-templates/{kind} and its preview: null is the usual text; what is left out stays."""

    subject: Annotated[KeptLine, AtMost(LONGEST_SUBJECT)] = None
    heading: Annotated[KeptLine, AtMost(LONGEST_HEADING)] = None
    greeting: Annotated[KeptLine, AtMost(LONGEST_GREETING)] = None
    body: Annotated[KeptBlock, AtMost(LONGEST_BODY)] = None
    sign_off: Annotated[KeptBlock, AtMost(LONGEST_SIGN_OFF)] = None


class TextsInput(TemplateInput):
    """PATCH /api/message-settings/{kind} and its preview: null is the usual text; what is left out stays.

    ``enabled`` switches an email to the business itself off and on.
    """

    enabled: bool | None = None


class TemplateTest(TemplateInput):
    """POST /api/admin/mail-templates/{kind}/test: the words to try, and where to."""

    to: Email


class MessageSettingsInput(Wire):
    """PATCH /api/message-settings: what is left out stays. A run sheet's hour of null switches it off."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "reminderDays": {"*": f"Reminder days must be a whole number from 0 to {LONGEST_REMINDER_DAYS}"},
        "runSheetHour": {"*": f"Run sheet hour must be a whole hour from 0 to {LAST_HOUR}, or none"},
    }

    reminder_days: Annotated[int, Field(ge=0, le=LONGEST_REMINDER_DAYS)] = 0
    run_sheet_hour: Annotated[int, Field(ge=0, le=LAST_HOUR)] | None = None


class FieldAnswer(Answer):
    """A fill-in field: `{name}` in a text."""

    name: str
    meaning: str
    sample: str


class BlockAnswer(Answer):
    """What a body can place: `{name}` on a line of its own."""

    name: str
    meaning: str


class TextsAnswer(Answer):
    """The text of a message."""

    subject: str
    heading: str
    greeting: str
    body: str
    sign_off: str


class TemplateAnswer(Answer):
    """One of the messages that the installation may put in its own words."""

    kind: str
    name: str
    when: str
    changed: bool
    texts: TextsAnswer
    usual: TextsAnswer
    fields: list[FieldAnswer]
    blocks: list[BlockAnswer]


class MessageAnswer(Answer):
    """One kind of message: when it is sent and to whom, and its words."""

    kind: str
    name: str
    when: str
    audience: Literal["customer", "business", "account"]
    editable: bool
    changed: Annotated[bool, Field(description="Whether any of its text is the business's own")]
    switchable: Annotated[bool, Field(description="Whether it can be switched off by `enabled`")]
    enabled: Annotated[bool, Field(description="Whether it is sent")]
    texts: TextsAnswer
    usual: TextsAnswer
    fields: list[FieldAnswer]
    blocks: list[BlockAnswer]


class MessageSettingsAnswer(Answer):
    """What a business sets about its mails."""

    reminder_days: int
    run_sheet_hour: int | None
    mail_server: Annotated[bool, Field(description="Whether mails are sent, or only written down")]
    messages: list[MessageAnswer]


class PreviewAnswer(Answer):
    """A message as it would arrive."""

    subject: str
    from_name: str
    text: str
    html: str


class EmailStatusAnswer(Answer):
    """Whether emails are sent: off is without a mail server, trouble is one that does not take them now."""

    state: Literal["works", "off", "trouble"]
    problem: Annotated[str | None, Field(description="What the mail server does instead")]
    waiting: Annotated[int, Field(description="How many emails of the business are still to be sent")]
    contact: Annotated[list[str], Field(description="How to reach those who run the installation, line by line")]


class MailAnswer(Answer):
    """An email of the outbox. Unsent is what would have been sent, had there been a mail server; uncertain is what may
    have been sent, and is sent again only on purpose.
    """

    id: int
    kind: str
    name: str
    audience: Literal["customer", "business", "account"]
    to: str
    subject: str
    state: State
    attempts: int
    problem: Annotated[str | None, Field(description="Why it was not sent, or why nobody knows")]
    bounced: Annotated[bool, Field(description="Whether the address was refused for good")]
    booking_id: int | None
    quote_id: int | None
    created_at: datetime
    sent_at: datetime | None


class MailContentAnswer(MailAnswer):
    """A mail with what it says, and the names of the files that go along."""

    text: str
    html: str
    files: list[str]


class MailPage(Answer):
    """A page of mails, the newest first."""

    items: list[MailAnswer]
    next_cursor: str | None


def texts_answer(texts: Texts) -> TextsAnswer:
    """The text of a message as the wire shows it."""
    return TextsAnswer(
        subject=texts.subject,
        heading=texts.heading,
        greeting=texts.greeting,
        body=texts.body,
        sign_off=texts.sign_off,
    )


def fields_answer(message: Message[Any]) -> list[FieldAnswer]:
    """The fill-in fields of a message as the wire shows them."""
    return [FieldAnswer(name=row.name, meaning=row.meaning, sample=row.sample) for row in message.fields]


def blocks_answer(message: Message[Any]) -> list[BlockAnswer]:
    """The blocks of a message as the wire shows them."""
    return [BlockAnswer(name=row.name, meaning=row.meaning) for row in message.blocks]
