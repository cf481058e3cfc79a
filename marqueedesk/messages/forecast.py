"""The forecast for an email that a member of a business sends now (accounts.outgoing_email): the emails that were sent
and those that wait, compared with the allowance.
"""

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
    """The outlook for an email on the counter of members. None without a mail server."""
    return _outlook(request, db, operator, None)


def forecast_again(request: Request, db: Session, operator: Operator, mail: OutboxMail) -> EmailOutlook | None:
    """The outlook for an email that is sent again, on the counter of its kind. None without a mail server."""
    return _outlook(request, db, operator, mail)


def _outlook(request: Request, db: Session, operator: Operator, mail: OutboxMail | None) -> EmailOutlook | None:
    mail_settings, now = MailSettings(request.app.state.settings), clock.now()
    site = mail_settings.site(db)
    if site.smtp is None:
        return None
    if not allowance.counts(mail_settings, site, operator):
        return EmailOutlook(state="sent")
    owner = owner_of(db, operator.id)
    if mail is not None and not allowance.is_to_others(mail.audience, mail.kind, mail.recipient, owner):
        return EmailOutlook(state="sent")
    allowed = allowance.today(db, operator, owner, now)
    if allowed.held is not None:
        return EmailOutlook(state="waiting")
    counter = "members" if mail is None else allowance.counter_of(db, mail, is_new=allowed.is_new)
    if counter is None:
        return EmailOutlook(state="sent")
    used = allowance.used_today(db, [operator.id], now, counter=counter).get(operator.id, 0)
    if counter == "members":
        used += allowance.waiting_of_members(db)
    if used >= allowed.limit_of(counter):
        until = allowance.next_day(now).astimezone(ZoneInfo(operator.time_zone))
        return EmailOutlook(state="waiting", until=until)
    return EmailOutlook(state="sent")
