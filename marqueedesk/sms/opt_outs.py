"""Numbers that replied STOP, to a business or to the number that several businesses share (rules.md, T4)."""

from sqlalchemy.orm import Session

from marqueedesk.sms import senders
from marqueedesk.sms.gateway import SmsAccount
from marqueedesk.sms.models import SharedTextOptOut, TextOptOut


def has_opted_out(db: Session, operator_id: int, phone: str, *, shared: bool) -> bool:
    """Return true if a number does not want texts from the business, or from the shared number."""
    if db.get(TextOptOut, (operator_id, phone)) is not None:
        return True
    return shared and db.get(SharedTextOptOut, phone) is not None


def has_stopped(db: Session, operator_id: int, phone: str, account: SmsAccount | None) -> bool:
    """Return true if a number does not want texts from the number that the business has now."""
    shared = senders.effective_own(db, operator_id, account.sender if account else None) is None
    return has_opted_out(db, operator_id, phone, shared=shared)
