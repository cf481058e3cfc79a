"""Routes of items and packages. Errors list conflicting bookings (L8)."""

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.call_limits import UPLOADS
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.picture_storage import check_upload, within_quota
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import items as verbs
from marqueedesk.inventory.deletion_guard import stock_use
from marqueedesk.inventory.dependencies import ItemForUpdate
from marqueedesk.inventory.errors import PictureOfAnotherType
from marqueedesk.inventory.item_schemas import (
    ItemChange,
    ItemInput,
    ItemOut,
    PackageChange,
    PackageInput,
    PackageOut,
    item_answer,
)
from marqueedesk.inventory.item_serializers import serialize_packages
from marqueedesk.inventory.models import COUNTED, Item, Package
from marqueedesk.inventory.pictures import TwoPictures, uploaded_picture
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import UploadedBytes, content_type, errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["items"], responses=errors(401, 403))
PicturedT = TypeVar("PicturedT", Item, Package)
AnswerT = TypeVar("AnswerT")
IMAGES: Final = {"image/jpeg", "image/png", "image/webp", "image/svg+xml", "image/heic", "image/heif"}
"""Content types that an upload may declare, which isn't relied on. SVG, HEIC and HEIF are included to give a specific
error.
"""
UPLOAD: Final = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in sorted(IMAGES)},
    }
}


@router.get("/api/items", response_model_exclude_unset=True)
def list_items(db: Db, caller: Annotated[Caller, Requires(SEE_STOCK)]) -> list[ItemOut]:
    """List the items of the caller's business."""
    operator = caller.operator
    money = caller.may(SEE_MONEY)
    return [item_answer(row, operator.public_key, money=money) for row in verbs.items(db)]


@router.post("/api/items", response_model_exclude_unset=True, status_code=201)
def add_item(db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], body: ItemInput) -> ItemOut:
    """Add an item."""
    operator = caller.operator
    return item_answer(verbs.add_item(db, body, clock.now()), operator.public_key)


@router.patch("/api/items/{item_id}", response_model_exclude_unset=True, responses=errors(409))
def change_item(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], row: ItemForUpdate, body: ItemChange
) -> ItemOut:
    """Update an item. If upcoming bookings hold more than the new quantity, it is rejected and the bookings are listed
    (L8).
    """
    operator = caller.operator
    stock = stock_use(request).lock(db, operator.id)
    before = row.quantity if row.kind == COUNTED else None
    verbs.change_item(row, body, clock.now())
    if row.kind == COUNTED and before is not None and row.quantity < before:
        stock.ensure_quantity_free(row, row.quantity, clock.now(), removing=row.quantity == 0)
    return item_answer(row, operator.public_key)


@router.delete("/api/items/{item_id}", status_code=204, responses=errors(409))
def remove_item(request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], item_id: PathId) -> None:
    """Remove an item that no upcoming booking or package uses."""
    operator = caller.operator
    stock = stock_use(request).lock(db, operator.id)
    row = verbs.item(db, item_id)
    stock.ensure_quantity_free(row, 0, clock.now(), removing=True)
    record_action(db, caller, "item.deleted", (row.id, row.name), quantity=row.quantity)
    picture = row.picture
    stock.end_outages(row)
    verbs.remove_item(db, row)
    if picture is not None:
        verbs.drop_picture(db, picture)


@router.get("/api/packages", response_model_exclude_unset=True)
def list_packages(db: Db, caller: Annotated[Caller, Requires(SEE_STOCK)]) -> list[PackageOut]:
    """List the packages of the caller's business."""
    operator = caller.operator
    prices, money = pricing.price_list(db), caller.may(SEE_MONEY)
    return serialize_packages(db, verbs.packages(db), prices, operator.public_key, money=money)


@router.post("/api/packages", response_model_exclude_unset=True, status_code=201, responses=errors(404))
def add_package(db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], body: PackageInput) -> PackageOut:
    """Add a package of letters, which may contain blanks (____), and items."""
    operator = caller.operator
    prices = pricing.price_list(db)
    row = verbs.add_package(db, body, prices, clock.now())
    return serialize_packages(db, [row], prices, operator.public_key, money=True)[0]


@router.patch("/api/packages/{package_id}", response_model_exclude_unset=True)
def change_package(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], package_id: PathId, body: PackageChange
) -> PackageOut:
    """Update a package. Existing bookings keep its previous version."""
    operator = caller.operator
    prices, row = pricing.price_list(db), verbs.package(db, package_id)
    verbs.change_package(db, row, body, prices, clock.now())
    return serialize_packages(db, [row], prices, operator.public_key, money=True)[0]


@router.delete("/api/packages/{package_id}", status_code=204)
def remove_package(db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], package_id: PathId) -> None:
    """Remove a package. Existing bookings keep it."""
    row = verbs.package(db, package_id)
    record_action(db, caller, "package.deleted", (row.id, row.name))
    picture = row.picture
    db.delete(row)
    db.flush()
    if picture is not None:
        verbs.drop_picture(db, picture)


def read_picture(request: Request, raw: bytes, caller: Caller) -> TwoPictures:
    """Read and re-encode the uploaded picture before taking any lock.

    Raises PictureOfAnotherType, TooMany, and the errors of `uploaded_picture`.
    """
    if content_type(request) not in IMAGES:
        raise PictureOfAnotherType
    UPLOADS.spend(request, caller)
    return uploaded_picture(raw)


def _set_picture(
    request: Request,
    raw: bytes,
    find: Callable[[Session, int], PicturedT],
    row_id: int,
    answer: Callable[[Session, Caller, PicturedT], AnswerT],
) -> AnswerT:
    """Store a picture. It is re-encoded before taking any lock, so the row is loaded again afterwards."""
    with reading(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        find(db, row_id)
        check_upload(request, db, caller)
    pictures = read_picture(request, raw, caller)
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        with within_quota(request, db):
            row = find(db, row_id)
            verbs.set_picture(db, row, pictures, clock.now())
        return answer(db, caller, row)


def _own_item(_db: Session, caller: Caller, row: Item) -> ItemOut:
    return item_answer(row, caller.operator.public_key)


def _own_package(db: Session, caller: Caller, row: Package) -> PackageOut:
    return serialize_packages(db, [row], pricing.price_list(db), caller.operator.public_key, money=True)[0]


@router.put(
    "/api/items/{item_id}/picture",
    openapi_extra=UPLOAD,
    response_model_exclude_unset=True,
    responses=errors(400, 409, 415, 429),
)
def set_item_picture(request: Request, item_id: PathId, raw: UploadedBytes) -> ItemOut:
    """Upload a picture of an item: JPEG, PNG or WebP, at most 12 MB."""
    return _set_picture(request, raw, verbs.item, item_id, _own_item)


@router.put(
    "/api/packages/{package_id}/picture",
    openapi_extra=UPLOAD,
    response_model_exclude_unset=True,
    responses=errors(400, 409, 415, 429),
)
def set_package_picture(request: Request, package_id: PathId, raw: UploadedBytes) -> PackageOut:
    """Upload a picture of a package: JPEG, PNG or WebP, at most 12 MB."""
    return _set_picture(request, raw, verbs.package, package_id, _own_package)


@router.delete("/api/items/{item_id}/picture", status_code=204)
def remove_item_picture(db: Db, _: Annotated[Caller, Requires(CHANGE_STOCK)], item_id: PathId) -> None:
    """Remove an item's picture."""
    verbs.set_picture(db, verbs.item(db, item_id), None, clock.now())


@router.delete("/api/packages/{package_id}/picture", status_code=204)
def remove_package_picture(db: Db, _: Annotated[Caller, Requires(CHANGE_STOCK)], package_id: PathId) -> None:
    """Remove a package's picture."""
    verbs.set_picture(db, verbs.package(db, package_id), None, clock.now())
