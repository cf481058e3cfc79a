"""Add entries to conversations and change them. Nothing here commits."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.orm import Session

from marqueedesk.conversations import queries
from marqueedesk.conversations.models import (
    FAILED,
    HELD,
    LINK_MARK,
    OUT,
    TEXT,
    UNSENT,
    WAITING,
    ConversationEntry,
    CustomerConversation,
    SmsLink,
)
from marqueedesk.conversations.texting import TextingTerms, held_until, refusal
from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import phone_of
from marqueedesk.kit.db.tenancy import kept_to
from marqueedesk.kit.jobs import jobs
from marqueedesk.sms.segments import segments_of

SEND: Final = "text.send"
LINK_LENGTH: Final = 80
"""Length of a link in characters, for estimates before it is resolved."""


@dataclass(frozen=True, slots=True)
class NewText:
    """A text to a customer. ``key`` ensures that it is written only once; ``user_id`` is its author, None for an
    automatic text.
    """

    body: str
    user_id: int | None = None
    phone: str | None = None
    key: str | None = None
    link: SmsLink | None = None
    booking_id: int | None = None
    quote_id: int | None = None
    good_until: datetime | None = None

    @property
    def is_automatic(self) -> bool:
        """Return true if no team member wrote it."""
        return self.user_id is None


def add_entry(db: Session, row: ConversationEntry, *, is_unread: bool = False) -> ConversationEntry:
    """Add an entry, and note in its conversation that it is the latest."""
    db.add(row)
    db.flush()
    insert = insert_sqlite if db.get_bind().dialect.name == "sqlite" else insert_postgresql
    values = {"operator_id": kept_to(db), "customer_id": row.customer_id, "last_at": row.at, "unread": int(is_unread)}
    changes = {"last_at": row.at, "unread": CustomerConversation.unread + int(is_unread)}
    keys = ["operator_id", "customer_id"]
    db.execute(insert(CustomerConversation).on_conflict_do_update(index_elements=keys, set_=changes), [values])
    return row


def mark_read(db: Session, customer_ids: list[int]) -> None:
    """Mark everything in these customers' conversations as read."""
    db.execute(
        update(CustomerConversation)
        .where(CustomerConversation.customer_id.in_(customer_ids), CustomerConversation.unread > 0)
        .values(unread=0)
    )


def write_text(
    db: Session, terms: TextingTerms, customer: Customer, new: NewText, now: datetime
) -> ConversationEntry | None:
    """Write a text and schedule it; None if one with its key was written before.

    A text that may not be sent is written as failed, with the reason. The first text to a number begins with the
    business's name.
    """
    if new.key is not None and queries.is_written(db, new.key):
        return None
    phone = new.phone or phone_of(customer)
    body = new.body
    if phone is not None and not queries.was_texted(db, phone):
        body = introduced(body, terms.company)
    segments = segments_of(body.replace(LINK_MARK, "x" * LINK_LENGTH) if new.link else body).count
    reason = refusal(db, terms, customer, phone, now, is_automatic=new.is_automatic, segments=segments)
    later = None
    if reason is None and phone is not None:
        later = held_until(db, terms.operator, customer, phone, now, booking_id=new.booking_id)
    row = ConversationEntry(
        customer_id=customer.id,
        kind=TEXT,
        direction=OUT,
        text=body,
        at=now,
        state=FAILED if reason else HELD if later else WAITING,
        reason=reason,
        held_until=later,
        user_id=new.user_id,
        booking_id=new.booking_id,
        quote_id=new.quote_id,
        phone=phone,
        sender=terms.sender,
        link=new.link,
        segments=segments,
        attempts=0,
        good_until=new.good_until,
        key=new.key,
    )
    add_entry(db, row)
    if reason is None:
        schedule(db, row, now, later)
    return row


def schedule(db: Session, row: ConversationEntry, now: datetime, at: datetime | None = None) -> None:
    """Enqueue the job that sends a text."""
    jobs.enqueue(db, SEND, {"entryId": row.id, "operatorId": row.operator_id}, now, run_at=at)


def introduced(body: str, company: str) -> str:
    """Begin a text with the business's name, unless it does already."""
    return body if body.casefold().startswith(company.casefold()) else f"{company}: {body}"


def cancel_unsent(db: Session, phone: str, reason: str) -> None:
    """Cancel the texts to a number that were not sent yet."""
    _cancel(db, ConversationEntry.phone == phone, reason)


def cancel_unsent_of(db: Session, customer_ids: Collection[int], reason: str) -> None:
    """Cancel the texts to these customers that were not sent yet."""
    _cancel(db, ConversationEntry.customer_id.in_(customer_ids), reason)


def _cancel(db: Session, which: ColumnElement[bool], reason: str) -> None:
    db.execute(
        update(ConversationEntry)
        .where(
            which,
            ConversationEntry.direction == OUT,
            ConversationEntry.state.in_(UNSENT),
            ConversationEntry.handed_at.is_(None),
            ConversationEntry.answers_keyword.is_(False),
        )
        .values(state=FAILED, reason=reason, held_until=None)
    )
