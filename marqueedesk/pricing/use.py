"""The parts of a price list that are in use. Packages above know them and set `app.state.stock_use`."""

from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.pricing.price_list import PriceList


class PriceListUse(Protocol):
    """The use of a business's price list."""

    def lock(self, db: Session, operator_id: int) -> object:
        """Take the operator's lock. Raises UnknownOperator."""
        ...

    def refuse_in_use(self, db: Session, operator_id: int, before: PriceList, after: PriceList) -> None:
        """Raise SizeInUse or FinishInUse for what has left the list, and stock or coming bookings have."""
        ...


def price_list_use(request: Request) -> PriceListUse:
    """The use of the price list, as the application knows it."""
    return cast("PriceListUse", request.app.state.stock_use)
