"""Change a business's details. Nothing here commits."""

from datetime import date, datetime

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.business import queries
from marqueedesk.business.document_rules import NotAVatId, vat_id
from marqueedesk.business.errors import NoLogo
from marqueedesk.business.invoice_numbers import change_scheme
from marqueedesk.business.logo import Logo
from marqueedesk.business.models import BusinessDetails
from marqueedesk.business.schemas import BusinessDetailsChange
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.countries import country_of
from marqueedesk.pricing import service as pricing


def change_details(
    db: Session, operator: Operator, change: BusinessDetailsChange, now: datetime, today: date
) -> BusinessDetails:
    """Set the given fields. Locks the details, so that concurrent changes are not lost (D1).

    ``today`` is in the business's time zone. Raises Invalid for an invoice number that is already used and a VAT ID in
    the form of another country.
    """
    details = _stored(db, now)
    given = change.model_fields_set
    if "invoice_numbers" in given:
        change_scheme(db, details, change.invoice_numbers, today)
    for name in given - {"invoice_numbers", "prices_include", "small_business"}:
        setattr(details, name, getattr(change, name))
    if "document_country" in given and change.document_country == country_of(operator.time_zone):
        details.document_country = None
    if details.vat_id and not given.isdisjoint({"vat_id", "document_country"}):
        try:
            details.vat_id = vat_id(details.vat_id, queries.document_country(details, operator))
        except NotAVatId as wrong:
            raise Invalid(fields={"vatId": str(wrong)}) from None
    pricing.change_tax_rules(
        db,
        includes_tax=change.prices_include == "tax" if "prices_include" in given else None,
        is_small_business=change.small_business if "small_business" in given else None,
    )
    details.updated_at = now
    db.flush()
    return details


def set_logo(db: Session, logo: Logo, now: datetime) -> BusinessDetails:
    """Replace the logo."""
    details = _stored(db, now)
    details.logo, details.logo_tag = logo.png, logo.tag
    details.logo_width, details.logo_height = logo.width, logo.height
    details.updated_at = now
    db.flush()
    return details


def remove_logo(db: Session, now: datetime) -> None:
    """Remove the logo. Raises NoLogo if there is none."""
    details = queries.details_for_change(db)
    if details is None or details.logo_tag is None:
        raise NoLogo
    details.logo = details.logo_tag = details.logo_width = details.logo_height = None
    details.updated_at = now
    db.flush()


def _stored(db: Session, now: datetime) -> BusinessDetails:
    details = queries.details_for_change(db)
    if details is None:
        details = BusinessDetails(updated_at=now)
        db.add(details)
        db.flush()
    return details
