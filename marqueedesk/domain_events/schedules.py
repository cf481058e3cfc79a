"""Scheduled events."""

from marqueedesk.domain_events.base import BusinessEvent


class HourReached(BusinessEvent):
    """An hour of a day, in a business's time zone, when something is due. ``day`` is an ISO 8601 date."""

    is_scheduled = True
    day: str
    hour: int


class RemindersDue(HourReached, kind="schedule.reminders"):
    """Delivery reminders to customers are due."""


class RunSheetDue(HourReached, kind="schedule.run_sheet"):
    """A business's run sheet is due."""
