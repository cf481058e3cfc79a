"""The delivery and pickup of a rental with their known times: default times are never shown (B3).

If no time was given, the stored time ("8:00") is only used for sorting.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from marqueedesk.delivery.install_windows import PickupHours, window_of
from marqueedesk.kit.text.formats import USUAL_TIME_FORMAT, clock_time

TAKES: Final = timedelta(hours=1)
"""Calendar duration of a stop whose time was given."""
ANY_HOUR: Final = PickupHours()


@dataclass(frozen=True, slots=True)
class Stop:
    """A delivery or pickup. ``time`` is None if none was given; for a delivery, ``window`` is then the code of the
    chosen install window, if any.
    """

    kind: Literal["delivery", "pickup"]
    day: date
    time: time | None
    window: str | None

    def words(self, collects: PickupHours = ANY_HOUR, style: str = USUAL_TIME_FORMAT) -> str | None:
        """Format the time: "2:30 PM", "Morning (8am-12pm)", or the business's pickup hours; None if unknown."""
        if self.time is not None:
            return clock_time(self.time, style)
        if self.kind == "pickup":
            return collects.words(style)
        window = window_of(self.window)
        return window.words(style) if window else None

    def span(self, zone: ZoneInfo) -> tuple[datetime, datetime] | tuple[date, date]:
        """Return the start and end of the stop's calendar entry: an hour, an install window, or the whole day.

        The end is exclusive, so a whole day ends on the next day.
        """
        if self.time is not None:
            start = datetime.combine(self.day, self.time, zone)
            return start, start + TAKES
        window = window_of(self.window)
        if window is None:
            return self.day, self.day + timedelta(days=1)
        return datetime.combine(self.day, window.start, zone), datetime.combine(self.day, window.end, zone)
