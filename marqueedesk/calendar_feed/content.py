"""Entries of a calendar feed: each delivery and pickup, with location, times, letters, contacts and a link."""

from collections import Counter
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from marqueedesk.bookings.calendar_entries import calendar_entry
from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.customer_pages.crew import crew_lines
from marqueedesk.customer_pages.models import CrewNotes
from marqueedesk.kit.text.ical import CONFIRMED, TENTATIVE, Entry
from marqueedesk.pricing.price_list import PriceList, rate
from marqueedesk.rentals.lines import LettersLine, parts_of

_VERBS = {"delivery": "Deliver", "pickup": "Pick up"}


def entries(
    rows: Iterable[tuple[Booking, CrewNotes | None]], zone: ZoneInfo, public_url: str, prices: PriceList
) -> Iterable[Entry]:
    """Return two entries per booking, with names of sizes and add-ons from ``prices``; a canceled booking only has its
    pickup.
    """
    for booking, notes in rows:
        about = _about(booking, notes, public_url, prices)
        changed_at = max(booking.updated_at, notes.updated_at) if notes else booking.updated_at
        for stop in (booking.delivery, booking.pickup):
            if booking.status == CANCELED and stop.kind == "delivery":
                continue
            yield calendar_entry(
                booking,
                stop,
                zone,
                public_url,
                summary=f"{_VERBS[stop.kind]} “{booking.message}”{_size(booking, prices)}, {booking.customer_name}",
                changed_at=changed_at,
                description=about,
                url=_address(booking, public_url),
                status=TENTATIVE if booking.status == PENDING else CONFIRMED,
            )


def _size(booking: Booking, prices: PriceList) -> str:
    return f" ({prices.size_name(booking.size)})" if booking.size and not booking.stored_lines else ""


def _address(booking: Booking, public_url: str) -> str:
    return f"{public_url}/bookings?id={booking.id}"


def _goods(booking: Booking, prices: PriceList) -> list[str]:
    """List the pieces to load: letters by size and finish, then items."""
    letters: dict[str, Counter[str]] = {}
    items: list[str] = []
    for part in parts_of(booking.lines):
        if isinstance(part, LettersLine):
            finish = next((f", {row.label}" for row in prices.finishes if part.finish and row.code == part.finish), "")
            color = f", {part.custom_color}" if part.custom_color else ""
            letters.setdefault(f"{prices.size_name(part.size)}{finish}{color}", Counter()).update(part.letters)
        else:
            items.append(f"{part.quantity} × {part.name}")
    found = [
        f"Letters ({kind}): " + ", ".join(f"{letter} ×{number}" for letter, number in sorted(counts.items()))
        for kind, counts in letters.items()
    ]
    return found + ([f"Items: {', '.join(items)}"] if items else [])


def _about(booking: Booking, notes: CrewNotes | None, public_url: str, prices: PriceList) -> str:
    add_ons = [row.label if (row := rate(prices.add_ons, code)) else code for code in booking.add_ons]
    lines = [
        *_goods(booking, prices),
        f"Add-ons: {', '.join(add_ons)}" if add_ons else None,
        "Customer: " + ", ".join(text for text in (booking.customer_name, booking.customer_phone) if text),
        f"Notes: {booking.notes}" if booking.notes else None,
        *crew_lines(notes),
    ]
    status = f"Booking #{booking.number}"
    if booking.status == PENDING:
        status = "Request, not confirmed yet"
    elif booking.status == CANCELED:
        status = f"{status}, canceled. Letters still out"
    return "\n".join(line for line in [status, *lines, _address(booking, public_url)] if line)
