"""Routes of the operator's account at the payment provider, for those who see a business's billing."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require_part
from marqueedesk.kit.http import answers, json_answer
from marqueedesk.payments.schemas import AccountStatusAnswer

router = APIRouter(tags=["payments"])

_WITHOUT_KEYS = AccountStatusAnswer(
    has_account=False,
    details_submitted=False,
    account_id=None,
    charges_enabled=False,
    payouts_enabled=False,
    needs_stripe_key=True,
)


@router.get("/api/stripe-connect/account-status", response_model=AccountStatusAnswer, responses=answers(401, 403))
def account_status(request: Request) -> Response:
    """How far the caller's account at the payment provider is (S1). No installation takes the provider's keys yet.

    The owner's alone: neither managers nor staff see billing (A5).
    """
    with reading(request) as (_db, caller):
        require_part(caller, "owner")
    return json_answer(_WITHOUT_KEYS)
