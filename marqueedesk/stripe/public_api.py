"""Public routes: settings of the card form, and the webhook endpoint.

Neither needs authentication: customers without an account pay too, and the provider signs its events.
"""

from typing import Annotated

from fastapi import APIRouter, Header, Request

from marqueedesk.accounts.access import database
from marqueedesk.accounts.dependencies import Db
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Described, UploadedBytes, errors
from marqueedesk.stripe import webhooks
from marqueedesk.stripe.errors import NoWebhookSecret
from marqueedesk.stripe.provider import provider_of
from marqueedesk.stripe.schemas import PaymentSetupOut, ReceivedOut

router = APIRouter(tags=["payments"])
_EVENT: Described = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.get("/api/payment-setup")
def payment_setup(request: Request, db: Db) -> PaymentSetupOut:
    """Return the provider's publishable key, and its script URL if a stand-in replaces the provider (S1)."""
    platform = effective(db, request.app.state.settings)
    keys = platform.stripe
    script = f"{keys.api_base}/stripe.js" if keys and keys.api_base else None
    return PaymentSetupOut(
        publishable_key=keys.publishable_key if keys else None,
        script_url=script,
        demo=script is not None,
        currency=platform.currency,
    )


@router.post("/api/stripe/webhook", openapi_extra=_EVENT, responses=errors(400, 415))
def webhook(
    request: Request, raw: UploadedBytes, stripe_signature: Annotated[str | None, Header()] = None
) -> ReceivedOut:
    """Receive an event from the payment provider, verified by its signature. Events are stored once and handled later.

    400 for an invalid signature, 503 if no webhook secret is set.
    """
    with database(request).read() as db:
        gateway = provider_of(request).find(db)
    if gateway is None:
        raise NoWebhookSecret
    event = gateway.read_event(raw, stripe_signature)
    with database(request).write() as db:
        webhooks.store(db, request.app.state.webhook_handlers, event, clock.now(), live=gateway.live)
    return ReceivedOut(received=True)
