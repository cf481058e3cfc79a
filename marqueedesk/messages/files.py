"""Files that go along with a mail: a booking's calendar file, and its confirmation as a PDF.

They are drawn when the mail is sent, of the booking as it is then. A paper is read within the transaction and compiled
after it, in the worker (docs/adr/0009-documents.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import COMPLETED, CONFIRMED
from marqueedesk.documents import papers
from marqueedesk.documents import service as documents
from marqueedesk.documents.papers import Paper
from marqueedesk.documents.typeset import pdf
from marqueedesk.gateways.mail import Attachment
from marqueedesk.kit.errors import NotFound
from marqueedesk.messages.content import CALENDAR, CONFIRMATION
from marqueedesk.portal.calendar_file import customers_calendar

_PDF: Final = "application/pdf"
_NAMES: Final = {CALENDAR: "Booking {number}.ics", CONFIRMATION: "Confirmation {number}.pdf"}


@dataclass(frozen=True, slots=True)
class ToCompile:
    """A paper that is still to be compiled."""

    name: str
    paper: Paper
    logo: bytes | None
    made_at: datetime

    def attachment(self) -> Attachment:
        """The paper as a PDF. Raises TooBusy."""
        return Attachment(self.name, _PDF, pdf(papers.drawn(self.paper), logo=self.logo, made_at=self.made_at))


def names(content: Mapping[str, Any]) -> list[str]:
    """What the files of a mail are called."""
    wanted: Mapping[str, Any] | None = content.get("files")
    if not wanted:
        return []
    # Emails that were written before bookings had numbers name the id.
    number = wanted.get("number", wanted["bookingId"])
    return [_NAMES[kind].format(number=number) for kind in wanted["kinds"]]


def files_of(
    db: Session, content: Mapping[str, Any], operator_id: int, url: str, now: datetime
) -> tuple[Sequence[Attachment], Sequence[ToCompile]]:
    """A mail's files that are ready, and those that are to be compiled once the transaction has ended.

    None for a booking that is gone, and no confirmation for one that is canceled by now.
    """
    wanted: Mapping[str, Any] | None = content.get("files")
    operator = db.get(Operator, operator_id)
    if not wanted or operator is None:
        return (), ()
    try:
        booking = bookings.booking(db, wanted["bookingId"])
    except NotFound:
        return (), ()
    ready: list[Attachment] = []
    paper: list[ToCompile] = []
    for kind in wanted["kinds"]:
        name = _NAMES[kind].format(number=booking.number)
        if kind == CALENDAR:
            file = customers_calendar(db, operator, booking, url)
            ready.append(Attachment(name, "text/calendar", file, {"method": "PUBLISH"}))
        elif booking.status in {CONFIRMED, COMPLETED}:
            paper.append(ToCompile(name, *documents.confirmation(db, operator, booking, now), now))
    return ready, paper
