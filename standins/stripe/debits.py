"""Bank debits: processing for days, then settled or rejected, and possibly returned after they have settled.

As at the provider, a late return is a dispute that is lost at once, and a debit that is processing can't be canceled.
"""

import stripe

from standins.stripe import payouts
from standins.stripe.annotations import blank
from standins.stripe.cards import SEPA, US_BANK, Debit
from standins.stripe.charges import card_error, card_of, new_charge
from standins.stripe.world import Object, StandInRefusal, World

SETTLES_AFTER = {US_BANK: 4 * 86_400, SEPA: 5 * 86_400}
"""How long a debit is processing, in seconds."""
RETURNED_AFTER = 4 * 86_400
"""How long after settling a debit is returned, in seconds."""
_BY_CURRENCY = {"usd": US_BANK, "eur": SEPA}
_SENTENCES = {
    "account_closed": "The customer's bank account has been closed.",
    "insufficient_funds": "The customer's account has insufficient funds to cover this payment.",
}


def offered(currency: str, capture_method: str | None) -> list[str]:
    """Return the kinds of payment methods for a payment. Debits can't be authorized first."""
    debit = _BY_CURRENCY.get(currency)
    return ["card", "link", *([debit] if debit and capture_method != "manual" else [])]


def begin(world: World, intent: Object, method: Object, debit: Debit) -> Object:
    """Debit a bank account. The payment is processing until the debit settles."""
    if debit.kind not in intent["payment_method_types"]:
        raise StandInRefusal(
            400,
            f"The PaymentMethod provided ({debit.kind}) is not allowed for this PaymentIntent.",
            code="payment_intent_incompatible_payment_method",
            param="payment_method",
        )
    # The mandate remains with the customer of the payment.
    if intent.get("setup_future_usage") and intent.get("customer"):
        method["customer"] = intent["customer"]
    made = new_charge(world, intent, method, status="pending", captured=True)
    intent.update(status="processing", next_action=None, latest_charge=made["id"])
    world.emit("charge.pending", made)
    world.emit("payment_intent.processing", intent)
    return intent


def catch_up(world: World) -> None:
    """Settle, reject or return the debits that are due."""
    for made in list(world.objects["charge"].values()):
        method = world.objects["payment_method"].get(made["payment_method"] or "")
        debit = card_of(method).debit if method else None
        if method is None or debit is None:
            continue
        intent = world.objects["payment_intent"][made["payment_intent"]]
        with world.on(world.owner(made["id"])):
            settles = made["created"] + SETTLES_AFTER[debit.kind]
            if made["status"] == "pending" and world.now() >= settles:
                _decide(world, intent, made, method, debit)
            is_settled = made["status"] == "succeeded" and not made["disputed"]
            if debit.returned is not None and is_settled and world.now() >= settles + RETURNED_AFTER:
                give_back(world, intent, made, debit.returned)


def _decide(world: World, intent: Object, made: Object, method: Object, debit: Debit) -> None:
    if debit.fails is None:
        made.update(status="succeeded", paid=True)
        intent.update(status="succeeded", amount_received=intent["amount"])
        payouts.paid(world, made, intent)
        world.emit("charge.succeeded", made)
        world.emit("payment_intent.succeeded", intent)
        return
    sentence = _SENTENCES[debit.fails]
    made.update(status="failed", amount_captured=0, failure_code=debit.fails, failure_message=sentence)
    error = card_error(stripe.PaymentIntent.LastPaymentError, method, debit.fails, sentence, None)
    intent.update(status="requires_payment_method", payment_method=None, last_payment_error=error)
    world.emit("charge.failed", made)
    world.emit("payment_intent.payment_failed", intent)


def give_back(world: World, intent: Object, made: Object, reason: str) -> Object:
    """Return a settled debit: a dispute that is lost at once, with the provider's fee. Refunds made before stay."""
    made["disputed"] = True
    lost = world.new(
        "dispute",
        stripe.Dispute,
        amount=made["amount"],
        currency=made["currency"],
        charge=made["id"],
        payment_intent=intent["id"],
        reason=reason,
        status="lost",
        is_charge_refundable=False,
        evidence_details=blank(stripe.Dispute.EvidenceDetails, due_by=None),
        metadata={},
    )
    payouts.withdrawn(world, lost, -made["amount"], world.rates[2])
    world.emit("charge.dispute.created", lost)
    world.emit("charge.dispute.funds_withdrawn", lost)
    world.emit("charge.dispute.closed", lost)
    return lost
