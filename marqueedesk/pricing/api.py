"""Routes of the price list. Sizes and finishes used by stock or upcoming bookings cannot be removed."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.accounts.schemas import PieceNames
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries, service
from marqueedesk.pricing.deletion_guard import price_list_use
from marqueedesk.pricing.price_list import MILLION, Finish, PriceList, Rate
from marqueedesk.pricing.schemas import (
    ListedAddOn,
    ListedColor,
    ListedFinish,
    ListedPrice,
    ListedSize,
    PriceListChange,
    PriceListOut,
)

router = APIRouter(tags=["pricing"], responses=errors(401, 403))


def price_list_answer(price_list: PriceList) -> PriceListOut:
    """Serialize a price list."""
    return PriceListOut.of_cents(
        price_list,
        sizes=[ListedSize.of_row(row, price=units(row.cents)) for row in price_list.sizes],
        finishes=[
            ListedFinish(code=row.code, label=row.label)
            for row in price_list.finishes or (Finish(price_list.usual_finish, "Standard"),)
        ],
        colors=[ListedColor.of_row(row, price=units(row.cents)) for row in price_list.colors],
        add_ons=[ListedAddOn.of_row(row, price=units(row.cents)) for row in price_list.add_ons],
        difficulties=_rows(price_list.difficulties),
        # A basis point is a hundredth of a percent, as a cent is of a dollar.
        venue_surcharge_percent=units(price_list.venue_surcharge_basis_points),
        sales_tax_percent=tax_percent(price_list.sales_tax_ppm),
        deposit_percent=units(price_list.deposit_basis_points),
    )


def piece_names(db: Session, operator_id: int) -> PieceNames:
    """Return the names of a business's sizes and finishes by code. Also works on a session without a tenant scope."""
    prices = queries.price_list_of(db, operator_id)
    return PieceNames(
        sizes={row.code: row.label for row in prices.sizes},
        finishes={row.code: row.label for row in prices.finishes},
        usual_finish=prices.usual_finish,
    )


def tax_percent(ppm: int) -> float | int:
    """Convert millionths to percent, as an integer if it is a whole number."""
    whole, rest = divmod(ppm, MILLION // 100)
    return whole if rest == 0 else ppm / (MILLION // 100)


def _rows(rows: Sequence[Rate]) -> list[ListedPrice]:
    return [ListedPrice(code=row.code, label=row.label, price=units(row.cents)) for row in rows]


@router.get("/api/price-list")
def price_list(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> PriceListOut:
    """Return the price list of the caller's business."""
    return price_list_answer(queries.price_list(db))


@router.patch("/api/price-list", responses=errors(409))
def change_price_list(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: PriceListChange
) -> PriceListOut:
    """Change the prices in the body; others stay the same. Sizes and finishes in use cannot be removed."""
    operator = caller.operator
    use = price_list_use(request)
    use.lock(db, operator.id)
    before = queries.price_list(db)
    changed = service.change_price_list(db, body)
    use.ensure_sizes_unused(db, operator.id, before, changed)
    record_settings_change(db, caller, "prices", body)
    return price_list_answer(changed)
