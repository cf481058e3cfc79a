"""Interface to check whether a price list's entries are in use. Higher-level packages implement it; the application
injects it as `app.state.stock_use`.
"""

from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.pricing.price_list import PriceList


class PriceListUse(Protocol):
    """Check whether entries of a business's price list are in use."""

    def lock(self, db: Session, operator_id: int) -> object:
        """Take the operator's lock. Raises UnknownOperator."""
        ...

    def ensure_sizes_unused(self, db: Session, operator_id: int, before: PriceList, after: PriceList) -> None:
        """Raise SizeInUse or FinishInUse for removed entries that stock or upcoming bookings use."""
        ...


def price_list_use(request: Request) -> PriceListUse:
    """Return the application's implementation."""
    return cast("PriceListUse", request.app.state.stock_use)
