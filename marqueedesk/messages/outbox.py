"""The outbox: write, send and resend emails (N1-N4).

An email is written in the transaction that handles its event, and sent by its own job.
"""

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.conversations.models import ConversationEntry
from marqueedesk.documents.turns import TooBusy
from marqueedesk.domain_events import EmailFailed, publish
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, RetryAt, TakenOver, Task
from marqueedesk.kit.watch.metrics import MAILS, log
from marqueedesk.mail.mail import (
    ANSWER_TIMEOUT,
    Attachment,
    Cause,
    Mail,
    Mailer,
    MaybeSent,
    NotSent,
    SmtpMailer,
)
from marqueedesk.messages import allowance, conversation_entries, queries
from marqueedesk.messages.content import ONE_CLICK, Content, Link
from marqueedesk.messages.emails.gifts.codes import with_gift_card_codes
from marqueedesk.messages.files import ToCompile, files_of
from marqueedesk.messages.html_renderer import EmbeddedImage, html_of
from marqueedesk.messages.logo_pictures import LogoToEmbed
from marqueedesk.messages.mail_settings import MailSettings, Site
from marqueedesk.messages.models import ACCOUNT, CUSTOMER, FAILED, SENT, UNCERTAIN, UNSENT, WAITING, OutboxMail
from marqueedesk.messages.sign_pictures import sign_to_draw
from marqueedesk.messages.text_renderer import text_of
from marqueedesk.settings import Smtp

SEND: Final = "mail.send"
GIVE_UP_AFTER: Final = timedelta(days=2)
LONGEST_PAUSE: Final = timedelta(minutes=5)
ANSWER_LEASE: Final = timedelta(seconds=ANSWER_TIMEOUT) + jobs.LEASE
KEPT: Final = timedelta(days=2 * 366)
"""How long emails are kept."""
ACCOUNT_KEPT: Final = timedelta(days=90)
"""How long emails about an account are kept, which aren't needed for long."""
_FORGOTTEN_AT_ONCE: Final = 5_000
_TOO_LATE: Final = "The email could not be sent in time."
_NO_ANSWER: Final = "MarqueeDesk was stopped before the mail server confirmed the email."


@dataclass(frozen=True, slots=True)
class MailEnvelope:
    """The recipient of an email, and what it is about. ``dedupe_key`` ensures that it is written only once."""

    kind: str
    audience: str
    recipient: str
    recipient_name: str | None = None
    dedupe_key: str | None = None
    booking_id: int | None = None
    quote_id: int | None = None
    user_id: int | None = None
    good_until: datetime | None = None
    # The owner of the email if the session has no operator, as for emails to administrators.
    operator_id: int | None = None


def write_down(
    db: Session,
    mail_settings: MailSettings,
    about: MailEnvelope,
    content: Content,
    now: datetime,
    *,
    entry: ConversationEntry | None = None,
) -> OutboxMail | None:
    """Add an email to the outbox of the session's operator and enqueue it; None if it was written before.

    ``entry`` is its entry in a conversation; otherwise an email to a known customer gets one.
    """
    if about.dedupe_key is not None and queries.is_written(db, about.dedupe_key):
        return None
    mail = OutboxMail(
        **asdict(about),
        subject=content["subject"],
        content=content,
        message_id=f"{secrets.token_hex(16)}@{mail_settings.host}",
        state=WAITING,
        attempts=0,
        created_at=now,
    )
    db.add(mail)
    db.flush()
    _enqueue(db, mail, now)
    if entry is None:
        conversation_entries.add_email(db, mail, now)
    else:
        entry.mail_id = mail.id
    return mail


def _enqueue(db: Session, mail: OutboxMail, now: datetime) -> None:
    jobs.enqueue(db, SEND, {"mailId": mail.id, "operatorId": mail.operator_id}, now)


def send_again(
    db: Session, mail_settings: MailSettings, mail: OutboxMail, now: datetime, *, to: str | None = None
) -> OutboxMail:
    """Retry an email that failed, or send a copy of one that was sent or only stored (N4).

    An email that may have been sent is retried with the same Message-ID, so most mail programs show it only once. An
    email that is still waiting is left unchanged. With a different address in ``to``, the email is always a copy.
    """
    if mail.state == WAITING:
        return mail
    if mail.state in {FAILED, UNCERTAIN} and to in {None, mail.recipient}:
        mail.state, mail.attempts, mail.last_error, mail.cause = WAITING, 0, None, None
        mail.good_until = mail.handed_at = None
        db.flush()
        conversation_entries.note_state(db, mail)
        _enqueue(db, mail, now)
        return mail
    about = snapshot_of(MailEnvelope, mail, recipient=to or mail.recipient, dedupe_key=None, good_until=None)
    copy = write_down(db, mail_settings, about, mail.content, now)
    if copy is None:
        raise RuntimeError("write_down returned no email although it has no dedupe key")
    return copy


class MailSender:
    """Sends the emails in the outbox from a single thread, and keeps the connection to the mail server open
    while busy.
    """

    def __init__(self, database: Database, mail_settings: MailSettings, mailer: Mailer | None = None) -> None:
        """Create the sender. ``mailer`` replaces the configured mail server."""
        self._database = database
        self._mail_settings = mail_settings
        self._given = mailer
        self._mailer: tuple[Smtp | None, Mailer] | None = None

    def idle(self) -> None:
        """Close the connection to the mail server."""
        if self._mailer is not None:
            self._mailer[1].close()
            self._mailer = None

    def send(self, task: Task) -> Commit:
        """Send a job's email and return the outcome to record. Raises RetryAt if the server cannot accept it."""
        mail_id: int = task.payload["mailId"]
        operator_id: int = task.payload["operatorId"]
        now = clock.now()
        with self._database.read() as db:
            set_operator(db, operator_id)
            row = queries.outgoing(db, mail_id)
            if row is None or row.state != WAITING:
                return lambda _db, _now: None
            record = _Outcome(operator_id, mail_id)
            if row.handed_at is not None:
                # A worker stopped before it received the server's reply.
                return record.uncertain(_NO_ANSWER)
            if row.good_until is not None and row.good_until <= now:
                return record.failed(_TOO_LATE)
            site = self._mail_settings.site(db)
            if site.smtp is None and self._given is None:
                return record.unsent()
            metered = self._metered(db, site, row)
            counter = allowance.counter_of(db, row, is_new=metered.is_new) if metered is not None else None
            # A resend is a new job, so it has two days of its own.
            begun, attempts = max(row.created_at, task.created_at), row.attempts + 1
            if metered is not None and metered.held is not None:
                return record.held(metered.held, begun, clock.now() + LONGEST_PAUSE)
            try:
                logo = LogoToEmbed.of(db, row)
                logo_image = logo.image if logo else None
                mail, sign = as_mail(db, site, row, logo_image), sign_to_draw(db, site, row, logo_image)
                ready, to_compile = files_of(db, row.content, operator_id, site, now)
            except (ValueError, TypeError, LookupError) as problem:
                log.error("mail_not_composed", mail=mail_id, exc_info=problem)
                return record.failed("The email could not be composed.")
        counted = metered is not None and counter is not None
        if metered is not None and counter is not None:
            refused = allowance.spend(self._database, metered, counter, now)
            if refused is not None:
                return record.held(refused.reason, begun, refused.until)
        try:
            mailer = self._mailer_for(site.smtp)
            if to_compile:
                # Check the connection first: rendering is most of the work, and would be wasted on every retry while
                # the server is down.
                mailer.greet(self._mail_settings.host)
            whole = replace(mail, attachments=(*ready, *_compiled(to_compile, mail_id)))
            for picture in (logo, sign):
                if picture is not None:
                    whole = picture.put_into(whole)
            mailer.send(whole, before_end=partial(self._note_handing_over, task))
            counted = False
        except MaybeSent as silence:
            counted = False
            return record.uncertain(silence.reason)
        except NotSent as failure:
            if failure.for_good or now - begun > GIVE_UP_AFTER:
                return record.failed(failure.reason, failure.cause)
            pause = min(LONGEST_PAUSE, timedelta(seconds=5 * 2 ** min(attempts, 10)))
            raise RetryAt(failure.reason, clock.now() + pause, record.tried(failure.reason, failure.cause)) from None
        finally:
            if counted and metered is not None and counter is not None:
                allowance.give_back(self._database, metered, counter, now)
        return record.sent()

    def _metered(self, db: Session, site: Site, row: OutboxMail) -> allowance.Allowance | None:
        """Return the allowance of the email's business; None if the email isn't limited."""
        operator, owner = db.get(Operator, row.operator_id), db.get(User, row.operator_id)
        if operator is None or owner is None or not allowance.counts(self._mail_settings, site, operator):
            return None
        to_others = allowance.is_to_others(row.audience, row.kind, row.recipient, owner)
        return allowance.today(db, operator, owner, clock.now()) if to_others else None

    def _note_handing_over(self, task: Task) -> None:
        """Record that the next byte may deliver the email, and extend the job's lease until the reply is due.

        Raises TakenOver if another worker holds the job: that worker sends the email.
        """
        now = clock.now()
        with self._database.write() as db:
            set_operator(db, task.payload["operatorId"])
            row = queries.outgoing(db, task.payload["mailId"])
            if row is None or not jobs.extend(db, task.id, task.holder, now + ANSWER_LEASE):
                raise TakenOver
            row.handed_at = now

    def _mailer_for(self, server: Smtp | None) -> Mailer:
        if self._given is not None:
            return self._given
        if self._mailer is None or self._mailer[0] != server:
            self.idle()
            if server is None:
                raise NotSent("No mail server is configured.")
            self._mailer = (server, SmtpMailer(server))
        return self._mailer[1]


def as_mail(db: Session, site: Site, row: OutboxMail, logo: EmbeddedImage | None = None) -> Mail:
    """Convert an email of the outbox for the mail server, with its links resolved and a picture of its ``logo``."""
    content = with_gift_card_codes(db, site, row.content)
    leave = content["unsubscribe"]

    def address_of(link: Link) -> str | None:
        return site.address_of(db, link)

    return Mail(
        message_id=row.message_id,
        to=row.recipient,
        to_name=row.recipient_name,
        sender=site.sender,
        from_name=content["from"],
        reply_to=content["replyTo"] or site.reply_to,
        subject=content["subject"],
        text=text_of(content, address_of),
        html=html_of(content, address_of, logo=logo),
        written_at=row.created_at,
        unsubscribe=address_of(leave) if leave else None,
        one_click=leave is not None and leave["to"] in ONE_CLICK,
    )


def _compiled(papers: Sequence[ToCompile], mail_id: int) -> list[Attachment]:
    """Compile the documents to PDFs. Leave out any that cannot be rendered: the email is complete without it."""
    done: list[Attachment] = []
    for paper in papers:
        try:
            done.append(paper.attachment())
        except TooBusy as busy:
            raise NotSent(
                "The attached documents are still being prepared. The email will be sent when they are ready."
            ) from busy
        except Exception as problem:  # noqa: BLE001 - a typesetting error must not block the email.
            log.error("paper_not_drawn", mail=mail_id, exc_info=problem)
    return done


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of sending an email, recorded in the transaction that completes its job."""

    operator_id: int
    mail_id: int

    def sent(self) -> Commit:
        """Record that the server accepted the email."""
        return lambda db, now: self._note(db, now, SENT, None)

    def unsent(self) -> Commit:
        """Record that there is no mail server: the email is only stored."""
        return lambda db, now: self._note(db, now, UNSENT, None)

    def tried(self, reason: str, cause: Cause) -> Commit:
        """Record a failed attempt that will be retried."""
        return lambda db, now: self._note(db, now, WAITING, reason, cause)

    def held(self, reason: str, begun: datetime, again: datetime) -> Commit:
        """Postpone the email because its business may not send it now. Raises RetryAt, until it is too late to
        send it.
        """
        if again - begun > GIVE_UP_AFTER:
            return self.failed(reason)

        def note(db: Session, _now: datetime) -> None:
            set_operator(db, self.operator_id)
            row = queries.outgoing(db, self.mail_id)
            if row is not None:
                row.last_error, row.cause = reason, None

        raise RetryAt(reason, again, note)

    def failed(self, reason: str, cause: Cause | None = None) -> Commit:
        """Record that the email will not be sent, and notify the business."""
        return self._given_up(FAILED, reason, cause)

    def uncertain(self, reason: str) -> Commit:
        """Record that the email may have been sent, and notify the business. It is only resent on request."""
        return self._given_up(UNCERTAIN, reason, "server")

    def _given_up(self, state: str, reason: str, cause: Cause | None) -> Commit:
        def record(db: Session, now: datetime) -> None:
            self._note(db, now, state, reason, cause)
            publish(db, EmailFailed(operator_id=self.operator_id, mail_id=self.mail_id), now)

        return record

    def _note(self, db: Session, now: datetime, state: str, reason: str | None, cause: Cause | None = None) -> None:
        set_operator(db, self.operator_id)
        row = queries.outgoing(db, self.mail_id)
        if row is None:
            return
        row.state, row.last_error, row.cause, row.tried_at = state, reason[:500] if reason else None, cause, now
        row.attempts += state != UNSENT
        row.sent_at = now if state == SENT else None
        if state != UNCERTAIN:
            row.handed_at = None
        if row.audience == CUSTOMER:
            db.flush()
            conversation_entries.note_state(db, row)
        MAILS.labels(state).inc()


def forget_old(db: Session, now: datetime) -> None:
    """Delete emails older than `KEPT`, or `ACCOUNT_KEPT`, in batches; the next hourly run deletes more.

    The session is not scoped to a business.
    """
    old = (OutboxMail.created_at < now - KEPT) | (
        (OutboxMail.created_at < now - ACCOUNT_KEPT) & (OutboxMail.audience == ACCOUNT)
    )
    some = select(OutboxMail.id).where(old).order_by(OutboxMail.created_at).limit(_FORGOTTEN_AT_ONCE)
    db.execute(delete(OutboxMail).where(OutboxMail.id.in_(some)), execution_options={"synchronize_session": False})
