"""Routes of reviews for the business."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query

from marqueedesk.accounts.access import Caller, record_action
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.reviews import queries, service
from marqueedesk.reviews.schemas import ReviewOut, ReviewPage, ReviewPatch
from marqueedesk.reviews.serializers import for_business

router = APIRouter(tags=["reviews"], responses=errors(401, 403))
_USUAL_PAGE = 50


@router.get("/api/reviews")
def list_reviews(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    limit: Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)] = _USUAL_PAGE,
    cursor: Annotated[str | None, Query(max_length=2000)] = None,
    shown: Annotated[bool | None, Query(description="Only reviews that are shown, or only those that aren't")] = None,
) -> ReviewPage:
    """List reviews by customers, newest first."""
    rows, following = queries.page(db, shown=shown, limit=limit, cursor=cursor)
    zone, rating = ZoneInfo(caller.operator.time_zone), queries.rating(db)
    return ReviewPage(
        items=[for_business(review, booking, zone) for review, booking in rows],
        next_cursor=following,
        average=rating.average,
        count=rating.count,
    )


@router.patch("/api/reviews/{review_id}", responses=errors(404, 409))
def change_review(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], review_id: PathId, body: ReviewPatch
) -> ReviewOut:
    """Show or hide a review, or answer it. Showing it needs the customer's consent (409 `no_consent`). After an answer,
    the customer can't replace the review anymore.
    """
    availability.lock(db, caller.operator.id)
    review = service.change(db, review_id, body, clock.now())
    booking = queries.booking_of(db, review)
    record_action(
        db, caller, "review.changed", (booking.id, f"#{booking.number}"), changed=sorted(body.model_fields_set)
    )
    return for_business(review, booking, ZoneInfo(caller.operator.time_zone))
