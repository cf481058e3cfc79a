"""Predict the delivery of an email that a team member is about to send (accounts.outgoing_email)."""

from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.outgoing_email import EmailOutlook
from marqueedesk.accounts.queries import owner_of
from marqueedesk.kit import clock
from marqueedesk.messages import allowance
from marqueedesk.messages.mail_settings import MailSettings
from marqueedesk.messages.models import OutboxMail


def forecast(request: Request, db: Session, operator: Operator) -> EmailOutlook | None:
    """Predict if a new email will be sent right away, from the allowance and the emails already waiting. None without a
    mail server.
    """
    return _forecast(request, db, operator, None)


def forecast_again(request: Request, db: Session, operator: Operator, row: OutboxMail) -> EmailOutlook | None:
    """Predict if a resent email will be sent right away. Emails that aren't limited always are."""
    return _forecast(request, db, operator, row)


def _forecast(request: Request, db: Session, operator: Operator, row: OutboxMail | None) -> EmailOutlook | None:
    mail_settings, now = MailSettings(request.app.state.settings), clock.now()
    site = mail_settings.site(db)
    if site.smtp is None:
        return None
    owner = owner_of(db, operator.id)
    is_counted = allowance.counts(mail_settings, site, operator)
    if not is_counted or (row and not allowance.is_to_others(row.audience, row.kind, row.recipient, owner)):
        return EmailOutlook(state="sent")
    allowed = allowance.today(db, operator, owner, now)
    if allowed.held is not None:
        return EmailOutlook(state="waiting")
    counter = allowance.counter_of(db, row, is_new=allowed.is_new) if row else "members"
    before = row.id if row else None
    until = allowance.waits_until(db, allowed, counter, now, before=before) if counter else None
    if until is None:
        return EmailOutlook(state="sent")
    return EmailOutlook(state="waiting", until=until.astimezone(ZoneInfo(operator.time_zone)))
