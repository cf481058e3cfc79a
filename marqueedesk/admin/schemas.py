"""Request and response models of the administration."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from marqueedesk.accounts.schemas import PASSWORD_TOO_SHORT, Password, PersonOut
from marqueedesk.billing.schemas import AdminSubscriptionOut
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Email,
    OptionalPhone,
    OptionalText,
    RequestModel,
    ResponseModel,
)
from marqueedesk.kit.watch.audit import EntryOut
from marqueedesk.messages.schemas import State

Role = Literal["admin", "manager", "staff", "user"]
_EMAIL = "Please enter a valid email address"


class NewUser(RequestModel):
    """POST /api/admin/users."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "email": {"*": _EMAIL},
        "password": {"missing": PASSWORD_TOO_SHORT, "string_too_short": PASSWORD_TOO_SHORT},
    }
    email: Email
    password: Password
    company_name: Annotated[OptionalText, AtMost(200)] = None
    phone_number: Annotated[OptionalPhone, AtMost(50)] = None
    role: Role = "user"
    is_active: bool = True


class RoleInput(RequestModel):
    """PATCH /api/admin/users/{id}/role."""

    role: Role


class ActiveInput(RequestModel):
    """PATCH /api/admin/users/{id}/status."""

    is_active: bool


class StoppedInput(RequestModel):
    """PATCH /api/admin/email-volumes/{id}."""

    stopped: bool


class EmailVolume(ResponseModel):
    """Email volume of a business to others. ``written`` to ``complaints`` cover the last seven days."""

    operator_id: int
    name: str
    email: str
    confirmed: Annotated[bool, Field(description="Whether the owner's address is confirmed")]
    today: Annotated[int, Field(description="Sent today, if email is limited")]
    written: int
    sent: int
    bounced: Annotated[int, Field(description="Permanently rejected by the recipient's server")]
    complaints: Annotated[int, Field(description="Reported as spam by the recipient")]
    stopped_at: datetime | None


class TextTest(RequestModel):
    """POST /api/admin/settings/texts/test: the number that gets the test text."""

    to: Annotated[str, AtMost(20), StringConstraints(pattern=r"^\+[1-9][0-9]{6,14}$")]

    sentences: ClassVar[dict[str, dict[str, str]]] = {"to": {"*": "Enter a number such as +15185550100"}}


class TextUsageOut(ResponseModel):
    """A business's texts in the current month of its time zone."""

    operator_id: int
    name: str
    email: str
    texts: int
    segments: int
    cost: Annotated[CurrencyUnits, Field(description="Estimate, in the installation's currency")]
    monthly_cap: CurrencyUnits | None
    number: Annotated[str | None, Field(description="Number of its own")]
    messaging_service_sid: Annotated[str | None, Field(description="Messaging service of its own")]


class AdminUser(PersonOut):
    """A user as administrators see them. ``bookings`` counts the bookings of the user's own business."""

    bookings: int
    terms_version: Annotated[str | None, Field(description="Version of the terms accepted at registration")]
    terms_accepted_at: datetime | None


class HeldBusiness(ResponseModel):
    """A new business that awaits approval or was declined."""

    operator_id: int
    name: str
    email: str
    phone_number: str | None
    confirmed: Annotated[bool, Field(description="Whether the owner's email address is confirmed")]
    held_at: datetime
    refused_at: datetime | None


class ReviewInput(RequestModel):
    """PATCH /api/admin/new-businesses/{id}."""

    approved: bool


class UserFigures(ResponseModel):
    """Number of users of each kind. ``managers`` and the counts after it include inactive users."""

    total: int
    active: int
    inactive: int
    admins: int
    managers: int
    staff: int


class Week(ResponseModel):
    """A week, starting on Sunday, with its count."""

    week: str
    count: int


class UserPage(ResponseModel):
    """A page of users, with totals over all users regardless of filters."""

    items: list[AdminUser]
    next_cursor: str | None
    matching: int
    figures: UserFigures
    sign_ups: Annotated[list[Week], Field(description="The last twelve weeks, oldest first")]


class ResetLink(ResponseModel):
    """A password reset link for a user. It works once, for anyone who has it."""

    link: str
    expires_at: datetime


class AccountEmail(ResponseModel):
    """An account email, such as a password link or an invitation."""

    id: int
    name: Annotated[str, Field(description="Name of the kind of email")]
    to: str
    subject: str
    state: State
    problem: str | None
    bounced: Annotated[bool, Field(description="Whether the address was permanently rejected")]
    readable: Annotated[bool, Field(description="Whether administrators can read it: only if it was not sent")]
    created_at: datetime
    sent_at: datetime | None


class AccountEmailContent(AccountEmail):
    """An account email with its content."""

    text: str
    html: str


class AccountEmailPage(ResponseModel):
    """A page of account emails, newest first."""

    items: list[AccountEmail]
    next_cursor: str | None


class AuditLine(EntryOut):
    """An audit entry with its business."""

    operator_id: int | None
    business: Annotated[str | None, Field(description="Name of the business; null if there is none or it was removed")]


class AuditPage(ResponseModel):
    """A page of audit entries, newest first."""

    items: list[AuditLine]
    next_cursor: str | None


class FailedJob(ResponseModel):
    """A job that failed permanently."""

    id: int
    kind: str
    attempts: int
    created_at: datetime


class FailingJobs(ResponseModel):
    """Failing jobs of one kind and business. ``operatorId`` is null for jobs of the installation."""

    kind: str
    operator_id: int | None
    name: str | None
    retrying: int
    given_up: int
    last_error: str | None
    since: datetime


class JobHealth(ResponseModel):
    """State of the background jobs."""

    waiting: int
    failed: int
    unknown: Annotated[int, Field(description="Due jobs of a kind unknown to this version")]
    lag_seconds: Annotated[float, Field(description="Waiting time of the oldest due job in seconds")]
    latest_failed: list[FailedJob]


class FailedMail(ResponseModel):
    """An email that failed permanently. ``name`` is the kind of email; only the business can see its recipient."""

    id: int
    name: str
    reason: str | None
    created_at: datetime


class MailHealth(ResponseModel):
    """State of email delivery. ``sent`` and ``failed`` count emails written in the last seven days."""

    server_set: bool
    waiting: int
    sent: int
    failed: int
    latest_failed: list[FailedMail]


class SystemHealth(ResponseModel):
    """State of the installation's components."""

    version: str
    database: str
    migration: str | None


class BackupState(ResponseModel):
    """Backups of the installation. ``lastAt`` and ``lastSize`` (bytes) are of the latest complete one."""

    last_at: datetime | None
    last_size: int | None
    last_verified_at: Annotated[datetime | None, Field(description="When a backup was last restored and compared")]
    ok: Annotated[bool | None, Field(description="Whether the latest attempt succeeded; null before the first")]
    problem: Annotated[str | None, Field(description="Why the latest attempt failed")]


class SubscriptionFigures(ResponseModel):
    """Subscriptions of all businesses. ``monthlyRevenue`` is in cents: the sum of the prices of live subscriptions."""

    live: Annotated[int, Field(description="Active or on trial")]
    on_trial: int
    monthly_revenue: int
    recurring_monthly: Annotated[
        int,
        Field(description="In cents: monthly recurring revenue, excluding trials and pending cancellations"),
    ]
    past_due: int


class SubscriptionPage(ResponseModel):
    """A page of subscriptions of all businesses, with totals regardless of filters."""

    items: list[AdminSubscriptionOut]
    next_cursor: str | None
    matching: int
    figures: SubscriptionFigures


class Overview(ResponseModel):
    """GET /api/admin/overview. ``attention`` lists codes of items that need attention."""

    version: str
    commit: Annotated[str | None, Field(description="Short hash of the commit this version was built from")]
    build_date: Annotated[str | None, Field(description="Date of that commit, as ISO 8601")]
    users: UserFigures
    subscriptions: SubscriptionFigures
    sign_ups: list[Week]
    bookings: list[Week]
    refused: list[Week]
    jobs: JobHealth
    mail: MailHealth
    system: SystemHealth
    backup: BackupState
    attention: list[str]
    latest: list[AuditLine]


class CheckOut(ResponseModel):
    """Result of testing a mail server, an email or payment keys."""

    ok: bool
    code: str
    sentence: str
