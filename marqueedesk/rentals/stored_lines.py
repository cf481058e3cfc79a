"""Rental lines as stored JSON of a booking or quote. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast

from marqueedesk.inventory.package_lines import PackageLetters
from marqueedesk.rentals.lines import ItemLine, LettersLine, Line, Lines, PackageLine, letters_line


class StoredLetters(PackageLetters):
    """`LettersLine` as JSON: as in a package, plus substituted letters."""

    turned: NotRequired[list[str]]


class StoredItem(TypedDict):
    """`ItemLine` as JSON."""

    kind: Literal["item"]
    item_id: int
    quantity: int
    name: str
    cents: int
    per: str
    is_counted: bool
    is_taxable: bool


class StoredPackage(TypedDict):
    """`PackageLine` as JSON."""

    kind: Literal["package"]
    package_id: int
    name: str
    words: list[str]
    parts: "list[StoredLine]"
    cents: int | None


StoredLine = StoredLetters | StoredItem | StoredPackage


def stored_lines(lines: Sequence[Line]) -> list[StoredLine] | None:
    """Convert lines to JSON; None for a single plain line of letters in the default finish, which the columns hold."""
    if len(lines) == 1 and isinstance(lines[0], LettersLine) and not lines[0].finish and not lines[0].turned:
        return None
    return [stored_line(line) for line in lines]


def stored_line(line: Line) -> StoredLine:
    """Convert a line to JSON for `read_lines`."""
    if isinstance(line, LettersLine):
        stored: StoredLetters = {
            "kind": "letters",
            "text": line.text,
            "size": line.size,
            "finish": line.finish,
            "color": line.color,
            "add_ons": list(line.add_ons),
        }
        if line.turned:
            stored["turned"] = list(line.turned)
        return stored
    if isinstance(line, ItemLine):
        return {
            "kind": "item",
            "item_id": line.item_id,
            "quantity": line.quantity,
            "name": line.name,
            "cents": line.cents,
            "per": line.per,
            "is_counted": line.is_counted,
            "is_taxable": line.is_taxable,
        }
    return {
        "kind": "package",
        "package_id": line.package_id,
        "name": line.name,
        "words": list(line.words),
        "parts": [stored_line(part) for part in line.parts],
        "cents": line.cents,
    }


def read_lines(stored: Iterable[Mapping[str, Any]]) -> Lines:
    """Parse stored lines."""
    return tuple([_read(row) for row in stored])


def _read(row: Mapping[str, Any]) -> Line:
    kind = row["kind"]
    if kind == "letters":
        return letters_line(
            row["text"],
            size=row["size"],
            color=row["color"],
            add_ons=row["add_ons"],
            finish=row["finish"],
            turned=row.get("turned", ()),
        )
    if kind == "item":
        return ItemLine(
            row["item_id"],
            row["quantity"],
            row["name"],
            row["cents"],
            row["per"],
            row["is_counted"],
            row["is_taxable"],
        )
    parts = cast("tuple[LettersLine | ItemLine, ...]", read_lines(row["parts"]))
    return PackageLine(row["package_id"], row["name"], tuple(row["words"]), parts, row["cents"])


def lines_of(row: Mapping[str, Any]) -> Lines:
    """Return the lines of a booking from its columns (message, size, color, add_ons and lines)."""
    if row.get("lines") is not None:
        return read_lines(row["lines"])
    return (letters_line(row["message"], size=row["size"], color=row["color"], add_ons=row["add_ons"]),)
