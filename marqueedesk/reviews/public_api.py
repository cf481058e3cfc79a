"""Routes of reviews without sign-in: writing one from a link, and those that a business shows."""

import base64
import binascii
import re
from datetime import timedelta
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database, named_operator
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.errors import StorageFull
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.picture_storage import within_quota
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.business import queries as business
from marqueedesk.delivery.rules import rules_of
from marqueedesk.inventory import photos
from marqueedesk.inventory.errors import NoPicture, PictureRefused
from marqueedesk.inventory.pictures import TwoPictures, uploaded_picture
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import Responses, client_address, errors
from marqueedesk.kit.http.links import TOKEN
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_of
from marqueedesk.reviews import queries, requests, service
from marqueedesk.reviews.errors import UnknownReview
from marqueedesk.reviews.models import Review
from marqueedesk.reviews.schemas import CustomerReviewInput, ReviewRequestOut, ShownReviewsOut
from marqueedesk.reviews.serializers import TAG_LENGTH, for_customer, for_visitor
from marqueedesk.reviews.service import Written

router = APIRouter(tags=["reviews"], responses=errors(404, 429))
Token = Annotated[str, Path(max_length=200)]
BY_NETWORK: Final = Limit("reviews-network", 30, timedelta(hours=1))
"""Limit of reviews per network, across all processes."""
READS: Final = LocalLimit(120, 60)
_WEBP: Responses = {200: {"content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}}}}
_BRIEFLY: Final = "public, max-age=300"
_TAG: Final = re.compile(f"[0-9a-f]{{{TAG_LENGTH}}}")
_NOT_A_PHOTO: Final = "Photo must be a JPEG, PNG or WebP image"
_DATA_URL: Final = re.compile("data:image/(?:jpeg|png|webp);base64,")


@router.get("/api/public/reviews/{token}")
def reviews(request: Request, response: Response, token: Token) -> ReviewRequestOut | ShownReviewsOut:
    """Return the review that a customer's link is for, or, for a business's public key, the reviews it shows."""
    _count_read(request)
    with database(request).read() as db:
        if TOKEN.fullmatch(token):
            response.headers["Cache-Control"] = "no-store"
            operator, review = requests.open_request(db, token)
            return _for_customer(db, operator, review)
        operator = _operator_of(db, token)
        zone, rating = ZoneInfo(operator.time_zone), queries.rating(db)
        items = [for_visitor(row, operator.public_key, zone) for row in queries.shown(db)]
        response.headers["Cache-Control"] = _BRIEFLY
        return ShownReviewsOut(average=rating.average, count=rating.count, items=items)


@router.post("/api/public/reviews/{token}", responses=errors(409, 413))
def write_review(request: Request, token: Token, body: CustomerReviewInput) -> ReviewRequestOut:
    """Write a review, or replace it until the business has answered (409 `review_answered`). The business decides
    whether to show it.
    """
    attempts = Attempts(request, [(BY_NETWORK, (network_of(client_address(request)),))])
    attempts.ensure_below_limit()
    with database(request).read() as db:
        _, review = requests.open_request(db, token)
        service.ensure_open(review)
    attempts.spend()
    pictures = _pictures(body.photo) if body.photo else None
    with database(request).write() as db:
        operator, review = requests.open_request(db, token)
        availability.lock(db, operator.id)
        review = requests.open_request(db, token)[1]
        written = Written(body.stars, body.text or "", body.consent, pictures, "photo" not in body.model_fields_set)
        try:
            with within_quota(request, db):
                service.write(db, review, written, clock.now())
        except StorageFull:
            raise Invalid(fields={"photo": "We can't save your photo. Please send the review without it"}) from None
        return _for_customer(db, operator, review)


@router.get("/api/public/review-photos/{key}/{tag}", responses=_WEBP)
def review_photo(
    request: Request, key: str, tag: str, size: Annotated[str | None, Query(max_length=10)] = None
) -> Response:
    """Return the photo of a shown review as WebP; with ``size=small`` at most 400 pixels per side."""
    if not _TAG.fullmatch(tag):
        raise NoPicture
    with database(request).read() as db:
        _operator_of(db, key)
        digest = queries.shown_photo(db, tag)
        if digest is None:
            raise NoPicture
        stored = photos.photo(db, digest)
        content = stored.small if size == "small" else stored.large
    headers = {"Cache-Control": _BRIEFLY, "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(content, media_type="image/webp", headers=headers)


def _operator_of(db: Session, key: str) -> Operator:
    """Scope the session to the business with a public key. Raises UnknownReview and UnknownOperator (404)."""
    try:
        operator = accounts.public_operator(db, named_operator(key))
    except Invalid:
        raise UnknownReview from None
    set_operator(db, operator.id)
    return operator


def _for_customer(db: Session, operator: Operator, review: Review) -> ReviewRequestOut:
    name = review.name or service.first_name(bookings.booking(db, review.booking_id).customer_name)
    company = business.company(db, operator)["name"]
    return for_customer(review, name, company, rules_of(operator.rules).review_url)


def _pictures(photo: str) -> TwoPictures:
    """Decode and re-encode a photo before any lock. Raises Invalid at `photo`."""
    start = _DATA_URL.match(photo)
    try:
        raw = base64.b64decode(photo[start.end() :], validate=True) if start else None
    except (binascii.Error, ValueError):
        raw = None
    if raw is None:
        raise Invalid(fields={"photo": _NOT_A_PHOTO})
    try:
        return uploaded_picture(raw)
    except PictureRefused as problem:
        raise Invalid(fields={"photo": (problem.fields or {}).get("picture", _NOT_A_PHOTO)}) from problem


def _count_read(request: Request) -> None:
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))
