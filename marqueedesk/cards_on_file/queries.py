"""Read-only queries about kept cards, scoped to the session's operator."""

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.cards_on_file.announced_models import ANNOUNCED, CHARGING, AnnouncedCharge
from marqueedesk.cards_on_file.models import KEPT, KeptCard
from marqueedesk.kit.db.rows import fresh
from marqueedesk.pricing.card_terms import StoredCardOnFile
from marqueedesk.stripe import queries as stripe

CardsOnFile = Mapping[int, StoredCardOnFile | None]
"""Cards on file by customer ID."""


def of_booking(db: Session, booking_id: int) -> list[KeptCard]:
    """Return a booking's cards and card forms, freshly read, oldest first."""
    return list(
        db.scalars(
            select(KeptCard)
            .where(KeptCard.booking_id == booking_id)
            .order_by(KeptCard.id)
            .execution_options(populate_existing=True)
        )
    )


def current(db: Session, booking_id: int) -> KeptCard | None:
    """Return the card that can be charged for a booking; None if there is none."""
    return next((row for row in reversed(of_booking(db, booking_id)) if row.state == KEPT), None)


def holding(db: Session, booking_id: int) -> KeptCard | None:
    """Return the card on file if an amount can be held on it; None for a bank account."""
    card = current(db, booking_id)
    return None if card is None or card.is_bank_account else card


def authorizable(db: Session, booking_id: int) -> KeptCard | None:
    """Return the card that can be authorized now; None for a bank account, or while the account can't charge cards."""
    card = holding(db, booking_id)
    account = stripe.account_by_id(db, card.account_id) if card is not None else None
    return card if account is not None and account.charges_enabled else None


def has_announced(db: Session, booking_id: int) -> bool:
    """Return true if an announced charge is still pending."""
    open_ = select(AnnouncedCharge.id).where(
        AnnouncedCharge.booking_id == booking_id, AnnouncedCharge.state.in_((ANNOUNCED, CHARGING))
    )
    return db.scalar(open_.limit(1)) is not None


def bookings_with_card(db: Session, booking_ids: Iterable[int]) -> list[int]:
    """Return those of these bookings that have a card or a card form."""
    wanted = set(booking_ids)
    return sorted(wanted & set(db.scalars(select(KeptCard.booking_id).distinct()))) if wanted else []


def by_id(db: Session, card_id: int) -> KeptCard | None:
    """Return a card of the session's operator, freshly read; None if it does not exist."""
    return fresh(db, KeptCard, KeptCard.id == card_id)


def by_setup(db: Session, setup_id: str, key: str | None) -> KeptCard | None:
    """Return the card of a form at the provider, or the one requested with this key."""
    for condition in (KeptCard.setup_id == setup_id, *([KeptCard.key == key] if key else [])):
        found = fresh(db, KeptCard, condition)
        if found is not None:
            return found
    return None


def cards_of_customers(db: Session, customer_ids: Collection[int]) -> CardsOnFile:
    """Return the card that each of these customers kept last, for any of their bookings."""
    found = db.execute(
        select(Booking.customer_id, Booking.card_on_file)
        .join(KeptCard, (KeptCard.operator_id == Booking.operator_id) & (KeptCard.booking_id == Booking.id))
        .where(Booking.customer_id.in_(customer_ids), KeptCard.state == KEPT)
        .order_by(KeptCard.id)
    )
    return {row.customer_id: row.card_on_file for row in found if row.customer_id is not None}
