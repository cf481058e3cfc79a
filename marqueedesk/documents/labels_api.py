"""Route for QR code labels for slots and tagged pieces."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.call_limits import DOCUMENTS
from marqueedesk.accounts.rights import SEE_STOCK
from marqueedesk.bookings.goods.handovers import known_names
from marqueedesk.documents.labels import MOST, SHEETS, Label, SheetName, labels_pdf
from marqueedesk.inventory import queries, tags
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import PDF, errors, pdf_answer
from marqueedesk.kit.text.natural_order import natural_key
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["pieces"], responses=errors(401, 403))


@router.get("/api/labels.pdf", responses=errors(429) | PDF)
def labels(
    request: Request,
    sheet: Annotated[SheetName, Query(description="Avery 5160, 5163 or L7160, or a roll of 62 mm")] = "5160",
    of: Annotated[
        Literal["slots", "pieces"], Query(description="Labels of letters for their slots, or of tagged pieces")
    ] = "slots",
    skip: Annotated[int, Query(ge=0, le=30, description="Used positions on the first sheet")] = 0,
) -> Response:
    """Get QR code labels as a PDF: one per letter of the inventory, or per tagged piece."""
    with reading(request) as (db, caller):
        operator_id = require(caller, SEE_STOCK).id
        found = _of_slots(db) if of == "slots" else _of_pieces(db)
    if not found:
        raise Invalid(fields={"of": "There are no letters or tagged pieces to print"})
    if len(found) > MOST:
        raise Invalid(fields={"of": f"At most {MOST:,} labels fit into one document"})
    DOCUMENTS.spend(request, caller)
    name = "Slot labels" if of == "slots" else "Piece labels"
    return pdf_answer(name, labels_pdf(found, SHEETS[sheet], clock.now(), whose=operator_id, skip=skip))


def _of_slots(db: Session) -> list[Label]:
    usual = pricing.price_list(db).usual_finish
    rows = sorted(
        queries.letters(db), key=lambda row: (row.slot is None, natural_key(row.slot or ""), row.size, row.letter)
    )
    return [
        Label(
            f"{row.letter} {row.size} {row.finish or usual}",
            f"{row.letter} {row.size}",
            (*((row.finish,) if row.finish else ()), *((f"Slot {row.slot}",) if row.slot else ())),
        )
        for row in rows
    ]


def _of_pieces(db: Session) -> list[Label]:
    rows = tags.pieces(db)
    names = known_names(db, [row.piece for row in rows])
    found: list[Label] = []
    for row in rows:
        if row.state == "retired":
            continue
        item_id = row.piece.item_id
        title = names.item(item_id) if item_id is not None else f"{row.letter} {row.size}"
        found.append(Label(row.tag, title, (row.tag, *((row.finish,) if row.finish else ()))))
    return found
