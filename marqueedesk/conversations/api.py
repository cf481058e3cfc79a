"""Routes for conversations with customers. Staff may read them if the business allows it."""

from datetime import datetime
from typing import Annotated, cast
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, require
from marqueedesk.accounts.dependencies import Db, Requires, SignedIn
from marqueedesk.accounts.models import User
from marqueedesk.accounts.rights import SEE_BOOKINGS, SEE_MONEY, WRITE_MESSAGES
from marqueedesk.availability import service as availability
from marqueedesk.conversations import queries, service
from marqueedesk.conversations.models import (
    CALL,
    EMAIL,
    FAILED,
    IN,
    LINK_MARK,
    LONGEST_TEXT,
    OUT,
    TEXT,
    WAITING,
    ConversationEntry,
    CustomerConversation,
)
from marqueedesk.conversations.schemas import (
    ConversationEntryInput,
    ConversationEntryOut,
    ConversationOut,
    ConversationPage,
    ConversationsOverviewOut,
    ConversationSummaryOut,
    TextPreviewInput,
    TextPreviewOut,
)
from marqueedesk.conversations.service import NewText
from marqueedesk.conversations.texting import CENTS_A_SEGMENT, TextingTerms, held_until, refusal, terms_of
from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import phone_of
from marqueedesk.domain_events import ConversationEmailWritten, publish
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Forbidden, Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.idempotency import find_made, fingerprint, keep_made, read_key
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.notifications import queries as notifications
from marqueedesk.notifications import service as notification_service
from marqueedesk.notifications.service import CUSTOMER
from marqueedesk.sms.segments import segments_of

router = APIRouter(tags=["conversations"], responses=errors(401, 403))
_PAGE = 50
_ENTRIES = 100
_LINK = "(link)"
_NO_EMAIL = "This customer has no email address."
Limit = Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)]
Cursor = Annotated[str | None, Query(max_length=300)]


def reader(db: Db, caller: SignedIn) -> Caller:
    """Return a caller who may read conversations. Raises Forbidden for staff unless the business allows it."""
    require(caller, SEE_BOOKINGS)
    if not may_read(db, caller):
        raise Forbidden
    return caller


def may_read(db: Session, caller: Caller) -> bool:
    """Return true if the caller may read conversations: staff only if the business allows it."""
    if caller.may(WRITE_MESSAGES):
        return True
    settings = queries.settings(db, caller.operator.id)
    return settings is not None and settings.staff_see


def texting_terms(request: Request, db: Session, caller: Caller) -> TextingTerms:
    """Return the business's account, number and settings for texts."""
    return terms_of(db, caller.operator, effective(db, request.app.state.settings).sms)


def entry_answer(row: ConversationEntry, zone: ZoneInfo, author: str | None = None) -> ConversationEntryOut:
    """Serialize an entry, with times in the business's time zone."""
    return ConversationEntryOut.of_row(
        row,
        text=row.text.replace(LINK_MARK, _LINK) if row.link else row.text,
        at=row.at.astimezone(zone),
        held_until=row.held_until.astimezone(zone) if row.held_until else None,
        author=author,
    )


def _authors(db: Session, rows: list[ConversationEntry]) -> dict[int, str]:
    ids = {row.user_id for row in rows if row.user_id is not None}
    if not ids:
        return {}
    return {row.id: row.username for row in db.scalars(select(User).where(User.id.in_(ids)))}


def _entry_answers(db: Session, rows: list[ConversationEntry], zone: ZoneInfo) -> list[ConversationEntryOut]:
    authors = _authors(db, rows)
    return [entry_answer(row, zone, authors.get(row.user_id or 0)) for row in rows]


@router.get("/api/conversations")
def conversations(
    db: Db,
    caller: SignedIn,
    unread: Annotated[bool, Query()] = False,  # noqa: FBT002 - a query parameter.
    limit: Limit = _PAGE,
    cursor: Cursor = None,
) -> ConversationPage:
    """List conversations, latest first; with ``unread``, those with unread entries."""
    zone = ZoneInfo(reader(db, caller).operator.time_zone)
    before = None
    if cursor:
        at, customer_id = paging.decode(cursor, (str, int))
        before = (datetime.fromisoformat(str(at)), int(str(customer_id)))
    rows = queries.conversations(db, unread=unread, before=before, limit=limit + 1)
    shown = rows[:limit]
    latest = queries.latest_entries(db, [customer.id for _, customer in shown])
    next_cursor = None
    if len(rows) > limit:
        last, customer = shown[-1]
        next_cursor = paging.encode([last.last_at.isoformat(), customer.id])
    return ConversationPage(
        items=[_summary(row, customer, latest.get(customer.id), zone) for row, customer in shown],
        next_cursor=next_cursor,
        unread=queries.number_unread(db),
    )


@router.get("/api/conversations/overview")
def conversations_overview(
    request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)]
) -> ConversationsOverviewOut:
    """Return whether the caller may read and text customers, and the number of unread conversations."""
    visible = may_read(db, caller)
    can_text = False
    if caller.may(WRITE_MESSAGES):
        terms = texting_terms(request, db, caller)
        can_text = terms.account is not None and terms.sender is not None
    return ConversationsOverviewOut(
        visible=visible, can_text=can_text, unread=queries.number_unread(db) if visible else 0
    )


def _summary(
    row: CustomerConversation, customer: Customer, latest: ConversationEntry | None, zone: ZoneInfo
) -> ConversationSummaryOut:
    return ConversationSummaryOut(
        customer_id=customer.id,
        customer_name=customer.name,
        phone=phone_of(customer),
        unread=row.unread,
        last_at=row.last_at.astimezone(zone),
        last=entry_answer(latest, zone) if latest else None,
    )


@router.get("/api/conversations/{customer_id}", responses=errors(404))
def conversation(
    request: Request, db: Db, caller: SignedIn, customer_id: PathId, limit: Limit = _ENTRIES, cursor: Cursor = None
) -> ConversationOut:
    """Return a customer's conversation, oldest entry first; earlier entries by ``cursor``."""
    zone = ZoneInfo(reader(db, caller).operator.time_zone)
    customer, now = queries.customer(db, customer_id), clock.now()
    ids = queries.with_merged(db, customer.id)
    before = int(str(paging.decode(cursor, (int,))[0])) if cursor else None
    rows = queries.entries(db, ids, before=before, limit=limit + 1)
    shown = rows[:limit]
    phone = phone_of(customer)
    terms = texting_terms(request, db, caller)
    reason = refusal(db, terms, customer, phone, now, is_automatic=False, segments=1)
    held = held_until(db, caller.operator, customer, phone, now) if phone is not None and reason is None else None
    last_in = next((row.kind for row in rows if row.direction == IN and row.kind != CALL), None)
    uses_text = last_in == TEXT or (last_in is None and phone is not None and not customer.emails)
    return ConversationOut(
        customer_id=customer.id,
        customer_name=customer.name,
        phone=phone,
        email=customer.emails[0] if customer.emails else None,
        can_text=reason is None,
        no_text_reason=reason,
        text_held_until=held.astimezone(zone) if held else None,
        reply_by="text" if uses_text else "email",
        unread=queries.unread_entries(db, customer.id),
        entries=_entry_answers(db, shown[::-1], zone),
        next_cursor=paging.encode([shown[-1].id]) if len(rows) > limit else None,
    )


@router.post("/api/conversations/{customer_id}", status_code=201, responses=errors(404))
def add_to_conversation(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(WRITE_MESSAGES)],
    customer_id: PathId,
    body: ConversationEntryInput,
) -> ConversationEntryOut:
    """Send a text or an email to a customer, or add a note or a call. One that can't be sent has ``state`` ``failed``
    and a ``reason``. Repeating the request with the same Idempotency-Key adds only one (B4).
    """
    customer, now = queries.customer(db, customer_id), clock.now()
    key = read_key(request.headers.get("idempotency-key"))
    if key is not None:
        availability.lock(db, caller.operator.id)
    print_of = fingerprint("conversation", customer_id, body.by, body.text)
    made = find_made(db, key, print_of)
    row = queries.entry(db, made) if made is not None else None
    if row is None:
        row = _add(request, db, caller, customer, body, now)
        keep_made(db, key, print_of, row.id, now)
    return entry_answer(row, ZoneInfo(caller.operator.time_zone), caller.user.username)


def _add(
    request: Request, db: Session, caller: Caller, customer: Customer, body: ConversationEntryInput, now: datetime
) -> ConversationEntry:
    if body.by == TEXT:
        if len(body.text) > LONGEST_TEXT:
            raise Invalid(fields={"text": f"A text has at most {LONGEST_TEXT:,} characters"})
        new = NewText(body.text, user_id=caller.user.id)
        return cast("ConversationEntry", service.write_text(db, texting_terms(request, db, caller), customer, new, now))
    is_email = body.by == EMAIL
    row = ConversationEntry(
        customer_id=customer.id,
        kind=body.by,
        direction=IN if body.by == CALL else OUT,
        text=body.text,
        at=now,
        user_id=caller.user.id,
    )
    if is_email:
        row.state, row.reason = (WAITING, None) if customer.emails else (FAILED, _NO_EMAIL)
    service.add_entry(db, row)
    if row.state == WAITING:
        publish(db, ConversationEmailWritten(operator_id=caller.operator.id, entry_id=row.id), now)
    return row


@router.post("/api/conversations/{customer_id}/read", status_code=204, responses=errors(404))
def read_conversation(db: Db, caller: SignedIn, customer_id: PathId) -> None:
    """Mark a conversation as read, and for the caller the notifications of its texts."""
    operator_id = reader(db, caller).operator.id
    ids = queries.with_merged(db, queries.customer(db, customer_id).id)
    service.mark_read(db, ids)
    told = notifications.unread_about(db, caller.user.id, CUSTOMER, ids)
    if told:
        notification_service.mark_read(db, operator_id, caller.user.id, ids=told)


@router.post("/api/conversations/{customer_id}/preview", responses=errors(404))
def preview_text(db: Db, caller: SignedIn, customer_id: PathId, body: TextPreviewInput) -> TextPreviewOut:
    """Count the segments of a text as it would be sent to the customer."""
    reader(db, caller)
    queries.customer(db, customer_id)
    segments = segments_of(body.text)
    return TextPreviewOut(
        segments=segments.count,
        encoding=segments.encoding,
        sms_segments=segments.count,
        cost=units(segments.count * CENTS_A_SEGMENT) if caller.may(SEE_MONEY) else None,
        too_long=len(body.text) > LONGEST_TEXT,
    )
