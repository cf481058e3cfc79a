"""Payment methods, payment intents, charges and refunds."""

import secrets
from collections.abc import Callable
from typing import Any

import stripe

from standins.stripe import payouts
from standins.stripe.annotations import blank
from standins.stripe.cards import CARDS, NAMED, Card
from standins.stripe.world import Object, Refusal, World

Paid = Callable[[World, Object], None]
CONFIRMABLE = {"requires_payment_method", "requires_confirmation", "requires_action"}


def new_method(world: World, number: str, *, customer: str | None = None) -> Object:
    """A card as a payment method."""
    card = CARDS.get(number)
    if card is None:
        raise Refusal(402, "Your card number is incorrect.", kind="card_error", code="incorrect_number")
    year = 2000 + 40
    return world.new(
        "payment_method",
        stripe.PaymentMethod,
        type="card",
        customer=customer,
        billing_details=blank(stripe.PaymentMethod.BillingDetails),
        card=blank(
            stripe.PaymentMethod.Card,
            brand=card.brand,
            display_brand=card.brand,
            last4=card.last4,
            exp_month=12,
            exp_year=year,
            country="US",
            funding="credit",
            fingerprint=number[::-1],
        ),
        metadata={"number": number},
    )


def method_named(world: World, name: str) -> Object:
    """A payment method by its id, or by the name of a test card."""
    if name in NAMED:
        return new_method(world, NAMED[name])
    return world.find("payment_method", name, "payment_method")


def asked(method: Object) -> None:
    """Note that a card's owner has passed the bank's challenge with it."""
    method["metadata"]["asked"] = "yes"


def card_of(method: Object) -> Card:
    """What the card behind a payment method does."""
    return CARDS[method["metadata"]["number"]]


def new_intent(world: World, **values: Any) -> Object:
    """A payment that waits for a payment method."""
    if values["amount"] < 50:
        raise Refusal(400, "Amount must be at least $0.50 usd", code="amount_too_small", param="amount")
    if values["amount"] > 99_999_999:
        raise Refusal(400, "Amount must be no more than $999,999.99", code="amount_too_large", param="amount")
    known = {
        "amount_capturable": 0,
        "amount_received": 0,
        "status": "requires_payment_method",
        "payment_method_types": ["card"],
        "capture_method": "automatic",
        "confirmation_method": "automatic",
        "payment_method_options": {},
        **values,
    }
    intent = world.new("payment_intent", stripe.PaymentIntent, **known)
    intent["client_secret"] = f"{intent['id']}_secret_{secrets.token_hex(10)}"
    world.emit("payment_intent.created", intent)
    return intent


def confirm(world: World, intent: Object, method: Object, paid: Paid, *, return_url: str | None, base: str) -> Object:
    """Charge a card for an intent. Raises the API's 402 for a declined one; may leave it requiring the challenge."""
    if intent["status"] not in CONFIRMABLE:
        raise Refusal(
            400,
            f"This PaymentIntent's status is {intent['status']}, so it cannot be confirmed.",
            code="payment_intent_unexpected_state",
        )
    card = card_of(method)
    intent["last_payment_error"] = None
    if card.challenge:
        intent["payment_method"] = method["id"]
        intent["status"] = "requires_action"
        url = f"{base}/3ds/{intent['id']}?client_secret={intent['client_secret']}"
        intent["next_action"] = {
            "type": "redirect_to_url",
            "redirect_to_url": {"url": url, "return_url": return_url},
        }
        world.emit("payment_intent.requires_action", intent)
        return intent
    return charge(world, intent, method, paid)


def charge(world: World, intent: Object, method: Object, paid: Paid, *, without_owner: bool = False) -> Object:
    """Take the money of an intent, or refuse to. ``without_owner``: nobody is there to be asked for more."""
    card = card_of(method)
    intent["payment_method"] = method["id"]
    asks = card.challenge and not (card.once and "asked" in method["metadata"])
    declined = card.decline or ("generic_decline" if without_owner and (card.later or asks) else None)
    if declined:
        code = declined if declined in {"expired_card", "incorrect_cvc"} else "card_declined"
        fail(world, intent, method, code, card.sentence, decline=declined)
        raise Refusal(
            402, card.sentence, kind="card_error", code=code, decline_code=declined, payment_intent=dict(intent)
        )
    made = _new_charge(world, intent, method, status="succeeded", paid=True, captured=True)
    intent.update(status="succeeded", next_action=None, amount_received=intent["amount"], latest_charge=made["id"])
    transfer = intent.get("transfer_data")
    if transfer:
        made["transfer"] = payouts.new_transfer_id()
        fee = intent.get("application_fee_amount") or 0
        made["application_fee_amount"] = fee or None
        account = world.find("account", transfer["destination"], "transfer_data[destination]")
        account["metadata"]["balance"] = str(int(account["metadata"].get("balance", 0)) + intent["amount"] - fee)
        payouts.paid(world, account["id"], made, fee)
    world.emit("charge.succeeded", made)
    world.emit("payment_intent.succeeded", intent)
    paid(world, intent)
    return intent


def fail(world: World, intent: Object, method: Object, code: str, sentence: str, *, decline: str | None = None) -> None:
    """Note that an intent's card was refused: another one may be tried."""
    failed = _new_charge(world, intent, method, status="failed", failure_code=code, failure_message=sentence)
    intent.update(status="requires_payment_method", next_action=None, payment_method=None, latest_charge=failed["id"])
    intent["last_payment_error"] = blank(
        stripe.PaymentIntent.LastPaymentError,
        code=code,
        decline_code=decline,
        message=sentence,
        payment_method=method,
        type="card_error",
    )
    world.emit("charge.failed", failed)
    world.emit("payment_intent.payment_failed", intent)


def _new_charge(world: World, intent: Object, method: Object, **values: Any) -> Object:
    known = {
        "amount": intent["amount"],
        "amount_captured": intent["amount"] if values.get("captured") else 0,
        "currency": intent["currency"],
        "customer": intent["customer"],
        "payment_intent": intent["id"],
        "payment_method": method["id"],
        "billing_details": blank(stripe.Charge.BillingDetails),
        "receipt_email": intent["receipt_email"],
        "description": intent["description"],
        "metadata": dict(intent["metadata"]),
        **values,
    }
    return world.new("charge", stripe.Charge, **known)


def cancel_intent(world: World, intent: Object) -> Object:
    """Call an intent off that was not paid."""
    if intent["status"] in {"succeeded", "canceled"}:
        raise Refusal(
            400,
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}.",
            code="payment_intent_unexpected_state",
        )
    intent.update(status="canceled", canceled_at=world.now(), next_action=None)
    world.emit("payment_intent.canceled", intent)
    return intent


def refund(world: World, given: Object) -> Object:
    """Send a payment back, whole or in part."""
    intent = world.find("payment_intent", given.get("payment_intent"), "payment_intent")
    paid = world.objects["charge"].get(intent["latest_charge"] or "")
    if paid is None or paid["status"] != "succeeded":
        raise Refusal(400, "This PaymentIntent does not have a successful charge to refund.", param="payment_intent")
    left = paid["amount"] - paid["amount_refunded"]
    amount = given.get("amount", left)
    if left == 0:
        raise Refusal(400, f"Charge {paid['id']} has already been refunded.", code="charge_already_refunded")
    if not 0 < amount <= left:
        raise Refusal(
            400, f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left})", param="amount"
        )
    if given.get("reverse_transfer") and not intent["transfer_data"]:
        raise Refusal(400, "This charge has no transfer to reverse.", param="reverse_transfer")
    paid["amount_refunded"] += amount
    paid["refunded"] = paid["amount_refunded"] == paid["amount"]
    if given.get("reverse_transfer"):
        account = world.find("account", intent["transfer_data"]["destination"])
        fee = (intent["application_fee_amount"] or 0) * amount // paid["amount"]
        back = amount - (fee if given.get("refund_application_fee") else 0)
        account["metadata"]["balance"] = str(int(account["metadata"].get("balance", 0)) - back)
        payouts.taken_back(world, account["id"], paid, amount, amount - back)
    made = world.new(
        "refund",
        stripe.Refund,
        amount=amount,
        currency=paid["currency"],
        charge=paid["id"],
        payment_intent=intent["id"],
        status="succeeded",
        reason=given.get("reason"),
        metadata=given.get("metadata") or {},
    )
    world.emit("refund.created", made)
    world.emit("charge.refunded", paid)
    return made


def fail_refunds(world: World, intent_id: str, reason: str) -> list[Object]:
    """Let the refunds of a payment fail after all, as a bank does days later; the money is with the business again."""
    intent = world.find("payment_intent", intent_id)
    paid = world.find("charge", intent["latest_charge"])
    failed = [
        one
        for one in world.objects["refund"].values()
        if one["payment_intent"] == intent_id and one["status"] == "succeeded"
    ]
    for one in failed:
        one["status"], one["failure_reason"] = "failed", reason
        paid["amount_refunded"] -= one["amount"]
        paid["refunded"] = False
        if intent["transfer_data"]:
            account = world.find("account", intent["transfer_data"]["destination"])
            account["metadata"]["balance"] = str(int(account["metadata"].get("balance", 0)) + one["amount"])
        world.emit("refund.failed", one)
    return failed


def dispute(world: World, intent_id: str, status: str) -> Object:
    """The card's owner objects to a payment, or what they have objected to comes to an end (won, lost)."""
    intent = world.find("payment_intent", intent_id)
    paid = world.find("charge", intent["latest_charge"])
    known = next((one for one in world.objects["dispute"].values() if one["payment_intent"] == intent_id), None)
    if known is not None:
        known["status"] = status
        world.emit("charge.dispute.closed", known)
        return known
    paid["disputed"] = True
    made = world.new(
        "dispute",
        stripe.Dispute,
        amount=paid["amount"] - paid["amount_refunded"],
        currency=paid["currency"],
        charge=paid["id"],
        payment_intent=intent_id,
        reason="fraudulent",
        status=status,
        metadata={},
    )
    world.emit("charge.dispute.created", made)
    return made
