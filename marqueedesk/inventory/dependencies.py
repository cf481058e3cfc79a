"""FastAPI dependencies of routes about one letter or item. They must come after the caller's dependency, which scopes
the session.

They raise NotFound (404) before the body is validated.
"""

from typing import Annotated

from fastapi import Depends

from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.queries import lock_own
from marqueedesk.inventory import items, queries
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.kit.http.schemas import PathId


def letter_for_update(db: Db, item_id: PathId) -> InventoryItem:
    """Return the letter in the path under the operator's lock. Raises UnknownLetter."""
    return queries.letter_for_change(db, item_id)


def item_for_update(db: Db, item_id: PathId) -> Item:
    """Return the item in the path under the operator's lock. Raises UnknownItem."""
    lock_own(db)
    return items.item(db, item_id)


LetterForUpdate = Annotated[InventoryItem, Depends(letter_for_update)]
ItemForUpdate = Annotated[Item, Depends(item_for_update)]
