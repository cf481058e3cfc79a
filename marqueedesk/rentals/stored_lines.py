"""Rental lines as JSON, as stored with a booking or quote. Pure."""

from collections.abc import Iterable, Sequence
from typing import Literal, NotRequired, TypedDict

from marqueedesk.inventory.package_lines import PackageLetters
from marqueedesk.rentals.lines import ItemLine, LettersLine, Line, Lines, PackageLine, Per, letters_line


class StoredLetters(PackageLetters):
    """`LettersLine` as JSON: the fields of letters in a package, plus substituted letters, letters in another finish as
    pairs of index and finish, and the color that the customer entered.
    """

    turned: NotRequired[list[str]]
    exceptions: NotRequired[list[tuple[int, str]]]
    custom_color: NotRequired[str]


class StoredItem(TypedDict):
    """`ItemLine` as JSON."""

    kind: Literal["item"]
    item_id: int
    quantity: int
    name: str
    cents: int
    per: Per
    is_counted: bool
    is_taxable: bool


class StoredPackage(TypedDict):
    """`PackageLine` as JSON."""

    kind: Literal["package"]
    package_id: int
    name: str
    words: list[str]
    parts: list[StoredLetters | StoredItem]
    cents: int | None


StoredPart = StoredLetters | StoredItem
StoredLine = StoredPart | StoredPackage


def stored_lines(lines: Sequence[Line]) -> list[StoredLine] | None:
    """Convert lines to JSON; None for a single plain line of letters in the default finish without a custom color,
    which is stored in columns instead.
    """
    line = lines[0] if len(lines) == 1 else None
    if isinstance(line, LettersLine) and not (line.finish or line.turned or line.exceptions or line.custom_color):
        return None
    return [stored_line(line) for line in lines]


def stored_line(line: Line) -> StoredLine:
    """Convert a line to JSON for `read_lines`."""
    if not isinstance(line, PackageLine):
        return _stored_part(line)
    return {
        "kind": "package",
        "package_id": line.package_id,
        "name": line.name,
        "words": list(line.words),
        "parts": [_stored_part(part) for part in line.parts],
        "cents": line.cents,
    }


def _stored_part(line: LettersLine | ItemLine) -> StoredPart:
    if isinstance(line, LettersLine):
        letters: StoredLetters = {
            "kind": "letters",
            "text": line.text,
            "size": line.size,
            "finish": line.finish,
            "color": line.color,
            "add_ons": list(line.add_ons),
        }
        if line.turned:
            letters["turned"] = list(line.turned)
        if line.exceptions:
            letters["exceptions"] = list(line.exceptions)
        if line.custom_color:
            letters["custom_color"] = line.custom_color
        return letters
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


def read_lines(stored: Iterable[StoredLine]) -> Lines:
    """Parse stored lines."""
    return tuple([_read(row) for row in stored])


def _read(row: StoredLine) -> Line:
    if row["kind"] == "package":
        parts = tuple([_read_part(part) for part in row["parts"]])
        return PackageLine(row["package_id"], row["name"], tuple(row["words"]), parts, row["cents"])
    return _read_part(row)


def _read_part(row: StoredPart) -> LettersLine | ItemLine:
    if row["kind"] == "item":
        return ItemLine(
            row["item_id"],
            row["quantity"],
            row["name"],
            row["cents"],
            row["per"],
            row["is_counted"],
            row["is_taxable"],
        )
    return letters_line(
        row["text"],
        size=row["size"],
        color=row["color"],
        add_ons=row["add_ons"],
        finish=row["finish"],
        turned=row.get("turned", ()),
        exceptions=[(index, finish) for index, finish in row.get("exceptions", ())],
        custom_color=row.get("custom_color", ""),
    )
