"""Import of items other than letters: each row becomes an item of the inventory."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.availability.models import LetterHold
from marqueedesk.imports.booking_rows import read_texts
from marqueedesk.imports.cells import UnreadableCell, read_amount
from marqueedesk.imports.models import ITEMS
from marqueedesk.imports.verdicts import Verdict, chunks, mark_known
from marqueedesk.inventory import items
from marqueedesk.inventory.item_schemas import ItemInput
from marqueedesk.inventory.models import COUNTED, PER_DAY, PER_EVENT, SERVICE, Item
from marqueedesk.inventory.pieces import ITEM
from marqueedesk.kit.money import units
from marqueedesk.kit.text.csv_reading import CsvTable, shortened
from marqueedesk.kit.text.text_forms import folded, name_key

_YES: Final = {"yes", "y", "true", "x", "1", "ja", "wahr"}
_NO: Final = {"no", "n", "false", "0", "nein", "falsch"}
_COUNTED_WORDS: Final = ("counted", "item", "product", "piece", "pieces", "artikel", "stuck")
_SERVICE_WORDS: Final = ("service", "labor", "leistung", "dienstleistung")
_DAY_WORDS: Final = ("day", "daily", "tag", "taglich")
_EVENT_WORDS: Final = ("event", "booking", "rental", "order", "buchung", "veranstaltung", "pauschal")
_KINDS: Final = {**dict.fromkeys(_COUNTED_WORDS, COUNTED), **dict.fromkeys(_SERVICE_WORDS, SERVICE)}
_PER: Final = {**dict.fromkeys(_DAY_WORDS, PER_DAY), **dict.fromkeys(_EVENT_WORDS, PER_EVENT)}


def judge(db: Session, table: CsvTable) -> list[Verdict[ItemInput]]:
    """Determine what each row of a file does. Binding under the operator's lock; changes nothing.

    An item is the same as one imported before if it has the same name.
    """
    verdicts: list[Verdict[ItemInput]] = []
    rows: dict[int, ItemInput] = {}
    for record in table.rows:
        verdict = Verdict[ItemInput](record.line - table.header_line + 1, record.written, reason=record.fault)
        verdicts.append(verdict)
        if verdict.reason is None:
            try:
                rows[verdict.line] = row = read_item(record.cells)
                verdict.fingerprint = sha256(_key(row.name).encode()).hexdigest()
            except UnreadableCell as problem:
                verdict.reason = str(problem)
    mark_known(db, ITEMS, verdicts)
    owned = {_key(row.name) for row in items.items(db)}
    for verdict in verdicts:
        if verdict.is_open:
            row = rows[verdict.line]
            if _key(row.name) in owned:
                verdict.reason = f"You already have an item named “{shortened(row.name)}”"
            else:
                verdict.judged = row
    return verdicts


def _key(name: str) -> str:
    return name_key(name) or name


def read_item(cells: Mapping[str, str]) -> ItemInput:
    """Parse a row's cells. Raises UnreadableCell."""
    texts = {name: cells.get(name, "") for name in ("name", "description", "category")}
    values: dict[str, object] = {
        **texts,
        "kind": _word("Kind", cells.get("kind", ""), _KINDS, "counted or service"),
        "quantity": _count(cells.get("quantity", "")),
        "price": _amount("Price", cells.get("price", "")),
        "per": _word("Per", cells.get("per", ""), _PER, "day or event"),
        "public": _is_yes("On booking form", cells.get("public", "")),
        "taxable": _is_yes("Taxable", cells.get("taxable", "")),
        "replacementPrice": _amount("Replacement price", cells.get("replacementPrice", "")),
    }
    row = read_texts(ItemInput, values)
    if values["quantity"] is None and row.kind == COUNTED:
        raise UnreadableCell("Quantity is required, unless the kind is service")
    return row


def _word(name: str, text: str, words: Mapping[str, str], choices: str) -> str | None:
    if not text.strip():
        return None
    meaning = words.get(folded(text).strip().removeprefix("per ").removeprefix("pro "))
    if meaning is None:
        raise UnreadableCell(f"{name} “{shortened(text)}” must be {choices}")
    return meaning


def _count(text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal():
        raise UnreadableCell(f"Quantity “{shortened(text)}” isn't a whole number")
    return int(text)


def _amount(name: str, text: str) -> float | int | None:
    return units(read_amount(name, text)) if text.strip() else None


def _is_yes(name: str, text: str) -> bool | None:
    word = folded(text).strip()
    if word in _YES:
        return True
    if word in _NO:
        return False
    if word:
        raise UnreadableCell(f"{name} “{shortened(text)}” must be yes or no")
    return None


def apply(db: Session, verdicts: Iterable[Verdict[ItemInput]], now: datetime) -> dict[str, int]:
    """Insert the items of new rows. Returns their IDs by the rows' fingerprints."""
    made = {
        verdict.fingerprint: items.new_item(verdict.judged, now) for verdict in verdicts if verdict.judged is not None
    }
    db.add_all(made.values())
    db.flush()
    return {fingerprint: row.id for fingerprint, row in made.items()}


def changed_since(db: Session, ids: Iterable[int], imported_at: datetime) -> dict[int, str]:
    """Return the names of imported items that were changed since, or that a package or a hold refers to, by ID."""
    wanted = sorted(ids)
    in_packages = {
        line["item_id"] for package in items.packages(db) for line in package.lines if line["kind"] == "item"
    }
    changed: dict[int, str] = {}
    for some in chunks(wanted):
        holds = select(LetterHold.letter).where(LetterHold.size == ITEM, LetterHold.letter.in_(map(str, some)))
        held = {int(number) for number in db.scalars(holds)}
        for row in db.scalars(select(Item).where(Item.id.in_(some))):
            if row.updated_at > imported_at or row.id in in_packages or row.id in held:
                changed[row.id] = row.name
    return changed


def delete_all(db: Session, ids: Iterable[int]) -> None:
    """Delete imported items that nothing refers to."""
    for some in chunks(sorted(ids)):
        db.execute(delete(Item).where(Item.id.in_(some)))
