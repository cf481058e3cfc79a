"""Read-only queries about messages, scoped to the session's operator."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.accounts.queries import lock_own
from marqueedesk.conversations import queries as conversations
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.errors import NotFound
from marqueedesk.messages.models import (
    ACCOUNT,
    CUSTOMER,
    DEFAULT_REMINDER_DAYS,
    DEFAULT_RUN_SHEET_HOUR,
    FAILED,
    SENT,
    UNCERTAIN,
    WAITING,
    MessageSettings,
    OutboxMail,
)

INVITATION = "invitation"
"""Kind of the one account email that the business itself sends, so the business may see its outcome."""

LATEST = 5
"""Number of entries in a list that only gives an overview."""


def was_written(db: Session, key: str) -> bool:
    """Return true if a message with this key was written, as an email or as a text."""
    return is_written(db, key) or conversations.is_written(db, f"text:{key}")


def outgoing(db: Session, mail_id: int) -> OutboxMail | None:
    """Return an email to send, or None if it was deleted."""
    return db.scalars(select(OutboxMail).where(OutboxMail.id == mail_id)).one_or_none()


def mail(db: Session, mail_id: int) -> OutboxMail:
    """Return an email of the business, excluding emails about accounts. Raises NotFound."""
    query = select(OutboxMail).where(OutboxMail.id == mail_id, OutboxMail.audience != ACCOUNT)
    return existing(db.scalars(query).one_or_none(), NotFound, "This message does not exist.")


def listed(
    db: Session,
    *,
    booking_id: int | None = None,
    quote_id: int | None = None,
    state: str | None = None,
    kind: str | None = None,
    before: int | None = None,
    limit: int,
) -> list[OutboxMail]:
    """List the business's emails, newest first, filtered by booking, quote, state and kind.

    Emails about accounts are left out, except for invitations sent by the business.
    """
    query = select(OutboxMail).where((OutboxMail.audience != ACCOUNT) | (OutboxMail.kind == INVITATION))
    if kind is not None:
        query = query.where(OutboxMail.kind == kind)
    if booking_id is not None:
        query = query.where(OutboxMail.booking_id == booking_id)
    if quote_id is not None:
        query = query.where(OutboxMail.quote_id == quote_id)
    if state is not None:
        query = query.where(OutboxMail.state == state)
    if before is not None:
        query = query.where(OutboxMail.id < before)
    return list(db.scalars(query.order_by(OutboxMail.id.desc()).limit(limit)))


def account_emails(db: Session, *, state: str | None, before: int | None, limit: int) -> list[OutboxMail]:
    """List the emails about accounts visible to the session, newest first."""
    query = select(OutboxMail).where(OutboxMail.audience == ACCOUNT)
    if state is not None:
        query = query.where(OutboxMail.state == state)
    if before is not None:
        query = query.where(OutboxMail.id < before)
    return list(db.scalars(query.order_by(OutboxMail.id.desc()).limit(limit)))


def account_email(db: Session, mail_id: int) -> OutboxMail:
    """Return an email about an account. Raises NotFound."""
    query = select(OutboxMail).where(OutboxMail.id == mail_id, OutboxMail.audience == ACCOUNT)
    return existing(db.scalars(query).one_or_none(), NotFound, "This email does not exist.")


def trouble(db: Session) -> str | None:
    """Return the mail server's error if it currently blocks the business's emails, else None.

    Temporary failures at a single recipient's server are ignored.
    """
    stuck = db.scalars(
        select(OutboxMail)
        .where(OutboxMail.state.in_((WAITING, FAILED)), OutboxMail.cause == "server")
        .order_by(OutboxMail.id.desc())
        .limit(1)
    ).one_or_none()
    if stuck is None or stuck.tried_at is None:
        return None
    got_through = OutboxMail.state.in_((SENT, UNCERTAIN)) & (OutboxMail.tried_at > stuck.tried_at)
    since = db.scalar(select(OutboxMail.id).where(got_through).limit(1))
    return stuck.last_error if since is None else None


def number_waiting(db: Session) -> int:
    """Count the business's emails that are waiting to be sent."""
    return db.scalar(select(func.count()).select_from(OutboxMail).where(OutboxMail.state == WAITING)) or 0


def number_failed(db: Session) -> int:
    """Count the failed emails visible to the session."""
    return db.scalar(select(func.count()).select_from(OutboxMail).where(OutboxMail.state == FAILED)) or 0


def health(db: Session, since: datetime) -> tuple[dict[str, int], list[OutboxMail]]:
    """Count the emails visible to the session: those waiting, and those written since ``since`` that were sent or
    failed.

    "Failed" includes emails that may not have arrived. The second result lists the latest of them.
    """
    recent = OutboxMail.created_at >= since
    failed = OutboxMail.state.in_((FAILED, UNCERTAIN)) & recent
    counts = {
        "waiting": OutboxMail.state == WAITING,
        "sent": (OutboxMail.state == SENT) & recent,
        "failed": failed,
    }
    row = db.execute(select(*(func.sum(case((which, 1), else_=0)) for which in counts.values()))).one()
    latest = db.scalars(select(OutboxMail).where(failed).order_by(OutboxMail.id.desc()).limit(LATEST))
    return dict(zip(counts, (int(count or 0) for count in row), strict=True)), list(latest)


@dataclass(frozen=True, slots=True)
class Volume:
    """A business's emails to customers in a period: written, sent, bounced and reported as spam."""

    operator: Operator
    owner: User
    written: int
    sent: int
    bounced: int
    complaints: int


def volumes(db: Session, since: datetime, *, most: int) -> list[Volume]:
    """List businesses whose email is stopped, followed by those with the most emails since a given time. Requires an
    unscoped session.
    """
    counts = (
        select(
            OutboxMail.operator_id,
            func.count().label("written"),
            func.sum(case((OutboxMail.state == SENT, 1), else_=0)).label("sent"),
            func.sum(case(((OutboxMail.state == FAILED) & (OutboxMail.cause == "address"), 1), else_=0)).label(
                "bounced"
            ),
            func.count(OutboxMail.complained_at).label("complaints"),
        )
        .where(OutboxMail.created_at >= since, OutboxMail.audience == CUSTOMER)
        .group_by(OutboxMail.operator_id)
        .subquery()
    )
    written = func.coalesce(counts.c.written, 0)
    sent, bounced, complaints = (func.coalesce(counts.c[name], 0) for name in ("sent", "bounced", "complaints"))
    rows = db.execute(
        select(Operator, User, written, sent, bounced, complaints)
        .join(User, User.id == Operator.id)
        .outerjoin(counts, counts.c.operator_id == Operator.id)
        .where((counts.c.written > 0) | Operator.email_stopped_at.is_not(None))
        .order_by(Operator.email_stopped_at.is_(None), written.desc(), Operator.id)
        .limit(most)
    )
    return [Volume(operator, owner, int(a), int(b), int(c), int(d)) for operator, owner, a, b, c, d in rows]


def is_written(db: Session, dedupe_key: str) -> bool:
    """Return true if an email with this key was already written."""
    return db.scalar(select(OutboxMail.id).where(OutboxMail.dedupe_key == dedupe_key)) is not None


def was_emailed(db: Session, kind: str, booking_id: int, *, since: datetime) -> bool:
    """Return true if an email of this kind about a booking was written since a given time."""
    query = select(OutboxMail.id).where(OutboxMail.booking_id == booking_id, OutboxMail.kind == kind)
    return db.scalar(query.where(OutboxMail.created_at >= since).limit(1)) is not None


def settings(db: Session) -> MessageSettings:
    """Return the business's email settings, or the defaults."""
    stored = db.scalars(select(MessageSettings)).one_or_none()
    return stored or MessageSettings(
        reminder_days=DEFAULT_REMINDER_DAYS, run_sheet_hour=DEFAULT_RUN_SHEET_HOUR, texts={}, muted=[], channels={}
    )


def settings_for_change(db: Session) -> MessageSettings | None:
    """Return the business's settings under the operator's lock; None if it has none."""
    lock_own(db)
    return fresh(db, MessageSettings)
