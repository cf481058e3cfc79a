"""Example data for message previews, with the viewing business as the sender."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, cast

from marqueedesk.bookings.models import CANCELED, PENDING
from marqueedesk.documents.example_booking import EXAMPLE_PRICE, example_booking
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.messages.account_context import AccountContext, InvitationContext, LocalTime, TrialContext
from marqueedesk.messages.email_context import (
    AtRiskContext,
    BookingContext,
    CancellationSummary,
    ChangeRequestContext,
    ChargeContext,
    DayContext,
    DisputeContext,
    PaymentDueContext,
    QuoteContext,
    RequestedChange,
    WaitingContext,
)
from marqueedesk.pricing.agreed_price import AgreedPrice, stored_price
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST
from marqueedesk.quotes.models import SentContent
from marqueedesk.rentals.changed_fields import ChangedField

_ADD_ON: Final = DEFAULT_PRICE_LIST.add_ons[0]
_NOW: Final = datetime(2027, 5, 20, 14, 30, tzinfo=UTC)


def sample_booking(head: Letterhead, **changes: Any) -> BookingContext:
    """A sample booking."""
    return BookingContext(
        booking=example_booking(hold_expires_at=_NOW + timedelta(days=1), **changes),
        head=head,
        price_list=DEFAULT_PRICE_LIST,
        extras=(),
        now=_NOW,
        changes=[ChangedField("deliveryDate", "Delivery", *(head.weekday(date(2027, 6, day)) for day in (4, 5)))],
        amount_cents=10000,
    )


def sample_request(head: Letterhead) -> BookingContext:
    """A sample request."""
    return sample_booking(head, status=PENDING)


def sample_held(head: Letterhead) -> BookingContext:
    """A sample booking that waits for its payment."""
    return sample_booking(head, status=PENDING, pay_by=_NOW + timedelta(minutes=30))


def sample_lapsed(head: Letterhead) -> BookingContext:
    """A sample booking that was not paid in time."""
    return sample_booking(head, status=CANCELED, lapsed_at=_NOW)


def sample_canceled(head: Letterhead) -> BookingContext:
    """A booking with a late cancellation by the customer."""
    return replace(
        sample_booking(head, status=CANCELED), farewell=CancellationSummary(10000, "We had to postpone the party.")
    )


def sample_requested_change(head: Letterhead) -> ChangeRequestContext:
    """A booking with a change request that was made."""
    requested = RequestedChange("Could you come at noon?", is_made=True, answer="With pleasure. See you at noon!")
    return snapshot_of(ChangeRequestContext, sample_booking(head), requested=requested)


def sample_declined_change(head: Letterhead) -> ChangeRequestContext:
    """A booking with a change request that was declined."""
    requested = RequestedChange("Could you come at noon?", is_made=False, answer="We're at another wedding until 2 PM.")
    return snapshot_of(ChangeRequestContext, sample_booking(head), requested=requested)


def sample_crew(head: Letterhead) -> BookingContext:
    """A booking with notes for the crew."""
    return replace(sample_booking(head), crew=("On site: Grace, (518) 555-0177", "Power: left of the stage"))


def sample_failed_payment(head: Letterhead) -> BookingContext:
    """A booking with a payment problem."""
    return replace(sample_paid(head), problem="Your customer's bank declined the card.")


def sample_dispute(head: Letterhead) -> BookingContext:
    """A booking whose payment is disputed."""
    dispute = DisputeContext("Fraudulent", head.money(32_500), "Jun 12, 2027", head.money(1_500), None)
    problem = "Your customer disputed this payment with their bank. If you don't respond in time, you lose the money."
    return replace(sample_paid(head), problem=problem, dispute=dispute)


def sample_at_risk(head: Letterhead) -> AtRiskContext:
    """A booking at risk."""
    ways = ("Use 1 × E (3ft): 4 free.", "Talk to the customer: (518) 555-0142.")
    return snapshot_of(AtRiskContext, sample_booking(head), short="2 × E (1 free)", resolutions=ways)


def sample_asked_to_pay(head: Letterhead) -> BookingContext:
    """A booking with a request to pay its balance."""
    return replace(sample_paid(head), amount_cents=32500, note="We look forward to your event.")


def sample_due(head: Letterhead) -> PaymentDueContext:
    """A booking whose balance is due."""
    return snapshot_of(PaymentDueContext, sample_paid(head), amount_cents=32500, due_on=date(2027, 6, 1))


def sample_invoiced(head: Letterhead) -> BookingContext:
    """A booking with an invoice."""
    return replace(sample_booking(head), invoice="INV-2027-0001")


def sample_revised(head: Letterhead) -> QuoteContext:
    """A quote with a previous version."""
    quote = sample_quote(head)
    before = dict(quote.sent) | {
        "pickup_date": "2027-06-06",
        "price": stored_price(AgreedPrice(replace(EXAMPLE_PRICE, total_cents=40000))),
        "lines": quote.sent["lines"][:2],
    }
    return replace(quote, earlier=before, earlier_expires_at=quote.expires_at)


def sample_paid(head: Letterhead) -> BookingContext:
    """A booking with its deposit paid."""
    return sample_booking(head, received_cents=10000)


def sample_charged(head: Letterhead) -> ChargeContext:
    """A booking whose customer is charged for a lost letter."""
    booking = sample_booking(head, received_cents=42500, charges_cents=18000)
    return snapshot_of(ChargeContext, booking, amount_cents=18000, charged_for="1 × E (4ft), lost")


def sample_rescheduled(head: Letterhead) -> ChargeContext:
    """A booking with a rescheduling fee."""
    booking = sample_booking(head, received_cents=42500, charges_cents=5000)
    return snapshot_of(ChargeContext, booking, amount_cents=5000, charged_for="Rescheduling fee")


def sample_late_fee(head: Letterhead) -> ChargeContext:
    """A booking with a late fee."""
    booking = sample_booking(head, charges_cents=5000)
    return snapshot_of(ChargeContext, booking, amount_cents=5000, charged_for="Late fee, payment due May 25, 2027")


def sample_quote(head: Letterhead) -> QuoteContext:
    """A sample quote."""
    price = EXAMPLE_PRICE
    # Only includes the fields that emails use.
    sent: dict[str, object] = {
        "number": "Q-2027-0012",
        "message": "MARRY ME",
        "size": "4ft",
        "customer_name": "Ada Lovelace",
        "customer_email": "ada@example.com",
        "venue_name": "The Old Barn",
        "venue_address": "12 Mill Lane, Albany, NY 12207",
        "delivery_date": "2027-06-05",
        "pickup_date": "2027-06-07",
        "preferred_install_time": None,
        "color_option": "standard",
        "add_ons": [_ADD_ON.code],
        "note": "We can set up from noon on.",
        "price": stored_price(AgreedPrice(price)),
        "lines": [
            {"text": "7 letters 4ft, 2 days", "cents": price.base_cents},
            {"text": _ADD_ON.label, "cents": price.add_ons_cents},
            {"text": "Venue surcharge", "cents": price.surcharge_cents},
        ],
    }
    expires = datetime(2027, 6, 2, 12, tzinfo=UTC)
    question = "Is there a ramp at the back door, and could you come at noon?"
    return QuoteContext(0, cast("SentContent", sent), expires, head, question, "ada@example.com", sample_booking(head))


def sample_waiting(head: Letterhead) -> WaitingContext:
    """A customer on the waiting list."""
    rented = (("Message", "MARRY ME\n7 letters, 4ft"),)
    return WaitingContext(0, "MARRY ME", "4ft", "Ada Lovelace", date(2027, 6, 5), date(2027, 6, 7), head, rented=rented)


def sample_offer(head: Letterhead) -> WaitingContext:
    """A waiting list offer."""
    return replace(sample_waiting(head), until=_NOW + timedelta(days=1))


def sample_account(head: Letterhead) -> AccountContext:
    """An account."""
    return AccountContext(
        site="MarqueeDesk",
        username="Sam",
        email="sam@example.com",
        at=_NOW,
        local=LocalTime(head.time_zone),
        company=head.name,
        browser="Firefox on Windows",
        address="198.51.100.7",
        amount="$29.00",
        reason="Your card was declined.",
        new_email="sam@letters.example",
        team="Glow Rentals",
    )


def sample_trial(head: Letterhead) -> TrialContext:
    """A trial that is about to end."""
    return TrialContext(
        site="MarqueeDesk",
        username="Sam",
        plan="Professional",
        price="$29.00",
        interval="monthly",
        ends_at=_NOW + timedelta(days=3),
        takes_card=True,
        local=LocalTime(head.time_zone),
    )


def sample_invitation(head: Letterhead) -> InvitationContext:
    """An invitation."""
    return InvitationContext(
        site="MarqueeDesk",
        company=head.name,
        invited_by="Sam",
        email="grace@example.com",
        part="staff",
        expires_at=_NOW + timedelta(days=7),
        local=LocalTime(head.time_zone),
    )


def sample_day(head: Letterhead) -> DayContext:
    """A day with several stops."""
    first = sample_booking(head).booking
    second = sample_booking(
        head, id=483, number=13, message="LOVE", delivery_clock="16:30:00", delivery_time_given=True
    ).booking
    back = sample_booking(
        head, id=471, number=9, message="50", customer_name="Grace Hopper", event_type="birthday"
    ).booking
    crew = {482: ["On site: Grace, (518) 555-0177", "Power: left of the stage"]}
    borrowed = {483: ["1 × O (4ft) from Neon Nights"]}
    stops = ([first, second], [back])
    return DayContext(head, date(2027, 6, 5), *stops, waiting=2, tomorrow=3, crew=crew, borrowed=borrowed)
