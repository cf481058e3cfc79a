"""Table of gift cards and credits.

A card's balance is not stored: it is the price, minus payments with the card, plus refunds to it, minus the refunded or
withdrawn part of the price, and never below zero (`queries.balances`). These payments and refunds are rows of
`booking_payments` with the card's id.
"""

from datetime import date, datetime

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Date, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id, within
from marqueedesk.pricing.ways_to_pay import MethodKind
from marqueedesk.stripe.values import StoredCard

LONGEST_RECIPIENT = 200
LONGEST_MESSAGE = 500
ASKED, OPEN, PROCESSING, RECEIVED, CANCELED = "asked", "open", "processing", "received", "canceled"
STARTED = (ASKED, OPEN)
"""States of a purchase before any payment attempt."""
UNPAID = (*STARTED, PROCESSING)
"""States of a purchase that may still be paid."""


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
    # Part of the price that was refunded or withdrawn by the buyer's bank. It may exceed the balance of a card that was
    # used before; refunds of bookings to the card then restore only the excess.
    withdrawn_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Set while the buyer's bank disputes the purchase, and after the dispute was lost.
    blocked_at: Mapped[datetime | None] = mapped_column(Instant)
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


class GiftCardPurchase(KeepsOperator, Base):
    """A gift card that a customer buys by card: a direct charge on the business's account, and the card that it pays.

    It is *asked* while the provider creates the payment, *open* until the buyer pays, then *processing*, *received* or
    *canceled*. The gift card is created when the payment is first reported as received. ``key`` is the
    idempotency key of the payment, ``refund_key`` that of its refund.
    """

    __tablename__ = "gift_card_purchases"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint("amount_cents > 0", name="amount"),
        CheckConstraint("state IN ('asked', 'open', 'processing', 'received', 'canceled')", name="state"),
        UniqueConstraint("operator_id", "token_digest"),
        UniqueConstraint("operator_id", "key"),
        UniqueConstraint("operator_id", "provider_id"),
        UniqueConstraint("operator_id", "gift_card_id"),
        within("gift_card_id", "gift_cards", ondelete="RESTRICT"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    # Digest of the secret with which the buyer's browser reads the purchase.
    token_digest: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(12))
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))
    buyer: Mapped[str] = mapped_column(String(200))
    buyer_email: Mapped[str] = mapped_column(String(254))
    recipient: Mapped[str] = mapped_column(String(LONGEST_RECIPIENT))
    # Empty if the code goes to the buyer.
    recipient_email: Mapped[str] = mapped_column(String(254), default="", server_default="")
    message: Mapped[str] = mapped_column(String(LONGEST_MESSAGE), default="", server_default="")
    # The day on which the code is emailed to the recipient; None for at once.
    send_on: Mapped[date | None] = mapped_column(Date)
    # The encrypted code, kept until a month after the email that delivers it; and when the buyer's page showed it.
    sealed_code: Mapped[str | None] = mapped_column(Text)
    code_digest: Mapped[str] = mapped_column(String(64))
    ending: Mapped[str] = mapped_column(String(4))
    shown_at: Mapped[datetime | None] = mapped_column(Instant)
    gift_card_id: Mapped[int | None] = mapped_column(BigInteger)
    key: Mapped[str] = mapped_column(String(80))
    provider_id: Mapped[str | None] = mapped_column(String(255))
    account_id: Mapped[str] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean)
    # Digest of the buyer's network, while the purchase can be paid.
    network: Mapped[str | None] = mapped_column(String(32))
    card: Mapped[StoredCard | None] = mapped_column(Document)
    failure: Mapped[str | None] = mapped_column(String(500))
    # Fees as in payments.models.BookingPayment: the platform's, its returned part, and the provider's.
    fee_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    returns_fee: Mapped[bool] = mapped_column(Boolean)
    fee_returned_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    provider_fee_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # The amount refunded, including a pending refund, and when it was requested.
    refund_key: Mapped[str | None] = mapped_column(String(80))
    refunded_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    refunded_at: Mapped[datetime | None] = mapped_column(Instant)
    # State of the disputes, the amount lost, the provider's fee for them, and when that changed last.
    dispute: Mapped[str | None] = mapped_column(String(10))
    lost_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    dispute_fee_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    disputed_at: Mapped[datetime | None] = mapped_column(Instant)
    asked_at: Mapped[datetime | None] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)
    settled_at: Mapped[datetime | None] = mapped_column(Instant)

    @property
    def deliver_to(self) -> tuple[str, str]:
        """Return the name and the email address to which the code is sent."""
        return (self.recipient, self.recipient_email) if self.recipient_email else (self.buyer, self.buyer_email)
