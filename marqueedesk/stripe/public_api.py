"""The settings that a page needs to show the provider's card form, and the address to which the provider sends its
events. Neither needs a sign-in: customers pay as well, and the provider signs what it sends.
"""

from typing import Annotated

from fastapi import Header, Request

from marqueedesk.accounts.access import database
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Described, Json, RawBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.stripe import webhooks
from marqueedesk.stripe.errors import NoWebhookSecret
from marqueedesk.stripe.provider import provider_of
from marqueedesk.stripe.schemas import PaymentSetupOut, ReceivedOut

router = Router(tags=["payments"])
_EVENT: Described = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.get("/api/payment-setup")
def payment_setup(request: Request) -> Json[PaymentSetupOut]:
    """The provider's publishable key, and the address of its script if a stand-in replaces it (S1)."""
    with database(request).read() as db:
        platform = effective(db, request.app.state.settings)
    keys = platform.stripe
    script = f"{keys.api_base}/stripe.js" if keys and keys.api_base else None
    return Json(
        PaymentSetupOut(
            publishable_key=keys.publishable_key if keys else None,
            script_url=script,
            demo=script is not None,
            currency=platform.currency,
        )
    )


@router.post("/api/stripe/webhook", refuses=(400, 415), openapi_extra=_EVENT)
def webhook(
    request: Request, body: RawBody, stripe_signature: Annotated[str | None, Header()] = None
) -> Json[ReceivedOut]:
    """Receive an event from the payment provider. Only its signature is trusted: without the right one the answer is
    400, without a secret to check it with 503. An event is stored once and handled later.
    """
    with database(request).read() as db:
        gateway = provider_of(request).find(db)
    if gateway is None:
        raise NoWebhookSecret
    event = gateway.read_event(body.raw, stripe_signature)
    with database(request).write() as db:
        webhooks.store(db, request.app.state.webhook_handlers, event, clock.now(), live=gateway.live)
    return Json(ReceivedOut(received=True))
