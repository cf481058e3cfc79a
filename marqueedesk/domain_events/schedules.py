"""Events of the clock."""

from marqueedesk.domain_events.base import BusinessEvent


class HourReached(BusinessEvent):
    """An hour of a day, in a business's time zone, at which something is due. ``day`` is a date in ISO 8601."""

    is_scheduled = True
    day: str
    hour: int


class RemindersDue(HourReached, kind="schedule.reminders"):
    """Customers are reminded of their delivery."""


class RunSheetDue(HourReached, kind="schedule.run_sheet"):
    """A business gets its run sheet."""
