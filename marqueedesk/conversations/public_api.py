"""Webhooks of the text provider: status callbacks and texts from customers. Both are verified by their signature."""

from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Header, Request

from marqueedesk.accounts.access import database
from marqueedesk.conversations import delivery_states, inbound
from marqueedesk.conversations.inbound import InboundText
from marqueedesk.instance_settings.service import Platform, effective
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Forbidden
from marqueedesk.kit.http.http import Described, UploadedBytes, errors
from marqueedesk.sms.gateway import SmsAccount
from marqueedesk.sms.signatures import is_signed

router = APIRouter(tags=["conversations"])
_FORM: Described = {
    "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": {"type": "object"}}}}
}
_MOST_FIELDS = 200
_LONGEST_ID, _LONGEST_PHONE, _LONGEST_BODY = 64, 20, 4000
Signature = Annotated[str | None, Header(alias="X-Twilio-Signature")]


def _fields(raw: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(raw.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise Forbidden from None


def _verified(request: Request, raw: bytes, signature: str | None) -> tuple[SmsAccount, dict[str, str]]:
    """Return the account and the fields of a signed request. Raises Forbidden for any other."""
    settings = request.app.state.settings
    with database(request).read() as db:
        platform = effective(db, settings)
    fields = _fields(raw)
    if platform.sms is None or signature is None:
        raise Forbidden
    token = platform.sms.token
    if not any(is_signed(token, url, fields, signature) for url in _urls(request, platform, settings.public_url)):
        raise Forbidden
    return platform.sms, fields


def _urls(request: Request, platform: Platform, public_url: str) -> set[str]:
    """Return the request's URL as the provider knows it: on the installation's address, whatever proxy it passed."""
    query = f"?{request.url.query}" if request.url.query else ""
    return {f"{base.rstrip('/')}{request.url.path}{query}" for base in (platform.site_url, public_url)}


@router.post("/api/sms/status", status_code=204, openapi_extra=_FORM, responses=errors(403))
def text_status(request: Request, raw: UploadedBytes, signature: Signature = None) -> None:
    """Receive the delivery status of a text. Repeated, late and unknown ones change nothing."""
    _account, fields = _verified(request, raw, signature)
    provider_id, status = fields.get("MessageSid", ""), fields.get("MessageStatus", "")
    if not 0 < len(provider_id) <= _LONGEST_ID:
        return
    error_code = fields.get("ErrorCode", "")[:20] or None
    with database(request).write() as db:
        delivery_states.note_status(db, provider_id, status, error_code, clock.now())
    # In a transaction of its own, so that either this or the transaction that stores the text's ID sees the other.
    with database(request).write() as db:
        delivery_states.settle(db, provider_id)


@router.post("/api/sms/inbound", status_code=204, openapi_extra=_FORM, responses=errors(403))
def inbound_text(request: Request, raw: UploadedBytes, signature: Signature = None) -> None:
    """Receive a text from a customer."""
    account, fields = _verified(request, raw, signature)
    provider_id, phone = fields.get("MessageSid", ""), fields.get("From", "")
    if not 0 < len(provider_id) <= _LONGEST_ID or not 0 < len(phone) <= _LONGEST_PHONE:
        return
    pictures = fields.get("NumMedia", "0")
    text = InboundText(
        provider_id=provider_id,
        phone=phone,
        to=fields.get("To", ""),
        body=fields.get("Body", "").replace("\x00", "")[:_LONGEST_BODY],
        pictures=min(int(pictures), 10) if pictures.isdigit() else 0,
        service=fields.get("MessagingServiceSid", ""),
    )
    limits_on = request.app.state.limits_on
    inbound.receive(database(request), account, text, clock.now(), limits_on=limits_on)
