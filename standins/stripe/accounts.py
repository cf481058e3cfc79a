"""Connected accounts: created, completed by their owner, then able to accept payments."""

import secrets

import stripe

from standins.stripe.annotations import blank
from standins.stripe.world import Object, StandInRefusal, World

LINK_SECONDS = 300
_OWN_FEES = {
    "fees": {"payer": "account"},
    "losses": {"payments": "stripe"},
    "requirement_collection": "stripe",
    "stripe_dashboard": {"type": "full"},
}


def new_account(world: World, given: Object) -> Object:
    """Create an account without any data: one that pays its own fees, or a legacy Express account."""
    controller = given.get("controller") or {}
    if (given.get("type") is None) == (not controller):
        raise StandInRefusal(400, "Give either a type or a controller.", param="type")
    if given.get("type") not in {None, "express"}:
        raise StandInRefusal(400, "Of the types only Express is known here.", param="type")
    if given.get("type") is None and controller != _OWN_FEES:
        raise StandInRefusal(400, "Only accounts that pay their own fees are known here.", param="controller")
    own = given.get("type") is None
    account = world.new(
        "account",
        stripe.Account,
        type="none" if own else "express",
        controller=blank(
            stripe.Account.Controller,
            type="application",
            is_controller=True,
            fees=blank(stripe.Account.Controller.Fees, payer="account" if own else "application_express"),
            losses=blank(stripe.Account.Controller.Losses, payments="stripe" if own else "application"),
            requirement_collection="stripe",
            stripe_dashboard=blank(stripe.Account.Controller.StripeDashboard, type="full" if own else "express"),
        ),
        email=given.get("email"),
        country=given.get("country", "US"),
        default_currency=world.settlement[0] if world.settlement else "usd",
        details_submitted=False,
        charges_enabled=False,
        payouts_enabled=False,
        capabilities=dict.fromkeys(given.get("capabilities") or {}, "inactive"),
        metadata=given.get("metadata") or {},
        requirements=blank(
            stripe.Account.Requirements, currently_due=["business_type", "external_account", "tos_acceptance.date"]
        ),
    )
    world.emit("account.updated", account, account["id"])
    return account


def new_link(world: World, given: Object, base: str) -> Object:
    """Create a single-use onboarding link."""
    account = found(world, str(given.get("account")))
    token = secrets.token_hex(12)
    world.secrets[token] = account["id"]
    world.secrets[f"{token}:return"] = given["return_url"]
    world.secrets[f"{token}:refresh"] = given["refresh_url"]
    now = world.now()
    return {
        "object": "account_link",
        "created": now,
        "expires_at": now + LINK_SECONDS,
        "url": f"{base}/onboarding/{token}",
    }


def new_login_link(world: World, account: Object, base: str) -> Object:
    """Create a link to the owner's dashboard."""
    if account["type"] != "express":
        raise StandInRefusal(400, "Cannot create a login link for an account that is not of the Express type.")
    if not account["details_submitted"]:
        raise StandInRefusal(400, "Cannot create a login link for an account that has not completed onboarding.")
    token = secrets.token_hex(12)
    world.secrets[token] = account["id"]
    return {"object": "login_link", "created": world.now(), "url": f"{base}/express/{token}"}


def submit(world: World, account: Object, *, verified: bool = True) -> None:
    """Complete the onboarding; ``verified`` enables payments immediately."""
    account.update(details_submitted=True, charges_enabled=verified, payouts_enabled=verified)
    account["capabilities"] = dict.fromkeys(account["capabilities"], "active" if verified else "pending")
    account["requirements"]["currently_due"] = []
    world.emit("account.updated", account, account["id"])


def found(world: World, account_id: str) -> Object:
    """Return an account that the platform may access. Raises the API's 403 for any other."""
    account = world.objects["account"].get(account_id)
    if account is None or f"{account_id}:left" in world.secrets:
        raise StandInRefusal(
            403,
            f"The provided key does not have access to account '{account_id}' (or that account does not exist). "
            "Application access may have been revoked.",
            code="account_invalid",
        )
    return account


def restrict(world: World, account_id: str, due: list[str]) -> None:
    """Request more information from the owner and stop payments until then; with nothing due, lift the restriction."""
    account = world.objects["account"][account_id]
    account.update(charges_enabled=not due, payouts_enabled=not due)
    account["requirements"].update(
        currently_due=due,
        past_due=due,
        disabled_reason="requirements.past_due" if due else None,
        current_deadline=world.now() if due else None,
    )
    world.emit("account.updated", account, account["id"])


def settle(world: World, currency: str, rate: float) -> None:
    """Settle payments to connected accounts in another currency from now on."""
    world.settlement = (currency, rate)
    for account in world.objects["account"].values():
        account["default_currency"] = currency


def deauthorize(world: World, account_id: str) -> None:
    """Revoke the platform's access to the account: later calls are rejected."""
    account = world.objects["account"][account_id]
    world.secrets[f"{account_id}:left"] = "yes"
    application = {"id": "ca_standin", "object": "application", "name": "The platform"}
    world.emit("account.application.deauthorized", application, account["id"])
