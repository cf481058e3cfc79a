"""Every SELECT about papers, each kept to the session's operator."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.business.models import BusinessDetails
from marqueedesk.documents.models import Invoice, KeptLogo
from marqueedesk.documents.papers import Letterhead


def letterhead(db: Session, operator: Operator, details: BusinessDetails) -> Letterhead:
    """The business as it stands on every paper."""
    return Letterhead(
        name=accounts.owner_of(db, operator.id).company_name or "",
        address=details.address,
        email=details.email,
        phone=details.phone,
        website=details.website,
        tax_id=details.tax_id,
        currency=operator.currency,
        time_zone=operator.time_zone,
    )


def invoice_of(db: Session, booking_id: int) -> Invoice | None:
    """A booking's invoice, or None while it has none."""
    return db.scalars(select(Invoice).where(Invoice.booking_id == booking_id)).one_or_none()


def is_kept(db: Session, tag: str) -> bool:
    """Whether a logo is kept for invoices already."""
    return db.scalar(select(KeptLogo.tag).where(KeptLogo.tag == tag)) is not None


def kept_logo(db: Session, tag: str | None) -> bytes | None:
    """A logo that stands on an invoice, as a PNG; None without a tag."""
    return db.scalar(select(KeptLogo.png).where(KeptLogo.tag == tag)) if tag else None
