"""The forecast for an email that a member of a business sends now (accounts.outgoing_email)."""

from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.outgoing_email import EmailOutlook
from marqueedesk.accounts.queries import owner_of
from marqueedesk.kit import clock
from marqueedesk.messages import allowance
from marqueedesk.messages.mail_settings import MailSettings


def forecast(request: Request, db: Session, operator: Operator) -> EmailOutlook | None:
    """Compare the emails that were sent and those that wait with the allowance. None without a mail server."""
    mail_settings, now = MailSettings(request.app.state.settings), clock.now()
    site = mail_settings.site(db)
    if site.smtp is None:
        return None
    if not allowance.counts(mail_settings, site, operator):
        return EmailOutlook(state="sent")
    allowed = allowance.today(db, operator, owner_of(db, operator.id), now)
    if allowed.held is not None:
        return EmailOutlook(state="waiting")
    if allowed.used + allowance.waiting_of_members(db) >= allowed.limit:
        until = allowance.next_day(now).astimezone(ZoneInfo(operator.time_zone))
        return EmailOutlook(state="waiting", until=until)
    return EmailOutlook(state="sent")
