"""Routes of items and packages. A refusal lists the bookings in the way (L8)."""

from typing import Annotated, Any, Final

from fastapi import Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.call_limits import UPLOADS
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import items as verbs
from marqueedesk.inventory.errors import PictureOfAnotherType
from marqueedesk.inventory.item_schemas import (
    ItemChange,
    ItemInput,
    ItemOut,
    PackageChange,
    PackageInput,
    PackageOut,
    item_answer,
    package_answer,
)
from marqueedesk.inventory.models import COUNTED, Item, Package
from marqueedesk.inventory.pictures import uploaded_picture
from marqueedesk.inventory.stock_use import stock_use
from marqueedesk.kit import clock
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList

router = Router(tags=["items"])
Raw = Annotated[RawBody, Depends(raw_body)]
IMAGES: Final = {"image/jpeg", "image/png", "image/webp", "image/svg+xml", "image/heic", "image/heif"}
"""The content types that an upload may declare. The declared type is not relied on; SVG, HEIC and HEIF are allowed here
so that the refusal can name them."""
UPLOAD: Final = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in sorted(IMAGES)},
    }
}


@router.get("/api/items", response_model=list[ItemOut], responses=error_responses(401, 403))
def list_items(request: Request) -> Response:
    """The items that the caller's business rents out besides letters."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        money = caller.may(SEE_MONEY)
        return json_answer([item_answer(row, operator.public_key, money=money) for row in verbs.items(db)])


@router.post(
    "/api/items",
    status_code=201,
    response_model=ItemOut,
    responses=error_responses(400, 401, 403, 413, 415, 422, 503),
    **request_body(ItemInput),
)
def add_item(request: Request, body: Raw) -> Response:
    """Add an item."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        answer = item_answer(verbs.add_item(db, body.read(ItemInput), clock.now()), operator.public_key)
    return json_answer(answer, 201)


@router.patch(
    "/api/items/{item_id}",
    response_model=ItemOut,
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **request_body(ItemChange),
)
def change_item(request: Request, item_id: PathId, body: Raw) -> Response:
    """Change an item. A quantity below what coming bookings hold is refused, and they are listed (L8)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        found = verbs.item(db, item_id)
        before = found.quantity if found.kind == COUNTED else None
        verbs.change_item(found, body.read(ItemChange), clock.now())
        if found.kind == COUNTED and before is not None and found.quantity < before:
            stock.refuse_below(found, found.quantity, clock.now(), removing=found.quantity == 0)
        answer = item_answer(found, operator.public_key)
    return json_answer(answer)


@router.delete(
    "/api/items/{item_id}",
    status_code=204,
    response_class=Response,
    responses=error_responses(401, 403, 404, 409, 422, 503),
)
def remove_item(request: Request, item_id: PathId) -> Response:
    """Remove an item that no coming booking holds and no package has."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        found = verbs.item(db, item_id)
        stock.refuse_below(found, 0, clock.now(), removing=True)
        record_action(db, caller, "item.deleted", (found.id, found.name), quantity=found.quantity)
        picture = found.picture
        stock.end_outages(found)
        verbs.remove_item(db, found)
        if picture is not None:
            verbs.drop_picture(db, picture)
    return Response(status_code=204)


def serialize_packages(
    db: Session, rows: list[Package], prices: PriceList, public_key: str, *, money: bool
) -> list[PackageOut]:
    """Packages as the wire shows them, with the names of their items, and their price for who may see ``money``."""
    names, usual = verbs.item_names(db, rows), prices.usual_finish
    return [package_answer(row, names, public_key, usual_finish=usual, money=money) for row in rows]


@router.get("/api/packages", response_model=list[PackageOut], responses=error_responses(401, 403))
def list_packages(request: Request) -> Response:
    """The packages of the caller's business."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        prices, money = pricing.price_list(db), caller.may(SEE_MONEY)
        return json_answer(serialize_packages(db, verbs.packages(db), prices, operator.public_key, money=money))


@router.post(
    "/api/packages",
    status_code=201,
    response_model=PackageOut,
    responses=error_responses(400, 401, 403, 404, 413, 415, 422, 503),
    **request_body(PackageInput),
)
def add_package(request: Request, body: Raw) -> Response:
    """Add a package of letters, which may have blanks (____), and items."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        prices = pricing.price_list(db)
        found = verbs.add_package(db, body.read(PackageInput), prices, clock.now())
        answer = serialize_packages(db, [found], prices, operator.public_key, money=True)[0]
    return json_answer(answer, 201)


@router.patch(
    "/api/packages/{package_id}",
    response_model=PackageOut,
    responses=error_responses(400, 401, 403, 404, 413, 415, 422, 503),
    **request_body(PackageChange),
)
def change_package(request: Request, package_id: PathId, body: Raw) -> Response:
    """Change a package. Bookings that have it keep it as it was."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        prices, found = pricing.price_list(db), verbs.package(db, package_id)
        verbs.change_package(db, found, body.read(PackageChange), prices, clock.now())
        answer = serialize_packages(db, [found], prices, operator.public_key, money=True)[0]
    return json_answer(answer)


@router.delete(
    "/api/packages/{package_id}",
    status_code=204,
    response_class=Response,
    responses=error_responses(401, 403, 404, 422, 503),
)
def remove_package(request: Request, package_id: PathId) -> Response:
    """Remove a package. Bookings that have it keep it as it was."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        found = verbs.package(db, package_id)
        record_action(db, caller, "package.deleted", (found.id, found.name))
        picture = found.picture
        db.delete(found)
        db.flush()
        if picture is not None:
            verbs.drop_picture(db, picture)
    return Response(status_code=204)


def _set_picture(request: Request, body: RawBody, find: Any, row_id: int) -> ItemOut | PackageOut:
    """Store a picture. It is redrawn before anything is locked; then the row is looked up again."""
    with reading(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        find(db, row_id)
    if body.content_type not in IMAGES:
        raise PictureOfAnotherType
    UPLOADS.spend(request, caller)
    pictures = uploaded_picture(body.raw)
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        found = find(db, row_id)
        verbs.set_picture(db, found, pictures, clock.now())
        return _shown(db, caller, found)


def _shown(db: Session, caller: Caller, found: Item | Package) -> ItemOut | PackageOut:
    key = caller.operator.public_key
    if isinstance(found, Item):
        return item_answer(found, key)
    return serialize_packages(db, [found], pricing.price_list(db), key, money=True)[0]


@router.put(
    "/api/items/{item_id}/picture",
    response_model=ItemOut,
    responses=error_responses(401, 403, 404, 413, 415, 422, 429),
    openapi_extra=UPLOAD,
)
def set_item_picture(request: Request, item_id: PathId, body: Raw) -> Response:
    """Take a picture of an item: JPEG, PNG or WebP, at most 12 MB."""
    return json_answer(_set_picture(request, body, verbs.item, item_id))


@router.put(
    "/api/packages/{package_id}/picture",
    response_model=PackageOut,
    responses=error_responses(401, 403, 404, 413, 415, 422, 429),
    openapi_extra=UPLOAD,
)
def set_package_picture(request: Request, package_id: PathId, body: Raw) -> Response:
    """Take a picture of a package: JPEG, PNG or WebP, at most 12 MB."""
    return json_answer(_set_picture(request, body, verbs.package, package_id))


def _remove_picture(request: Request, find: Any, row_id: int) -> Response:
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        verbs.set_picture(db, find(db, row_id), None, clock.now())
    return Response(status_code=204)


@router.delete("/api/items/{item_id}/picture", status_code=204, responses=error_responses(401, 403, 404, 422))
def remove_item_picture(request: Request, item_id: PathId) -> Response:
    """Remove an item's picture."""
    return _remove_picture(request, verbs.item, item_id)


@router.delete("/api/packages/{package_id}/picture", status_code=204, responses=error_responses(401, 403, 404, 422))
def remove_package_picture(request: Request, package_id: PathId) -> Response:
    """Remove a package's picture."""
    return _remove_picture(request, verbs.package, package_id)
