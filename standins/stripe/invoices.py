"""Subscription invoices: lines, drafts, payments, and customer credit, which is used first."""

from dataclasses import dataclass
from typing import Any

import stripe

from standins.stripe import payments
from standins.stripe.annotations import blank
from standins.stripe.world import Object, StandInRefusal, World

DAY = 86_400
DRAFT_SECONDS = 3600
"""Time that a renewal's invoice stays a draft before it is charged."""
LEAST = 50


@dataclass(frozen=True)
class StandInInvoiceLine:
    """An invoice line. ``proration`` marks a charge or credit for part of a period after a plan change."""

    amount: int
    description: str
    start: int
    end: int
    price: Object
    proration: bool = False


def preview(world: World, subscription: Object, reason: str, lines: list[StandInInvoiceLine]) -> Object:
    """Return an invoice without storing it. The customer's credit is used first."""
    total = sum(line.amount for line in lines)
    balance = world.objects["customer"][subscription["customer"]]["balance"] or 0
    due = max(0, total + balance)
    item = subscription["items"]["data"][0]
    invoice = blank(
        stripe.Invoice,
        id=f"upcoming_in_{subscription['id']}",
        object="invoice",
        created=world.now(),
        customer=subscription["customer"],
        status="draft",
        currency=subscription["currency"],
        collection_method="charge_automatically",
        billing_reason=reason,
        amount_due=due,
        amount_remaining=due,
        subtotal=total,
        total=total,
        starting_balance=balance,
        period_start=item["current_period_start"],
        period_end=item["current_period_end"],
        automatic_tax=blank(stripe.Invoice.AutomaticTax),
        issuer=blank(stripe.Invoice.Issuer, type="self"),
        payment_settings=blank(stripe.Invoice.PaymentSettings),
        parent=blank(
            stripe.Invoice.Parent,
            type="subscription_details",
            subscription_details=blank(
                stripe.Invoice.Parent.SubscriptionDetails,
                subscription=subscription["id"],
                metadata=dict(subscription["metadata"]),
            ),
        ),
        status_transitions=blank(stripe.Invoice.StatusTransitions),
    )
    invoice["lines"]["data"] = [_line(invoice, subscription, line) for line in lines]
    # Returned only on request.
    del invoice["confirmation_secret"], invoice["payments"]
    return invoice


def _line(invoice: Object, subscription: Object, line: StandInInvoiceLine) -> Object:
    details = stripe.InvoiceLineItem.Parent.SubscriptionItemDetails
    return blank(
        stripe.InvoiceLineItem,
        id=f"il_tmp_{line.price['id']}_{line.amount}",
        object="line_item",
        invoice=invoice["id"],
        amount=line.amount,
        subtotal=line.amount,
        currency=invoice["currency"],
        description=line.description,
        quantity=1,
        period={"start": line.start, "end": line.end},
        parent=blank(
            stripe.InvoiceLineItem.Parent,
            type="subscription_item_details",
            subscription_item_details=blank(
                details,
                subscription=subscription["id"],
                subscription_item=subscription["items"]["data"][0]["id"],
                proration=line.proration,
            ),
        ),
        pricing=blank(
            stripe.InvoiceLineItem.Pricing,
            type="price_details",
            unit_amount_decimal=line.price["unit_amount_decimal"],
            price_details=blank(
                stripe.InvoiceLineItem.Pricing.PriceDetails, price=line.price["id"], product=line.price["product"]
            ),
        ),
    )


def draft(world: World, subscription: Object, reason: str, lines: list[StandInInvoiceLine]) -> Object:
    """Create a draft invoice. It is finalized and charged an hour later, and cannot be paid before."""
    planned = preview(world, subscription, reason, lines)
    del planned["object"], planned["created"], planned["id"]
    invoice = world.new(
        "invoice",
        stripe.Invoice,
        **planned | {"auto_advance": True, "automatically_finalizes_at": world.now() + DRAFT_SECONDS},
        confirmation_secret=None,
        payments=None,
    )
    del invoice["confirmation_secret"], invoice["payments"]
    for line in invoice["lines"]["data"]:
        line["invoice"] = invoice["id"]
        kept = {name: value for name, value in line.items() if name not in {"id", "object"}}
        line["id"] = world.new("line_item", stripe.InvoiceLineItem, object="line_item", **kept)["id"]
    subscription["latest_invoice"] = invoice["id"]
    world.emit("invoice.created", invoice)
    return invoice


def finalize(world: World, invoice: Object) -> Object:
    """Finalize a draft; any part covered by customer credit is paid at once."""
    customer = world.objects["customer"][invoice["customer"]]
    balance, total = customer["balance"] or 0, invoice["total"]
    amount = max(0, total + balance)
    if amount < LEAST:
        # Below the minimum charge: it is added to the next invoice.
        amount = 0
    customer["balance"] = total + balance - amount
    number = len([one for one in world.objects["invoice"].values() if one["number"]]) + 1
    invoice.update(
        status="paid" if amount == 0 else "open",
        amount_due=amount,
        amount_remaining=amount,
        starting_balance=balance,
        ending_balance=customer["balance"],
        attempted=amount == 0,
        automatically_finalizes_at=None,
        number=f"DEMO-{number:04d}",
        hosted_invoice_url=f"/invoices/{invoice['id']}",
    )
    invoice["status_transitions"].update(finalized_at=world.now(), paid_at=world.now() if amount == 0 else None)
    world.emit("invoice.finalized", invoice)
    if amount == 0:
        world.emit("invoice.paid", invoice)
        return invoice
    intent = payments.new_intent(
        world,
        amount=amount,
        currency=invoice["currency"],
        customer=invoice["customer"],
        description="Subscription",
        metadata={},
        setup_future_usage="off_session",
    )
    world.secrets[intent["id"]] = invoice["id"]
    world.new(
        "invoice_payment",
        stripe.InvoicePayment,
        invoice=invoice["id"],
        amount_requested=amount,
        currency=invoice["currency"],
        is_default=True,
        status="open",
        payment=blank(stripe.InvoicePayment.Payment, type="payment_intent", payment_intent=intent["id"]),
        status_transitions=blank(stripe.InvoicePayment.StatusTransitions),
    )
    return invoice


def payment_of(world: World, invoice: Object) -> Object | None:
    """Return the payment of an invoice, or None for an invoice of zero."""
    found = (entry for entry in world.objects["invoice_payment"].values() if entry["invoice"] == invoice["id"])
    return next(found, None)


def intent_of(world: World, invoice: Object) -> Object:
    """Return the payment intent of an open invoice."""
    payment = payment_of(world, invoice)
    assert payment is not None
    return world.objects["payment_intent"][payment["payment"]["payment_intent"]]


def subscription_of(world: World, invoice: Object) -> Object:
    """Return the subscription of an invoice."""
    return world.objects["subscription"][invoice["parent"]["subscription_details"]["subscription"]]


def when_paid(world: World, intent: Object) -> None:
    """Apply a payment to its invoice, if any: its subscription becomes active."""
    invoice = world.objects["invoice"].get(world.secrets.get(intent["id"], ""))
    if invoice is None:
        return
    amount = invoice["amount_due"]
    invoice.update(status="paid", amount_paid=amount, amount_remaining=0, attempted=True)
    invoice["attempt_count"] += 1
    invoice["status_transitions"]["paid_at"] = world.now()
    payment = payment_of(world, invoice)
    assert payment is not None
    payment.update(status="paid", amount_paid=amount)
    payment["status_transitions"]["paid_at"] = world.now()
    subscription = subscription_of(world, invoice)
    if subscription["payment_settings"]["save_default_payment_method"] == "on_subscription":
        subscription["default_payment_method"] = intent["payment_method"]
    world.emit("invoice.paid", invoice)
    world.emit("invoice.payment_succeeded", invoice)
    if subscription["status"] in {"incomplete", "past_due"} and invoice["id"] == subscription["latest_invoice"]:
        subscription["status"] = "active"
        world.emit("customer.subscription.updated", subscription)


def collect(world: World, invoice: Object) -> None:
    """Charge the subscription's card for an invoice. Without a card, or if it is declined, the subscription becomes
    past due.
    """
    subscription = subscription_of(world, invoice)
    method: Any = world.objects["payment_method"].get(subscription["default_payment_method"] or "")
    try:
        if method is None:
            raise StandInRefusal(402, "There is no card.", kind="card_error")
        payments.charge(world, intent_of(world, invoice), method, when_paid, without_owner=True)
    except StandInRefusal:
        invoice.update(attempted=True, attempt_count=invoice["attempt_count"] + 1)
        invoice["next_payment_attempt"] = world.now() + 3 * DAY
        subscription["status"] = "past_due"
        world.emit("invoice.payment_failed", invoice)
        world.emit("customer.subscription.updated", subscription)


def pay_invoice(world: World, invoice: Object, method: Object) -> Object:
    """Charge a card for an open invoice. Raises the API's 402 if declined."""
    if invoice["status"] != "open":
        raise StandInRefusal(400, "Invoice is already paid" if invoice["status"] == "paid" else "Invoice is not open")
    payments.charge(world, intent_of(world, invoice), method, when_paid)
    return invoice


def secret_of(world: World, invoice: Object) -> Object | None:
    """Return the client secret for paying an open invoice."""
    payment = payment_of(world, invoice)
    if payment is None:
        return None
    return {"type": "payment_intent", "client_secret": intent_of(world, invoice)["client_secret"]}
