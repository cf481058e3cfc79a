"""The data of emails about an account, a trial and an invitation, as plain values."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from marqueedesk.account_closing.service import WAITS
from marqueedesk.accounts.models import Operator
from marqueedesk.domain_events import SecondFactorChange
from marqueedesk.kit.text.wording import USUAL_DATE_FORMAT, USUAL_TIME_FORMAT, clock_time, day


@dataclass(frozen=True, slots=True)
class LocalTime:
    """A zone, and how days and times are written there: a business's own, or the usual ones."""

    time_zone: str = "UTC"
    date_format: str = USUAL_DATE_FORMAT
    time_format: str = USUAL_TIME_FORMAT

    @classmethod
    def of(cls, operator: Operator) -> Self:
        """How a business writes them."""
        return cls(operator.time_zone, operator.date_format, operator.time_format)

    def day(self, at: datetime) -> str:
        """The day of a moment."""
        return day(at.astimezone(ZoneInfo(self.time_zone)).date(), self.date_format)

    def moment(self, at: datetime) -> str:
        """A moment: its day, its time, and the zone's name."""
        local = at.astimezone(ZoneInfo(self.time_zone))
        return f"{self.day(at)}, {clock_time(local, self.time_format)} ({local.tzname()})"


@dataclass(frozen=True, slots=True)
class AccountContext:
    """A person's account. ``browser`` and ``address`` say from where something was done, ``at`` when."""

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
    # How the second factor has changed, for an email about that.
    change: SecondFactorChange = "app_added"
    # The other person's business that they work for, or used to work for.
    team: str | None = None

    def values(self) -> dict[str, str | None]:
        """The values of the fill-in fields."""
        return {"customer": self.username, "email": self.email, "site": self.site, "team": self.team}

    def moment(self) -> str:
        """The date and time of the event, in the business's time zone."""
        return self.local.moment(self.at)

    def last_day(self) -> str:
        """The last day on which a business that is closed now can be reopened."""
        return day((self.at + WAITS - timedelta(days=1)).date(), self.local.date_format)

    def occasion(self) -> list[tuple[str, str | None]]:
        """What its owner recognizes an event by, as rows: the account, when it was, and from where."""
        return [
            ("Account", self.email),
            ("When", self.moment()),
            ("Browser", self.browser),
            ("Address", self.address),
        ]


@dataclass(frozen=True, slots=True)
class TrialContext:
    """A business's trial that ends without a card. ``interval`` is how often the plan's ``price`` is due after that;
    ``takes_card`` says whether a card can be added at all (S2).
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
        """The values of the fill-in fields."""
        return {"customer": self.username, "site": self.site, "ends": self.ends()}

    def ends(self) -> str:
        """The day on which it ends, in the business's time zone."""
        return self.local.day(self.ends_at)

    def moment(self) -> str:
        """The date and time at which it ends."""
        return self.local.moment(self.ends_at)


@dataclass(frozen=True, slots=True)
class InvitationContext:
    """A person's invitation to a business's team."""

    site: str
    company: str
    invited_by: str
    email: str
    part: str
    expires_at: datetime
    local: LocalTime = LocalTime()
    invitation_id: int = 0

    def values(self) -> dict[str, str | None]:
        """The values of the fill-in fields."""
        return {"sender": self.invited_by, "team": self.company}

    def until(self) -> str:
        """The date and time until which it is valid, in the business's time zone."""
        return self.local.moment(self.expires_at)
