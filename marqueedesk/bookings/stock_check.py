"""Check a rental against the stock, and hold its pieces."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.models import BOOKING, NOBODY, Holder, Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock import Shortage, Stock
from marqueedesk.availability.stock_queries import read_stock
from marqueedesk.inventory.pieces import USUAL_FINISH, Needs, PieceLabels
from marqueedesk.rentals.rental_request import RentalRequest


@dataclass(frozen=True)
class StockCheck:
    """A rental and the stock of its pieces. The holds of ``own`` are ignored."""

    request: RentalRequest
    stock: Stock
    own: Holder = NOBODY
    usual_finish: str = USUAL_FINISH
    """The code of the default finish, which isn't shown."""

    @cached_property
    def shortages(self) -> list[Shortage]:
        """Return the pieces that aren't available on every day of the rental. Without days, return the pieces of which
        too few are owned.
        """
        days = self.request.days
        if days is None:
            return self.stock.not_owned(self.request.needs)
        return self.stock.shortages(self.request.needs, days.first, days.last)

    @cached_property
    def shortages_for_visitors(self) -> list[Shortage]:
        """Return the shortages, omitting the day for pieces not owned at all, because no other day would help."""
        lacking = {short.piece for short in self.stock.not_owned(self.request.needs) if short.free == 0}
        return [replace(short, day=None) if short.piece in lacking else short for short in self.shortages]

    @property
    def fits(self) -> bool:
        """Return true if every piece is available on all days."""
        return not self.shortages

    @property
    def names(self) -> PieceLabels:
        """Return the names of its pieces."""
        return PieceLabels(self.usual_finish, self.request.names)


def check_stock(
    connection: Connection,
    terms: Terms,
    request: RentalRequest,
    now: datetime,
    *,
    own: Holder = NOBODY,
    usual_finish: str = USUAL_FINISH,
) -> StockCheck:
    """Check a rental against the stock. For a binding check, call after taking the operator's lock."""
    days = request.when
    stock = read_stock(connection, terms, request.needs, days.first, days.last, now, own=own)
    return StockCheck(request, stock, own, usual_finish)


def hold_rental(
    db: Session,
    terms: Terms,
    request: RentalRequest,
    holder: Holder,
    *,
    expires_at: datetime | None,
    now: datetime,
    check: bool = True,
    needs: Needs | None = None,
    sender: Sender | None = None,
) -> None:
    """Replace the holds of a booking or quote with those of the rental. ``terms`` are those read when this transaction
    took the lock.

    Raises NotEnoughLetters unless ``check`` is off, which allows overbooking. ``needs`` overrides the pieces to hold if
    some are back already; ``sender`` is the stranger whose limits the holds count towards.
    """
    days = request.when
    availability.hold(
        db,
        terms,
        holder,
        needs=request.needs if needs is None else needs,
        first=days.first,
        last=days.last,
        expires_at=expires_at,
        now=now,
        check=check,
        due=days.pickup.day if holder.kind == BOOKING else None,
        sender=sender,
    )
