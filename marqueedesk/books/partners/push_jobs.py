"""Background jobs that send pushes to bookkeeping software, each exactly once, and compare them with what is there.

A push is marked as sent before the request. If no response was recorded, the document is looked up at the partner
before the request is repeated, with the same idempotency key.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.books.partners import connections, pushes
from marqueedesk.books.partners.errors import (
    AccessRefused,
    AlreadyPosted,
    BooksNotConnected,
    ConnectAgain,
    NotSetUp,
    PartnerBusy,
    PartnerProblem,
    PartnerRefused,
)
from marqueedesk.books.partners.models import FAILED, PUSHED, SENT, WAITING, BooksPush
from marqueedesk.books.partners.pushes import COMPARE, PUSH
from marqueedesk.books.partners.values import NAMES, BooksDocument, BooksSystem, DocumentKind, Posted
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, RetryAt, TakenOver, Task
from marqueedesk.settings import Settings

_RETRIED_FOR: Final = timedelta(days=3)
_AFTER_INVOICE: Final = timedelta(minutes=1)
"""Wait before a payment is sent again whose invoice has no response yet."""


@dataclass(frozen=True, slots=True)
class _Sending:
    """A push to send. ``was_sent`` is true if an earlier request had no response."""

    operator_id: int
    id: int
    system: BooksSystem
    company_id: str
    document: BooksDocument
    was_sent: bool


@dataclass(frozen=True, slots=True)
class _Stored:
    """A push that the partner has, with the content it had then."""

    id: int
    kind: DocumentKind
    partner_id: str
    content: str | None


class PaysMissing(Exception):
    """A payment whose invoice the partner doesn't have, and won't get by itself."""

    def __init__(self, sending: _Sending, reason: str) -> None:
        self.sending, self.reason = sending, reason
        super().__init__(reason)


class PushSteps:
    """Steps for the worker, called without a transaction."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the step to run for each kind of job."""
        return {PUSH: self.push, COMPARE: self.compare}

    def push(self, task: Task) -> Commit:
        """Send a push, and return what to record."""
        try:
            sending = self._read(task)
        except PaysMissing as missing:
            return _recorded(missing.sending, _rejected(missing.reason))
        if sending is None:
            return _nothing
        try:
            posted = self._posted(task, sending)
        except (BooksNotConnected, NotSetUp) as problem:
            return _recorded(sending, _ended(sending, problem.message))
        except PartnerBusy as problem:
            at = clock.now() + timedelta(seconds=problem.retry_after or 1)
            raise RetryAt(problem.message, at, _recorded(sending, _again(sending))) from problem
        except PartnerRefused as problem:
            return _recorded(sending, _rejected(problem.message))
        except PartnerProblem as problem:
            now = clock.now()
            attempts = min(task.attempts, jobs.MAX_ATTEMPTS - 1)
            at = jobs.next_try(attempts, now) if now - task.created_at < _RETRIED_FOR else None
            raise RetryAt(problem.message, at, _recorded(sending, _unanswered(problem.message))) from problem
        return _recorded(sending, _pushed(posted))

    def _read(self, task: Task) -> _Sending | None:
        operator_id, push_id = task.payload["operatorId"], task.payload["pushId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            row = pushes.by_id(db, operator_id, push_id)
            if row is None or row.state in {PUSHED, FAILED}:
                return None
            invoice = pushes.by_id(db, operator_id, row.pays) if row.pays is not None else None
            document = pushes.document_of(row, invoice.partner_id if invoice is not None else None)
            sending = _Sending(operator_id, push_id, row.system, row.company_id, document, row.state == SENT)
            if row.pays is None or document.pays is not None:
                return sending
            if invoice is None or invoice.state == FAILED:
                name = invoice.reference if invoice is not None else "of this payment"
                raise PaysMissing(sending, f"First push the invoice {name}, which this payment is for.")
            at = clock.now() + _AFTER_INVOICE
            raise RetryAt("The invoice is still on its way.", at, _nothing)

    def _posted(self, task: Task, sending: _Sending) -> Posted:
        """Return the document at the partner: looked up if it may be there, otherwise posted."""
        refused: str | None = None
        for _ in range(2):
            access = connections.access(self._database, self._settings, sending.operator_id, refused=refused)
            if (access.partner.system, access.company_id) != (sending.system, sending.company_id):
                raise BooksNotConnected(f"Connect the {NAMES[sending.system]} company that this is for.")
            there = (access.token, access.company_id, sending.document)
            try:
                known = access.partner.find(*there) if sending.was_sent else None
                if known is not None:
                    return known
                self._mark_sent(task, sending)
                return access.partner.post(*there)
            except AccessRefused:
                refused = access.token
            except AlreadyPosted:
                known = access.partner.find(*there)
                if known is None:
                    raise
                return known
        connections.refuse(self._database, sending.operator_id)
        raise ConnectAgain.to(sending.system)

    def compare(self, task: Task) -> Commit:
        """Compare pushes with what the partner has, and return what differs to record. Nothing there is overwritten."""
        operator_id = task.payload["operatorId"]
        first, last = date.fromisoformat(task.payload["from"]), date.fromisoformat(task.payload["to"])
        with self._database.read() as db:
            set_operator(db, operator_id)
            row = connections.find(db, operator_id)
            present = pushes.to_compare(db, row, first, last) if row is not None and row.is_connected else []
            stored = [_Stored(one.id, one.kind or "journal", one.partner_id or "", one.content) for one in present]
        if not stored:
            return _nothing
        try:
            found = self._contents(operator_id, {one.kind for one in stored}, first, last)
        except (BooksNotConnected, NotSetUp, PartnerRefused):
            return _nothing
        except PartnerProblem as problem:
            now = clock.now()
            at = jobs.next_try(task.attempts, now) if task.attempts < jobs.MAX_ATTEMPTS else None
            raise RetryAt(problem.message, at, _nothing) from problem
        changed = {one.id for one in stored if found[one.kind].get(one.partner_id) != one.content}

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            for one in stored:
                row = pushes.by_id(db, operator_id, one.id)
                if row is not None and (row.changed_at is not None) != (one.id in changed):
                    row.changed_at = now if one.id in changed else None

        return write

    def _contents(
        self, operator_id: int, kinds: Iterable[DocumentKind], first: date, last: date
    ) -> dict[DocumentKind, dict[str, str]]:
        refused: str | None = None
        for _ in range(2):
            access = connections.access(self._database, self._settings, operator_id, refused=refused)
            try:
                return {
                    kind: access.partner.contents(access.token, access.company_id, kind, first, last)
                    for kind in sorted(kinds)
                }
            except AccessRefused:
                refused = access.token
        connections.refuse(self._database, operator_id)
        raise BooksNotConnected

    def _mark_sent(self, task: Task, sending: _Sending) -> None:
        with self._database.write() as db:
            set_operator(db, sending.operator_id)
            if jobs.held(db, task.id, task.holder) is None:
                raise TakenOver
            row = pushes.by_id(db, sending.operator_id, sending.id)
            if row is None:
                raise TakenOver
            row.state, row.sent_at = SENT, clock.now()


_Change = Callable[[BooksPush, datetime], None]


def _recorded(sending: _Sending, change: _Change) -> Commit:
    def write(db: Session, now: datetime) -> None:
        set_operator(db, sending.operator_id)
        row = pushes.by_id(db, sending.operator_id, sending.id)
        if row is not None:
            change(row, now)

    return write


def _pushed(posted: Posted) -> _Change:
    def change(row: BooksPush, now: datetime) -> None:
        row.state, row.reason = PUSHED, None
        row.partner_id, row.content, row.pushed_at = posted.id[:60], posted.content, now

    return change


def _rejected(reason: str) -> _Change:
    def change(row: BooksPush, _now: datetime) -> None:
        row.state, row.reason = FAILED, reason[:500]

    return change


def _ended(sending: _Sending, reason: str) -> _Change:
    """Stop until the user tries again. A push that the partner may have stays unanswered."""

    def change(row: BooksPush, _now: datetime) -> None:
        row.state, row.reason = SENT if sending.was_sent else FAILED, reason[:500]

    return change


def _again(sending: _Sending) -> _Change:
    """Wait, because the partner was busy and did nothing."""

    def change(row: BooksPush, _now: datetime) -> None:
        row.state = SENT if sending.was_sent else WAITING

    return change


def _unanswered(reason: str) -> _Change:
    def change(row: BooksPush, _now: datetime) -> None:
        row.reason = reason[:500]

    return change


def _nothing(_db: Session, _now: datetime) -> None:
    """No-op: the push was already sent or removed."""
