"""Cards on file on a booking's page: keep, check and remove a card.

The card form comes from the provider and communicates only with the provider. All calls to the provider are made with
no transaction open.
"""

from datetime import UTC
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.business import queries as business
from marqueedesk.cards_on_file import forms, notices
from marqueedesk.cards_on_file import queries as kept
from marqueedesk.cards_on_file import service as cards
from marqueedesk.cards_on_file.forms import KeptCardHolder
from marqueedesk.cards_on_file.mandate import mandate
from marqueedesk.cards_on_file.models import WAITING
from marqueedesk.cards_on_file.schemas import CardFormOut, CardLookOut, ChargeNoticeOut
from marqueedesk.customer_pages import service
from marqueedesk.customer_pages.booking_public_api import Token, count_change, count_look
from marqueedesk.customer_pages.paying_public_api import spend, within_page
from marqueedesk.inventory import photos
from marqueedesk.inventory.errors import NoPicture
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Responses, errors
from marqueedesk.kit.money import units
from marqueedesk.payments.errors import NoCardPayments
from marqueedesk.pricing.card_terms import card_answer
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["customer's pages"], responses=errors(429))
_WEBP: Responses = {200: {"content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}}}}


@router.post("/api/public/bookings/{token}/card", responses=errors(403, 409, 502, 503))
def keep_card(request: Request, token: Token) -> CardFormOut:
    """Open a form that keeps a card with the business, for charges of this booking when the customer is not present.

    The customer agrees to `mandate` by completing the form. Repeated requests return the same form. 409
    `no_card_payments` if the business doesn't accept cards here, `not_payable` for a canceled booking.
    """
    spend(request)
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        operator, booking = accounts.public_operator(db, operator_id), service.booking_of(db, booking_id)
        gateway = provider_of(request).find(db)
        holder = KeptCardHolder(booking.customer_name, booking.customer_email or None)
        wording = mandate(booking, str(business.company(db, operator)["name"]))
    if gateway is None:
        raise NoCardPayments
    within = partial(within_page, request, operator_id, token)
    setup, account = forms.open_form(gateway, operator, booking_id, holder, within)
    if setup.client_secret is None:
        raise NoCardPayments
    return CardFormOut(
        client_secret=setup.client_secret,
        publishable_key=gateway.publishable_key,
        account=account,
        mandate=wording,
    )


@router.post("/api/public/bookings/{token}/card/look", responses=errors(403, 502, 503))
def check_card(request: Request, token: Token) -> CardLookOut:
    """Check the booking's card forms with the provider, without waiting for the webhook, and return the card on
    file.
    """
    spend(request)
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        waiting = [forms.snapshot(row) for row in kept.of_booking(db, booking_id) if row.state in WAITING]
        gateway = provider_of(request).find(db)
    for found in [] if gateway is None else [forms.fetch(gateway, row) for row in waiting]:
        if found is not None:
            within_page(request, operator_id, token, lambda db, found=found: cards.record_setup(db, found, clock.now()))
    with database(request).read() as db:
        _operator_id, booking_id = service.open_booking(db, token)
        return CardLookOut(card_on_file=card_answer(service.booking_of(db, booking_id).card_on_file))


@router.delete("/api/public/bookings/{token}/card", status_code=204, responses=errors(403, 409))
def remove_card(request: Request, token: Token) -> None:
    """Remove the card on file. 409 `card_needed` while something is due that the customer agreed to pay with it."""
    count_change(request)
    with database(request).write() as db:
        operator_id, booking_id = service.open_booking(db, token)
        cards.remove(db, accounts.public_operator(db, operator_id), booking_id, clock.now())


@router.get("/api/public/bookings/{token}/card-charges", responses=errors(403))
def list_card_charges(request: Request, token: Token) -> list[ChargeNoticeOut]:
    """List charges for damage and loss: announced ones, and completed ones with photos."""
    count_look(request)
    with database(request).read() as db:
        _operator_id, booking_id = service.open_booking(db, token)
        return [
            ChargeNoticeOut(
                state=charge.state,
                amount=units(charge.cents),
                reason=charge.reason,
                photos=charge.photos,
                at=charge.at.astimezone(UTC).isoformat(),
            )
            for charge in notices.of_booking(db, booking_id)
        ]


@router.get("/api/public/bookings/{token}/photos/{digest}", responses=_WEBP)
def show_photo(request: Request, token: Token, digest: Annotated[str, Path(max_length=64)]) -> Response:
    """Return a photo that shows the reason for a charge of this booking, as WebP."""
    count_look(request)
    with database(request).read() as db:
        _operator_id, booking_id = service.open_booking(db, token)
        if not any(digest in charge.photos for charge in notices.of_booking(db, booking_id)):
            raise NoPicture
        content = photos.photo(db, digest).large
    return Response(content, media_type="image/webp", headers={"Cache-Control": "private, max-age=3600"})
