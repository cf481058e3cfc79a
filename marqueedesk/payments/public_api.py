"""What a page has to know before it can show the provider's card form. Nobody has to sign in: customers pay as well."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marqueedesk.accounts.access import database
from marqueedesk.kit.http import json_answer
from marqueedesk.payments.schemas import PaymentSetupAnswer
from marqueedesk.platform.service import effective

router = APIRouter(tags=["payments"])


@router.get("/api/payment-setup", response_model=PaymentSetupAnswer)
def payment_setup(request: Request) -> Response:
    """The provider's publishable key, and where its script comes from when a stand-in takes its place (S1)."""
    with database(request).read() as db:
        keys = effective(db, request.app.state.settings).stripe
    if keys is None:
        return json_answer(PaymentSetupAnswer(publishable_key=None, script_url=None, demo=False))
    script = f"{keys.api_base}/stripe.js" if keys.api_base else None
    return json_answer(
        PaymentSetupAnswer(publishable_key=keys.publishable_key, script_url=script, demo=script is not None)
    )
