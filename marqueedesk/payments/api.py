"""Routes of the business's connected Stripe account, for its owner only, like all billing (A5).

The provider is only called while no transaction is open.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import reading, record_action, require, writing
from marqueedesk.accounts.dependencies import check_rights
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import MANAGE_SUBSCRIPTION
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.kit.text.countries import country_of
from marqueedesk.payments import connected
from marqueedesk.payments.fees import PlatformFee, fee_of
from marqueedesk.payments.schemas import COUNTRIES, AccountStatusOut, ConnectInput, LinkOut, PlatformFeeOut
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.provider import provider_of
from marqueedesk.stripe.setting_up import host_of
from marqueedesk.stripe.values import AccountState

router = APIRouter(tags=["payments"], responses=errors(401, 402, 403, 502))
_PROVIDER = (402, 502, 503)


@dataclass(frozen=True, slots=True)
class _Around:
    """Data in a response besides the account itself."""

    fee: PlatformFee
    successor: str | None
    # The business's country, guessed from its time zone, if accounts are supported there.
    home: str | None
    currency: str


def _around(db: Session, request: Request, operator: Operator, gateway: Stripe | None) -> _Around:
    fee = fee_of(request, db)
    home = country_of(operator.time_zone)
    successor = connected.successor_of(db, operator, gateway) if gateway else None
    return _Around(fee, successor, home if home in COUNTRIES else None, operator.currency)


def _status(state: AccountState | None, around: _Around, *, needs_key: bool = False) -> AccountStatusOut:
    model: Literal["direct", "destination"] = "direct" if state is not None and state.pays_own_fees else "destination"
    return AccountStatusOut(
        has_account=state is not None,
        details_submitted=state is not None and state.details_submitted,
        account_id=state.id if state else None,
        charges_enabled=state is not None and state.charges_enabled,
        payouts_enabled=state is not None and state.payouts_enabled,
        needs_stripe_key=needs_key,
        charge_model=model if state else None,
        country=state.country if state else around.home,
        requirements=list(state.due) if state else [],
        requirements_due_by=state.due_by.isoformat() if state and state.due_by else None,
        disabled_reason=state.disabled_reason if state else None,
        successor=around.successor,
        platform_fee=PlatformFeeOut(
            percent=units(around.fee.basis_points),
            fixed=units(around.fee.fixed_cents),
            on_refund="return" if around.fee.is_returned else "keep",
        ),
        currency=state.currency if state else None,
        business_currency=around.currency,
        currency_differs=state is not None and state.currency not in {None, around.currency},
        countries=list(COUNTRIES),
    )


@router.get("/api/stripe-connect/account-status")
def account_status(request: Request) -> AccountStatusOut:
    """Return the state of the business's Stripe account. `needsStripeKey` is set if the installation's keys are missing
    (S1).
    """
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        gateway = provider_of(request).find(db)
        account_id = connected.account_of(db, operator, gateway) if gateway else None
        around = _around(db, request, operator, gateway)
    if gateway is None:
        return _status(None, around, needs_key=True)
    state = _fetch_state(request, operator.id, gateway, account_id)
    new = _fetch_state(request, operator.id, gateway, around.successor)
    if new is not None and new.charges_enabled:
        # The new account has just replaced the previous one.
        return _status(new, replace(around, successor=None))
    return _status(state, around)


def _fetch_state(request: Request, operator_id: int, gateway: Stripe, account_id: str | None) -> AccountState | None:
    """Fetch the current state of an account, and store it if it has changed."""
    asked_at = clock.now()
    found = connected.state(gateway, account_id)
    with reading(request) as (db, _caller):
        known = connected.is_known(db, found)
    if found is not None and not known:
        with writing(request) as (db, _caller):
            connected.keep(db, operator_id, found, asked_at)
    return found


@router.post("/api/stripe-connect/create-account", status_code=201, dependencies=[check_rights(MANAGE_SUBSCRIPTION)])
def create_account(request: Request, body: ConnectInput | None = None) -> AccountStatusOut:
    """Create the business's Stripe account. If it already has one, return that account's state.

    With `replace`, a business with an Express account gets a new account for direct charges. The old account stays in
    use until the new one can accept payments.
    """
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        given = body or ConnectInput()
        require_fresh(db, caller, clock.now())
        gateway = provider_of(request).get(db)
        business = connected.begin(db, operator, gateway, replace=given.replace)
        domain = host_of(effective(db, request.app.state.settings))
    asked_at = clock.now()
    made = connected.ensure(gateway, business, given.country)
    if made.id != business.account_id:
        connected.allow_wallets(gateway, made, domain)
    with writing(request) as (db, caller):
        if made.id != business.account_id:
            record_action(db, caller, "account.connected", (None, made.id))
        connected.remember(db, business, made, clock.now(), live=gateway.live)
        connected.keep(db, operator.id, made, asked_at)
        around = _around(db, request, operator, gateway)
    return _status(made, around)


@contextmanager
def _at_provider(request: Request) -> Generator[tuple[Session, Operator, Stripe]]:
    """Check that the caller is a recently authenticated owner, and yield the session, operator and gateway."""
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        require_fresh(db, caller, clock.now())
        yield db, operator, provider_of(request).get(db)


@router.post("/api/stripe-connect/account-link", responses=errors(409))
def account_link(request: Request) -> LinkOut:
    """Create a link to the provider's onboarding page. It works only once, for a few minutes."""
    with _at_provider(request) as (db, operator, gateway):
        account_id = connected.to_onboard(db, operator, gateway)
        site = effective(db, request.app.state.settings).site_url
    return LinkOut(url=connected.onboarding_link(gateway, account_id, site))


@router.get("/api/stripe-connect/login-link", responses=errors(409))
def login_link(request: Request) -> LinkOut:
    """Create a link to the provider's page for managing the account."""
    with _at_provider(request) as (db, operator, gateway):
        account_id = connected.account_of(db, operator, gateway)
    return LinkOut(url=connected.login_link(gateway, account_id))
