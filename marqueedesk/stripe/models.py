"""Tables of this package: which business the provider's ids belong to, the businesses' accounts there, and the webhook
events that it has sent.
"""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, String, true
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Id, Instant
from marqueedesk.kit.db.tenancy import TenantOwned

CUSTOMER, ACCOUNT = "customer", "account"
"""What a provider's id names."""
DESTINATION, DIRECT = "destination", "direct"
"""How a card payment is made: on the platform's account, which passes it on; or on the business's own account."""


class ProviderId(Base):
    """Which business a customer or connected account at the provider belongs to: an event is first looked up by it.

    A business has separate ones with real money and without; the first that is not retired is in use.
    """

    __tablename__ = "provider_ids"
    __table_args__ = (
        Index("ix_provider_ids_operator", "operator_id", "kind", "live"),
        # Read to find out which operator an event is about, so there is no operator yet.
        {"info": {"owned": False}},
    )

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    live: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(Instant)
    # Since when another one is in use. Events about it are still its business's.
    retired_at: Mapped[datetime | None] = mapped_column(Instant)


class ProviderEvent(Base):
    """An event of the provider, kept by its id so that it counts once. Its payload is not kept: it is never trusted."""

    __tablename__ = "provider_events"
    __table_args__ = (Index("ix_provider_events_received_at", "received_at"),)

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(100))
    object_kind: Mapped[str] = mapped_column(String(60))
    object_id: Mapped[str | None] = mapped_column(String(255))
    # The connected account that it is about; None for the platform's own events.
    account: Mapped[str | None] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(Instant)
    received_at: Mapped[datetime] = mapped_column(Instant)
    handled_at: Mapped[datetime | None] = mapped_column(Instant)
    # The outcome, for troubleshooting: "recorded", "known already", "unknown customer", …
    outcome: Mapped[str | None] = mapped_column(String(60))
    # The comparison that found it; None for what the provider has sent.
    comparison_id: Mapped[int | None] = mapped_column(BigInteger)


class KeptRefusal(Base):
    """A call that the provider has refused or not answered. Only the newest are kept, and for some months."""

    __tablename__ = "provider_refusals"
    __table_args__ = (Index("ix_provider_refusals_at", "at"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(Id, primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(Instant)
    # Method and path.
    call: Mapped[str] = mapped_column(String(200))
    # The connected account that it was about; None for the platform's own.
    account: Mapped[str | None] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean)
    # Ours, and the provider's.
    code: Mapped[str] = mapped_column(String(60))
    provider_code: Mapped[str | None] = mapped_column(String(100))
    message: Mapped[str | None] = mapped_column(String(500))
    param: Mapped[str | None] = mapped_column(String(255))
    # It finds the call in the provider's own log.
    request_id: Mapped[str | None] = mapped_column(String(255))


class Comparison(Base):
    """A comparison with the provider that went through. ``listed`` is how many objects the provider has listed."""

    __tablename__ = "comparisons"
    __table_args__ = (Index("ix_comparisons_at", "at"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(Id, primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(Instant)
    # From when on events and objects were listed.
    since: Mapped[datetime] = mapped_column(Instant)
    live: Mapped[bool] = mapped_column(Boolean)
    listed: Mapped[int] = mapped_column(Integer)


class ConnectedAccount(TenantOwned, Base):
    """A business's account at the provider, and the rights that the provider last reported for it. The customers' page
    reads them here: it cannot ask the provider at every visit.
    """

    __tablename__ = "connected_accounts"
    __topic__ = "payments"
    __table_args__ = (Index("ix_connected_accounts_operator_id", "operator_id"),)

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    # Whether it takes real money. An account is in one of the two worlds for good.
    live: Mapped[bool] = mapped_column(Boolean, server_default=true())
    details_submitted: Mapped[bool] = mapped_column(Boolean)
    charges_enabled: Mapped[bool] = mapped_column(Boolean)
    payouts_enabled: Mapped[bool] = mapped_column(Boolean)
    # How customers pay into it. An Express account of before is paid by destination charges.
    charge_model: Mapped[str] = mapped_column(String(12), default=DESTINATION, server_default=DESTINATION)
    country: Mapped[str | None] = mapped_column(String(2))
    # What the provider asks of the owner, by when, and why it has disabled anything: all in its words.
    due: Mapped[list[str] | None] = mapped_column(Document)
    due_by: Mapped[datetime | None] = mapped_column(Instant)
    disabled_reason: Mapped[str | None] = mapped_column(String(100))
    asked_at: Mapped[datetime] = mapped_column(Instant)
