"""Snapshot of a quote's version as sent: the offer, the sender, the price lines and the terms with their values filled
in.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.business import queries as business
from marqueedesk.business.document_rules import rules_of
from marqueedesk.business.models import Company
from marqueedesk.business.terms import filled, terms_text
from marqueedesk.customers.models import Customer
from marqueedesk.kit.text import formats
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import DEFAULT_TERMS, PaymentTerms, tiers_in_words
from marqueedesk.quotes.content import day_of, price_of
from marqueedesk.quotes.due import agreed_terms, policy_of
from marqueedesk.quotes.models import Quote, QuoteContent, SentContent
from marqueedesk.quotes.serializers import price_lines


def snapshot(db: Session, terms: Terms, quote: Quote, shown: SentContent | None = None) -> SentContent:
    """Return the current version with everything that must not change once the customer has seen it (Q2).

    ``shown`` is an earlier version whose payment and cancellation terms are still binding; if None, the current terms
    apply (Q11).
    """
    operator = accounts.public_operator(db, terms.operator_id)
    company = business.company(db, operator)
    payment = agreed_terms(shown) if shown else _current_terms(db, quote)
    hours = shown.get("free_cancellation_hours") if shown else None
    hours = pricing.free_cancellation_hours(db, operator) if hours is None else hours
    tiers = payment.cancellation
    text = terms_text(
        business.details(db).terms, tiers_in_words(tiers), deposit=price_of(quote.content).deposit_cents > 0
    )
    canceling = business.free_cancellation(db, operator, tiers, hours)
    values = terms_values(quote.content, company, operator, quote.expires_at) | {"cancellation": canceling}
    return {
        **quote.content,
        "number": quote.number,
        "currency": operator.currency,
        "company": company,
        "lines": price_lines(quote.content, pricing.price_list(db), rules_of(company.get("documentCountry")).tax),
        "payment_terms": payment.to_json(),
        "free_cancellation_hours": hours,
        "policy": policy_of(quote.content, payment, operator.currency, canceling),
        "terms": filled(text, values) or None,
    }


def _current_terms(db: Session, quote: Quote) -> PaymentTerms:
    """Return the payment terms agreed with the quote's customer, or else the business's."""
    agreed = db.scalar(select(Customer.payment_terms).where(Customer.id == quote.customer_id))
    return PaymentTerms.from_json(agreed) if agreed else pricing.payment_terms(db) or DEFAULT_TERMS


def terms_values(
    content: QuoteContent, company: Company, operator: Operator, expires_at: datetime | None
) -> dict[str, str | None]:
    """Return the values of the placeholders in the terms; None for those not decided yet."""
    price = price_of(content)
    delivery, pickup = day_of(content["delivery_date"]), day_of(content["pickup_date"])
    place = [part for part in (content["venue_name"], content["venue_address"]) if part]
    return {
        "company": company["name"],
        "customer": content["customer_name"],
        "message": content["message"],
        "delivery": formats.weekday(delivery, operator.date_format) if delivery else None,
        "pickup": formats.weekday(pickup, operator.date_format) if pickup else None,
        "venue": ", ".join(place) or None,
        "total": formats.money(price.total_cents, operator.currency),
        "deposit": formats.money(price.deposit_cents, operator.currency),
        "expires": formats.day(expires_at.astimezone(ZoneInfo(operator.time_zone)).date(), operator.date_format)
        if expires_at
        else None,
    }
