"""Routes of administrators about mail: its templates, and whether it leaves (G1, G3)."""

from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.admin.access import administering, overseeing
from marqueedesk.admin.errors import WasSent
from marqueedesk.admin.schemas import AccountEmail, AccountEmailContent, AccountEmailPage, CheckOut
from marqueedesk.gateways.mail import MaybeSent, NotSent, SmtpMailer
from marqueedesk.kit import audit, clock, paging
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import PathId
from marqueedesk.messages import outbox
from marqueedesk.messages import queries as messages
from marqueedesk.messages.catalog import BY_KIND
from marqueedesk.messages.layout import html_of
from marqueedesk.messages.mail_settings import MailSettings, Site
from marqueedesk.messages.message import Message, Texts, chosen_texts
from marqueedesk.messages.models import FAILED, SENT, UNSENT, OutboxMail
from marqueedesk.messages.schemas import PreviewOut, State, TemplateInput, TemplateOut, TemplateTest
from marqueedesk.messages.service import chosen_words
from marqueedesk.messages.templates import (
    EXAMPLE_HEAD,
    NAMES,
    TEMPLATES,
    drawn_example,
    example_mail,
    template_answer,
    template_of,
)
from marqueedesk.messages.text_renderer import text_of
from marqueedesk.platform.schemas import EmailSettings
from marqueedesk.platform.service import change_mail_template, tried

router = Router(tags=["administration"])
Raw = Annotated[RawBody, Depends(raw_body)]
Kind = Annotated[str, Path(max_length=40)]
_REFUSALS = error_responses(400, 401, 403, 404, 413, 415, 422)
TIMEOUT = 8.0
"""Seconds that each step of a conversation may take while somebody waits for how it ends."""
ANSWER_TIMEOUT = 20.0


def _post(request: Request) -> MailSettings:
    return MailSettings(request.app.state.settings)


@router.get("/api/admin/mail-templates", response_model=list[TemplateOut], responses=error_responses(401, 403))
def templates(request: Request) -> Response:
    """The messages that the installation may put in its own words."""
    with overseeing(request) as (db, _caller):
        chosen = _post(request).site(db).templates
    found = [template_answer(message, chosen) for message in TEMPLATES]
    return json_answer([template.model_dump(mode="json", by_alias=True) for template in found])


@router.patch(
    "/api/admin/mail-templates/{kind}", response_model=TemplateOut, responses=_REFUSALS, **request_body(TemplateInput)
)
def change_template(request: Request, kind: Kind, body: Raw) -> Response:
    """Set a message's words; null goes back to the usual ones, what is left out stays."""
    now = clock.now()
    with administering(request) as (db, caller):
        message, post = template_of(kind), _post(request)
        given = body.read(TemplateInput)
        before = post.site(db).templates.get(kind, {})
        words = chosen_words(message, given, before, usual=message.texts)
        change_mail_template(db, kind, words, now)
        if words != before:
            changed = sorted(name for name in {*words, *before} if words.get(name) != before.get(name))
            audit.record(
                db, "settings.template", by=caller.actor, now=now, subject=(None, NAMES[kind]), changed=changed
            )
        answer = template_answer(message, post.site(db).templates)
    request.app.state.current.forget()
    return json_answer(answer)


@router.post(
    "/api/admin/mail-templates/{kind}/preview",
    response_model=PreviewOut,
    responses=_REFUSALS,
    **request_body(TemplateInput),
)
def preview_template(request: Request, kind: Kind, body: Raw) -> Response:
    """A message about an example, with the words that the body gives. Nothing is saved."""
    with overseeing(request) as (db, _caller):
        message, site, texts = _tried(request, db, kind, body.read(TemplateInput))
    return json_answer(drawn_example(message, site, EXAMPLE_HEAD, texts))


@router.post(
    "/api/admin/mail-templates/{kind}/test", response_model=CheckOut, responses=_REFUSALS, **request_body(TemplateTest)
)
def send_test(request: Request, kind: Kind, body: Raw) -> Response:
    """Send a message about an example now, with the words that the body gives, and say how that ended."""
    with overseeing(request) as (db, _caller):
        given = body.read(TemplateTest)
        message, site, texts = _tried(request, db, kind, given)
    if site.smtp is None:
        return json_answer(_no_server())
    mailer = SmtpMailer(site.smtp, timeout=TIMEOUT, answer_timeout=ANSWER_TIMEOUT)
    try:
        mailer.send(example_mail(message, site, texts, given.to, _post(request).host, clock.now()))
    except NotSent as failure:
        return json_answer(CheckOut(ok=False, code="not_sent", sentence=failure.reason))
    except MaybeSent as silence:
        sentence = f"{silence.reason} Look whether it arrived. A slow server is given ten minutes for other emails."
        return json_answer(CheckOut(ok=False, code="uncertain", sentence=sentence))
    finally:
        mailer.close()
    sentence = f"The mail server accepted the email to {given.to}."
    return json_answer(CheckOut(ok=True, code="sent", sentence=sentence))


@router.post(
    "/api/admin/settings/email/check", response_model=CheckOut, responses=_REFUSALS, **request_body(EmailSettings)
)
def check_mail_server(request: Request, body: Raw) -> Response:
    """Speak to the mail server as the form has it, without saving or sending anything."""
    with overseeing(request) as (db, caller):
        # The password that is kept goes to whatever server the form names.
        require_fresh(caller, clock.now())
        smtp = tried(db, request.app.state.settings, "email", body.read(EmailSettings)).smtp
    if smtp is None:
        return json_answer(_no_server())
    mailer = SmtpMailer(smtp, timeout=TIMEOUT)
    try:
        mailer.greet(_post(request).host)
    except NotSent as failure:
        return json_answer(CheckOut(ok=False, code="not_reached", sentence=failure.reason))
    finally:
        mailer.close()
    login = " and accepts the login" if smtp.user else ""
    return json_answer(CheckOut(ok=True, code="works", sentence=f"The mail server answers{login}."))


# --- Emails about accounts ---


def _readable(row: OutboxMail) -> bool:
    """An email that was sent, or may yet be, belongs to its reader alone."""
    return row.state in {UNSENT, FAILED}


def _account_email(row: OutboxMail) -> AccountEmail:
    known = BY_KIND.get(row.kind)
    return AccountEmail(
        id=row.id,
        name=known.name if known else row.kind,
        to=row.recipient,
        subject=row.subject,
        state=row.state,  # pyright: ignore[reportArgumentType] - one of them, by the table's constraint.
        problem=row.last_error if row.state != SENT else None,
        bounced=row.state == FAILED and row.cause == "address",
        readable=_readable(row),
        created_at=row.created_at,
        sent_at=row.sent_at,
    )


@router.get("/api/admin/emails", response_model=AccountEmailPage, responses=error_responses(401, 403, 422))
def account_emails(
    request: Request,
    state: Annotated[State | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)] = 50,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> Response:
    """Emails about accounts, the newest first, with the outcome of each."""
    with overseeing(request) as (db, _caller):
        before = int(str(paging.decode(cursor, (int,))[0])) if cursor else None
        rows = messages.account_emails(db, state=state, before=before, limit=limit + 1)
    after = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    return json_answer(AccountEmailPage(items=[_account_email(row) for row in rows[:limit]], next_cursor=after))


@router.get(
    "/api/admin/emails/{mail_id}",
    response_model=AccountEmailContent,
    responses=error_responses(401, 403, 404, 409, 422),
)
def account_email(request: Request, mail_id: PathId) -> Response:
    """An account email that was not sent, with its text. Its links work, so the audit notes who read it."""
    with administering(request) as (db, caller):
        row = messages.account_email(db, mail_id)
        if not _readable(row):
            raise WasSent
        audit.record(db, "email.read", by=caller.actor, now=clock.now(), subject=(row.user_id, row.recipient))
        address_of = partial(_post(request).site(db).address_of, db)
        answer = AccountEmailContent(
            **_account_email(row).model_dump(),
            text=text_of(row.content, address_of),
            html=html_of(row.content, address_of),
        )
    return json_answer(answer)


@router.post(
    "/api/admin/emails/{mail_id}/send-again",
    response_model=AccountEmail,
    status_code=202,
    responses=error_responses(401, 403, 404, 422),
)
def send_account_email_again(request: Request, mail_id: PathId) -> Response:
    """Try an account email again that failed or may not have arrived, or send a copy (N4)."""
    with administering(request) as (db, caller):
        row = messages.account_email(db, mail_id)
        sent = outbox.send_again(db, _post(request), row, clock.now())
        audit.record(db, "email.sent_again", by=caller.actor, now=clock.now(), subject=(row.user_id, row.recipient))
        answer = _account_email(sent)
    return json_answer(answer, 202)


def _tried(request: Request, db: Session, kind: str, given: TemplateInput) -> tuple[Message[Any], Site, Texts]:
    message, site = template_of(kind), _post(request).site(db)
    words = chosen_words(message, given, site.templates.get(kind, {}), usual=message.texts)
    return message, site, chosen_texts(message, {kind: words})


def _no_server() -> CheckOut:
    return CheckOut(ok=False, code="no_server", sentence="No mail server is set, so no email is sent.")
