"""Routes of the public form while it is filled in: price and availability, and available days."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from sqlalchemy import Connection

from marqueedesk.accounts.access import database
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability.models import BOOKING, NOBODY, QUOTE, Holder
from marqueedesk.availability.operator_lock import Terms, answer_by_terms, confirm, read_operator
from marqueedesk.booking_form.form_callers import (
    Key,
    UserId,
    called_business,
    counting_code_tries,
    current_caller,
    named_business,
)
from marqueedesk.booking_form.form_visits import visits_of
from marqueedesk.bookings import unmet_demand
from marqueedesk.bookings.business_calendar import StopKind
from marqueedesk.bookings.charges.discount_codes import usable_code
from marqueedesk.bookings.charges.gift_cards import GiftCardOut, Redeemed, gift_cards_of
from marqueedesk.bookings.estimate import AGREED, Estimate, calendar, estimate
from marqueedesk.bookings.estimate_schemas import CalendarOut, EstimateInput, EstimateOut
from marqueedesk.bookings.requests import estimate_request
from marqueedesk.inventory.pieces import count_pieces
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, Unparsable
from marqueedesk.kit.http.http import JsonBytes, client_address, errors, json_body
from marqueedesk.kit.http.idempotency import read_key
from marqueedesk.kit.http.rate_limit import LocalLimit, network_of
from marqueedesk.kit.http.schemas import AtMost, RequiredText, parse
from marqueedesk.rentals.catalog import read_catalog, read_given_lines
from marqueedesk.rentals.line_schemas import LineInput, LinesOfACalendar
from marqueedesk.rentals.lines import Lines, letters_line
from marqueedesk.rentals.wire_types import CODE

router = APIRouter(tags=["public form"], responses=errors(404, 429))
ESTIMATES = LocalLimit(240, 60)
"""Estimates per address and process: four per second on average."""

_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")


@router.post(
    "/api/estimate",
    openapi_extra=json_body(EstimateInput),
    response_model_exclude_unset=True,
    responses=errors(409),
)
def estimate_price(request: Request, raw: JsonBytes) -> EstimateOut:
    """Return the price and availability for the form as filled in so far. Nothing is reserved."""
    if request.app.state.limits_on:
        ESTIMATES.spend(network_of(client_address(request)))
    form = parse(EstimateInput, raw)
    form_key = read_key(request.headers.get("idempotency-key"))
    caller = current_caller(request)
    who, own = called_business(caller, form.user_id)
    # Team members without the right to handle bookings get the visitors' response.
    own = own and caller is not None and caller.may(HANDLE_BOOKINGS)
    now = clock.now()
    entered = None if own else form.discount_code
    gift_card = None if own else form.gift_card
    with (
        form.errors_at_its_field(),
        counting_code_tries(request, entered),
        counting_code_tries(request, gift_card),
        database(request).autocommit_connection() as connection,
    ):

        def priced(terms: Terms) -> Estimate:
            estimated = price_form(connection, terms, form, now, form_key, own=own)
            confirm(terms, estimated.stored_terms)
            return estimated

        estimated = answer_by_terms(connection, who, priced)
        paid = _gift_card(request, estimated, form.gift_card, now)
    if form_key is not None and not own:
        if estimated.rental is not None:
            total, short = estimated.rental.total_cents, bool(estimated.shortages)
            dated = estimated.request.days is not None
            visits_of(request).priced(estimated.terms.operator_id, form_key, total, now, short=short, dated=dated)
        _remember_estimate(request, estimated, form_key)
    answer = estimated.answer(for_operator=own)
    if paid is not None:
        answer.gift_card = paid
    return answer


def _gift_card(request: Request, estimated: Estimate, code: str | None, now: datetime) -> GiftCardOut | None:
    """Return what a gift card pays of the estimate; None without a code or a price. Raises UnknownGiftCard and
    GiftCardExpired.
    """
    if code is None:
        return None
    balance = gift_cards_of(request).balance(database(request), estimated.terms.operator_id, code, now)
    return Redeemed.expected(balance, estimated.rental.total_cents).answer() if estimated.rental is not None else None


def price_form(
    connection: Connection, terms: Terms, form: EstimateInput, now: datetime, form_key: str | None, *, own: bool
) -> Estimate:
    """Price a form on the operator's cached terms. The caller checks that they are current."""
    holder = _holder(form) if own else NOBODY
    source = Holder(BOOKING, form.copy_of) if own and form.copy_of else holder
    agreed = AGREED[source.kind](connection, terms.operator_id, source.id) if source.id else None
    catalog = read_catalog(connection, terms.operator_id, form.lines, for_visitor=not own)
    agreed_lines = agreed.request.lines if agreed is not None else ()
    wanted = estimate_request(form, terms, now, by_operator=own, catalog=catalog, known=agreed_lines)
    if agreed is not None and source.kind == BOOKING:
        # A booking keeps its own custom lines and discount; a quote's form sends them.
        wanted = replace(
            wanted,
            own_lines=agreed.request.own_lines,
            discount=agreed.request.discount,
            waiver=agreed.request.waiver if form.damage_waiver is None else form.damage_waiver,
            tip=agreed.request.tip if form.tip is None and not form.copy_of else wanted.tip,
        )
    code = None
    if form.discount_code:
        code = usable_code(connection, terms, form.discount_code, now, by_operator=own)
        wanted = replace(wanted, discount=code.discount)
    estimated = estimate(
        connection,
        terms,
        wanted,
        by_operator=own,
        now=now,
        form_key=form_key,
        own=holder,
        agreed=agreed,
        caps_discount=source.kind == BOOKING,
        caps_new_discount=code is not None,
    )
    if code is not None and estimated.rental is not None:
        code.ensure_minimum_order(estimated.rental.breakdown.order_cents)
    return estimated


def _holder(form: EstimateInput) -> Holder:
    """Return the record being edited: a quote, a booking, or none."""
    return Holder(QUOTE, form.quote_id) if form.quote_id is not None else Holder(BOOKING, form.booking_id or 0)


def _remember_estimate(request: Request, estimated: Estimate, form_key: str) -> None:
    """Record a rental that didn't fit (L9), or delete the record if the visitor corrected the message and it now fits
    on the same days.
    """
    if estimated.rental is None or estimated.request.days is None:
        return
    wanted, days = estimated.request, estimated.request.when
    if estimated.shortages:
        with database(request).write_connection() as connection:
            unmet_demand.remember(
                connection,
                operator_id=estimated.terms.operator_id,
                form_key=form_key,
                request=wanted,
                shortages=estimated.shortages,
                total_cents=estimated.rental.total_cents,
                sent=False,
                now=clock.now(),
            )
    elif estimated.remembered == [wanted.size, days.first.isoformat(), days.last.isoformat()]:
        with database(request).write_connection() as connection:
            unmet_demand.forget(connection, operator_id=estimated.terms.operator_id, form_key=form_key)


@router.get("/api/availability/calendar", response_model_exclude_unset=True)
def availability_calendar(
    request: Request,
    month: Annotated[str, Query(max_length=7)],
    size: Annotated[str | None, Query(max_length=40, pattern=CODE)] = None,
    message: Annotated[Annotated[RequiredText, AtMost(500)] | None, Query()] = None,
    lines: Annotated[str | None, Query(max_length=12_000, description="JSON, as in an estimate")] = None,
    stop: Annotated[
        StopKind | None, Query(description="Only check delivery or pickup days; default: one-day rentals")
    ] = None,
    user_id: UserId = None,
    key: Key = None,
) -> CalendarOut:
    """Return the available days of a month, with the reason for each unavailable one; never the number of letters (L6).

    Pass the rental as ``lines``, or as ``message`` and ``size``. Without either, the letter stock isn't checked.
    """
    if request.app.state.limits_on:
        ESTIMATES.spend(network_of(client_address(request)))
    try:
        first = date.fromisoformat(f"{month}-01") if _MONTH.fullmatch(month) else None
    except ValueError:
        first = None
    if first is None or not date(2000, 1, 1) <= first <= date(2200, 1, 1):
        raise Invalid(fields={"month": "Month must look like 2027-06"})
    who, own = called_business(current_caller(request), named_business(user_id, key))
    line_inputs = _lines_in_query(lines) if lines else None
    with database(request).autocommit_connection() as connection:
        terms = read_operator(connection, who)
        requested: Lines = ()
        if line_inputs is not None:
            requested = read_given_lines(
                line_inputs, read_catalog(connection, terms.operator_id, line_inputs, for_visitor=not own)
            )
        elif message and size:
            requested = (letters_line(message, size=size),)
        needed = count_pieces([line.needs for line in requested])
        days = calendar(connection, terms, needed, first=first, now=clock.now(), stop=stop)
    return CalendarOut(days=days)


def _lines_in_query(text: str) -> Sequence[LineInput]:
    """Parse the JSON lines in a query string. Raises Invalid on ``lines``."""
    try:
        return parse(LinesOfACalendar, f'{{"lines":{text}}}'.encode()).lines
    except Unparsable:
        raise Invalid(fields={"lines": "Send the lines as JSON"}) from None
