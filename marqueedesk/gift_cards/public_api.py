"""Routes of the page where customers buy gift cards by card: the amounts on offer, the purchase, and its outcome.

The card form comes from the provider and communicates only with the provider. All calls to the provider are made with
no transaction open.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Path, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database, named_operator
from marqueedesk.accounts.models import Operator
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.business import queries as business
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.delivery.rules import rules_of
from marqueedesk.gift_cards import purchase_forms, purchases, queries
from marqueedesk.gift_cards.errors import ShopClosed, TooManyPurchases
from marqueedesk.gift_cards.expiration import usual_last_day
from marqueedesk.gift_cards.models import PROCESSING, RECEIVED, UNPAID, GiftCardPurchase
from marqueedesk.gift_cards.public_schemas import (
    GiftCardFormOut,
    GiftCardPageOut,
    GiftCardPurchaseInput,
    PurchaseLookInput,
    PurchaseOut,
    PurchaseState,
    day_text,
)
from marqueedesk.gift_cards.purchase_forms import PurchaseSnapshot
from marqueedesk.gift_cards.purchases import WantedGiftCard
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_digest, network_of
from marqueedesk.kit.money import units
from marqueedesk.payments.errors import NoCardPayments
from marqueedesk.payments.fees import fee_of
from marqueedesk.payments.intents import ROUNDS
from marqueedesk.stripe.provider import provider_of
from marqueedesk.stripe.queries import takes_cards

router = APIRouter(tags=["gift card page"], responses=errors(404, 429))
PublicKey = Annotated[str, Path(max_length=50)]
Result = TypeVar("Result")

BY_NETWORK: Final = Limit("gift-card-purchases", 10, timedelta(hours=1))
"""Limit of purchases started per network."""
BY_BUSINESS: Final = Limit("gift-card-purchases-of-business", 300, timedelta(hours=1))
"""Limit of purchases started per business, from all networks, because each creates an object at the provider."""
LOOKS: Final = LocalLimit(40, 60)
"""Limit of reads per network and process."""
SHOWN_FOR: Final = timedelta(minutes=10)
"""How long the code can be fetched again, in case the first response was lost."""


def _within(request: Request, operator_id: int, action: Callable[[Session], Result]) -> Result:
    """Run an action in its own write transaction, scoped to the business."""
    with database(request).write() as db:
        set_operator(db, operator_id)
        return action(db)


def _spend(request: Request) -> str:
    """Count a read, and return the caller's network. Raises TooMany."""
    network = network_of(client_address(request))
    if request.app.state.limits_on:
        LOOKS.spend(network)
    return network


def _open_shop(request: Request, db: Session, public_key: str) -> Operator:
    """Return the business that sells gift cards under this key. Raises ShopClosed and the errors of
    `open_operator`.
    """
    operator = accounts.open_operator(db, named_operator(public_key))
    set_operator(db, operator.id)
    purchases.ensure_open(operator)
    if not takes_cards(db, operator.id, effective(db, request.app.state.settings).stripe):
        raise ShopClosed
    return operator


@router.get("/api/public/gift-cards/{public_key}", responses=errors(403, 409))
def gift_card_page(request: Request, public_key: PublicKey) -> GiftCardPageOut:
    """Return the amounts that customers can buy gift cards for. 404 unless the business sells them online."""
    _spend(request)
    with database(request).read() as db:
        operator = _open_shop(request, db, public_key)
        terms = read_operator(db.connection(), operator.id)
        shop, today = rules_of(operator.rules).gift_card_shop, terms.today(clock.now())
        return GiftCardPageOut.adding(
            BusinessFormatsOut.of_operator(operator, business.company(db, operator)),
            time_zone=operator.time_zone,
            amounts=[units(cents) for cents in shop.amounts],
            own_amount=shop.own_amount,
            least=units(shop.least_cents),
            most=units(shop.most_cents),
            valid_through=day_text(usual_last_day(terms, today)),
            today=today.isoformat(),
            last_day=(today + purchases.LATEST).isoformat(),
        )


@router.post(
    "/api/public/gift-cards/{public_key}/purchases", status_code=201, responses=errors(402, 403, 409, 502, 503)
)
def buy_gift_card(request: Request, public_key: PublicKey, body: GiftCardPurchaseInput) -> GiftCardFormOut:
    """Open a card form for a gift card. The card is created once the payment is received."""
    network = _spend(request)
    with database(request).read() as db:
        operator = _open_shop(request, db, public_key)
        company = str(business.company(db, operator)["name"])
        gateway = provider_of(request).find(db)
        fee = fee_of(request, db)
    if gateway is None:
        raise NoCardPayments
    if request.app.state.limits_on:
        with database(request).write() as db:
            rate_limit.spend(db, BY_NETWORK, BY_NETWORK.key(network), clock.now())
            rate_limit.spend(db, BY_BUSINESS, BY_BUSINESS.key(operator.id), clock.now())
    wanted = WantedGiftCard(
        cents=body.amount,
        recipient=body.to,
        recipient_email=body.to_email or "",
        message=body.message or "",
        send_on=body.send_on,
        buyer=body.buyer,
        buyer_email=body.buyer_email,
        fee=fee,
        network=network_digest(operator.id, network),
    )

    def begin(db: Session) -> tuple[PurchaseSnapshot, str | None]:
        current = accounts.open_operator(db, operator.id)
        begun = purchases.begin(db, current, wanted, gateway, partial(seal, request.app.state.settings), clock.now())
        row, token = begun if isinstance(begun, tuple) else (begun, None)
        return purchase_forms.snapshot(row), token

    within = partial(_within, request, operator.id)
    row, token = within(begin)
    for _ in range(ROUNDS):
        if token is None:
            purchase_forms.replace(gateway, row, within)
            row, token = within(begin)
    if token is None:
        raise TooManyPurchases(retry_after=60)
    client_secret = purchase_forms.open_form(gateway, row, company, within)
    return GiftCardFormOut(
        purchase=token,
        client_secret=client_secret,
        account=row.account_id,
        amount=units(row.amount_cents),
        currency=row.currency,
    )


@router.post("/api/public/gift-cards/{public_key}/purchases/look", responses=errors(402, 502, 503))
def check_gift_card_purchase(request: Request, public_key: PublicKey, body: PurchaseLookInput) -> PurchaseOut:
    """Check a purchase with the provider, without waiting for the webhook. The first response after the payment has the
    gift card's code.
    """
    _spend(request)
    with database(request).read() as db:
        operator_id = accounts.public_operator(db, named_operator(public_key)).id
        set_operator(db, operator_id)
        row = purchase_forms.snapshot(queries.purchase_by_token(db, body.purchase))
        gateway = provider_of(request).find(db)
    within = partial(_within, request, operator_id)
    if gateway is not None and gateway.live == row.live and row.state in UNPAID:
        found = purchase_forms.fetch(gateway, row)
        if found is not None:
            within(lambda db: purchases.record(db, found, clock.now()))
    return within(lambda db: _answer(request, db, body.purchase))


def _answer(request: Request, db: Session, token: str) -> PurchaseOut:
    row, now = queries.purchase_by_token(db, token), clock.now()
    card = queries.card(db, row.gift_card_id) if row.gift_card_id is not None else None
    code = None
    is_shown = row.shown_at is not None and now - row.shown_at > SHOWN_FOR
    if card is not None and card.voided_at is None and card.blocked_at is None and row.sealed_code and not is_shown:
        row.shown_at = row.shown_at or now
        code = unseal(request.app.state.settings, row.sealed_code)
    return PurchaseOut(
        state=_state(row),
        amount=units(row.amount_cents),
        currency=row.currency,
        to=row.recipient,
        sent_to=row.deliver_to[1],
        send_on=day_text(row.send_on),
        expires_on=day_text(card.expires_on if card is not None else None),
        ending=row.ending,
        code=code,
    )


def _state(row: GiftCardPurchase) -> PurchaseState:
    if row.state == RECEIVED:
        return "refunded" if row.refunded_cents >= row.amount_cents else "paid"
    return "processing" if row.state == PROCESSING else "unpaid"
