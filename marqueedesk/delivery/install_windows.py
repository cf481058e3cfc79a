"""Install windows: the delivery hours that customers choose from (B14)."""

import re
from dataclasses import dataclass
from datetime import time
from typing import Final

from marqueedesk.kit.text.formats import USUAL_TIME_FORMAT

LONGEST_LABEL: Final = 40
LONGEST_CODE: Final = 12 + LONGEST_LABEL
_CODE: Final = re.compile(r"((?:[01][0-9]|2[0-3]):[0-5][0-9])-((?:[01][0-9]|2[0-3]):[0-5][0-9])(?: (.+))?")
_NOON: Final = 12


def hour_text(clock: time, style: str = USUAL_TIME_FORMAT) -> str:
    """Format an hour of a window: "8am" or "12:30pm", or in 24-hour format "08:00" or "12:30"."""
    if style == "24h":
        return f"{clock:%H:%M}"
    minutes = f":{clock.minute:02}" if clock.minute else ""
    return f"{clock.hour % _NOON or _NOON}{minutes}{'am' if clock.hour < _NOON else 'pm'}"


def clock_of(text: str) -> time:
    """Parse a local time in hours and minutes, such as "08:30". Raises ValueError."""
    return time.fromisoformat(text)


@dataclass(frozen=True, slots=True)
class InstallWindow:
    """The hours from ``start`` to ``end``, with an optional name."""

    label: str | None
    start: time
    end: time

    @property
    def code(self) -> str:
        """Return the code stored with a booking: "morning" for one of the three defaults, else such as "09:00-11:00
        Early".

        The code contains the full window, so that bookings keep the agreed hours when the business changes its windows.
        """
        usual = next((code for code, window in USUAL_WINDOWS.items() if window == self), None)
        if usual is not None:
            return usual
        return f"{self.start:%H:%M}-{self.end:%H:%M}" + (f" {self.label}" if self.label else "")

    def words(self, style: str = USUAL_TIME_FORMAT) -> str:
        """Format for users: "Morning (8am-12pm)", or only the hours if the window has no name."""
        hours = f"{hour_text(self.start, style)}-{hour_text(self.end, style)}"
        return f"{self.label} ({hours})" if self.label else hours


USUAL_WINDOWS: Final = {
    "morning": InstallWindow("Morning", time(8), time(12)),
    "afternoon": InstallWindow("Afternoon", time(12), time(16)),
    "evening": InstallWindow("Evening", time(16), time(20)),
}
"""The default windows (specification, section 9; rule B3)."""


def window_of(code: str | None) -> InstallWindow | None:
    """Parse the code of a window; None for no code or an invalid one."""
    if code is None or code in USUAL_WINDOWS:
        return USUAL_WINDOWS.get(code or "")
    match = _CODE.fullmatch(code)
    return InstallWindow(match[3], clock_of(match[1]), clock_of(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class PickupHours:
    """The pickup hours of a business; either end may be open. From 18:00 to 01:00 spans midnight."""

    earliest: time | None = None
    latest: time | None = None

    def has(self, clock: time) -> bool:
        """Return true if a pickup is possible at this time."""
        after = self.earliest is None or clock >= self.earliest
        before = self.latest is None or clock <= self.latest
        over_midnight = self.earliest is not None and self.latest is not None and self.latest < self.earliest
        return (after or before) if over_midnight else (after and before)

    def words(self, style: str = USUAL_TIME_FORMAT) -> str | None:
        """Format for users: "9am-9pm", "from 9am", "until 9pm"; None if any time is possible."""
        if self.earliest is None:
            return None if self.latest is None else f"until {hour_text(self.latest, style)}"
        if self.latest is None:
            return f"from {hour_text(self.earliest, style)}"
        return f"{hour_text(self.earliest, style)}-{hour_text(self.latest, style)}"
