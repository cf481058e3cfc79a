"""Read-only queries about business details, scoped to the session's operator."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import lock_own
from marqueedesk.business.logo import logo_address
from marqueedesk.business.models import DEFAULT_QUOTE_DAYS, BusinessDetails, Company
from marqueedesk.business.terms import free_until
from marqueedesk.kit.db.rows import fresh
from marqueedesk.kit.text.countries import country_of
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import CancellationTier, days_before, free_days


def details(db: Session) -> BusinessDetails:
    """Return the business's details, or the defaults if it has entered none."""
    stored = db.scalars(select(BusinessDetails)).one_or_none()
    return stored or BusinessDetails(quote_days=DEFAULT_QUOTE_DAYS, quotes_hold=False, e_invoices=False)


def company(db: Session, operator: Operator) -> Company:
    """Return the sender shown on quotes and documents and stored with them: JSON values under the API's names (D1).

    If the business has no contact details of its own, the owner's are used.
    """
    owner, said = accounts.owner_of(db, operator.id), details(db)
    prices = pricing.price_list(db)
    return {
        "name": owner.company_name or owner.username,
        "address": said.address,
        "email": said.email or owner.email,
        "phone": said.phone or owner.phone_number,
        "website": said.website,
        "taxId": said.tax_id,
        "logoUrl": logo_address(operator.public_key, said.logo_tag) if said.logo_tag else None,
        "brandColor": said.brand_color,
        "vatId": said.vat_id,
        "documentCountry": document_country(said, operator),
        "smallBusiness": prices.is_small_business,
    }


def document_country(details: BusinessDetails, operator: Operator) -> str | None:
    """Return the country whose rules the business's documents follow; None if it is unknown."""
    return details.document_country or country_of(operator.time_zone)


def free_cancellation(
    db: Session, operator: Operator, tiers: Sequence[CancellationTier] = (), hours: int | None = None
) -> str:
    """Describe when free cancellation ends: by the tiers of a payment policy, or else by ``hours``, which default to
    the current setting (C3).
    """
    if tiers:
        days = free_days(tiers)
        return "your booking is made" if days is None else days_before(days)
    return free_until(pricing.free_cancellation_hours(db, operator) if hours is None else hours)


def logo(db: Session) -> tuple[str, bytes] | None:
    """Return the logo's tag and PNG, or None."""
    row = db.execute(select(BusinessDetails.logo_tag, BusinessDetails.logo)).one_or_none()
    if row is None:
        return None
    tag, png = row
    return (tag, png) if tag and png else None


def logo_tag(db: Session) -> str | None:
    """Return the logo's tag, or None; cheaper than loading the logo."""
    return db.scalar(select(BusinessDetails.logo_tag))


def details_for_change(db: Session) -> BusinessDetails | None:
    """Return the business's details under the operator's lock, or None."""
    lock_own(db)
    return fresh(db, BusinessDetails)
