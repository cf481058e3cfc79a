"""Routes of a business's certificates of insurance."""

from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.call_limits import UPLOADS
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.picture_storage import check_upload, within_quota
from marqueedesk.accounts.rights import CHANGE_SETTINGS, SEE_MONEY
from marqueedesk.insurance import queries, service
from marqueedesk.insurance.models import ENDINGS
from marqueedesk.insurance.schemas import CertificateInput, CertificateOut, certificate_answer
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Responses, download, errors
from marqueedesk.kit.http.schemas import PathId

router = APIRouter(tags=["certificates"], responses=errors(401, 403))
_FILE: Responses = {200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in ENDINGS}}}


@router.get("/api/certificates")
def list_certificates(db: Db, _: Annotated[Caller, Requires(SEE_MONEY)]) -> list[CertificateOut]:
    """List the business's certificates of insurance, the one that expires last first."""
    return [certificate_answer(row) for row in queries.certificates(db)]


@router.post("/api/certificates", status_code=201, responses=errors(409, 413, 429))
def add_certificate(request: Request, body: CertificateInput) -> CertificateOut:
    """Add a certificate: a PDF or picture of at most 5 MB, which counts toward the business's storage."""
    with reading(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        check_upload(request, db, caller)
    # Counted in a transaction of its own, which would wait for one that is open here.
    UPLOADS.spend(request, caller)
    with writing(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        with within_quota(request, db):
            row = service.add(db, body, clock.now())
        record_action(db, caller, "certificate.added", (row.id, row.insurer))
        return certificate_answer(row)


@router.get("/api/certificates/{certificate_id}/file", responses=_FILE)
def certificate_file(db: Db, _: Annotated[Caller, Requires(SEE_MONEY)], certificate_id: PathId) -> Response:
    """Download a certificate's file."""
    row = queries.certificate(db, certificate_id)
    return download(row.file_name, queries.content(db, row.id), row.media_type)


@router.delete("/api/certificates/{certificate_id}", status_code=204)
def delete_certificate(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], certificate_id: PathId) -> None:
    """Delete a certificate. Bookings for which it was sent keep their state."""
    row = service.delete(db, certificate_id)
    record_action(db, caller, "certificate.deleted", (row.id, row.insurer))
