"""Reports from mail servers about sent emails: bounces (RFC 3464) and complaints (RFC 5965).

Both arrive as emails to the installation's sender address, and identify the email by its Message-ID, which only its
recipient and the servers that relayed it can see. `marqueedesk email-report` processes one report at a time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage, Message
from email.parser import BytesParser
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.queries import lock_own
from marqueedesk.domain_events import EmailFailed, publish
from marqueedesk.mail.mail import one_line
from marqueedesk.messages.models import FAILED, SENT, UNCERTAIN, OutboxMail

MOST_BYTES: Final = 2_000_000
_LONGEST_REASON: Final = 300
_ID: Final = re.compile(r"(?im)^message-id:\s*<([^<>\s]{1,200})>")


@dataclass(frozen=True, slots=True)
class Report:
    """A mail server's report about an email: a bounce, or a spam complaint by its recipient."""

    kind: Literal["bounce", "complaint"]
    message_id: str
    reason: str


def read_report(raw: bytes) -> Report | None:
    """Parse a report; None for any other email, and for a delivery that may still succeed."""
    parsed = BytesParser(policy=policy.default).parsebytes(raw[:MOST_BYTES])
    if parsed.get_content_type() != "multipart/report":
        return None
    parts = list(parsed.walk())
    message_id = next(_ids(parts[1:]), None)
    if message_id is None:
        return None
    for part in parts:
        kind = part.get_content_type()
        if kind == "message/feedback-report":
            return Report("complaint", message_id, "Its recipient reported it as spam.")
        if kind == "message/delivery-status":
            failure = _failure(part)
            return None if failure is None else Report("bounce", message_id, failure)
    return None


def operator_of(db: Session, report: Report) -> int | None:
    """Return the operator id of the reported email, or None. The session must not be scoped to a business."""
    return db.scalar(select(OutboxMail.operator_id).where(OutboxMail.message_id == report.message_id))


def record(db: Session, report: Report, now: datetime) -> None:
    """Record a report on the email of the session's business. A repeated report has no effect.

    The business is notified about an email that bounced.
    """
    lock_own(db)
    mail = db.scalars(select(OutboxMail).where(OutboxMail.message_id == report.message_id)).one()
    if report.kind == "complaint":
        mail.complained_at = mail.complained_at or now
    elif mail.state in {SENT, UNCERTAIN}:
        mail.state, mail.cause, mail.last_error = FAILED, "address", report.reason
        publish(db, EmailFailed(operator_id=mail.operator_id, mail_id=mail.id), now)


def _failure(status: Message) -> str | None:
    """Return the reason for a permanent delivery failure; None if the email was delayed, relayed or delivered."""
    for block in status.walk():
        is_over = str(block.get("Action", "")).strip().lower() == "failed"
        if is_over and not str(block.get("Status", "5")).startswith("4"):
            reason = str(block.get("Diagnostic-Code", "")).partition(";")[2] or str(block.get("Status", ""))
            return f"The email bounced: {one_line(reason, _LONGEST_REASON) or 'no reason given'}"
    return None


def _ids(parts: list[EmailMessage]) -> Iterator[str]:
    """Yield the Message-IDs of the emails in a report, included in full or as headers only."""
    for part in parts:
        if part.get_content_type() == "text/rfc822-headers":
            match = _ID.search(part.get_content())
            if match:
                yield match[1]
        elif part.get_content_maintype() != "multipart" and part["Message-ID"]:
            yield str(part["Message-ID"]).strip().strip("<>")
