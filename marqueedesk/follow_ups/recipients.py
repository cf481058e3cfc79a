"""Recipients of follow-up emails, and the link that stops the emails. None of these functions commits."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.public_links import open_link
from marqueedesk.follow_ups.models import FollowUpRecipient, PricedLead
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Link, Signer

LINK: Final = "stop"
"""Kind of the token of a stop link."""
KEPT: Final = timedelta(days=2 * 366)
"""How long an address that didn't stop the emails is stored after the latest one."""


class UnknownRecipient(NotFound):
    """The stop link is invalid."""

    message = "This link is invalid or has expired."


def recipient_of(db: Session, signer: Signer, operator_id: int, email: str, now: datetime) -> FollowUpRecipient:
    """Return the recipient with an address, with a stop link; add it if there is none.

    The caller holds the operator's lock.
    """
    row = _find(db, email)
    if row is None:
        row = FollowUpRecipient(customer_email=email.lower(), nonce=links.new_nonce(), sent_at=now)
        db.add(row)
        db.flush()
        links.make(db, token_of(signer, row), kind=LINK, operator_id=operator_id, target_id=row.id, now=now)
    return row


def has_stopped(db: Session, email: str) -> bool:
    """Return true if an address stopped follow-up emails of the session's business."""
    row = _find(db, email)
    return row is not None and row.stopped_at is not None


def was_emailed(db: Session, email: str, *, since: datetime) -> bool:
    """Return true if an address got a follow-up email of the session's business since a given time."""
    row = _find(db, email)
    return row is not None and row.sent_at > since


def token_of(signer: Signer, row: FollowUpRecipient) -> str:
    """Return the token of a recipient's stop link."""
    return signer.token(LINK, row.operator_id, row.id, row.nonce)


def one_click_address_of(signer: Signer, public_url: str, row: FollowUpRecipient) -> str:
    """Return the unsubscribe URL of a recipient, for mail programs (RFC 8058). Opened in a browser, it shows a page."""
    return f"{public_url}/api/public/follow-ups/{token_of(signer, row)}/unsubscribe"


def open_recipient(db: Session, token: str) -> tuple[Operator, FollowUpRecipient]:
    """Scope the session to the operator of a stop link; return the operator and the recipient. Raises
    UnknownRecipient.
    """
    operator, recipient_id = open_link(db, token, LINK, UnknownRecipient)
    return operator, existing(fresh(db, FollowUpRecipient, FollowUpRecipient.id == recipient_id), UnknownRecipient)


def stop(db: Session, row: FollowUpRecipient, now: datetime) -> None:
    """Record that a recipient wants no more follow-up emails, and delete the address's leads."""
    if row.stopped_at is None:
        row.stopped_at = now
    db.execute(delete(PricedLead).where(PricedLead.customer_email == row.customer_email))


def forget_old(db: Session, now: datetime) -> None:
    """Delete old recipients that didn't stop the emails, of all businesses."""
    old = (FollowUpRecipient.sent_at < now - KEPT) & FollowUpRecipient.stopped_at.is_(None)
    ids = select(FollowUpRecipient.id).where(old)
    db.execute(delete(Link).where(Link.kind == LINK, Link.target_id.in_(ids)))
    db.execute(delete(FollowUpRecipient).where(old))


def _find(db: Session, email: str) -> FollowUpRecipient | None:
    same = FollowUpRecipient.customer_email == email.lower()
    return db.scalars(select(FollowUpRecipient).where(same)).one_or_none()
