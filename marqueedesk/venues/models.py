"""The table of venues."""

from typing import Literal, get_args

from sqlalchemy import BigInteger, Boolean, CheckConstraint, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Dated, Document, JsonObject
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.venues.certificate import VenueCertificate
from marqueedesk.venues.site import SiteFacts

Difficulty = Literal["easy", "moderate", "difficult", "very_difficult"]
"""How difficult it is to deliver to a venue (specification, section 3)."""


class Venue(GoesWithOperator, Dated, Base):
    """A location that letters are delivered to."""

    __tablename__ = "venues"
    __topic__ = "venues"
    __table_args__ = (
        CheckConstraint(f"difficulty IN {get_args(Difficulty)}", name="difficulty"),
        CheckConstraint("surcharge_cents >= 0", name="surcharge"),
    )

    id: Mapped[int] = own_id()
    name: Mapped[str] = mapped_column(String(200))
    address: Mapped[str] = mapped_column(String(300))
    city: Mapped[str] = mapped_column(String(100))
    state: Mapped[str] = mapped_column(String(100))
    zip_code: Mapped[str] = mapped_column(String(20))
    contact_name: Mapped[str | None] = mapped_column(String(200))
    contact_email: Mapped[str | None] = mapped_column(String(254))
    contact_phone: Mapped[str | None] = mapped_column(String(50))
    difficulty: Mapped[Difficulty] = mapped_column(String(20), default="moderate")
    is_verified: Mapped[bool] = mapped_column(Boolean, default=False)
    # The venue's own surcharge, added to the difficulty surcharge (P3).
    surcharge_cents: Mapped[int] = mapped_column(BigInteger, default=0)
    notes: Mapped[str | None] = mapped_column(Text)
    load_in_instructions: Mapped[str | None] = mapped_column(Text)
    parking_instructions: Mapped[str | None] = mapped_column(Text)
    is_quick_book: Mapped[bool] = mapped_column(Boolean, default=False)
    # SiteFacts as JSON, only with known values; None if there are none.
    site: Mapped[JsonObject | None] = mapped_column(Document)
    # VenueCertificate as JSON; None if the business entered nothing about certificates.
    certificate: Mapped[JsonObject | None] = mapped_column(Document)

    @property
    def site_facts(self) -> SiteFacts:
        """Return the venue's site conditions."""
        return SiteFacts.model_validate(self.site or {})

    @property
    def certificate_terms(self) -> VenueCertificate | None:
        """Return what the venue requires of certificates of insurance; None if nothing was entered."""
        return VenueCertificate.model_validate(self.certificate) if self.certificate else None

    @property
    def requires_certificate(self) -> bool:
        """Return true if the venue requires a certificate of insurance."""
        return self.certificate is not None and bool(self.certificate["required"])
