"""Products and prices, subscriptions and their invoices, and their changes over time."""

import stripe

from standins.stripe import charges, invoices, payments
from standins.stripe.annotations import blank
from standins.stripe.invoices import StandInInvoiceLine
from standins.stripe.world import Object, StandInRefusal, World, months_later

DAY = 86_400
INCOMPLETE_SECONDS = 23 * 3600
LONGEST_TRIAL = 730 * DAY
RUNNING = {"active", "trialing", "past_due"}


def new_price(world: World, given: Object) -> Object:
    """Create a recurring price of a product."""
    world.find("product", given.get("product"), "product")
    recurring = given.pop("recurring", None)
    if recurring is None or "unit_amount" not in given or "currency" not in given:
        raise StandInRefusal(
            400, "Only recurring prices with a unit_amount and a currency are known here.", param="recurring"
        )
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
    """Return the end of a price's period that starts at ``start``."""
    recurring = price["recurring"]
    count = recurring["interval_count"]
    if recurring["interval"] in {"month", "year"}:
        return months_later(start, count * (12 if recurring["interval"] == "year" else 1))
    return start + DAY * count * (7 if recurring["interval"] == "week" else 1)


def new_subscription(world: World, given: Object) -> Object:
    """Create a subscription: trialing, or incomplete with an open invoice until its first payment is confirmed."""
    customer = world.find("customer", given.get("customer"), "customer")
    price = world.find("price", given["items"][0].get("price"), "items[0][price]")
    if not price["active"]:
        raise StandInRefusal(
            400, "The price specified is inactive. This field only accepts active prices.", param="items"
        )
    if given.get("payment_behavior") != "default_incomplete":
        raise StandInRefusal(400, "Only payment_behavior=default_incomplete is known here.", param="payment_behavior")
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
    line = StandInInvoiceLine(
        0 if days else price["unit_amount"],
        "Trial period" if days else "Subscription",
        now,
        until or period_after(price, now),
        price,
    )
    invoice = invoices.finalize(world, invoices.draft(world, subscription, "subscription_create", [line]))
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


def update_subscription(world: World, subscription: Object, given: Object) -> Object:
    """Update a subscription's price, trial end, cancellation at period end, default card or metadata."""
    if subscription["status"] in {"canceled", "incomplete_expired"}:
        raise StandInRefusal(
            400, "A canceled subscription can only update its cancellation_details and metadata.", param="status"
        )
    if "items" in given:
        _change_price(world, subscription, given)
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
        method = charges.method_named(world, given["default_payment_method"])
        if method["customer"] != subscription["customer"]:
            raise StandInRefusal(
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
    """Move the end of a trial, when the first paid period starts."""
    if subscription["status"] != "trialing":
        raise StandInRefusal(400, "Only the trial of a subscription that is trialing is moved here.", param="trial_end")
    if until <= world.now():
        raise StandInRefusal(
            400, "Invalid timestamp: must be an integer Unix timestamp in the future.", param="trial_end"
        )
    if until > world.now() + LONGEST_TRIAL:
        raise StandInRefusal(
            400, "Trial end must be at most two years from the billing cycle anchor.", param="trial_end"
        )
    subscription.update(trial_end=until, billing_cycle_anchor=until)
    subscription["items"]["data"][0]["current_period_end"] = until
    if subscription["cancel_at_period_end"]:
        subscription["cancel_at"] = until


def preview_invoice(world: World, given: Object) -> Object:
    """Return the invoice that a price change would create now; without a change, the next regular invoice."""
    subscription = world.find("subscription", given.get("subscription"), "subscription")
    if "subscription_details" not in given:
        if subscription["status"] not in RUNNING or subscription["cancel_at_period_end"]:
            raise StandInRefusal(404, "No upcoming invoices for customer", code="invoice_upcoming_none")
        item = subscription["items"]["data"][0]
        start, price = item["current_period_end"], item["price"]
        line = StandInInvoiceLine(price["unit_amount"], "Subscription", start, period_after(price, start), price)
        return invoices.preview(world, subscription, "upcoming", [line])
    lines, _end = _changed(world, subscription, given.get("subscription_details") or {})
    return invoices.preview(world, subscription, "subscription_update", lines)


def _changed(world: World, subscription: Object, given: Object) -> tuple[list[StandInInvoiceLine], int]:
    """Return the invoice lines and the period end for another price. The rest of the period is credited at the old
    price and charged at the new one, to the second; another interval starts a new period.
    """
    item = subscription["items"]["data"][0]
    wanted = (given.get("items") or [{}])[0]
    if wanted.get("id") != item["id"]:
        raise StandInRefusal(
            400, "Only the price of the subscription's item can be changed here.", param="items[0][id]"
        )
    if given.get("proration_behavior") != "always_invoice":
        raise StandInRefusal(400, "Only proration_behavior=always_invoice is known here.", param="proration_behavior")
    before, price = item["price"], world.find("price", wanted.get("price"), "items[0][price]")
    if not price["active"]:
        raise StandInRefusal(
            400, "The price specified is inactive. This field only accepts active prices.", param="items"
        )
    at = given.get("proration_date") or world.now()
    start, end = item["current_period_start"], item["current_period_end"]
    if not start <= at <= end:
        raise StandInRefusal(400, "The proration date must be within the current period.", param="proration_date")
    names = [world.objects["product"][one["product"]]["name"] for one in (before, price)]
    if subscription["status"] == "trialing":
        return [StandInInvoiceLine(0, f"Trial period for {names[1]}", start, end, price)], end
    is_same_cycle = all(
        before["recurring"][name] == price["recurring"][name] for name in ("interval", "interval_count")
    )
    new_end = end if is_same_cycle else period_after(price, at)
    share = (end - at) / (end - start)
    charged = round(price["unit_amount"] * share) if is_same_cycle else price["unit_amount"]
    unused = StandInInvoiceLine(
        -round(before["unit_amount"] * share), f"Unused time on {names[0]}", at, end, before, proration=True
    )
    words = f"Remaining time on {names[1]}" if is_same_cycle else names[1]
    return [unused, StandInInvoiceLine(charged, words, at, new_end, price, proration=is_same_cycle)], new_end


def _change_price(world: World, subscription: Object, given: Object) -> None:
    """Change a subscription's price. Raises the API's 402 and changes nothing if the payment fails."""
    lines, end = _changed(world, subscription, given)
    item, price = subscription["items"]["data"][0], world.find("price", given["items"][0]["price"])
    due = invoices.preview(world, subscription, "subscription_update", lines)["amount_due"]
    if due >= invoices.LEAST:
        if given.get("payment_behavior") != "error_if_incomplete":
            raise StandInRefusal(
                400, "Only payment_behavior=error_if_incomplete is known here.", param="payment_behavior"
            )
        payments.can_be_charged(world.objects["payment_method"].get(subscription["default_payment_method"] or ""))
    if end != item["current_period_end"]:
        item.update(current_period_start=lines[1].start, current_period_end=end)
        subscription["billing_cycle_anchor"] = lines[1].start
    item.update(price=price, plan=_plan_of(price))
    if subscription["status"] == "trialing":
        return
    invoice = invoices.finalize(world, invoices.draft(world, subscription, "subscription_update", lines))
    if invoice["status"] == "open":
        invoices.collect(world, invoice)


def end_subscription(world: World, subscription: Object, *, status: str = "canceled", at: int | None = None) -> Object:
    """End a subscription and void its open invoice."""
    if subscription["status"] in {"canceled", "incomplete_expired"}:
        raise StandInRefusal(404, f"No such subscription: '{subscription['id']}'", code="resource_missing", param="id")
    moment = at or world.now()
    if subscription["status"] == "incomplete" and status == "canceled":
        status = "incomplete_expired"
    subscription.update(status=status, ended_at=moment)
    subscription["canceled_at"] = subscription["canceled_at"] or moment
    invoice = world.objects["invoice"].get(subscription["latest_invoice"] or "")
    if invoice is not None and invoice["status"] == "open":
        invoice["status"] = "void"
        world.emit("invoice.voided", invoice)
    elif invoice is not None and invoice["status"] == "draft":
        # A draft stays a draft that is never charged.
        invoice.update(auto_advance=False, automatically_finalizes_at=None)
    kind = "updated" if status == "incomplete_expired" else "deleted"
    world.emit(f"customer.subscription.{kind}", subscription)
    return subscription


def catch_up(world: World, until: int) -> None:
    """Process all renewals, trial ends and deadlines until ``until``, in chronological order, with the clock set to the
    time of each.
    """
    base = world.offset
    real = world.now() - base
    while True:
        due = sorted(
            (moment, kind, ident)
            for kind, when in (("invoice", _charged_at), ("subscription", _due))
            for ident, row in world.objects[kind].items()
            for moment in [when(row)]
            if moment is not None and moment <= until
        )
        if not due:
            break
        moment, kind, ident = due[0]
        world.offset = moment - real
        if kind == "invoice":
            _charge(world, world.objects["invoice"][ident])
        else:
            _turn(world, world.objects["subscription"][ident], moment)
    world.offset = until - real


def _charged_at(invoice: Object) -> int | None:
    return invoice["automatically_finalizes_at"] if invoice["status"] == "draft" else None


def _charge(world: World, draft: Object) -> None:
    """Finalize the draft invoice of a renewal, and charge it."""
    invoice = invoices.finalize(world, draft)
    if invoice["status"] == "open":
        invoices.collect(world, invoice)


def _due(subscription: Object) -> int | None:
    if subscription["status"] == "incomplete":
        return subscription["created"] + INCOMPLETE_SECONDS
    if subscription["status"] in RUNNING:
        return subscription["items"]["data"][0]["current_period_end"]
    return None


def _turn(world: World, subscription: Object, moment: int) -> None:
    """Handle the end of a billing period, of a trial, or of the time for the first payment. A renewal creates a draft
    invoice, which is charged an hour later.
    """
    if subscription["status"] == "incomplete":
        end_subscription(world, subscription, status="incomplete_expired", at=moment)
        return
    if subscription["cancel_at_period_end"] or subscription["status"] == "past_due":
        end_subscription(world, subscription, at=moment)
        return
    item = subscription["items"]["data"][0]
    item.update(current_period_start=moment, current_period_end=period_after(item["price"], moment))
    subscription["status"] = "active"
    line = StandInInvoiceLine(
        item["price"]["unit_amount"], "Subscription", moment, item["current_period_end"], item["price"]
    )
    invoices.draft(world, subscription, "subscription_cycle", [line])
    world.emit("customer.subscription.updated", subscription)
