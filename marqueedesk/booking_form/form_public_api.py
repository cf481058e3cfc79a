"""Routes of the public form: its options, and the terms that visitors accept."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Request

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database, named_operator
from marqueedesk.booking_form.form_callers import Key, UserId, Via, called_business, current_caller, named_business
from marqueedesk.booking_form.form_options import letter_options
from marqueedesk.booking_form.form_schemas import (
    AddressNamesOut,
    FormContact,
    FormLogo,
    FormOut,
    FormTermsOut,
    TermsOut,
    WindowChoice,
)
from marqueedesk.booking_form.form_visits import visits_of
from marqueedesk.booking_form.policy_preview import policy_in_words
from marqueedesk.booking_form.suggestions import suggestions
from marqueedesk.bookings.accepted_terms import form_terms
from marqueedesk.bookings.charges.discount_codes import any_codes
from marqueedesk.bookings.charges.gift_cards import gift_cards_of
from marqueedesk.business import queries as business
from marqueedesk.business.document_rules import rules_of as document_rules_of
from marqueedesk.customers.text_consent import WORDING
from marqueedesk.delivery.rules import rules_of
from marqueedesk.instance_settings.service import effective
from marqueedesk.inventory.items import offers_more
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http.form_tokens import stamps
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.text.countries import address_names, has_states
from marqueedesk.partners import queries as partners
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.policy_schemas import PolicyInput, tips_answer, waiver_answer
from marqueedesk.rentals.rental_request import YEARS_AHEAD, years_after
from marqueedesk.sms import senders

router = APIRouter(tags=["public form"])


@router.get("/api/booking-form", responses=errors(404))
def booking_form(request: Request, user_id: UserId = None, key: Key = None, via: Via = None) -> FormOut:
    """Return the options of the form: sizes, colors, add-ons with prices, and bookable days."""
    caller = current_caller(request)
    who, own = called_business(caller, named_business(user_id, key))
    with database(request).read() as db:
        # Operators see their own form even before visitors can.
        operator = accounts.public_operator(db, who) if own else accounts.open_operator(db, who)
        set_operator(db, operator.id)
        prices = pricing.price_list(db)
        owner = accounts.owner_of(db, operator.id)
        details, company = business.details(db), business.company(db, operator)
        shown = form_terms(db, operator)
        options = letter_options(db, prices)
        has_catalog = offers_more(db)
        platform = effective(db, request.app.state.settings)
        can_text = senders.can_text(db, operator.id, platform.sms)
        collects = pricing.collects_at_booking(db, operator.id, platform.stripe)
        today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
        policy = policy_in_words(db, operator, PolicyInput(), today, collects=collects)
        has_codes = any_codes(db) or gift_cards_of(request).are_sold(db)
        partner = partners.active_partner(db, via) if via else None
    if not own:
        visits_of(request).opened(operator.id, today)
    rules = rules_of(operator.rules)
    state_name, zip_name = address_names(operator.time_zone)
    return FormOut.of_row(
        operator,
        user_id=operator.id,
        company_name=owner.company_name,
        text_consent_wording=WORDING if can_text else None,
        has_states=has_states(operator.time_zone),
        address_names=AddressNamesOut(state=state_name, zip_code=zip_name),
        tax_name=document_rules_of(company.get("documentCountry")).tax,
        today=today.isoformat(),
        last_day=years_after(today, YEARS_AHEAD).isoformat(),
        collects=collects,
        sizes=options.sizes,
        colors=options.colors,
        add_ons=options.add_ons,
        event_types=list(rules.event_types),
        required_fields=list(rules.required_fields),
        any_address=rules.any_address,
        listed_venues=rules.listed_venues,
        minimum_notice_hours=rules.minimum_notice_hours,
        answer_within=rules.answer_within,
        # Without a mail server the email could never be sent.
        email_prices=rules.email_prices and platform.smtp is not None,
        delivery_zones=prices.zones.are_set,
        install_times=[window.code for window in rules.install_windows],
        install_windows=[
            WindowChoice(code=window.code, words=window.words(operator.time_format)) for window in rules.install_windows
        ],
        pickup_hours=rules.pickup_hours.words(operator.time_format),
        has_catalog=has_catalog,
        keeps_stock=options.keeps_stock,
        suggestions=suggestions(options.owned, [row.code for row in prices.sizes]),
        discount_codes=has_codes,
        policy=[*policy.payment, f"Cancellation: {' '.join(policy.cancellation)}", *policy.extras],
        damage_waiver=waiver_answer(prices.waiver),
        tips=tips_answer(prices.tips),
        form_token=stamps(request).give(clock.now()),
        logo=FormLogo(url=company["logoUrl"], width=details.logo_width or 0, height=details.logo_height or 0)
        if company["logoUrl"]
        else None,
        partner=partner.name if partner else None,
        contact=FormContact(phone=company["phone"], email=company["email"]) if rules.contact_on_form else None,
        terms=FormTermsOut(version=shown.version, url=f"/api/public/terms/{operator.public_key}") if shown else None,
    )


@router.get("/api/public/terms/{public_key}")
def public_terms(request: Request, public_key: Annotated[str, Path(max_length=50)]) -> TermsOut:
    """Return the terms that a business's form asks visitors to accept."""
    with database(request).read() as db:
        operator = accounts.public_operator(db, named_operator(public_key))
        set_operator(db, operator.id)
        shown = form_terms(db, operator)
    if shown is None:
        raise NotFound("This business's form has no terms.")
    return TermsOut(version=shown.version, text=shown.text)
