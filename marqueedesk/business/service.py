"""Change a business's details. Nothing here commits."""

from datetime import date, datetime

from sqlalchemy.orm import Session

from marqueedesk.business import queries
from marqueedesk.business.errors import NoLogo
from marqueedesk.business.invoice_numbers import change_scheme
from marqueedesk.business.logo import Logo
from marqueedesk.business.models import BusinessDetails
from marqueedesk.business.schemas import BusinessDetailsChange


def change_details(db: Session, change: BusinessDetailsChange, now: datetime, today: date) -> BusinessDetails:
    """Set the given fields. Locks the details, so that concurrent changes are not lost (D1).

    ``today`` is in the business's time zone. Raises Invalid for an invoice number that is already used.
    """
    details = _stored(db, now)
    if "invoice_numbers" in change.model_fields_set:
        change_scheme(db, details, change.invoice_numbers, today)
    for name in change.model_fields_set - {"invoice_numbers"}:
        setattr(details, name, getattr(change, name))
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
