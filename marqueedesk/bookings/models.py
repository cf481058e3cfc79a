"""Tables of bookings: the agreed rental and its history."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, ClassVar, Final, Literal, TypedDict
from zoneinfo import ZoneInfo

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    ColumnElement,
    Date,
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

from marqueedesk.inventory.message import split_message
from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, KeepsOperator, own_id, owner_id, within
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.pricing.agreed_price import AgreedPrice, StoredPrice, read_price
from marqueedesk.pricing.automatic_charges import StoredAutomaticCharges
from marqueedesk.pricing.card_terms import StoredCardOnFile, StoredSecurityHold
from marqueedesk.pricing.payment_terms import DuePart, PaymentTerms, StoredTerms, schedule
from marqueedesk.rentals.lines import Lines, letters_line, letters_lines
from marqueedesk.rentals.stops import Stop
from marqueedesk.rentals.stored_lines import StoredLine, read_lines
from marqueedesk.venues.address import StoredAddress

Status = Literal["pending", "confirmed", "completed", "canceled"]
PENDING: Final = "pending"
CONFIRMED: Final = "confirmed"
COMPLETED: Final = "completed"
CANCELED: Final = "canceled"
STATUSES: Final[tuple[Status, ...]] = (PENDING, CONFIRMED, COMPLETED, CANCELED)
HOLDING: Final[tuple[Status, ...]] = (PENDING, CONFIRMED)
"""Statuses in which a booking holds its letters (L4)."""

StoredGoods = Literal["reserved", "packed", "out", "partly_back", "back"]
Goods = Literal["reserved", "packed", "out", "partly_back", "back", "overdue"]
"""States of a booking's goods. Goods that are late are `OVERDUE` instead, which is computed and never stored."""
RESERVED: Final = "reserved"
PACKED: Final = "packed"
OUT: Final = "out"
PARTLY_BACK: Final = "partly_back"
BACK: Final = "back"
OVERDUE: Final = "overdue"
PROPOSED, CHARGED, WAIVED = "proposed", "charged", "waived"
"""States of a charge for a damaged or lost piece."""
AWAY: Final[tuple[StoredGoods, ...]] = (OUT, PARTLY_BACK)
GOODS: Final[tuple[Goods, ...]] = (RESERVED, PACKED, OUT, PARTLY_BACK, BACK, OVERDUE)

LostReason = Literal["price", "date", "letters", "far", "silent", "other"]
"""Why a request or quote didn't become a rental. ``far`` is a place too far away, ``silent`` a customer who never
replied.
"""

Source = Literal["form", "operator"]
FROM_FORM: Final = "form"
FROM_OPERATOR: Final = "operator"

# SQLite ignores length limits, so widening the column doesn't require rebuilding its table.
_EVENT_TYPE = String(20).with_variant(String(40), "postgresql")

LINK = "booking"
"""Kind of a booking's links."""


ClosedReason = Literal["closed", "full", "notice"]


class ClosedOut(TypedDict):
    """Why visitors can't book these dates, as in responses."""

    day: str
    reason: ClosedReason


class AskedShortage(TypedDict):
    """A shortage at the time of an "Ask us anyway" request."""

    size: str
    letter: str
    finish: str
    needed: int
    free: int
    day: str | None


class StoredAsked(TypedDict):
    """Stored shortages of an "Ask us anyway" request (see `bookings.unavailable_requests`)."""

    shortages: list[AskedShortage]
    items: dict[str, str]
    usual_finish: str
    closed: ClosedOut | None
    form_key: str | None


OWING: ColumnElement[bool] = literal_column(
    "status IN ('confirmed', 'completed') AND total_cents + charges_cents > received_cents + processing_cents"
)
"""Bookings with a balance due; money being moved by a bank counts as paid. Requests owe nothing.

Written as text, because SQLite only uses a partial index for a condition with identical text. It has no type, because
SQLAlchemy would render a Boolean as ``... = 1`` on SQLite, which is different text.
"""
DUE_UNKNOWN = and_(OWING, column("next_due_day").is_(None))
"""Owing bookings whose next due day was never computed because an older server version wrote them."""

Changes = dict[str, list[Any]]
"""Changes made by an edit: previous and new value by wire field name."""


class Booking(KeepsOperator, Base):
    """A rental. Venue, price and turnaround are stored as agreed (B5, L2)."""

    __tablename__ = "bookings"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_bookings_delivery", "operator_id", "delivery_day", "delivery_clock", "id"),
        Index("ix_bookings_venue", "operator_id", "venue_id"),
        # Counts a customer's open requests under the lock (W9).
        Index("ix_bookings_customer", "operator_id", "customer_email"),
        Index("ix_bookings_customer_id", "operator_id", "customer_id"),
        # Rows of an older server version, whose customers are found or created later (customer_records.catch_up).
        Index(
            "ix_bookings_without_customer",
            "operator_id",
            "id",
            postgresql_where=column("customer_id").is_(None),
            sqlite_where=column("customer_id").is_(None),
        ),
        Index("uq_bookings_number", "operator_id", "number", unique=True),
        # For list tabs sorted by delivery date, and index-only counts on the tabs.
        Index("ix_bookings_status", "operator_id", "status", "delivery_day", "delivery_clock", "id"),
        # A quote becomes at most one booking. Partial index, because most bookings have no quote.
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
        # Partial index of the few rows without a computed due day: PostgreSQL overestimates their number and would scan
        # all bookings.
        Index("ix_bookings_due_unknown", "operator_id", postgresql_where=DUE_UNKNOWN, sqlite_where=DUE_UNKNOWN),
        # Cancellation fees by the day of the last change, for the journal.
        Index(
            "ix_bookings_cancel_fee",
            "operator_id",
            "updated_at",
            postgresql_where=column("cancel_fee_cents") > 0,
            sqlite_where=column("cancel_fee_cents") > 0,
        ),
        # For undoing an import. Partial index, because few bookings come from one.
        Index(
            "ix_bookings_import",
            "operator_id",
            "import_id",
            postgresql_where=column("import_id").is_not(None),
            sqlite_where=column("import_id").is_not(None),
        ),
        # The business's list of unfinished bookings.
        Index(
            "ix_bookings_lapsed",
            "operator_id",
            "lapsed_at",
            postgresql_where=column("lapsed_at").is_not(None),
            sqlite_where=column("lapsed_at").is_not(None),
        ),
        CheckConstraint("status IN ('pending', 'confirmed', 'completed', 'canceled')", name="status"),
        CheckConstraint("source IN ('form', 'operator')", name="source"),
        CheckConstraint("delivery_day <= pickup_day", name="days"),
    )

    id: Mapped[int] = own_id()
    # Number shown to users, such as #12; counts up from 1 per operator (B17).
    number: Mapped[int] = mapped_column(Integer)
    status: Mapped[Status] = mapped_column(String(10))
    source: Mapped[Source] = mapped_column(String(10))
    # The team member who created it; a visitor's name is the customer name.
    placed_by: Mapped[str | None] = mapped_column(String(100))
    message: Mapped[str] = mapped_column(String(500))
    size: Mapped[str] = mapped_column(String(20))
    letter_count: Mapped[int] = mapped_column(Integer)
    event_type: Mapped[str | None] = mapped_column(_EVENT_TYPE)
    # SQLite ignores length limits, so its table wasn't rebuilt for longer values.
    install_time: Mapped[str | None] = mapped_column(String(20).with_variant(String(60), "postgresql"))
    color: Mapped[str] = mapped_column(String(40))
    add_ons: Mapped[list[str]] = mapped_column(Document)
    # The customer (customers.models); None only in rows of an older server version. The name and contact details below
    # are those given with the booking.
    customer_id: Mapped[int | None] = mapped_column(BigInteger)
    customer_name: Mapped[str] = mapped_column(String(200))
    # Empty for customers who only gave a phone number.
    customer_email: Mapped[str] = mapped_column(String(254))
    customer_phone: Mapped[str | None] = mapped_column(String(50))
    # The customer's VAT ID, printed on documents (business.document_rules).
    customer_vat_id: Mapped[str | None] = mapped_column(String(30))
    venue_id: Mapped[int | None] = mapped_column(BigInteger)
    venue_name: Mapped[str | None] = mapped_column(String(200))
    venue_address: Mapped[str | None] = mapped_column(String(500))
    # Parts of an address that is not a venue (venues.address); empty if there is none. Its one-line form is
    # venue_address.
    address: Mapped[StoredAddress] = mapped_column(Document, default=dict, server_default="{}")
    venue_surcharge_cents: Mapped[int] = mapped_column(BigInteger)
    # Local days and times in the operator's time zone. The time is as entered, or the default (B3).
    delivery_day: Mapped[date] = mapped_column(Date)
    delivery_clock: Mapped[str] = mapped_column(String(15))
    delivery_time_given: Mapped[bool] = mapped_column(Boolean)
    pickup_day: Mapped[date] = mapped_column(Date)
    pickup_clock: Mapped[str] = mapped_column(String(15))
    pickup_time_given: Mapped[bool] = mapped_column(Boolean)
    rental_days: Mapped[int] = mapped_column(Integer)
    turnaround_days: Mapped[int] = mapped_column(Integer)
    # The lines as JSON (rentals.stored_lines). None for a single line of letters, which is stored in the columns above.
    stored_lines: Mapped[list[StoredLine] | None] = mapped_column("lines", Document)
    # The computed price by line, in cents. The total may differ because operators can set a custom one (P5).
    breakdown: Mapped[StoredPrice] = mapped_column(Document)
    total_cents: Mapped[int] = mapped_column(BigInteger)
    deposit_cents: Mapped[int] = mapped_column(BigInteger)
    received_cents: Mapped[int] = mapped_column(BigInteger)
    # Amount that a bank is still transferring to the business.
    processing_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Amount reserved on the customer's card and not charged yet.
    authorized_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Cancellation fee owed by the customer; None if there is none.
    cancel_fee_cents: Mapped[int | None] = mapped_column(BigInteger)
    # Part of the total and the cancellation fee that is no longer owed: refunded permanently, or lost in a dispute.
    reduced_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    fee_reduced_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Part of the received amount under dispute, and the part lost in disputes.
    disputed_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    lost_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Bank debits that were returned after they had been received, so that the amount is due again.
    returned_debit_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Charges for damaged and lost pieces with tax (BookingCharge), and their due date.
    charges_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    charges_due: Mapped[date | None] = mapped_column(Date)
    # Agreed payment schedule and cancellation terms (PaymentTerms); None for bookings before the business had a policy.
    payment_terms: Mapped[StoredTerms | None] = mapped_column(Document)
    # The booking's card on file, as displayed (cards_on_file); None if there is none.
    card_on_file: Mapped[StoredCardOnFile | None] = mapped_column(Document)
    # The security hold on that card, as displayed (security_holds); None until one is placed.
    security_hold: Mapped[StoredSecurityHold | None] = mapped_column(Document)
    # Announced and attempted automatic charges to that card (pricing.automatic_charges); None if there are none.
    automatic_charges: Mapped[StoredAutomaticCharges | None] = mapped_column(Document)
    # Agreed hours before delivery when free cancellation ends; None for bookings before that was stored.
    free_cancellation_hours: Mapped[int | None] = mapped_column(Integer)
    notes: Mapped[str | None] = mapped_column(Text)
    operator_notes: Mapped[str | None] = mapped_column(Text)
    possible_duplicate: Mapped[bool] = mapped_column(Boolean)
    overbook_reason: Mapped[str | None] = mapped_column(String(300))
    # The quote it was made from, if any.
    quote_id: Mapped[int | None] = mapped_column(BigInteger)
    # The import of a file that it came from, if any. Its customer isn't emailed about events in the past.
    import_id: Mapped[int | None] = mapped_column(BigInteger)
    # Why it was canceled, for the report on lost requests; None if unknown.
    lost_reason: Mapped[LostReason | None] = mapped_column(String(10))
    # When a pending request stops holding its letters (L4); None once confirmed.
    hold_expires_at: Mapped[datetime | None] = mapped_column(Instant)
    # The key of its discount code (bookings.charges.discount_codes).
    discount_code: Mapped[str | None] = mapped_column(String(80))
    # Deadline for the payment that confirms a visitor's booking; None if it awaits none.
    pay_by: Mapped[datetime | None] = mapped_column(Instant)
    # When the time to pay ran out; None unless that canceled the booking.
    lapsed_at: Mapped[datetime | None] = mapped_column(Instant)
    # The booking that took its place before it was paid (booking_form.own_holds).
    replaced_by_id: Mapped[int | None] = mapped_column(BigInteger)
    # Until when the customer's card is authorized and the letters are held for the business's decision; None if no
    # authorization is open.
    authorized_until: Mapped[datetime | None] = mapped_column(Instant)
    # Shortages of an "Ask us anyway" request (bookings.unavailable_requests). Such a request holds nothing, and
    # ``hold_expires_at`` is the time it was sent. None for other bookings, and once the request holds its letters.
    asked: Mapped[StoredAsked | None] = mapped_column(Document)
    # True if the booking was ever such a request; unlike ``asked``, this never changes.
    asked_anyway: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # State of its goods, updated with each handover (bookings.goods.handovers).
    goods: Mapped[StoredGoods] = mapped_column(String(12), default=RESERVED, server_default=RESERVED)
    # When late goods are expected back; the time only if one was given.
    return_day: Mapped[date | None] = mapped_column(Date)
    return_clock: Mapped[str | None] = mapped_column(String(15))
    # Digest of the visitor's network address.
    sender_network: Mapped[str | None] = mapped_column(String(32))
    # True if the letters are only held, or only stay held, once the customer opens the link in the email.
    must_confirm: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # When that link was opened.
    address_confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    revision: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(Instant)
    updated_at: Mapped[datetime] = mapped_column(Instant)
    # Next payment's due day (bookings.payment_schedule), accurate to a day; None if never computed.
    next_due_day: Mapped[date | None] = mapped_column(Date, info={"derived": True})
    # The last day on which a change made more of the price overdue. Late fees count from then, so that customers aren't
    # charged for days on which they didn't owe the amount yet. None if there was no such change.
    late_fees_from: Mapped[date | None] = mapped_column(Date)
    # Search text (bookings.search), derived from the columns above on every write.
    search_text: Mapped[str] = mapped_column(Text, server_default="", info={"derived": True})

    @property
    def place(self) -> str:
        """Return the venue's name and address in one line; empty if neither is known."""
        return ", ".join(part for part in (self.venue_name, self.venue_address) if part)

    @property
    def lines(self) -> Lines:
        """Return the rented lines."""
        if self.stored_lines is not None:
            return read_lines(self.stored_lines)
        return (letters_line(self.message, size=self.size, color=self.color, add_ons=self.add_ons),)

    @property
    def letters(self) -> list[str]:
        """Return the letters of all lines."""
        # Fast path for nearly every booking, because lists have thousands.
        if self.stored_lines is None:
            return split_message(self.message)
        return [letter for line in letters_lines(self.lines) for letter in line.letters]

    @property
    def price(self) -> AgreedPrice:
        """Return the agreed price with its rates."""
        return read_price(self.breakdown)

    @property
    def terms(self) -> PaymentTerms:
        """Return the agreed payment schedule and cancellation terms."""
        return PaymentTerms.from_json(self.payment_terms)

    @property
    def delivery(self) -> Stop:
        """Return the delivery, with the install window if no time was given."""
        clock = time.fromisoformat(self.delivery_clock) if self.delivery_time_given else None
        return Stop("delivery", self.delivery_day, clock, self.install_time if clock is None else None)

    @property
    def pickup(self) -> Stop:
        """Return the pickup."""
        clock = time.fromisoformat(self.pickup_clock) if self.pickup_time_given else None
        return Stop("pickup", self.pickup_day, clock, None)

    @property
    def owed_cents(self) -> int:
        """Return the amount in cents that the customer owes, regardless of payments: the total or the cancellation fee
        (S7), plus charges for damaged and lost pieces (L17), minus amounts no longer owed.
        """
        if self.status == CANCELED:
            return max(0, (self.cancel_fee_cents or 0) + self.charges_cents - self.fee_reduced_cents)
        return max(0, self.total_cents + self.charges_cents - self.reduced_cents)

    @property
    def balance_cents(self) -> int:
        """Return the balance due in cents: amounts neither received nor being transferred by a bank."""
        return max(0, self.owed_cents - self.received_cents - self.processing_cents)

    def payment_schedule(self, zone: ZoneInfo, *, with_processing: bool = False) -> list[DuePart]:
        """Return the payment schedule by the agreed terms. For a canceled booking: the cancellation fee, due at once.

        With ``with_processing``, payments that a bank is still processing count as received.
        """
        canceled = self.status == CANCELED
        booked = (self.updated_at if canceled else self.created_at).astimezone(zone).date()
        owed = self.owed_cents
        charges = min(owed, self.charges_cents)
        return schedule(
            owed - charges,
            deposit_cents=0 if canceled else self.deposit_cents,
            terms=self.terms,
            booked=booked,
            delivery=booked if canceled else self.delivery_day,
            received_cents=self.received_cents + (self.processing_cents if with_processing else 0),
            reduced_cents=0 if canceled else self.reduced_cents,
            charges=[(self.charges_due or booked, charges)] if self.charges_cents else (),
            step=self.breakdown.get("step_cents", 1),
        )

    @property
    def planned_hold_cents(self) -> int:
        """Return the amount of the security hold by the agreed terms, in cents; 0 if there is none."""
        terms = self.terms.hold
        if terms is None or self.status not in HOLDING:
            return 0
        return terms.of(self.total_cents, self.breakdown.get("step_cents", 1))

    def automatic_parts(self, zone: ZoneInfo) -> list[DuePart]:
        """Return the parts of the agreed price that are charged to the card on file on their day; empty if none are.

        Charges for damaged and lost pieces and cancellation fees aren't among them. After a bank debit was returned,
        nothing is charged automatically anymore: the customer decides how to pay.
        """
        if not self.terms.automatic or self.card_on_file is None or self.status not in {CONFIRMED, COMPLETED}:
            return []
        if self.returned_debit_cents:
            return []
        return self.agreed_parts(zone)

    def agreed_parts(self, zone: ZoneInfo) -> list[DuePart]:
        """Return the parts of the agreed price of a booking that isn't canceled, without charges on top of it. Payments
        that a bank is still processing count as received.
        """
        return schedule(
            max(0, self.owed_cents - self.charges_cents),
            deposit_cents=self.deposit_cents,
            terms=self.terms,
            booked=self.created_at.astimezone(zone).date(),
            delivery=self.delivery_day,
            received_cents=self.received_cents + self.processing_cents,
            reduced_cents=self.reduced_cents,
            step=self.breakdown.get("step_cents", 1),
        )

    def awaits_prepayment(self, now: datetime) -> bool:
        """Return true while the booking holds its letters and waits for the customer's payment."""
        return self.status == PENDING and self.pay_by is not None and now < self.pay_by

    def overdue_since(self, zone: ZoneInfo, due_before: date, grace_hours: int) -> datetime | None:
        """Return when the goods became overdue, or None if they aren't.

        A booking is overdue if it is confirmed, due before the day ``due_before``, and neither returned nor completed;
        or if it was canceled with goods out. This also applies to businesses that don't record handovers.
        """
        is_due = self.status == CONFIRMED or (self.status == CANCELED and self.goods in AWAY)
        if not is_due or self.goods == BACK or self.pickup_day >= due_before:
            return None
        end = datetime.combine(self.pickup_day + timedelta(days=1), time(0), zone).astimezone(UTC)
        return (end + timedelta(hours=grace_hours)).astimezone(zone)


class BookingChange(TenantOwned, Base):
    """An entry in a booking's history: author, time, and changes (B1)."""

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


class OfBooking(TenantOwned):
    """Mixin for rows that belong to a booking, with the booking's id as primary key or its first part."""

    checks: ClassVar[tuple[CheckConstraint, ...]] = ()

    operator_id: Mapped[int] = owner_id()
    booking_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False, sort_order=-1)

    @declared_attr.directive
    @classmethod
    def __table_args__(cls) -> tuple[Any, ...]:
        return (*cls.checks, within("booking_id", "bookings", ondelete="CASCADE"))


RESCHEDULE, LATE = "reschedule", "late"
FEES = (RESCHEDULE, LATE)
"""Kinds of charges for moving the booking or for a late payment, which aren't about a piece. The other kinds are those
of outages.
"""


class BookingCharge(TenantOwned, Base):
    """A charge for a damaged or lost piece, for moving the booking, or for a late payment. It is proposed automatically
    and charged by a team member.

    The agreed price of the booking doesn't change; charges are owed in addition.
    """

    __tablename__ = "booking_charges"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_booking_charges_booking", "operator_id", "booking_id"),
        Index("ix_booking_charges_outage", "operator_id", "outage_id"),
        Index("ix_booking_charges_at", "operator_id", "at"),
        CheckConstraint("state IN ('proposed', 'charged', 'waived')", name="state"),
        CheckConstraint("kind IN ('repair', 'missing', 'reschedule', 'late')", name="kind"),
        # A late fee is added once for each due day and month.
        Index(
            "uq_booking_charges_late_fee",
            "operator_id",
            "booking_id",
            "late_due",
            "late_month",
            unique=True,
            postgresql_where=column("late_due").is_not(None),
            sqlite_where=column("late_due").is_not(None),
        ),
        within("booking_id", "bookings", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    # The repair or loss that the charge is for; None once that has ended.
    outage_id: Mapped[int | None] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(10))
    size: Mapped[str] = mapped_column(String(20))
    letter: Mapped[str] = mapped_column(String(32))
    finish: Mapped[str] = mapped_column(String(20))
    count: Mapped[int] = mapped_column(Integer)
    note: Mapped[str | None] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10))
    # For a charge: amount and tax. For a proposal: the repair cost, if known, or the rescheduling fee.
    cents: Mapped[int | None] = mapped_column(BigInteger)
    tax_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # The piece's name at the time of the charge, which documents keep showing.
    name: Mapped[str | None] = mapped_column(String(200))
    # For a late fee: the due day of the overdue part, the number of parts due after it, its overdue amount, from which
    # the fee is computed, and the number of months since it was due. If the due day moves, the number of later parts
    # and the amount show that it is the same part.
    late_due: Mapped[date | None] = mapped_column(Date)
    late_part: Mapped[int | None] = mapped_column(Integer)
    late_cents: Mapped[int | None] = mapped_column(BigInteger)
    late_month: Mapped[int | None] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))


RefusedKind = Literal["email", "domain", "network"]


class RefusedSender(GoesWithOperator, Base):
    """A blocked sender: email address, mail domain, or digest of a network.

    ``label`` is shown to users; for a network, it names the customer whose request came from it.
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
    """The nonce that makes a booking's link unique, created when first needed. A new nonce results in a new link."""

    __tablename__ = "booking_links"

    nonce: Mapped[str] = mapped_column(String(32))
    # Digest of the link when it was created, to detect whether the same link can still be shown.
    digest: Mapped[str] = mapped_column(String(64))
