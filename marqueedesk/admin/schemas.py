"""What administrators send and what they get back."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.accounts.schemas import PASSWORD_TOO_SHORT, Password, PersonOut
from marqueedesk.billing.schemas import AdminSubscriptionOut
from marqueedesk.kit.http.schemas import AtMost, Email, OptionalPhone, OptionalText, RequestModel, ResponseModel
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
    """How many emails to others a business writes. ``written`` to ``complaints`` are of the last seven days."""

    operator_id: int
    name: str
    email: str
    confirmed: Annotated[bool, Field(description="Whether the owner's address is confirmed")]
    today: Annotated[int, Field(description="Sent today, where emails are limited")]
    written: int
    sent: int
    bounced: Annotated[int, Field(description="Refused for good by the recipient's server, at once or later")]
    complaints: Annotated[int, Field(description="Reported as spam by the recipient")]
    stopped_at: datetime | None


class AdminUser(PersonOut):
    """A user as an administrator sees them. ``bookings`` are those of the business they own."""

    bookings: int
    terms_version: Annotated[str | None, Field(description="Of the terms that they accepted when they registered")]
    terms_accepted_at: datetime | None


class HeldBusiness(ResponseModel):
    """A new business that waits until an administrator approves it, or that was refused."""

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
    """How many users there are, of each kind. ``managers`` and the rest count inactive ones too."""

    total: int
    active: int
    inactive: int
    admins: int
    managers: int
    staff: int


class Week(ResponseModel):
    """A week, which begins on a Sunday, and how many fell into it."""

    week: str
    count: int


class UserPage(ResponseModel):
    """One page of users, with figures over all of them, whatever is searched for."""

    items: list[AdminUser]
    next_cursor: str | None
    matching: int
    figures: UserFigures
    sign_ups: Annotated[list[Week], Field(description="The last twelve weeks, oldest first")]


class ResetLink(ResponseModel):
    """A way in for a user who forgot their password. It can be used once, by anybody who has it."""

    link: str
    expires_at: datetime


class AccountEmail(ResponseModel):
    """An email about somebody's account, such as a password link or an invitation."""

    id: int
    name: Annotated[str, Field(description="The name of this kind of email")]
    to: str
    subject: str
    state: State
    problem: str | None
    bounced: Annotated[bool, Field(description="Whether the address was refused for good")]
    readable: Annotated[bool, Field(description="Whether it can be read here: it was not sent, so nobody else has it")]
    created_at: datetime
    sent_at: datetime | None


class AccountEmailContent(AccountEmail):
    """An account email with what it says."""

    text: str
    html: str


class AccountEmailPage(ResponseModel):
    """A page of account emails, the newest first."""

    items: list[AccountEmail]
    next_cursor: str | None


class AuditLine(EntryOut):
    """Who did what, when and in which business."""

    operator_id: int | None
    business: Annotated[str | None, Field(description="The business's name; null if there is none, or it was removed")]


class AuditPage(ResponseModel):
    """One page of the audit, the latest first."""

    items: list[AuditLine]
    next_cursor: str | None


class FailedJob(ResponseModel):
    """A job that was given up."""

    id: int
    kind: str
    attempts: int
    created_at: datetime


class FailingJobs(ResponseModel):
    """Jobs of one kind and business that fail. ``operatorId`` is null for jobs of the installation."""

    kind: str
    operator_id: int | None
    name: str | None
    retrying: int
    given_up: int
    last_error: str | None
    since: datetime


class JobHealth(ResponseModel):
    """How the background jobs are doing."""

    waiting: int
    failed: int
    unknown: Annotated[int, Field(description="Due jobs of a kind that this version does not know")]
    lag_seconds: Annotated[float, Field(description="How long the oldest due job has been waiting")]
    latest_failed: list[FailedJob]


class FailedMail(ResponseModel):
    """An email that was given up. ``name`` is the kind of email; only the business sees its recipient."""

    id: int
    name: str
    reason: str | None
    created_at: datetime


class MailHealth(ResponseModel):
    """The state of email delivery. ``sent`` and ``failed`` count emails written in the last seven days."""

    server_set: bool
    waiting: int
    sent: int
    failed: int
    latest_failed: list[FailedMail]


class SystemHealth(ResponseModel):
    """What runs."""

    version: str
    database: str
    migration: str | None


class SubscriptionFigures(ResponseModel):
    """Subscriptions of all businesses. ``monthlyRevenue`` is in cents: the prices of those that are live, summed up."""

    live: Annotated[int, Field(description="Active or on trial")]
    on_trial: int
    monthly_revenue: int
    recurring_monthly: Annotated[
        int,
        Field(description="In cents: the part of a month in the prices of those that pay and go on, without trials"),
    ]
    past_due: int


class SubscriptionPage(ResponseModel):
    """One page of every business's subscriptions, with figures over all of them, whatever is searched for."""

    items: list[AdminSubscriptionOut]
    next_cursor: str | None
    matching: int
    figures: SubscriptionFigures


class Overview(ResponseModel):
    """GET /api/admin/overview. ``attention`` names what somebody should look at, by code."""

    users: UserFigures
    subscriptions: SubscriptionFigures
    sign_ups: list[Week]
    bookings: list[Week]
    refused: list[Week]
    jobs: JobHealth
    mail: MailHealth
    system: SystemHealth
    attention: list[str]
    latest: list[AuditLine]


class CheckOut(ResponseModel):
    """The outcome of a test: of a mail server, an email or payment keys."""

    ok: bool
    code: str
    sentence: str
