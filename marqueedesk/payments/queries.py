"""Every SELECT about customers' payments, each limited to the session's operator."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.payments.errors import NoPayment
from marqueedesk.payments.models import BookingPayment, PaymentShare
from marqueedesk.stripe.disputes import DISPUTED


def of_booking(db: Session, booking_id: int) -> list[BookingPayment]:
    """A booking's money, oldest first, as it is now."""
    return list(
        db.scalars(
            select(BookingPayment)
            .where(BookingPayment.booking_id == booking_id)
            .order_by(BookingPayment.id)
            .execution_options(populate_existing=True)
        )
    )


def in_dispute(db: Session) -> set[int]:
    """The ids of the bookings with a payment about which the customer's bank has not decided yet."""
    return set(db.scalars(select(BookingPayment.booking_id).where(BookingPayment.dispute == DISPUTED)))


def payment(db: Session, booking_id: int, payment_id: int) -> BookingPayment:
    """One row of a booking's money. Raises NoPayment."""
    wanted = select(BookingPayment).where(BookingPayment.id == payment_id, BookingPayment.booking_id == booking_id)
    return existing(db.scalars(wanted).one_or_none(), NoPayment)


def by_id(db: Session, payment_id: int) -> BookingPayment | None:
    """One row of the session's operator, as it is now."""
    return fresh(db, BookingPayment, BookingPayment.id == payment_id)


def payer(db: Session, payment_id: int) -> str | None:
    """The name of whoever paid this as their share, or gets it back; None for the booking's customer."""
    found = by_id(db, payment_id)
    if found is None or found.share_id is None:
        return None
    return db.scalars(select(PaymentShare.name).where(PaymentShare.id == found.share_id)).one_or_none()


def by_provider(db: Session, provider_id: str, key: str | None) -> BookingPayment | None:
    """The row with the provider's id, or the one that the provider was asked for with this key."""
    conditions = [BookingPayment.provider_id == provider_id, *([BookingPayment.key == key] if key else [])]
    for condition in conditions:
        found = fresh(db, BookingPayment, condition)
        if found is not None:
            return found
    return None
