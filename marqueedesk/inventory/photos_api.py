"""Routes for photos of damage, losses and deliveries; only visible to the business."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.picture_storage import check_upload, within_quota
from marqueedesk.accounts.rights import ADD_NOTES, SEE_BOOKINGS
from marqueedesk.inventory import photos
from marqueedesk.inventory.errors import NoPicture
from marqueedesk.inventory.items_api import UPLOAD, read_picture
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Responses, UploadedBytes, errors
from marqueedesk.kit.http.schemas import ResponseModel

router = APIRouter(tags=["goods"], responses=errors(401, 403))
_WEBP: Responses = {200: {"content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}}}}
_KEPT = {"Cache-Control": "private, max-age=31536000, immutable"}
_DIGEST_LENGTH = 64


class PhotoOut(ResponseModel):
    """A stored photo, for use in handovers and repairs."""

    photo: Annotated[str, Field(description="Content digest")]


@router.post("/api/photos", openapi_extra=UPLOAD, status_code=201, responses=errors(400, 409, 415, 422, 429))
def keep_photo(request: Request, raw: UploadedBytes) -> PhotoOut:
    """Upload a photo of goods: JPEG, PNG or WebP, at most 12 MB. Uploading the same photo again returns the same
    digest.
    """
    with reading(request) as (db, caller):
        require(caller, ADD_NOTES)
        check_upload(request, db, caller)
    pictures = read_picture(request, raw, caller)
    with writing(request) as (db, caller):
        require(caller, ADD_NOTES)
        with within_quota(request, db):
            digest = photos.keep(db, pictures, clock.now())
    return PhotoOut(photo=digest)


@router.get("/api/photos/{digest}", responses=_WEBP)
def photo(
    db: Db,
    _: Annotated[Caller, Requires(SEE_BOOKINGS)],
    digest: str,
    size: Annotated[str | None, Query(max_length=10)] = None,
) -> Response:
    """Return a photo of goods as WebP; with ``size=small`` at most 400 pixels per side."""
    if len(digest) != _DIGEST_LENGTH:
        raise NoPicture
    stored = photos.photo(db, digest)
    content = stored.small if size == "small" else stored.large
    return Response(content, media_type="image/webp", headers=_KEPT)
