"""The list of venues: complete for its operator, and the public part of it for the visitors of an operator's form."""

from typing import Annotated

from fastapi import Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, current_user, database, named_operator, require
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import public_operator
from marqueedesk.accounts.rights import SEE_MONEY, SEE_STOCK
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Unauthenticated
from marqueedesk.kit.http.http import Json, paged
from marqueedesk.kit.http.routing import Router
from marqueedesk.venues import queries
from marqueedesk.venues.models import Venue
from marqueedesk.venues.schemas import CrewVenueOut, CrewVenuePage, PublicVenueOut, VenueOut, VenuePage

router = Router(tags=["venues"], refuses=(401, 403))


def crew_venue_answer(venue: Venue) -> CrewVenueOut:
    """A venue as the wire shows it to who sees no money (A5)."""
    return CrewVenueOut.of_row(venue, site=venue.site_facts if venue.site else None, user_id=venue.operator_id)


def venue_answer(venue: Venue) -> VenueOut:
    """A venue as the wire shows it to its operator, its surcharge in cents."""
    return VenueOut.adding(crew_venue_answer(venue), surcharge_amount=venue.surcharge_cents)


def public_venue_answer(venue: Venue) -> PublicVenueOut:
    """A venue as the wire shows it to visitors: neither where exactly it is nor whom to call there."""
    return PublicVenueOut.of_row(venue, surcharge_amount=venue.surcharge_cents)


@router.get("/api/venues", refuses=(404,))
def venues(
    request: Request,
    user_id: Annotated[str | None, Query(alias="userId", max_length=50)] = None,
    key: Annotated[str | None, Query(max_length=50)] = None,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Json[list[VenueOut] | list[CrewVenueOut] | list[PublicVenueOut] | VenuePage | CrewVenuePage]:
    """The caller's own venues, complete, with `limit` page by page; or, named by `userId` or `key`, an operator's
    venues as visitors see them.
    """
    with database(request).read() as db:
        operator, caller = _whose(db, request, user_id or key)
        set_operator(db, operator.id)
        if caller is None:
            return Json([public_venue_answer(venue) for venue in queries.venues(db)])
        answer = venue_answer if caller.may(SEE_MONEY) else crew_venue_answer
        if limit is None:
            return Json([answer(venue) for venue in queries.venues(db)])
        after = paging.decode(cursor, (int,))[0] if cursor else 0
        rows = queries.venues(db, after=int(after), limit=limit + 1)
    more = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    return paged([answer(venue) for venue in rows[:limit]], more)


def _whose(db: Session, request: Request, named: str | None) -> tuple[Operator, Caller | None]:
    """The operator whose venues are asked for, and the caller where they are signed in for that very operator.

    Raises Unauthenticated when nobody is named or signed in, Invalid and UnknownOperator for a name that is no name.
    """
    caller = current_user(db, request)
    if not named:
        if caller is None:
            raise Unauthenticated
        return require(caller, SEE_STOCK), caller
    operator = public_operator(db, named_operator(named))
    own = caller is not None and caller.business is not None and caller.business.id == operator.id
    return operator, caller if own else None
