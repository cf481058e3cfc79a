"""Read-only queries about customers' payments, scoped to the session's operator."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.payments.errors import NoPayment
from marqueedesk.payments.models import PROCESSING, UNDER_WAY, BookingPayment, PaymentShare
from marqueedesk.stripe.disputes import DISPUTED


def of_booking(db: Session, booking_id: int) -> list[BookingPayment]:
    """Return a booking's payments and refunds, freshly read, oldest first."""
    return list(
        db.scalars(
            select(BookingPayment)
            .where(BookingPayment.booking_id == booking_id)
            .order_by(BookingPayment.id)
            .execution_options(populate_existing=True)
        )
    )


def in_dispute(db: Session) -> set[int]:
    """Return the ids of bookings with a payment in an undecided dispute."""
    return set(db.scalars(select(BookingPayment.booking_id).where(BookingPayment.dispute == DISPUTED)))


def payment(db: Session, booking_id: int, payment_id: int) -> BookingPayment:
    """Return one of a booking's payments or refunds. Raises NoPayment."""
    query = select(BookingPayment).where(BookingPayment.id == payment_id, BookingPayment.booking_id == booking_id)
    return existing(db.scalars(query).one_or_none(), NoPayment)


def by_id(db: Session, payment_id: int) -> BookingPayment | None:
    """Return a payment or refund of the session's operator, freshly read; None if it does not exist."""
    return fresh(db, BookingPayment, BookingPayment.id == payment_id)


def unsettled_of_list(db: Session, list_id: int, since: datetime) -> list[BookingPayment]:
    """Return the payments made from a list of bookings since a moment that are open or being processed."""
    return list(
        db.scalars(
            select(BookingPayment)
            .where(
                BookingPayment.settled_at.is_(None),
                BookingPayment.created_at >= since,
                BookingPayment.list_id == list_id,
                BookingPayment.state.in_((*UNDER_WAY, PROCESSING)),
            )
            .order_by(BookingPayment.id)
            .execution_options(populate_existing=True)
        )
    )


def payer(db: Session, payment_id: int) -> str | None:
    """Return the name of the person who paid this as a share or whose share it refunds; None for the booking's
    customer.
    """
    found = by_id(db, payment_id)
    if found is None or found.share_id is None:
        return None
    return db.scalars(select(PaymentShare.name).where(PaymentShare.id == found.share_id)).one_or_none()


def by_provider(db: Session, provider_id: str, key: str | None) -> BookingPayment | None:
    """Return the row with the provider's id, or the one requested with this key."""
    conditions = [BookingPayment.provider_id == provider_id, *([BookingPayment.key == key] if key else [])]
    for condition in conditions:
        found = fresh(db, BookingPayment, condition)
        if found is not None:
            return found
    return None
