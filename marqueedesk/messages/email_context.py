"""The data that messages are about, as plain values: a booking, a quote, an account, a day's stops."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import CONFIRMED, Booking
from marqueedesk.business.terms import OPEN
from marqueedesk.documents import document_content
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.quote_schedule import delivery_words, due_rows, pickup_words
from marqueedesk.documents.stored_document import Fact, PriceRow, sum_row
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body, Files, Part
from marqueedesk.pricing.agreed_price import read_breakdown
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList
from marqueedesk.quotes.models import SentContent
from marqueedesk.rentals.line_schemas import StandingTextOut
from marqueedesk.rentals.line_serializers import drawn_text, serialize_sign
from marqueedesk.rentals.stored_lines import lines_of

_DAYS = re.compile(r", \d+ days?$")


def fact_rows(facts: Sequence[Fact]) -> list[tuple[str, str]]:
    """Facts of a document as rows of an email, each with its detail below its value."""
    return [(row["label"], "\n".join(part for part in (row["value"], row["detail"]) if part)) for row in facts]


@dataclass(frozen=True, slots=True)
class RequestedChange:
    """A change that a customer asked for, and the answer to it."""

    text: str
    is_made: bool
    answer: str | None


@dataclass(frozen=True, slots=True)
class Farewell:
    """A cancellation by a customer: what it costs them, and why."""

    fee_cents: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class DisputeContext:
    """A dispute for those who must answer it. ``page`` is where they do; None for those who cannot. ``answer_by`` is
    None once it is answered or over.
    """

    reason: str
    amount: str
    answer_by: str | None
    fee: str | None
    page: str | None


@dataclass(frozen=True, slots=True)
class BookingContext:
    """A booking, and the business it is with."""

    booking: Booking
    head: Letterhead
    price_list: PriceList
    extras: Sequence[tuple[str, int]]
    now: datetime
    # The values that an edit replaced and that still differ now, by the field's name in the API.
    before: Mapping[str, Any] = field(default_factory=dict[str, Any])
    amount_cents: int = 0
    # Who paid that amount as their share, or gets it back; None for the customer.
    payer: str | None = None
    # The day on which that amount is due, or was.
    due_on: date | None = None
    # What the business returns by hand: it was not paid by card, or cannot go back to the card.
    by_hand_cents: int = 0
    # The damaged or lost piece that the customer is charged for.
    charged_for: str | None = None
    requested: RequestedChange | None = None
    farewell: Farewell | None = None
    # Why the business canceled it, in its own words.
    reason: str | None = None
    # The number of its invoice, once there is one.
    invoice: str | None = None
    # What is wrong: why a card payment failed, the state of a dispute, or which letters are missing.
    problem: str | None = None
    # What can be done about it, a sentence each.
    ways_out: Sequence[str] = ()
    dispute: DisputeContext | None = None
    # The customer's notes for the crew, line by line.
    crew: Sequence[str] = ()
    # What the business has written to the customer with it.
    note: str | None = None
    # The business's words on how to pay, where cards are not enough.
    how_to_pay: str | None = None
    # Whether the customer is asked to agree to what has changed.
    asks_agreement: bool = False

    def agreement(self) -> str | None:
        """The sentence that asks the customer to agree to a change."""
        return "Please open your booking and tell us whether you agree to the change." if self.asks_agreement else None

    def invoice_file(self) -> Files | None:
        """The invoice, once one has been issued."""
        return Files((parts.INVOICE,), booking_id=self.booking.id, document=self.invoice) if self.invoice else None

    def values(self) -> dict[str, str | None]:
        """The values of the fill-in fields."""
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
        """The sign."""
        row = self.booking.__dict__
        texts = serialize_sign(lines_of(row), self.price_list)
        return parts.sign(drawn_text(row), self.price_list.size_name(self.booking.size), texts)

    def rental(self, *, contact: bool = False) -> Part:
        """When, where and what; with ``contact`` also who it is for."""
        rows = fact_rows(document_content.booking_facts(self.head, self.booking, self.price_list))
        rows.insert(0, ("Booking", f"#{self.booking.number}"))
        if contact:
            reached = (self.booking.customer_name, self.booking.customer_email, self.booking.customer_phone)
            rows.insert(0, ("Customer", "\n".join(part for part in reached if part)))
        return parts.facts(rows)

    def price(self) -> Part:
        """The price line by line, and what is due."""
        rows = document_content.booking_prices(self.head, self.booking, self.price_list, self.extras)
        return parts.prices(rows, document_content.payment_rows(self.head, self.booking))

    def earlier(self) -> Part:
        """The values that an edit replaced."""
        before = self.before
        names = (("Delivery was", "deliveryDate"), ("Pickup was", "pickupDate"))
        rows = [(name, self._moment(before[key])) for name, key in names if key in before]
        texts = (("Message was", "message"), ("Size was", "size"))
        rows += [(name, str(before[key])) for name, key in texts if key in before]
        if "totalPrice" in before:
            rows.append(("Total was", self.head.money(round(before["totalPrice"] * 100))))
        return parts.facts(rows)

    def _moment(self, text: str) -> str:
        """A day and time in words, or only the day if no time was known."""
        at = datetime.fromisoformat(text)
        day = self.head.weekday(at.date())
        return f"{day}\n{self.head.clock(at)}" if "T" in text else day

    def when(self) -> str:
        """The rental days in a few words, for a list of emails."""
        return f"{self.head.day(self.booking.delivery_day)} to {self.head.day(self.booking.pickup_day)}"

    def lapses(self) -> str:
        """When the hold on a request's letters ends, in words."""
        until = (self.booking.hold_expires_at or self.now).astimezone(ZoneInfo(self.head.time_zone))
        return f"{self.head.weekday(until.date())}, {self.head.clock(until)}"

    def files(self) -> Files:
        """The calendar file and the confirmation, for an email about an active booking."""
        kinds = (parts.CALENDAR, parts.CONFIRMATION)
        return Files(kinds, booking_id=self.booking.id, number=self.booking.number)

    def balance_cents(self) -> int:
        """The amount still due, in cents."""
        return self.booking.balance_cents

    def blocks(self, button: str) -> dict[str, Sequence[Part]]:
        """The blocks of an email about a booking. ``button`` is the usual label of its button."""
        return {
            "sign": [self.lit()],
            "details": [self.rental()],
            "price": [self.price()],
            "notes": parts.note("Your notes", self.booking.notes, by_customer=True),
            "payment": parts.note("How to pay", self.how_to_pay if self.balance_cents() > 0 else None),
            "button": [parts.button(button, parts.booking_page(self.booking.id))],
            "confirm": self.confirmation(),
        }

    def confirmation(self) -> Sequence[Part]:
        """The request to confirm the email address; nothing where that is not needed."""
        booking = self.booking
        if not booking.must_confirm:
            return ()
        ends = booking.hold_expires_at
        if booking.status == CONFIRMED:
            words, label = "Please confirm that this is your email address.", "Confirm my email"
        elif ends is not None and ends > self.now:
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
        """The body of a message to the customer: the usual blocks, or those given. ``button`` labels its button."""
        return Body(
            lead or self._in_a_line(),
            blocks={**self.blocks(button), **(blocks or {})},
            words=words or {},
            files=files,
        )

    def to_business(
        self,
        title: str,
        *said: str | Part,
        lead: str | None = None,
        button: str = "Open the booking",
        words: Mapping[str, str | None] | None = None,
        small: Sequence[str] = (),
    ) -> Body:
        """The body of a message to the business, which replies to the customer. A string is a paragraph, and a button
        that opens the booking comes last.
        """
        return Body(
            lead or self._in_a_line(),
            title,
            [*parts.paragraphs(said), parts.button(button, parts.page(f"/bookings?id={self.booking.id}"))],
            words=words or {},
            reply_to=self.booking.customer_email or None,
            unsubscribe=parts.MESSAGE_SETTINGS,
            small=small,
        )

    def _in_a_line(self) -> str:
        return f"{self.booking.message}, {self.when()}"


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """A version of a quote as it was sent. ``text`` is a question or a reason, ``booking`` what accepting it made."""

    quote_id: int
    sent: SentContent
    expires_at: datetime | None
    head: Letterhead
    text: str | None = None
    email: str | None = None
    booking: BookingContext | None = None
    version: int | None = None
    # For a revised quote: the version sent before, and when that expired.
    earlier: Mapping[str, Any] | None = None
    earlier_expires_at: datetime | None = None
    # Whether letters were held for it.
    held: bool = False
    # The day on which the version was sent, by the business's clock; for an offer that can be accepted.
    sent_on: date | None = None
    size_name: Callable[[str], str] = str
    # Its texts as they will look.
    sign: Sequence[StandingTextOut] = ()

    def values(self) -> dict[str, str | None]:
        """The values of the fill-in fields."""
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
        """The delivery day and its hour; None while there is no day. ``between`` parts the two."""
        words = delivery_words(self.head, self.sent)
        return between.join(filter(None, words)) if self.sent["delivery_date"] else None

    def pickup(self, between: str) -> str | None:
        """The pickup day and its hours, as `delivery`."""
        words = pickup_words(self.head, self.sent)
        return between.join(filter(None, words)) if self.sent["pickup_date"] else None

    def price(self) -> Breakdown:
        """The computed price of the quote."""
        return read_breakdown(self.sent["price"])

    def expires(self) -> str | None:
        """The last day on which it can be accepted; None if it does not expire."""
        return (
            self.head.day(self.expires_at.astimezone(ZoneInfo(self.head.time_zone)).date()) if self.expires_at else None
        )

    def lit(self) -> Part:
        """The sign."""
        row = {"message": self.sent["message"], "lines": self.sent.get("rental_lines")}
        return parts.sign(drawn_text(row), self.size_name(self.sent["size"]), self.sign)

    def offer(self) -> Part:
        """When, where and what."""
        values = self.values()
        return parts.facts(
            [
                ("Quote", self.sent["number"]),
                ("Message", self.sent["message"]),
                ("Delivery", self.delivery("\n")),
                ("Pickup", self.pickup("\n")),
                ("Venue", values["venue"]),
                ("Good until", values["expires"]),
            ]
        )

    def blocks(self) -> dict[str, Sequence[Part]]:
        """The blocks of an email with a quote."""
        return {
            "sign": [self.lit()],
            "changes": [parts.text("What changed:"), parts.facts(changes)] if (changes := self.changes()) else [],
            "details": [self.offer()],
            "price": [self.lines()],
            "note": parts.note("A note from us", self.sent["note"]),
            "button": [parts.button("See your quote", parts.quote_page(self.quote_id))],
        }

    def changes(self) -> list[tuple[str, str]]:
        """The differences from the version sent before: a row for each, with the present and the earlier value."""
        if self.earlier is None:
            return []
        before = replace(self, sent=self.earlier, expires_at=self.earlier_expires_at, earlier=None)
        then, now = before.compared(), self.compared()
        rows = [(name, f"{now[name] or OPEN}\nIt was: {then[name] or OPEN}") for name in now if now[name] != then[name]]
        return [*rows, *self._changed_lines(before)]

    def compared(self) -> dict[str, str | None]:
        """The values whose changes matter to a customer, by name."""
        values, sent = self.values(), self.sent
        return {
            "Message": f"{sent['message']} ({values['size']})",
            "Delivery": self.delivery(", "),
            "Pickup": self.pickup(", "),
            "Venue": values["venue"],
            "Total": values["total"],
            "Deposit": values["deposit"],
            "Good until": values["expires"],
        }

    def _changed_lines(self, before: "QuoteContext") -> list[tuple[str, str]]:
        """The price lines that are new, removed or changed in price; other days alone make no new line."""
        then = {_without_days(line["text"]): line["cents"] for line in before.sent["lines"]}
        now = {_without_days(line["text"]): line for line in self.sent["lines"]}
        added = [
            f"{line['text']}: {self.head.money(line['cents'])}"
            for what, line in now.items()
            if then.get(what) != line["cents"]
        ]
        gone = [line["text"] for line in before.sent["lines"] if _without_days(line["text"]) not in now]
        rows = [("Now in the price", "\n".join(added)), ("No longer in the price", "\n".join(gone))]
        return [(name, text) for name, text in rows if text]

    def files(self) -> Files | None:
        """The quote as a PDF."""
        if self.version is None:
            return None
        return Files((parts.QUOTE,), quote_id=self.quote_id, version=self.version, document=self.sent["number"])

    def lines(self) -> Part:
        """The price line by line."""
        price, written = self.price(), self.head.money
        rows: list[PriceRow] = [
            {"text": line["text"], "detail": None, "amount": written(line["cents"])} for line in self.sent["lines"]
        ]
        sums = [sum_row("Total", written(price.total_cents), strong=True)]
        if price.deposit_cents:
            sums.append(sum_row("Deposit", written(price.deposit_cents)))
        if self.sent_on is not None:
            sums += due_rows(self.head, self.sent, self.sent_on)
        return parts.prices(rows, sums)

    def who(self) -> str:
        """The customer's name, or a stand-in if it is not known."""
        return self.sent["customer_name"] or "Your customer"

    def stored_day(self, text: str | None) -> str | None:
        """A day as a quote stores it, in words."""
        return self.head.weekday(date.fromisoformat(text[:10])) if text else None


def _without_days(text: str) -> str:
    """The subject of a price line, whatever the days: "4 letters in 4ft" of "4 letters in 4ft, 2 days"."""
    return _DAYS.sub("", text)


@dataclass(frozen=True, slots=True)
class WaitingContext:
    """A customer's place on the waiting list. ``until`` is when an offer ends, or has ended."""

    entry_id: int
    message: str
    size: str
    customer_name: str
    delivery: date
    pickup: date
    head: Letterhead
    until: datetime | None = None
    # Its texts as they will look.
    sign: Sequence[StandingTextOut] = ()
    # Its lines in words.
    rented: Sequence[tuple[str, str]] = ()

    def values(self) -> dict[str, str | None]:
        """The values of the fill-in fields."""
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
        """When the offer ends, in words."""
        if self.until is None:
            return None
        local = self.until.astimezone(ZoneInfo(self.head.time_zone))
        return f"{self.head.weekday(local.date())}, {self.head.clock(local)}"

    def blocks(self, button: str) -> dict[str, Sequence[Part]]:
        """The blocks of an email about it. ``button`` is the usual label of its button."""
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
    """A business's day: deliveries, pickups, and requests waiting for an answer."""

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

    def values(self) -> dict[str, str | None]:
        """The values of the fill-in fields."""
        return {"company": self.head.name, "delivery": self.head.weekday(self.on)}
