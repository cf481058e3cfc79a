"""Bookings that team members create, and helpers shared with bookings from the public form."""

from dataclasses import replace

from fastapi import Request

from marqueedesk.accounts.access import database, require, writing
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.bookings import serializers
from marqueedesk.bookings.charges.gift_cards import GiftCardUse, gift_cards_of
from marqueedesk.bookings.creation import stored_booking
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.bookings.estimate import find_offers
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.bookings.new_booking import CreateResult, Submission
from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.customers import text_consent
from marqueedesk.domain_events import BookingConfirmed, publish
from marqueedesk.kit import clock
from marqueedesk.kit.watch.metrics import BOOKINGS, REFUSED
from marqueedesk.rentals.priced_rental import PricedRental


def book_own(
    request: Request, payload: BookingInput, key: str | None, *, copy_of: PricedRental | None = None
) -> BookingOut:
    """Create a booking entered by a member of the business. With ``notify``, the customer gets the confirmation email.

    ``copy_of`` is the rental to duplicate at its agreed prices. Raises RentalDoesNotFit with alternatives if letters
    are short.
    """
    try:
        with writing(request) as (db, caller):
            connection, name = db.connection(), caller.user.username
            terms = lock_operator(connection, require(caller, HANDLE_BOOKINGS).id)
            result = submit_booking(
                connection, terms, payload, clock.now(), Submission(key), placed_by=name, copy_of=copy_of
            )
            if payload.text_consent and not result.replayed and result.booking.customer_id is not None:
                text_consent.record(
                    connection, terms.operator_id, result.booking.customer_id, clock.now(), source="operator"
                )
            if payload.gift_card is not None and not result.replayed:
                use = GiftCardUse(payload.gift_card, payload.gift_card_amount)
                gift_cards_of(request).redeem(db, terms, result.booking.id, use, clock.now(), by=name)
                db.flush()
                result = replace(result, booking=stored_booking(connection, terms, result.booking.id))
            if payload.notify and not result.replayed and result.booking.status == CONFIRMED:
                publish(db, BookingConfirmed(operator_id=caller.operator.id, booking_id=result.booking.id), clock.now())
    except RentalDoesNotFit as refused:
        raise with_alternatives(request, refused) from None
    count_booking(result, "operator")
    return serializers.for_operator(result.booking, result.zone, result.prices)


def count_booking(result: CreateResult, source: str) -> None:
    """Count a new booking in the metrics by source, "form" or "operator". Replayed and resumed ones aren't counted
    again.
    """
    if not (result.replayed or result.resumed):
        BOOKINGS.labels(source).inc()


def with_alternatives(request: Request, refused: RentalDoesNotFit) -> RentalDoesNotFit:
    """Add alternatives to the error. The search runs after the rejected transaction has ended."""
    with database(request).autocommit_connection() as connection:
        ways = find_offers(connection, refused.details, clock.now(), by_operator=False)
    refused.extra |= {"alternatives": ways.alternatives, "offers": ways.offers}
    REFUSED.labels(refused.code).inc()
    return refused
