"""Charges to the card on file that are shown to the customer: announced ones, and completed ones with photos."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from marqueedesk.cards_on_file import announced
from marqueedesk.cards_on_file.announced_models import ANNOUNCED
from marqueedesk.payments import bank_debits
from marqueedesk.payments import queries as payments
from marqueedesk.payments.models import PAYMENT, RECEIVED


@dataclass(frozen=True, slots=True)
class ChargeNotice:
    """A charge with its reason and the digests of its photos. ``at`` is when the card is or was charged."""

    state: Literal["announced", "charged"]
    cents: int
    reason: str
    photos: list[str]
    at: datetime


def of_booking(db: Session, booking_id: int) -> list[ChargeNotice]:
    """Return a booking's charges to show to its customer, oldest first. Captured holds are included; returned debits
    are not.
    """
    charged = [
        ChargeNotice("charged", row.amount_cents, row.note or "", row.photo_digests, row.settled_at or row.created_at)
        for row in payments.of_booking(db, booking_id)
        if row.entry == PAYMENT and row.state == RECEIVED and row.photo_digests and not bank_debits.has_failed(row)
    ]
    coming = [
        ChargeNotice("announced", row.amount_cents, row.reason, row.photo_digests or [], row.charge_at)
        for row in announced.of_booking(db, booking_id)
        if row.state == ANNOUNCED
    ]
    return sorted([*charged, *coming], key=lambda one: one.at)
