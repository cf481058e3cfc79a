"""Data of messages as plain values: about a booking, a quote, a waiting list entry, or a day's stops."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import CONFIRMED, Booking
from marqueedesk.business.terms import OPEN
from marqueedesk.documents import document_content
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.quote_schedule import delivery_words, due_rows, pickup_words
from marqueedesk.documents.stored_document import (
    DEPOSIT,
    Fact,
    PriceRow,
    name_once,
    sum_row,
    without_repeated_total,
)
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body, Files, Part
from marqueedesk.pricing.agreed_price import read_breakdown
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList
from marqueedesk.quotes.content import lines_of
from marqueedesk.quotes.models import SentContent
from marqueedesk.rentals.changed_fields import ChangedField
from marqueedesk.rentals.line_schemas import StandingTextOut
from marqueedesk.rentals.line_serializers import serialize_sign
from marqueedesk.rentals.lines import sign_text

BookingContextT = TypeVar("BookingContextT", bound="BookingContext")

_DAYS = re.compile(r", \d+ days?$")
_IN_PRICE = ("Total", DEPOSIT)
"""Changed values of a quote whose current ones follow in the price."""


def fact_rows(facts: Sequence[Fact]) -> list[tuple[str, str]]:
    """Convert the facts of a document to rows of an email, with each detail below its value."""
    return [(row["label"], "\n".join(part for part in (row["value"], row["detail"]) if part)) for row in facts]


@dataclass(frozen=True, slots=True)
class RequestedChange:
    """A change requested by a customer, and the answer to it."""

    text: str
    is_made: bool
    answer: str | None


@dataclass(frozen=True, slots=True)
class CancellationSummary:
    """A cancellation by a customer, with its fee and reason."""

    fee_cents: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class DisputeContext:
    """A dispute for its recipient.

    ``page`` is the page for responding, or None for recipients who cannot; ``answer_by`` is None once the dispute is
    answered or closed.
    """

    reason: str
    amount: str
    answer_by: str | None
    fee: str | None
    page: str | None


@dataclass(frozen=True, slots=True)
class BookingContext:
    """A booking and its business."""

    booking: Booking
    head: Letterhead
    price_list: PriceList
    extras: Sequence[tuple[str, int]]
    now: datetime
    # The fields that an edit changed, in words.
    changes: Sequence[ChangedField] = ()
    amount_cents: int = 0
    # The person who paid the amount as their share, or who gets it refunded; None for the customer.
    payer: str | None = None
    # The amount that the business has to return by hand because it was not paid by card or cannot be refunded to the
    # card.
    by_hand_cents: int = 0
    farewell: CancellationSummary | None = None
    # The business's reason for canceling, or for charging the card.
    reason: str | None = None
    # Number of photos of damage that the customer can see on the booking's page.
    photos: int = 0
    # The invoice number, if issued.
    invoice: str | None = None
    # What the message is about: why a card payment failed, or the state of a dispute.
    problem: str | None = None
    dispute: DisputeContext | None = None
    # The customer's notes for the crew, line by line.
    crew: Sequence[str] = ()
    # The business's note to the customer in this email.
    note: str | None = None
    # The amount that is due today and can be paid by card on the booking's page.
    due_by_card_cents: int = 0
    # True if the balance can be paid by card on the booking's page.
    takes_cards: bool = False
    # The business's payment instructions, if cards are not the only way to pay.
    how_to_pay: str | None = None
    # True if the customer has to agree to the change.
    asks_agreement: bool = False
    # True if the card is only authorized at first, and charged once the business confirms.
    on_approval: bool = False
    # How soon the business replies to a request, such as "within a day".
    answer_within: str = "soon"

    def agreement(self) -> str | None:
        """Return the sentence that asks the customer to agree to a change."""
        return "Please open your booking and let us know if you agree to the change." if self.asks_agreement else None

    def invoice_file(self) -> Files | None:
        """Return the invoice, if issued."""
        return Files((parts.INVOICE,), booking_id=self.booking.id, document=self.invoice) if self.invoice else None

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        booking = self.booking
        return {
            "company": self.head.name,
            "customer": booking.customer_name,
            "message": booking.message,
            "delivery": self.head.weekday(booking.delivery_day),
            "pickup": self.head.weekday(booking.pickup_day),
            "venue": self.booking.place or None,
            "total": self.head.money(booking.total_cents),
            "deposit": self.head.money(booking.deposit_cents),
            "number": str(booking.number),
            "size": self.price_list.size_name(booking.size),
            "paid": self.head.money(booking.received_cents),
            "balance": self.head.money(self.balance_cents()),
        }

    def lit(self) -> Part:
        """Return the drawn sign."""
        lines = self.booking.lines
        texts = serialize_sign(lines, self.price_list)
        return parts.sign(sign_text(lines), self.price_list.size_name(self.booking.size), texts)

    def rental(self, *, contact: bool = False) -> Part:
        """Return dates, place and items, preceded by the customer's contact details if ``contact``."""
        rows = fact_rows(document_content.booking_facts(self.head, self.booking, self.price_list))
        rows.insert(0, ("Booking", f"#{self.booking.number}"))
        if contact:
            details = (self.booking.customer_name, self.booking.customer_email, self.booking.customer_phone)
            rows.insert(0, ("Customer", "\n".join(part for part in details if part)))
        return parts.facts(rows)

    def price(self) -> Part:
        """Return the price breakdown and the balance due."""
        rows = document_content.booking_prices(self.head, self.booking, self.price_list, self.extras)
        sums = document_content.payment_rows(self.head, self.booking)
        return parts.prices(without_repeated_total(rows, sums), sums)

    def changed(self) -> Sequence[Part]:
        """Return a heading and a row for each changed field: "Total: $412.00 → $439.00"; empty if nothing changed."""
        rows = [(row.label, f"{row.before} → {row.after}") for row in self.changes]
        return [parts.text("What changed:"), parts.facts(rows)] if rows else []

    def when(self) -> str:
        """Return the rental dates in short form, for a list of emails."""
        return f"{self.head.day(self.booking.delivery_day)} to {self.head.day(self.booking.pickup_day)}"

    @property
    def holds_letters(self) -> bool:
        """Return true if a request's hold is still active; false for a request that never held letters."""
        ends = self.booking.hold_expires_at
        return ends is not None and ends > self.now

    def lapses(self) -> str:
        """Return when a request's hold ends, formatted."""
        until = (self.booking.hold_expires_at or self.now).astimezone(ZoneInfo(self.head.time_zone))
        return f"{self.head.weekday(until.date())}, {self.head.clock(until)}"

    def lapses_in_zone(self) -> str:
        """Return when a request's hold ends, formatted for its customer with the time zone."""
        until = (self.booking.hold_expires_at or self.now).astimezone(ZoneInfo(self.head.time_zone))
        return f"{self.lapses()} {until:%Z}"

    def held_sentence(self) -> str:
        """Return how long a request holds its letters, or nothing if it holds none or the email asks for a
        confirmation.
        """
        is_held = self.holds_letters and self.booking.hold_expires_at is not None and not self.booking.must_confirm
        return f"Your letters are held until {self.lapses_in_zone()}." if is_held else ""

    def pay_by(self) -> str:
        """Return when the hold of a booking that awaits its payment ends, formatted with its time zone."""
        until = (self.booking.pay_by or self.now).astimezone(ZoneInfo(self.head.time_zone))
        return f"{self.head.clock(until)} {until:%Z}"

    def files(self) -> Files:
        """Return the calendar file and the confirmation, for an email about an active booking."""
        kinds = (parts.CALENDAR, parts.CONFIRMATION)
        return Files(kinds, booking_id=self.booking.id, number=self.booking.number)

    def balance_cents(self) -> int:
        """Return the balance due in cents."""
        return self.booking.balance_cents

    def blocks(self, button: str) -> dict[str, Sequence[Part]]:
        """Return the blocks of an email about a booking. ``button`` is the default label of its button."""
        return {
            "sign": [self.lit()],
            "details": [self.rental()],
            "price": [self.price()],
            "notes": parts.note("Your notes", self.booking.notes, by_customer=True),
            "payment": parts.note("How to pay", self.how_to_pay if self.balance_cents() > 0 else None),
            "button": self.pay_first(button),
            "confirm": self.confirmation(),
        }

    def pay_first(self, button: str) -> Sequence[Part]:
        """Return the button to pay what is due today, if it can be paid by card, and the button to see the booking."""
        page, cents = parts.booking_page(self.booking.id), self.due_by_card_cents
        if not cents:
            return [parts.button(button, page)]
        pay = parts.booking_page(self.booking.id, pay_cents=cents, of_cents=self.balance_cents())
        return [parts.button(f"Pay {self.head.money(cents)}", pay), parts.button(button, page, quiet=True)]

    def pay_amount(self) -> Sequence[Part]:
        """Return the button to pay the amount that the email is about."""
        page = parts.booking_page(self.booking.id, pay_cents=self.amount_cents, of_cents=self.balance_cents())
        label = f"Pay {self.head.money(self.amount_cents)}" if self.takes_cards else "View and pay"
        return [parts.button(label, page)]

    def still_due(self) -> str:
        """Return a sentence with the balance due, or that the booking is paid in full."""
        due = self.balance_cents()
        if due == self.booking.total_cents and due:
            return "The total is still due."
        return f"{self.head.money(due)} is still due." if due else "Paid in full."

    def confirmation(self) -> Sequence[Part]:
        """Return the request to confirm the email address, or nothing if none is needed."""
        booking = self.booking
        if not booking.must_confirm:
            return ()
        if booking.status == CONFIRMED:
            words, label = "Please confirm that this is your email address.", "Confirm my email"
        elif self.holds_letters:
            words = f"We're holding your letters until {self.lapses()}. Confirm your email to keep them."
            label = "Keep my letters"
        else:
            words = "Your letters aren't held yet. Confirm your email and we'll hold them if they're still available."
            label = "Hold my letters"
        return [parts.text(words), parts.button(label, parts.confirmation_link(booking.id))]

    def to_customer(
        self,
        lead: str | None = None,
        *,
        button: str = "See your booking",
        blocks: Mapping[str, Sequence[Part]] | None = None,
        words: Mapping[str, str | None] | None = None,
        files: Files | None = None,
    ) -> Body:
        """Create the body of a message to the customer. ``blocks`` override the default blocks; ``button`` is the
        button's label.
        """
        return Body(
            lead or self._in_a_line(),
            blocks={**self.blocks(button), **(blocks or {})},
            words=words or {},
            files=files,
        )

    def to_business(
        self,
        title: str,
        *content: str | Part,
        lead: str | None = None,
        button: str = "Open the booking",
        words: Mapping[str, str | None] | None = None,
        small: Sequence[str] = (),
    ) -> Body:
        """Create the body of a message to the business; replies go to the customer.

        Strings become paragraphs, and a button that opens the booking is added at the end.
        """
        return Body(
            lead or self._in_a_line(),
            title,
            [*parts.paragraphs(content), parts.button(button, parts.page(f"/bookings?id={self.booking.id}"))],
            words=words or {},
            reply_to=self.booking.customer_email or None,
            unsubscribe=parts.MESSAGE_SETTINGS,
            small=small,
        )

    def _in_a_line(self) -> str:
        return f"{self.booking.message}, {self.when()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRequestContext(BookingContext):
    """A booking with a change that its customer requested or replied to."""

    requested: RequestedChange


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentDueContext(BookingContext):
    """A booking with a payment that is due, or was due, on a day."""

    due_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeContext(BookingContext):
    """A booking with an additional charge, for a damaged or lost piece or for rescheduling."""

    charged_for: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtRiskContext(BookingContext):
    """A booking that is short of pieces. ``resolutions`` are suggested solutions, one sentence each."""

    short: str
    resolutions: Sequence[str]


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """A sent version of a quote. ``text`` is a question or a reason, ``booking`` the booking it became."""

    quote_id: int
    sent: SentContent
    expires_at: datetime | None
    head: Letterhead
    text: str | None = None
    email: str | None = None
    booking: BookingContext | None = None
    version: int | None = None
    # For a revised quote: the previously sent version and its expiration.
    earlier: SentContent | None = None
    earlier_expires_at: datetime | None = None
    # True if letters were held for the quote.
    held: bool = False
    # The day the version was sent, in the business's time zone; only for an offer that can be accepted.
    sent_on: date | None = None
    size_name: Callable[[str], str] = str
    # The sign's texts and their appearance.
    sign: Sequence[StandingTextOut] = ()

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        sent, written = self.sent, self.head.money
        place = ", ".join(part for part in (sent["venue_name"], sent["venue_address"]) if part)
        return {
            "company": self.head.name,
            "customer": sent["customer_name"] or "there",
            "message": sent["message"],
            "delivery": self.stored_day(sent["delivery_date"]),
            "pickup": self.stored_day(sent["pickup_date"]),
            "venue": place or None,
            "total": written(self.price().total_cents),
            "deposit": written(self.price().deposit_cents),
            "number": sent["number"],
            "size": self.size_name(sent["size"]),
            "expires": self.expires(),
        }

    def delivery(self, between: str) -> str | None:
        """Return the delivery day and time joined with ``between``; None if there is no day yet."""
        words = delivery_words(self.head, self.sent)
        return between.join(filter(None, words)) if self.sent["delivery_date"] else None

    def pickup(self, between: str) -> str | None:
        """Return the pickup day and hours joined with ``between``; None if there is no day yet."""
        words = pickup_words(self.head, self.sent)
        return between.join(filter(None, words)) if self.sent["pickup_date"] else None

    def price(self) -> Breakdown:
        """Return the computed price of the quote."""
        return read_breakdown(self.sent["price"])

    def expires(self) -> str | None:
        """Return the last day to accept the quote; None if it does not expire."""
        return (
            self.head.day(self.expires_at.astimezone(ZoneInfo(self.head.time_zone)).date()) if self.expires_at else None
        )

    def lit(self) -> Part:
        """Return the drawn sign."""
        return parts.sign(sign_text(lines_of(self.sent)), self.size_name(self.sent["size"]), self.sign)

    def offer(self) -> Part:
        """Return the dates, place and items."""
        values = self.values()
        return parts.facts(
            [
                ("Quote", self.sent["number"]),
                ("Message", self.sent["message"]),
                ("Delivery", self.delivery("\n")),
                ("Pickup", self.pickup("\n")),
                ("Venue", values["venue"]),
                ("Valid until", values["expires"]),
            ]
        )

    def blocks(self) -> dict[str, Sequence[Part]]:
        """Return the blocks of an email with a quote."""
        return {
            "sign": [self.lit()],
            "changes": [parts.text("What changed:"), parts.facts(changes)] if (changes := self.changes()) else [],
            "details": [self.offer()],
            "price": [self.lines()],
            "note": parts.note("A note from us", self.sent["note"]),
            "button": [parts.button("See your quote", parts.quote_page(self.quote_id))],
        }

    def changes(self) -> list[tuple[str, str]]:
        """Return a row for each difference from the previously sent version, with the current and previous value."""
        if self.earlier is None:
            return []
        before = replace(self, sent=self.earlier, expires_at=self.earlier_expires_at, earlier=None)
        then, now = before.compared(), self.compared()
        changed = [name for name in now if now[name] != then[name]]
        current = {name: "" if name in _IN_PRICE else f"{now[name] or OPEN}\n" for name in changed}
        rows = [(name, f"{current[name]}Before: {then[name] or OPEN}") for name in changed]
        return [*rows, *self._changed_lines(before)]

    def compared(self) -> dict[str, str | None]:
        """Return the values compared between versions, by label."""
        values, sent = self.values(), self.sent
        return {
            "Message": f"{sent['message']} ({values['size']})",
            "Delivery": self.delivery(", "),
            "Pickup": self.pickup(", "),
            "Venue": values["venue"],
            "Total": values["total"],
            DEPOSIT: values["deposit"],
            "Valid until": values["expires"],
        }

    def _changed_lines(self, before: "QuoteContext") -> list[tuple[str, str]]:
        """Return price lines that were added, removed or changed in price; the price below shows their amounts. A
        different number of days alone does not count as a change.
        """
        then = {_without_days(line["text"]): line["cents"] for line in before.sent["lines"]}
        now = {_without_days(line["text"]): line for line in self.sent["lines"]}
        added = [
            f"{line['text']}, before: {self.head.money(then[what])}" if what in then else line["text"]
            for what, line in now.items()
            if then.get(what) != line["cents"]
        ]
        removed = [line["text"] for line in before.sent["lines"] if _without_days(line["text"]) not in now]
        rows = [("Added to the price", "\n".join(added)), ("Removed from the price", "\n".join(removed))]
        return [(name, text) for name, text in rows if text]

    def files(self) -> Files | None:
        """Return the quote as a PDF attachment."""
        if self.version is None:
            return None
        return Files((parts.QUOTE,), quote_id=self.quote_id, version=self.version, document=self.sent["number"])

    def lines(self) -> Part:
        """Return the price breakdown."""
        price, written = self.price(), self.head.money
        rows: list[PriceRow] = [
            {"text": line["text"], "detail": None, "amount": written(line["cents"])} for line in self.sent["lines"]
        ]
        sums = [sum_row("Total", written(price.total_cents), strong=True)]
        if price.deposit_cents:
            sums.append(sum_row(DEPOSIT, written(price.deposit_cents)))
        if self.sent_on is not None:
            sums += due_rows(self.head, self.sent, self.sent_on)
        sums = name_once(sums)
        return parts.prices(without_repeated_total(rows, sums), sums)

    def who(self) -> str:
        """Return the customer's name, or a placeholder if there is none."""
        return self.sent["customer_name"] or "Your customer"

    def stored_day(self, text: str | None) -> str | None:
        """Format a day stored in a quote."""
        return self.head.weekday(date.fromisoformat(text[:10])) if text else None


def _without_days(text: str) -> str:
    """Strip the number of days from a price line: "4 letters in 4ft" from "4 letters in 4ft, 2 days"."""
    return _DAYS.sub("", text)


@dataclass(frozen=True, slots=True)
class WaitingContext:
    """A customer's waiting list entry. ``until`` is when its offer ends or ended."""

    entry_id: int
    message: str
    size: str
    customer_name: str
    delivery: date
    pickup: date
    head: Letterhead
    until: datetime | None = None
    # Texts of the sign with their size, finish and color.
    sign: Sequence[StandingTextOut] = ()
    # Rental lines as labeled values.
    rented: Sequence[tuple[str, str]] = ()

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {
            "company": self.head.name,
            "customer": self.customer_name,
            "message": self.message,
            "size": self.size or None,
            "delivery": self.head.weekday(self.delivery),
            "pickup": self.head.weekday(self.pickup),
            "until": self.ends(),
        }

    def ends(self) -> str | None:
        """Return when the offer ends, formatted."""
        if self.until is None:
            return None
        local = self.until.astimezone(ZoneInfo(self.head.time_zone))
        return f"{self.head.weekday(local.date())}, {self.head.clock(local)}"

    def blocks(self, button: str) -> dict[str, Sequence[Part]]:
        """Return the blocks of an email about the entry. ``button`` is the default label of its button."""
        values = self.values()
        rows = [
            *self.rented,
            ("Delivery", values["delivery"]),
            ("Pickup", values["pickup"]),
            ("Held for you until", values["until"]),
        ]
        return {
            "sign": [parts.sign(self.message, self.size or None, self.sign)],
            "details": [parts.facts(rows)],
            "button": [parts.button(button, parts.waiting_page(self.entry_id))],
        }


@dataclass(frozen=True, slots=True)
class DayContext:
    """A business's day: deliveries, pickups, and requests waiting for a reply."""

    head: Letterhead
    on: date
    deliveries: Sequence[Booking] = ()
    pickups: Sequence[Booking] = ()
    waiting: int = 0
    tomorrow: int = 0
    directions: Mapping[int, str] = field(default_factory=dict[int, str])
    # The customers' notes for the crew, line by line.
    crew: Mapping[int, Sequence[str]] = field(default_factory=dict[int, Sequence[str]])
    prices: PriceList = DEFAULT_PRICE_LIST
    # Borrowed pieces with their lender, by booking.
    borrowed: Mapping[int, Sequence[str]] = field(default_factory=dict[int, Sequence[str]])

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {"company": self.head.name, "delivery": self.head.weekday(self.on)}
