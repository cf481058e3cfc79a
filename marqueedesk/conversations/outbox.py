"""Sends the texts in the outbox (docs/adr/0034-texts.md). Each text has its own job."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.conversations import delivery_states, queries
from marqueedesk.conversations.models import FAILED, HELD, LINK_MARK, SENT, UNSENT, WAITING, ConversationEntry, SmsLink
from marqueedesk.conversations.texting import NOT_SET_UP, TOO_LATE, held_until, refusal, terms_of
from marqueedesk.customers.models import Customer
from marqueedesk.instance_settings.service import Platform, effective
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import own, set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, RetryAt, TakenOver, Task
from marqueedesk.settings import Settings
from marqueedesk.sms.gateway import (
    AcceptedText,
    SmsAccount,
    SmsClient,
    Text,
    TextGateway,
    TextMaybeSent,
    TextNotSent,
    TextRefused,
)
from marqueedesk.sms.segments import segments_of

GIVE_UP_AFTER: Final = timedelta(days=1)
LONGEST_PAUSE: Final = timedelta(minutes=10)
_CLOCKS_DIFFER: Final = timedelta(minutes=5)
"""Tolerance for the provider's clock when an earlier attempt is looked up."""
_ANSWER_LEASE: Final = timedelta(seconds=60) + jobs.LEASE
_OPTED_OUT_CODE: Final = "21610"
"""The provider's code for a number that replied STOP to it."""
STATUS_PATH: Final = "/api/sms/status"

LinkAddress = Callable[[Session, SmsLink], str | None]
"""Returns the URL of a text's link; None if its target is gone."""


@dataclass(frozen=True, slots=True)
class TextHold:
    """Until when a text waits. ``reason`` is None in quiet hours."""

    reason: str | None
    until: datetime


TextAllowance = Callable[[Session, Operator, datetime], TextHold | None]
"""Counts a text against the limits of its business, under the operator's lock, or returns why it has to wait."""


def _unlimited(_db: Session, _operator: Operator, _now: datetime) -> TextHold | None:
    return None


@dataclass(frozen=True, slots=True)
class _Ready:
    """A text about to be sent, or to be looked up because an earlier attempt may have succeeded."""

    text: Text
    account: SmsAccount
    handed_at: datetime | None
    begun: datetime
    attempts: int


class TextOutbox:
    """Sends texts from a single thread."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        address_of: LinkAddress,
        *,
        allowance: TextAllowance = _unlimited,
        gateway: TextGateway | None = None,
    ) -> None:
        """Create the sender. ``gateway`` replaces the configured provider."""
        self._database, self._settings = database, settings
        self._address_of = address_of
        self._allowance = allowance
        self._gateway = gateway

    def send(self, task: Task) -> Commit:
        """Send a job's text and return the outcome to record. Raises RetryAt if it has to wait."""
        record = _TextOutcome(task.payload["operatorId"], task.payload["entryId"])
        ready = self._prepare(task, record)
        if not isinstance(ready, _Ready):
            return ready
        gateway = self._gateway or SmsClient(ready.account)
        if ready.handed_at is not None:
            earlier = self._look_up(gateway, ready, record)
            if earlier is not None:
                return self._accepted(record, earlier) if isinstance(earlier, AcceptedText) else earlier
        sender = self._hand_over(task, record)
        if not isinstance(sender, str):
            return sender
        try:
            accepted = gateway.send(replace(ready.text, sender=sender))
        except TextRefused as problem:
            return record.failed(problem.reason, opted_out=problem.code == _OPTED_OUT_CODE)
        except TextNotSent as problem:
            return record.later(problem.reason, ready, _pause(ready.attempts, problem.retry_after), not_sent=True)
        except TextMaybeSent:
            return record.later("The provider did not respond.", ready, _pause(ready.attempts), not_sent=False)
        return self._accepted(record, accepted)

    def _prepare(self, task: Task, record: "_TextOutcome") -> "_Ready | Commit":
        with self._database.read() as db:
            set_operator(db, record.operator_id)
            row = queries.entry(db, record.entry_id)
            operator = accounts.active_operator(db, record.operator_id)
            if row is None or row.state not in UNSENT or row.phone is None or row.sender is None:
                return lambda _db, _now: None
            if operator is None:
                return record.failed("The business is closed.")
            platform = effective(db, self._settings)
            if platform.sms is None:
                return record.failed(NOT_SET_UP)
            body = self._body(db, row)
            if body is None:
                return record.failed("The page that the text links to no longer exists.")
            text = Text(row.phone, row.sender, body, _site_url(platform, self._settings) + STATUS_PATH)
            begun = max(row.at, task.created_at, row.held_until or row.at)
            return _Ready(text, platform.sms, row.handed_at, begun, row.attempts)

    def _body(self, db: Session, row: ConversationEntry) -> str | None:
        if row.link is None:
            return row.text
        address = self._address_of(db, row.link)
        return row.text.replace(LINK_MARK, address) if address else None

    def _look_up(self, gateway: TextGateway, ready: _Ready, record: "_TextOutcome") -> AcceptedText | Commit | None:
        """Return the text that an earlier attempt sent, if the provider has it. Raises RetryAt if that is unknown."""
        try:
            listed = gateway.sent_to(ready.text.to)
        except TextNotSent as problem:
            return record.later(problem.reason, ready, _pause(ready.attempts, problem.retry_after), not_sent=False)
        since = (ready.handed_at or ready.begun) - _CLOCKS_DIFFER
        with self._database.read() as db:
            same = [
                text
                for text in reversed(listed)
                if text.body == ready.text.body and (text.created_at is None or text.created_at >= since)
            ]
            return next((text for text in same if not delivery_states.is_known(db, text.sid)), None)

    def _hand_over(self, task: Task, record: "_TextOutcome") -> str | Commit:
        """Record that the text is about to be sent, and return its sender. Return the outcome instead if it may not be
        sent anymore. Raises RetryAt if it has to wait.

        Checks the rules again under the operator's lock, because since the text was written, a STOP may have arrived,
        or the business's number may have changed.
        """
        now = clock.now()
        with self._database.write() as db:
            set_operator(db, record.operator_id)
            availability.lock(db, record.operator_id)
            row = queries.entry(db, record.entry_id)
            if row is None or not jobs.extend(db, task.id, task.holder, now + _ANSWER_LEASE):
                raise TakenOver
            if row.state not in UNSENT or row.sender is None:
                return lambda _db, _now: None
            if row.good_until is not None and row.good_until <= now:
                return record.failed(TOO_LATE)
            reason, hold = (None, None) if row.answers_keyword else self._check(db, row, now)
            if reason is not None:
                return record.failed(reason)
            if hold is None:
                row.state, row.held_until, row.reason = WAITING, None, None
                row.handed_at, row.attempts = now, row.attempts + 1
            else:
                row.state, row.held_until, row.reason = HELD, hold.until, hold.reason
            sender = row.sender
        if hold is not None:
            raise RetryAt(hold.reason or "quiet hours", hold.until)
        return sender

    def _check(self, db: Session, row: ConversationEntry, now: datetime) -> tuple[str | None, TextHold | None]:
        """Return why a text may not be sent, or until when it has to wait."""
        operator, customer = accounts.public_operator(db, row.operator_id), own(db, Customer, row.customer_id)
        if customer is None or row.phone is None:
            return TOO_LATE, None
        counted, segments = row.segments or 0, segments_of(self._body(db, row) or row.text).count
        row.segments = segments
        terms = terms_of(db, operator, effective(db, self._settings).sms)
        row.sender = terms.sender or row.sender
        reason = refusal(
            db,
            terms,
            customer,
            row.phone,
            now,
            is_automatic=row.user_id is None,
            segments=segments,
            besides=counted,
        )
        if reason is not None:
            return reason, None
        later = held_until(db, operator, customer, row.phone, now, booking_id=row.booking_id)
        if later is not None:
            return None, TextHold(None, later)
        if row.attempts > 0:
            # Counted at its first attempt.
            return None, None
        return None, self._allowance(db, operator, now)

    def _accepted(self, record: "_TextOutcome", accepted: AcceptedText) -> Commit:
        """Record the provider's ID at once, and then apply statuses that arrived before it."""
        now = clock.now()
        with self._database.write() as db:
            if not delivery_states.remember(db, accepted.sid, record.operator_id, record.entry_id, now):
                # Another worker found the same text for an entry of the same wording.
                raise RetryAt("The provider's message belongs to another text.", now + _pause(0))
            delivery_states.note_status(db, accepted.sid, accepted.status, accepted.error_code, now)
            set_operator(db, record.operator_id)
            row = queries.entry(db, record.entry_id)
            if row is not None and row.state in UNSENT:
                row.state, row.handed_at, row.held_until, row.reason = SENT, None, None, None
        return lambda db, _now: delivery_states.settle(db, accepted.sid)


def _site_url(platform: Platform, settings: Settings) -> str:
    return (platform.site_url or settings.public_url).rstrip("/")


def _pause(attempts: int, retry_after: int | None = None) -> timedelta:
    return max(min(LONGEST_PAUSE, timedelta(seconds=5 * 2 ** min(attempts, 10))), timedelta(seconds=retry_after or 0))


@dataclass(frozen=True, slots=True)
class _TextOutcome:
    """The outcome of sending a text, recorded in the transaction that completes its job."""

    operator_id: int
    entry_id: int

    def failed(self, reason: str, *, opted_out: bool = False) -> Commit:
        """Record that the text will not be sent."""

        def note(db: Session, now: datetime) -> None:
            set_operator(db, self.operator_id)
            row = queries.entry(db, self.entry_id)
            if row is None or row.state not in UNSENT:
                return
            row.state, row.reason, row.held_until, row.handed_at = FAILED, reason[:300], None, None
            if opted_out and row.phone is not None:
                delivery_states.opt_out(db, self.operator_id, row.phone, now)

        return note

    def later(self, reason: str, ready: _Ready, pause: timedelta, *, not_sent: bool) -> Commit:
        """Postpone the text. Raises RetryAt, unless it is too late to retry. With ``not_sent``, the provider certainly
        does not have it.
        """
        at = clock.now() + pause
        if at - ready.begun > GIVE_UP_AFTER:
            return self.failed(reason)

        def note(db: Session, _now: datetime) -> None:
            set_operator(db, self.operator_id)
            row = queries.entry(db, self.entry_id)
            if row is not None and row.state in UNSENT:
                row.reason = reason[:300]
                if not_sent:
                    row.handed_at = None

        raise RetryAt(reason, at, note)
