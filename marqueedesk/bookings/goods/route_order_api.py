"""Routes for the order in which a business drives a day's stops."""

from datetime import date
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.queries import lock_own
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.bookings.goods import day_stops, route_order
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import Id, RequestModel, ResponseModel
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["day"], responses=errors(401, 403))
OnDay = Annotated[str | None, Query(alias="date", max_length=10, description="Default: today")]


class StopInOrder(RequestModel):
    """A stop of a day."""

    booking_id: Id
    kind: Literal["delivery", "pickup"]


class RouteOrderInput(RequestModel):
    """PUT /api/day/order: all stops of a day in driving order."""

    stops: Annotated[list[StopInOrder], Field(min_length=1, max_length=day_stops.MOST_STOPS)]


class OrderedStopOut(ResponseModel):
    """A stop of a day."""

    booking_id: int
    kind: Literal["delivery", "pickup"]


class RouteOrderOut(ResponseModel):
    """All stops of a day in driving order."""

    date: str
    reordered: Annotated[bool, Field(description="False if the stops are in chronological order")]
    stops: list[OrderedStopOut]


@router.put("/api/day/order", responses=errors(404))
def order_stops(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], body: RouteOrderInput, on: OnDay = None
) -> RouteOrderOut:
    """Save the order in which a day's stops are driven. Stops with a time stay in chronological order.

    Raises Invalid for a stop that is listed twice, and NotFound for one that isn't on that day.
    """
    day = _day(caller, on)
    keys = [(stop.booking_id, stop.kind) for stop in body.stops]
    if len(set(keys)) < len(keys):
        raise Invalid(fields={"stops": "Name each stop once"})
    lock_own(db)
    known = {route_order.key_of(stop, booking) for stop, booking in day_stops.stops_on(db, day)}
    if not known.issuperset(keys):
        raise NotFound("One of these stops is no longer on this day. Reload the page.")
    route_order.save(db, day, keys)
    return _order(db, day)


@router.delete("/api/day/order")
def order_stops_by_time(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], on: OnDay = None
) -> RouteOrderOut:
    """Restore a day's chronological order."""
    day = _day(caller, on)
    lock_own(db)
    route_order.clear(db, day)
    return _order(db, day)


def _day(caller: Caller, on: str | None) -> date:
    if on:
        return read_day(on, "date")
    return clock.local_day(clock.now(), ZoneInfo(caller.operator.time_zone))


def _order(db: Session, day: date) -> RouteOrderOut:
    order = day_stops.driving_order(db, day)
    return RouteOrderOut(
        date=day.isoformat(),
        reordered=order.reordered,
        stops=[OrderedStopOut(booking_id=booking.id, kind=stop.kind) for stop, booking in order.stops],
    )
