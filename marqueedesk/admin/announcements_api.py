"""Admin routes for announcements to businesses (G7)."""

from typing import Final

from fastapi import APIRouter, Depends, Request

from marqueedesk.accounts.dependencies import Db
from marqueedesk.admin import announcement_emails
from marqueedesk.admin.access import Administrator, administering, check_administrator
from marqueedesk.admin.errors import AnnouncementOver, NoMailServer, NoSuchAnnouncement
from marqueedesk.announcements import queries
from marqueedesk.announcements.models import Announcement
from marqueedesk.announcements.schemas import AnnouncementEmails, AnnouncementInput, AnnouncementOut
from marqueedesk.kit import clock
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit
from marqueedesk.messages.mail_settings import MailSettings

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
        row = existing(db.get(Announcement, announcement_id), NoSuchAnnouncement)
        audit.record(db, "announcement.deleted", by=caller.actor, now=clock.now(), subject=(row.id, row.text))
        db.delete(row)
    request.app.state.announcements.forget()


@router.get("/api/admin/announcements/{announcement_id}/email", responses=errors(404))
def announcement_emails_sent(request: Request, db: Db, _: Administrator, announcement_id: PathId) -> AnnouncementEmails:
    """Return to how many owners an announcement would be emailed, or the state of its emails if it was."""
    row = existing(db.get(Announcement, announcement_id), NoSuchAnnouncement)
    return announcement_emails.emails_of(db, _mail_settings(request), row, clock.now())


@router.post(
    "/api/admin/announcements/{announcement_id}/email",
    status_code=202,
    responses=errors(404, 409),
    dependencies=[Depends(check_administrator)],
)
def email_announcement(request: Request, announcement_id: PathId) -> AnnouncementEmails:
    """Email an announcement to the owners of active businesses, each once. Repeated calls send nothing.

    The emails are sent a few at a time, so that others don't wait for them, until the announcement ends. One that is
    over is 409 `announcement_over`; without a mail server, 409 `no_mail_server`.
    """
    now, mail_settings = clock.now(), _mail_settings(request)
    with administering(request) as (db, caller):
        row = existing(db.get(Announcement, announcement_id), NoSuchAnnouncement)
        if row.emailed_at is None:
            if row.ends_at <= now:
                raise AnnouncementOver
            if mail_settings.site(db).smtp is None:
                raise NoMailServer
            announcement_emails.email_owners(db, mail_settings, row, now)
            audit.record(
                db, "announcement.emailed", by=caller.actor, now=now, subject=(row.id, row.text), owners=row.emailed_to
            )
        return announcement_emails.emails_of(db, mail_settings, row, now)


def _mail_settings(request: Request) -> MailSettings:
    return MailSettings(request.app.state.settings)
