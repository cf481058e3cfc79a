"""Admin routes for announcements to businesses (G7)."""

from typing import Final

from fastapi import APIRouter, Depends, Request

from marqueedesk.accounts.dependencies import Db
from marqueedesk.admin.access import Administrator, administering, check_administrator
from marqueedesk.admin.errors import NoSuchAnnouncement
from marqueedesk.announcements import queries
from marqueedesk.announcements.models import Announcement
from marqueedesk.announcements.schemas import AnnouncementInput, AnnouncementOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit

router = APIRouter(tags=["administration"], responses=errors(401, 403))
_MOST: Final = 100


@router.get("/api/admin/announcements")
def announcements(db: Db, _: Administrator) -> list[AnnouncementOut]:
    """List upcoming, current and past announcements, the latest end first; at most 100."""
    return [AnnouncementOut.of_row(row) for row in queries.latest(db, most=_MOST)]


@router.post("/api/admin/announcements", status_code=201, dependencies=[Depends(check_administrator)])
def announce(request: Request, body: AnnouncementInput) -> AnnouncementOut:
    """Create an announcement. Pages show it from its start to its end; other servers within seconds."""
    now = clock.now()
    with administering(request) as (db, caller):
        row = Announcement(
            text=body.text, starts_at=body.starts_at, ends_at=body.ends_at, audience=body.audience, created_at=now
        )
        db.add(row)
        db.flush()
        audit.record(db, "announcement.created", by=caller.actor, now=now, subject=(row.id, row.text))
        announcement = AnnouncementOut.of_row(row)
    request.app.state.announcements.forget()
    return announcement


@router.delete(
    "/api/admin/announcements/{announcement_id}",
    status_code=204,
    responses=errors(404),
    dependencies=[Depends(check_administrator)],
)
def delete_announcement(request: Request, announcement_id: PathId) -> None:
    """Delete an announcement. Pages stop showing it; other servers within seconds."""
    with administering(request) as (db, caller):
        row = db.get(Announcement, announcement_id)
        if row is None:
            raise NoSuchAnnouncement
        audit.record(db, "announcement.deleted", by=caller.actor, now=clock.now(), subject=(row.id, row.text))
        db.delete(row)
    request.app.state.announcements.forget()
