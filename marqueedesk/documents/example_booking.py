"""An example booking for previews of emails and documents. It is never stored."""

from datetime import date
from typing import Any, Final

from marqueedesk.bookings.models import CONFIRMED, FROM_FORM, Booking
from marqueedesk.pricing.agreed_price import AgreedPrice, stored_price
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST

EXAMPLE_PRICE: Final = Breakdown(
    letter_count=7,
    days=2,
    price_per_letter_cents=2500,
    base_cents=35000,
    color_cents=0,
    minimum_order_adjustment_cents=0,
    delivery_fee_cents=0,
    tax_cents=0,
    add_ons_cents=5000,
    surcharge_cents=2500,
    total_cents=42500,
    deposit_cents=10000,
)


def example_booking(**changes: Any) -> Booking:
    """Return a confirmed booking of seven letters with the default price list; ``changes`` are columns to replace."""
    values: dict[str, object] = {
        "id": 482,
        "number": 12,
        "operator_id": 0,
        "status": CONFIRMED,
        "source": FROM_FORM,
        "message": "MARRY ME",
        "size": "4ft",
        "letter_count": 7,
        "event_type": "wedding",
        "install_time": "afternoon",
        "color": "standard",
        "add_ons": [DEFAULT_PRICE_LIST.add_ons[0].code],
        "customer_name": "Ada Lovelace",
        "customer_email": "ada@example.com",
        "customer_phone": "(518) 555-0142",
        "venue_name": "The Old Barn",
        "venue_address": "12 Mill Lane, Albany, NY 12207",
        "delivery_day": date(2027, 6, 5),
        "delivery_clock": "13:00:00",
        "delivery_time_given": False,
        "pickup_day": date(2027, 6, 7),
        "pickup_clock": "10:00:00",
        "pickup_time_given": True,
        "breakdown": stored_price(AgreedPrice(EXAMPLE_PRICE)),
        "total_cents": 42500,
        "deposit_cents": 10000,
        "received_cents": 0,
        "processing_cents": 0,
        "reduced_cents": 0,
        "fee_reduced_cents": 0,
        "charges_cents": 0,
        "disputed_cents": 0,
        "lost_cents": 0,
        "returned_debit_cents": 0,
        "notes": "It's a surprise, so please don't ring the bell.",
        "revision": 2,
        "quote_id": None,
    }
    return Booking(**(values | changes))
