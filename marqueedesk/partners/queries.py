"""Queries for partners, scoped to the session's operator."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.partners.models import Partner, PartnerPayout, PartnerReferral


def partners(db: Session) -> Sequence[Partner]:
    """Return all partners by name."""
    return db.scalars(select(Partner).order_by(Partner.name, Partner.id)).all()


def partner(db: Session, partner_id: int) -> Partner:
    """Return a partner. Raises NotFound."""
    row = db.scalars(select(Partner).where(Partner.id == partner_id)).one_or_none()
    if row is None:
        raise NotFound("There is no such partner.")
    return row


def active_partner(db: Session, code: str) -> Partner | None:
    """Return the active partner with a code, in any case; None if there is none."""
    return db.scalars(select(Partner).where(Partner.key == code_key(code), Partner.active)).one_or_none()


def has_code(db: Session, key: str, *, except_id: int | None) -> bool:
    """Return true if another partner has the code with this key."""
    return db.scalar(select(Partner.id).where(Partner.key == key, Partner.id != (except_id or 0))) is not None


def partner_of(db: Session, booking_id: int) -> Partner | None:
    """Return the partner who brought a booking, if any."""
    query = select(Partner).join(
        PartnerReferral,
        (PartnerReferral.operator_id == Partner.operator_id) & (PartnerReferral.partner_id == Partner.id),
    )
    return db.scalars(query.where(PartnerReferral.booking_id == booking_id)).one_or_none()


def referral(db: Session, booking_id: int) -> PartnerReferral | None:
    """Return the referral of a booking, if any."""
    return db.scalars(select(PartnerReferral).where(PartnerReferral.booking_id == booking_id)).one_or_none()


def booking_counts(db: Session) -> dict[int, int]:
    """Return the number of bookings brought, by partner id."""
    query = select(PartnerReferral.partner_id, func.count()).group_by(PartnerReferral.partner_id)
    return {row[0]: row[1] for row in db.execute(query)}


def payouts(db: Session, partner_id: int, first: date, last: date) -> Sequence[PartnerPayout]:
    """Return a partner's payouts for months that begin from ``first`` to ``last``, oldest first."""
    query = select(PartnerPayout).where(
        PartnerPayout.partner_id == partner_id, PartnerPayout.month.between(first.replace(day=1), last)
    )
    return db.scalars(query.order_by(PartnerPayout.month, PartnerPayout.id)).all()


def paid_by_partner(db: Session, first: date, last: date) -> dict[int, int]:
    """Return the commission in cents that was paid from ``first`` to ``last``, by partner id."""
    query = (
        select(PartnerPayout.partner_id, func.sum(PartnerPayout.cents))
        .where(PartnerPayout.paid_on.between(first, last))
        .group_by(PartnerPayout.partner_id)
    )
    return {partner_id: int(cents) for partner_id, cents in db.execute(query)}


def payout(db: Session, partner_id: int, payout_id: int) -> PartnerPayout | None:
    """Return a payout of a partner, or None."""
    query = select(PartnerPayout).where(PartnerPayout.partner_id == partner_id, PartnerPayout.id == payout_id)
    return db.scalars(query).one_or_none()
