"""Emails about the letters held for a request, and about a card that is authorized with it and charged once the
business confirms it.
"""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import REPLY, to_business, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, DETAILS, NOTES, PRICE, SIGN
from marqueedesk.messages.samples import sample_request

_AMOUNT = Field("amount", "The authorized amount", "$100.00")


def _lapsing(context: BookingContext) -> Body:
    booking = context.booking
    return context.to_business(
        "A request's letters are about to be released",
        context.lit(),
        (
            f"{booking.customer_name} is still waiting for your reply. The letters are reserved until "
            f"{context.lapses()}. After that, other customers can book them. The request stays in your list."
        ),
        context.rental(contact=True),
        lead=f"{booking.message} for {booking.customer_name}",
        button="Review the request",
    )


HOLD_LAPSING = to_business(
    "hold-lapsing",
    "Reserved letters about to be released",
    "A day before the letters of an unanswered request are released",
    subject="Still waiting: {message}, {delivery}",
    body=_lapsing,
    sample=sample_request,
)


def _received(context: BookingContext) -> Body:
    amount = context.head.money(context.amount_cents)
    lead = f"{context.booking.message}, {context.when()}. Your card is not charged yet."
    words = {"amount": amount, "until": context.lapses_in_zone(), "reply": context.answer_within}
    return context.to_customer(lead, button="See your request", words=words)


AUTHORIZED = to_customer(
    "card-authorized",
    "Request received, card authorized",
    "When a customer's card is authorized with a request that you approve",
    subject="Your request: {message}",
    heading="We received your request",
    text="{sign}\n\n"
    "Thank you for your request. Your card is authorized for {amount} and not charged yet. You are charged only if we"
    " confirm. We'll reply {reply}.\n\n"
    "Your letters are held until {until}. If we have not confirmed by then, the authorization is released.\n\n"
    "{details}\n\n{price}\n\n{notes}\n\n{button}",
    sign_off="Thank you",
    own=(_AMOUNT, Field("until", "When the authorization is released", "Monday, June 7, 2027, 6:00 PM CDT"), REPLY),
    blocks=(SIGN, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_received,
    sample=sample_request,
)


def _released(context: BookingContext) -> Body:
    return context.to_customer("Nothing was charged.", button="See your request")


RELEASED = to_customer(
    "authorization-released",
    "Card authorization released",
    "When the authorization of a customer's card ends before you confirm the request",
    subject="Your card was not charged: {message}",
    heading="Your card authorization has ended",
    text="We have not confirmed your request yet, so the authorization of your card was released. Nothing was charged,"
    " and your letters are no longer held.\n\nStill interested? Reply to this email and we'll help you book."
    "\n\n{details}\n\n{button}",
    sign_off="Sorry for the wait",
    blocks=(SIGN, DETAILS, A_BUTTON),
    body=_released,
    sample=sample_request,
)


def _ending(context: BookingContext) -> Body:
    booking, amount = context.booking, context.head.money(context.amount_cents)
    return context.to_business(
        "A card authorization is about to end",
        context.lit(),
        (
            f"{booking.customer_name}'s card is authorized for {amount} until {context.lapses()}. Confirm the request"
            " by then to charge it. After that, the authorization is released and other customers can book the letters."
        ),
        context.rental(contact=True),
        lead=f"{booking.message} for {booking.customer_name}",
        button="Review the request",
        words={"until": context.lapses()},
    )


ENDING = to_business(
    "authorization-ending",
    "Card authorization about to end",
    "Two days and twelve hours before the card authorization of an unanswered request ends",
    subject="Confirm by {until}: {message}",
    own=(Field("until", "When the authorization is released", "Monday, June 7, 2027, 6:00 PM"),),
    body=_ending,
    sample=sample_request,
)


def _ended(context: BookingContext) -> Body:
    booking = context.booking
    return context.to_business(
        "A card authorization has ended",
        context.lit(),
        (
            f"You did not confirm {booking.customer_name}'s request in time, so the authorization of the card was"
            " released. Nothing was charged, and the letters are available again. The request stays in your list: you"
            " can still confirm it if its letters are available, and ask for the payment afterward."
        ),
        context.rental(contact=True),
        lead=f"{booking.message} for {booking.customer_name}",
        button="Review the request",
    )


ENDED = to_business(
    "authorization-ended",
    "Card authorization ended",
    "When the card authorization of an unanswered request ends",
    subject="Not confirmed in time: {message}, {delivery}",
    body=_ended,
    sample=sample_request,
)
