"""Admin routes for email: templates, tests and account emails (G1, G3)."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.admin.access import Administrator, administering, check_administrator, overseeing
from marqueedesk.admin.errors import WasSent
from marqueedesk.admin.schemas import AccountEmail, AccountEmailContent, AccountEmailPage, CheckOut
from marqueedesk.admin.settings_api import read_form
from marqueedesk.instance_settings.schemas import EmailSettings
from marqueedesk.instance_settings.service import change_mail_template, tried
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.http.http import JsonBytes, errors, json_body
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit
from marqueedesk.mail.mail import MaybeSent, NotSent, SmtpMailer
from marqueedesk.messages import outbox
from marqueedesk.messages import queries as messages
from marqueedesk.messages.catalog import BY_KIND
from marqueedesk.messages.editable_messages import (
    EXAMPLE_HEAD,
    NAMES,
    TEMPLATES,
    drawn_example,
    example_mail,
    template_answer,
    template_of,
)
from marqueedesk.messages.html_renderer import html_of
from marqueedesk.messages.mail_settings import MailSettings, Site
from marqueedesk.messages.message import Message, Texts, chosen_texts
from marqueedesk.messages.models import FAILED, SENT, UNSENT, OutboxMail
from marqueedesk.messages.schemas import PreviewOut, State, TemplateInput, TemplateOut, TemplateTest
from marqueedesk.messages.service import chosen_words
from marqueedesk.messages.text_renderer import text_of

router = APIRouter(tags=["administration"], responses=errors(401, 403))
Kind = Annotated[str, Path(max_length=40)]
TIMEOUT = 8.0
"""Timeout in seconds for each SMTP step while a user waits."""
ANSWER_TIMEOUT = 20.0


def _post(request: Request) -> MailSettings:
    return MailSettings(request.app.state.settings)


@router.get("/api/admin/mail-templates")
def templates(request: Request, db: Db, _: Administrator) -> list[TemplateOut]:
    """List the email templates that the installation can change."""
    chosen = _post(request).site(db).templates
    return [template_answer(message, chosen) for message in TEMPLATES]


@router.patch("/api/admin/mail-templates/{kind}", dependencies=[Depends(check_administrator)])
def change_template(request: Request, kind: Kind, body: TemplateInput) -> TemplateOut:
    """Set a template's texts; null restores the default, omitted fields stay the same."""
    now = clock.now()
    with administering(request) as (db, caller):
        message, post = template_of(kind), _post(request)
        before = post.site(db).templates.get(kind, {})
        words = chosen_words(message, body, before, usual=message.texts)
        change_mail_template(db, kind, words, now)
        if words != before:
            changed = sorted(name for name in {*words, *before} if words.get(name) != before.get(name))
            audit.record(
                db, "settings.template", by=caller.actor, now=now, subject=(None, NAMES[kind]), changed=changed
            )
        template = template_answer(message, post.site(db).templates)
    request.app.state.cached_settings.forget()
    return template


@router.post("/api/admin/mail-templates/{kind}/preview")
def preview_template(request: Request, db: Db, _: Administrator, kind: Kind, body: TemplateInput) -> PreviewOut:
    """Preview a template with sample data and the given texts, without saving."""
    message, site, texts = _tried(request, db, kind, body)
    return drawn_example(message, site, EXAMPLE_HEAD, texts)


@router.post("/api/admin/mail-templates/{kind}/test", dependencies=[Depends(check_administrator)])
def send_test(request: Request, kind: Kind, body: TemplateTest) -> CheckOut:
    """Send a test email with sample data and the given texts right away, and return the result."""
    with overseeing(request) as (db, _caller):
        message, site, texts = _tried(request, db, kind, body)
    if site.smtp is None:
        return _no_server()
    mailer = SmtpMailer(site.smtp, timeout=TIMEOUT, answer_timeout=ANSWER_TIMEOUT)
    try:
        mailer.send(example_mail(message, site, texts, body.to, _post(request).host, clock.now()))
    except NotSent as failure:
        return CheckOut(ok=False, code="not_sent", sentence=failure.reason)
    except MaybeSent as silence:
        sentence = f"{silence.reason} Check whether it arrived. Regular emails allow a slow server ten minutes."
        return CheckOut(ok=False, code="uncertain", sentence=sentence)
    finally:
        mailer.close()
    sentence = f"The mail server accepted the email to {body.to}."
    return CheckOut(ok=True, code="sent", sentence=sentence)


@router.post("/api/admin/settings/email/check", openapi_extra=json_body(EmailSettings), responses=errors(404))
def check_mail_server(request: Request, raw: JsonBytes) -> CheckOut:
    """Test the mail server settings in the form, without saving or sending an email."""
    with overseeing(request) as (db, caller):
        # The stored password is sent to whichever server the form names, so require recent authentication.
        require_fresh(db, caller, clock.now())
        smtp = tried(db, request.app.state.settings, "email", read_form(request, db, "email", EmailSettings, raw)).smtp
    if smtp is None:
        return _no_server()
    mailer = SmtpMailer(smtp, timeout=TIMEOUT)
    try:
        mailer.greet(_post(request).host)
    except NotSent as failure:
        return CheckOut(ok=False, code="not_reached", sentence=failure.reason)
    finally:
        mailer.close()
    login = " and accepts the login" if smtp.user else ""
    return CheckOut(ok=True, code="works", sentence=f"The mail server responds{login}.")


# --- Emails about accounts ---


def _readable(row: OutboxMail) -> bool:
    """Return true if an administrator may read an email. One that was sent, or may still be, is only for its
    recipient.
    """
    return row.state in {UNSENT, FAILED}


def _account_email(row: OutboxMail) -> AccountEmail:
    message = BY_KIND.get(row.kind)
    return AccountEmail.of_row(
        row,
        name=message.name if message else row.kind,
        to=row.recipient,
        problem=row.last_error if row.state != SENT else None,
        bounced=row.state == FAILED and row.cause == "address",
        readable=_readable(row),
    )


@router.get("/api/admin/emails")
def account_emails(
    db: Db,
    _: Administrator,
    state: Annotated[State | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)] = 50,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> AccountEmailPage:
    """List account emails, newest first, with their delivery status."""
    before = int(str(paging.decode(cursor, (int,))[0])) if cursor else None
    rows = messages.account_emails(db, state=state, before=before, limit=limit + 1)
    after = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    return AccountEmailPage(items=[_account_email(row) for row in rows[:limit]], next_cursor=after)


@router.get("/api/admin/emails/{mail_id}", responses=errors(409), dependencies=[Depends(check_administrator)])
def account_email(request: Request, mail_id: PathId) -> AccountEmailContent:
    """Return an unsent account email with its content. Its links work, so the audit log records who read it."""
    with administering(request) as (db, caller):
        row = messages.account_email(db, mail_id)
        if not _readable(row):
            raise WasSent
        audit.record(db, "email.read", by=caller.actor, now=clock.now(), subject=(row.user_id, row.recipient))
        address_of = partial(_post(request).site(db).address_of, db)
        return AccountEmailContent(
            **_account_email(row).model_dump(),
            text=text_of(row.content, address_of),
            html=html_of(row.content, address_of),
        )


@router.post("/api/admin/emails/{mail_id}/send-again", status_code=202)
def send_account_email_again(request: Request, db: Db, caller: Administrator, mail_id: PathId) -> AccountEmail:
    """Resend an account email that failed or may not have arrived, or send a copy of one that arrived (N4)."""
    row = messages.account_email(db, mail_id)
    sent = outbox.send_again(db, _post(request), row, clock.now())
    audit.record(db, "email.sent_again", by=caller.actor, now=clock.now(), subject=(row.user_id, row.recipient))
    return _account_email(sent)


def _tried(request: Request, db: Session, kind: str, payload: TemplateInput) -> tuple[Message[Any], Site, Texts]:
    message, site = template_of(kind), _post(request).site(db)
    words = chosen_words(message, payload, site.templates.get(kind, {}), usual=message.texts)
    return message, site, chosen_texts(message, {kind: words})


def _no_server() -> CheckOut:
    return CheckOut(ok=False, code="no_server", sentence="No mail server is configured, so no email is sent.")
