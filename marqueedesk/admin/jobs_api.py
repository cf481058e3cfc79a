"""Admin routes for failing background jobs, by business."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.queries import owners_by_business
from marqueedesk.admin.access import Administrator
from marqueedesk.admin.schemas import FailingJobs
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import BIGGEST_ID, RequestModel
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.watch import audit

router = APIRouter(tags=["administration"], responses=errors(401, 403))


class RetryInput(RequestModel):
    """POST /api/admin/failing-jobs/retry."""

    kind: Annotated[str, Field(min_length=1, max_length=60)]
    operator_id: Annotated[int | None, Field(ge=1, le=BIGGEST_ID)] = None


@router.get("/api/admin/failing-jobs")
def failing_jobs(db: Db, _: Administrator) -> list[FailingJobs]:
    """List failing jobs by kind and business, most jobs first."""
    rows = jobs.failing_kinds(db)
    owners = owners_by_business(db, [row.operator_id for row in rows if row.operator_id is not None])
    return [
        FailingJobs(
            kind=row.kind,
            operator_id=row.operator_id,
            name=owner.company_name or owner.username if (owner := owners.get(row.operator_id or 0)) else None,
            retrying=row.retrying,
            given_up=row.given_up,
            last_error=row.last_error,
            since=row.since,
        )
        for row in rows
    ]


@router.post("/api/admin/failing-jobs/retry", status_code=204)
def retry_jobs(db: Db, caller: Administrator, body: RetryInput) -> None:
    """Retry the failed jobs of a kind and business now. Does nothing if there are none."""
    now = clock.now()
    if jobs.retry_now(db, body.kind, body.operator_id, now):
        owner = owners_by_business(db, [body.operator_id]).get(body.operator_id) if body.operator_id else None
        subject = (owner.id, owner.email) if owner else (None, None)
        audit.record(db, "jobs.retried", by=caller.actor, now=now, subject=subject)
