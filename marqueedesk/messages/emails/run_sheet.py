"""Morning email to the business with the day's deliveries and pickups."""

from marqueedesk.bookings.models import Booking
from marqueedesk.kit.text.formats import counted
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body, Part, StopRow, page
from marqueedesk.messages.email_context import DayContext
from marqueedesk.messages.message import NO_FIELDS
from marqueedesk.messages.samples import sample_day
from marqueedesk.rentals.line_serializers import serialize_rented


def _body(context: DayContext) -> Body:
    out = [_stop(context, booking, delivery=True) for booking in context.deliveries]
    back = [_stop(context, booking, delivery=False) for booking in context.pickups]
    rows: list[Part] = []
    if out:
        rows.append(parts.stops("Deliveries", out))
    if back:
        rows.append(parts.stops("Pickups", back))
    requests = (
        f"{counted(context.waiting, 'request')} {'is' if context.waiting == 1 else 'are'} waiting for your reply."
    )
    notes = ([requests] if context.waiting else []) + ([_ahead(context.tomorrow)] if context.tomorrow else [])
    summary = f"{_counted(len(out), 'delivery', 'deliveries')}, {_counted(len(back), 'pickup', 'pickups')}"
    return Body(
        title=f"Your {context.head.weekday(context.on)}",
        lead=summary,
        parts=[
            parts.text(f"Today: {summary}."),
            *rows,
            *([parts.text(" ".join(notes))] if notes else []),
            parts.button("Open the calendar", page("/bookings?view=calendar")),
        ],
        unsubscribe=parts.MESSAGE_SETTINGS,
        small=["You can choose the time of this email, or turn it off, in Settings > Messages."],
    )


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _ahead(number: int) -> str:
    return f"Tomorrow you have {_counted(number, 'stop', 'stops')}."


def _rented(context: DayContext, booking: Booking) -> list[str]:
    """Return the booking's number and its details, one entry per line if there are several."""
    lines = booking.lines
    details = [
        f"{row.text}, {row.detail}" if row.detail else row.text for row in serialize_rented(lines, context.prices)
    ]
    if booking.stored_lines is not None:
        return [f"#{booking.number}", *details]
    return [f"#{booking.number} · {counted(booking.letter_count, 'letter')}, {context.prices.size_name(booking.size)}"]


def _stop(context: DayContext, booking: Booking, *, delivery: bool) -> StopRow:
    when = context.head.hours(booking.delivery if delivery else booking.pickup)
    contact = " · ".join(part for part in (booking.customer_name, booking.customer_phone) if part)
    lines = [
        *_rented(context, booking),
        *(f"Borrowed: {text}" for text in context.borrowed.get(booking.id, ())),
        contact,
        booking.place,
        context.directions.get(booking.id, "") if delivery else "",
        booking.notes or "" if delivery else "",
        *context.crew.get(booking.id, ()),
    ]
    return {
        "time": when.partition(" (")[0] if when else "Any time",
        "name": booking.message,
        "lines": [line for line in lines if line],
        "link": page(f"/bookings?id={booking.id}"),
    }


MESSAGE = to_business(
    "run-sheet",
    "Morning run sheet",
    "In the morning of each day with deliveries or pickups",
    subject="Run sheet for {delivery}",
    fields=NO_FIELDS,
    body=_body,
    sample=sample_day,
)
