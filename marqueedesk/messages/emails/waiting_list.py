"""Emails to a customer on the waiting list: added, letters available, offer ended."""

from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body, leave_waiting
from marqueedesk.messages.email_context import WaitingContext
from marqueedesk.messages.message import A_BUTTON, OFFER_FIELDS, SIGN, THE_BUTTON, WAITING_FIELDS, Block
from marqueedesk.messages.samples import sample_offer, sample_waiting

_DETAILS = Block("details", "Message, size, days, and the end of the hold")
_ENDED = (SIGN, _DETAILS, A_BUTTON)
_BLOCKS = (SIGN, _DETAILS, THE_BUTTON)


def _body(context: WaitingContext, lead: str, button: str) -> Body:
    return Body(lead=lead, blocks=context.blocks(button), unsubscribe=leave_waiting(context.entry_id))


def _joined(context: WaitingContext) -> Body:
    return _body(context, "We will email you if your letters become available.", "See your spot")


def _offered(context: WaitingContext) -> Body:
    return _body(context, f"Held for you until {context.ends()}", "View and book")


def _lapsed(context: WaitingContext) -> Body:
    return _body(context, "The letters are no longer held for you.", "See your spot")


JOINED = to_customer(
    "waiting-joined",
    "Added to the waiting list",
    "When a customer joins your waiting list",
    subject="You are on the waiting list for {message}",
    heading="You are on the waiting list",
    text="{sign}\n\n"
    "You are on our waiting list. If all of your letters become available for your days, we will email you and "
    "hold them for you for a limited time.\n\n"
    "{details}\n\n"
    "Nothing is booked yet. You can leave the list at any time.\n\n"
    "{button}",
    fields=WAITING_FIELDS,
    blocks=_BLOCKS,
    body=_joined,
    sample=sample_waiting,
)
OFFERED = to_customer(
    "waiting-offered",
    "Letters available (waiting list)",
    "When letters become available for a customer on your waiting list",
    subject="Your letters are available: {message}",
    heading="{message} is available",
    text="{sign}\n\n"
    "Good news: the letters you asked for are available on your days. We are holding them for you until "
    "{until}. After that, we'll offer them to the next customer on the list.\n\n"
    "{details}\n\n"
    "{button}",
    fields=OFFER_FIELDS,
    blocks=_BLOCKS,
    body=_offered,
    sample=sample_offer,
)
LAPSED = to_customer(
    "waiting-lapsed",
    "Waiting list offer ended",
    "When a customer on your waiting list does not accept an offer in time",
    subject="Your offer has ended: {message}",
    heading="Your offer has ended",
    text="{sign}\n\n"
    "We held letters for you until {until} but did not hear from you. We have released them, and you are no "
    "longer on the waiting list. Still interested? Reply to this email, or send us a new request.\n\n"
    "{button}",
    fields=OFFER_FIELDS,
    blocks=_ENDED,
    body=_lapsed,
    sample=sample_offer,
)
