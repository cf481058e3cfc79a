"""The mandate that a customer agrees to when saving a card, and the displayed values of a card on file."""

from typing import Final

from marqueedesk.bookings.models import Booking
from marqueedesk.pricing.card_terms import StoredCardOnFile
from marqueedesk.stripe.values import StoredCard

_SAVE: Final = (
    "You allow {business} to save this card or bank account with Stripe, its payment provider, and to charge it for "
    "booking #{number} when you are not present: for amounts that you owe under the terms of the booking, including "
    "charges for damaged and lost items."
)
_AUTOMATIC: Final = (
    "Payments under the booking's schedule are charged on the day on which they are due; {business} writes to you "
    "three days before."
)
_REMOVE: Final = "You can remove it on this page when nothing more is due on it."


def mandate(booking: Booking, business: str) -> str:
    """Return the text that the customer of a booking agrees to."""
    automatic = [_AUTOMATIC.format(business=business)] if booking.terms.automatic else []
    return " ".join([_SAVE.format(business=business, number=booking.number), *automatic, _REMOVE])


def shown(card: StoredCard, consent_at: str) -> StoredCardOnFile:
    """Return a card's displayed values: brand, last four digits, and expiry month as YYYY-MM."""
    month, year = card.get("exp_month"), card.get("exp_year")
    return {
        "brand": card.get("brand") or card["kind"],
        "last4": card.get("last4") or "",
        "expires": f"{year:04}-{month:02}" if month and year else None,
        "consent_at": consent_at,
    }
