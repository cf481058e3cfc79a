"""Routes of a business's payment policy."""

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import changing_settings, reading, require
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router
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

router = Router(tags=["pricing"], refuses=(401, 403))


def _answer(db: Session, currency: str, terms: PaymentTerms) -> PolicyOut:
    prices = queries.price_list(db)
    ways = queries.ways_to_pay(db, currency)
    return PolicyOut(
        **dict(terms_answer(terms)),
        # Basis points relate to percent as cents to currency units.
        deposit_percent=units(prices.deposit_basis_points) if prices.deposit_basis_points else None,
        deposit_amount=units(prices.deposit_flat_cents) if prices.deposit_flat_cents else None,
        damage_waiver=waiver_answer(prices.waiver),
        tips=tips_answer(prices.tips),
        methods=[MethodOut.of(method) for method in ways.methods],
        how_to_pay=ways.words,
        how_to_pay_beside_cards=ways.beside_cards,
    )


@router.get("/api/payment-policy")
def payment_policy(request: Request) -> Json[PolicyOut]:
    """Return the business's payment due dates, payment methods and cancellation fees."""
    with reading(request) as (db, caller):
        operator = require(caller, CHANGE_SETTINGS)
        return Json(_answer(db, operator.currency, queries.payment_terms(db) or DEFAULT_TERMS))


@router.patch("/api/payment-policy")
def change_payment_policy(request: Request, body: JsonBody[PolicyInput]) -> Json[PolicyOut]:
    """Change the policy fields in the body; others stay. Existing bookings keep their terms."""
    with changing_settings(request, body, "payments") as (db, operator, given):
        changed = service.change_policy(db, given)
        db.flush()
        answer = _answer(db, operator.currency, changed)
    return Json(answer)
