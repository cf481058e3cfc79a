"""Items and packages: queries and changes. Nothing here commits.

Lowering a quantity or removing an item can affect bookings: callers of `change_item` and `remove_item` must take the
operator's lock and check the holds first (L8).
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.inventory.errors import InUse, NoPicture, UnknownItem, UnknownPackage
from marqueedesk.inventory.item_schemas import (
    ItemChange,
    ItemInput,
    PackageChange,
    PackageInput,
    PackageItemInput,
    PackageLineInput,
)
from marqueedesk.inventory.models import SERVICE, Item, Package, Picture
from marqueedesk.inventory.package_lines import BLANK, PackageLine
from marqueedesk.inventory.pictures import TwoPictures
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.price_list import PriceList, rate

DIGEST_IN_ADDRESS = 32
_ITEM_COLUMNS = {
    "name": "name",
    "description": "description",
    "category": "category",
    "kind": "kind",
    "quantity": "quantity",
    "price": "price_cents",
    "per": "per",
    "public": "is_public",
    "taxable": "is_taxable",
    "replacement_price": "replacement_cents",
}


def items(db: Session, *, only_public: bool = False) -> list[Item]:
    """Return the items in the order they were added."""
    statement = select(Item).order_by(Item.id)
    return list(db.scalars(statement.where(Item.is_public) if only_public else statement))


def offers_more(db: Session) -> bool:
    """Return true if the form offers items or packages besides letters."""
    return any(db.scalars(select(kind.id).where(kind.is_public).limit(1)).first() for kind in (Item, Package))


def item(db: Session, item_id: int) -> Item:
    """Return an item. Raises UnknownItem."""
    return existing(fresh(db, Item, Item.id == item_id), UnknownItem)


def packages(db: Session, *, only_public: bool = False) -> list[Package]:
    """Return the packages in the order they were added."""
    statement = select(Package).order_by(Package.id)
    return list(db.scalars(statement.where(Package.is_public) if only_public else statement))


def package(db: Session, package_id: int) -> Package:
    """Return a package. Raises UnknownPackage."""
    return existing(fresh(db, Package, Package.id == package_id), UnknownPackage)


def item_names(db: Session, packages_with_items: Iterable[Package]) -> dict[int, str]:
    """Return the names of the items in these packages."""
    ids = {line["item_id"] for row in packages_with_items for line in row.lines if line["kind"] == "item"}
    return {row.id: row.name for row in db.scalars(select(Item).where(Item.id.in_(ids)))} if ids else {}


def new_item(payload: ItemInput, now: datetime) -> Item:
    """Create an item that isn't stored yet."""
    new = Item(created_at=now, updated_at=now, picture=None)
    for name, column in _ITEM_COLUMNS.items():
        setattr(new, column, getattr(payload, name))
    _service_has_none(new)
    return new


def add_item(db: Session, payload: ItemInput, now: datetime) -> Item:
    """Add an item."""
    new = new_item(payload, now)
    db.add(new)
    db.flush()
    return new


def change_item(row: Item, change: ItemChange, now: datetime) -> None:
    """Apply the fields sent."""
    for name, column in _ITEM_COLUMNS.items():
        if name in change.model_fields_set:
            setattr(row, column, getattr(change, name))
    _service_has_none(row)
    row.updated_at = now


def _service_has_none(row: Item) -> None:
    if row.kind == SERVICE:
        row.quantity = 0


def remove_item(db: Session, found: Item) -> None:
    """Remove an item that isn't part of a package. Bookings keep their copy of its data. Raises InUse."""
    inside = [
        row.name
        for row in packages(db)
        if any(line["kind"] == "item" and line["item_id"] == found.id for line in row.lines)
    ]
    if inside:
        raise InUse(inside)
    db.delete(found)
    db.flush()


def add_package(db: Session, payload: PackageInput, prices: PriceList, now: datetime) -> Package:
    """Add a package. Raises Invalid with the line's path, and UnknownItem."""
    new = Package(
        name=payload.name,
        description=payload.description,
        lines=_stored_lines(db, payload.lines, prices),
        price_cents=payload.price,
        is_public=payload.public,
        picture=None,
        created_at=now,
        updated_at=now,
    )
    db.add(new)
    db.flush()
    return new


def change_package(db: Session, row: Package, change: PackageChange, prices: PriceList, now: datetime) -> None:
    """Apply the fields sent. Existing bookings keep the package's previous lines and price."""
    sent_fields = change.model_fields_set
    if "name" in sent_fields:
        row.name = change.name
    if "description" in sent_fields:
        row.description = change.description
    if "lines" in sent_fields:
        row.lines = _stored_lines(db, change.lines, prices)
    if "price" in sent_fields:
        row.price_cents = change.price
    if "public" in sent_fields:
        row.is_public = change.public
    row.updated_at = now


def _stored_lines(db: Session, lines: Collection[PackageLineInput], prices: PriceList) -> list[PackageLine]:
    stored: list[PackageLine] = []
    for at, line in enumerate(lines):
        if isinstance(line, PackageItemInput):
            item(db, line.item_id)
            stored.append({"kind": "item", "item_id": line.item_id, "quantity": line.quantity})
            continue
        if not line.text.replace(BLANK, "A").strip():
            raise Invalid(fields={f"lines[{at}].text": "Enter letters, or blanks (____) for the customer's words"})
        if rate(prices.sizes, line.size) is None:
            offered = ", ".join(row.code for row in prices.sizes)
            raise Invalid(fields={f"lines[{at}].size": f"Size must be one of: {offered}"})
        finish = prices.stored_finish(line.finish)
        if finish is None:
            raise Invalid(fields={f"lines[{at}].finish": "Choose a finish from the price list"})
        color = line.color_option or prices.colors[0].code
        if rate(prices.colors, color) is None:
            raise Invalid(fields={f"lines[{at}].colorOption": "Choose a color from the price list"})
        stored.append(
            {
                "kind": "letters",
                "text": line.text,
                "size": line.size,
                "finish": finish,
                "color": color,
                "add_ons": [code for code, chosen in (line.add_ons or {}).items() if chosen],
            }
        )
    return stored


def set_picture(db: Session, row: Item | Package, pictures: TwoPictures | None, now: datetime) -> None:
    """Set or remove the picture of an item or package; the old picture is deleted if unused."""
    before = row.picture
    row.picture = pictures.digest if pictures is not None else None
    row.updated_at = now
    if pictures is not None and db.get(Picture, (row.operator_id, pictures.digest)) is None:
        stored = Picture(
            digest=pictures.digest, large=pictures.large, small=pictures.small, size_bytes=pictures.size_bytes
        )
        db.add(stored)
    db.flush()
    if before is not None and before != row.picture:
        drop_picture(db, before)


def drop_picture(db: Session, digest: str) -> None:
    """Delete a picture if no item or package uses it."""
    shown = [db.scalars(select(kind.id).where(kind.picture == digest).limit(1)).first() for kind in (Item, Package)]
    if any(shown):
        return
    old = db.scalars(select(Picture).where(Picture.digest == digest)).one_or_none()
    if old is not None:
        db.delete(old)
        db.flush()


def picture(db: Session, tag: str) -> Picture:
    """Return a picture by the prefix of its digest in the URL. Raises NoPicture."""
    row = db.scalars(select(Picture).where(Picture.digest.startswith(tag, autoescape=True)).limit(1)).one_or_none()
    if row is None or len(tag) != DIGEST_IN_ADDRESS:
        raise NoPicture
    return row
