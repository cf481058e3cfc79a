"""To a customer who asked for a change: what became of it."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts, Wish
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_wish


def _body(facts: BookingFacts) -> Body:
    wish = facts.wish or Wish("", is_made=True, answer=None)
    made = "We have changed your booking as you asked. This is how it stands now."
    declined = "We cannot make the change that you asked for. Your booking stays as it is."
    return Body(
        title="Your change is made" if wish.is_made else "About the change that you asked for",
        lead=f"{facts.booking.message}, {facts.when()}",
        parts=[
            facts.lit(),
            parts.text(made if wish.is_made else declined),
            *parts.note("Our answer", wish.answer),
            *parts.note("You asked", wish.text),
            facts.rental(),
            parts.button("See your booking", parts.booking_page(facts.booking.id)),
        ],
    )


MESSAGE = Message(
    kind="change-answered",
    name="Answer to a change",
    when="When you make or decline a change that a customer asked for",
    audience=CUSTOMER,
    texts=Texts("Your change to {message} on {delivery}", "Hi {customer},", "Kind regards,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_wish,
)
