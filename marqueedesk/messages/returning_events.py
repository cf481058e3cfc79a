"""Emails to customers who return to their bookings, follow-up emails, and requests for reviews."""

from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.availability import service as availability
from marqueedesk.bookings import senders
from marqueedesk.bookings.models import Booking
from marqueedesk.conversations import queries as conversations
from marqueedesk.customer_pages import booking_lists
from marqueedesk.delivery.rules import rules_of
from marqueedesk.documents.document_content import rented_facts
from marqueedesk.domain_events import BookingListRequested, LeadFollowUpDue, RemindersDue, publish_once
from marqueedesk.follow_ups import priced, recipients, yearly
from marqueedesk.follow_ups.models import PricedLead
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.messages import allowance, load_context, queries
from marqueedesk.messages.email_context import fact_rows
from marqueedesk.messages.emails.coming_back import (
    booking_list,
    price_seen,
    quote_follow_up,
    review_request,
    year_later,
)
from marqueedesk.messages.emails.coming_back.booking_list import BookingListContext
from marqueedesk.messages.emails.coming_back.price_seen import PriceSeenContext
from marqueedesk.messages.emails.coming_back.quote_follow_up import QuoteFollowUpContext
from marqueedesk.messages.emails.coming_back.review_request import ReviewRequestContext
from marqueedesk.messages.emails.coming_back.year_later import YearLaterContext
from marqueedesk.messages.event_mailer import EventMailer, TextRecipient
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import follow_ups as quote_follow_ups
from marqueedesk.quotes.models import Quote
from marqueedesk.rentals.line_serializers import serialize_sign
from marqueedesk.rentals.lines import letters_lines
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.stored_lines import read_lines
from marqueedesk.reviews import requests as review_requests

_POSTPONED: Final = timedelta(hours=1)
"""Time after which an email that exceeded a daily limit is tried again."""


def email_booking_list(mailer: EventMailer[BookingListRequested]) -> None:
    """Email a link to the customer's bookings. Addresses without bookings get no email."""
    email = mailer.event.customer_email
    newest = next(iter(booking_lists.bookings_of(mailer.db, email, limit=1)), None)
    if newest is None:
        return
    signer = mailer.mail_settings.site(mailer.db).signer
    link = booking_lists.create_link(mailer.db, mailer.operator.id, email, signer, mailer.now)
    head = load_context.head_of(mailer.db, mailer.operator)
    context = BookingListContext(link.id, newest.customer_name, head)
    good_until = mailer.now + booking_lists.LINK_VALID
    mailer.send(booking_list.MESSAGE, context, newest.customer_email, newest.customer_name, good_until=good_until)


def email_price_seen(mailer: EventMailer[LeadFollowUpDue]) -> None:
    """Email a visitor who saw a price a day ago, once, unless they booked or the sign can no longer be booked."""
    db, operator, now = mailer.db, mailer.operator, mailer.now
    if priced.due_lead(db, mailer.event.lead_id, now) is None:
        return
    # Under the lock, so that an address with several leads gets one email from concurrent jobs.
    terms = availability.lock(db, operator.id)
    lead = priced.due_lead(db, mailer.event.lead_id, now)
    rental = priced.price_to_email(db, operator, terms, lead, now) if lead is not None else None
    if lead is None or rental is None:
        return
    if not allowance.room_for_follow_ups(db, mailer.mail_settings, operator, price_seen.MESSAGE.kind, now):
        _postpone(mailer)
        return
    signer, email = mailer.mail_settings.site(db).signer, lead.customer_email
    recipient = recipients.recipient_of(db, signer, operator.id, email, now)
    priced.make_link(db, signer, lead, now)
    key = f"{price_seen.MESSAGE.kind}:{lead.id}"
    ends = lead.priced_at + priced.AT_LATEST
    context = _price_seen_context(mailer, lead, rental, recipient.id)
    mailer.send(price_seen.MESSAGE, context, email, lead.customer_name, key=key, good_until=ends)
    if queries.is_written(db, key):
        lead.emailed_at = recipient.sent_at = now


def _postpone(mailer: EventMailer[LeadFollowUpDue]) -> None:
    """Reschedule the email. It is dropped after some days, when `priced.price_to_email` returns None."""
    run_at = mailer.now + _POSTPONED
    key = f"{mailer.event.kind}:{mailer.event.lead_id}:{run_at:%Y-%m-%dT%H}"
    publish_once(mailer.db, mailer.event, mailer.now, dedupe_key=key, run_at=run_at)


def _price_seen_context(
    mailer: EventMailer[LeadFollowUpDue], lead: PricedLead, rental: PricedRental, recipient_id: int
) -> PriceSeenContext:
    delivery, pickup = priced.days_of(lead, mailer.operator.time_zone)
    prices, lines = pricing.price_list(mailer.db), read_lines(lead.lines)
    size = next((line.size for line in letters_lines(lines)), "")
    return PriceSeenContext(
        lead_id=lead.id,
        recipient_id=recipient_id,
        customer_name=lead.customer_name or "there",
        message=lead.message,
        size=prices.size_name(size) if size else "",
        delivery=delivery,
        pickup=pickup,
        total_cents=rental.total_cents,
        is_open_price=rental.has_open_price,
        head=load_context.head_of(mailer.db, mailer.operator),
        sign=serialize_sign(lines, prices),
        rented=fact_rows(rented_facts(lines, prices)),
    )


def email_past_customers(mailer: EventMailer[RemindersDue]) -> None:
    """Email past customers eleven months after an event, once a year, if the business has this switched on."""
    db, operator, now = mailer.db, mailer.operator, mailer.now
    today = date.fromisoformat(mailer.event.day)
    if not rules_of(operator.rules).email_yearly or not yearly.past_bookings(db, today, now):
        return
    availability.lock(db, operator.id)
    signer = mailer.mail_settings.site(db).signer
    room = allowance.room_for_follow_ups(db, mailer.mail_settings, operator, year_later.MESSAGE.kind, now)
    for booking in yearly.past_bookings(db, today, now):
        if room <= 0:
            break
        if senders.is_refused(db.connection(), operator.id, booking.customer_email, booking.sender_network):
            continue
        recipient = recipients.recipient_of(db, signer, operator.id, booking.customer_email, now)
        key = f"{year_later.MESSAGE.kind}:{recipient.id}:{today.year}"
        context = snapshot_of(YearLaterContext, mailer.context(booking), recipient_id=recipient.id)
        mailer.email_customer(year_later.MESSAGE, context, key=key, good_until=now + yearly.CATCH_UP)
        if queries.is_written(db, key):
            recipient.sent_at = recipient.yearly_at = now
            room -= 1


def follow_up_quotes(mailer: EventMailer[RemindersDue]) -> None:
    """Email customers whose quote has no answer some days after it was sent, twice at most, if the business has this
    switched on. Customers who stopped follow-up emails, or who texted or called since, get none.
    """
    db, operator, now = mailer.db, mailer.operator, mailer.now
    days, today = rules_of(operator.rules).quote_follow_up_days, date.fromisoformat(mailer.event.day)
    zone = ZoneInfo(operator.time_zone)
    if days is None or not quote_follow_ups.due_follow_ups(db, today, days, zone, now):
        return
    # Under the lock, so that an answer that arrives meanwhile ends the follow-up.
    availability.lock(db, operator.id)
    room = allowance.room_for_follow_ups(db, mailer.mail_settings, operator, quote_follow_up.MESSAGE.kind, now)
    for quote, sent_at, step in quote_follow_ups.due_follow_ups(db, today, days, zone, now):
        if room <= 0:
            break
        if quote.customer_id is not None and conversations.has_replied(db, quote.customer_id, since=sent_at):
            continue
        if _follow_up(mailer, quote, step):
            room -= 1


def _follow_up(mailer: EventMailer[RemindersDue], quote: Quote, step: int) -> bool:
    """Send a follow-up of a quote's sent version as an email or a text, once. Return true if it was written."""
    db, now, message = mailer.db, mailer.now, quote_follow_up.MESSAGE
    key = f"{message.kind}:{quote.id}:{quote.sent_version}:{step}"
    offer = load_context.quote_context(db, mailer.operator, quote)
    if offer is None or queries.was_written(db, key):
        return False
    to = offer.sent["customer_email"]
    if not to or recipients.has_stopped(db, to):
        return False
    recipient = recipients.recipient_of(db, mailer.mail_settings.site(db).signer, mailer.operator.id, to, now)
    context = snapshot_of(QuoteFollowUpContext, offer, recipient_id=recipient.id)
    until = min(now + quote_follow_ups.CATCH_UP, offer.expires_at or now + quote_follow_ups.CATCH_UP)
    texted = TextRecipient(quote.customer_id, offer.sent["customer_phone"], {"to": "quote", "id": quote.id})
    if not mailer.text(message, context, texted, key=key, quote_id=quote.id, good_until=until):
        mailer.send(message, context, to, offer.sent["customer_name"], key=key, quote_id=quote.id, good_until=until)
    return queries.was_written(db, key)


def ask_for_reviews(mailer: EventMailer[RemindersDue]) -> None:
    """Ask the customers of completed bookings for a review, and remind those who didn't write one, if the business has
    this switched on. Customers who stopped follow-up emails aren't asked.
    """
    db, operator, today = mailer.db, mailer.operator, date.fromisoformat(mailer.event.day)
    if not rules_of(operator.rules).ask_for_reviews:
        return
    if not (review_requests.bookings_to_ask(db, today) or review_requests.bookings_to_remind(db, today)):
        return
    availability.lock(db, operator.id)
    room = allowance.room_for_follow_ups(db, mailer.mail_settings, operator, review_request.MESSAGE.kind, mailer.now)
    to_remind = review_requests.bookings_to_remind(db, today)
    for booking in [*review_requests.bookings_to_ask(db, today), *to_remind]:
        if room <= 0:
            break
        if not recipients.has_stopped(db, booking.customer_email) and _ask_for_review(mailer, booking, today):
            room -= 1


def _ask_for_review(mailer: EventMailer[RemindersDue], booking: Booking, today: date) -> bool:
    """Send a request for a review, or its reminder, as an email or a text. Return true if it was written."""
    db, now, message = mailer.db, mailer.now, review_request.MESSAGE
    signer = mailer.mail_settings.site(db).signer
    review = review_requests.request_of(db, signer, booking, now)
    recipient = recipients.recipient_of(db, signer, mailer.operator.id, booking.customer_email, now)
    is_reminder = review.asked_on is not None
    key = f"{message.kind}:{review.id}:{'reminder' if is_reminder else 'first'}"
    until = now + review_requests.CATCH_UP
    context = snapshot_of(ReviewRequestContext, mailer.context(booking), review_id=review.id, recipient_id=recipient.id)
    texted = TextRecipient(booking.customer_id, booking.customer_phone, {"to": "review", "id": review.id})
    if not mailer.text(message, context, texted, key=key, booking_id=booking.id, good_until=until):
        to, name = booking.customer_email, booking.customer_name
        mailer.send(message, context, to, name, key=key, booking_id=booking.id, good_until=until)
    if not queries.was_written(db, key):
        return False
    if is_reminder:
        review.reminded_on = today
    else:
        review.asked_on = today
    return True
