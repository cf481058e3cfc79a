"""Setup intents: cards saved for future payments, without a charge."""

import secrets

import stripe

from standins.stripe import charges
from standins.stripe.annotations import blank
from standins.stripe.charges import card_error
from standins.stripe.payments import CONFIRMABLE
from standins.stripe.world import Object, StandInRefusal, World


def new_setup(world: World, given: Object) -> Object:
    """Create a setup intent without a card."""
    if given.get("customer"):
        world.find("customer", given["customer"], "customer")
    if given.get("confirm") or given.get("payment_method"):
        raise StandInRefusal(400, "Only setup intents that a page confirms are known here.", param="confirm")
    automatic = given.get("automatic_payment_methods") or {"enabled": True}
    setup = world.new(
        "setup_intent",
        stripe.SetupIntent,
        customer=given.get("customer"),
        description=given.get("description"),
        usage=given.get("usage", "off_session"),
        status="requires_payment_method",
        payment_method_types=["card"],
        automatic_payment_methods={"enabled": automatic["enabled"], "allow_redirects": "always"},
        metadata=given.get("metadata") or {},
    )
    setup["client_secret"] = f"{setup['id']}_secret_{secrets.token_hex(10)}"
    world.emit("setup_intent.created", setup)
    return setup


def confirm(world: World, setup: Object, method: Object, *, return_url: str | None, base: str) -> Object:
    """Save a card. Raises the API's 402 if declined; may leave it requiring the challenge."""
    if setup["status"] not in CONFIRMABLE:
        raise StandInRefusal(
            400,
            f"You cannot confirm this SetupIntent because it has a status of {setup['status']}.",
            code="setup_intent_unexpected_state",
            setup_intent=dict(setup),
        )
    card = charges.card_of(method)
    setup["last_setup_error"] = None
    if card.decline:
        code = card.decline if card.decline in {"expired_card", "incorrect_cvc"} else "card_declined"
        fail(world, setup, method, code, card.sentence, decline=card.decline)
        raise StandInRefusal(
            402, card.sentence, kind="card_error", code=code, decline_code=card.decline, setup_intent=dict(setup)
        )
    setup["payment_method"] = method["id"]
    if card.challenge:
        setup["status"] = "requires_action"
        url = f"{base}/3ds/{setup['id']}?client_secret={setup['client_secret']}"
        setup["next_action"] = blank(
            stripe.SetupIntent.NextAction,
            type="redirect_to_url",
            redirect_to_url={"url": url, "return_url": return_url},
        )
        world.emit("setup_intent.requires_action", setup)
        return setup
    return succeed(world, setup, method)


def succeed(world: World, setup: Object, method: Object) -> Object:
    """Complete a setup intent: attach its card to the customer."""
    setup.update(status="succeeded", next_action=None)
    method["customer"] = setup["customer"]
    world.emit("payment_method.attached", method)
    world.emit("setup_intent.succeeded", setup)
    return setup


def cancel(world: World, setup: Object) -> Object:
    """Cancel a setup intent that was not completed."""
    if setup["status"] not in CONFIRMABLE:
        raise StandInRefusal(
            400,
            f"You cannot cancel this SetupIntent because it has a status of {setup['status']}.",
            code="setup_intent_unexpected_state",
            setup_intent=dict(setup),
        )
    setup.update(status="canceled", next_action=None)
    world.emit("setup_intent.canceled", setup)
    return setup


def fail(world: World, setup: Object, method: Object, code: str, sentence: str, *, decline: str | None = None) -> None:
    """Record that a setup intent's card was declined. Another card may be tried."""
    setup.update(status="requires_payment_method", next_action=None, payment_method=None)
    setup["last_setup_error"] = card_error(stripe.SetupIntent.LastSetupError, method, code, sentence, decline)
    world.emit("setup_intent.setup_failed", setup)
