"""Connected accounts: made, told about by their owner, and then able to take payments."""

import secrets

import stripe

from standins.stripe.annotations import blank
from standins.stripe.world import Object, Refusal, World

LINK_SECONDS = 300


def new_account(world: World, given: Object) -> Object:
    """An Express account of which nothing is known yet."""
    if given.get("type") != "express":
        raise Refusal(400, "Only Express accounts are known here.", param="type")
    account = world.new(
        "account",
        stripe.Account,
        type="express",
        email=given.get("email"),
        country=given.get("country", "US"),
        default_currency="usd",
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
    """An address where the owner goes on; good once."""
    account = world.find("account", given.get("account"), "account")
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
    """An address of the owner's dashboard."""
    if not account["details_submitted"]:
        raise Refusal(400, "Cannot create a login link for an account that has not completed onboarding.")
    token = secrets.token_hex(12)
    world.secrets[token] = account["id"]
    return {"object": "login_link", "created": world.now(), "url": f"{base}/express/{token}"}


def submit(world: World, account: Object, *, verified: bool = True) -> None:
    """The owner has told everything; ``verified``: and may take payments at once."""
    account.update(details_submitted=True, charges_enabled=verified, payouts_enabled=verified)
    account["capabilities"] = dict.fromkeys(account["capabilities"], "active" if verified else "pending")
    account["requirements"]["currently_due"] = []
    world.emit("account.updated", account, account["id"])


def deauthorize(world: World, account_id: str) -> None:
    """The account's owner ends our access to it: it is unknown to us from now on."""
    account = world.find("account", account_id)
    del world.objects["account"][account_id]
    application = {"id": "ca_standin", "object": "application", "name": "The platform"}
    world.emit("account.application.deauthorized", application, account["id"])
