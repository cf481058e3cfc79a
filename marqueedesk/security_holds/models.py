"""Table of security holds."""

from datetime import date, datetime

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Date, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id, within
from marqueedesk.stripe.models import DIRECT

ASKED, HELD, CAPTURING, RELEASING = "asked", "held", "capturing", "releasing"
REFUSED, CAPTURED, RELEASED, LAPSED = "refused", "captured", "released", "lapsed"
OPEN = (ASKED, HELD, CAPTURING, RELEASING)
"""States in which the provider may have an authorization."""


class SecurityHold(KeepsOperator, Base):
    """An amount reserved on a customer's card around the rental: a payment at the provider with manual capture.

    It is *asked* until the provider has answered, then *held* or *refused*. A part can be captured for damage, which
    releases the rest; otherwise it is *released*, or *lapsed* when the bank ends it. *capturing* and *releasing* are
    requested from the provider. A refused hold can be tried again, as the next ``attempt`` for its delivery day.
    Before the bank ends a hold that is still needed, another one is placed (``renews_id``), which replaces it once it
    is held. ``key`` is the idempotency key of the payment. It never counts as received; the captured part is a row of
    its own (payments.models.BookingPayment).
    """

    __tablename__ = "security_holds"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint(
            "state IN ('asked', 'held', 'capturing', 'releasing', 'refused', 'captured', 'released', 'lapsed')",
            name="state",
        ),
        UniqueConstraint("operator_id", "booking_id", "delivery_day", "attempt"),
        UniqueConstraint("operator_id", "key"),
        UniqueConstraint("operator_id", "provider_id"),
        within("booking_id", "bookings", ondelete="RESTRICT"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    state: Mapped[str] = mapped_column(String(10))
    key: Mapped[str] = mapped_column(String(80))
    # The connected account and the customer there; None if no card could be authorized.
    account_id: Mapped[str | None] = mapped_column(String(255))
    charge_model: Mapped[str | None] = mapped_column(String(12))
    customer_id: Mapped[str | None] = mapped_column(String(255))
    provider_id: Mapped[str | None] = mapped_column(String(255))
    # The card (cards_on_file.models.KeptCard) that was tried last.
    card_id: Mapped[int | None] = mapped_column(BigInteger)
    live: Mapped[bool] = mapped_column(Boolean)
    currency: Mapped[str] = mapped_column(String(3))
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    # The platform's fee of a capture, and the captured amount, both once a capture is requested.
    fee_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    captured_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    delivery_day: Mapped[date] = mapped_column(Date)
    # The hold that this one replaces once it is held.
    renews_id: Mapped[int | None] = mapped_column(BigInteger)
    attempt: Mapped[int] = mapped_column(Integer, default=1, server_default="1")
    failure: Mapped[str | None] = mapped_column(String(500))
    # The reason of a capture, who captured, and photos of the damage.
    reason: Mapped[str | None] = mapped_column(String(300))
    who: Mapped[str | None] = mapped_column(String(120))
    who_id: Mapped[int | None] = mapped_column(BigInteger)
    photo_digests: Mapped[list[str] | None] = mapped_column(Document)
    created_at: Mapped[datetime] = mapped_column(Instant)
    # When the bank ends the authorization, as the provider reported it.
    held_until: Mapped[datetime | None] = mapped_column(Instant)
    asked_at: Mapped[datetime | None] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)

    @property
    def lacks_account(self) -> bool:
        """Return true if a card is saved, but the business's account couldn't charge it, so that no bank was asked."""
        return self.state == REFUSED and self.provider_id is None and self.customer_id is not None

    @property
    def made_on(self) -> str | None:
        """Return the connected account that has the authorization; None for the platform's account."""
        return self.account_id if self.charge_model == DIRECT else None
