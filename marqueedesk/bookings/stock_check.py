"""A rental held against the stock: which of its letters are not free on its days, and holding them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.facts import Terms, read_stock
from marqueedesk.availability.models import NOBODY, Holder
from marqueedesk.availability.stock import Shortage, Stock
from marqueedesk.bookings.rental_request import RentalRequest


@dataclass(frozen=True, slots=True)
class StockCheck:
    """A rental, and the stock of its size. ``own`` is whose holds do not count against it."""

    request: RentalRequest
    stock: Stock
    own: Holder = NOBODY

    @property
    def shortages(self) -> list[Shortage]:
        """The letters that are not free on each of its days; without days those that there are not enough of at all."""
        days = self.request.days
        if days is None:
            return self.stock.not_owned(self.request.needed)
        return self.stock.shortages(self.request.needed, days.first, days.last)

    @property
    def fits(self) -> bool:
        """Whether all of its letters are free on all of its days."""
        return not self.shortages


def check_stock(
    connection: Connection, terms: Terms, request: RentalRequest, now: datetime, *, own: Holder = NOBODY
) -> StockCheck:
    """Hold a rental against the stock. For a promise, only after the operator's lock was taken in the transaction."""
    days = request.when
    stock = read_stock(
        connection,
        terms.operator_id,
        request.size,
        request.needed,
        days.first,
        days.last,
        now,
        own=own.id,
        own_kind=own.kind,
    )
    return StockCheck(request, stock, own)


def hold_rental(
    db: Session,
    terms: Terms,
    request: RentalRequest,
    holder: Holder,
    *,
    expires_at: datetime | None,
    now: datetime,
    check: bool = True,
) -> None:
    """Put the holds of a rental in place of those that its booking or quote had. ``terms`` come from the lock taken in
    the transaction. Raises NotEnoughLetters, unless ``check`` is off: then letters are held over the stock.
    """
    days = request.when
    availability.hold(
        db,
        terms,
        holder_id=holder.id,
        kind=holder.kind,
        size=request.size,
        needed=request.needed,
        first=days.first,
        last=days.last,
        expires_at=expires_at,
        now=now,
        check=check,
    )
