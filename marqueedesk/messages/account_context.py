"""Data of emails about an account, a trial or an invitation, as plain values."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from marqueedesk.account_closing.service import WAITS
from marqueedesk.accounts.models import Operator
from marqueedesk.domain_events import SecondFactorChange
from marqueedesk.kit.text.formats import USUAL_DATE_FORMAT, USUAL_TIME_FORMAT, clock_time, day


@dataclass(frozen=True, slots=True)
class LocalTime:
    """A time zone with date and time formats: those of a business, or the defaults."""

    time_zone: str = "UTC"
    date_format: str = USUAL_DATE_FORMAT
    time_format: str = USUAL_TIME_FORMAT

    @classmethod
    def of(cls, operator: Operator) -> Self:
        """Return the time zone and formats of a business."""
        return cls(operator.time_zone, operator.date_format, operator.time_format)

    def day(self, at: datetime) -> str:
        """Format the date of a point in time."""
        return day(at.astimezone(ZoneInfo(self.time_zone)).date(), self.date_format)

    def moment(self, at: datetime) -> str:
        """Format a point in time: its date, its time and the name of the time zone."""
        local = at.astimezone(ZoneInfo(self.time_zone))
        return f"{self.day(at)}, {clock_time(local, self.time_format)} ({local.tzname()})"


@dataclass(frozen=True, slots=True)
class AccountContext:
    """Data about a user's account. ``browser`` and ``address`` (the IP address) identify where the action came from;
    ``at`` is when it happened.
    """

    site: str
    username: str
    email: str
    at: datetime
    local: LocalTime = LocalTime()
    company: str | None = None
    browser: str | None = None
    address: str | None = None
    reset_id: int = 0
    change_id: int = 0
    new_email: str | None = None
    amount: str | None = None
    # Why the amount could not be charged, as a sentence.
    reason: str | None = None
    # The change to the second factor, for an email about it.
    change: SecondFactorChange = "app_added"
    # Name of the other person's business whose team the user joined or left.
    team: str | None = None

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {"customer": self.username, "email": self.email, "site": self.site, "team": self.team}

    def moment(self) -> str:
        """Return the date and time of the event, in the business's time zone."""
        return self.local.moment(self.at)

    def last_day(self) -> str:
        """Return the last day on which a closed business can be reopened."""
        return day((self.at + WAITS - timedelta(days=1)).date(), self.local.date_format)

    def occasion(self) -> list[tuple[str, str | None]]:
        """Return rows that help the owner recognize the event: account, time, browser and address."""
        return [
            ("Account", self.email),
            ("When", self.moment()),
            ("Browser", self.browser),
            ("Address", self.address),
        ]


@dataclass(frozen=True, slots=True)
class TrialContext:
    """A business's trial that ends without a card on file.

    ``interval`` is how often ``price`` is due afterwards; ``takes_card`` is true if a card can be added at all (S2).
    """

    site: str
    username: str
    plan: str
    price: str
    interval: str
    ends_at: datetime
    takes_card: bool
    local: LocalTime = LocalTime()

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {"customer": self.username, "site": self.site, "ends": self.ends()}

    def ends(self) -> str:
        """Return the last day of the trial, in the business's time zone."""
        return self.local.day(self.ends_at)

    def moment(self) -> str:
        """Return the date and time when the trial ends."""
        return self.local.moment(self.ends_at)


@dataclass(frozen=True, slots=True)
class InvitationContext:
    """An invitation to a business's team."""

    site: str
    company: str
    invited_by: str
    email: str
    part: str
    expires_at: datetime
    local: LocalTime = LocalTime()
    invitation_id: int = 0

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {"sender": self.invited_by, "team": self.company}

    def until(self) -> str:
        """Return the date and time when the invitation expires, in the business's time zone."""
        return self.local.moment(self.expires_at)
