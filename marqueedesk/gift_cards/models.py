"""The table of gift cards and credits.

A card's balance is not stored: it is what was sold, less the payments made with the card, plus what was returned to it
(`queries.balances`). These movements are rows of `booking_payments` with the card's id.
"""

from datetime import date, datetime

from sqlalchemy import BigInteger, CheckConstraint, Date, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id
from marqueedesk.pricing.ways_to_pay import MethodKind

LONGEST_RECIPIENT = 200


class GiftCard(KeepsOperator, Base):
    """A gift card, or a credit from a canceled booking, which was not sold: ``sold_cents`` is 0 and ``booking_id`` set.

    The code is shown once, when the card is made; only its digest is stored.
    """

    __tablename__ = "gift_cards"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint("sold_cents >= 0", name="sold"),
        UniqueConstraint("operator_id", "code_digest"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    code_digest: Mapped[str] = mapped_column(String(64))
    # The end of the code, by which people tell cards apart.
    ending: Mapped[str] = mapped_column(String(4))
    sold_cents: Mapped[int] = mapped_column(BigInteger)
    # What customers were last told is left on it: its worth at first, then what an estimate or a refusal said.
    told_cents: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))
    # How and on which day it was paid; None for a credit.
    paid_by: Mapped[MethodKind | None] = mapped_column(String(20))
    method_name: Mapped[str | None] = mapped_column(String(40))
    sold_on: Mapped[date | None] = mapped_column(Date)
    recipient: Mapped[str] = mapped_column(String(LONGEST_RECIPIENT), default="", server_default="")
    # The canceled booking whose money became this credit, and its customer.
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    customer_id: Mapped[int | None] = mapped_column(BigInteger)
    # The last day on which it can be used; None if it does not expire.
    expires_on: Mapped[date | None] = mapped_column(Date)
    made_by: Mapped[str] = mapped_column(String(120))
    voided_at: Mapped[datetime | None] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)

    @property
    def is_credit(self) -> bool:
        """Return true if it is a credit from a canceled booking."""
        return self.booking_id is not None
