"""Table of what was done for the certificates of insurance of bookings."""

from datetime import date, datetime

from sqlalchemy import BigInteger, Date, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.insurance.state import CertificateRecord, Policy
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import within
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.venues.certificate import CoverageLimits


class BookingCertificate(TenantOwned, Base):
    """The last request to the insurer and the last certificate sent to the venue, for a booking at ``venue_id``.

    The policy is copied, so that the state stays when the certificate is deleted.
    """

    __tablename__ = "booking_certificates"
    __topic__ = "bookings"
    __table_args__ = (within("booking_id", "bookings", ondelete="CASCADE"),)

    booking_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    # Another venue of the same booking starts over.
    venue_id: Mapped[int] = mapped_column(BigInteger)
    requested_at: Mapped[datetime | None] = mapped_column(Instant)
    requested_from: Mapped[str | None] = mapped_column(String(254))
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    sent_to: Mapped[str | None] = mapped_column(String(254))
    certificate_id: Mapped[int | None] = mapped_column(BigInteger)
    each_occurrence: Mapped[int | None] = mapped_column(BigInteger)
    aggregate: Mapped[int | None] = mapped_column(BigInteger)
    expires_on: Mapped[date | None] = mapped_column(Date)

    @property
    def record(self) -> CertificateRecord:
        """Return what was recorded, as a plain value."""
        sent = None
        each, aggregate = self.each_occurrence, self.aggregate
        if each is not None and aggregate is not None and self.expires_on is not None:
            sent = Policy(CoverageLimits(each_occurrence=each, aggregate=aggregate), self.expires_on)
        return CertificateRecord(self.requested_at, self.sent_at, sent)
