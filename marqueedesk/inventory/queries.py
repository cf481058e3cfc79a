"""Read-only queries about letters, scoped to the session's operator."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.queries import lock_own
from marqueedesk.inventory.errors import UnknownLetter
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.kit.db.rows import existing, fresh


def letters(db: Session, *, after: int = 0, limit: int | None = None) -> list[InventoryItem]:
    """Return up to `limit` letters after an ID, in the order they were added."""
    return list(
        db.scalars(select(InventoryItem).where(InventoryItem.id > after).order_by(InventoryItem.id).limit(limit))
    )


def letter(db: Session, item_id: int) -> InventoryItem:
    """Return a letter. Raises UnknownLetter."""
    return existing(db.scalars(select(InventoryItem).where(InventoryItem.id == item_id)).one_or_none(), UnknownLetter)


def letter_for_change(db: Session, item_id: int) -> InventoryItem:
    """Return a letter under the operator's lock, so that it can't be deleted in the meantime. Raises UnknownLetter."""
    lock_own(db)
    return existing(fresh(db, InventoryItem, InventoryItem.id == item_id), UnknownLetter)
