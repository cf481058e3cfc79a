"""A business's calendar feed at its secret URL, without signing in."""

import hashlib
from datetime import timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.business import queries as business
from marqueedesk.calendar_feed import content, queries, service
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Responses, client_address, errors
from marqueedesk.kit.http.rate_limit import LocalLimit, network_of
from marqueedesk.kit.text.ical import calendar_file
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["calendar feed"])

READS = LocalLimit(60, 60)
"""Limit of requests per address and process: calendar apps poll a few times an hour."""
REFRESH = timedelta(minutes=30)
CALENDAR: Responses = {
    200: {"content": {"text/calendar": {"schema": {"type": "string"}}}},
    304: {"description": "Not modified"},
}


@router.get("/api/public/calendars/{token}.ics", responses=errors(429) | CALENDAR)
def calendar(request: Request, token: Annotated[str, Path(max_length=200)]) -> Response:
    """Get the deliveries and pickups of the last two months and all upcoming ones. The ETag changes with them."""
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))
    public_url: str = request.app.state.settings.public_url
    with database(request).read_copy() as db:
        operator = accounts.public_operator(db, service.open_feed(db, token))
        zone = ZoneInfo(operator.time_zone)
        today = clock.now().astimezone(zone).date()
        name = f"{business.company(db, operator)['name']} · MarqueeDesk"
        parts = (name, operator.time_zone, public_url, today, *queries.state(db, today))
        tag = f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        known = request.headers.get("if-none-match", "")
        if tag in {one.strip().removeprefix("W/") for one in known.split(",")}:
            return Response(status_code=304, headers=headers)
        file = calendar_file(
            content.entries(queries.bookings(db, today), zone, public_url, pricing.price_list(db)),
            name=name,
            refresh=REFRESH,
        )
    return Response(file, media_type="text/calendar; charset=utf-8", headers=headers)
