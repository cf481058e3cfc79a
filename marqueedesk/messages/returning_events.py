"""Emails to customers who return to their bookings."""

from marqueedesk.customer_pages import booking_lists
from marqueedesk.domain_events import BookingListRequested
from marqueedesk.messages import load_context
from marqueedesk.messages.emails.coming_back import booking_list
from marqueedesk.messages.emails.coming_back.booking_list import BookingListContext
from marqueedesk.messages.event_mailer import EventMailer


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
