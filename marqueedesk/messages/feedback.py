"""Reports of mail servers about emails that were sent: bounces (RFC 3464) and complaints (RFC 5965).

Both arrive as emails at the address that the installation sends from, and name the email by its Message-ID, which only
its recipient and the servers on the way know. `marqueedesk email-report` takes them, one at a time.
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
    """What a server says of an email: that it could not be delivered, or that its recipient calls it spam."""

    kind: Literal["bounce", "complaint"]
    message_id: str
    reason: str


def read_report(raw: bytes) -> Report | None:
    """The report that an email is; None for any other email, and for one about a delivery that may yet succeed."""
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
            said = _failure(part)
            return None if said is None else Report("bounce", message_id, said)
    return None


def operator_of(db: Session, report: Report) -> int | None:
    """Whose email a report is about; None if no email has its id. The session sees every business."""
    return db.scalar(select(OutboxMail.operator_id).where(OutboxMail.message_id == report.message_id))


def record(db: Session, report: Report, now: datetime) -> None:
    """Note a report at the email of the session's business. A repeated report changes nothing.

    The business gets a notification about an email that did not arrive.
    """
    lock_own(db)
    mail = db.scalars(select(OutboxMail).where(OutboxMail.message_id == report.message_id)).one()
    if report.kind == "complaint":
        mail.complained_at = mail.complained_at or now
    elif mail.state in {SENT, UNCERTAIN}:
        mail.state, mail.cause, mail.last_error = FAILED, "address", report.reason
        publish(db, EmailFailed(operator_id=mail.operator_id, mail_id=mail.id), now)


def _failure(status: Message) -> str | None:
    """Why a delivery failed for good; None where it is delayed, relayed or done."""
    for block in status.walk():
        is_over = str(block.get("Action", "")).strip().lower() == "failed"
        if is_over and not str(block.get("Status", "5")).startswith("4"):
            said = str(block.get("Diagnostic-Code", "")).partition(";")[2] or str(block.get("Status", ""))
            return f"It came back: {one_line(said, _LONGEST_REASON) or 'no reason given'}"
    return None


def _ids(parts: list[EmailMessage]) -> Iterator[str]:
    """The Message-IDs of the emails that a report carries, whole or only their headers."""
    for part in parts:
        if part.get_content_type() == "text/rfc822-headers":
            found = _ID.search(part.get_content())
            if found:
                yield found[1]
        elif part.get_content_maintype() != "multipart" and part["Message-ID"]:
            yield str(part["Message-ID"]).strip().strip("<>")
