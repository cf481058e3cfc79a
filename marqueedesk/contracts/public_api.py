"""Routes of signers, opened by their link without signing in: read, agree to electronic records, sign, decline."""

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import database
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.contracts import queries, service, subjects
from marqueedesk.contracts.contract_links import open_signer
from marqueedesk.contracts.errors import ContractChanged, NoContract, NotSignedYet
from marqueedesk.contracts.evidence import files_of
from marqueedesk.contracts.models import ContractSigner
from marqueedesk.contracts.pdf_seal import PdfSeal
from marqueedesk.contracts.queries import ContractView
from marqueedesk.contracts.schemas import (
    ContractConsentInput,
    ContractDeclineInput,
    PublicContractOut,
    SignInput,
)
from marqueedesk.contracts.serializers import for_signer
from marqueedesk.contracts.service import GivenSignature
from marqueedesk.contracts.signature_image import drawn_signature
from marqueedesk.documents.public_api import count_document, count_document_of
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import PDF, client_address, errors, pdf_answer
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_of

router = APIRouter(tags=["contracts"], responses=errors(404, 429))
Token = Annotated[str, Path(max_length=200)]
READS: Final = LocalLimit(120, 60)
CHANGES: Final = Limit("contracts-network", 60, timedelta(hours=1))
"""Limit of consents, signatures and refusals per network, across all processes."""
_ATTEMPTS: Final = 3
_LONGEST_AGENT: Final = 400


@router.get("/api/public/contracts/{token}")
def public_contract(request: Request, response: Response, token: Token) -> PublicContractOut:
    """Get a signer's contract. A changed booking gets a new version here, which waits for its signatures."""
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))
    response.headers["Cache-Control"] = "no-store"
    now = clock.now()
    with database(request).read() as db:
        operator, row = open_signer(db, token)
        view = _view(db, operator, row)
        if view.current is not None and row.seen_version == view.current.number and view.versions[-1] is view.current:
            return for_signer(db, view, operator, row)
    with database(request).write() as db:
        operator, row = _locked(db, token)
        return for_signer(db, service.opened(db, operator, row, now), operator, row)


def _locked(db: Session, token: str) -> tuple[Operator, ContractSigner]:
    """Resolve a link under the operator's lock."""
    operator, _ = open_signer(db, token)
    availability.lock(db, operator.id)
    return open_signer(db, token)


def _view(db: Session, operator: Operator, row: ContractSigner) -> ContractView:
    contract = queries.find_contract(db, row.contract_id)
    if contract is None:
        raise NoContract
    return queries.view_of(db, operator, subjects.of_contract(db, operator, contract), contract, clock.now())


@router.post("/api/public/contracts/{token}/consent", responses=errors(409))
def consent_to_contract(request: Request, token: Token, body: ContractConsentInput) -> PublicContractOut:
    """Agree to electronic records and signatures, with the version of the text."""
    _count(request, token)
    with database(request).write() as db:
        operator, row = _locked(db, token)
        service.consented(row, body.version, clock.now())
        db.flush()
        return for_signer(db, _view(db, operator, row), operator, row)


@router.post("/api/public/contracts/{token}/sign", responses=errors(409, 413))
def sign_contract(request: Request, token: Token, body: SignInput) -> PublicContractOut:
    """Sign the given version, or the one last opened with the link. Repeating it changes nothing.

    409 `consent_needed`, `not_your_turn`, `contract_changed`, `contract_expired` or `contract_declined`.
    """
    _count(request, token)
    given = GivenSignature(
        body.name,
        drawn_signature(body.image) if body.image else None,
        body.initials or {},
        client_address(request)[:64],
        (request.headers.get("user-agent") or "")[:_LONGEST_AGENT] or None,
        body.version,
    )
    for _ in range(_ATTEMPTS):
        answer = _try_to_sign(request, token, given)
        if answer is not None:
            return answer
    raise ContractChanged


def _try_to_sign(request: Request, token: str, given: GivenSignature) -> PublicContractOut | None:
    """Store a signature. If it is the last one, compile the signed files between two transactions. Return None if
    another signature was stored in the meantime.
    """
    now, files = clock.now(), None
    with database(request).read() as db:
        operator, row = open_signer(db, token)
        view = _view(db, operator, row)
        version = service.ensure_can_sign(view, row, given)
        if version is None:
            return for_signer(db, view, operator, row)
        is_last, before = service.completes(view, version), (version.id, len(view.signatures))
        company = service.company_name(db, operator)
        signed = service.signed_contract(db, operator, view, version, now, new=(row, given), countersigned_by=company)
    if is_last:
        files = files_of(signed, PdfSeal.of(request), now)
    with database(request).write() as db:
        operator, row = _locked(db, token)
        view = _view(db, operator, row)
        version = service.ensure_can_sign(view, row, given)
        if version is not None:
            if (version.id, len(view.signatures)) != before or service.completes(view, version) != is_last:
                return None
            service.record_signature(db, operator, view, row, given, now)
            if files is not None:
                service.complete(db, operator, version, files, company, now)
        return for_signer(db, _view(db, operator, row), operator, row)


@router.post("/api/public/contracts/{token}/decline", responses=errors(409))
def decline_contract(request: Request, token: Token, body: ContractDeclineInput) -> PublicContractOut:
    """Decline the version that the link opened last, with a reason for the business."""
    _count(request, token)
    now = clock.now()
    with database(request).write() as db:
        operator, row = _locked(db, token)
        service.decline(db, operator, _view(db, operator, row), row, body.reason, now, shown=body.version)
        return for_signer(db, _view(db, operator, row), operator, row)


@router.get("/api/public/contracts/{token}/contract.pdf", responses=PDF)
def public_contract_pdf(request: Request, token: Token) -> Response:
    """Get the signed contract, or the document to sign."""
    count_document(request)
    now = clock.now()
    with database(request).read() as db:
        operator, row = open_signer(db, token)
        view = _view(db, operator, row)
        version = view.current or view.binding
        if version is None:
            raise NotSignedYet
        name, operator_id = f"Contract {view.subject.name()}", operator.id
        signed = service.signed_contract(db, operator, view, version, now)
        stored = queries.with_files(db, version.id).pdf
    count_document_of(request, operator_id)
    return pdf_answer(name, stored or signed.unsigned_pdf())


def _count(request: Request, token: str) -> None:
    """Count a change, if the link exists. Raises TooMany and NoContract."""
    attempts = Attempts(request, [(CHANGES, (network_of(client_address(request)),))])
    attempts.ensure_below_limit()
    with database(request).read() as db:
        open_signer(db, token)
    attempts.spend()
