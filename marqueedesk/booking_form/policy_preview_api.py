"""Route that previews a payment policy before it is saved."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.booking_form.policy_preview import policy_in_words
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.pricing.policy_schemas import DuePartOut, PolicyExampleOut, PolicyInput, PolicyWordsOut
from marqueedesk.pricing.policy_words import EXAMPLE_CENTS

router = APIRouter(tags=["pricing"], responses=errors(401, 403))


@router.post("/api/payment-policy/preview")
def preview_payment_policy(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: PolicyInput
) -> PolicyWordsOut:
    """Preview the payment policy with the changes in the body, as sentences for customers with an example. Nothing is
    saved.
    """
    operator = caller.operator
    today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
    preview = policy_in_words(db, operator, body, today)
    parts = [
        DuePartOut(due=part.due.isoformat(), amount=units(part.cents), paid=units(part.paid_cents))
        for part in preview.example.parts
    ]
    example = PolicyExampleOut(
        total=units(EXAMPLE_CENTS), delivery=preview.example.delivery.isoformat(), schedule=parts
    )
    return PolicyWordsOut.of_row(preview, example=example)
