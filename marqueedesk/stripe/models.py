"""Tables of this package: owners of the provider's IDs, connected accounts, and received webhook events."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, String, true
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Id, Instant
from marqueedesk.kit.db.tenancy import TenantOwned

CUSTOMER, ACCOUNT = "customer", "account"
"""Kinds of provider IDs."""
DESTINATION, DIRECT = "destination", "direct"
"""Charge models: on the platform's account, which transfers the money; or directly on the business's account."""


class ProviderId(Base):
    """The business that a customer or connected account at the provider belongs to, used to route events.

    A business has separate IDs for live and test mode; the first one that is not retired is in use.
    """

    __tablename__ = "provider_ids"
    __table_args__ = (
        Index("ix_provider_ids_operator", "operator_id", "kind", "live"),
        # Read to find out which operator an event is for, so before the session is scoped to one.
        {"info": {"owned": False}},
    )

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    live: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(Instant)
    # When another ID replaced this one. Its events still belong to the business.
    retired_at: Mapped[datetime | None] = mapped_column(Instant)


class ProviderEvent(Base):
    """An event from the provider, stored by ID so that it is handled once. Its payload is untrusted and not stored."""

    __tablename__ = "provider_events"
    __table_args__ = (Index("ix_provider_events_received_at", "received_at"),)

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(100))
    object_kind: Mapped[str] = mapped_column(String(60))
    object_id: Mapped[str | None] = mapped_column(String(255))
    # The connected account that the event is about; None for the platform's own events.
    account: Mapped[str | None] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(Instant)
    received_at: Mapped[datetime] = mapped_column(Instant)
    handled_at: Mapped[datetime | None] = mapped_column(Instant)
    # The outcome, for troubleshooting: "recorded", "known already", "unknown customer", …
    outcome: Mapped[str | None] = mapped_column(String(60))
    # The comparison that found the event; None if it was delivered.
    comparison_id: Mapped[int | None] = mapped_column(BigInteger)


class KeptRefusal(Base):
    """A failed call to the provider. Only the latest ones are kept, for some months."""

    __tablename__ = "provider_refusals"
    __table_args__ = (Index("ix_provider_refusals_at", "at"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(Id, primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(Instant)
    # Method and path.
    call: Mapped[str] = mapped_column(String(200))
    # The connected account that the call was for; None for the platform's own.
    account: Mapped[str | None] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean)
    # Our error code, and the provider's.
    code: Mapped[str] = mapped_column(String(60))
    provider_code: Mapped[str | None] = mapped_column(String(100))
    message: Mapped[str | None] = mapped_column(String(500))
    param: Mapped[str | None] = mapped_column(String(255))
    # Identifies the call in the provider's own log.
    request_id: Mapped[str | None] = mapped_column(String(255))


class Comparison(Base):
    """A completed comparison with the provider. ``listed`` is the number of objects listed."""

    __tablename__ = "comparisons"
    __table_args__ = (Index("ix_comparisons_at", "at"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(Id, primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(Instant)
    # Start of the compared period.
    since: Mapped[datetime] = mapped_column(Instant)
    live: Mapped[bool] = mapped_column(Boolean)
    listed: Mapped[int] = mapped_column(Integer)


class ConnectedAccount(TenantOwned, Base):
    """A business's account at the provider with its last reported capabilities.

    They are stored because the customer's page cannot fetch them on every visit.
    """

    __tablename__ = "connected_accounts"
    __topic__ = "payments"
    __table_args__ = (Index("ix_connected_accounts_operator_id", "operator_id"),)

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    # True for a live account; an account's mode never changes.
    live: Mapped[bool] = mapped_column(Boolean, server_default=true())
    details_submitted: Mapped[bool] = mapped_column(Boolean)
    charges_enabled: Mapped[bool] = mapped_column(Boolean)
    payouts_enabled: Mapped[bool] = mapped_column(Boolean)
    # The charge model. Older Express accounts use destination charges.
    charge_model: Mapped[str] = mapped_column(String(12), default=DESTINATION, server_default=DESTINATION)
    country: Mapped[str | None] = mapped_column(String(2))
    # Information required from the owner, its deadline, and the reason for disabled capabilities, as the provider's
    # codes.
    due: Mapped[list[str] | None] = mapped_column(Document)
    due_by: Mapped[datetime | None] = mapped_column(Instant)
    disabled_reason: Mapped[str | None] = mapped_column(String(100))
    asked_at: Mapped[datetime] = mapped_column(Instant)
