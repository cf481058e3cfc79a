"""Events of the clock."""

from dataclasses import dataclass

from marqueedesk.domain_events.base import BusinessEvent


@dataclass(frozen=True, kw_only=True)
class HourReached(BusinessEvent):
    """An hour of a day, in a business's time zone, at which something is due. ``day`` is a date in ISO 8601."""

    is_scheduled = True
    day: str
    hour: int


@dataclass(frozen=True, kw_only=True)
class RemindersDue(HourReached):
    """Customers are reminded of their delivery."""

    kind = "schedule.reminders"


@dataclass(frozen=True, kw_only=True)
class RunSheetDue(HourReached):
    """A business gets its run sheet."""

    kind = "schedule.run_sheet"
