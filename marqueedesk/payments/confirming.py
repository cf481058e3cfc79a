"""Confirm bookings whose customer's card is authorized, for the routes: the card is charged before, with no transaction
open.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import reading, require, writing
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries, transitions
from marqueedesk.kit import clock
from marqueedesk.payments import capturing, stripe_sync
from marqueedesk.stripe.payments import FetchedPayment
from marqueedesk.stripe.provider import provider_of


def capture(request: Request, booking_id: int, options: transitions.Options) -> FetchedPayment | None:
    """Charge the card that was authorized with a request; None if there is nothing to charge.

    No transaction may be open. Raises the errors of `capturing.prepare` and `capturing.charge`.
    """
    with reading(request) as (db, caller):
        require(caller, HANDLE_BOOKINGS)
        if not capturing.needs_capture(queries.booking(db, booking_id)):
            return None
        gateway = provider_of(request).get(db)
    with writing(request) as (db, caller):
        terms = availability.lock(db, require(caller, HANDLE_BOOKINGS).id)
        with_capture = replace(options, is_captured=True)
        planned = capturing.prepare(
            db, terms, booking_id, gateway, by=caller.user, now=clock.now(), options=with_capture
        )
    if planned is None:
        return None
    return capturing.charge(gateway, planned, partial(_within, request))


def record(request: Request, found: FetchedPayment) -> None:
    """Record a payment whose booking could not be confirmed after all, so that it is refunded."""
    _within(request, lambda db: stripe_sync.record_payment(db, found, clock.now()))


def _within(request: Request, action: Callable[[Session], object]) -> object:
    with writing(request) as (db, _caller):
        return action(db)
