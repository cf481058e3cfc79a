"""Route that previews a payment policy before it is saved."""

from zoneinfo import ZoneInfo

from fastapi import Request

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.booking_form.policy_preview import policy_in_words
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.money import units
from marqueedesk.pricing.policy_schemas import DuePartOut, PolicyExampleOut, PolicyInput, PolicyWordsOut
from marqueedesk.pricing.policy_words import EXAMPLE_CENTS

router = Router(tags=["pricing"], refuses=(401, 403))


@router.post("/api/payment-policy/preview")
def preview_payment_policy(request: Request, body: JsonBody[PolicyInput]) -> Json[PolicyWordsOut]:
    """Preview the payment policy with the changes in the body, as sentences for customers with an example. Nothing is
    saved.
    """
    with reading(request) as (db, caller):
        operator = require(caller, CHANGE_SETTINGS)
        payload = body.read()
        today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
        preview = policy_in_words(db, operator, payload, today)
    parts = [
        DuePartOut(due=part.due.isoformat(), amount=units(part.cents), paid=units(part.paid_cents))
        for part in preview.example.parts
    ]
    example = PolicyExampleOut(
        total=units(EXAMPLE_CENTS), delivery=preview.example.delivery.isoformat(), schedule=parts
    )
    return Json(PolicyWordsOut.of_row(preview, example=example))
