"""Tables of businesses' payments to the platform: plans, subscriptions, payments."""

from datetime import datetime
from typing import TypedDict

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marqueedesk.kit.db.db import Base, Dated, Document, Id, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id, within
from marqueedesk.stripe.disputes import DISPUTED, LOST
from marqueedesk.stripe.values import StoredCard

INTERVALS = ("monthly", "quarterly", "annual")
ACTIVE, TRIAL, PAST_DUE = "active", "trial", "past_due"
CANCELED, INCOMPLETE, INCOMPLETE_EXPIRED = "canceled", "incomplete", "incomplete_expired"
STATUSES = (ACTIVE, TRIAL, PAST_DUE, CANCELED, INCOMPLETE, INCOMPLETE_EXPIRED)
LIVE = (ACTIVE, TRIAL, PAST_DUE, INCOMPLETE)
"""Statuses of a current subscription; a business has at most one (S4)."""
SUCCEEDED, PENDING, FAILED, VOID = "succeeded", "pending", "failed", "void"
REFUNDED, CHARGED_BACK = "refunded", "lost"
"""Statuses of a payment with nothing left: fully refunded, or at least partly lost in a dispute."""


class SyncedPlan(TypedDict):
    """A plan's values as last sent to the provider; the price is ``cents`` per ``interval``."""

    name: str
    description: str | None
    active: bool
    cents: int
    interval: str
    currency: str
    live: bool


class Plan(Dated, Base):
    """A plan that a business can subscribe to. The provider IDs are those of the objects from the last sync
    (`synced`).
    """

    __tablename__ = "subscription_plans"
    __table_args__ = (
        CheckConstraint("interval IN ('monthly', 'quarterly', 'annual')", name="interval"),
        CheckConstraint("price_cents >= 0", name="price"),
        CheckConstraint("trial_days >= 0", name="trial_days"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    description: Mapped[str | None] = mapped_column(Text)
    price_cents: Mapped[int] = mapped_column(BigInteger)
    interval: Mapped[str] = mapped_column(String(10), default="monthly")
    features: Mapped[list[str]] = mapped_column(Document, default=list)
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
    trial_days: Mapped[int] = mapped_column(Integer, default=0)
    # Platform fee on card payments to businesses with this plan; None uses the installation's.
    fee_basis_points: Mapped[int | None] = mapped_column(Integer)
    fee_fixed_cents: Mapped[int | None] = mapped_column(BigInteger)
    # Picture storage for businesses with this plan; None uses the default quota (billing.storage).
    storage_megabytes: Mapped[int | None] = mapped_column(Integer)
    # Part of idempotency keys at the provider, because installations may share an account there.
    nonce: Mapped[str] = mapped_column(String(32))
    stripe_product_id: Mapped[str | None] = mapped_column(String(255))
    stripe_price_id: Mapped[str | None] = mapped_column(String(255))
    synced: Mapped[SyncedPlan | None] = mapped_column(Document)


class Subscription(KeepsOperator, Dated, Base):
    """A business's current or past subscription. Its price is the agreed one, whatever the plan costs today.

    ``attempt_key`` is an idempotency key, set while a request to the provider is pending or its response has not been
    recorded. Until then, the row is not a subscription and is never shown.
    """

    __tablename__ = "user_subscriptions"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint(
            "status IN ('active', 'trial', 'past_due', 'canceled', 'incomplete', 'incomplete_expired')", name="status"
        ),
        Index("ix_user_subscriptions_plan_id", "plan_id"),
        UniqueConstraint("operator_id", "stripe_subscription_id"),
    )

    id: Mapped[int] = own_id()
    plan_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("subscription_plans.id", ondelete="RESTRICT"))
    price_cents: Mapped[int] = mapped_column(BigInteger)
    interval: Mapped[str] = mapped_column(String(10))
    status: Mapped[str] = mapped_column(String(20), default=INCOMPLETE)
    current_period_start: Mapped[datetime | None] = mapped_column(Instant)
    current_period_end: Mapped[datetime | None] = mapped_column(Instant)
    cancel_at_period_end: Mapped[bool] = mapped_column(Boolean, default=False)
    trial_start: Mapped[datetime | None] = mapped_column(Instant)
    trial_end: Mapped[datetime | None] = mapped_column(Instant)
    canceled_at: Mapped[datetime | None] = mapped_column(Instant)
    attempt_key: Mapped[str | None] = mapped_column(String(64))
    # When a request in progress counts as abandoned: from then on, the next request retries with the same key.
    attempt_until: Mapped[datetime | None] = mapped_column(Instant)
    stripe_subscription_id: Mapped[str | None] = mapped_column(String(255))
    stripe_customer_id: Mapped[str | None] = mapped_column(String(255))
    # True if the provider charges real money; None if the subscription does not exist at the provider.
    live: Mapped[bool | None] = mapped_column(Boolean)
    # Displayable details of the current card, from the provider's last response.
    card: Mapped[StoredCard | None] = mapped_column(Document)
    # The provider's id of the latest form for adding a card; ``card_setup_open`` is true until the subscription uses
    # that card.
    card_setup_id: Mapped[str | None] = mapped_column(String(255))
    card_setup_open: Mapped[bool] = mapped_column(Boolean, default=False)
    # When this state was requested from the provider; responses to earlier requests are ignored.
    asked_at: Mapped[datetime | None] = mapped_column(Instant)

    plan: Mapped[Plan] = relationship(lazy="raise")


_IS_LIVE = Subscription.status.in_(LIVE)
Index(
    "uq_user_subscriptions_live",
    Subscription.operator_id,
    unique=True,
    postgresql_where=_IS_LIVE,
    sqlite_where=_IS_LIVE,
)


class Payment(KeepsOperator, Base):
    """A payment by a business to the platform, made or requested: an invoice of its subscription, or a single payment.

    ``live`` is true for real money. ``refunded_cents`` is the amount refunded. ``dispute`` is the state of the
    payment's dispute, if any, and ``disputed_cents`` the disputed amount (`stripe.disputes`).
    """

    __tablename__ = "payment_history"
    __topic__ = "payments"
    __table_args__ = (
        Index("ix_payment_history_newest", "operator_id", "created_at", "id"),
        UniqueConstraint("operator_id", "stripe_invoice_id"),
        UniqueConstraint("operator_id", "stripe_payment_intent_id"),
        within("subscription_id", "user_subscriptions", ondelete="RESTRICT"),
    )

    id: Mapped[int] = own_id()
    subscription_id: Mapped[int | None] = mapped_column(BigInteger)
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    refunded_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    dispute: Mapped[str | None] = mapped_column(String(10))
    disputed_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    currency: Mapped[str] = mapped_column(String(3))
    live: Mapped[bool] = mapped_column(Boolean, default=True, server_default=true())
    status: Mapped[str] = mapped_column(String(20))
    description: Mapped[str | None] = mapped_column(String(500))
    invoice_url: Mapped[str | None] = mapped_column(String(1000))
    payment_method: Mapped[str | None] = mapped_column(String(40))
    payment_method_details: Mapped[StoredCard | None] = mapped_column(Document)
    # Why the payment failed, in the provider's words for the cardholder.
    failure: Mapped[str | None] = mapped_column(String(500))
    stripe_payment_intent_id: Mapped[str | None] = mapped_column(String(255))
    stripe_invoice_id: Mapped[str | None] = mapped_column(String(255))
    asked_at: Mapped[datetime] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)

    @property
    def lost_cents(self) -> int:
        """Return the amount lost in disputes, in cents."""
        return self.disputed_cents if self.dispute == LOST else 0

    @property
    def kept_cents(self) -> int:
        """Return what is left after refunds and lost disputes, in cents; 0 if the payment was never made."""
        was_paid = self.status in {SUCCEEDED, REFUNDED, CHARGED_BACK}
        return max(0, self.amount_cents - self.refunded_cents - self.lost_cents) if was_paid else 0

    @property
    def refundable_cents(self) -> int:
        """Return the amount that can be refunded, in cents. It is 0 during a dispute, but an inquiry can still be
        refunded.
        """
        return 0 if self.dispute == DISPUTED else self.kept_cents
