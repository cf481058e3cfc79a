"""Table of certificates of insurance."""

from datetime import date, datetime
from typing import Final

from sqlalchemy import BigInteger, Date, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.insurance.state import Policy
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.db.large_values import Blob
from marqueedesk.venues.certificate import CoverageLimits

ENDINGS: Final = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}
"""File name endings by media type."""


class InsuranceCertificate(GoesWithOperator, Base):
    """A certificate of a liability policy. ``expires_on`` is the last day that the policy covers."""

    __tablename__ = "insurance_certificates"
    __topic__ = "settings"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = own_id()
    insurer: Mapped[str] = mapped_column(String(200))
    each_occurrence: Mapped[int] = mapped_column(BigInteger)
    aggregate: Mapped[int] = mapped_column(BigInteger)
    expires_on: Mapped[date] = mapped_column(Date)
    media_type: Mapped[str] = mapped_column(String(20))
    size_bytes: Mapped[int] = mapped_column(Integer)
    # Loaded only for downloads and emails.
    content: Mapped[bytes] = mapped_column(Blob, deferred=True, deferred_raiseload=True)
    created_at: Mapped[datetime] = mapped_column(Instant)

    @property
    def policy(self) -> Policy:
        """Return the limits and the last day covered."""
        limits = CoverageLimits(each_occurrence=self.each_occurrence, aggregate=self.aggregate)
        return Policy(limits, self.expires_on)

    @property
    def file_name(self) -> str:
        """Return the file's name for downloads and emails."""
        return f"Certificate of insurance {self.expires_on.isoformat()}.{ENDINGS[self.media_type]}"
