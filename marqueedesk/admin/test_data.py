"""Delete data created with test keys before an installation goes live: payments, accounts, subscriptions, events.

Otherwise test payments would count as received, although no money exists at the provider.
"""

from dataclasses import dataclass

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.billing.models import Payment, Subscription
from marqueedesk.books import posting
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.payments import stripe_sync
from marqueedesk.payments.models import BookingPayment
from marqueedesk.stripe.models import ACCOUNT, ConnectedAccount, KeptRefusal, ProviderEvent, ProviderId


@dataclass(slots=True)
class Cleared:
    """Number of deleted rows of each kind."""

    payments: int = 0
    accounts: int = 0
    subscriptions: int = 0
    events: int = 0

    @property
    def sentence(self) -> str:
        """Return the numbers as a sentence."""
        if not (self.payments or self.accounts or self.subscriptions or self.events):
            return "There was no test data."
        return (
            f"Cleared test data: payments and refunds {self.payments}, connected accounts {self.accounts}, "
            f"subscriptions {self.subscriptions}, events {self.events}."
        )


def businesses(db: Session) -> list[int]:
    """Return the businesses that have test data."""
    with all_tenants(db, "test data of every business"):
        paid = db.scalars(select(BookingPayment.operator_id).where(BookingPayment.live.is_(False)).distinct())
        operator_ids = db.scalars(select(ProviderId.operator_id).where(ProviderId.live.is_(False)).distinct())
        for_plans = db.scalars(select(Payment.operator_id).where(Payment.live.is_(False)).distinct())
        subscribed = db.scalars(select(Subscription.operator_id).where(Subscription.live.is_(False)).distinct())
        return sorted({*paid, *operator_ids, *for_plans, *subscribed})


def clear_business(db: Session, operator_id: int, cleared: Cleared) -> None:
    """Delete the test data of the session's business. Manually recorded payments are kept."""
    availability.lock(db, operator_id)
    is_test = BookingPayment.live.is_(False)
    bookings = list(db.scalars(select(BookingPayment.booking_id).where(is_test).distinct()))
    # Refunds and disputes are deleted with their payments, including manually recorded refunds.
    paid = select(BookingPayment.id).where(is_test)
    cleared.payments += len(list(db.scalars(select(BookingPayment.id).where(is_test))))
    db.execute(delete(BookingPayment).where(or_(is_test, BookingPayment.refund_of.in_(paid))))
    for booking_id in bookings:
        stripe_sync.recompute(db, booking_id)
    posting.post(db, bookings, clock.now())
    mine = (ProviderId.operator_id == operator_id, ProviderId.live.is_(False))
    cleared.accounts += len(list(db.scalars(select(ProviderId.id).where(*mine, ProviderId.kind == ACCOUNT))))
    db.execute(delete(ConnectedAccount).where(ConnectedAccount.live.is_(False)))
    cleared.payments += len(list(db.scalars(select(Payment.id).where(Payment.live.is_(False)))))
    db.execute(delete(Payment).where(Payment.live.is_(False)))
    cleared.subscriptions += len(list(db.scalars(select(Subscription.id).where(Subscription.live.is_(False)))))
    db.execute(delete(Subscription).where(Subscription.live.is_(False)))
    db.execute(delete(ProviderId).where(*mine))


def clear(database: Database) -> Cleared:
    """Delete all test data, in one transaction per business so that none blocks another."""
    cleared = Cleared()
    with database.read() as db:
        operator_ids = businesses(db)
    for operator_id in operator_ids:
        with database.write() as db:
            set_operator(db, operator_id)
            clear_business(db, operator_id, cleared)
    with database.write() as db:
        clear_events(db, cleared)
    return cleared


def clear_events(db: Session, cleared: Cleared) -> None:
    """Delete received test events."""
    is_test = ProviderEvent.live.is_(False)
    cleared.events += len(list(db.scalars(select(ProviderEvent.id).where(is_test))))
    db.execute(delete(ProviderEvent).where(is_test))
    db.execute(delete(KeptRefusal).where(KeptRefusal.live.is_(False)))
