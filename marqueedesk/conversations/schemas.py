"""Request and response models of conversations and of the settings for texts."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.conversations.models import LONGEST_TEXT, Direction, EntryKind, EntryState
from marqueedesk.customer_records.schemas import TextConsentOut
from marqueedesk.customers.text_consent import ConsentByHand
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    OptionalText,
    RequestModel,
    RequiredBlock,
    ResponseModel,
)
from marqueedesk.settings import is_text_sender
from marqueedesk.sms.gateway import SERVICE_PREFIX
from marqueedesk.sms.segments import Encoding

_LONGEST_NOTE = 5000


class ConversationEntryOut(ResponseModel):
    """An entry of a conversation. Only texts and emails to the customer have a ``state``."""

    id: int
    kind: EntryKind
    direction: Direction
    at: datetime
    text: str
    state: EntryState | None
    held_until: Annotated[datetime | None, Field(description="End of the quiet hours, if `state` is `held`")]
    reason: Annotated[str | None, Field(description="Why it was not sent, or not yet")]
    author: Annotated[str | None, Field(description="The team member who wrote it")]
    booking_id: int | None
    quote_id: int | None
    pictures: Annotated[int, Field(description="Number of pictures in a text from the customer")]


class ConversationOut(ResponseModel):
    """A customer's conversation, oldest entry first."""

    customer_id: int
    customer_name: str
    phone: Annotated[str | None, Field(description="The number that texts go to, in E.164 form")]
    email: str | None
    can_text: bool
    no_text_reason: Annotated[str | None, Field(description="Why the customer can't be texted now")]
    text_held_until: Annotated[datetime | None, Field(description="End of the quiet hours, if a text would wait now")]
    reply_by: Annotated[Literal["text", "email"], Field(description="What the customer used last")]
    unread: int
    entries: list[ConversationEntryOut]
    next_cursor: Annotated[str | None, Field(description="Cursor of earlier entries")]


class ConversationSummaryOut(ResponseModel):
    """A conversation in the list, with its latest entry."""

    customer_id: int
    customer_name: str
    phone: str | None
    unread: int
    last_at: datetime
    last: ConversationEntryOut | None


class ConversationPage(ResponseModel):
    """A page of conversations, latest first."""

    items: list[ConversationSummaryOut]
    next_cursor: str | None
    unread: Annotated[int, Field(description="Number of conversations with unread entries")]


class ConversationsOverviewOut(ResponseModel):
    """What the caller may do with conversations, and what is unread."""

    visible: Annotated[bool, Field(description="Whether the caller may read conversations")]
    can_text: Annotated[bool, Field(description="Whether the caller may write texts, and they can be sent")]
    unread: Annotated[int, Field(description="Number of conversations with unread entries; 0 if not visible")]


class ConversationEntryInput(RequestModel):
    """Body of POST /api/conversations/{customerId}: a text or an email to the customer, a note, or a call."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "text": {"missing": "Text is required", "too_long": "A text has at most 1,600 characters"},
        "by": {"*": "Choose text, email, note or call"},
    }

    by: Literal["text", "email", "note", "call"]
    text: Annotated[RequiredBlock, AtMost(_LONGEST_NOTE)]


class OnTheWayInput(RequestModel):
    """Body of POST /api/bookings/{bookingId}/on-the-way, if any. Without ``window``, the agreed time is named."""

    window: Annotated[OptionalText, AtMost(60)] = None


class TextPreviewInput(RequestModel):
    """Body of POST /api/conversations/{customerId}/preview."""

    text: Annotated[str, AtMost(_LONGEST_NOTE)]


class TextPreviewOut(ResponseModel):
    """Segments that a text will be charged for. Staff get no cost."""

    segments: int
    encoding: Encoding
    sms_segments: Annotated[int, Field(description="The same as `segments`")]
    cost: Annotated[CurrencyUnits | None, Field(description="Estimate")] = None
    too_long: Annotated[bool, Field(description=f"Whether it has more than {LONGEST_TEXT} characters")]


def _number(text: str | None) -> str | None:
    if text is not None and (not is_text_sender(text) or not text.startswith("+")):
        raise PydanticCustomError("number", "must be a number")
    return text


def _service(text: str | None) -> str | None:
    if text is not None and (not is_text_sender(text) or not text.startswith(SERVICE_PREFIX)):
        raise PydanticCustomError("service", "must be a messaging service")
    return text


class SmsSettingsInput(RequestModel):
    """Body of PATCH /api/sms-settings. Omitted fields stay the same; null removes the cap or the own number."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "monthlyCap": {"*": "Must be a positive amount"},
        "number": {"*": "Enter a number such as +15185550100"},
        "messagingServiceSid": {"*": "Enter a messaging service that starts with MG"},
    }

    monthly_cap: CurrencyAmount | None = None
    number: Annotated[OptionalText, AtMost(20), AfterValidator(_number)] = None
    messaging_service_sid: Annotated[OptionalText, AtMost(120), AfterValidator(_service)] = None
    staff_see: bool | None = None


class KeywordAnswersOut(ResponseModel):
    """Answers to customers who text a keyword."""

    stop: str
    start: str
    help: str


class SmsSettingsOut(ResponseModel):
    """A business's settings for texts, and what it has used this month."""

    set_up: Annotated[bool, Field(description="Whether the installation has an account at the text provider")]
    available: Annotated[bool, Field(description="Whether texts can be sent: there is an account and a number")]
    monthly_cap: CurrencyUnits | None
    number: str | None
    messaging_service_sid: str | None
    staff_see: bool
    shared: Annotated[bool, Field(description="Whether the installation's number is used")]
    sender: Annotated[str | None, Field(description="The number or messaging service that texts come from")]
    currency: Annotated[str, Field(description="The installation's, of `monthlyCap` and `spentThisMonth`")]
    segments_this_month: int
    spent_this_month: Annotated[CurrencyUnits, Field(description="Estimate")]
    consent_wording: Annotated[str, Field(description="Label of the box for consent to texts")]
    answers: KeywordAnswersOut


class TextConsentInput(RequestModel):
    """PUT /api/customers/{id}/text-consent: what the customer decided, and how."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "given": {"missing": "Choose whether the customer wants texts"},
        "source": {"*": "Source must be one of: by phone, in person, in writing"},
    }

    given: bool
    source: ConsentByHand


class TextConsentDetailsOut(ResponseModel):
    """A customer's consent to texts, with what a team member needs to record it."""

    text_consent: TextConsentOut | None
    wording: Annotated[str, Field(description="What a customer agrees to")]
    opted_out: Annotated[bool, Field(description="Whether the customer replied STOP. Only a text with START ends that")]
