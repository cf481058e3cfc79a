"""Emails of announcements to owners, each once and a few at a time, so that other emails don't wait for them (G7)."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.announcements.models import Announcement
from marqueedesk.announcements.schemas import AnnouncementEmails
from marqueedesk.domain_events import AnnouncementEmailed, publish_once
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Task
from marqueedesk.messages.allowance import is_metered
from marqueedesk.messages.emails.by_hand.announcement import dedupe_key
from marqueedesk.messages.mail_settings import MailSettings
from marqueedesk.messages.models import SENT, WAITING, OutboxMail

WRITE: Final = "announcement.email"
"""Kind of the jobs that write the emails."""
AT_ONCE: Final = 25
"""Number of owners whose emails are written at a time."""
EVERY: Final = timedelta(seconds=30)


def email_owners(db: Session, mail_settings: MailSettings, announcement: Announcement, now: datetime) -> None:
    """Begin emailing an announcement to owners. Repeating it has no effect."""
    if announcement.emailed_at is not None:
        return
    announcement.emailed_at, announcement.emailed_to = now, _count(db, mail_settings)
    _enqueue(db, announcement.id, 0, 0, now, now)


def emails_of(
    db: Session, mail_settings: MailSettings, announcement: Announcement, now: datetime
) -> AnnouncementEmails:
    """Return how many owners an announcement is or would be emailed to, and the state of the emails."""
    if announcement.emailed_at is None:
        return AnnouncementEmails(recipients=_count(db, mail_settings), emailed_at=None, waiting=0, sent=0, failed=0)
    # By business, because the index of the keys begins with it.
    mine = (OutboxMail.operator_id == Operator.id) & (OutboxMail.dedupe_key == dedupe_key(announcement.id))
    by_state = select(OutboxMail.state, func.count()).select_from(Operator).join(OutboxMail, mine)
    states: dict[str, int] = {row[0]: row[1] for row in db.execute(by_state.group_by(OutboxMail.state))}
    written, recipients = sum(states.values()), announcement.emailed_to or 0
    is_finished = announcement.emails_written_at is not None or announcement.ends_at <= now
    waiting, sent = states.get(WAITING, 0), states.get(SENT, 0)
    return AnnouncementEmails(
        recipients=recipients,
        emailed_at=announcement.emailed_at,
        waiting=waiting + (0 if is_finished else max(0, recipients - written)),
        sent=sent,
        failed=written - waiting - sent,
    )


def write_some(mail_settings: MailSettings, db: Session, task: Task, now: datetime) -> None:
    """Publish the next owners' emails, and insert the job for the rest. Stops if the announcement is over or deleted.

    `task.payload` has the last owner's ID of the previous job and the number of owners so far.
    """
    announcement = db.get(Announcement, task.payload["announcementId"], with_for_update=True)
    if announcement is None:
        return
    written: int = task.payload["written"]
    ids: list[int] = []
    if announcement.ends_at > now:
        owners = _owners(db, mail_settings).where(User.id > task.payload["after"])
        ids += db.scalars(owners.order_by(User.id).limit(AT_ONCE))
    for user_id in ids:
        event = AnnouncementEmailed(user_id=user_id, announcement_id=announcement.id)
        publish_once(db, event, now, dedupe_key=f"{event.kind}:{announcement.id}:{user_id}")
    written += len(ids)
    if len(ids) < AT_ONCE:
        announcement.emailed_to, announcement.emails_written_at = written, now
    else:
        _enqueue(db, announcement.id, ids[-1], written, now, now + EVERY)


def _enqueue(db: Session, announcement_id: int, after: int, written: int, now: datetime, at: datetime) -> None:
    payload = {"announcementId": announcement_id, "after": after, "written": written}
    jobs.enqueue_once(db, WRITE, payload, now, dedupe_key=f"{WRITE}:{announcement_id}:{after}", run_at=at)


def _count(db: Session, mail_settings: MailSettings) -> int:
    return db.scalar(select(func.count()).select_from(_owners(db, mail_settings).subquery())) or 0


def _owners(db: Session, mail_settings: MailSettings) -> Select[Any]:
    """Select the IDs of the owners of active businesses, if addresses are checked only those with a confirmed one."""
    owners = (
        select(User.id)
        .join(Operator, Operator.id == User.id)
        .where(
            User.is_active,
            Operator.is_active,
            Operator.stopped_at.is_(None),
            Operator.held_at.is_(None),
            Operator.refused_at.is_(None),
        )
    )
    if is_metered(mail_settings, mail_settings.site(db)):
        owners = owners.where(User.email_confirmed_at.is_not(None))
    return owners
