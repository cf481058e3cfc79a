"""Table of backups."""

from datetime import datetime

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant


class BackupRun(Base):
    """A backup that was made or failed. ``id`` is in the manifest of the file; a failed backup has a ``problem``."""

    __tablename__ = "backup_runs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    started_at: Mapped[datetime] = mapped_column(Instant)
    finished_at: Mapped[datetime] = mapped_column(Instant)
    file_name: Mapped[str] = mapped_column(String(255))
    size_bytes: Mapped[int | None] = mapped_column(BigInteger)
    verified_at: Mapped[datetime | None] = mapped_column(Instant)
    problem: Mapped[str | None] = mapped_column(String(500))
