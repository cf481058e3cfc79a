"""Tables of bookings: the rental as it was agreed, and what happened to it since."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, ClassVar, Literal, NotRequired, TypedDict

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    and_,
    column,
    false,
    literal_column,
)
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, KeepsOperator, own_id, owner_id, within
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.pricing.agreed_price import StoredPrice
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.rentals.stored_lines import StoredLine
from marqueedesk.venues.address import StoredAddress

PENDING, CONFIRMED, COMPLETED, CANCELED = "pending", "confirmed", "completed", "canceled"
STATUSES = (PENDING, CONFIRMED, COMPLETED, CANCELED)
HOLDING = (PENDING, CONFIRMED)
"""The states in which a booking holds its letters (L4)."""

RESERVED, PACKED, OUT, PARTLY_BACK, BACK = "reserved", "packed", "out", "partly_back", "back"
"""Where the goods of a booking are. Of what is not back when it is due one reads `OVERDUE`."""
OVERDUE = "overdue"
PROPOSED, CHARGED, WAIVED = "proposed", "charged", "waived"
"""The states of a charge for a damaged or lost piece."""
AWAY = (OUT, PARTLY_BACK)
GOODS = (RESERVED, PACKED, OUT, PARTLY_BACK, BACK, OVERDUE)

FROM_FORM, FROM_OPERATOR = "form", "operator"

# SQLite keeps to no length, so the table is not written anew there for another one.
_EVENT_TYPE = String(20).with_variant(String(40), "postgresql")

LINK = "booking"
"""The kind of a booking's links."""


ClosedReason = Literal["closed", "full", "notice"]


class ClosedOut(TypedDict):
    """Why a visitor cannot book these days, as the wire shows it."""

    day: str
    reason: ClosedReason


class AskedShortage(TypedDict):
    """A shortage of an "Ask us anyway" request, as it was at the time."""

    size: str
    letter: str
    finish: str
    needed: int
    free: int
    day: str | None


class StoredAsked(TypedDict):
    """What an "Ask us anyway" request lacked (bookings.asked)."""

    shortages: list[AskedShortage]
    items: dict[str, str]
    usual_finish: str
    closed: ClosedOut | None
    form_key: str | None


class StoredMove(TypedDict):
    """So many of a piece in a handover (bookings.goods.handover_batch), or the one that has a tag."""

    size: str
    letter: str
    finish: str
    count: int
    outcome: str
    note: str | None
    tag: NotRequired[str]
    photo: NotRequired[str]


class StoredSignOff(TypedDict):
    """Who signed for a handover (bookings.goods.handovers)."""

    lights_tested: bool
    signed_by: str | None
    signature: str | None


OWING = literal_column(
    "status IN ('confirmed', 'completed') AND total_cents + charges_cents > received_cents + processing_cents", Boolean
)
"""Bookings with something left to pay, money that a bank is moving counted as paid. Requests owe nothing. Written out,
since SQLite uses a partial index only for a condition with the same text.
"""
DUE_UNKNOWN = and_(OWING, column("next_due_day").is_(None))
"""Those of them whose next due day was never computed, written by a server of an earlier version."""

Changes = dict[str, list[Any]]
"""What an edit changed: the value before and the one after, by the field's name on the wire."""


class Booking(KeepsOperator, Base):
    """A rental. Venue, price and turnaround are kept as they were when it was agreed (B5, L2)."""

    __tablename__ = "bookings"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_bookings_delivery", "operator_id", "delivery_day", "delivery_clock", "id"),
        Index("ix_bookings_venue", "operator_id", "venue_id"),
        # What one customer has open is counted under the lock (W9).
        Index("ix_bookings_customer", "operator_id", "customer_email"),
        Index("uq_bookings_number", "operator_id", "number", unique=True),
        # A tab of the list by delivery, and the counts on the tabs without looking at a row.
        Index("ix_bookings_status", "operator_id", "status", "delivery_day", "delivery_clock", "id"),
        # A quote becomes one booking. Only those that came from one are in the index.
        Index(
            "uq_bookings_quote_id",
            "operator_id",
            "quote_id",
            unique=True,
            postgresql_where=column("quote_id").is_not(None),
            sqlite_where=column("quote_id").is_not(None),
        ),
        Index(
            "ix_bookings_discount_code",
            "operator_id",
            "discount_code",
            postgresql_where=column("discount_code").is_not(None),
            sqlite_where=column("discount_code").is_not(None),
        ),
        Index("ix_bookings_owing", "operator_id", "next_due_day", postgresql_where=OWING, sqlite_where=OWING),
        # Those without a computed day, which are few: PostgreSQL expects many, and would read every booking for them.
        Index("ix_bookings_due_unknown", "operator_id", postgresql_where=DUE_UNKNOWN, sqlite_where=DUE_UNKNOWN),
        # Cancellation fees by the day of the last change, for the journal.
        Index(
            "ix_bookings_cancel_fee",
            "operator_id",
            "updated_at",
            postgresql_where=column("cancel_fee_cents") > 0,
            sqlite_where=column("cancel_fee_cents") > 0,
        ),
        CheckConstraint("status IN ('pending', 'confirmed', 'completed', 'canceled')", name="status"),
        CheckConstraint("source IN ('form', 'operator')", name="source"),
        CheckConstraint("delivery_day <= pickup_day", name="days"),
    )

    id: Mapped[int] = own_id()
    # What people call it by, #12: each operator's bookings count from 1 (B17).
    number: Mapped[int] = mapped_column(Integer)
    status: Mapped[str] = mapped_column(String(10))
    source: Mapped[str] = mapped_column(String(10))
    # Who entered it, where it was somebody of the business; a visitor's own name is the customer's.
    placed_by: Mapped[str | None] = mapped_column(String(100))
    message: Mapped[str] = mapped_column(String(500))
    size: Mapped[str] = mapped_column(String(20))
    letter_count: Mapped[int] = mapped_column(Integer)
    event_type: Mapped[str | None] = mapped_column(_EVENT_TYPE)
    # SQLite does not limit the length of a text, so its table was not made anew for longer ones.
    install_time: Mapped[str | None] = mapped_column(String(20).with_variant(String(60), "postgresql"))
    color: Mapped[str] = mapped_column(String(40))
    add_ons: Mapped[list[str]] = mapped_column(Document)
    customer_name: Mapped[str] = mapped_column(String(200))
    # Empty for somebody who gave only a phone number.
    customer_email: Mapped[str] = mapped_column(String(254))
    customer_phone: Mapped[str | None] = mapped_column(String(50))
    venue_id: Mapped[int | None] = mapped_column(BigInteger)
    venue_name: Mapped[str | None] = mapped_column(String(200))
    venue_address: Mapped[str | None] = mapped_column(String(500))
    # Another place than a venue, in its parts (venues.address); empty where there is none. Its line is venue_address.
    address: Mapped[StoredAddress] = mapped_column(Document, default=dict, server_default="{}")
    venue_surcharge_cents: Mapped[int] = mapped_column(BigInteger)
    # Local days and wall-clock times in the operator's zone; the clock is as given, or the one used in its place (B3).
    delivery_day: Mapped[date] = mapped_column(Date)
    delivery_clock: Mapped[str] = mapped_column(String(15))
    delivery_time_given: Mapped[bool] = mapped_column(Boolean)
    pickup_day: Mapped[date] = mapped_column(Date)
    pickup_clock: Mapped[str] = mapped_column(String(15))
    pickup_time_given: Mapped[bool] = mapped_column(Boolean)
    rental_days: Mapped[int] = mapped_column(Integer)
    turnaround_days: Mapped[int] = mapped_column(Integer)
    # The lines as rentals.stored_lines keeps them; None where it is one line of letters, which the columns above hold.
    lines: Mapped[list[StoredLine] | None] = mapped_column(Document)
    # The computed price line by line, in cents. The total may differ: an operator can set another (P5).
    breakdown: Mapped[StoredPrice] = mapped_column(Document)
    total_cents: Mapped[int] = mapped_column(BigInteger)
    deposit_cents: Mapped[int] = mapped_column(BigInteger)
    received_cents: Mapped[int] = mapped_column(BigInteger)
    # What a bank is still moving towards the business.
    processing_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # What canceling costs its customer; None where nothing is charged for it.
    cancel_fee_cents: Mapped[int | None] = mapped_column(BigInteger)
    # What of the total, and of what canceling costs, is no longer owed: given back for good, or lost in a dispute.
    reduced_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    fee_reduced_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # What the customer's bank may still take back of the money received, and what it has taken for good.
    disputed_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    lost_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # What was charged for damaged and lost pieces, with its tax (BookingCharge), and since when it is due.
    charges_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    charges_due: Mapped[date | None] = mapped_column(Date)
    # When it is paid and what canceling costs, as agreed (PaymentTerms); None from before the business had a policy.
    payment_terms: Mapped[StoredTerms | None] = mapped_column(Document)
    # Hours before the delivery at which free cancellation ends, as agreed; None from before that was stored.
    free_cancellation_hours: Mapped[int | None] = mapped_column(Integer)
    notes: Mapped[str | None] = mapped_column(Text)
    operator_notes: Mapped[str | None] = mapped_column(Text)
    possible_duplicate: Mapped[bool] = mapped_column(Boolean)
    overbook_reason: Mapped[str | None] = mapped_column(String(300))
    # The quote that it came from, if it came from one.
    quote_id: Mapped[int | None] = mapped_column(BigInteger)
    # Until when a pending request keeps its letters (L4); None once confirmed.
    hold_expires_at: Mapped[datetime | None] = mapped_column(Instant)
    # The key of the discount code that it was made with (bookings.charges.discount_codes).
    discount_code: Mapped[str | None] = mapped_column(String(80))
    # Until when a visitor's booking waits for the payment that confirms it; None for all others.
    pay_by: Mapped[datetime | None] = mapped_column(Instant)
    # Of a request that letters or closed days would have refused: what was short (bookings.asked). It holds nothing,
    # and ``hold_expires_at`` is when it was sent. None for all others, and once it holds its letters.
    asked: Mapped[StoredAsked | None] = mapped_column(Document)
    # Whether it was such a request once; unlike the column above, it stays.
    asked_anyway: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Where its goods are, worked out from its handovers whenever one is recorded (bookings.goods.handovers).
    goods: Mapped[str] = mapped_column(String(12), default=RESERVED, server_default=RESERVED)
    # When late goods are expected, as somebody has said; the clock only where it was said too.
    return_day: Mapped[date | None] = mapped_column(Date)
    return_clock: Mapped[str | None] = mapped_column(String(15))
    # The digest of the network that a visitor's booking came from.
    sender_network: Mapped[str | None] = mapped_column(String(32))
    # Whether its letters are only held, or only stay held, once the link in the customer's email has been opened.
    must_confirm: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # When that link was opened.
    address_confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    revision: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(Instant)
    updated_at: Mapped[datetime] = mapped_column(Instant)
    # When its next payment is due (bookings.payment_schedule), to within a day; None where that was never computed.
    next_due_day: Mapped[date | None] = mapped_column(Date, info={"derived": True})
    # What a search looks into (bookings.search): made from the columns above whenever they are written.
    search_text: Mapped[str] = mapped_column(Text, server_default="", info={"derived": True})

    @property
    def place(self) -> str:
        """The venue's name and address in one line; empty if neither is known."""
        return ", ".join(part for part in (self.venue_name, self.venue_address) if part)

    @property
    def owed_cents(self) -> int:
        """The amount that its customer owes for it, in cents, regardless of payments."""
        return owed(self._money())

    @property
    def balance_cents(self) -> int:
        """The open amount in cents, as `balance`."""
        return balance(self._money())

    def _money(self) -> Mapping[str, Any]:
        """The columns that `owed` and `balance` read; loaded, where they are not."""
        return {name: getattr(self, name) for name in _MONEY}


_MONEY = (
    "status",
    "total_cents",
    "cancel_fee_cents",
    "reduced_cents",
    "fee_reduced_cents",
    "charges_cents",
    "received_cents",
    "processing_cents",
)


def owed(row: Mapping[str, Any]) -> int:
    """The amount in cents that a booking's customer owes: the total, or the cancellation fee (S7), with charges for
    damaged and lost pieces (L17), less what is no longer owed. ``row`` holds the values of the booking's columns.
    """
    charges = row.get("charges_cents") or 0
    if row["status"] == CANCELED:
        return max(0, (row["cancel_fee_cents"] or 0) + charges - (row["fee_reduced_cents"] or 0))
    return max(0, row["total_cents"] + charges - (row["reduced_cents"] or 0))


def balance(row: Mapping[str, Any]) -> int:
    """The open amount of a booking in cents: neither received nor on its way from a bank."""
    return max(0, owed(row) - row["received_cents"] - (row["processing_cents"] or 0))


class BookingChange(TenantOwned, Base):
    """One thing that happened to a booking after it was placed: by whom, when, and what it changed (B1)."""

    __tablename__ = "booking_changes"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_booking_changes_booking", "operator_id", "booking_id"),
        within("booking_id", "bookings", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(10))
    from_status: Mapped[str | None] = mapped_column(String(10))
    to_status: Mapped[str | None] = mapped_column(String(10))
    changes: Mapped[Changes] = mapped_column(Document)


class Handover(TenantOwned, Base):
    """Goods that were packed, went out or came in: a batch, once for each id that its sender gave it."""

    __tablename__ = "handovers"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_handovers_booking", "operator_id", "booking_id"),
        UniqueConstraint("operator_id", "client_id"),
        CheckConstraint("kind IN ('pack', 'out', 'in')", name="kind"),
        within("booking_id", "bookings", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    client_id: Mapped[str] = mapped_column(String(80))
    fingerprint: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(10))
    # When the sender says it was, and when the server learned of it.
    at: Mapped[datetime] = mapped_column(Instant)
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))
    reason: Mapped[str | None] = mapped_column(String(300))
    # Each with size, letter, finish, count, outcome and note (bookings.goods.handovers).
    lines: Mapped[list[StoredMove]] = mapped_column(Document)
    # Whether the lights were tested, and who signed for it (handover_batch.SignOff); None where neither was said.
    sign_off: Mapped[StoredSignOff | None] = mapped_column(Document)


class OfBooking(TenantOwned):
    """Mixin of what goes with a booking, and has the booking's id as its own or as the first part of it."""

    checks: ClassVar[tuple[CheckConstraint, ...]] = ()

    operator_id: Mapped[int] = owner_id()
    booking_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False, sort_order=-1)

    @declared_attr.directive
    @classmethod
    def __table_args__(cls) -> tuple[Any, ...]:
        return (*cls.checks, within("booking_id", "bookings", ondelete="CASCADE"))


class PieceOut(OfBooking, Base):
    """How many of a piece are out with a booking: went out, and neither came in nor were lost. Made from handovers."""

    __tablename__ = "pieces_out"
    checks = (CheckConstraint("count > 0", name="count"),)

    size: Mapped[str] = mapped_column(String(20), primary_key=True)
    letter: Mapped[str] = mapped_column(String(32), primary_key=True)
    finish: Mapped[str] = mapped_column(String(20), primary_key=True)
    count: Mapped[int] = mapped_column(Integer)


RESCHEDULE = "reschedule"
"""The kind of a charge for moving a booking; the others are those of outages. It is about no piece."""


class BookingCharge(TenantOwned, Base):
    """A charge to a booking's customer for a damaged or lost piece, or for moving the booking: proposed when it is
    recorded, charged by somebody.

    The price that was agreed for the booking stays: charges are owed beside it.
    """

    __tablename__ = "booking_charges"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_booking_charges_booking", "operator_id", "booking_id"),
        Index("ix_booking_charges_outage", "operator_id", "outage_id"),
        Index("ix_booking_charges_at", "operator_id", "at"),
        CheckConstraint("state IN ('proposed', 'charged', 'waived')", name="state"),
        CheckConstraint("kind IN ('repair', 'missing', 'reschedule')", name="kind"),
        within("booking_id", "bookings", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    # The repair or loss that it is for; None once that is over.
    outage_id: Mapped[int | None] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(10))
    size: Mapped[str] = mapped_column(String(20))
    letter: Mapped[str] = mapped_column(String(32))
    finish: Mapped[str] = mapped_column(String(20))
    count: Mapped[int] = mapped_column(Integer)
    note: Mapped[str | None] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10))
    # Of a charge: what it costs, and the tax on it. Of a proposal: what the repair has cost, where that is known.
    cents: Mapped[int | None] = mapped_column(BigInteger)
    tax_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Its name when it was charged: documents keep it, whatever the item is called later.
    name: Mapped[str | None] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))


class JobAssignment(OfBooking, Base):
    """The team member to whom a delivery or a pickup was given. A job without one is everybody's."""

    __tablename__ = "job_assignments"
    __topic__ = "bookings"
    checks = (CheckConstraint("kind IN ('delivery', 'pickup')", name="kind"),)

    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), index=True)


RefusedKind = Literal["email", "domain", "network"]


class RefusedSender(GoesWithOperator, Base):
    """A sender whose requests a business refuses: an email address, a mail domain, or the digest of a network.

    ``label`` is its name on the page: a network is named by the customer whose request came from it.
    """

    __tablename__ = "refused_senders"
    __topic__ = "settings"
    __table_args__ = (UniqueConstraint("operator_id", "value"), {"sqlite_autoincrement": True})

    id: Mapped[int] = own_id()
    kind: Mapped[str] = mapped_column(String(10))
    value: Mapped[str] = mapped_column(String(254))
    label: Mapped[str] = mapped_column(String(254))
    booking_id: Mapped[int] = mapped_column(BigInteger)
    refused_at: Mapped[datetime] = mapped_column(Instant)
    refused_by: Mapped[str] = mapped_column(String(120))


class BookingLink(OfBooking, Base):
    """The unique part of a booking's link. Created when first needed; a new nonce makes a new link."""

    __tablename__ = "booking_links"

    nonce: Mapped[str] = mapped_column(String(32))
    # The digest of the link as it was made, to know whether the same link can still be shown.
    digest: Mapped[str] = mapped_column(String(64))
