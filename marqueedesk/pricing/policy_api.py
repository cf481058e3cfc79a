"""Routes of a business's payment policy."""

from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries, service
from marqueedesk.pricing.payment_terms import DEFAULT_TERMS, PaymentTerms
from marqueedesk.pricing.policy_schemas import (
    MethodOut,
    PolicyInput,
    PolicyOut,
    terms_answer,
    tips_answer,
    waiver_answer,
)

router = APIRouter(tags=["pricing"], responses=errors(401, 403))


def _answer(db: Session, operator: Operator, terms: PaymentTerms) -> PolicyOut:
    prices = queries.price_list(db)
    ways = queries.ways_to_pay(db, operator.currency)
    return PolicyOut(
        **dict(terms_answer(terms)),
        free_cancellation_hours=queries.free_cancellation_hours(db, operator),
        # A basis point is a hundredth of a percent, as a cent is of a dollar.
        deposit_percent=units(prices.deposit_basis_points) if prices.deposit_basis_points else None,
        deposit_amount=units(prices.deposit_flat_cents) if prices.deposit_flat_cents else None,
        unverified_venue_deposit=units(prices.unverified_venue_deposit_cents),
        damage_waiver=waiver_answer(prices.waiver),
        tips=tips_answer(prices.tips),
        methods=[MethodOut.of(method) for method in ways.methods],
        how_to_pay=ways.words,
        how_to_pay_beside_cards=ways.beside_cards,
    )


@router.get("/api/payment-policy")
def payment_policy(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> PolicyOut:
    """Return the business's payment due dates, payment methods and cancellation fees."""
    return _answer(db, caller.operator, queries.payment_terms(db) or DEFAULT_TERMS)


@router.patch("/api/payment-policy", responses=errors(409))
def change_payment_policy(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: PolicyInput
) -> PolicyOut:
    """Change the policy fields in the body; others stay the same. Existing bookings keep their terms.

    `collectAtBooking` can be turned on, or changed, only while the business's Stripe account can charge cards: 409
    `cards_not_ready`.
    """
    operator = caller.operator
    keys = effective(db, request.app.state.settings).stripe
    changed = service.change_policy(db, operator, body, keys)
    db.flush()
    record_settings_change(db, caller, "payments", body)
    return _answer(db, operator, changed)
