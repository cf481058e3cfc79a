"""Tables of the provider's floor: whose the provider's ids are, and the webhook events that it has sent."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db import Base, Instant

CUSTOMER, ACCOUNT = "customer", "account"
"""What a provider's id names."""


class ProviderId(Base):
    """Whose a customer or a connected account at the provider is: what an event is first looked up by.

    A business has its own with real money and without; the one that was made first is the one that is used.
    """

    __tablename__ = "provider_ids"
    __table_args__ = (
        Index("ix_provider_ids_operator", "operator_id", "kind", "live"),
        # Read to find out which operator an event is about, hence before there is one.
        {"info": {"owned": False}},
    )

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    live: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(Instant)


class ProviderEvent(Base):
    """An event of the provider, kept by its id so that it counts once. Its payload is not kept: it is never trusted."""

    __tablename__ = "provider_events"
    __table_args__ = (Index("ix_provider_events_received_at", "received_at"),)

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(100))
    object_kind: Mapped[str] = mapped_column(String(60))
    object_id: Mapped[str | None] = mapped_column(String(255))
    # The connected account that it is about; None for an event of the platform's own.
    account: Mapped[str | None] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(Instant)
    received_at: Mapped[datetime] = mapped_column(Instant)
    handled_at: Mapped[datetime | None] = mapped_column(Instant)
    # What became of it, for those who look into it: "recorded", "known already", "unknown customer", …
    outcome: Mapped[str | None] = mapped_column(String(60))
