"""Payment methods, payment intents, charges and refunds."""

import secrets
from collections.abc import Callable
from typing import Any

import stripe

from standins.stripe import debits, payouts
from standins.stripe.annotations import blank
from standins.stripe.cards import Card
from standins.stripe.charges import card_of, fail, new_charge
from standins.stripe.world import Object, StandInRefusal, World

Paid = Callable[[World, Object], None]
LEAST = {
    "gbp": ("£", 30),
    "eur": ("€", 50),
    "chf": ("", 50),
    "dkk": ("", 250),
    "nok": ("", 300),
    "sek": ("", 300),
    "mxn": ("$", 1000),
    "zar": ("R", 1000),
    "jpy": ("¥", 50),
    "clp": ("", 500),
    "krw": ("₩", 1000),
    "kwd": ("", 200),
}
"""Minimum charge by currency, in its smallest unit; 50 in all others."""
TENTHS = {"kwd"}
"""Currencies with three decimals, in which the last digit must be 0."""
AUTHORIZED_FOR = 7 * 86_400
"""How long an authorization of a payment made by the cardholder can be captured, in seconds."""
AUTHENTICATION = "authentication_required"
_CODES = {"expired_card", "incorrect_cvc", AUTHENTICATION}
"""Decline codes that are also the error's code; that of all others is card_declined."""
CONFIRMABLE = {"requires_payment_method", "requires_confirmation", "requires_action"}


def new_intent(world: World, **values: Any) -> Object:
    """Create a payment intent without a payment method."""
    currency = values["currency"]
    sign, least = LEAST.get(currency, ("$", 50))
    if values["amount"] < least:
        said = f"Amount must be at least {sign}{least / 100:.2f} {currency}"
        raise StandInRefusal(400, said, code="amount_too_small", param="amount")
    if currency in TENTHS and values["amount"] % 10:
        raise StandInRefusal(400, "Amounts in this currency must end in 0", code="parameter_invalid_integer")
    if values["amount"] > 99_999_999:
        raise StandInRefusal(400, "Amount must be no more than $999,999.99", code="amount_too_large", param="amount")
    known = {
        "amount_capturable": 0,
        "amount_received": 0,
        "status": "requires_payment_method",
        "payment_method_types": debits.offered(currency, values.get("capture_method")),
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
    """Charge a card for an intent. Raises the API's 402 if declined; may leave it requiring the challenge."""
    if intent["status"] not in CONFIRMABLE:
        raise StandInRefusal(
            400,
            f"This PaymentIntent's status is {intent['status']}, so it cannot be confirmed.",
            code="payment_intent_unexpected_state",
        )
    card = card_of(method)
    intent["last_payment_error"] = None
    if card.deposits:
        intent["payment_method"] = method["id"]
        intent["status"] = "requires_action"
        intent["next_action"] = {
            "type": "verify_with_microdeposits",
            "verify_with_microdeposits": {
                "arrival_date": world.now() + 2 * 86_400,
                "hosted_verification_url": f"{base}/deposits/{intent['id']}",
                "microdeposit_type": "descriptor_code",
            },
        }
        world.emit("payment_intent.requires_action", intent)
        return intent
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


def verify_deposits(world: World, intent_id: str, paid: Paid, *, verified: bool) -> Object:
    """Confirm the small deposits to a payer's bank account, which then pays the intent, or give up on them."""
    intent = world.objects["payment_intent"][intent_id]
    method = world.objects["payment_method"][intent["payment_method"]]
    with world.on(world.owner(intent_id)):
        if verified:
            return charge(world, intent, method, paid)
        sentence = "The bank account could not be verified in time."
        fail(world, intent, method, "payment_method_microdeposit_verification_timeout", sentence)
        return intent


def charge(world: World, intent: Object, method: Object, paid: Paid, *, without_owner: bool = False) -> Object:
    """Charge an intent's card, or decline it; with manual capture, only authorize it. ``without_owner`` means
    off-session: no challenge is possible.
    """
    card = card_of(method)
    intent["payment_method"] = method["id"]
    method["metadata"]["used"] = "yes"
    declined = _declined(method, without_owner=without_owner)
    if declined:
        code, sentence = _code_of(declined), _sentence_of(card, declined)
        fail(world, intent, method, code, sentence, decline=declined)
        raise StandInRefusal(
            402, sentence, kind="card_error", code=code, decline_code=declined, payment_intent=dict(intent)
        )
    if intent.get("setup_future_usage") and intent.get("customer"):
        method["customer"] = intent["customer"]
    if card.debit is not None:
        return debits.begin(world, intent, method, card.debit)
    if intent["capture_method"] == "manual":
        return _authorize(world, intent, method)
    made = new_charge(world, intent, method, status="succeeded", paid=True, captured=True)
    intent.update(status="succeeded", next_action=None, amount_received=intent["amount"], latest_charge=made["id"])
    payouts.paid(world, made, intent)
    world.emit("charge.succeeded", made)
    world.emit("payment_intent.succeeded", intent)
    paid(world, intent)
    return intent


def _authorize(world: World, intent: Object, method: Object) -> Object:
    """Reserve an intent's amount on a card, to be captured later."""
    until = world.now() + AUTHORIZED_FOR
    made = new_charge(
        world,
        intent,
        method,
        status="succeeded",
        paid=True,
        captured=False,
        payment_method_details=blank(
            stripe.Charge.PaymentMethodDetails,
            type="card",
            card=blank(
                stripe.Charge.PaymentMethodDetails.Card,
                brand=method["card"]["brand"],
                last4=method["card"]["last4"],
                capture_before=until,
            ),
        ),
    )
    intent.update(
        status="requires_capture",
        next_action=None,
        amount_capturable=intent["amount"],
        latest_charge=made["id"],
    )
    world.emit("charge.succeeded", made)
    world.emit("payment_intent.amount_capturable_updated", intent)
    return intent


def capture(world: World, intent: Object, given: Object, paid: Paid) -> Object:
    """Capture an authorized payment, in full or in part. The rest of the authorization is released."""
    if intent["status"] != "requires_capture":
        raise StandInRefusal(
            400,
            "This PaymentIntent could not be captured because it has a status of"
            f" {intent['status']}. Only a PaymentIntent with one of the following statuses may be captured:"
            " requires_capture.",
            code="payment_intent_unexpected_state",
        )
    amount = given.get("amount_to_capture", intent["amount_capturable"])
    if not 0 < amount <= intent["amount_capturable"]:
        said = "The amount to capture must not exceed the amount that can be captured."
        raise StandInRefusal(400, said, code="amount_too_large", param="amount_to_capture")
    if "application_fee_amount" in given:
        intent["application_fee_amount"] = given["application_fee_amount"]
    made = world.objects["charge"][intent["latest_charge"]]
    made.update(captured=True, amount_captured=amount, amount=amount)
    intent.update(status="succeeded", amount_capturable=0, amount_received=amount)
    payouts.paid(world, made, intent)
    world.emit("charge.captured", made)
    world.emit("payment_intent.succeeded", intent)
    paid(world, intent)
    return intent


def expire_authorizations(world: World) -> None:
    """Cancel the intents whose authorization was not captured in time."""
    for intent in world.objects["payment_intent"].values():
        if intent["status"] != "requires_capture":
            continue
        made = world.objects["charge"][intent["latest_charge"]]
        if made["payment_method_details"]["card"]["capture_before"] <= world.now():
            intent.update(cancellation_reason="automatic")
            _release(world, intent)
            world.emit("charge.expired", made)
            world.emit("payment_intent.canceled", intent)


def _release(world: World, intent: Object) -> None:
    """Cancel an intent; an authorization is released."""
    if intent["status"] == "requires_capture":
        made = world.objects["charge"][intent["latest_charge"]]
        made.update(amount_refunded=made["amount"], refunded=True)
    intent.update(status="canceled", canceled_at=world.now(), next_action=None, amount_capturable=0)


def _declined(method: Object, *, without_owner: bool) -> str | None:
    card = card_of(method)
    asks = card.challenge and not (card.once and "asked" in method["metadata"])
    if card.decline:
        return card.decline
    if without_owner and asks:
        return AUTHENTICATION
    return "generic_decline" if without_owner and card.later else None


def _code_of(declined: str) -> str:
    return declined if declined in _CODES else "card_declined"


def _sentence_of(card: Card, declined: str) -> str:
    return (
        "Your card was declined. This transaction requires authentication."
        if declined == AUTHENTICATION
        else card.sentence
    )


def can_be_charged(method: Object | None) -> None:
    """Raise the API's 402 if the card would be declined off-session or there is no card."""
    if method is None:
        raise StandInRefusal(
            402, "This customer has no attached payment source or default payment method.", kind="card_error"
        )
    declined = _declined(method, without_owner=True)
    if declined:
        sentence = _sentence_of(card_of(method), declined)
        raise StandInRefusal(402, sentence, kind="card_error", code=_code_of(declined), decline_code=declined)


def cancel_intent(world: World, intent: Object) -> Object:
    """Cancel an unpaid intent. An authorization is released."""
    if intent["status"] in {"succeeded", "canceled", "processing"}:
        raise StandInRefusal(
            400,
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}.",
            code="payment_intent_unexpected_state",
        )
    _release(world, intent)
    world.emit("payment_intent.canceled", intent)
    return intent


def refund(world: World, given: Object) -> Object:
    """Refund a payment, fully or in part."""
    intent = world.find("payment_intent", given.get("payment_intent"), "payment_intent")
    paid = world.objects["charge"].get(intent["latest_charge"] or "")
    if paid is None or paid["status"] != "succeeded" or not paid["captured"]:
        raise StandInRefusal(
            400, "This PaymentIntent does not have a successful charge to refund.", param="payment_intent"
        )
    left = paid["amount"] - paid["amount_refunded"]
    amount = given.get("amount", left)
    if left == 0:
        raise StandInRefusal(400, f"Charge {paid['id']} has already been refunded.", code="charge_already_refunded")
    if not 0 < amount <= left:
        raise StandInRefusal(
            400, f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left})", param="amount"
        )
    if given.get("reverse_transfer") and not intent["transfer_data"]:
        raise StandInRefusal(400, "This charge has no transfer to reverse.", param="reverse_transfer")
    disputes = _disputes(world, intent)
    open_dispute = next((one for one in disputes if one["status"] not in _OVER), None)
    # An amount already charged back cannot be refunded again.
    is_taken = any(one["status"] == "lost" for one in disputes)
    if is_taken or (open_dispute is not None and not open_dispute["status"].startswith("warning_")):
        raise StandInRefusal(400, f"Charge {paid['id']} has been charged back.", code="charge_disputed")
    if not payouts.covers(world, amount, comes_back=amount if given.get("reverse_transfer") else 0):
        said = "Insufficient funds in your Stripe balance to refund this amount."
        raise StandInRefusal(400, said, code="balance_insufficient")
    paid["amount_refunded"] += amount
    paid["refunded"] = paid["amount_refunded"] == paid["amount"]
    made = world.new(
        "refund",
        stripe.Refund,
        amount=amount,
        currency=paid["currency"],
        charge=paid["id"],
        payment_intent=intent["id"],
        status="pending" if world.refunds_wait else "succeeded",
        reason=given.get("reason"),
        metadata=given.get("metadata") or {},
    )
    payouts.refunded(world, made, paid, intent, given)
    world.emit("refund.created", made)
    world.emit("charge.refunded", paid)
    if open_dispute is not None and paid["refunded"]:
        # A full refund resolves an inquiry.
        open_dispute["status"] = "warning_closed"
        world.emit("charge.dispute.closed", open_dispute)
    return made


_OVER = frozenset({"won", "lost", "warning_closed", "prevented"})


def _disputes(world: World, intent: Object) -> list[Object]:
    return [one for one in world.objects["dispute"].values() if one["payment_intent"] == intent["id"]]


def settle_refunds(world: World, intent_id: str) -> list[Object]:
    """Complete a payment's pending refunds."""
    rows = [one for one in world.objects["refund"].values() if one["payment_intent"] == intent_id]
    done = [one for one in rows if one["status"] == "pending"]
    for one in done:
        one["status"] = "succeeded"
        world.emit("refund.updated", one)
    return done


def fail_refunds(world: World, intent_id: str, reason: str) -> list[Object]:
    """Fail a payment's refunds, as a bank does days later; the money returns to the business."""
    intent = world.objects["payment_intent"][intent_id]
    paid = world.objects["charge"][intent["latest_charge"]]
    failed = [
        one
        for one in world.objects["refund"].values()
        if one["payment_intent"] == intent_id and one["status"] in {"succeeded", "pending"}
    ]
    for one in failed:
        one["status"], one["failure_reason"] = "failed", reason
        paid["amount_refunded"] -= one["amount"]
        paid["refunded"] = False
        payouts.refund_failed(world, one, paid, intent)
        world.emit("refund.failed", one)
    return failed


def warn(world: World, intent_id: str, kind: str) -> Object:
    """Create an early fraud warning of a card network."""
    intent = world.objects["payment_intent"][intent_id]
    with world.on(world.owner(intent_id)):
        made = world.new(
            "early_fraud_warning",
            stripe.radar.EarlyFraudWarning,
            object="radar.early_fraud_warning",
            actionable=True,
            charge=intent["latest_charge"],
            fraud_type=kind,
            payment_intent=intent_id,
        )
    world.emit("radar.early_fraud_warning.created", made)
    return made


def dispute(world: World, intent_id: str, status: str, reason: str = "fraudulent") -> Object:
    """Open or advance a dispute of a payment: an inquiry becomes a dispute, a response is submitted (under_review), or
    it is won or lost. A dispute withdraws the amount and a fee; an inquiry does not.
    """
    intent = world.objects["payment_intent"][intent_id]
    paid = world.objects["charge"][intent["latest_charge"]]
    known = next(iter(_disputes(world, intent)), None)
    is_inquiry = status.startswith("warning_")
    with world.on(world.owner(intent_id)):
        if known is None:
            paid["disputed"] = True
            known = world.new(
                "dispute",
                stripe.Dispute,
                amount=paid["amount"] - paid["amount_refunded"],
                currency=paid["currency"],
                charge=paid["id"],
                payment_intent=intent_id,
                reason=reason,
                status=status,
                is_charge_refundable=is_inquiry,
                evidence_details=blank(stripe.Dispute.EvidenceDetails, due_by=world.now() + 7 * 86_400),
                metadata={},
            )
            world.emit("charge.dispute.created", known)
        elif known["status"] in _OVER:
            return known
        else:
            known["status"] = status
            world.emit("charge.dispute.closed" if status in _OVER else "charge.dispute.updated", known)
        taken = -sum(entry["amount"] for entry in known["balance_transactions"])
        if not is_inquiry and status not in _OVER and not taken:
            payouts.withdrawn(world, known, -known["amount"], world.rates[2])
            world.emit("charge.dispute.funds_withdrawn", known)
        if status == "won" and taken:
            payouts.withdrawn(world, known, taken, 0)
            world.emit("charge.dispute.funds_reinstated", known)
    return known
