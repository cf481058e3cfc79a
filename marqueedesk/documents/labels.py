"""QR code labels for slots and tagged pieces, on common label sheets and rolls. The codes contain no personal data.

A slot's code is the letter, its size and its finish; a piece's code is its tag.
"""

import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, Literal

from marqueedesk.documents.typeset import label_pdf

SheetName = Literal["5160", "5163", "L7160", "62mm"]
MOST: Final = 1_200
"""Maximum labels per document."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of labels. All lengths are in millimeters; the pitch is the distance between the same edges of adjacent
    labels.
    """

    page_width: float
    page_height: float
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    pitch_x: float
    pitch_y: float


_INCH: Final = 25.4
SHEETS: Final[dict[SheetName, Sheet]] = {
    "5160": Sheet(
        8.5 * _INCH, 11 * _INCH, 3, 10, 2.625 * _INCH, _INCH, 0.1875 * _INCH, 0.5 * _INCH, 2.75 * _INCH, _INCH
    ),
    "5163": Sheet(
        8.5 * _INCH, 11 * _INCH, 2, 5, 4 * _INCH, 2 * _INCH, 5 / 32 * _INCH, 0.5 * _INCH, 4.1875 * _INCH, 2 * _INCH
    ),
    "L7160": Sheet(210, 297, 3, 7, 63.5, 38.1, 7.21, 15.15, 66.04, 38.1),
    "62mm": Sheet(62, 29, 1, 1, 62, 29, 0, 0, 62, 29),
}
"""Avery 5160 and 5163 on US Letter, L7160 on A4, and continuous rolls of 62 mm."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label: the text of its QR code, a title, and lines below it."""

    code: str
    title: str
    lines: tuple[str, ...] = ()


def labels_pdf(labels: Sequence[Label], sheet: Sheet, made_at: datetime, *, whose: int, skip: int = 0) -> bytes:
    """Return the labels as a PDF, leaving the first ``skip`` positions of the first sheet empty because they are used
    up.

    Do not call it with a transaction open. Raises TooBusy and NotTypeset (503).
    """
    # Imported here because only labels need it.
    import segno  # noqa: PLC0415

    each = sheet.columns * sheet.rows
    rows: list[dict[str, object] | None] = [None] * (skip % each)
    for label in labels:
        code = io.BytesIO()
        segno.make_qr(label.code, error="m").save(code, kind="svg", xmldecl=False, border=1)
        rows.append({"code": code.getvalue().decode(), "title": label.title, "lines": list(label.lines)})
    pages = [rows[at : at + each] for at in range(0, len(rows), each)]
    return label_pdf({"sheet": asdict(sheet), "pages": pages}, whose=whose, made_at=made_at)
