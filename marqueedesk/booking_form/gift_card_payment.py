"""Pay a visitor's new booking with a gift card, in the transaction that creates the booking."""

from dataclasses import replace
from datetime import datetime

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.charges.gift_cards import GiftCardUse, gift_cards_of
from marqueedesk.bookings.creation import stored_booking
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.new_booking import CreateResult


def pay_with_gift_card(
    request: Request, db: Session, terms: Terms, result: CreateResult, body: BookingInput, now: datetime
) -> CreateResult:
    """Pay a new booking with the request's gift card, if any, and return the updated booking. A replayed request does
    not pay again.

    Raises UnknownGiftCard, GiftCardExpired and ShortGiftCard.
    """
    if body.gift_card is None or result.replayed:
        return result
    use = GiftCardUse(body.gift_card, body.gift_card_amount)
    redeemed = gift_cards_of(request).redeem(db, terms, result.booking.id, use, now)
    db.flush()
    booking = stored_booking(db.connection(), terms, result.booking.id)
    return replace(result, booking=booking, gift_card=redeemed)
