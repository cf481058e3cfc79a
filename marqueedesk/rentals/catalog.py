"""The catalog of rental lines: an operator's finishes, items and packages, read only if lines refer to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeVar, cast

from sqlalchemy import BindParameter, Connection, Table, bindparam, select

from marqueedesk.inventory.errors import UnknownItem, UnknownPackage
from marqueedesk.inventory.models import COUNTED, Item, Package
from marqueedesk.inventory.package_lines import blanks_in, filled
from marqueedesk.kit.db.detached_copy import from_columns
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.models import StoredPriceList
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList
from marqueedesk.rentals.line_schemas import ItemLineInput, LettersLineInput, LineInput, PackageLineInput
from marqueedesk.rentals.lines import ItemLine, LettersLine, Line, Lines, PackageLine, check_together, letters_line

EntryT = TypeVar("EntryT", Item, Package)
_items = cast("Table", Item.__table__)
_packages = cast("Table", Package.__table__)
_price_lists = cast("Table", StoredPriceList.__table__)
_OF: BindParameter[Any] = bindparam("operator")
_PRICE_LIST = assert_tenant_filtered(select(_price_lists.c.data).where(_price_lists.c.operator_id == _OF))
_ITEMS = assert_tenant_filtered(
    select(_items).where(_items.c.operator_id == _OF, _items.c.id.in_(bindparam("ids", expanding=True)))
)
_PACKAGES = assert_tenant_filtered(
    select(_packages).where(_packages.c.operator_id == _OF, _packages.c.id.in_(bindparam("ids", expanding=True)))
)


@dataclass(frozen=True, slots=True)
class Catalog:
    """Finishes on the price list, and the items and packages that lines refer to, by ID."""

    prices: PriceList = DEFAULT_PRICE_LIST
    items: Mapping[int, Item] = field(default_factory=dict[int, Item])
    packages: Mapping[int, Package] = field(default_factory=dict[int, Package])

    def item(self, item_id: int, quantity: int, known: Sequence[ItemLine]) -> ItemLine:
        """Return a line with the item as it is now; for a deleted item, return the matching line in ``known``. Raises
        UnknownItem.
        """
        row = self.items.get(item_id)
        if row is None:
            before = next((line for line in known if line.item_id == item_id), None)
            if before is None:
                raise UnknownItem
            return replace(before, quantity=quantity)
        return ItemLine(item_id, quantity, row.name, row.price_cents, row.per, row.kind == COUNTED, row.is_taxable)


NO_CATALOG: Final = Catalog()


def read_catalog(
    connection: Connection, operator_id: int, payload: Sequence[LineInput] | None, *, for_visitor: bool
) -> Catalog:
    """Read the catalog entries that these lines refer to. Letters in the default finish need none; visitors only get
    public entries. Raises Invalid if a visitor sends letters in another finish than their line's.
    """
    needed = payload or ()
    for at, line in enumerate(needed):
        if for_visitor and isinstance(line, LettersLineInput) and line.exceptions:
            raise Invalid(fields={f"lines[{at}].exceptions": "Choose one finish for all letters of a line"})
    package_ids = [line.package_id for line in needed if isinstance(line, PackageLineInput)]
    item_ids = {line.item_id for line in needed if isinstance(line, ItemLineInput)}
    finishes = any(line.finish or line.exceptions for line in needed if isinstance(line, LettersLineInput))
    if not (package_ids or item_ids or finishes):
        return NO_CATALOG
    document = connection.execute(_PRICE_LIST, {"operator": operator_id}).scalar_one_or_none()
    prices = DEFAULT_PRICE_LIST if document is None else PriceList.from_json(document)
    packages = _entries(connection, Package, _PACKAGES, operator_id, package_ids, for_visitor=for_visitor)
    inside = {line["item_id"] for row in packages.values() for line in row.lines if line["kind"] == "item"}
    # A package includes all of its items, even those that aren't offered separately.
    items = _entries(connection, Item, _ITEMS, operator_id, inside, for_visitor=False)
    items |= _entries(connection, Item, _ITEMS, operator_id, item_ids, for_visitor=for_visitor)
    return Catalog(prices, items, packages)


def _entries(
    connection: Connection,
    model: type[EntryT],
    statement: Any,
    operator_id: int,
    ids: Sequence[int] | set[int],
    *,
    for_visitor: bool,
) -> dict[int, EntryT]:
    if not ids:
        return {}
    rows = connection.execute(statement, {"operator": operator_id, "ids": sorted(ids)})
    columns = tuple(rows.keys())
    entries = [from_columns(model, dict(zip(columns, row, strict=True))) for row in rows]
    return {entry.id: entry for entry in entries if entry.is_public or not for_visitor}


class NewLines(Protocol):
    """The lines of a request body, or the flat fields of one line of letters."""

    lines: list[LineInput] | None
    message: str | None
    size: str | None
    color_option: str | None
    add_ons: dict[str, bool] | None


def read_new_lines(connection: Connection, operator_id: int, payload: NewLines, *, for_visitor: bool) -> Lines:
    """Build the lines of a new rental. Raises the errors of `read_given_lines`, and Invalid on ``message``."""
    catalog = read_catalog(connection, operator_id, payload.lines, for_visitor=for_visitor)
    add_ons = ticked(payload.add_ons)
    if payload.lines is not None:
        return read_given_lines(payload.lines, catalog)
    return (letters_line(payload.message or "", size=payload.size or "", color=payload.color_option, add_ons=add_ons),)


def read_given_lines(payload: Sequence[LineInput], catalog: Catalog, known: Lines = ()) -> Lines:
    """Build lines from a request. ``known`` are the existing lines when editing, which may keep deleted entries.

    Raises Invalid with the line's path, UnknownItem and UnknownPackage.
    """
    lines = tuple([_line(line, f"lines[{at}]", catalog, known) for at, line in enumerate(payload)])
    check_together(lines)
    return lines


def _finish(code: str | None, path: str, catalog: Catalog, known: Sequence[LettersLine]) -> str:
    """Return the stored code of a finish on the price list, or of one that ``known`` lines have. Raises Invalid."""
    finish = catalog.prices.stored_finish(code)
    if finish is None and any(code in {line.finish, *dict(line.exceptions).values()} for line in known):
        finish = code
    if finish is None:
        offered = [row.code for row in catalog.prices.finishes] or [catalog.prices.usual_finish]
        raise Invalid(fields={path: f"Choose one of: {', '.join(offered)}"})
    return finish


def _line(payload: LineInput, path: str, catalog: Catalog, known: Lines) -> Line:
    if isinstance(payload, LettersLineInput):
        known_letters = [line for line in known if isinstance(line, LettersLine)]
        finish = _finish(payload.finish, f"{path}.finish", catalog, known_letters)
        # Edits of other fields send the line without its substitutions, exceptions and custom color, so keep the
        # existing ones.
        same = (line for line in known_letters if (line.text, line.size) == (payload.text, payload.size))
        before = next(same, None)
        turned, exceptions = payload.turned, before.exceptions if before else ()
        if turned is None:
            turned = before.turned if before else ()
        if payload.exceptions is not None:
            exceptions = [
                (row.index, _finish(row.finish, f"{path}.exceptions[{number}].finish", catalog, known_letters))
                for number, row in enumerate(payload.exceptions)
            ]
        custom_color = payload.custom_color or ""
        if "custom_color" not in payload.model_fields_set and before and before.color == payload.color_option:
            custom_color = before.custom_color
        return letters_line(
            payload.text,
            size=payload.size,
            color=payload.color_option,
            add_ons=ticked(payload.add_ons),
            finish=finish,
            turned=turned,
            exceptions=exceptions,
            custom_color=custom_color,
            field=f"{path}.text",
        )
    if isinstance(payload, ItemLineInput):
        return catalog.item(payload.item_id, payload.quantity, [line for line in known if isinstance(line, ItemLine)])
    row = catalog.packages.get(payload.package_id)
    if row is None:
        same = (line for line in known if isinstance(line, PackageLine))
        before = next((line for line in same if line.package_id == payload.package_id), None)
        if before is None or before.words != tuple(payload.words):
            raise UnknownPackage
        return before
    return _package(row, payload, path, catalog)


def _package(package: Package, payload: PackageLineInput, path: str, catalog: Catalog) -> PackageLine:
    blanks = sum(blanks_in(line["text"]) for line in package.lines if line["kind"] == "letters")
    if len(payload.words) != blanks or "" in payload.words:
        sentence = (
            "This package has no blanks to fill in" if blanks == 0 else f"Fill in {_words(blanks)} for this package"
        )
        raise Invalid(fields={f"{path}.words": sentence})
    left = list(payload.words)
    parts: list[LettersLine | ItemLine] = []
    for line in package.lines:
        if line["kind"] == "item":
            parts.append(catalog.item(line["item_id"], line["quantity"], ()))
            continue
        count = blanks_in(line["text"])
        text, left = filled(line["text"], left[:count]), left[count:]
        finish = catalog.prices.stored_finish(line["finish"] or None)
        parts.append(
            letters_line(
                text,
                size=line["size"],
                color=line["color"],
                add_ons=line["add_ons"],
                finish=finish or "",
                field=f"{path}.words",
            )
        )
    return PackageLine(payload.package_id, package.name, tuple(payload.words), tuple(parts), package.price_cents)


def _words(count: int) -> str:
    return "one word" if count == 1 else f"{count} words"


def ticked(add_ons: Mapping[str, bool] | None) -> tuple[str, ...]:
    """Return the codes of the chosen add-ons."""
    return tuple([code for code, chosen in (add_ons or {}).items() if chosen])
