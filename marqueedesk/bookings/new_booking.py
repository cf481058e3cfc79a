"""Data of a new booking besides its rental: customer, origin, and the outcome of its creation."""

from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from marqueedesk.accounts.mail_domains import own_domain
from marqueedesk.availability.models import NOBODY, QUOTE, WAITING, Holder, Sender
from marqueedesk.bookings.charges.discount_codes import UsableCode
from marqueedesk.bookings.charges.gift_cards import Redeemed
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.models import Booking
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.http.rate_limit import Limit, network_digest
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.priced_rental import PricedRental

REQUESTS = Limit("booking-address", 30, timedelta(hours=1))
"""Limit of requests from one network to one operator, across all processes and including rejected ones (W9)."""
REQUESTS_UNSEEN = 10
"""Lower limit for senders who haven't opened the form."""
REQUESTS_A_DAY = 60
OPEN_REQUESTS = 10
"""Limit of an email address's open requests that hold letters at one operator."""

UNCONFIRMED_HOLD = timedelta(minutes=30)
"""How long an unconfirmed request holds its letters while the email link hasn't been opened (W11)."""


@dataclass(frozen=True, slots=True)
class NewBooking:
    """Data of a new booking besides its rental.

    ``agreed`` is a previously agreed price to keep. ``copy_of`` is a rental to repeat at its agreed prices.
    ``quote_id`` is the quote it is made from, whose holds don't count against it; ``payment_terms`` and
    ``free_cancellation_hours`` are that quote's terms. ``waiting_id`` is the waiting list offer it is made from
    (`waiting_list.waiting`), whose holds don't count against it either. ``as_request`` keeps an operator's booking
    pending. ``ask_anyway`` sends a visitor's request despite unavailable letters or closed days, without holding
    letters. ``takes_usual_discount`` applies the discount agreed with the customer. ``seen_total_cents`` is the total
    that the visitor saw, ``own_total_cents`` an operator's custom total, ``overbook_reason`` the reason for overbooking
    (L10).
    """

    customer: CustomerContact
    by_operator: bool
    placed_by: str | None = None
    event_type: str | None = None
    notes: str | None = None
    operator_notes: str | None = None
    seen_total_cents: int | None = None
    own_total_cents: int | None = None
    overbook_reason: str | None = None
    agreed: PricedRental | None = None
    copy_of: PricedRental | None = None
    as_request: bool = False
    ask_anyway: bool = False
    quote_id: int | None = None
    waiting_id: int | None = None
    payment_terms: StoredTerms | None = None
    free_cancellation_hours: int | None = None
    discount_code: UsableCode | None = None
    takes_usual_discount: bool = False

    @property
    def is_from_visitor(self) -> bool:
        """Return true for a visitor's request from the public form, whose price wasn't agreed before."""
        return not self.by_operator and self.agreed is None

    @property
    def own_holds(self) -> Holder:
        """Return the holder whose holds don't count against the booking."""
        if self.waiting_id is not None:
            return Holder(WAITING, self.waiting_id)
        return NOBODY if self.quote_id is None else Holder(QUOTE, self.quote_id)


@dataclass(frozen=True, slots=True)
class Submission:
    """The origin of a booking: idempotency key, fingerprint and network.

    ``address`` is the network address to rate-limit (None: no limit, W9). ``opened_form`` is true if the request proves
    that the visitor opened the form. ``network`` is a visitor's network, ``is_limited`` is true if the limits for
    strangers apply (W11), and ``sends_email`` if a mail server is configured. With ``links`` the booking gets its page
    link at once. ``keys`` are the installation's keys at the payment provider, with which the business may take a
    payment. With ``may_replace``, the caller can put the booking in the place of its customer's own unpaid hold.
    """

    key: str | None = None
    fingerprint: str = ""
    address: str | None = None
    opened_form: bool = True
    network: str | None = None
    is_limited: bool = False
    sends_email: bool = False
    links: BookingLinks | None = None
    keys: StripeKeys | None = None
    may_replace: bool = False

    def counter(self, operator_id: int) -> str | None:
        """Return the key of the submission's rate limit counter."""
        return REQUESTS.key(operator_id, self.address) if self.address is not None else None

    def network_digest(self, operator_id: int) -> str | None:
        """Return the digest of the visitor's network, as stored in the business's rows."""
        return network_digest(operator_id, self.network) if self.network is not None else None

    def sender(self, network: str | None, new: NewBooking) -> Sender | None:
        """Return the sender whose limits its holds count towards; None if no limits apply."""
        if not self.is_limited or network is None or not new.is_from_visitor:
            return None
        return Sender(network, own_domain(new.customer.email))


NO_ORIGIN = Submission()
"""A submission without an idempotency key, network or limits, as of an accepted quote."""


def sender_values(email: str, network: str | None) -> list[str]:
    """Return the values by which a sender can be blocked: email address, mail domain unless it is a common provider's,
    and digest of the network.
    """
    return [value for value in (email.lower(), own_domain(email), network) if value]


@dataclass(frozen=True, slots=True)
class CreateResult:
    """A new booking, or, if ``replayed``, the one that an earlier request with the same key created, or, if
    ``resumed``, the unpaid one that the same customer began before.

    ``booking`` isn't attached to a session. ``prices`` is the operator's price list, ``page_url`` the customer's page.
    """

    booking: Booking
    zone: ZoneInfo
    prices: PriceList
    replayed: bool = False
    resumed: bool = False
    page_url: str | None = None
    gift_card: Redeemed | None = None
