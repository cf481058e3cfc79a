"""Routes of the public form: what it needs to know, price and stock as it is filled in, and placing the booking.

They serve a signed-in operator as well: without another operator's ``userId`` the call is for the own business (B4).
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta
from math import ceil
from typing import Annotated, cast
from zoneinfo import ZoneInfo

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import Caller, cookie_digest, current_user, database, named_operator, require, writing
from marqueedesk.accounts.errors import NotOpenYet, UnknownOperator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.accounts.rules import rules_of
from marqueedesk.availability import service as availability
from marqueedesk.availability.facts import lock_operator, read_operator
from marqueedesk.availability.models import BOOKING, NOBODY, QUOTE, Holder
from marqueedesk.bookings import accepted_terms, serializers, unmet_demand
from marqueedesk.bookings.accepted_terms import FormTerms, form_terms
from marqueedesk.bookings.catalog import read_catalog, read_given_lines
from marqueedesk.bookings.collecting import AsksForPayment, collector_of, waits_for_payment
from marqueedesk.bookings.discount_codes import any_codes, usable_code
from marqueedesk.bookings.errors import LooksAutomated, RentalDoesNotFit, TooQuick
from marqueedesk.bookings.estimate import AGREED, Estimate, calendar, estimate, find_ways
from marqueedesk.bookings.estimate_schemas import CalendarOut, EstimateInput, EstimateOut
from marqueedesk.bookings.form_schemas import (
    ColorOut,
    FinishOut,
    FormContact,
    FormLogo,
    FormOut,
    FormTermsOut,
    RateOut,
    SizeOut,
    TermsOut,
    WindowChoice,
)
from marqueedesk.bookings.form_visits import visits_of
from marqueedesk.bookings.line_schemas import LineInput, LinesOfACalendar
from marqueedesk.bookings.lines import Lines, letters_line
from marqueedesk.bookings.links import booking_links
from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.bookings.new_booking import REQUESTS, CreateResult, Submission
from marqueedesk.bookings.opening import StopKind
from marqueedesk.bookings.policy_preview import policy_in_words
from marqueedesk.bookings.priced_rental import PricedRental
from marqueedesk.bookings.rental_request import YEARS_AHEAD, years_after
from marqueedesk.bookings.requests import estimate_request
from marqueedesk.bookings.schemas import BookingInput, BookingOut, PlacedOut, VisitorBookingInput
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.bookings.suggestions import suggestions
from marqueedesk.bookings.wire_types import CODE
from marqueedesk.business import queries as business
from marqueedesk.domain_events import BookingConfirmed, publish
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory.items import offers_more
from marqueedesk.inventory.pieces import count_pieces
from marqueedesk.kit import clock, rate_limit
from marqueedesk.kit.errors import Invalid, NotFound, Problem, TooMany, Unparsable
from marqueedesk.kit.form_tokens import stamps
from marqueedesk.kit.http import RawBody, client_address, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.idempotency import read_key
from marqueedesk.kit.money import units
from marqueedesk.kit.observe import BOOKINGS, REFUSED
from marqueedesk.kit.rate_limit import LocalLimit, network_of
from marqueedesk.kit.schemas import AtMost, RequiredText, parse
from marqueedesk.kit.tenancy import set_operator
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import DEFAULT_TERMS
from marqueedesk.pricing.policy_schemas import PolicyInput, tips_answer, waiver_answer
from marqueedesk.pricing.price_list import Rate

router = APIRouter(tags=["public form"])
Raw = Annotated[RawBody, Depends(raw_body)]
UserId = Annotated[str | None, Query(alias="userId", max_length=50)]
Key = Annotated[str | None, Query(max_length=50)]
QUICKEST = timedelta(seconds=3)
"""Nobody fills the form in faster, not even a browser that knows name and address."""
ESTIMATES = LocalLimit(240, 60)
"""Estimates per address and process: four a second, steadily."""

_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")


def _own(caller: Caller | None, who: int | str | None) -> bool:
    """Whether a call is a signed-in operator's for the own business (B4)."""
    business = caller.business if caller else None
    return business is not None and who in {None, business.id, business.public_key}


def _caller(request: Request) -> Caller | None:
    """The signed-in caller; nobody is looked up where there is no cookie."""
    if cookie_digest(request) is None:
        return None
    with database(request).read() as db:
        return current_user(db, request)


def _who(caller: Caller | None, who: int | str | None) -> tuple[int | str, bool]:
    """Whose business a call is about, and whether it is the caller's own. Raises Invalid on userId."""
    if _own(caller, who):
        assert caller is not None  # noqa: S101 - what _own has just said, for the type checker.
        return caller.operator.id, True
    if who is None:
        raise Invalid(fields={"userId": "userId is required"})
    return who, False


def _named(user_id: str | None, key: str | None) -> int | str | None:
    named = user_id or key
    return named_operator(named) if named else None


@router.get("/api/booking-form", response_model=FormOut, responses=error_responses(404, 422))
def booking_form(request: Request, user_id: UserId = None, key: Key = None) -> Response:
    """The choices on the form: sizes, colors, add-ons with their prices, and the days that can be booked."""
    caller = _caller(request)
    who, own = _who(caller, _named(user_id, key))
    with database(request).read() as db:
        # The business itself sees its form as it will be.
        operator = accounts.public_operator(db, who) if own else accounts.open_operator(db, who)
        set_operator(db, operator.id)
        prices = pricing.price_list(db)
        owner = accounts.owner_of(db, operator.id)
        details, company = business.details(db), business.company(db, operator)
        shown = form_terms(db, operator)
        keeps_stock = False
        owned: dict[str, dict[str, int]] = {}
        finished: dict[str, set[str]] = {}
        for item in inventory.letters(db):
            keeps_stock = True
            if not item.finish:
                owned.setdefault(item.size, {})[item.letter] = item.quantity
            if item.quantity:
                finished.setdefault(item.size, set()).add(item.finish or prices.usual_finish)
        has_catalog = offers_more(db)
        collects = (pricing.payment_terms(db) or DEFAULT_TERMS).collect != "nothing"
        today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
        policy = policy_in_words(db, operator, PolicyInput(), today)
        has_codes = any_codes(db)
    if not own:
        visits_of(request).opened(operator.id, today)
    collects = collects and collector_of(request).is_ready(request, operator.id)
    # A finish is offered where more than one is owned. One alone is named where it is not the usual one, so that the
    # form asks for the letters that there are.
    finishes = {
        size: [FinishOut(code=row.code, label=row.label) for row in prices.finishes if row.code in codes]
        for size, codes in finished.items()
        if codes - {prices.usual_finish}
    }
    rules = rules_of(operator.rules)
    return json_answer(
        FormOut(
            user_id=operator.id,
            company_name=owner.company_name,
            currency=operator.currency,
            date_format=operator.date_format,
            time_format=operator.time_format,
            measures=operator.measures,
            today=today.isoformat(),
            last_day=years_after(today, YEARS_AHEAD).isoformat(),
            max_rental_days=operator.max_rental_days,
            approval_required=operator.approval_required,
            collects=collects,
            sizes=[
                SizeOut.adding(_rate(row), height_inches=row.height_inches, finishes=finishes.get(row.code, []))
                for row in prices.sizes
            ],
            colors=[ColorOut.adding(_rate(row), swatch=row.swatch) for row in prices.colors],
            add_ons=[_rate(row) for row in prices.add_ons],
            event_types=list(rules.event_types),
            required_fields=list(rules.required_fields),
            any_address=rules.any_address,
            listed_venues=rules.listed_venues,
            minimum_notice_hours=rules.minimum_notice_hours,
            delivery_zones=prices.zones.are_set,
            install_times=[window.code for window in rules.install_windows],
            install_windows=[
                WindowChoice(code=window.code, words=window.words(operator.time_format))
                for window in rules.install_windows
            ],
            pickup_hours=rules.pickup_hours.words(operator.time_format),
            has_catalog=has_catalog,
            keeps_stock=keeps_stock,
            share_contact=operator.share_contact,
            suggestions=suggestions(owned, [row.code for row in prices.sizes]),
            discount_codes=has_codes,
            policy=[*policy.payment, f"Cancellation: {' '.join(policy.cancellation)}", *policy.extras],
            damage_waiver=waiver_answer(prices.waiver),
            tips=tips_answer(prices.tips),
            form_token=stamps(request).give(clock.now()),
            logo=FormLogo(url=company["logoUrl"], width=details.logo_width or 0, height=details.logo_height or 0)
            if company["logoUrl"]
            else None,
            contact=FormContact(phone=company["phone"], email=company["email"]) if rules.contact_on_form else None,
            terms=FormTermsOut(version=shown.version, url=f"/api/public/terms/{operator.public_key}")
            if shown
            else None,
        )
    )


def _rate(row: Rate) -> RateOut:
    return RateOut(code=row.code, label=row.label, price=units(row.cents))


@router.post(
    "/api/estimate",
    response_model=EstimateOut,
    response_model_exclude_none=True,
    responses=error_responses(400, 404, 409, 413, 415, 422, 429),
    **request_body(EstimateInput),
)
def estimate_price(request: Request, body: Raw) -> Response:
    """Price and stock of what the form holds, complete or not. Promises nothing."""
    if request.app.state.limits_on:
        ESTIMATES.spend(network_of(client_address(request)))
    form = body.read(EstimateInput)
    form_key = read_key(request.headers.get("idempotency-key"))
    caller = _caller(request)
    who, own = _who(caller, form.user_id)
    # Team members who may not handle bookings get the same answer as visitors.
    own = own and caller is not None and caller.may(HANDLE_BOOKINGS)
    holder = _holder(form) if own else NOBODY
    now = clock.now()
    with database(request).autocommit_connection() as connection:
        terms = read_operator(connection, who)
        source = Holder(BOOKING, form.copy_of) if own and form.copy_of else holder
        agreed = AGREED[source.kind](connection, terms.operator_id, source.id) if source.id else None
        catalog = read_catalog(connection, terms.operator_id, form.lines, for_visitor=not own)
        known = agreed.request.lines if agreed is not None else ()
        wanted = estimate_request(form, terms, now, by_operator=own, catalog=catalog, known=known)
        if agreed is not None and source.kind == BOOKING:
            # A booking keeps its own lines and its discount; a quote's are what its form says.
            wanted = replace(
                wanted,
                own_lines=agreed.request.own_lines,
                discount=agreed.request.discount,
                waiver=agreed.request.waiver if form.damage_waiver is None else form.damage_waiver,
                tip=agreed.request.tip if form.tip is None and not form.copy_of else wanted.tip,
            )
        code = None
        if form.discount_code:
            code = usable_code(connection, terms.operator_id, form.discount_code, terms.today(now), now)
            wanted = replace(wanted, discount=code.discount)
        found = estimate(
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
    if code is not None and found.rental is not None:
        code.refuse_small_order(found.rental.breakdown.order_cents)
    if form_key is not None and not own:
        if found.rental is not None:
            total, short = found.rental.total_cents, bool(found.shortages)
            visits_of(request).priced(terms.operator_id, form_key, total, now, short=short)
        _remember_estimate(request, found, form_key)
    return json_answer(found.answer(for_operator=own))


def _holder(form: EstimateInput) -> Holder:
    """The record that the form changes: a quote, a booking, or none yet."""
    return Holder(QUOTE, form.quote_id) if form.quote_id is not None else Holder(BOOKING, form.booking_id or 0)


def _remember_estimate(request: Request, found: Estimate, form_key: str) -> None:
    """Note a rental that did not fit (L9), or drop the note when the same days fit after the message was corrected."""
    if found.rental is None or found.request.days is None:
        return
    wanted, days = found.request, found.request.when
    if found.shortages:
        with database(request).write_connection() as connection:
            unmet_demand.remember(
                connection,
                operator_id=found.terms.operator_id,
                form_key=form_key,
                request=wanted,
                shortages=found.shortages,
                total_cents=found.rental.total_cents,
                sent=False,
                now=clock.now(),
            )
    elif found.remembered == [wanted.size, days.first.isoformat(), days.last.isoformat()]:
        with database(request).write_connection() as connection:
            unmet_demand.forget(connection, operator_id=found.terms.operator_id, form_key=form_key)


@router.get("/api/availability/calendar", response_model=CalendarOut, responses=error_responses(404, 422, 429))
def availability_calendar(
    request: Request,
    month: Annotated[str, Query(max_length=7)],
    size: Annotated[str | None, Query(max_length=40, pattern=CODE)] = None,
    message: Annotated[Annotated[RequiredText, AtMost(500)] | None, Query()] = None,
    lines: Annotated[str | None, Query(max_length=12_000, description="JSON, as in an estimate")] = None,
    stop: Annotated[
        StopKind | None, Query(description="A day of delivery, or of pickup, alone; otherwise a rental of one day")
    ] = None,
    user_id: UserId = None,
    key: Key = None,
) -> Response:
    """On which days of a month a rental can be had, and why not on the others; never how many letters are free (L6).

    What is rented are the lines, or message and size; without them no letters are looked at.
    """
    if request.app.state.limits_on:
        ESTIMATES.spend(network_of(client_address(request)))
    try:
        first = date.fromisoformat(f"{month}-01") if _MONTH.fullmatch(month) else None
    except ValueError:
        first = None
    if first is None or not date(2000, 1, 1) <= first <= date(2200, 1, 1):
        raise Invalid(fields={"month": "Month must look like 2027-06"})
    who, own = _who(_caller(request), _named(user_id, key))
    given = _lines_in_query(lines) if lines else None
    with database(request).autocommit_connection() as connection:
        terms = read_operator(connection, who)
        wanted: Lines = ()
        if given is not None:
            wanted = read_given_lines(given, read_catalog(connection, terms.operator_id, given, for_visitor=not own))
        elif message and size:
            wanted = (letters_line(message, size=size),)
        needed = count_pieces([line.needs for line in wanted])
        days = calendar(connection, terms, needed, first=first, now=clock.now(), stop=stop)
    return json_answer({"days": days})


def _lines_in_query(text: str) -> Sequence[LineInput]:
    """Lines that are sent as JSON. Raises Invalid on ``lines``."""
    try:
        return parse(LinesOfACalendar, f'{{"lines":{text}}}'.encode()).lines
    except Unparsable:
        raise Invalid(fields={"lines": "Send the lines as JSON"}) from None


@router.post(
    "/api/bookings",
    status_code=201,
    response_model=PlacedOut | BookingOut,
    responses=error_responses(400, 403, 404, 409, 413, 415, 422, 429, 503),
    **request_body(BookingInput),
)
def book(request: Request, body: Raw) -> Response:
    """Place a booking: a visitor's request at an operator's form, or an operator's own (B4)."""
    caller = _caller(request)
    given = body.read(BookingInput if caller else VisitorBookingInput)
    key = read_key(request.headers.get("idempotency-key"))
    who, own = _who(caller, given.user_id)
    if own:
        return book_own(request, given, key)
    if caller is not None:
        given = body.read(VisitorBookingInput)
    address = network_of(client_address(request)) if request.app.state.limits_on else None
    now = clock.now()
    try:
        opened = address is None or _had_the_form_open(request, given, now)
        read = _terms_read(request, who, given)
        sent = Submission(key, address=address, opened_form=opened, links=booking_links(request), takes_cards=None)
        try:
            made = _submit(request, who, given, now, sent, read)
        except AsksForPayment:
            with database(request).read() as db:
                operator_id = accounts.public_operator(db, who).id
            takes_cards = collector_of(request).is_ready(request, operator_id)
            made = _submit(request, who, given, now, replace(sent, takes_cards=takes_cards), read)
    except RentalDoesNotFit as refused:
        _remember_refusal(request, refused, key, address)
        raise _with_alternatives(request, refused) from None
    except Problem as problem:
        REFUSED.labels(problem.code).inc()
        if address is not None and not isinstance(problem, TooMany | UnknownOperator):
            _count_try(request, who, address, now)
        raise
    _count(made, "form")
    operator_id: int = made.row["operator_id"]
    page_url = made.page_url or _page_again(request, operator_id, made.id, now)
    answer = serializers.placed(made.id, made.row, made.zone, made.prices, page_url)
    if waits_for_payment(made.row, now):
        answer.payment = collector_of(request).begin(request, operator_id, made.id)
    return json_answer(answer, 201)


def line_of(request: Request, body: RawBody) -> str:
    """Whose letters a booking asks for, as it says itself: those for one business take turns (see kit.turns).

    Nothing is decided by it: who names somebody else waits in the wrong line.
    """
    with suppress(orjson.JSONDecodeError):
        named = orjson.loads(body.raw)
        if isinstance(named, dict) and isinstance(who := cast("dict[str, object]", named).get("userId"), int | str):
            return str(who)
    return cookie_digest(request) or ""


def _submit(
    request: Request,
    who: int | str,
    given: VisitorBookingInput | BookingInput,
    now: datetime,
    sent: Submission,
    read: FormTerms | None,
) -> CreateResult:
    """Create a visitor's booking in a transaction of its own, with the terms that were read before."""
    with database(request).write_connection() as connection:
        terms = lock_operator(connection, who, generic=True)
        if terms.is_held:
            raise NotOpenYet
        made = submit_booking(connection, terms, given, now, sent)
        if read is not None and not made.replayed:
            accepted_terms.keep(connection, terms.operator_id, made.id, read, now)
        return made


@router.get("/api/public/terms/{public_key}", response_model=TermsOut, responses=error_responses(404, 422))
def public_terms(request: Request, public_key: Annotated[str, Path(max_length=50)]) -> Response:
    """The terms that a business's form asks its visitors to accept."""
    with database(request).read() as db:
        operator = accounts.public_operator(db, named_operator(public_key))
        set_operator(db, operator.id)
        shown = form_terms(db, operator)
    if shown is None:
        raise NotFound("This business asks nobody to accept terms here.")
    return json_answer(TermsOut(version=shown.version, text=shown.text))


def _terms_read(request: Request, who: int | str, given: BookingInput) -> FormTerms | None:
    """The terms that a visitor says to have accepted, in full; None where these are no longer the present ones."""
    if given.terms_version is None:
        return None
    with database(request).read() as db:
        operator = accounts.public_operator(db, who)
        set_operator(db, operator.id)
        shown = form_terms(db, operator)
    return shown if shown is not None and shown.version == given.terms_version else None


def _page_again(request: Request, operator_id: int, booking_id: int, now: datetime) -> str:
    """The page of a booking that an earlier try has made, or of one whose link is another one since."""
    with database(request).write() as db:
        set_operator(db, operator_id)
        availability.lock(db, operator_id)
        return booking_links(request).of(db, operator_id, booking_id, now)


def _had_the_form_open(request: Request, given: BookingInput, now: datetime) -> bool:
    """Whether the visitor is known to have had the form before them (W9). Raises LooksAutomated and TooQuick."""
    if given.website:
        raise LooksAutomated
    opened = stamps(request).age(given.form_token, now) if given.form_token else None
    if opened is None:
        return False
    if opened < QUICKEST:
        raise TooQuick(retry_after=ceil((QUICKEST - opened).total_seconds()))
    return True


def book_own(
    request: Request, given: BookingInput, key: str | None, *, copy_of: PricedRental | None = None
) -> Response:
    """Create a booking of the signed-in operator's own. With ``notify`` its customer gets the confirmation.

    ``copy_of`` is what it repeats, at the prices that were agreed for it.
    """
    try:
        with writing(request) as (db, caller):
            connection, name = db.connection(), caller.user.username
            terms = lock_operator(connection, require(caller, HANDLE_BOOKINGS).id)
            made = submit_booking(
                connection, terms, given, clock.now(), Submission(key), placed_by=name, copy_of=copy_of
            )
            if given.notify and not made.replayed and made.row["status"] == CONFIRMED:
                publish(db, BookingConfirmed(operator_id=caller.operator.id, booking_id=made.id), clock.now())
    except RentalDoesNotFit as refused:
        raise _with_alternatives(request, refused) from None
    _count(made, "operator")
    return json_answer(serializers.for_operator(made.id, made.row, made.zone, made.prices), 201)


def _count_try(request: Request, who: int | str, address: str, now: datetime) -> None:
    """What was refused was tried as well. It counts in a transaction of its own; at nobody's form there is no count."""
    with database(request).write() as db:
        try:
            operator_id = accounts.public_operator(db, who).id
        except UnknownOperator:
            return
        rate_limit.count(db, REQUESTS, REQUESTS.key(operator_id, address), now)


def _count(made: CreateResult, source: str) -> None:
    if not made.replayed:
        BOOKINGS.labels(source).inc()


def _with_alternatives(request: Request, refused: RentalDoesNotFit) -> RentalDoesNotFit:
    """The refusal with rentals that do work. They are searched for after the refused transaction has ended."""
    with database(request).autocommit_connection() as connection:
        ways = find_ways(connection, refused.details, clock.now(), by_operator=False)
    refused.extra |= {"alternatives": ways.alternatives, "offers": ways.offers}
    REFUSED.labels(refused.code).inc()
    return refused


def _remember_refusal(request: Request, refused: RentalDoesNotFit, key: str | None, address: str | None) -> None:
    """Record what must survive a refusal, in a transaction of its own: the demand (L9), and the attempt."""
    details = refused.details
    operator_id = details.terms.operator_id
    with database(request).write() as db:
        if address is not None:
            rate_limit.count(db, REQUESTS, REQUESTS.key(operator_id, address), clock.now())
        if key is not None:
            unmet_demand.remember(
                db.connection(),
                operator_id=operator_id,
                form_key=key,
                request=details.check.request,
                shortages=refused.shortages,
                total_cents=details.rental.total_cents,
                sent=True,
                now=clock.now(),
            )
