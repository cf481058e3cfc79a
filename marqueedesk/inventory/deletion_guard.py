"""Interface to check and change stock that bookings and quotes may use, implemented by a higher-level package.

The application injects the implementation, `bookings.goods.deletion_guards`, as `app.state.stock_use`.
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
"""A row with a quantity: a letter in a size and finish, or an item."""


class LockedStock(Protocol):
    """A business's stock under its lock, until the transaction ends."""

    def ensure_quantity_free(self, owned: Stocked, quantity: int, now: datetime, *, removing: bool = False) -> None:
        """Raise InUseByBookings with the conflicting bookings if more than ``quantity`` are held (L8).

        With ``removing``, outages alone aren't a conflict, because they end with the row.
        """
        ...

    def problem_with(self, piece: Piece, quantity: int, now: datetime) -> str | None:
        """Describe why the quantity of a piece can't be lowered to ``quantity``; None if it can be."""
        ...

    def take_out(
        self, owned: Stocked, payload: OutageInput, now: datetime, prices: PriceList, *, reported_by: User
    ) -> NewOutageOut:
        """Take pieces out of service, and notify the business of bookings at risk (L11).

        Raises NotFound for an unknown photo or booking, and Invalid on ``bookingId`` if the booking has no such piece.
        """
        ...

    def change_outage(
        self, owned: Stocked, outage_id: int, payload: OutageChange, now: datetime, prices: PriceList
    ) -> NewOutageOut:
        """Apply the fields sent: end date, reason, repair cost, and photo.

        Raises NotFound, also for an unknown photo, Invalid on lastDay, and TooManyOut.
        """
        ...

    def end_outage(self, owned: Stocked, outage_id: int) -> int:
        """Put pieces back in service; returns their number. Raises NotFound."""
        ...

    def end_outages(self, owned: Stocked) -> None:
        """Put all pieces of this letter or item back in service."""
        ...


class StockUse(Protocol):
    """Stock use of a business. The session is scoped to the business."""

    def lock(self, db: Session, operator_id: int) -> LockedStock:
        """Take the operator's lock. Raises UnknownOperator."""
        ...

    def outages(self, db: Session, owned: Stocked, prices: PriceList) -> list[OutageOut]:
        """Return the outages, soonest first."""
        ...

    def open_outages(self, db: Session, operator_id: int, now: datetime, *, money: bool) -> list[RepairOut]:
        """Return open repairs and losses, latest report first, with amounts if ``money``."""
        ...


def stock_use(request: Request) -> StockUse:
    """Return the application's implementation."""
    return cast("StockUse", request.app.state.stock_use)
