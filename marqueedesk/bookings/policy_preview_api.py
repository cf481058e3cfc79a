"""The route that says what a payment policy does before it is saved."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Depends, Request
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.bookings.policy_preview import policy_in_words
from marqueedesk.kit import clock
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.money import units
from marqueedesk.kit.routing import Router
from marqueedesk.pricing.policy_schemas import DuePartOut, PolicyExampleOut, PolicyInput, PolicyWordsOut
from marqueedesk.pricing.policy_words import EXAMPLE_CENTS

router = Router(tags=["pricing"])
Raw = Annotated[RawBody, Depends(raw_body)]


@router.post(
    "/api/payment-policy/preview",
    response_model=PolicyWordsOut,
    responses=error_responses(400, 401, 403, 413, 415, 422),
    **request_body(PolicyInput),
)
def preview_payment_policy(request: Request, body: Raw) -> Response:
    """Say what the payment policy would do with the changes of the body, in the sentences that customers read, with an
    example. Nothing is saved.
    """
    with reading(request) as (db, caller):
        operator = require(caller, CHANGE_SETTINGS)
        given = body.read(PolicyInput)
        today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
        said = policy_in_words(db, operator, given, today)
    parts = [
        DuePartOut(due=part.due.isoformat(), amount=units(part.cents), paid=units(part.paid_cents))
        for part in said.example.parts
    ]
    example = PolicyExampleOut(total=units(EXAMPLE_CENTS), delivery=said.example.delivery.isoformat(), schedule=parts)
    return json_answer(
        PolicyWordsOut(payment=said.payment, cancellation=said.cancellation, extras=said.extras, example=example)
    )
