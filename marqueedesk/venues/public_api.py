"""Route that lists venues: in full for the operator, with public fields only for visitors of the operator's form."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, current_user, named_operator, require
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import public_operator
from marqueedesk.accounts.rights import SEE_MONEY, SEE_STOCK
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Unauthenticated
from marqueedesk.kit.http.http import errors
from marqueedesk.venues import queries
from marqueedesk.venues.models import Venue
from marqueedesk.venues.schemas import (
    CrewVenueOut,
    CrewVenuePage,
    PublicVenueOut,
    VenueOut,
    VenuePage,
    public_venue_answer,
)

router = APIRouter(tags=["venues"], responses=errors(401, 403))


def crew_venue_answer(venue: Venue) -> CrewVenueOut:
    """Serialize a venue for users who may not see money (A5)."""
    return CrewVenueOut.of_row(venue, site=venue.site_facts if venue.site else None, user_id=venue.operator_id)


def venue_answer(venue: Venue) -> VenueOut:
    """Serialize a venue for its operator, with its surcharge in cents."""
    return VenueOut.adding(
        crew_venue_answer(venue), surcharge_amount=venue.surcharge_cents, certificate=venue.certificate_terms
    )


@router.get("/api/venues", responses=errors(404))
def venues(
    request: Request,
    db: Db,
    user_id: Annotated[str | None, Query(alias="userId", max_length=50)] = None,
    key: Annotated[str | None, Query(max_length=50)] = None,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> list[VenueOut] | list[CrewVenueOut] | list[PublicVenueOut] | VenuePage | CrewVenuePage:
    """List the caller's own venues in full, paginated if `limit` is set; or the venues of the operator named by
    `userId` or `key`, with the fields visitors may see.
    """
    operator, caller = _whose(db, request, user_id or key)
    set_operator(db, operator.id)
    if caller is None:
        return [public_venue_answer(venue) for venue in queries.venues(db)]
    if limit is None:
        rows = queries.venues(db)
        return (
            [venue_answer(row) for row in rows] if caller.may(SEE_MONEY) else [crew_venue_answer(row) for row in rows]
        )
    after = paging.decode(cursor, (int,))[0] if cursor else 0
    rows = queries.venues(db, after=int(after), limit=limit + 1)
    more = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    if caller.may(SEE_MONEY):
        return VenuePage(items=[venue_answer(venue) for venue in rows[:limit]], next_cursor=more)
    return CrewVenuePage(items=[crew_venue_answer(venue) for venue in rows[:limit]], next_cursor=more)


def _whose(db: Session, request: Request, named: str | None) -> tuple[Operator, Caller | None]:
    """Return the operator whose venues are requested, and the caller if they are signed in as that operator.

    Raises Unauthenticated if no operator is named and the caller isn't signed in; Invalid and UnknownOperator if the
    named operator is invalid.
    """
    caller = current_user(db, request)
    if not named:
        if caller is None:
            raise Unauthenticated
        return require(caller, SEE_STOCK), caller
    operator = public_operator(db, named_operator(named))
    own = caller is not None and caller.business is not None and caller.business.id == operator.id
    return operator, caller if own else None
