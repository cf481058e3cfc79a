"""Products and prices, subscriptions and their invoices, and how they change as the clock moves."""

from typing import Any

import stripe

from standins.stripe import payments
from standins.stripe.annotations import blank
from standins.stripe.world import Object, Refusal, World, months_later

DAY = 86_400
INCOMPLETE_SECONDS = 23 * 3600
LONGEST_TRIAL = 730 * DAY
RUNNING = {"active", "trialing", "past_due"}


def new_price(world: World, given: Object) -> Object:
    """A recurring price of a product."""
    world.find("product", given.get("product"), "product")
    recurring = given.pop("recurring", None)
    if recurring is None or "unit_amount" not in given or "currency" not in given:
        raise Refusal(400, "Only recurring prices with a unit_amount and a currency are known here.", param="recurring")
    return world.new(
        "price",
        stripe.Price,
        active=True,
        type="recurring",
        billing_scheme="per_unit",
        unit_amount_decimal=str(given["unit_amount"]),
        recurring=blank(
            stripe.Price.Recurring,
            interval=recurring["interval"],
            interval_count=recurring.get("interval_count", 1),
            usage_type="licensed",
        ),
        metadata=given.pop("metadata", None) or {},
        **given,
    )


def period_after(price: Object, start: int) -> int:
    """The end of a period of a price that begins at ``start``."""
    recurring = price["recurring"]
    count = recurring["interval_count"]
    if recurring["interval"] in {"month", "year"}:
        return months_later(start, count * (12 if recurring["interval"] == "year" else 1))
    return start + DAY * count * (7 if recurring["interval"] == "week" else 1)


def new_subscription(world: World, given: Object) -> Object:
    """A subscription: trialing, or incomplete with an open invoice until its first payment is confirmed."""
    customer = world.find("customer", given.get("customer"), "customer")
    price = world.find("price", given["items"][0].get("price"), "items[0][price]")
    if not price["active"]:
        raise Refusal(400, "The price specified is inactive. This field only accepts active prices.", param="items")
    if given.get("payment_behavior") != "default_incomplete":
        raise Refusal(400, "Only payment_behavior=default_incomplete is known here.", param="payment_behavior")
    now = world.now()
    days = given.get("trial_period_days") or 0
    until = now + days * DAY if days else None
    subscription = world.new(
        "subscription",
        stripe.Subscription,
        customer=customer["id"],
        status="trialing" if days else "incomplete",
        start_date=now,
        billing_cycle_anchor=until or now,
        trial_start=now if days else None,
        trial_end=until,
        collection_method="charge_automatically",
        currency=price["currency"],
        payment_settings=blank(
            stripe.Subscription.PaymentSettings,
            save_default_payment_method=(given.get("payment_settings") or {}).get("save_default_payment_method", "off"),
        ),
        metadata=given.get("metadata") or {},
    )
    item = world.new(
        "subscription_item",
        stripe.SubscriptionItem,
        subscription=subscription["id"],
        price=price,
        plan=_plan_of(price),
        quantity=1,
        current_period_start=now,
        current_period_end=until or period_after(price, now),
    )
    subscription["items"] = {
        "object": "list",
        "data": [item],
        "has_more": False,
        "url": f"/v1/subscription_items?subscription={subscription['id']}",
    }
    invoice = _new_invoice(world, subscription, "subscription_create", 0 if days else price["unit_amount"])
    if subscription["status"] == "incomplete" and invoice["status"] == "paid":
        subscription["status"] = "active"
    world.emit("customer.subscription.created", subscription)
    return subscription


def _plan_of(price: Object) -> Object:
    return blank(
        stripe.Plan,
        id=price["id"],
        object="plan",
        active=True,
        amount=price["unit_amount"],
        amount_decimal=price["unit_amount_decimal"],
        billing_scheme="per_unit",
        created=price["created"],
        currency=price["currency"],
        interval=price["recurring"]["interval"],
        interval_count=price["recurring"]["interval_count"],
        product=price["product"],
        usage_type="licensed",
        metadata={},
    )


def _new_invoice(world: World, subscription: Object, reason: str, amount: int) -> Object:
    """A finalized invoice for a subscription's present period; of nothing it is paid at once."""
    item = subscription["items"]["data"][0]
    number = len(world.objects["invoice"]) + 1
    invoice = world.new(
        "invoice",
        stripe.Invoice,
        customer=subscription["customer"],
        status="paid" if amount == 0 else "open",
        currency=subscription["currency"],
        collection_method="charge_automatically",
        billing_reason=reason,
        amount_due=amount,
        amount_remaining=amount,
        subtotal=amount,
        total=amount,
        number=f"DEMO-{number:04d}",
        period_start=item["current_period_start"],
        period_end=item["current_period_end"],
        attempted=amount == 0,
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
        status_transitions=blank(
            stripe.Invoice.StatusTransitions,
            finalized_at=world.now(),
            paid_at=world.now() if amount == 0 else None,
        ),
    )
    invoice["hosted_invoice_url"] = f"/invoices/{invoice['id']}"
    # Answered only where they are asked for.
    del invoice["confirmation_secret"], invoice["payments"]
    invoice["lines"]["data"].append(
        world.new(
            "line_item",
            stripe.InvoiceLineItem,
            object="line_item",
            invoice=invoice["id"],
            amount=amount,
            subtotal=amount,
            currency=invoice["currency"],
            description="Subscription",
            quantity=1,
            period={"start": item["current_period_start"], "end": item["current_period_end"]},
        )
    )
    subscription["latest_invoice"] = invoice["id"]
    world.emit("invoice.created", invoice)
    world.emit("invoice.finalized", invoice)
    if amount == 0:
        world.emit("invoice.paid", invoice)
        return invoice
    intent = payments.new_intent(
        world,
        amount=amount,
        currency=invoice["currency"],
        customer=subscription["customer"],
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
    """The payment of an invoice, or None if the invoice is for nothing."""
    found = (entry for entry in world.objects["invoice_payment"].values() if entry["invoice"] == invoice["id"])
    return next(found, None)


def intent_of(world: World, invoice: Object) -> Object:
    """The payment intent of an invoice that asks for money."""
    payment = payment_of(world, invoice)
    assert payment is not None
    return world.objects["payment_intent"][payment["payment"]["payment_intent"]]


def when_paid(world: World, intent: Object) -> None:
    """What a payment means for the invoice that it was for, if it was for one: its subscription runs."""
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
    subscription = world.objects["subscription"][invoice["parent"]["subscription_details"]["subscription"]]
    if subscription["payment_settings"]["save_default_payment_method"] == "on_subscription":
        subscription["default_payment_method"] = intent["payment_method"]
    world.emit("invoice.paid", invoice)
    world.emit("invoice.payment_succeeded", invoice)
    if subscription["status"] in {"incomplete", "past_due"} and invoice["id"] == subscription["latest_invoice"]:
        subscription["status"] = "active"
        world.emit("customer.subscription.updated", subscription)


def update_subscription(world: World, subscription: Object, given: Object) -> Object:
    """Change what may be changed: its trial's end, whether it ends with its period, its default card, its metadata."""
    if subscription["status"] in {"canceled", "incomplete_expired"}:
        raise Refusal(
            400, "A canceled subscription can only update its cancellation_details and metadata.", param="status"
        )
    if "trial_end" in given:
        _move_trial(world, subscription, given["trial_end"])
    if "cancel_at_period_end" in given:
        cancel = given["cancel_at_period_end"]
        end = subscription["items"]["data"][0]["current_period_end"]
        subscription.update(
            cancel_at_period_end=cancel,
            cancel_at=end if cancel else None,
            canceled_at=world.now() if cancel else None,
        )
    if given.get("default_payment_method"):
        method = payments.method_named(world, given["default_payment_method"])
        if method["customer"] != subscription["customer"]:
            raise Refusal(
                400,
                "The customer does not have a payment method with the ID given.",
                code="resource_missing",
                param="default_payment_method",
            )
        subscription["default_payment_method"] = method["id"]
    if given.get("metadata"):
        subscription["metadata"].update(given["metadata"])
    world.emit("customer.subscription.updated", subscription)
    return subscription


def _move_trial(world: World, subscription: Object, until: int) -> None:
    """Let a trial end at another moment: the first period that is paid begins then."""
    if subscription["status"] != "trialing":
        raise Refusal(400, "Only the trial of a subscription that is trialing is moved here.", param="trial_end")
    if until <= world.now():
        raise Refusal(400, "Invalid timestamp: must be an integer Unix timestamp in the future.", param="trial_end")
    if until > world.now() + LONGEST_TRIAL:
        raise Refusal(400, "Trial end must be at most two years from the billing cycle anchor.", param="trial_end")
    subscription.update(trial_end=until, billing_cycle_anchor=until)
    subscription["items"]["data"][0]["current_period_end"] = until
    if subscription["cancel_at_period_end"]:
        subscription["cancel_at"] = until


def end_subscription(world: World, subscription: Object, *, status: str = "canceled", at: int | None = None) -> Object:
    """End a subscription; its open invoice asks for nothing any more."""
    if subscription["status"] in {"canceled", "incomplete_expired"}:
        raise Refusal(404, f"No such subscription: '{subscription['id']}'", code="resource_missing", param="id")
    moment = at or world.now()
    if subscription["status"] == "incomplete" and status == "canceled":
        status = "incomplete_expired"
    subscription.update(status=status, ended_at=moment)
    subscription["canceled_at"] = subscription["canceled_at"] or moment
    invoice = world.objects["invoice"].get(subscription["latest_invoice"] or "")
    if invoice is not None and invoice["status"] == "open":
        invoice["status"] = "void"
        world.emit("invoice.voided", invoice)
    kind = "updated" if status == "incomplete_expired" else "deleted"
    world.emit(f"customer.subscription.{kind}", subscription)
    return subscription


def catch_up(world: World, until: int) -> None:
    """Let everything happen that is due by ``until``, in the order of time, each at its own moment."""
    base = world.offset
    real = world.now() - base
    while True:
        due = sorted(
            (moment, subscription["id"])
            for subscription in world.objects["subscription"].values()
            for moment in [_due(subscription)]
            if moment is not None and moment <= until
        )
        if not due:
            break
        moment, ident = due[0]
        world.offset = moment - real
        _turn(world, world.objects["subscription"][ident], moment)
    world.offset = until - real


def _due(subscription: Object) -> int | None:
    if subscription["status"] == "incomplete":
        return subscription["created"] + INCOMPLETE_SECONDS
    if subscription["status"] in RUNNING:
        return subscription["items"]["data"][0]["current_period_end"]
    return None


def _turn(world: World, subscription: Object, moment: int) -> None:
    """A period, a trial or the patience with a first payment is over."""
    if subscription["status"] == "incomplete":
        end_subscription(world, subscription, status="incomplete_expired", at=moment)
        return
    if subscription["cancel_at_period_end"] or subscription["status"] == "past_due":
        end_subscription(world, subscription, at=moment)
        return
    item = subscription["items"]["data"][0]
    item.update(current_period_start=moment, current_period_end=period_after(item["price"], moment))
    subscription["status"] = "active"
    invoice = _new_invoice(world, subscription, "subscription_cycle", item["price"]["unit_amount"])
    if invoice["status"] == "open":
        _collect(world, subscription, invoice)
    world.emit("customer.subscription.updated", subscription)


def _collect(world: World, subscription: Object, invoice: Object) -> None:
    """Charge the subscription's card for an invoice. Without one, or when it is refused, it is past due."""
    method: Any = world.objects["payment_method"].get(subscription["default_payment_method"] or "")
    try:
        if method is None:
            raise Refusal(402, "There is no card.", kind="card_error")
        payments.charge(world, intent_of(world, invoice), method, when_paid, without_owner=True)
    except Refusal:
        invoice.update(attempted=True, attempt_count=invoice["attempt_count"] + 1)
        invoice["next_payment_attempt"] = world.now() + 3 * DAY
        subscription["status"] = "past_due"
        world.emit("invoice.payment_failed", invoice)


def pay_invoice(world: World, invoice: Object, method: Object) -> Object:
    """Charge a card for an open invoice. Raises the API's 402 for a declined one."""
    if invoice["status"] != "open":
        raise Refusal(400, "Invoice is already paid" if invoice["status"] == "paid" else "Invoice is not open")
    payments.charge(world, intent_of(world, invoice), method, when_paid)
    return invoice


def secret_of(world: World, invoice: Object) -> Object | None:
    """What a page needs to pay an open invoice."""
    payment = payment_of(world, invoice)
    if payment is None:
        return None
    return {"type": "payment_intent", "client_secret": intent_of(world, invoice)["client_secret"]}
