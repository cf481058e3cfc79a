"""Demo quotes, written, sent and answered through the product's own functions, each step a day after the
previous one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.demo.people import email_of
from marqueedesk.demo.plan import CannotTell, DemoOffer
from marqueedesk.demo.shop import Shop
from marqueedesk.quotes import customer_actions, service
from marqueedesk.quotes.customer_actions import Acceptance
from marqueedesk.quotes.models import Quote
from marqueedesk.quotes.schemas import QuoteInput, SendInput
from marqueedesk.quotes.serializers import Links

_ADDRESS = "203.0.113.7"
_STEP = timedelta(days=1, minutes=37)
Later = Callable[[datetime, Callable[[datetime], None]], None]


@dataclass(frozen=True, slots=True)
class Desk:
    """Writes the quotes of one business. ``later`` schedules an action."""

    db: Session
    user: User
    operator_id: int
    links: Links
    venues: dict[str, int]
    shop: Shop
    later: Later

    def write(self, offer: DemoOffer, days: list[tuple[date, date]], at: datetime) -> None:
        """Write a quote for the first of the given periods in which the letters are free, and schedule its next
        steps.
        """
        terms = availability.lock(self.db, self.operator_id)
        for delivery, pickup in days:
            quote = service.create_quote(self.db, terms, self._input(offer, delivery, pickup), by=self.user, now=at)
            if offer.until == "draft":
                return
            try:
                service.send_quote(self.db, terms, quote.id, SendInput(), self.links, by=self.user, now=at)
            except RentalDoesNotFit:
                service.delete_quote(self.db, terms, quote.id)
                continue
            self.db.flush()
            if offer.until not in {"sent", "expired"}:
                self.later(at + _STEP, partial(self._see, offer, quote))
            return
        raise CannotTell(f"no letters to hold for {offer.message} of {offer.customer}")

    def _see(self, offer: DemoOffer, quote: Quote, at: datetime) -> None:
        token = self.links.token(quote)
        customer_actions.see(self.db, token, at)
        if offer.question:
            customer_actions.ask(self.db, token, offer.question, email_of(offer.customer), at + timedelta(minutes=4))
        self.db.flush()
        if offer.until != "seen":
            self.later(at + _STEP, partial(self._answer, offer, token))

    def _answer(self, offer: DemoOffer, token: str, at: datetime) -> None:
        if offer.until == "declined":
            customer_actions.decline(self.db, token, offer.reason, at)
        else:
            accepted = Acceptance(version=1, name=offer.customer, email=None, address=_ADDRESS, agent="Demo")
            customer_actions.accept(self.db, token, accepted, at)
        self.db.flush()

    def _input(self, offer: DemoOffer, delivery: date, pickup: date) -> QuoteInput:
        return QuoteInput.model_validate(
            {
                "lines": self.shop.lines_of(offer),
                "message": offer.message,
                "size": offer.size,
                "venueId": self.venues[offer.venue] if offer.venue else None,
                "customerName": offer.customer,
                "customerEmail": email_of(offer.customer),
                "deliveryDate": delivery.isoformat(),
                "pickupDate": pickup.isoformat(),
                "eventType": offer.event,
                "colorOption": offer.color,
                "addOns": dict.fromkeys(offer.add_ons, True),
                "note": offer.note,
                "extraLines": [{"text": text, "amount": amount} for text, amount in offer.extras],
                "discount": {"kind": "percent", "percent": offer.percent_off} if offer.percent_off else None,
                "holdLetters": offer.hold,
            }
        )
