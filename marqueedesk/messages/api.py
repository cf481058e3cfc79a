"""Routes for members of a business: the email log and the email settings (N3-N6).

Emails show prices and customers' addresses, so staff have no access (A5).
"""

from functools import partial
from typing import Annotated, Any, Literal, cast
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_settings_change, require
from marqueedesk.accounts.dependencies import Db, Requires, SignedIn
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import owner_of
from marqueedesk.accounts.rights import WRITE_MESSAGES
from marqueedesk.conversations.models import LINK_MARK
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import Id, PathId
from marqueedesk.messages import allowance, load_context, outbox, queries, service
from marqueedesk.messages.catalog import BY_KIND, MESSAGES
from marqueedesk.messages.editable_messages import drawn_example
from marqueedesk.messages.files import names
from marqueedesk.messages.forecast import forecast_again
from marqueedesk.messages.html_renderer import html_of
from marqueedesk.messages.mail_settings import MailSettings, Site
from marqueedesk.messages.message import Chosen, Message, chosen_texts
from marqueedesk.messages.models import ACCOUNT, FAILED, UNCERTAIN, WAITING, MessageSettings, OutboxMail
from marqueedesk.messages.schemas import (
    Audience,
    EmailStatusOut,
    MailContentOut,
    MailOut,
    MailPage,
    MessageOut,
    MessageSettingsInput,
    MessageSettingsOut,
    PreviewOut,
    SentMailOut,
    State,
    TextsInput,
    TextVersionOut,
    blocks_answer,
    fields_answer,
    texts_answer,
)
from marqueedesk.messages.text_messages import BY_EMAIL, Channel, can_be_texted, segments_with_link, wording
from marqueedesk.messages.text_renderer import text_of

router = APIRouter(tags=["messages"], responses=errors(401, 403))


def mail_settings_of(request: Request) -> MailSettings:
    """Return the installation's email settings; one instance per application."""
    state = request.app.state
    if not hasattr(state, "post"):
        state.mail_settings = MailSettings(state.settings)
    return state.mail_settings


# --- The log ---


def mail_answer(row: OutboxMail, zone: ZoneInfo) -> MailOut:
    """Serialize an email of the outbox, with times in the business's time zone."""
    message = BY_KIND.get(row.kind)
    return MailOut.of_row(
        row,
        name=message.name if message else row.kind,
        audience=cast("Audience", row.audience),
        to=row.recipient,
        state=cast("State", row.state),
        problem=row.last_error if row.state in {FAILED, WAITING, UNCERTAIN} else None,
        bounced=row.state == FAILED and row.cause == "address",
        created_at=row.created_at.astimezone(zone),
        sent_at=row.sent_at.astimezone(zone) if row.sent_at else None,
    )


@router.get("/api/messages")
def messages(
    db: Db,
    caller: SignedIn,
    booking: Annotated[Id | None, Query(alias="bookingId")] = None,
    quote: Annotated[Id | None, Query(alias="quoteId")] = None,
    state: Annotated[State | None, Query()] = None,
    kind: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)] = 50,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> MailPage:
    """List emails, newest first. Filter by booking, quote, state or kind."""
    zone = ZoneInfo(require(caller, WRITE_MESSAGES).time_zone)
    before = int(str(paging.decode(cursor, (int,))[0])) if cursor else None
    rows = queries.listed(
        db, booking_id=booking, quote_id=quote, state=state, kind=kind, before=before, limit=limit + 1
    )
    after = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    return MailPage(items=[mail_answer(row, zone) for row in rows[:limit]], next_cursor=after)


@router.get("/api/messages/{mail_id}")
def message(
    request: Request, db: Db, caller: Annotated[Caller, Requires(WRITE_MESSAGES)], mail_id: PathId
) -> MailContentOut:
    """Return one email with its content."""
    row = queries.mail(db, mail_id)
    address_of = partial(mail_settings_of(request).site(db).address_of, db)
    zone = ZoneInfo(caller.operator.time_zone)
    return MailContentOut.adding(
        mail_answer(row, zone),
        text=text_of(row.content, address_of),
        html=html_of(row.content, address_of),
        files=names(row.content),
    )


@router.post("/api/messages/{mail_id}/send-again", status_code=202)
def send_again(
    request: Request, db: Db, caller: Annotated[Caller, Requires(WRITE_MESSAGES)], mail_id: PathId
) -> SentMailOut:
    """Retry an email that failed or may not have arrived, or send a copy of one that was sent or only stored (N4).

    The email goes to the customer's current address.
    """
    row = queries.mail(db, mail_id)
    sent = outbox.send_again(db, mail_settings_of(request), row, clock.now(), to=load_context.present_address(db, row))
    email = forecast_again(request, db, caller.operator, sent)
    state = mail_answer(sent, ZoneInfo(caller.operator.time_zone))
    return SentMailOut.adding(state, email=email)


@router.get("/api/email-status")
def email_status(request: Request, db: Db, caller: Annotated[Caller, Requires(WRITE_MESSAGES)]) -> EmailStatusOut:
    """Return whether the business's emails are being sent and, if not, the reason and whom to contact."""
    site = mail_settings_of(request).site(db)
    problem = queries.trouble(db) if site.smtp is not None else None
    may = None
    if allowance.counts(mail_settings_of(request), site, caller.operator):
        owner = owner_of(db, caller.operator.id)
        may = allowance.today(db, caller.operator, owner, clock.now())
    return EmailStatusOut(
        state=_review_state(caller.operator) or _email_state(site, problem, may),
        problem=problem,
        unconfirmed=may.unconfirmed if may else None,
        daily_limit=may.limit if may else None,
        sent_today=may.used if may else 0,
        waiting=queries.number_waiting(db),
        contact=list(site.contact),
    )


def _review_state(operator: Operator) -> Literal["held", "refused"] | None:
    if operator.held_at is None:
        return None
    return "held" if operator.refused_at is None else "refused"


def _email_state(
    site: Site, problem: str | None, may: allowance.Allowance | None
) -> Literal["works", "off", "trouble", "unconfirmed", "stopped", "used_up"]:
    if site.smtp is None:
        return "off"
    if may is not None and may.held is not None:
        return "stopped" if may.held == allowance.STOPPED else "unconfirmed"
    if problem:
        return "trouble"
    return "used_up" if may is not None and may.used_up else "works"


# --- Settings of a business ---


def _text_version(message: Message[Any], head: Letterhead) -> TextVersionOut | None:
    if not can_be_texted(message.kind):
        return None
    context = message.sample(head)
    text = wording(message.kind, {**context.values(), **message.body(context).words})
    return TextVersionOut(text=text.replace(LINK_MARK, "(link)"), segments=segments_with_link(text))


def _message_answer(
    message: Message[Any], settings: MessageSettings, templates: Chosen, head: Letterhead
) -> MessageOut:
    own = settings.texts.get(message.kind, {})
    return MessageOut.of_row(
        message,
        editable=message.is_editable,
        changed=bool(own),
        switchable=message.is_switchable,
        enabled=message.kind not in settings.muted,
        channel=cast("Channel", settings.channels.get(message.kind, BY_EMAIL)),
        textable=can_be_texted(message.kind),
        text_version=_text_version(message, head),
        texts=texts_answer(chosen_texts(message, templates, settings.texts)),
        usual=texts_answer(chosen_texts(message, templates)),
        fields=fields_answer(message),
        blocks=blocks_answer(message),
    )


def settings_answer(request: Request, db: Session, operator: Operator, settings: MessageSettings) -> MessageSettingsOut:
    """Serialize a business's email settings."""
    head = load_context.head_of(db, operator)
    site = mail_settings_of(request).site(db)
    return MessageSettingsOut.of_row(
        settings,
        mail_server=site.smtp is not None,
        messages=[
            _message_answer(message, settings, site.templates, head)
            for message in MESSAGES
            if message.audience != ACCOUNT
        ],
    )


@router.get("/api/message-settings")
def message_settings(
    request: Request, db: Db, caller: Annotated[Caller, Requires(WRITE_MESSAGES)]
) -> MessageSettingsOut:
    """Return every message with its text, the reminder days, and the hour of the run sheet."""
    return settings_answer(request, db, caller.operator, queries.settings(db))


@router.patch("/api/message-settings")
def change_message_settings(
    request: Request, db: Db, caller: Annotated[Caller, Requires(WRITE_MESSAGES)], body: MessageSettingsInput
) -> MessageSettingsOut:
    """Set the reminder days and the hour of the run sheet. Omitted fields stay the same."""
    operator = caller.operator
    record_settings_change(db, caller, "messages", body)
    return settings_answer(request, db, operator, service.change_settings(db, operator, body, clock.now()))


Kind = Annotated[str, Path(max_length=40)]


@router.patch("/api/message-settings/{kind}", responses=errors(409))
def change_message(
    request: Request, db: Db, caller: Annotated[Caller, Requires(WRITE_MESSAGES)], kind: Kind, body: TextsInput
) -> MessageSettingsOut:
    """Set a message's text (null restores the default text), or switch a message to the business on or off."""
    message = service.message_of(kind)
    templates = mail_settings_of(request).site(db).templates
    stored = service.change_texts(db, kind, body, templates, clock.now())
    record_settings_change(db, caller, f"message “{message.name}”", body)
    return settings_answer(request, db, caller.operator, stored)


@router.post("/api/message-settings/{kind}/preview", responses=errors(409))
def preview_message(
    request: Request, db: Db, caller: Annotated[Caller, Requires(WRITE_MESSAGES)], kind: Kind, body: TextsInput
) -> PreviewOut:
    """Preview a message with example data and the text from the body. Nothing is saved."""
    operator = caller.operator
    message = service.message_of(kind)
    site, stored = mail_settings_of(request).site(db), queries.settings(db)
    own = stored.texts
    if body.model_fields_set - {"enabled", "channel"}:
        own = {kind: service.read_texts(message, body, stored, site.templates)}
    texts = chosen_texts(message, site.templates, own)
    head = load_context.head_of(db, operator)
    return drawn_example(message, site, head, texts)
