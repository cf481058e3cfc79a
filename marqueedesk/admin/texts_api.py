"""Admin routes for texts: a test, usage by business, and freeing a business's number (T11)."""

from typing import Final

from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.queries import locked_operator, owner_of
from marqueedesk.admin.access import Administrator, check_administrator, managing, overseeing
from marqueedesk.admin.errors import NoOwnNumber, NoSuchUser
from marqueedesk.admin.schemas import CheckOut, TextTest, TextUsageOut
from marqueedesk.conversations.outbox import STATUS_PATH
from marqueedesk.conversations.usage import TextUsage, usage_this_month
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.kit.watch import audit
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import Note
from marqueedesk.sms import senders
from marqueedesk.sms.gateway import SmsClient, Text, TextMaybeSent, TextNotSent, TextRefused

router = APIRouter(tags=["administration"], responses=errors(401, 403))
_MOST: Final = 200


@router.get("/api/admin/text-usage")
def text_usage(db: Db, _: Administrator) -> list[TextUsageOut]:
    """List the businesses that texted this month, have a limit or a number of their own, most segments first."""
    return [_answer(row) for row in usage_this_month(db, clock.now(), most=_MOST)]


def _answer(row: TextUsage) -> TextUsageOut:
    is_number = row.sender is not None and senders.is_number(row.sender)
    return TextUsageOut(
        operator_id=row.operator.id,
        name=row.owner.company_name or row.owner.username,
        email=row.owner.email,
        texts=row.texts,
        segments=row.segments,
        cost=units(row.cost_cents),
        monthly_cap=units(row.cap_cents) if row.cap_cents is not None else None,
        number=row.sender if is_number else None,
        messaging_service_sid=None if is_number else row.sender,
    )


@router.post("/api/admin/settings/texts/test", dependencies=[Depends(check_administrator)])
def send_test_text(request: Request, body: TextTest) -> CheckOut:
    """Send a test text with the saved account right away, and return the result."""
    settings = request.app.state.settings
    with overseeing(request) as (db, caller):
        require_fresh(db, caller, clock.now())
        platform = effective(db, settings)
    account = platform.sms
    if account is None or account.sender is None:
        return CheckOut(ok=False, code="not_set_up", sentence="Save an account and a number first.")
    site = (platform.site_url or settings.public_url).rstrip("/")
    text = Text(body.to, account.sender, f"{platform.site_name}: This is a test.", site + STATUS_PATH)
    try:
        # Called with no transaction open, because the provider may be slow.
        SmsClient(account).send(text)
    except (TextNotSent, TextRefused) as problem:
        return CheckOut(ok=False, code="not_sent", sentence=problem.reason)
    except TextMaybeSent:
        sentence = "The text provider did not respond. Check whether the text arrived."
        return CheckOut(ok=False, code="uncertain", sentence=sentence)
    return CheckOut(ok=True, code="sent", sentence=f"The text provider accepted the text to {body.to}.")


@router.delete(
    "/api/admin/text-senders/{operator_id}",
    status_code=204,
    responses=errors(404),
    dependencies=[Depends(check_administrator)],
)
def free_text_sender(request: Request, operator_id: PathId) -> None:
    """Take a business's own number or messaging service away. It texts from the installation's number from now on, and
    gets a notification.
    """

    def find(db: Session) -> int:
        if locked_operator(db, operator_id) is None:
            raise NoSuchUser
        return operator_id

    now = clock.now()
    with managing(request, find) as (db, caller, _):
        sender = senders.own_sender(db, operator_id)
        if sender is None:
            raise NoOwnNumber
        senders.release(db, operator_id)
        text = "The administrator of this site released it. Your texts come from the site's number now."
        note = Note("text", f"You no longer text from {sender}", text)
        notifications.notify(db, note, key=f"text-sender:{sender}:{now.isoformat()}", now=now)
        owner = owner_of(db, operator_id)
        audit.record(db, "texts.freed", by=caller.actor, now=now, subject=(owner.id, owner.email))
