"""Global search for signed-in users, limited to what their role may see (A5)."""

from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.call_limits import SEARCHES
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS, SEE_BOOKINGS, SEE_STOCK
from marqueedesk.customer_records.queries import without_history
from marqueedesk.customers.contacts import region_of
from marqueedesk.customers.models import Customer
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.quotes.serializers import shown_status
from marqueedesk.rentals.rental_request import iso
from marqueedesk.search import queries
from marqueedesk.search.queries import CustomerHit
from marqueedesk.search.schemas import FoundBooking, FoundCustomer, FoundQuote, FoundVenue, Kind, SearchOut

router = APIRouter(tags=["search"], responses=errors(401, 403))
MOST_OF_A_KIND = 20


@router.get("/api/search", responses=errors(429))
def search(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKINGS)],
    q: Annotated[str, Query(max_length=200)],
    limit: Annotated[int, Query(ge=1, le=MOST_OF_A_KIND, description="Maximum results of each kind")] = 5,
) -> SearchOut:
    """Search bookings, quotes, customers and venues that contain every word of ``q``. Empty if ``q`` contains
    no words.
    """
    if "\x00" in q:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    SEARCHES.spend_with(request, SEE_BOOKINGS)
    operator = caller.operator
    zone = ZoneInfo(operator.time_zone)
    now = clock.now()
    found: dict[Kind, list[Any]] = {"bookings": [], "quotes": [], "customers": [], "venues": []}
    if q.strip():
        # Fetch one more than shown, to detect whether there are more.
        today = clock.local_day(now, zone)
        found["bookings"], found["customers"] = queries.bookings_and_customers(db, q, today, limit + 1)
        found["customers"] += without_history(db, q, region_of(operator.time_zone), limit + 1)
        if caller.may(MANAGE_DOCUMENTS):
            found["quotes"] = queries.quotes(db, q, limit + 1)
        if caller.may(SEE_STOCK):
            found["venues"] = queries.venues(db, q, limit + 1)
    shown = {kind: rows[:limit] for kind, rows in found.items()}
    return SearchOut(
        bookings=[
            FoundBooking.of_row(row, delivery_date=iso(row.delivery_day, row.delivery_clock, zone))
            for row in shown["bookings"]
        ],
        quotes=[FoundQuote.of_row(row, status=shown_status(row, now)) for row in shown["quotes"]],
        customers=[_customer(row) for row in shown["customers"]],
        venues=[FoundVenue.of_row(row) for row in shown["venues"]],
        more=[kind for kind, rows in found.items() if len(rows) > limit],
    )


def _customer(row: CustomerHit | Customer) -> FoundCustomer:
    if isinstance(row, Customer):
        email = next(iter(row.emails), None)
        phone = next((one["number"] for one in row.phones), None)
        name = row.name or email or phone or ""
        return FoundCustomer(id=row.id, name=name, email=email, phone=phone, bookings=0, last_delivery=None)
    return FoundCustomer(
        id=row.last.customer_id,
        name=row.last.customer_name,
        email=row.last.customer_email or None,
        phone=row.last.customer_phone,
        bookings=row.bookings,
        last_delivery=row.delivery_day.isoformat(),
    )
