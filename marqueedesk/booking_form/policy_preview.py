"""A business's payment policy in sentences for customers: as saved, or with unsaved changes."""

from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.business import queries as business
from marqueedesk.pricing import policy_words, queries, service
from marqueedesk.pricing.payment_terms import DEFAULT_TERMS
from marqueedesk.pricing.policy_schemas import PolicyInput
from marqueedesk.pricing.policy_words import Deposit, Example


@dataclass(frozen=True, slots=True)
class PolicyInWords:
    """Payment and cancellation terms, damage waiver and tips as sentences, with an example."""

    payment: list[str]
    cancellation: list[str]
    extras: list[str]
    example: Example


def policy_in_words(
    db: Session, operator: Operator, payload: PolicyInput, today: date, *, collects: bool = True
) -> PolicyInWords:
    """Return the business's policy with the changes in ``payload`` applied; nothing is saved.

    Without ``collects``, nothing is paid with the booking, whatever the policy says: the business can't charge cards.

    Raises Invalid for a deposit or damage waiver that is both a percentage and an amount.
    """
    prices = service.merged_prices(queries.price_list(db), payload)
    deposit = Deposit(prices.deposit_flat_cents, prices.deposit_basis_points)
    terms = service.merged_terms(queries.payment_terms(db) or DEFAULT_TERMS, payload)
    if not collects:
        terms = replace(terms, collect="nothing")
    takes_deposit = bool(deposit or prices.unverified_venue_deposit_cents)
    return PolicyInWords(
        policy_words.payment_in_words(
            terms, deposit, operator.currency, on_approval=operator.approves_requests, adds_tax=prices.adds_tax
        )
        + policy_words.venue_deposit_in_words(prices, operator.currency),
        policy_words.canceling_in_words(
            terms,
            business.free_cancellation(db, operator, hours=payload.free_cancellation_hours),
            deposit=takes_deposit,
        )
        + policy_words.moving_in_words(terms, operator.currency, adds_tax=prices.adds_tax),
        policy_words.extras_in_words(prices, operator.currency),
        policy_words.example(terms, deposit, today),
    )
