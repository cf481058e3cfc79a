"""Numbers and messaging services that businesses text from. Each belongs to one business (rules.md, T11).

The primary key of `TextSender` decides between businesses that enter the same sender at the same time.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.sms.errors import NumberTaken
from marqueedesk.sms.gateway import SERVICE_PREFIX, SmsAccount
from marqueedesk.sms.models import TextSender


def key_of(sender: str) -> str:
    """Return the form of a sender that is unique across businesses."""
    return sender.lower()


def own_sender(db: Session, operator_id: int) -> str | None:
    """Return a business's own number or messaging service, or None if it uses the installation's."""
    return db.scalar(select(TextSender.sender).where(TextSender.operator_id == operator_id))


def operator_behind(db: Session, sender: str) -> int | None:
    """Return the ID of the business that a number or messaging service belongs to, if any."""
    return db.scalar(select(TextSender.operator_id).where(TextSender.key == key_of(sender)))


def own_senders(db: Session) -> dict[int, str]:
    """Return the own sender of each business that has one, by operator ID."""
    return {row.operator_id: row.sender for row in db.scalars(select(TextSender))}


def with_own_number(db: Session, *, besides: str | None) -> set[int]:
    """Return the IDs of the businesses with a number of their own, other than the installation's sender."""
    senders = own_senders(db)
    return {one for one, sender in senders.items() if is_number(sender) and not is_same(sender, besides)}


def is_number(sender: str) -> bool:
    """Return true for a number, false for a messaging service."""
    return not sender.startswith(SERVICE_PREFIX)


def claim(db: Session, operator_id: int, sender: str, now: datetime) -> None:
    """Make a number or messaging service the business's own, in place of its current one. The caller holds the
    operator's lock. Raises NumberTaken.
    """
    if operator_behind(db, sender) != operator_id:
        # Added before the current one is released, so that two businesses that swap theirs don't wait for each other.
        row = TextSender(key=key_of(sender), sender=sender, operator_id=operator_id, since=now)
        if not add_unless_taken(db, row):
            raise NumberTaken.about("number" if is_number(sender) else "messagingServiceSid")
    _delete(db, operator_id, besides=[key_of(sender)])


def release(db: Session, operator_id: int) -> None:
    """Return the business to the installation's number. The caller holds the operator's lock."""
    _delete(db, operator_id, besides=())


def _delete(db: Session, operator_id: int, *, besides: Iterable[str]) -> None:
    db.execute(delete(TextSender).where(TextSender.operator_id == operator_id, TextSender.key.not_in(besides)))


def is_same(sender: str, other: str | None) -> bool:
    """Return true if two senders are the same in any spelling."""
    return other is not None and key_of(sender) == key_of(other)


def effective_own(db: Session, operator_id: int, installation: str | None) -> str | None:
    """Return a business's own sender. None if it has none, or if it has become the one that all businesses share."""
    sender = own_sender(db, operator_id)
    return None if sender is None or is_same(sender, installation) else sender


def can_text(db: Session, operator_id: int, account: SmsAccount | None) -> bool:
    """Return true if a business can send texts: with an account, and a sender of its own or the installation's."""
    return account is not None and (account.sender is not None or own_sender(db, operator_id) is not None)
