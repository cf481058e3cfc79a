"""Route of the dispute pack."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.call_limits import DOCUMENTS
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS
from marqueedesk.dispute_packs import source
from marqueedesk.dispute_packs.pack import dispute_pack
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import PDF, errors, pdf_answer
from marqueedesk.kit.http.schemas import PathId

router = APIRouter(tags=["payments"], responses=errors(401, 403, 404))


@router.get("/api/bookings/{booking_id}/dispute-pack.pdf", responses=errors(429) | PDF)
def dispute_pack_pdf(
    request: Request,
    booking_id: PathId,
    payment: Annotated[
        int | None, Query(ge=1, le=2**63 - 1, description="A payment; by default, the one disputed last")
    ] = None,
) -> Response:
    """Get the evidence for a disputed payment as one PDF to upload at the provider: consent, delivery, messages,
    payments, the signed contract with its certificate, and the invoice. Missing parts are named. 404 `no_dispute` if no
    payment is disputed.
    """
    now = clock.now()
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_DOCUMENTS)
        found = source.load(db, operator, booking_id, payment, now)
    DOCUMENTS.spend(request, caller)
    return pdf_answer(f"Dispute evidence {found.number}", dispute_pack(found, now))
