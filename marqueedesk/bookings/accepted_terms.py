"""The terms that a visitor accepts on the form: version and text (W10)."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import Connection, String, Table, Text, bindparam, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import OfBooking
from marqueedesk.business import queries as business
from marqueedesk.business.models import BusinessDetails
from marqueedesk.business.terms import DEFAULT_TERMS, filled, terms_text
from marqueedesk.delivery.rules import rules_of
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.row_writer import Rows, write_rows
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import PaymentTerms, tiers_in_words

FIELD = "termsVersion"
_OF_THE_FORM = {
    "customer": "you",
    "message": "your sign",
    "delivery": "your delivery date",
    "pickup": "your pickup date",
    "venue": "the place that you name",
    "total": "the price shown",
    "deposit": "the amount shown",
}
"""Placeholders of the terms while the booking is still being entered."""


class AcceptedTerms(OfBooking, Base):
    """The terms that a customer accepted with a booking. Later changes of the terms don't affect them."""

    __tablename__ = "accepted_terms"
    __topic__ = "bookings"

    version: Mapped[str] = mapped_column(String(12))
    text: Mapped[str] = mapped_column(Text)
    accepted_at: Mapped[datetime] = mapped_column(Instant)


_accepted = cast("Table", AcceptedTerms.__table__)
_details = cast("Table", BusinessDetails.__table__)
_WORDS = assert_tenant_filtered(select(_details.c.terms).where(_details.c.operator_id == bindparam("operator")))


@dataclass(frozen=True, slots=True)
class FormTerms:
    """A business's terms as shown on its form. ``version`` identifies the business's text, before placeholders are
    filled in.
    """

    version: str
    text: str


def version_of(words: str | None) -> str | None:
    """Return the version (a digest) of the terms' text, or None if it is empty. ``words`` is None for the default
    terms.
    """
    raw = DEFAULT_TERMS if words is None else words
    return hashlib.sha256(raw.encode()).hexdigest()[:12] if raw.strip() else None


def form_terms(db: Session, operator: Operator) -> FormTerms | None:
    """Return the terms that the business's form requires visitors to accept, or None if it requires none.

    Placeholders for booking details are replaced with generic words.
    """
    if not rules_of(operator.rules).terms_on_form:
        return None
    words = business.details(db).terms
    version = version_of(words)
    if version is None:
        return None
    tiers = (pricing.payment_terms(db) or PaymentTerms()).cancellation
    fields = _OF_THE_FORM | {
        "company": business.company(db, operator)["name"],
        "cancellation": business.free_cancellation(db, operator, tiers),
    }
    prices = pricing.price_list(db)
    deposit = prices.deposit_basis_points or prices.deposit_flat_cents or prices.unverified_venue_deposit_cents
    return FormTerms(version, filled(terms_text(words, tiers_in_words(tiers), deposit=deposit > 0), fields))


def ensure_terms_accepted(connection: Connection, operator_id: int, version: str | None) -> None:
    """Raise Invalid unless the visitor accepted the current terms. Only for businesses whose form requires that."""
    present = version_of(connection.execute(_WORDS, {"operator": operator_id}).scalar())
    if present is None or version == present:
        return
    message = "Read and accept the terms" if version is None else "The terms have changed. Please read them again"
    raise Invalid(fields={FIELD: message})


def keep(connection: Connection, operator_id: int, booking_id: int, shown: FormTerms, now: datetime) -> None:
    """Store the accepted terms with a booking, in the booking's own transaction."""
    row = {
        "operator_id": operator_id,
        "booking_id": booking_id,
        "version": shown.version,
        "text": shown.text,
        "accepted_at": now,
    }
    write_rows(connection, [Rows(_accepted, [row])])


def accepted_terms(db: Session, booking_id: int) -> AcceptedTerms | None:
    """Return the terms that the customer of a booking accepted, or None."""
    return db.scalars(select(AcceptedTerms).where(AcceptedTerms.booking_id == booking_id)).one_or_none()
