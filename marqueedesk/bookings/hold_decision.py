"""Decide how a visitor's booking holds its letters, by limits for strangers and confirmation by email (W11)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from marqueedesk.availability import stock_queries, stranger_limits
from marqueedesk.availability.models import Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stranger_limits import Claim, StrangerLimits
from marqueedesk.bookings.new_booking import NewBooking, Submission
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.rentals.rental_request import RentalRequest


@dataclass(frozen=True, slots=True)
class HoldDecision:
    """Conditions on which a visitor's booking holds its letters.

    ``exceeds_limits`` is true if the booking exceeds the limits for strangers, ``needs_confirmation`` if the address
    must be confirmed by email. ``sender`` is the stranger whose limits its holds count towards, ``network_digest`` the
    digest of the visitor's network.
    """

    exceeds_limits: bool = False
    needs_confirmation: bool = False
    sender: Sender | None = None
    network_digest: str | None = None


UNLIMITED = HoldDecision()


def decide_hold(
    connection: Connection,
    terms: Terms,
    request: RentalRequest,
    new: NewBooking,
    sent: Submission,
    found: Any,
    check: StockCheck,
    network_digest: str | None,
    now: datetime,
) -> HoldDecision:
    """Return the conditions on which a visitor's booking holds its letters (W11).

    Without a mail server no address can be confirmed, so only the total held by all unconfirmed requests is limited.
    """
    if not new.is_from_visitor:
        return UNLIMITED
    saved: JsonObject | None = found.mail_host
    needs_confirmation = bool(new.customer.email) and (sent.sends_email or bool(saved and saved.get("value")))
    sender = sent.sender(network_digest, new)
    if sender is None:
        return HoldDecision(needs_confirmation=needs_confirmation, network_digest=network_digest)
    claim = Claim(request.needs, request.when.first, request.when.last)
    limits = StrangerLimits(by_network=needs_confirmation)
    within = None
    if not (needs_confirmation and found.network_holds_any):
        within = stranger_limits.clearly_within(terms.rules, claim, check.stock, found.taken, limits)
    if within is None:
        # Rare: the limits cover the whole month, so the stock and holds of its other days are read too.
        first, last = claim.around
        stock = stock_queries.read_stock(connection, terms, request.needs, first, last, now, own=new.own_holds)
        strangers = stranger_limits.read_unconfirmed(
            connection, terms, request.needs, (first, last), now, own=new.own_holds
        )
        within = not stranger_limits.exceeds_unconfirmed(terms.rules, claim, stock, strangers, sender, limits)
    return HoldDecision(
        exceeds_limits=not within, needs_confirmation=needs_confirmation, sender=sender, network_digest=network_digest
    )
