"""Payment methods and charges."""

from typing import Any

import stripe

from standins.stripe.annotations import blank
from standins.stripe.cards import CARDS, NAMED, SEPA, Card
from standins.stripe.world import Object, StandInRefusal, World


def new_method(world: World, number: str, *, customer: str | None = None) -> Object:
    """Create a payment method from a card, or from a bank account that is debited."""
    number = "".join(filter(str.isdigit, number))
    card = CARDS.get(number)
    if card is None:
        raise StandInRefusal(402, "Your card number is incorrect.", kind="card_error", code="incorrect_number")
    known: Object = {
        "customer": customer,
        "billing_details": blank(stripe.PaymentMethod.BillingDetails),
        "metadata": {"number": number},
    }
    if card.debit is not None:
        return world.new(
            "payment_method",
            stripe.PaymentMethod,
            type=card.debit.kind,
            **{card.debit.kind: _bank(card, number)},
            **known,
        )
    details = blank(
        stripe.PaymentMethod.Card,
        brand=card.brand,
        display_brand=card.brand,
        last4=card.last4,
        exp_month=12,
        exp_year=2000 + 40,
        country="US",
        funding="credit",
        fingerprint=number[::-1],
    )
    return world.new("payment_method", stripe.PaymentMethod, type="card", card=details, **known)


def _bank(card: Card, number: str) -> Object:
    if card.debit is not None and card.debit.kind == SEPA:
        known = {"bank_code": number[2:10], "country": "DE", "fingerprint": number[::-1], "last4": card.last4}
        return blank(stripe.PaymentMethod.SepaDebit, **known)
    known = {"account_holder_type": "individual", "account_type": "checking", "routing_number": "110000000"}
    return blank(
        stripe.PaymentMethod.UsBankAccount, bank_name=card.brand, last4=card.last4, fingerprint=number[::-1], **known
    )


def method_named(world: World, name: str) -> Object:
    """Return a payment method by id, or by the name of a test card."""
    if name in NAMED:
        return new_method(world, NAMED[name])
    return world.find("payment_method", name, "payment_method")


def asked(method: Object) -> None:
    """Record that the customer has passed the bank's challenge."""
    method["metadata"]["asked"] = "yes"


def can_be_used(intent: Object, method: Object) -> None:
    """Check that a card may pay an intent. A customer's card only pays their intents; any other card is used once."""
    owner = method["customer"]
    if owner is not None and owner != intent.get("customer"):
        raise StandInRefusal(400, "The payment method belongs to another customer.", param="payment_method")
    if owner is None and method["metadata"].get("used"):
        raise StandInRefusal(
            400,
            "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment or was "
            "detached from a Customer. It may not be used again.",
            param="payment_method",
        )


def card_of(method: Object) -> Card:
    """Return the test card of a payment method."""
    return CARDS[method["metadata"]["number"]]


def card_error(cls: type, method: Object, code: str, sentence: str, decline: str | None) -> Object:
    """Return the error of a declined card for an intent. ``cls`` is the type of the intent's error field."""
    return blank(cls, code=code, decline_code=decline, message=sentence, payment_method=method, type="card_error")


def fail(world: World, intent: Object, method: Object, code: str, sentence: str, *, decline: str | None = None) -> None:
    """Record that an intent's card was declined: another one may be tried."""
    failed = new_charge(world, intent, method, status="failed", failure_code=code, failure_message=sentence)
    intent.update(status="requires_payment_method", next_action=None, payment_method=None, latest_charge=failed["id"])
    intent["last_payment_error"] = card_error(stripe.PaymentIntent.LastPaymentError, method, code, sentence, decline)
    world.emit("charge.failed", failed)
    world.emit("payment_intent.payment_failed", intent)


def new_charge(world: World, intent: Object, method: Object, **values: Any) -> Object:
    """Create a charge of an intent."""
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
