"""Values that are stored with a booked rental: its customer, where it came from, and the outcome of its creation."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from marqueedesk.accounts.mail_domains import own_domain
from marqueedesk.availability.models import NOBODY, QUOTE, WAITING, Holder, Sender
from marqueedesk.bookings.charges.discount_codes import UsableCode
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.kit.http.rate_limit import Limit, network_digest
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.priced_rental import PricedRental

REQUESTS = Limit("booking-address", 30, timedelta(hours=1))
"""Requests that one network may send to one operator (all processes count together), refused ones included (W9)."""
REQUESTS_UNSEEN = 10
"""How many of them may come from senders who have not opened the form."""
REQUESTS_A_DAY = 60
OPEN_REQUESTS = 10
"""Requests of one email address that one operator keeps letters for at a time."""

UNCONFIRMED_HOLD = timedelta(minutes=30)
"""The time for which a stranger's request holds its letters until the link in its email is opened (W11)."""


@dataclass(frozen=True, slots=True)
class Customer:
    """The person who rents; ``email`` is empty for somebody who is only reached by phone."""

    name: str
    email: str
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class NewBooking:
    """The data stored with a booked rental: its customer, the person who enters it, and everything else that was given.

    ``agreed`` is a price from before, which is taken over instead of computed; ``copy_of`` a rental that it repeats at
    the prices that were agreed for it; ``quote_id`` the quote that it comes from, whose own holds do not count, and
    ``payment_terms`` and ``free_cancellation_hours`` what that was sent with; ``waiting_id`` the offer of the waiting
    list (waiting_list.waiting), too.
    ``as_request`` leaves an operator's own booking pending, ``ask_anyway`` sends a visitor's request that letters or
    closed days would have refused: it holds none. ``seen_total_cents`` is what a visitor had on the screen,
    ``own_total_cents`` what an operator charges, ``overbook_reason`` why an operator books more than is there (L10).
    """

    customer: Customer
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

    @property
    def is_from_visitor(self) -> bool:
        """Whether a visitor asks for it at the form, at a price that was not agreed before."""
        return not self.by_operator and self.agreed is None

    @property
    def own_holds(self) -> Holder:
        """Whose holds do not count against it."""
        if self.waiting_id is not None:
            return Holder(WAITING, self.waiting_id)
        return NOBODY if self.quote_id is None else Holder(QUOTE, self.quote_id)


@dataclass(frozen=True, slots=True)
class Submission:
    """The origin of a booking: its idempotency key, its fingerprint, and its network.

    ``address`` is limited (None: not limited, W9), ``opened_form`` says whether the visitor is known to have had the
    form open. ``network`` is a visitor's network, ``is_limited`` says whether the limits of strangers apply (W11), and
    ``sends_email`` whether the environment names a mail server. With ``links`` the booking gets the link of its page at
    once. ``takes_cards`` says whether the business can take a payment with the booking; None where that is not checked.
    """

    key: str | None = None
    fingerprint: str = ""
    address: str | None = None
    opened_form: bool = True
    network: str | None = None
    is_limited: bool = False
    sends_email: bool = False
    links: BookingLinks | None = None
    takes_cards: bool | None = False

    def counter(self, operator_id: int) -> str | None:
        """The key under which its tries are counted."""
        return REQUESTS.key(operator_id, self.address) if self.address is not None else None

    def network_digest(self, operator_id: int) -> str | None:
        """The digest of the visitor's network in the business's rows."""
        return network_digest(operator_id, self.network) if self.network is not None else None

    def sender(self, network: str | None, new: NewBooking) -> Sender | None:
        """The stranger whose limits its holds count towards; None where there are none."""
        if not self.is_limited or network is None or not new.is_from_visitor:
            return None
        return Sender(network, own_domain(new.customer.email))


DIRECT = Submission()


def sender_values(email: str, network: str | None) -> list[str]:
    """The values by which a sender is refused: the address, the mail domain unless it is a common provider's, and the
    digest of the network.
    """
    return [value for value in (email.lower(), own_domain(email), network) if value]


@dataclass(frozen=True, slots=True)
class HoldTerms:
    """Terms on which a visitor's booking holds its letters.

    ``is_over`` says that it would hold more than strangers may, ``asks`` that the address is confirmed by email, and
    ``sender`` is the stranger whose limits its holds count towards. ``network`` is the digest of a visitor's network.
    """

    is_over: bool = False
    asks: bool = False
    sender: Sender | None = None
    network: str | None = None


UNLIMITED = HoldTerms()


@dataclass(frozen=True, slots=True)
class CreateResult:
    """A booking that was created, or, ``replayed``, that an earlier request with the same key had created.

    ``row`` holds the booking's columns, ``prices`` is what the operator offers, ``page_url`` the address of the page
    that was made with it.
    """

    id: int
    row: Mapping[str, Any]
    zone: ZoneInfo
    prices: PriceList
    replayed: bool = False
    page_url: str | None = None

    @property
    def number(self) -> int:
        """The number that people call it by (B17)."""
        return self.row["number"]
