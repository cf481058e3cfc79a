"""Routes of the business's connected account at the payment provider: only for its owner, as all billing is (A5).

The provider is only asked while no transaction is open.
"""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marqueedesk.accounts.access import note, reading, require, writing
from marqueedesk.accounts.rights import PAY
from marqueedesk.kit import clock
from marqueedesk.kit.http import answers, json_answer
from marqueedesk.payments import connected
from marqueedesk.payments.schemas import AccountStatusAnswer, LinkAnswer
from marqueedesk.platform.service import effective
from marqueedesk.stripe.provider import provider_of
from marqueedesk.stripe.values import AccountState

router = APIRouter(tags=["payments"])
_PROVIDER = (402, 502, 503)


def _status(state: AccountState | None, *, needs_key: bool = False) -> AccountStatusAnswer:
    return AccountStatusAnswer(
        has_account=state is not None,
        details_submitted=state is not None and state.details_submitted,
        account_id=state.id if state else None,
        charges_enabled=state is not None and state.charges_enabled,
        payouts_enabled=state is not None and state.payouts_enabled,
        needs_stripe_key=needs_key,
    )


@router.get(
    "/api/stripe-connect/account-status", response_model=AccountStatusAnswer, responses=answers(401, 403, *_PROVIDER)
)
def account_status(request: Request) -> Response:
    """The current state of the business's account at the provider. The answer says so if there are no keys (S1)."""
    with reading(request) as (db, caller):
        operator = require(caller, PAY)
        gateway = provider_of(request).find(db)
        account_id = connected.account_of(db, operator, gateway) if gateway else None
    if gateway is None:
        return json_answer(_status(None, needs_key=True))
    asked_at = clock.now()
    found = connected.state(gateway, account_id)
    with reading(request) as (db, _caller):
        known = connected.is_known(db, found)
    if found is not None and not known:
        with writing(request) as (db, _caller):
            connected.keep(db, operator.id, found, asked_at)
    return json_answer(_status(found))


@router.post(
    "/api/stripe-connect/create-account",
    status_code=201,
    response_model=AccountStatusAnswer,
    responses=answers(401, 403, *_PROVIDER),
)
def create_account(request: Request) -> Response:
    """Make the business's account at the provider; a business that has one gets the state of that account."""
    with reading(request) as (db, caller):
        operator = require(caller, PAY)
        gateway = provider_of(request).get(db)
        business = connected.begin(db, operator, gateway)
    asked_at = clock.now()
    made = connected.ensure(gateway, business)
    with writing(request) as (db, caller):
        if made.id != business.account_id:
            note(db, caller, "account.connected", (None, made.id))
        connected.remember(db, business, made, clock.now(), live=gateway.live)
        connected.keep(db, operator.id, made, asked_at)
    return json_answer(_status(made), 201)


@router.post(
    "/api/stripe-connect/account-link", response_model=LinkAnswer, responses=answers(401, 403, 409, *_PROVIDER)
)
def account_link(request: Request) -> Response:
    """The provider's page where the owner enters the business's details. The link works once, for a few minutes."""
    with reading(request) as (db, caller):
        operator = require(caller, PAY)
        gateway = provider_of(request).get(db)
        account_id = connected.account_of(db, operator, gateway)
        site = effective(db, request.app.state.settings).site_url
    return json_answer(LinkAnswer(url=connected.onboarding_link(gateway, account_id, site)))


@router.get("/api/stripe-connect/login-link", response_model=LinkAnswer, responses=answers(401, 403, 409, *_PROVIDER))
def login_link(request: Request) -> Response:
    """The provider's page where the owner manages the account."""
    with reading(request) as (db, caller):
        operator = require(caller, PAY)
        gateway = provider_of(request).get(db)
        account_id = connected.account_of(db, operator, gateway)
    return json_answer(LinkAnswer(url=connected.login_link(gateway, account_id)))
