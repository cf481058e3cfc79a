"""Routes for repairs and losses of letters and items (L11)."""

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Header, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.picture_storage import check_upload, within_quota
from marqueedesk.accounts.queries import lock_own
from marqueedesk.accounts.rights import ADD_NOTES, CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.availability import outages
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.availability.models import LetterOutage
from marqueedesk.availability.operator_lock import Terms, read_operator
from marqueedesk.bookings.errors import TooManyPhotos
from marqueedesk.bookings.goods import at_risk, repairs
from marqueedesk.inventory import photos
from marqueedesk.inventory.items_api import UPLOAD, read_picture
from marqueedesk.inventory.outage_schemas import NewRepairOut, RepairChange, RepairInput, RepairOut, RepairPhotosOut
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Forbidden
from marqueedesk.kit.http import idempotency
from marqueedesk.kit.http.http import UploadedBytes, errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"], responses=errors(401, 403))
MOST_PHOTOS: Final = 10
"""Limit of photos of a repair."""
UNDO_TIME: Final = timedelta(minutes=10)
"""How long team members who can't edit stock can withdraw their own reports."""
Key = Annotated[str | None, Header(alias="Idempotency-Key")]


@router.get("/api/repairs", response_model_exclude_unset=True)
def open_repairs(db: Db, caller: Annotated[Caller, Requires(SEE_STOCK)]) -> list[RepairOut]:
    """List open repairs and losses, most recently reported first."""
    terms = read_operator(db.connection(), caller.operator.id)
    return repairs.open_repairs(db, terms, clock.now(), money=caller.may(SEE_MONEY))


@router.post(
    "/api/repairs",
    status_code=201,
    response_model_exclude_unset=True,
    responses=errors(404, 409) | {200: {"model": NewRepairOut}},
)
def record_repair(
    response: Response,
    db: Db,
    caller: Annotated[Caller, Requires(ADD_NOTES)],
    terms: LockedTerms,
    body: RepairInput,
    idempotency_key: Key = None,
) -> NewRepairOut:
    """Take pieces of a letter or item out of service from today, even if bookings hold them. Photos are added
    afterward.

    With an `Idempotency-Key` (or `clientId`), a retry records nothing more and returns the repair with status 200.
    """
    key = idempotency.read_key(idempotency_key) or body.client_id
    print_of = idempotency.fingerprint("repair", body.model_dump_json())
    recorded_id = idempotency.find_made(db, key, print_of)
    if recorded_id is not None:
        response.status_code = 200
        return _answer(db, caller, terms, outages.by_id(db, recorded_id))
    now = clock.now()
    outage = repairs.record(db, terms, body, pricing.price_list(db), by=caller.user, now=now)
    idempotency.keep_made(db, key, print_of, outage.id, now)
    return _answer(db, caller, terms, outage)


@router.patch("/api/repairs/{repair_id}", response_model_exclude_unset=True, responses=errors(404))
def change_repair(
    db: Db,
    caller: Annotated[Caller, Requires(CHANGE_STOCK)],
    terms: LockedTerms,
    repair_id: PathId,
    body: RepairChange,
) -> NewRepairOut:
    """Turn a repair into a loss, or a loss into a repair."""
    outage = outages.by_id(db, repair_id)
    repairs.change_kind(db, terms, outage, body.kind, clock.now())
    return _answer(db, caller, terms, outage)


@router.delete("/api/repairs/{repair_id}", status_code=204, responses=errors(404))
def end_repair(db: Db, caller: Annotated[Caller, Requires(ADD_NOTES)], terms: LockedTerms, repair_id: PathId) -> None:
    """Put the pieces back in service. Without the permission to edit stock, only for the caller's own report within 10
    minutes.
    """
    outage, now = outages.by_id(db, repair_id), clock.now()
    is_own = outage.reported_by == caller.user.username and outage.created_at > now - UNDO_TIME
    if not caller.may(CHANGE_STOCK) and not is_own:
        raise Forbidden
    repairs.end(db, terms, outage, now)
    (row,) = repairs.serialize(db, terms, [outage], money=False)
    name = row.name if row.size is None else f"{row.name} ({row.size})"
    record_action(db, caller, "outage.deleted", (outage.inventory_id, name), count=outage.count)


@router.post("/api/repairs/{repair_id}/reopen", response_model_exclude_unset=True, responses=errors(404, 409))
def reopen_repair(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], terms: LockedTerms, repair_id: PathId
) -> NewRepairOut:
    """Undo putting the pieces back in service."""
    outage = outages.by_id(db, repair_id)
    repairs.reopen(db, terms, outage, by=caller.user, now=clock.now())
    return _answer(db, caller, terms, outage)


@router.post(
    "/api/repairs/{repair_id}/photos",
    openapi_extra=UPLOAD,
    status_code=201,
    responses=errors(400, 404, 409, 415, 422, 429),
)
def add_repair_photo(request: Request, repair_id: PathId, raw: UploadedBytes) -> RepairPhotosOut:
    """Add a photo to a repair: JPEG, PNG or WebP, at most 12 MB. Uploading the same photo again has no effect."""
    with reading(request) as (db, caller):
        require(caller, ADD_NOTES)
        outages.by_id(db, repair_id)
        check_upload(request, db, caller)
    pictures = read_picture(request, raw, caller)
    with writing(request) as (db, caller):
        require(caller, ADD_NOTES)
        lock_own(db)
        outage = outages.by_id(db, repair_id)
        stored = outage.photos
        if pictures.digest not in stored:
            if len(stored) >= MOST_PHOTOS:
                raise TooManyPhotos
            with within_quota(request, db):
                photos.keep(db, pictures, clock.now())
            outages.add_photo(outage, pictures.digest)
        return RepairPhotosOut(photo=pictures.digest, photos=outage.photos)


def _answer(db: Session, caller: Caller, terms: Terms, outage: LetterOutage) -> NewRepairOut:
    db.flush()
    (row,) = repairs.serialize(db, terms, [outage], money=caller.may(SEE_MONEY))
    at_risk_rows = at_risk.announced(db, terms, clock.now(), pricing.price_list(db))
    # Amounts stay unset for users who may not see them.
    shown = {name: getattr(row, name) for name in row.model_fields_set}
    return NewRepairOut(**shown, at_risk=at_risk_rows)
