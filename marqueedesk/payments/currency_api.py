"""Routes of a business's currency.

Amounts are never converted, so the currency is fixed once there is a booking, a quote, a payment or a gift card.
"""

from typing import Annotated, ClassVar, Final, Literal, cast

from fastapi import APIRouter, Request
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.availability import service as availability
from marqueedesk.bookings.charges.discount_codes import DiscountCode
from marqueedesk.bookings.charges.gift_cards import GiftCards, gift_cards_of
from marqueedesk.bookings.models import Booking
from marqueedesk.instance_settings.schemas import CURRENCIES, CurrencyCode
from marqueedesk.inventory.models import InventoryItem, Item, Package
from marqueedesk.kit.errors import Conflict
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import RequestModel, ResponseModel
from marqueedesk.kit.money import smallest_step
from marqueedesk.payments.models import BookingPayment
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing import service as pricing_service
from marqueedesk.quotes.models import Quote
from marqueedesk.venues.models import Venue

router = APIRouter(tags=["payments"], responses=errors(401, 403))
FixedBy = Literal["bookings", "quotes", "payments", "gift cards"]
_PRICES: Final = (
    ("Inventory", InventoryItem.price_per_day_cents),
    ("Inventory", InventoryItem.cost_cents),
    ("Inventory", InventoryItem.replacement_cents),
    ("Items", Item.price_cents),
    ("Items", Item.replacement_cents),
    ("Packages", Package.price_cents),
    ("Venues", Venue.surcharge_cents),
    ("Settings > Pricing", DiscountCode.cents),
    ("Settings > Pricing", DiscountCode.minimum_cents),
)
"""The pages and columns of prices outside the price list."""
_IN_CURRENCY: Final = (("bookings", Booking), ("quotes", Quote), ("payments", BookingPayment))


class CurrencyInput(RequestModel):
    """Body of PUT /api/currency."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "currency": {"missing": "Choose a currency", "*": f"Currency must be one of: {', '.join(CURRENCIES)}"}
    }

    currency: CurrencyCode


class CurrencyOut(ResponseModel):
    """The currency of a business's amounts."""

    currency: str
    currencies: Annotated[list[CurrencyCode], Field(description="The available currencies")]
    fixed_by: Annotated[FixedBy | None, Field(description="The records that prevent a change")]


class CurrencyInUse(Conflict):
    """The business has records in its currency (`FixedBy`), and their amounts would not be converted."""

    code = "currency_in_use"

    def __init__(self, fixed_by: FixedBy, currency: str) -> None:
        sentence = f"You have {fixed_by} in {currency}, and amounts can't be converted."
        super().__init__(sentence, fields={"currency": sentence}, fixedBy=fixed_by)


class PricesHaveFractions(Conflict):
    """The business has prices with cents, and the new currency has no decimals."""

    code = "prices_have_fractions"

    def __init__(self, currency: str, where: str) -> None:
        sentence = f"{currency} has no decimals. First change the prices with decimals under {where} to whole amounts."
        super().__init__(sentence, fields={"currency": sentence})


def currency_fixed_by(db: Session, gift_cards: GiftCards) -> FixedBy | None:
    """Return the first kind of record that prevents a change of the currency, or None."""
    for name, model in _IN_CURRENCY:
        if db.scalars(select(model.id).limit(1)).first() is not None:
            return cast("FixedBy", name)
    return "gift cards" if gift_cards.are_sold(db) else None


@router.get("/api/currency")
def currency(request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> CurrencyOut:
    """Return the currency of the caller's business, and true if it can still be changed."""
    return _currency_out(db, caller.operator, gift_cards_of(request))


def _currency_out(db: Session, operator: Operator, gift_cards: GiftCards) -> CurrencyOut:
    fixed_by = currency_fixed_by(db, gift_cards)
    return CurrencyOut(currency=operator.currency, currencies=list(CURRENCIES), fixed_by=fixed_by)


def set_currency(db: Session, operator: Operator, currency: CurrencyCode, gift_cards: GiftCards) -> bool:
    """Set a business's currency, and return true if that changed it. Takes the operator's lock, so that no booking is
    made in the former currency. Raises CurrencyInUse and PricesHaveFractions.
    """
    availability.lock(db, operator.id)
    if currency == operator.currency:
        return False
    fixed_by = currency_fixed_by(db, gift_cards)
    if fixed_by is not None:
        raise CurrencyInUse(fixed_by, operator.currency)
    step = smallest_step(currency)
    if step != 1 and (where := _with_fractions(db, step)):
        raise PricesHaveFractions(currency, where)
    pricing_service.set_currency(db, operator, currency)
    return True


def _with_fractions(db: Session, step: int) -> str | None:
    """Return the first page with a price that is not a multiple of ``step`` cents, or None."""
    if pricing.price_list(db).has_fractions(step):
        return "Settings > Pricing"
    for page, column in _PRICES:
        if db.scalars(select(column).where(column % step != 0).limit(1)).first() is not None:
            return page
    return None


@router.put("/api/currency", responses=errors(409))
def change_currency(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: CurrencyInput
) -> CurrencyOut:
    """Set the currency. Prices are not converted. Rejected once there is a booking, a quote, a payment or a gift
    card.
    """
    gift_cards = gift_cards_of(request)
    if set_currency(db, caller.operator, body.currency, gift_cards):
        record_settings_change(db, caller, "currency", body)
    return _currency_out(db, caller.operator, gift_cards)
