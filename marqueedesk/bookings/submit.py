"""Create a booking from the fields of a form."""

from dataclasses import replace
from datetime import datetime

import orjson
from sqlalchemy import Connection

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.charges.discount_codes import CodeNotValid
from marqueedesk.bookings.creation import create_booking, find_replayed
from marqueedesk.bookings.form_rules import check_form
from marqueedesk.bookings.input_schemas import ABOUT_THE_FORM, NOT_REACHED, BookingInput
from marqueedesk.bookings.new_booking import NO_ORIGIN, CreateResult, NewBooking, Submission
from marqueedesk.bookings.requests import booking_request
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import chosen
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.http.idempotency import fingerprint
from marqueedesk.rentals.catalog import read_new_lines
from marqueedesk.rentals.priced_rental import PricedRental

_SORTED = orjson.OPT_SORT_KEYS


def submit_booking(
    connection: Connection,
    terms: Terms,
    payload: BookingInput,
    now: datetime,
    sent: Submission = NO_ORIGIN,
    *,
    placed_by: str | None = None,
    copy_of: PricedRental | None = None,
) -> CreateResult:
    """Create the booking in the caller's transaction. ``terms`` are those read when it took the lock.

    ``placed_by`` is the name of a member of the business; None for a visitor's request. ``sent`` describes the
    request's origin, ``copy_of`` the rental to repeat. Raises the errors of `create_booking`, Invalid on message,
    deliveryDate, pickupDate and discountCode, and CodeNotValid.
    """
    by_operator = placed_by is not None
    new = _new_booking(payload, placed_by, copy_of)
    if by_operator and payload.customer_id is not None:
        new = replace(new, customer=_chosen_customer(connection, terms, payload, payload.customer_id))
    if sent.key is not None:
        sent = replace(sent, fingerprint=_fingerprint(payload))
    try:
        if copy_of is not None:
            lines = copy_of.request.lines
        else:
            lines = read_new_lines(connection, terms.operator_id, payload, for_visitor=not by_operator)
        request = booking_request(payload, lines, terms, now, by_operator=by_operator)
        code = check_form(connection, terms, payload, request, now, by_operator=by_operator)
    except (Invalid, NotFound, CodeNotValid):
        # Before refusing, look for the result of an earlier attempt with this key: a retry after midnight, or after a
        # limit was lowered, still returns the first result.
        replayed = find_replayed(connection, terms, sent)
        if replayed is None:
            raise
        return replayed
    if code is not None:
        request, new = replace(request, discount=code.discount), replace(new, discount_code=code)
    return create_booking(connection, terms, request, new, now, sent=sent)


def _new_booking(payload: BookingInput, placed_by: str | None, copy_of: PricedRental | None) -> NewBooking:
    """Return the data to store with the rental. Operator-only fields sent by visitors are ignored (P5)."""
    customer = CustomerContact(payload.customer_name, payload.customer_email or "", payload.customer_phone)
    if placed_by is None:
        return NewBooking(
            customer,
            by_operator=False,
            event_type=payload.event_type,
            notes=payload.notes,
            seen_total_cents=payload.total_price,
            ask_anyway=payload.ask_anyway,
        )
    return NewBooking(
        customer,
        by_operator=True,
        as_request=payload.as_request,
        placed_by=placed_by,
        event_type=payload.event_type,
        notes=payload.notes,
        operator_notes=payload.operator_notes,
        own_total_cents=payload.total_price,
        overbook_reason=payload.overbook_reason,
        copy_of=copy_of,
        takes_usual_discount=copy_of is None
        and payload.discount_code is None
        and payload.total_price is None
        and "discount" not in payload.model_fields_set,
    )


def _chosen_customer(connection: Connection, terms: Terms, payload: BookingInput, customer_id: int) -> CustomerContact:
    """Return the contact of a booking for a chosen customer: what was sent, and otherwise the customer's own details.

    Raises UnknownCustomer, and Invalid if the customer has neither an email address nor a phone number.
    """
    known = chosen(connection, terms.operator_id, customer_id)
    contact = CustomerContact(
        payload.customer_name or known.name or known.email or known.phone or "",
        payload.customer_email or known.email,
        payload.customer_phone or known.phone,
        customer_id,
        terms=known.terms,
    )
    if not (contact.email or contact.phone):
        raise Invalid(fields={"customerEmail": NOT_REACHED})
    return contact


def _fingerprint(payload: BookingInput) -> str:
    return fingerprint(orjson.dumps(payload.model_dump(mode="json", exclude=ABOUT_THE_FORM), option=_SORTED))
