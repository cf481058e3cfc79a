"""Reads the sheets of an Excel workbook, without a library of its own."""

import io
import zipfile
from xml.etree import ElementTree as ET

_NAMES = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheets_of(content: bytes) -> list[list[list[str | float | None]]]:
    """Return the rows of each sheet: texts, and numbers, which days are too (day 1 is 1 January 1900).

    Fails on formulas and links.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = sorted(name for name in archive.namelist() if name.startswith("xl/worksheets/sheet"))
        trees = [ET.fromstring(archive.read(name)) for name in names]
    for tree in trees:
        assert not [*tree.iter(f"{_NAMES}f"), *tree.iter(f"{_NAMES}hyperlink")]
    return [[_cells(row) for row in tree.iter(f"{_NAMES}row")] for tree in trees]


def _cells(row: ET.Element) -> list[str | float | None]:
    found: list[str | float | None] = []
    for cell in row.iter(f"{_NAMES}c"):
        column = 0
        for letter in (cell.get("r") or "").rstrip("0123456789"):
            column = column * 26 + ord(letter) - ord("A") + 1
        found += [None] * (column - 1 - len(found))
        if cell.get("t") == "inlineStr":
            found.append("".join(text.text or "" for text in cell.iter(f"{_NAMES}t")))
        else:
            value = cell.find(f"{_NAMES}v")
            found.append(None if value is None else float(value.text or 0))
    return found
