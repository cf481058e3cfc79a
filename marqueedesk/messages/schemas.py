"""What comes in about messages, and how they are answered."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.kit.wire import Answer, AtMost, Email, KeptBlock, KeptLine, Wire
from marqueedesk.messages.message import LONGEST_BODY, LONGEST_GREETING, LONGEST_SIGN_OFF, LONGEST_SUBJECT
from marqueedesk.messages.models import LAST_HOUR, LONGEST_REMINDER_DAYS

State = Literal["waiting", "sent", "failed", "unsent", "uncertain"]
"""What became of an email (messages.models.STATES)."""


class TextsInput(Wire):
    """PATCH /api/message-settings/{kind} and its preview: null is the usual text; what is left out stays."""

    subject: Annotated[KeptLine, AtMost(LONGEST_SUBJECT)] = None
    greeting: Annotated[KeptLine, AtMost(LONGEST_GREETING)] = None
    sign_off: Annotated[KeptBlock, AtMost(LONGEST_SIGN_OFF)] = None


class TemplateInput(TextsInput):
    """PATCH /api/admin/mail-templates/{kind} and its preview: a message's words for every business that has not chosen
    its own.
    """

    body: Annotated[KeptBlock, AtMost(LONGEST_BODY)] = None


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


class TextsAnswer(Answer):
    """The words of a message."""

    subject: str
    greeting: str
    sign_off: str


class TemplateTexts(TextsAnswer):
    """The words of a message that the installation may choose. The body is what stands before its facts."""

    body: str


class TemplateAnswer(Answer):
    """One of the messages that the installation may put in its own words."""

    kind: str
    name: str
    when: str
    changed: bool
    texts: TemplateTexts
    usual: TemplateTexts
    fields: list[FieldAnswer]


class MessageAnswer(Answer):
    """One kind of message: when it is sent and to whom, and its words."""

    kind: str
    name: str
    when: str
    audience: Literal["customer", "business", "account"]
    editable: bool
    changed: Annotated[bool, Field(description="Whether any of its words are the business's own")]
    texts: TextsAnswer
    usual: TextsAnswer
    fields: list[FieldAnswer]


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


class MailAnswer(Answer):
    """An email of the outbox. Unsent is what would have been sent, had there been a mail server; uncertain is what may
    have been sent, and is sent again only on purpose.
    """

    id: int
    kind: str
    name: str
    audience: Literal["customer", "business"]
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
