"""Delivery states of texts, from the provider's responses and status callbacks, which may come in any order."""

from datetime import datetime
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.orm import Session

from marqueedesk.conversations import service
from marqueedesk.conversations.models import (
    DELIVERED,
    FAILED,
    HELD,
    SENT,
    WAITING,
    ConversationEntry,
    EntryState,
    ProviderText,
)
from marqueedesk.conversations.texting import OPTED_OUT
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.sms.models import TextOptOut

_STATES: Final[dict[str, EntryState]] = {
    **dict.fromkeys(("accepted", "scheduled", "queued", "sending", "sent"), SENT),
    **dict.fromkeys(("delivered", "read"), DELIVERED),
    **dict.fromkeys(("failed", "undelivered", "canceled"), FAILED),
}
_BEFORE: Final[dict[EntryState, tuple[EntryState, ...]]] = {
    SENT: (WAITING, HELD),
    DELIVERED: (WAITING, HELD, SENT),
    FAILED: (WAITING, HELD, SENT),
}
"""States that a state may follow. Delivered and failed are final."""
_OPTED_OUT_CODE: Final = "21610"


def _insert_once(db: Session, **values: object) -> None:
    insert = insert_sqlite if db.get_bind().dialect.name == "sqlite" else insert_postgresql
    db.execute(insert(ProviderText).values(**values).on_conflict_do_nothing(index_elements=["provider_id"]))


def remember(db: Session, provider_id: str, operator_id: int, entry_id: int, now: datetime) -> bool:
    """Store whose text a provider's ID is. Return false if it belongs to another text."""
    _insert_once(db, provider_id=provider_id, operator_id=operator_id, entry_id=entry_id, at=now)
    unclaimed = (ProviderText.provider_id == provider_id) & ProviderText.entry_id.is_(None)
    db.execute(update(ProviderText).where(unclaimed).values(operator_id=operator_id, entry_id=entry_id))
    claimed = select(ProviderText.operator_id, ProviderText.entry_id).where(ProviderText.provider_id == provider_id)
    return tuple(db.execute(claimed).one()) == (operator_id, entry_id)


def is_known(db: Session, provider_id: str) -> bool:
    """Return true if a text with this ID was stored, in either direction."""
    known = select(ProviderText.provider_id).where(
        ProviderText.provider_id == provider_id, ProviderText.entry_id.is_not(None)
    )
    return db.scalar(known) is not None


def note_status(db: Session, provider_id: str, status: str, error_code: str | None, now: datetime) -> None:
    """Store the status of a text whose row may not have its ID yet, and which `settle` applies then. A final status
    stays.
    """
    state = _STATES.get(status)
    if state is None:
        return
    _insert_once(db, provider_id=provider_id, at=now)
    earlier = [name for name, before in _STATES.items() if before in _BEFORE[state]]
    db.execute(
        update(ProviderText)
        .where(
            ProviderText.provider_id == provider_id,
            ProviderText.status.is_(None) | ProviderText.status.in_(earlier),
        )
        .values(status=status, error_code=error_code)
    )


def settle(db: Session, provider_id: str) -> None:
    """Apply the stored status of a text to its entry, if that exists. States only move forward."""
    row = db.get(ProviderText, provider_id, populate_existing=True)
    if row is None or row.operator_id is None or row.entry_id is None or row.status is None:
        return
    state = _STATES[row.status]
    set_operator(db, row.operator_id)
    values: dict[str, object] = {"state": state}
    if state == FAILED:
        values["reason"] = OPTED_OUT if row.error_code == _OPTED_OUT_CODE else _undelivered(row.error_code)
    db.execute(
        update(ConversationEntry)
        .where(ConversationEntry.id == row.entry_id, ConversationEntry.state.in_(_BEFORE[state]))
        .values(**values)
    )


def _undelivered(error_code: str | None) -> str:
    return f"The carrier did not deliver the text ({error_code})." if error_code else "The carrier did not deliver it."


def opt_out(db: Session, operator_id: int, phone: str, now: datetime) -> bool:
    """Store that a number wants no texts from the session's business, and cancel those that wait. Return true if that
    is new.
    """
    is_new = db.get(TextOptOut, (operator_id, phone)) is None
    if is_new:
        is_new = add_unless_taken(db, TextOptOut(phone=phone, at=now))
    service.cancel_unsent(db, phone, OPTED_OUT)
    return is_new


def forget_old(db: Session, before: datetime) -> None:
    """Delete the IDs of texts whose status can't change anymore."""
    db.execute(delete(ProviderText).where(ProviderText.at < before))
