"""Verify files: whether one is a signed contract of this installation, and unchanged."""

import re
from datetime import timedelta
from typing import Final

from fastapi import APIRouter, Request
from sqlalchemy import select

from marqueedesk.accounts.access import database
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.contracts.evidence import CODE_PREFIX, sha256_of
from marqueedesk.contracts.models import ContractFile
from marqueedesk.contracts.schemas import VerifiedOut, VerifyInput
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import schemas
from marqueedesk.kit.http.http import Described, UploadedBytes, client_address, content_type, errors, is_json, json_body
from marqueedesk.kit.http.rate_limit import Limit, network_of

router = APIRouter(tags=["contracts"], responses=errors(413, 422, 429))
CHECKS: Final = Limit("verify-network", 120, timedelta(hours=1))
"""Limit of verified files per network, across all processes."""
_CODE: Final = re.compile(CODE_PREFIX.encode() + rb"([0-9a-f]{32})")
_MOST_CODES: Final = 5
_PDF: Final = {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}
_FILE_OR_DIGEST: Described = {
    "requestBody": {"required": True, "content": _PDF | json_body(VerifyInput)["requestBody"]["content"]}
}


@router.post("/api/public/verify", openapi_extra=_FILE_OR_DIGEST)
def verify(request: Request, raw: UploadedBytes) -> VerifiedOut:
    """Verify a PDF, or its SHA-256 as JSON. The file is not stored, and the answer has no names."""
    Attempts(request, [(CHECKS, (network_of(client_address(request)),))]).spend()
    if is_json(content_type(request)):
        return _of_digest(request, schemas.parse(VerifyInput, raw).sha256.lower(), ())
    if not raw:
        raise Invalid(fields={"file": "Choose a PDF file"})
    codes = list(dict.fromkeys(code.decode() for code in _CODE.findall(raw)))[:_MOST_CODES]
    return _of_digest(request, sha256_of(raw), codes)


def _of_digest(request: Request, sha256: str, codes: list[str] | tuple[str, ...]) -> VerifiedOut:
    with database(request).read() as db:
        file = db.get(ContractFile, sha256)
        if file is not None:
            return VerifiedOut(known=True, unchanged=True, signed_at=file.signed_at.isoformat())
        found = db.scalars(select(ContractFile).where(ContractFile.file_code.in_(codes)).limit(1)).first()
        return VerifiedOut(known=found is not None, unchanged=False, signed_at=None)
