"""Tables of customers' payments to businesses, with what the provider reports about them."""

from datetime import date, datetime
from typing import Any, Self

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    Index,
    String,
    UniqueConstraint,
    column,
    false,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id, owner_id, within
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.stripe.models import DIRECT
from marqueedesk.stripe.values import BANK_DEBITS, StoredCard

PAYMENT, REFUND = "payment", "refund"
CARD, CASH, TRANSFER, OTHER = "card", "cash", "bank_transfer", "other"
BY_HAND = (CASH, TRANSFER, OTHER)
GIFT_CARD = "Gift card"
"""Method name of payments with a gift card, which are of kind *other* and have the card's id."""
ASKED, OPEN, PROCESSING = "asked", "open", "processing"
RECEIVED, RETURNED, FAILED, CANCELED, VOID = "received", "returned", "failed", "canceled", "void"
UNDER_WAY = (ASKED, OPEN)
"""States of a card payment before any money was taken: the form may still be open."""
REDUCE, REPAY = "reduce", "repay"
"""Effects of a refund: less is owed, or the customer has to pay again."""
DEPOSIT, BALANCE, CHOSEN = "deposit", "balance", "chosen"
"""Purposes of a card payment: a part of the price, or an amount chosen by the customer."""


class BookingPayment(KeepsOperator, Base):
    """A movement of a booking's money: a payment, or a refund of one. Rows are deleted only with their business.

    A card payment is *asked* while the provider creates it, *open* until the customer pays, then *processing*,
    *received* or *canceled*; a refund is *asked*, *processing*, *returned* or *failed*. Manual entries are received or
    returned at once, and *void* if recorded by mistake. ``key`` is the idempotency key of the request to the provider;
    it is also in the metadata of the provider's object.
    """

    __tablename__ = "booking_payments"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint("entry IN ('payment', 'refund')", name="entry"),
        CheckConstraint("kind IN ('card', 'cash', 'bank_transfer', 'other')", name="kind"),
        CheckConstraint("amount_cents > 0", name="amount"),
        CheckConstraint(
            "state IN ('asked', 'open', 'processing', 'received', 'returned', 'failed', 'canceled', 'void')",
            name="state",
        ),
        Index("ix_booking_payments_booking", "operator_id", "booking_id"),
        # For reports of money by date (reports.money_queries).
        Index("ix_booking_payments_settled_at", "operator_id", "settled_at"),
        Index(
            "ix_booking_payments_on_day",
            "operator_id",
            "on_day",
            postgresql_where=column("on_day").is_not(None),
            sqlite_where=column("on_day").is_not(None),
        ),
        # For the balance of a gift card. Partial index, because few payments are made with one.
        Index(
            "ix_booking_payments_gift_card",
            "operator_id",
            "gift_card_id",
            postgresql_where=column("gift_card_id").is_not(None),
            sqlite_where=column("gift_card_id").is_not(None),
        ),
        Index(
            "ix_booking_payments_unsettled",
            "operator_id",
            "created_at",
            postgresql_where=column("settled_at").is_(None),
            sqlite_where=column("settled_at").is_(None),
        ),
        Index(
            "ix_booking_payments_dispute",
            "operator_id",
            "asked_at",
            postgresql_where=column("dispute").is_not(None),
            sqlite_where=column("dispute").is_not(None),
        ),
        UniqueConstraint("operator_id", "key"),
        UniqueConstraint("operator_id", "provider_id"),
        within("booking_id", "bookings", ondelete="RESTRICT"),
        within("refund_of", "booking_payments", ondelete="CASCADE"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    entry: Mapped[str] = mapped_column(String(10))
    kind: Mapped[str] = mapped_column(String(20))
    # The business's name for the method: "Venmo". None for cards, or if only the kind was entered.
    method_name: Mapped[str | None] = mapped_column(String(40))
    state: Mapped[str] = mapped_column(String(12))
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    # The platform's fee, the part of it that was returned, and true if refunds return it.
    fee_cents: Mapped[int] = mapped_column(BigInteger, default=0)
    fee_returned_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    returns_fee: Mapped[bool | None] = mapped_column(Boolean)
    # The fee that the provider charges the business, in the payment's currency; 0 if the platform pays it.
    provider_fee_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # The same fee in the currency of the account's balance and the provider's rate, if that is another currency.
    settled_fee_cents: Mapped[int | None] = mapped_column(BigInteger)
    settled_currency: Mapped[str | None] = mapped_column(String(3))
    exchange_rate: Mapped[str | None] = mapped_column(String(30))
    currency: Mapped[str] = mapped_column(String(3))
    # The part the customer chose to pay: deposit, balance, or another amount.
    part: Mapped[str | None] = mapped_column(String(10))
    # The share being paid, if another person pays.
    share_id: Mapped[int | None] = mapped_column(BigInteger)
    # The list of bookings (customer_pages.models.BookingListLink) from which this is paid, with one card for several.
    list_id: Mapped[int | None] = mapped_column(BigInteger)
    # The gift card that paid, or that received the refund.
    gift_card_id: Mapped[int | None] = mapped_column(BigInteger)
    # The kept card (cards_on_file.models.KeptCard) that is charged without the customer, and the digests of the photos
    # that show the reason.
    card_id: Mapped[int | None] = mapped_column(BigInteger)
    photo_digests: Mapped[list[str] | None] = mapped_column(Document)
    # The payment that is refunded.
    refund_of: Mapped[int | None] = mapped_column(BigInteger)
    key: Mapped[str | None] = mapped_column(String(80))
    # The provider's payment intent or refund, and the receiving account. A payment is queried and refunded the same way
    # it was made; None means a destination charge from before direct charges.
    provider_id: Mapped[str | None] = mapped_column(String(255))
    account_id: Mapped[str | None] = mapped_column(String(255))
    charge_model: Mapped[str | None] = mapped_column(String(12))
    # The payer as a customer of that account.
    customer_id: Mapped[str | None] = mapped_column(String(255))
    # The transfer to the account, which payout entries refer to.
    transfer_id: Mapped[str | None] = mapped_column(String(255))
    live: Mapped[bool | None] = mapped_column(Boolean)
    # True if the card is only authorized, and charged once the business confirms the booking.
    on_approval: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # When the card was authorized; the row is *open* until the amount is captured or the authorization is released.
    authorized_at: Mapped[datetime | None] = mapped_column(Instant)
    card: Mapped[StoredCard | None] = mapped_column(Document)
    receipt_url: Mapped[str | None] = mapped_column(String(1000))
    failure: Mapped[str | None] = mapped_column(String(500))
    dispute: Mapped[str | None] = mapped_column(String(10))
    disputed_cents: Mapped[int] = mapped_column(BigInteger, default=0)
    # A card network's early fraud warning, as the provider's fraud type.
    fraud_warning: Mapped[str | None] = mapped_column(String(60))
    # Part of the price that is no longer owed because of this refund or lost dispute; part of the cancellation fee if
    # the booking had been canceled by then.
    reduces_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    reduces_fee: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # The charge that is reduced instead; None if it is the price or the fee.
    reduces_charge_id: Mapped[int | None] = mapped_column(BigInteger)
    # For manual entries: the date of the payment, the user who recorded it, and a note.
    on_day: Mapped[date | None] = mapped_column(Date)
    recorded_by: Mapped[str | None] = mapped_column(String(120))
    recorded_by_id: Mapped[int | None] = mapped_column(BigInteger)
    note: Mapped[str | None] = mapped_column(String(500))
    # When this state was requested from the provider; responses to earlier requests are ignored.
    asked_at: Mapped[datetime | None] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)
    settled_at: Mapped[datetime | None] = mapped_column(Instant)

    @property
    def is_authorized(self) -> bool:
        """Return true if the amount is reserved on the card, and neither captured nor released."""
        return self.entry == PAYMENT and self.state == OPEN and self.authorized_at is not None

    @property
    def is_bank_debit(self) -> bool:
        """Return true if the payer's bank account is debited, which takes days and can be returned."""
        return self.card is not None and self.card["kind"] in BANK_DEBITS

    @property
    def made_on(self) -> str | None:
        """Return the connected account that has the payment at the provider; None for the platform's account."""
        return self.account_id if self.charge_model == DIRECT else None

    def refund(self, cents: int, by: str, now: datetime, **more: Any) -> Self:
        """Create a requested refund of this payment. The caller adds it to the session."""
        return type(self)(
            booking_id=self.booking_id,
            gift_card_id=self.gift_card_id,
            entry=REFUND,
            kind=self.kind,
            state=ASKED,
            amount_cents=cents,
            currency=self.currency,
            refund_of=self.id,
            account_id=self.account_id,
            charge_model=self.charge_model,
            live=self.live,
            recorded_by=by[:120],
            created_at=now,
            **more,
        )


class PaymentShare(KeepsOperator, Base):
    """A part of a booking's balance that another person pays with their own link.

    The link is derived from ``nonce``; ``withdrawn_at`` is set once the share is withdrawn.
    """

    __tablename__ = "payment_shares"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint("amount_cents > 0", name="amount"),
        Index("ix_payment_shares_booking", "operator_id", "booking_id"),
        within("booking_id", "bookings", ondelete="RESTRICT"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(100))
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    nonce: Mapped[str] = mapped_column(String(32))
    created_at: Mapped[datetime] = mapped_column(Instant)
    withdrawn_at: Mapped[datetime | None] = mapped_column(Instant)


class PaymentDispute(TenantOwned, Base):
    """A dispute or inquiry about a payment, as last reported by the provider; ``status`` and ``reason`` are its codes.

    ``withdrawn_cents`` was withdrawn from the account's balance and not returned; it excludes the fee.
    """

    __tablename__ = "payment_disputes"
    __topic__ = "payments"
    __table_args__ = (
        Index("ix_payment_disputes_payment", "operator_id", "payment_id"),
        UniqueConstraint("operator_id", "provider_id"),
        within("payment_id", "booking_payments", ondelete="CASCADE"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    operator_id: Mapped[int] = owner_id()
    payment_id: Mapped[int] = mapped_column(BigInteger)
    provider_id: Mapped[str] = mapped_column(String(255))
    live: Mapped[bool] = mapped_column(Boolean, server_default=true())
    status: Mapped[str] = mapped_column(String(40))
    reason: Mapped[str] = mapped_column(String(60))
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    # In the currency of the account's balance.
    withdrawn_cents: Mapped[int] = mapped_column(BigInteger)
    # In the payment's currency, and as charged if the account's balance has another one.
    fee_cents: Mapped[int] = mapped_column(BigInteger)
    settled_fee_cents: Mapped[int | None] = mapped_column(BigInteger)
    settled_currency: Mapped[str | None] = mapped_column(String(3))
    currency: Mapped[str] = mapped_column(String(3))
    due_by: Mapped[datetime | None] = mapped_column(Instant)
    asked_at: Mapped[datetime] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)
