"""Table of gift cards and credits.

A card's balance is not stored: it is the price, minus payments with the card, plus refunds to it (`queries.balances`).
These payments and refunds are rows of `booking_payments` with the card's id.
"""

from datetime import date, datetime

from sqlalchemy import BigInteger, CheckConstraint, Date, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id
from marqueedesk.pricing.ways_to_pay import MethodKind

LONGEST_RECIPIENT = 200


class GiftCard(KeepsOperator, Base):
    """A gift card, or a credit from a canceled booking. A credit has ``sold_cents`` 0 and a ``booking_id``.

    The code is shown once, when the card is created; only its digest is stored.
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
    # Last four characters of the code, shown in lists.
    ending: Mapped[str] = mapped_column(String(4))
    sold_cents: Mapped[int] = mapped_column(BigInteger)
    # The balance last shown to a customer: initially the full amount, then as of the last estimate or rejected request.
    told_cents: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))
    # Payment method and day of the sale; None for a credit.
    paid_by: Mapped[MethodKind | None] = mapped_column(String(20))
    method_name: Mapped[str | None] = mapped_column(String(40))
    sold_on: Mapped[date | None] = mapped_column(Date)
    recipient: Mapped[str] = mapped_column(String(LONGEST_RECIPIENT), default="", server_default="")
    # The canceled booking that this credit comes from, and its customer.
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    customer_id: Mapped[int | None] = mapped_column(BigInteger)
    # Last valid day; None if the card does not expire.
    expires_on: Mapped[date | None] = mapped_column(Date)
    made_by: Mapped[str] = mapped_column(String(120))
    voided_at: Mapped[datetime | None] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)

    @property
    def is_credit(self) -> bool:
        """Return true for a credit from a canceled booking."""
        return self.booking_id is not None
