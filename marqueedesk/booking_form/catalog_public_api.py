"""The items and packages on a business's form."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database, named_operator
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.availability.stock_queries import read_stock
from marqueedesk.inventory import items as verbs
from marqueedesk.inventory.item_schemas import CatalogOut
from marqueedesk.inventory.item_serializers import offered_catalog
from marqueedesk.inventory.message import count_letters, split_message
from marqueedesk.inventory.models import COUNTED, Item
from marqueedesk.inventory.package_lines import PackageLine, blanks_in, filled
from marqueedesk.inventory.pieces import Needs, Piece, count_pieces
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http.http import errors
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.rental_request import read_days

router = APIRouter(tags=["public form"])
_Day = Annotated[str | None, Query(max_length=40, description="With both days, `available` is filled in")]


@router.get("/api/public/catalog", response_model_exclude_unset=True, responses=errors(404))
def catalog(
    request: Request,
    key: Annotated[str, Query(max_length=50)],
    delivery_date: Annotated[_Day, Query(alias="deliveryDate")] = None,
    pickup_date: Annotated[_Day, Query(alias="pickupDate")] = None,
) -> CatalogOut:
    """List the items and packages on a business's form, with prices and pictures; and for given days, which of them are
    available.
    """
    with database(request).read() as db:
        operator = accounts.public_operator(db, named_operator(key))
        set_operator(db, operator.id)
        answer = offered_catalog(db, pricing.price_list(db), operator.public_key)
        if delivery_date is None or pickup_date is None:
            return answer
        items, packages = verbs.items(db, only_public=True), verbs.packages(db, only_public=True)
        needs = [_of_item(row) for row in items] + [_of_package(row.lines) for row in packages]
        now, connection = clock.now(), db.connection()
        terms = read_operator(connection, operator.id)
        days = read_days(terms, delivery_date, pickup_date, None, now, by_operator=False)
        stock = read_stock(connection, terms, count_pieces(needs), days.first, days.last, now)
    for entry, needed in zip([*answer.items, *answer.packages], needs, strict=True):
        # Only whether one more is available, never how many (L6). Pieces that the business does not own are reported
        # with the price instead, because no other day would help.
        entry.available = bool(stock.not_owned(needed)) or stock.fits(needed, days.first, days.last)
    return answer


def _of_item(item: Item) -> Needs:
    return {Piece.of_item(item.id): 1} if item.kind == COUNTED else {}


def _of_package(lines: list[PackageLine]) -> Needs:
    """Return the pieces of a package, as far as they are known without the customer's words."""
    parts: list[Needs] = []
    for line in lines:
        if line["kind"] == "item":
            parts.append({Piece.of_item(line["item_id"]): line["quantity"]})
            continue
        text = filled(line["text"], [" "] * blanks_in(line["text"]))
        letters = count_letters(split_message(text)) if text.strip() else {}
        parts.append({Piece(line["size"], letter, line["finish"]): count for letter, count in letters.items()})
    return count_pieces(parts)
