"""What routes of the inventory ask about the use of its pieces: holds, outages and bookings, which packages above know.

The application gives it (`app.state.stock_use`); `bookings.goods.stock_use` implements it.
"""

from datetime import datetime
from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.outage_schemas import NewOutageOut, OutageChange, OutageInput, OutageOut, RepairOut
from marqueedesk.inventory.pieces import Piece
from marqueedesk.pricing.price_list import PriceList

Stocked = InventoryItem | Item
"""What a business owns so many of: a letter in a size and finish, or an item."""


class LockedStock(Protocol):
    """A business's stock under its lock, until the transaction ends."""

    def refuse_below(self, owned: Stocked, quantity: int, now: datetime, *, removing: bool = False) -> None:
        """Raise StillHeld, with the bookings in the way, where more than ``quantity`` are held (L8).

        With ``removing``, outages alone are not in the way: they end with what they are of.
        """
        ...

    def problem_with(self, piece: Piece, quantity: int, now: datetime) -> str | None:
        """Why there cannot be as few as ``quantity`` of a piece, as a sentence; None if there can."""
        ...

    def take_out(
        self, owned: Stocked, given: OutageInput, now: datetime, prices: PriceList, *, reported_by: User
    ) -> NewOutageOut:
        """Take pieces out of service, and notify the business of the bookings that no longer fit (L11).

        Raises NotFound for an unknown photo or booking, and Invalid on ``bookingId`` where the booking has no such
        piece.
        """
        ...

    def change_outage(
        self, owned: Stocked, outage_id: int, given: OutageChange, now: datetime, prices: PriceList
    ) -> NewOutageOut:
        """Set what a change names: until when pieces are out of service, and why, what the repair costs, its photo.

        Raises NotFound, also for an unknown photo, Invalid on lastDay, and TooManyOut.
        """
        ...

    def end_outage(self, owned: Stocked, outage_id: int) -> int:
        """Put pieces back into service; returns how many. Raises NotFound."""
        ...

    def end_outages(self, owned: Stocked) -> None:
        """Put all its pieces back into service."""
        ...


class StockUse(Protocol):
    """The use of a business's stock. The session is kept to the business."""

    def lock(self, db: Session, operator_id: int) -> LockedStock:
        """Take the operator's lock. Raises UnknownOperator."""
        ...

    def outages(self, db: Session, owned: Stocked, prices: PriceList) -> list[OutageOut]:
        """When pieces are out of service, the soonest first."""
        ...

    def open_outages(self, db: Session, operator_id: int, now: datetime, *, money: bool) -> list[RepairOut]:
        """Repairs and losses that are not over, the latest reported first; their price for those who may see it."""
        ...


def stock_use(request: Request) -> StockUse:
    """The use of the stock, as the application knows it."""
    return cast("StockUse", request.app.state.stock_use)
