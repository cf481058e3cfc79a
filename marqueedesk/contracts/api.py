"""Routes of contracts for team members. Files are compiled after the transaction has ended."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.call_limits import DOCUMENTS
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS, SEE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.contracts import queries, service, subjects
from marqueedesk.contracts.errors import ContractChanged, NotSignedYet
from marqueedesk.contracts.evidence import files_of
from marqueedesk.contracts.models import ContractVersion
from marqueedesk.contracts.pdf_seal import PdfSeal
from marqueedesk.contracts.queries import ContractView
from marqueedesk.contracts.schemas import ContractInput, ContractOut
from marqueedesk.contracts.serializers import for_office, for_staff
from marqueedesk.contracts.service import NewSigner
from marqueedesk.contracts.subjects import LAST_MOMENT, ContractSubject
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import PDF, errors, pdf_answer
from marqueedesk.kit.http.links import LinkMaker
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.rentals.rental_request import read_moment

router = APIRouter(tags=["contracts"], responses=errors(401, 403, 404))
Find = Callable[[Session, Operator, int], ContractSubject]
_ATTEMPTS = 3


def _booking(db: Session, _operator: Operator, booking_id: int) -> ContractSubject:
    return subjects.of_booking(db, booking_id)


@router.post("/api/bookings/{booking_id}/contract", status_code=201, responses=errors(409))
def send_booking_contract(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    booking_id: PathId,
    body: ContractInput,
) -> ContractOut:
    """Send a booking's contract to its signers, who sign in this order. It replaces one that isn't signed yet."""
    return _send(request, db, caller, _booking, booking_id, body)


@router.post("/api/quotes/{quote_id}/contract", status_code=201, responses=errors(409))
def send_quote_contract(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    quote_id: PathId,
    body: ContractInput,
) -> ContractOut:
    """Send a quote's contract to its signers. Once the quote is accepted, it is the booking's."""
    return _send(request, db, caller, subjects.of_quote, quote_id, body)


def _send(
    request: Request, db: Session, caller: Caller, find: Find, subject_id: int, body: ContractInput
) -> ContractOut:
    operator, now, links = caller.operator, clock.now(), LinkMaker.here(request)
    availability.lock(db, operator.id)
    subject = find(db, operator, subject_id)
    people = [NewSigner(one.name, one.email, one.phone, one.role) for one in body.signers]
    expires_at = _expiry(body.expires_at, operator)
    view = service.send(db, links.signer, operator, subject, people, expires_at, now)
    record_action(db, caller, "contract.sent", _about(subject), signers=len(people))
    return for_office(view, operator, links)


def _about(subject: ContractSubject) -> tuple[int | None, str | None]:
    if subject.booking is not None:
        return subject.booking.id, subject.name()
    return (subject.quote.id if subject.quote is not None else None), subject.name()


def _expiry(text: str | None, operator: Operator) -> datetime | None:
    if text is None:
        return None
    zone = ZoneInfo(operator.time_zone)
    given = read_moment(text, zone, "expiresAt")
    return datetime.combine(given.day, given.time or LAST_MOMENT, zone).astimezone(UTC)


@router.get("/api/bookings/{booking_id}/contract", response_model_exclude_unset=True)
def booking_contract(
    request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], booking_id: PathId
) -> ContractOut:
    """Get a booking's contract. Staff only see whether it is signed."""
    return _answer(request, db, caller, _booking(db, caller.operator, booking_id))


@router.get("/api/quotes/{quote_id}/contract", response_model_exclude_unset=True)
def quote_contract(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], quote_id: PathId
) -> ContractOut:
    """Get a quote's contract."""
    return _answer(request, db, caller, subjects.of_quote(db, caller.operator, quote_id))


def _answer(request: Request, db: Session, caller: Caller, subject: ContractSubject) -> ContractOut:
    view = queries.view(db, caller.operator, subject, clock.now())
    if not caller.may(MANAGE_DOCUMENTS):
        return for_staff(view)
    return for_office(view, caller.operator, LinkMaker.here(request))


@router.get("/api/bookings/{booking_id}/contract.pdf", responses=errors(429) | PDF)
def booking_contract_pdf(request: Request, booking_id: PathId) -> Response:
    """Get the signed contract of a booking, or the document to sign while none is signed."""
    return _contract_pdf(request, _booking, booking_id)


@router.get("/api/quotes/{quote_id}/contract.pdf", responses=errors(429) | PDF)
def quote_contract_pdf(request: Request, quote_id: PathId) -> Response:
    """Get the signed contract of a quote, or the document to sign while none is signed."""
    return _contract_pdf(request, subjects.of_quote, quote_id)


def _contract_pdf(request: Request, find: Find, subject_id: int) -> Response:
    now = clock.now()
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_DOCUMENTS)
        view = queries.view(db, operator, find(db, operator, subject_id), now)
        version = view.binding or view.current
        if version is None:
            raise NotSignedYet
        name = f"Contract {view.subject.name()}"
        signed = service.signed_contract(db, operator, view, version, now)
        stored = queries.with_files(db, version.id).pdf
    DOCUMENTS.spend(request, caller)
    return pdf_answer(name, stored or signed.unsigned_pdf())


@router.get("/api/bookings/{booking_id}/certificate.pdf", responses=errors(429) | PDF)
def booking_contract_certificate(request: Request, booking_id: PathId) -> Response:
    """Get the certificate of a booking's signed contract: who signed it, when and how. 404 `not_signed` before."""
    return _certificate_pdf(request, _booking, booking_id)


@router.get("/api/quotes/{quote_id}/certificate.pdf", responses=errors(429) | PDF)
def quote_contract_certificate(request: Request, quote_id: PathId) -> Response:
    """Get the certificate of a quote's signed contract: who signed it, when and how. 404 `not_signed` before."""
    return _certificate_pdf(request, subjects.of_quote, quote_id)


def _certificate_pdf(request: Request, find: Find, subject_id: int) -> Response:
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_DOCUMENTS)
        view = queries.view(db, operator, find(db, operator, subject_id), clock.now())
        stored = queries.with_files(db, view.binding.id).certificate if view.binding is not None else None
        if stored is None:
            raise NotSignedYet
        name = f"Certificate {view.subject.name()}"
    DOCUMENTS.spend(request, caller)
    return pdf_answer(name, stored)


@router.post("/api/bookings/{booking_id}/contract/remind", responses=errors(409))
def remind_of_booking_contract(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], booking_id: PathId
) -> ContractOut:
    """Email the next signer their link again. 409 `nothing_to_sign` if no signature is missing."""
    return _remind(request, db, caller, _booking, booking_id)


@router.post("/api/quotes/{quote_id}/contract/remind", responses=errors(409))
def remind_of_quote_contract(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], quote_id: PathId
) -> ContractOut:
    """Email the next signer their link again. 409 `nothing_to_sign` if no signature is missing."""
    return _remind(request, db, caller, subjects.of_quote, quote_id)


def _remind(request: Request, db: Session, caller: Caller, find: Find, subject_id: int) -> ContractOut:
    operator, now = caller.operator, clock.now()
    availability.lock(db, operator.id)
    subject = find(db, operator, subject_id)
    view = service.remind(db, operator, queries.view(db, operator, subject, now), now)
    record_action(db, caller, "contract.reminded", _about(subject))
    return for_office(view, operator, LinkMaker.here(request))


@router.post("/api/bookings/{booking_id}/contract/countersign", responses=errors(409))
def countersign_booking_contract(request: Request, booking_id: PathId) -> ContractOut:
    """Sign for the business after all signers, if the template requires a manual countersignature."""
    return _countersign(request, _booking, booking_id)


@router.post("/api/quotes/{quote_id}/contract/countersign", responses=errors(409))
def countersign_quote_contract(request: Request, quote_id: PathId) -> ContractOut:
    """Sign for the business after all signers, if the template requires a manual countersignature."""
    return _countersign(request, subjects.of_quote, quote_id)


def _countersign(request: Request, find: Find, subject_id: int) -> ContractOut:
    for _ in range(_ATTEMPTS):
        now = clock.now()
        with reading(request) as (db, caller):
            operator = require(caller, MANAGE_DOCUMENTS)
            view = queries.view(db, operator, find(db, operator, subject_id), now)
            version, name = service.ensure_can_countersign(view), caller.user.username
            signed = service.signed_contract(db, operator, view, version, now, countersigned_by=name)
            before = _fingerprint(view, version)
        files = files_of(signed, PdfSeal.of(request), now)
        with writing(request) as (db, caller):
            operator = require(caller, MANAGE_DOCUMENTS)
            availability.lock(db, operator.id)
            view = queries.view(db, operator, find(db, operator, subject_id), now)
            version = service.ensure_can_countersign(view)
            if _fingerprint(view, version) != before:
                continue
            service.complete(db, operator, version, files, name, now)
            record_action(db, caller, "contract.countersigned", _about(view.subject))
            view = queries.view(db, operator, view.subject, now)
            return for_office(view, operator, LinkMaker.here(request))
    raise ContractChanged


def _fingerprint(view: ContractView, version: ContractVersion) -> tuple[int, int]:
    return version.id, len(view.signatures)
