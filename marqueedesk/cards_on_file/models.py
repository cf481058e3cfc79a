"""Table of the cards that customers keep with a business."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Index, String, Text, UniqueConstraint, column
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id, within
from marqueedesk.stripe.values import BANK_DEBITS, StoredCard

ASKED, OPEN, KEPT, REPLACED, REMOVED, CANCELED = "asked", "open", "kept", "replaced", "removed", "canceled"
WAITING = (ASKED, OPEN)
"""States of a card form that the customer hasn't completed."""


class KeptCard(KeepsOperator, Base):
    """A card that a customer keeps with a business for charges of one booking, or the form to enter it.

    It is *asked* while the provider creates the form, *open* until the customer completes it, then *kept*. A newer card
    of the booking makes it *replaced*; it is *removed* by the customer or by erasing them, and *canceled* if the form
    was abandoned. ``key`` is the idempotency key of the request to the provider; it is also in the metadata of the
    provider's setup intent. ``wording`` is the mandate as the customer agreed to it at ``consent_at``.
    """

    __tablename__ = "kept_cards"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint("state IN ('asked', 'open', 'kept', 'replaced', 'removed', 'canceled')", name="state"),
        Index("ix_kept_cards_booking", "operator_id", "booking_id"),
        # Finds the businesses with a card on file (automatic.py).
        Index(
            "ix_kept_cards_kept",
            "operator_id",
            postgresql_where=column("state") == "kept",
            sqlite_where=column("state") == "kept",
        ),
        UniqueConstraint("operator_id", "key"),
        UniqueConstraint("operator_id", "setup_id"),
        within("booking_id", "bookings", ondelete="RESTRICT"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    state: Mapped[str] = mapped_column(String(10))
    key: Mapped[str] = mapped_column(String(80))
    # The connected account that has the card, the customer there, the form, and the payment method once it is kept.
    account_id: Mapped[str] = mapped_column(String(255))
    customer_id: Mapped[str | None] = mapped_column(String(255))
    setup_id: Mapped[str | None] = mapped_column(String(255))
    method_id: Mapped[str | None] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean)
    card: Mapped[StoredCard | None] = mapped_column(Document)
    wording: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Instant)
    consent_at: Mapped[datetime | None] = mapped_column(Instant)
    # When this state was requested from the provider; responses to earlier requests are ignored.
    asked_at: Mapped[datetime | None] = mapped_column(Instant)
    removed_at: Mapped[datetime | None] = mapped_column(Instant)

    @property
    def is_bank_account(self) -> bool:
        """Return true for a bank account, which can be debited, but on which no amount can be held."""
        return self.card is not None and self.card["kind"] in BANK_DEBITS
