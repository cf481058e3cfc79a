"""Request and response models of the administration of businesses."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.accounts.rights import Role
from marqueedesk.accounts.schemas import SuspensionOut
from marqueedesk.business_usage.schemas import UsageHourOut, UsageLimitOut
from marqueedesk.kit.http.schemas import AtMost, RequestModel, RequiredText, ResponseModel

BusinessState = Literal["active", "held", "suspended", "slowed", "closing", "inactive"]


class BusinessUse(ResponseModel):
    """A business with its use. Requests, errors, emails and bounces are those of the period; jobs, storage and streams
    are those of now.
    """

    operator_id: int
    name: str
    email: str
    state: BusinessState
    requests: int
    errors: Annotated[int, Field(description="Answers of 400 and above except 401")]
    jobs_waiting: Annotated[int, Field(description="Due jobs")]
    jobs_failing: Annotated[int, Field(description="Jobs that failed and will be retried or were given up")]
    emails: int
    bounces: Annotated[int, Field(description="Emails permanently rejected by the recipient's server")]
    storage_bytes: int
    streams: Annotated[int, Field(description="Open live update connections")]


class MemberSignIns(ResponseModel):
    """A member of a business with their sessions."""

    user_id: int
    name: str
    email: str
    role: Role
    last_login: datetime | None
    sign_ins: Annotated[int, Field(description="Active sessions")]


class SlowCall(ResponseModel):
    """The slowest call of a business within an hour."""

    hour: datetime
    route: str
    ms: int
    count: Annotated[int, Field(description="Calls within the hour that took a second or longer")]


class FailingJobKind(ResponseModel):
    """Failing jobs of a business by kind."""

    kind: str
    retrying: int
    given_up: int
    last_error: str | None
    since: datetime


class BusinessOverview(BusinessUse):
    """A business as administrators see it. Its use is that of the last 24 hours."""

    created_at: datetime
    suspended: SuspensionOut | None
    slowed_at: datetime | None
    support_until: Annotated[datetime | None, Field(description="Until when its bookings may be read")]
    limits: list[UsageLimitOut]
    members: list[MemberSignIns]
    failing_jobs: list[FailingJobKind]
    last_export_at: Annotated[datetime | None, Field(description="When its owner last exported all data")]
    last_backup_at: Annotated[datetime | None, Field(description="Latest complete backup of the installation")]
    slow_calls: Annotated[list[SlowCall], Field(description="Of the last week, slowest first")]
    hours: Annotated[list[UsageHourOut], Field(description="Requests of the last week, oldest hour first")]


class SuspendInput(RequestModel):
    """POST /api/admin/businesses/{id}/suspend: the reason that the members of the business read."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"reason": {"missing": "Enter a reason"}}
    reason: Annotated[RequiredText, AtMost(300)]
