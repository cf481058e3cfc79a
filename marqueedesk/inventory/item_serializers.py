"""Serialize a business's packages, and the catalog that visitors choose from."""

from sqlalchemy.orm import Session

from marqueedesk.inventory import items as verbs
from marqueedesk.inventory.item_schemas import CatalogOut, PackageOut, offered_item, package_answer
from marqueedesk.inventory.models import Package
from marqueedesk.pricing.price_list import PriceList


def serialize_packages(
    db: Session, rows: list[Package], prices: PriceList, public_key: str, *, money: bool
) -> list[PackageOut]:
    """Serialize packages with the names of their items, and with prices if ``money``."""
    names, usual = verbs.item_names(db, rows), prices.usual_finish
    return [package_answer(row, names, public_key, usual_finish=usual, money=money) for row in rows]


def offered_catalog(db: Session, prices: PriceList, public_key: str) -> CatalogOut:
    """Serialize the items and packages that a business offers to visitors."""
    return CatalogOut(
        items=[offered_item(row, public_key) for row in verbs.items(db, only_public=True)],
        packages=serialize_packages(db, verbs.packages(db, only_public=True), prices, public_key, money=True),
    )
