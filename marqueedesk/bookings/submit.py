"""Convert a booking request from a visitor or team member to the input of `creation`."""

from dataclasses import replace
from datetime import datetime

import orjson
from sqlalchemy import Connection

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.accepted_terms import ensure_terms_accepted
from marqueedesk.bookings.alternatives import ensure_turning_allowed
from marqueedesk.bookings.charges.discount_codes import CodeNotValid, usable_code
from marqueedesk.bookings.creation import create_booking, find_replayed
from marqueedesk.bookings.form_rules import read_event_type, validate_place, validate_required
from marqueedesk.bookings.input_schemas import ABOUT_THE_FORM, BookingInput
from marqueedesk.bookings.new_booking import DIRECT, CreateResult, Customer, NewBooking, Submission
from marqueedesk.bookings.requests import booking_request
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.http.idempotency import fingerprint
from marqueedesk.rentals.catalog import read_catalog
from marqueedesk.rentals.priced_rental import PricedRental

_SORTED = orjson.OPT_SORT_KEYS


def submit_booking(
    connection: Connection,
    terms: Terms,
    payload: BookingInput,
    now: datetime,
    sent: Submission = DIRECT,
    *,
    placed_by: str | None = None,
    copy_of: PricedRental | None = None,
) -> CreateResult:
    """Create the booking in the caller's transaction. ``terms`` are those read when it took the lock.

    ``placed_by`` is the name of a member of the business; None for a visitor's request. ``sent`` describes the
    request's origin, ``copy_of`` the rental to repeat. Raises the errors of `create_booking`, Invalid on message,
    deliveryDate, pickupDate and discountCode, and CodeNotValid.
    """
    if sent.key is not None:
        sent = replace(sent, fingerprint=_fingerprint(payload))
    try:
        catalog = read_catalog(connection, terms.operator_id, payload.lines, for_visitor=placed_by is None)
        same = copy_of.request.lines if copy_of is not None else None
        request = booking_request(payload, terms, now, by_operator=placed_by is not None, catalog=catalog, lines=same)
        validate_place(terms.rules, payload, by_operator=placed_by is not None)
        if placed_by is None:
            validate_required(terms.rules, payload)
            ensure_turning_allowed(request.lines, terms.rules)
        event_type = read_event_type(terms.rules, payload.event_type)
        if placed_by is None and terms.rules.terms_on_form:
            ensure_terms_accepted(connection, terms.operator_id, payload.terms_version)
        code = None
        if payload.discount_code:
            code = usable_code(connection, terms, payload.discount_code, now, by_operator=placed_by is not None)
            request = replace(request, discount=code.discount)
    except (Invalid, NotFound, CodeNotValid):
        # Check this first, so that a retry after midnight, or after a limit was lowered, still returns the first
        # result.
        replayed = find_replayed(connection, terms, sent)
        if replayed is None:
            raise
        return replayed
    new = replace(_new_booking(payload, placed_by), event_type=event_type, discount_code=code, copy_of=copy_of)
    return create_booking(connection, terms, request, new, now, sent=sent)


def _new_booking(payload: BookingInput, placed_by: str | None) -> NewBooking:
    """Return the data to store with the rental. Operator-only fields sent by visitors are ignored (P5)."""
    customer = Customer(payload.customer_name, payload.customer_email or "", payload.customer_phone)
    if placed_by is None:
        return NewBooking(
            customer,
            by_operator=False,
            notes=payload.notes,
            seen_total_cents=payload.total_price,
            ask_anyway=payload.ask_anyway,
        )
    return NewBooking(
        customer,
        by_operator=True,
        as_request=payload.as_request,
        placed_by=placed_by,
        notes=payload.notes,
        operator_notes=payload.operator_notes,
        own_total_cents=payload.total_price,
        overbook_reason=payload.overbook_reason,
    )


def _fingerprint(payload: BookingInput) -> str:
    return fingerprint(orjson.dumps(payload.model_dump(mode="json", exclude=ABOUT_THE_FORM), option=_SORTED))
