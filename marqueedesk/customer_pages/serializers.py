"""Serialize a booking's page for its customer, and the customer's entries for the operator."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.booking_form.form_options import letter_options
from marqueedesk.booking_form.form_schemas import AddressNamesOut, WindowChoice
from marqueedesk.bookings import agreements
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.accepted_terms import AcceptedTerms, accepted_terms
from marqueedesk.bookings.agreements import Agreement
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.input_schemas import RentalPatch
from marqueedesk.bookings.links import BookingLinks, stored_link
from marqueedesk.bookings.models import CANCELED, HOLDING, PENDING, Booking
from marqueedesk.bookings.prepayment import state_for_customer
from marqueedesk.business import queries as business
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.cards_on_file.mandate import mandate
from marqueedesk.contracts.booking_page import page_contract
from marqueedesk.customer_pages import changes, queries
from marqueedesk.customer_pages.change_schemas import ChangeableOut, ChangedBookingOut, ChangeOptionsOut
from marqueedesk.customer_pages.changes import PreviewedChange
from marqueedesk.customer_pages.models import Cancellation, ChangeRequest, CrewNotes
from marqueedesk.customer_pages.schemas import (
    AcceptedTermsOut,
    AgreementOut,
    BookAgainOut,
    CancelingOut,
    ChangeRequestOut,
    CrewNotesOut,
    CustomerCancellationOut,
    CustomerSideOut,
    HeldOut,
    LookedAtOut,
    PayingOut,
    PaymentLookOut,
    PriceLineOut,
    PublicBookingOut,
    PublicShareOut,
    ReplacedOut,
    ReplacementOut,
    RequestedChangeOut,
    SeenCancellationOut,
)
from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import WORDING, has_consent, phone_of
from marqueedesk.delivery.rules import rules_of
from marqueedesk.documents import document_content
from marqueedesk.documents import queries as documents
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.gift_cards.queries import any_cards
from marqueedesk.instance_settings.service import Platform
from marqueedesk.inventory.item_serializers import offered_catalog
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.money import units
from marqueedesk.kit.text.countries import address_names, has_states
from marqueedesk.payments import ledger, shares
from marqueedesk.payments import queries as payments
from marqueedesk.payments import serializers as payment_serializers
from marqueedesk.payments.canceling import canceling, free_hours_of
from marqueedesk.payments.ledger import figures_of
from marqueedesk.payments.models import PAYMENT, PROCESSING, RECEIVED, BookingPayment, PaymentShare
from marqueedesk.payments.service import PAYABLE, is_payable
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.card_terms import card_answer, security_hold_answer
from marqueedesk.pricing.payment_terms import tiers_in_words
from marqueedesk.pricing.policy_words import moving_in_words
from marqueedesk.rentals.line_serializers import lines_without_price, serialize_lines, serialize_rented, serialize_sign
from marqueedesk.sms import opt_outs, senders
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.queries import takes_cards
from marqueedesk.venues import queries as venues
from marqueedesk.venues.address_schemas import address_answer
from marqueedesk.venues.schemas import public_venue_answer


def for_customer(
    db: Session, operator: Operator, booking: Booking, *, platform: Platform, links: BookingLinks, now: datetime
) -> PublicBookingOut:
    """Return the page's content. ``platform`` has the installation's settings, including the payment provider's."""
    zone = ZoneInfo(operator.time_zone)
    prices = pricing.price_list(db)
    shown = booking_serializers.for_visitor(booking, zone, prices)
    letterhead = documents.letterhead(db, operator)
    extras = documents.extra_lines(db, booking)
    invoice = documents.invoice_of(db, booking.id)
    cancellation = _customers_cancellation(queries.cancellation(db, booking), zone)
    money = payments.of_booking(db, booking.id)
    customer = own(db, Customer, booking.customer_id) if booking.customer_id is not None else None
    return PublicBookingOut.adding(
        BusinessFormatsOut.of_operator(operator, business.company(db, operator)),
        id=booking.id,
        number=booking.number,
        status=booking.status,
        state=state_for_customer(db, booking, now),
        lapsed_at=instant(booking.lapsed_at, zone) if booking.lapsed_at else None,
        replaced_by=_replacement(db, booking, links),
        time_zone=operator.time_zone,
        customer_name=booking.customer_name,
        event_type=booking.event_type,
        notes=booking.notes,
        message=booking.message,
        size=booking.size,
        letters=booking.letters,
        letter_count=booking.letter_count,
        color_option=booking.color,
        add_ons=shown.add_ons,
        options=booking_serializers.options_of(booking, prices),
        sign=serialize_sign(booking.lines, prices),
        rented=serialize_rented(booking.lines, prices),
        venue_name=booking.venue_name,
        venue_address=booking.venue_address,
        rental_days=booking.rental_days,
        delivery_date=shown.delivery_date,
        delivery_time_given=booking.delivery_time_given,
        preferred_install_time=booking.install_time,
        pickup_date=shown.pickup_date,
        pickup_time_given=booking.pickup_time_given,
        pickup_hours=rules_of(operator.rules).pickup_hours.words(operator.time_format),
        lines=[PriceLineOut(**row) for row in document_content.booking_prices(letterhead, booking, prices, extras)],
        charges=_charges(db, booking, letterhead),
        invoice=invoice.number if invoice else None,
        total=shown.total_price,
        deposit=shown.deposit,
        received=shown.received,
        authorized=units(booking.authorized_cents),
        hold=security_hold_answer(booking.security_hold, booking.planned_hold_cents),
        contract=page_contract(db, operator, booking, links),
        card_on_file=card_answer(booking.card_on_file),
        card_mandate=_card_mandate(db, operator, booking, platform),
        answer_within=rules_of(operator.rules).answer_within if booking.status == PENDING else None,
        authorized_until=instant(booking.authorized_until, zone) if booking.authorized_until else None,
        balance_due=shown.balance_due,
        schedule=shown.schedule,
        cancel_fee=units(booking.cancel_fee_cents or 0) if booking.status == CANCELED else None,
        canceling=_canceling(db, operator, booking, money, now),
        crew_notes=_crew_notes(queries.crew_notes(db, booking.id), zone),
        # Customers don't see which team member answered.
        change_requests=[
            _change_request(row, zone).model_copy(update={"done_by": None})
            for row in queries.change_requests(db, booking.id)
        ],
        cancellation=cancellation,
        cancelation=cancellation,
        paying=_paying(db, operator, booking, money, platform, now),
        payments=payment_serializers.for_customer(money, zone, shares.of_booking(db, booking.id)),
        agreement=_agreement(agreements.agreement(db, booking.id), zone, sees_money=True),
        held=_held(booking, zone, now),
        confirm_address=shown.confirm_address,
        confirm_by=shown.confirm_by,
        address_confirmed=booking.address_confirmed_at is not None,
        text_consent=customer is not None and has_consent(customer),
        texts_stopped=_has_stopped_texts(db, customer, platform),
        text_consent_wording=WORDING if senders.can_text(db, operator.id, platform.sms) else None,
    )


def _card_mandate(db: Session, operator: Operator, booking: Booking, platform: Platform) -> str | None:
    """Return the text that a customer agrees to by keeping a card; None if no card can be kept."""
    if booking.status == CANCELED or not takes_cards(db, operator.id, platform.stripe):
        return None
    return mandate(booking, str(business.company(db, operator)["name"]))


def _has_stopped_texts(db: Session, customer: Customer | None, platform: Platform) -> bool:
    phone = phone_of(customer) if customer is not None else None
    if customer is None or phone is None:
        return False
    return opt_outs.has_stopped(db, customer.operator_id, phone, platform.sms)


def after_look(
    db: Session,
    operator: Operator,
    booking: Booking,
    looked_at: LookedAtOut | None,
    *,
    platform: Platform,
    links: BookingLinks,
) -> PaymentLookOut:
    """Return the page's content after a check with the provider, with the state of the payment that was asked about."""
    page = for_customer(db, operator, booking, platform=platform, links=links, now=clock.now())
    return PaymentLookOut.adding(page, looked_at=looked_at)


def _replacement(db: Session, booking: Booking, links: BookingLinks) -> ReplacementOut | None:
    """Return the booking that took this one's place: the last one, if that was replaced as well."""
    latest = booking
    while latest.replaced_by_id is not None and (newer := bookings.find_booking(db, latest.replaced_by_id)) is not None:
        latest = newer
    return None if latest is booking else ReplacementOut(number=latest.number, page_url=links.known(db, latest.id))


def _canceling(
    db: Session, operator: Operator, booking: Booking, money: list[BookingPayment], now: datetime
) -> CancelingOut:
    """Return the cost of canceling now, and the cancellation policy in sentences."""
    zone, payment_terms = ZoneInfo(operator.time_zone), booking.terms
    cost = canceling(booking, zone=zone, free_hours=free_hours_of(db, operator, booking), now=now)
    return CancelingOut(
        possible=cost.is_possible,
        fee=units(cost.fee_cents),
        refund=units(max(0, booking.received_cents - cost.fee_cents)),
        to_card=units(sum(cents for _, cents in ledger.by_card_to_return(cost.fee_cents, money))),
        free_until=instant(cost.free_until, zone),
        tiers=tiers_in_words(payment_terms.cancellation)
        + moving_in_words(payment_terms, operator.currency, adds_tax=booking.price.adds_tax),
    )


def _held(booking: Booking, zone: ZoneInfo, now: datetime) -> HeldOut | None:
    ends = booking.hold_expires_at
    if booking.status != PENDING or ends is None or ends <= now:
        return None
    return HeldOut(until=instant(ends, zone), seconds_left=int((ends - now).total_seconds()))


def _charges(db: Session, booking: Booking, letterhead: Letterhead) -> list[PriceLineOut]:
    """Return the charges for damaged and lost pieces, each with its tax."""
    if not booking.charges_cents:
        return []
    return [
        PriceLineOut(
            text=charges.charge_in_words(row),
            detail=f"Includes {letterhead.money(row.tax_cents)} {letterhead.rules.tax_in_text}"
            if row.tax_cents
            else None,
            amount=letterhead.money((row.cents or 0) + row.tax_cents),
        )
        for row in charges.charged(db, booking.id)
    ]


def _paying(
    db: Session, operator: Operator, booking: Booking, money: list[BookingPayment], platform: Platform, now: datetime
) -> PayingOut:
    """Return the amounts payable on the page, and whether cards are accepted."""
    where = figures_of(booking, money)
    payable = is_payable(booking, now)
    is_open = where.due > 0 and (payable or booking.status == CANCELED)
    return PayingOut(
        card=payable and takes_cards(db, operator.id, platform.stripe),
        deposit=units(where.deposit_due) if payable else 0,
        balance=units(where.due) if payable else 0,
        processing=units(where.processing),
        returning=units(where.returning),
        to_return=units(where.overpaid),
        pay_by=instant(booking.pay_by, ZoneInfo(operator.time_zone)) if booking.pay_by else None,
        capture="on_approval" if booking.pay_by is not None and operator.approves_requests else "now",
        smallest=units(smallest_cents(operator.currency)),
        shares=shares.number_of(db, booking.id),
        gift_cards=payable and where.due > 0 and any_cards(db),
        how_to_pay=pricing.how_to_pay(db, operator.id, platform.stripe) if is_open else None,
    )


def for_payer(
    db: Session, operator: Operator, booking: Booking, share: PaymentShare, *, platform: Platform
) -> PublicShareOut:
    """Return a share's page. ``platform`` has the installation's settings, including the payment provider's."""
    money = payments.of_booking(db, booking.id)
    due, state = figures_of(booking, money).due, ledger.share_state(share, money)
    paid = sum(
        row.amount_cents
        for row in money
        if row.share_id == share.id and row.entry == PAYMENT and row.state in {RECEIVED, PROCESSING}
    )
    cents = paid if state != "open" else min(share.amount_cents, due)
    can_pay = booking.status in PAYABLE and takes_cards(db, operator.id, platform.stripe)
    is_closed = state == "open" and (not can_pay or cents < smallest_cents(operator.currency))
    prices = pricing.price_list(db)
    return PublicShareOut.adding(
        BusinessFormatsOut.of_operator(operator, business.company(db, operator)),
        time_zone=operator.time_zone,
        customer_name=booking.customer_name,
        message=booking.message,
        letter_count=booking.letter_count,
        sign=serialize_sign(booking.lines, prices),
        delivery_day=booking.delivery_day.isoformat(),
        name=share.name,
        amount=units(cents),
        state="closed" if is_closed else state,
    )


def for_operator(
    db: Session, booking: Booking, zone: ZoneInfo, links: BookingLinks, *, sees_money: bool
) -> CustomerSideOut:
    """Return the customer's entries, and the page's link if the caller may see prices."""
    link = stored_link(db, booking.id) if sees_money else None
    cancellation = _cancellation(queries.cancellation(db, booking), zone, sees_money=sees_money)
    return CustomerSideOut(
        link=links.address(link) if link else None,
        crew_notes=_crew_notes(queries.crew_notes(db, booking.id), zone),
        change_requests=[
            _change_request(row, zone).model_copy(
                update={"change": _requested_change(db, booking, row, sees_money=sees_money)}
            )
            for row in queries.change_requests(db, booking.id)
        ],
        cancellation=cancellation,
        cancelation=cancellation,
        accepted_terms=_accepted_terms(accepted_terms(db, booking.id), zone),
        agreement=_agreement(agreements.agreement(db, booking.id), zone, sees_money=sees_money),
    )


def _agreement(row: Agreement | None, zone: ZoneInfo, *, sees_money: bool) -> AgreementOut | None:
    if row is None:
        return None
    shown = ("message", "size", "deliveryDate", "pickupDate", *(["totalPrice"] if sees_money else []))
    return AgreementOut.of_row(
        row,
        before=ReplacedOut.model_validate({name: row.before.get(name) for name in shown}),
        asked_at=instant(row.asked_at, zone),
        answered_at=instant(row.answered_at, zone) if row.answered_at else None,
    )


def _accepted_terms(row: AcceptedTerms | None, zone: ZoneInfo) -> AcceptedTermsOut | None:
    if row is None:
        return None
    return AcceptedTermsOut.of_row(row, accepted_at=instant(row.accepted_at, zone))


def _crew_notes(notes: CrewNotes | None, zone: ZoneInfo) -> CrewNotesOut | None:
    if notes is None:
        return None
    return CrewNotesOut.of_row(notes, updated_at=instant(notes.updated_at, zone))


def _change_request(row: ChangeRequest, zone: ZoneInfo) -> ChangeRequestOut:
    done_at = instant(row.done_at, zone) if row.done_at else None
    return ChangeRequestOut.of_row(row, asked_at=instant(row.asked_at, zone), done_at=done_at, change=None)


def _requested_change(
    db: Session, booking: Booking, row: ChangeRequest, *, sees_money: bool
) -> RequestedChangeOut | None:
    """Return what accepting an open request changes now, or None if the business has to make the change itself."""
    if row.change is None or row.done_at is not None or booking.status not in HOLDING:
        return None
    terms = read_operator(db.connection(), booking.operator_id)
    try:
        result = changes.preview(
            db, terms, booking, RentalPatch.model_validate(row.change), clock.now(), by_operator=True
        )
    except Problem as problem:
        sentence = next(iter((problem.fields or {}).values()), problem.message)
        return RequestedChangeOut(changes={}, available=False, problem=sentence)
    return RequestedChangeOut(
        changes={name: both for name, both in result.changes.items() if sees_money or name != "totalPrice"},
        available=result.is_available,
        difference=units(result.difference_cents) if sees_money else None,
        total=units(result.total_cents) if sees_money else None,
        rescheduling_fee=units(result.fee_cents) if sees_money else None,
        problem=None,
    )


def change_options(db: Session, operator: Operator, booking: Booking, now: datetime) -> ChangeOptionsOut:
    """Return what a booking's customer can change, and how."""
    zone, terms = ZoneInfo(operator.time_zone), read_operator(db.connection(), operator.id)
    rules, prices = terms.rules, pricing.price_list(db)
    options, catalog = letter_options(db, prices), offered_catalog(db, prices, operator.public_key)
    state_name, zip_name = address_names(operator.time_zone)
    return ChangeOptionsOut(
        allowed_until=instant(changes.at_once_until(terms, booking), zone),
        what=["time", "days", "place", "lines"] if booking.status in HOLDING else [],
        by="at_once" if changes.may_change_at_once(db, terms, booking, now) else "asked",
        current=ChangeableOut(
            lines=serialize_lines(booking.lines, booking.price, prices),
            venue_id=booking.venue_id,
            address=address_answer(booking.address),
            install_windows=[
                WindowChoice(code=window.code, words=window.words(operator.time_format))
                for window in rules.install_windows
            ],
            any_address=rules.any_address,
            has_states=has_states(operator.time_zone),
            address_names=AddressNamesOut(state=state_name, zip_code=zip_name),
            venues=[public_venue_answer(row) for row in venues.venues(db)] if rules.listed_venues else [],
            sizes=options.sizes,
            colors=options.colors,
            add_ons=options.add_ons,
            items=catalog.items,
            packages=catalog.packages,
        ),
    )


def book_again(db: Session, operator: Operator, booking: Booking) -> BookAgainOut:
    """Return a booking's details that prefill the business's booking form."""
    order, figures = booking.price.order, booking.price.breakdown
    was_offered = order is not None and order.waiver is not None
    return BookAgainOut(
        url=f"/booking?key={operator.public_key}",
        key=operator.public_key,
        customer_name=booking.customer_name,
        customer_email=booking.customer_email or None,
        customer_phone=booking.customer_phone,
        lines=lines_without_price(booking.lines, pricing.price_list(db)),
        venue_id=booking.venue_id,
        venue_name=booking.venue_name if booking.venue_id is None else None,
        address=address_answer(booking.address),
        event_type=booking.event_type,
        preferred_install_time=booking.install_time,
        damage_waiver=figures.damage_waiver_cents > 0 if was_offered else None,
        notes=booking.notes,
    )


def changed_booking(result: PreviewedChange) -> ChangedBookingOut:
    """Serialize the price of a change."""
    answer = ChangedBookingOut(
        total=units(result.total_cents),
        difference=units(result.difference_cents),
        available=result.is_available,
        by="at_once" if result.is_at_once else "asked",
    )
    answer.due = units(result.due_cents)
    if result.overpaid_cents:
        answer.to_return = units(result.overpaid_cents)
    if result.fee_cents:
        answer.rescheduling_fee = units(result.fee_cents)
    return answer


def _customers_cancellation(row: Cancellation | None, zone: ZoneInfo) -> CustomerCancellationOut | None:
    if row is None:
        return None
    return CustomerCancellationOut(at=instant(row.at, zone), fee=units(row.fee_cents), reason=row.reason)


def _cancellation(row: Cancellation | None, zone: ZoneInfo, *, sees_money: bool) -> SeenCancellationOut | None:
    if row is None:
        return None
    seen = SeenCancellationOut(at=instant(row.at, zone), reason=row.reason)
    if sees_money:
        seen.fee = units(row.fee_cents)
    return seen


def instant(value: datetime, zone: ZoneInfo) -> str:
    """Format an instant with the operator's UTC offset."""
    return value.astimezone(zone).isoformat()
