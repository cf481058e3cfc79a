"""The table of what the payment provider has told us by itself."""

from datetime import datetime

from sqlalchemy import Boolean, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db import Base, Instant


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
