"""Tables of the kit: jobs, idempotency keys, counters."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import BigInteger, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Id, Instant, JsonObject
from marqueedesk.kit.db.tenancy import TenantOwned


class Job(Base):
    """A background job, inserted in the transaction that caused it (docs/adr/0006-jobs.md)."""

    __tablename__ = "jobs"
    __table_args__: ClassVar[Any] = (
        Index("ix_jobs_due", "state", "run_at"),
        Index("ix_jobs_operator_id", "operator_id"),
        # Workers read the jobs of all businesses.
        {"info": {"owned": False}},
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    # The business that the job is for; null for jobs of the installation. Businesses take turns
    # (kit.jobs.jobs.JobTurns).
    operator_id: Mapped[int | None] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(60))
    payload: Mapped[JsonObject] = mapped_column(Document)
    state: Mapped[str] = mapped_column(String(10), default="waiting")
    run_at: Mapped[datetime] = mapped_column(Instant)
    lease_until: Mapped[datetime | None] = mapped_column(Instant)
    leased_by: Mapped[str | None] = mapped_column(String(80))
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    dedupe_key: Mapped[str | None] = mapped_column(String(200), unique=True)
    last_error: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Instant)


class IdempotencyKey(TenantOwned, Base):
    """Result of the first request with an idempotency key: the row it created."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (Index("ix_idempotency_keys_created_at", "created_at"),)

    key: Mapped[str] = mapped_column(String(120), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    made_id: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Instant)


class Counter(Base):
    """Number of events in a time window, counted by all processes together."""

    __tablename__ = "counters"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    window_ends: Mapped[datetime] = mapped_column(Instant, primary_key=True)
    count: Mapped[int] = mapped_column(Integer)
