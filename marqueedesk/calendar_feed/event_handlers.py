"""Event handlers of calendar feeds: members who leave a business lose access."""

from functools import partial

from marqueedesk.availability import service as availability
from marqueedesk.calendar_feed import queries
from marqueedesk.calendar_feed.service import FeedLinks
from marqueedesk.domain_events import CalendarReaderLeft, EventDelivery, Subscriber, on
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http.links import PURPOSE, Signer
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import Note
from marqueedesk.settings import Settings


def _renew(settings: Settings, delivery: EventDelivery[CalendarReaderLeft]) -> None:
    """Replace the URL of the business's feed, if it has one, and notify the business."""
    db, event = delivery.db, delivery.event
    set_operator(db, event.operator_id)
    if queries.feed(db) is None:
        return
    availability.lock(db, event.operator_id)
    links = FeedLinks(Signer(settings.key_for(PURPOSE)), settings.public_url)
    links.renew(db, event.operator_id, delivery.now)
    text = f"{event.name} had the old address, which no longer works. Copy the new one from your bookings calendar."
    notifications.notify(
        db,
        Note("calendar", "Your calendar feed has a new address", text),
        key=delivery.key,
        now=delivery.now,
    )


def subscriber(settings: Settings) -> Subscriber:
    """Return the event handlers of this package."""
    return Subscriber("feeds", dict([on(CalendarReaderLeft, partial(_renew, settings))]))
