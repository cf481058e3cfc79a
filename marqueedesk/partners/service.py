"""Change partners and name them at bookings. None of these functions commits; callers hold the operator's lock."""

import re
import unicodedata
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.bookings import queries as bookings
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.partners import queries
from marqueedesk.partners.models import LONGEST_CODE, Partner, PartnerReferral
from marqueedesk.partners.schemas import PartnerChange

_NOT_IN_A_CODE: Final = re.compile(r"[^A-Za-z0-9]+")
_CODE: Final = re.compile(r"[A-Za-z0-9_-]+")


def add(db: Session, change: PartnerChange, now: datetime) -> Partner:
    """Add a partner. Raises Invalid on ``name``, ``code`` and ``commission``."""
    if not change.name:
        raise Invalid(fields={"name": "Enter the partner's name"})
    if change.commission is None:
        raise Invalid(fields={"commission": "Enter a percentage or an amount"})
    row = Partner(name=change.name, kind="other", code="", key="", excludes=[], created_at=now)
    if not change.code:
        change = change.model_copy(update={"code": _unused_code(db, change.name)})
        change.model_fields_set.add("code")
    _apply(db, row, change)
    db.add(row)
    db.flush()
    return row


def change(db: Session, partner_id: int, payload: PartnerChange) -> Partner:
    """Update the fields that were sent. Raises NotFound, and Invalid on ``name``, ``code`` and ``commission``."""
    row = queries.partner(db, partner_id)
    _apply(db, row, payload)
    db.flush()
    return row


def _apply(db: Session, row: Partner, payload: PartnerChange) -> None:
    named = payload.model_fields_set
    if "name" in named:
        if not payload.name:
            raise Invalid(fields={"name": "Enter the partner's name"})
        row.name = payload.name
    if "code" in named:
        if not payload.code or _CODE.fullmatch(payload.code) is None:
            raise Invalid(fields={"code": "Use letters, digits, hyphens and underscores"})
        if queries.has_code(db, code_key(payload.code), except_id=row.id):
            raise Invalid(fields={"code": "Another partner has this code"})
        row.code, row.key = payload.code, code_key(payload.code)
    if payload.commission is not None:
        percent, amount = payload.commission.percent, payload.commission.amount
        if (percent is None) == (amount is None):
            raise Invalid(fields={"commission": "Enter a percentage or an amount, not both"})
        row.commission_basis_points, row.commission_cents = percent or 0, amount or 0
    if payload.kind is not None:
        row.kind = payload.kind
    if "email" in named:
        row.email = payload.email
    if payload.excludes is not None:
        row.excludes = sorted(set(payload.excludes))
    if payload.active is not None:
        row.active = payload.active


def _unused_code(db: Session, name: str) -> str:
    """Return a code made from a partner's name that no other partner has."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    base = _NOT_IN_A_CODE.sub("-", plain).strip("-").lower()[: LONGEST_CODE - 4] or "partner"
    code, number = base, 1
    while queries.has_code(db, code_key(code), except_id=None):
        number += 1
        code = f"{base}-{number}"
    return code


def set_partner(db: Session, booking_id: int, partner_id: int | None, now: datetime) -> Partner | None:
    """Name the partner who brought a booking, or none. Raises NotFound for the booking, and Invalid on
    ``partnerId``.
    """
    bookings.booking(db, booking_id)
    referral = queries.referral(db, booking_id)
    if partner_id is None:
        if referral is not None:
            db.delete(referral)
        return None
    partner = next((row for row in queries.partners(db) if row.id == partner_id), None)
    if partner is None:
        raise Invalid(fields={"partnerId": "Unknown partner"})
    if referral is None:
        db.add(PartnerReferral(booking_id=booking_id, partner_id=partner_id, at=now))
    elif referral.partner_id != partner_id:
        referral.partner_id, referral.at = partner_id, now
    return partner
