"""Request and response models for items and packages."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.inventory.models import LONGEST_NAME, LONGEST_SIZE, Item, Package, Per
from marqueedesk.inventory.package_lines import PackageLine, blanks_in
from marqueedesk.inventory.schemas import HIGHEST_PRICE_CENTS, Quantity, Worth
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    Id,
    OptionalBlock,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
    SparseModel,
    between,
)
from marqueedesk.kit.money import units

MOST_PACKAGE_LINES = 20
MOST_OF_AN_ITEM = 10_000


Price = Annotated[
    CurrencyAmount,
    between(0, HIGHEST_PRICE_CENTS, "Price cannot be negative", f"Price can be at most {HIGHEST_PRICE_CENTS // 100}"),
]
Name = Annotated[RequiredText, AtMost(LONGEST_NAME)]
Description = Annotated[OptionalBlock, AtMost(2000)]
Kind = Literal["counted", "service"]


class ItemInput(RequestModel):
    """POST /api/items."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "quantity": {"greater_than_equal": "Quantity cannot be negative"},
        "kind": {"*": "Kind must be one of: counted, service"},
        "per": {"*": "Per must be one of: day, event"},
    }

    name: Name
    description: Description = None
    category: Annotated[OptionalText, AtMost(60)] = None
    kind: Kind = "counted"
    quantity: Annotated[Quantity, Field(description="Number owned; ignored for a service, which never runs out")] = 0
    price: Price
    per: Per = "event"
    public: Annotated[bool, Field(description="True to offer it on the form")] = True
    taxable: bool = True
    replacement_price: Worth | None = Field(default=None)


class ItemChange(ItemInput):
    """PATCH /api/items/{id}: omitted fields keep their value."""

    name: Name = ""
    price: Price = 0


class PackageLettersInput(RequestModel):
    """Letters in a package; the text may contain blanks (____) for the customer's words."""

    kind: Literal["letters"]
    text: Annotated[RequiredText, AtMost(500)]
    size: Annotated[str, Field(min_length=1, max_length=LONGEST_SIZE)]
    finish: Annotated[str | None, Field(max_length=LONGEST_SIZE)] = None
    color_option: Annotated[str | None, Field(max_length=40)] = None
    add_ons: Annotated[dict[str, bool] | None, Field(max_length=20)] = None


class PackageItemInput(RequestModel):
    """A quantity of an item in a package."""

    kind: Literal["item"]
    item_id: Id
    quantity: Annotated[int, Field(ge=1, le=MOST_OF_AN_ITEM)]


PackageLineInput = Annotated[PackageLettersInput | PackageItemInput, Field(discriminator="kind")]
_LINES = {
    "lines": {
        "too_short": "A package needs at least one line",
        "too_long": f"A package can have at most {MOST_PACKAGE_LINES} lines",
        "union_tag_invalid": "Kind must be one of: letters, item",
        "union_tag_not_found": "Each line needs its kind: letters or item",
    }
}


class PackageInput(RequestModel):
    """POST /api/packages. Without a price, the package costs the sum of its lines."""

    sentences: ClassVar[dict[str, dict[str, str]]] = _LINES
    paths: ClassVar[frozenset[str]] = frozenset({"lines"})

    name: Name
    description: Description = None
    lines: Annotated[list[PackageLineInput], Field(min_length=1, max_length=MOST_PACKAGE_LINES)]
    price: Price | None = Field(default=None)
    public: bool = True


class PackageChange(PackageInput):
    """PATCH /api/packages/{id}: omitted fields keep their value."""

    name: Name = ""
    lines: Annotated[list[PackageLineInput], Field(min_length=1, max_length=MOST_PACKAGE_LINES)] = Field(
        default_factory=list[PackageLineInput]
    )


class ItemOut(SparseModel):
    """An item. ``picture`` and ``smallPicture`` are paths on this server; null without a picture."""

    id: int
    user_id: int
    name: str
    description: str | None
    category: str | None
    kind: Kind
    quantity: int
    price: CurrencyUnits | None = None
    per: Per
    public: bool
    taxable: bool
    replacement_price: CurrencyUnits | None = None
    picture: str | None
    small_picture: str | None


class FormItem(ResponseModel):
    """An item as visitors see it, without its quantity."""

    id: int
    name: str
    description: str | None
    category: str | None
    kind: Kind
    price: CurrencyUnits
    per: Per
    picture: str | None
    small_picture: str | None
    available: Annotated[
        bool | None, Field(description="True if it is available on the requested days; empty without days")
    ] = None


class PackageContentOut(ResponseModel):
    """A line of a package: letters or an item."""

    kind: Literal["letters", "item"]
    text: str | None = None
    size: str | None = None
    finish: str | None = None
    color_option: str | None = None
    add_ons: dict[str, bool] | None = None
    item_id: int | None = None
    quantity: int | None = None
    name: str | None = None


class PackageOut(SparseModel):
    """A package. ``blanks`` is the number of words to fill in."""

    id: int
    user_id: int
    name: str
    description: str | None
    lines: list[PackageContentOut]
    price: CurrencyUnits | None = None
    public: bool
    blanks: int
    picture: str | None
    small_picture: str | None
    available: Annotated[
        bool | None, Field(description="True if it is available on the requested days; empty without days")
    ] = None


class CatalogOut(SparseModel):
    """The items and packages that a business offers besides letters."""

    items: list[FormItem]
    packages: list[PackageOut]


def _pictures(public_key: str, digest: str | None) -> dict[str, str | None]:
    """Return the paths of a picture, large and small. A new picture gets new paths."""
    path = None if digest is None else f"/api/public/item-pictures/{public_key}/{digest[:32]}"
    return {"picture": path, "small_picture": path and f"{path}?size=small"}


def offered_item(item: Item, public_key: str) -> FormItem:
    """Serialize an item for visitors."""
    return FormItem.of_row(item, **_pictures(public_key, item.picture), price=units(item.price_cents), available=None)


def item_answer(item: Item, public_key: str, *, money: bool = True) -> ItemOut:
    """Serialize an item, with its prices if ``money``."""
    seen = ItemOut.of_row(
        item,
        **_pictures(public_key, item.picture),
        user_id=item.operator_id,
        public=item.is_public,
        taxable=item.is_taxable,
    )
    if money:
        seen.price = units(item.price_cents)
        seen.replacement_price = None if item.replacement_cents is None else units(item.replacement_cents)
    return seen


def _line_answer(line: PackageLine, names: Mapping[int, str], usual_finish: str) -> PackageContentOut:
    if line["kind"] == "item":
        item_id = line["item_id"]
        return PackageContentOut(kind="item", item_id=item_id, quantity=line["quantity"], name=names.get(item_id))
    return PackageContentOut(
        kind="letters",
        text=line["text"],
        size=line["size"],
        finish=line["finish"] or usual_finish,
        color_option=line["color"],
        add_ons=dict.fromkeys(line["add_ons"], True),
    )


def package_answer(
    package: Package, names: Mapping[int, str], public_key: str, *, usual_finish: str, money: bool = True
) -> PackageOut:
    """Serialize a package; ``names`` are those of its items."""
    seen = PackageOut.of_row(
        package,
        **_pictures(public_key, package.picture),
        user_id=package.operator_id,
        lines=[_line_answer(line, names, usual_finish) for line in package.lines],
        public=package.is_public,
        blanks=sum(blanks_in(line["text"]) for line in package.lines if line["kind"] == "letters"),
    )
    if money:
        seen.price = None if package.price_cents is None else units(package.price_cents)
    return seen
