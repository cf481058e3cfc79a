"""Route that texts a customer that the crew is on the way."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import SEE_BOOKINGS
from marqueedesk.bookings import queries as bookings
from marqueedesk.conversations import queries, service
from marqueedesk.conversations.api import entry_answer, texting_terms
from marqueedesk.conversations.schemas import ConversationEntryOut, OnTheWayInput
from marqueedesk.conversations.service import NewText
from marqueedesk.customers.contacts import e164_of, region_of
from marqueedesk.customers.errors import UnknownCustomer
from marqueedesk.delivery.rules import rules_of
from marqueedesk.kit import clock
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId

router = APIRouter(tags=["conversations"], responses=errors(401, 403))


@router.post("/api/bookings/{booking_id}/on-the-way", status_code=201, responses=errors(404))
def on_the_way(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKINGS)],
    booking_id: PathId,
    body: OnTheWayInput | None = None,
) -> ConversationEntryOut:
    """Text the customer that the crew is on the way, with the expected time, once per stop and day: a second tap
    returns the same entry. One that can't be sent has ``state`` ``failed`` and a ``reason``.
    """
    booking, operator, now = bookings.booking(db, booking_id), caller.operator, clock.now()
    zone, rules = ZoneInfo(operator.time_zone), rules_of(operator.rules)
    if booking.customer_id is None:
        raise UnknownCustomer
    today = now.astimezone(zone).date()
    stop = booking.pickup if today == booking.pickup.day != booking.delivery.day else booking.delivery
    window = (body.window if body else None) or stop.words(rules.pickup_hours, operator.time_format)
    purpose = "with your sign" if stop.kind == "delivery" else "to pick up your sign"
    arrival = f" Expected time: {window}." if window else ""
    terms = texting_terms(request, db, caller)
    parsed = e164_of(booking.customer_phone, region_of(operator.time_zone)) if booking.customer_phone else None
    key = f"on-the-way:{booking.id}:{stop.kind}:{today}"
    new = NewText(
        f"{terms.company}: We are on our way {purpose}.{arrival}",
        user_id=caller.user.id,
        phone=parsed[0] if parsed and not parsed[1] else None,
        key=key,
        booking_id=booking.id,
    )
    customer = queries.customer(db, booking.customer_id)
    row = service.write_text(db, terms, customer, new, now) or queries.entry_by_key(db, key)
    return entry_answer(existing(row, UnknownCustomer), zone, caller.user.username)
