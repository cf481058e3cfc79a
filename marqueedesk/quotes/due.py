"""Due dates and payment policy of a quote. Pure."""

from dataclasses import replace
from datetime import date

from marqueedesk.pricing.agreed_price import read_price
from marqueedesk.pricing.payment_terms import DuePart, PaymentTerms, schedule
from marqueedesk.pricing.policy_words import Deposit, canceling_in_words, moving_in_words, payment_in_words
from marqueedesk.quotes.content import day_of
from marqueedesk.quotes.models import QuoteContent, SentContent


def agreed_terms(content: SentContent) -> PaymentTerms:
    """Return a version's payment terms. Versions from before payment policies existed have none and get the default
    terms (Q11).
    """
    return PaymentTerms.from_json(content.get("payment_terms"))


def due_parts(content: SentContent, accepted: date) -> list[DuePart]:
    """Return the payments due for a quote if it is accepted on a given day; empty without a delivery day.

    ``content`` is a version as sent.
    """
    delivery = day_of(content["delivery_date"])
    if delivery is None:
        return []
    price = read_price(content["price"]).breakdown
    return schedule(
        price.total_cents,
        deposit_cents=price.deposit_cents,
        terms=agreed_terms(content),
        booked=accepted,
        delivery=delivery,
        step=price.step_cents,
    )


def policy_of(content: QuoteContent, terms: PaymentTerms, currency: str, free_until: str) -> list[str]:
    """Return a quote's payment and cancellation policy as sentences. For ``free_until`` see `canceling_in_words`."""
    agreed = read_price(content["price"])
    order, cents = agreed.order, agreed.breakdown.deposit_cents
    asked = Deposit(order.deposit_flat_cents, order.deposit_basis_points) if order else Deposit()
    # The deposit for an unverified venue may be the higher one.
    price = agreed.breakdown
    deposit = asked if asked.of(price.total_cents - price.tip_cents, price.step_cents) == cents else Deposit(cents)
    # Accepting a quote charges no card: amounts due are paid on the booking's page, if the business accepts cards.
    said = payment_in_words(replace(terms, collect="nothing"), deposit, currency, adds_tax=agreed.adds_tax)
    if agreed.breakdown.tax_is_open:
        said = ["Sales tax is added once we check your address.", *said]
    canceling = " ".join(canceling_in_words(terms, free_until, deposit=cents > 0))
    return [*said, f"Cancellation: {canceling}", *moving_in_words(terms, currency, adds_tax=agreed.adds_tax)]
