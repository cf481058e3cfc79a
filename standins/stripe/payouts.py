"""Balances of accounts with their transactions and fees, and payouts to the owners' banks."""

from typing import Any

import stripe

from standins.stripe.annotations import blank
from standins.stripe.world import Object, World

_BASIS = 10_000
DAY = 86_400
_CATEGORIES = {
    "charge": "charge",
    "payment": "charge",
    "refund": "refund",
    "payment_refund": "refund",
    "refund_failure": "refund_failure",
    "payment_failure_refund": "refund_failure",
    "adjustment": "dispute",
    "application_fee": "platform_earning",
    "application_fee_refund": "platform_earning_refund",
    "transfer": "transfer",
    "transfer_refund": "transfer_reversal",
}


def processing_fee(world: World, cents: int) -> int:
    """Return the provider's fee for a payment."""
    basis_points, fixed, _ = world.rates
    return min(cents, (cents * basis_points + _BASIS // 2) // _BASIS + (fixed if cents else 0))


def entered(
    world: World, kind: str, source: str, amount: int, *, provider_fee: int = 0, platform_fee: int = 0
) -> Object:
    """Add a balance transaction to the current account; fees are deducted from the amount.

    Connected accounts settle everything in the currency of `World.settlement`, if there is one.
    """
    currency, rate = _currency_of(world, source), None
    if world.settlement is not None and world.account is not None and world.settlement[0] != currency:
        currency, rate = world.settlement
        amount, provider_fee, platform_fee = (round(cents * rate) for cents in (amount, provider_fee, platform_fee))
    parts = [("stripe_fee", provider_fee), ("application_fee", platform_fee)]
    fee = provider_fee + platform_fee
    return world.new(
        "balance_transaction",
        stripe.BalanceTransaction,
        amount=amount,
        fee=fee,
        fee_details=[
            blank(stripe.BalanceTransaction.FeeDetail, amount=cents, currency=currency, type=name)
            for name, cents in parts
            if cents
        ],
        net=amount - fee,
        currency=currency,
        exchange_rate=rate,
        type=kind,
        reporting_category=_CATEGORIES[kind],
        source=source,
        status="available",
    )


def _currency_of(world: World, source: str) -> str:
    """Return the currency of a balance transaction's source."""
    return next((str(kind[source]["currency"]) for kind in world.objects.values() if source in kind), "usd")


def balance(world: World, account_id: str | None) -> int:
    """Return the balance of an account before payouts, in cents."""
    rows = world.objects["balance_transaction"].values()
    return sum(row["net"] for row in rows if world.owner(row["id"]) == account_id)


def covers(world: World, amount: int, *, comes_back: int) -> bool:
    """Return whether the current account's balance covers a refund. ``comes_back`` is the amount that a reversed
    transfer returns to it first. Provider fees are not deducted, because an account may owe them.
    """
    left = sum(row["amount"] for row in world.mine("balance_transaction") if f"{row['id']}:payout" not in world.secrets)
    return amount <= left + comes_back


def paid(world: World, charge: Object, intent: Object) -> None:
    """Record a payment in the balance of the charge's account, with its transfer, if any."""
    fee, took = intent.get("application_fee_amount") or 0, processing_fee(world, charge["amount"])
    account = world.account
    transfer = intent.get("transfer_data")
    charge["application_fee_amount"] = fee or None
    if transfer is None:
        entry = entered(world, "charge", charge["id"], charge["amount"], provider_fee=took, platform_fee=fee)
        charge["balance_transaction"] = entry["id"]
    else:
        account = transfer["destination"]
        entry = entered(world, "charge", charge["id"], charge["amount"], provider_fee=took)
        charge["balance_transaction"] = entry["id"]
        moved = world.new(
            "transfer", stripe.Transfer, amount=charge["amount"], currency=charge["currency"], destination=account
        )
        charge["transfer"] = moved["id"]
        entered(world, "transfer", moved["id"], -charge["amount"])
        with world.on(account):
            there = world.new(
                "account_charge",
                stripe.Charge,
                amount=charge["amount"],
                currency=charge["currency"],
                status="succeeded",
                source_transfer=moved["id"],
                metadata={},
            )
            there["object"] = "charge"
            world.secrets[f"{charge['id']}:there"] = there["id"]
            entered(world, "payment", there["id"], charge["amount"], platform_fee=fee)
    if fee:
        with world.on(None):
            made = world.new(
                "application_fee",
                stripe.ApplicationFee,
                account=account,
                amount=fee,
                charge=charge["id"],
                currency=charge["currency"],
            )
            charge["application_fee"] = made["id"]
            entered(world, "application_fee", made["id"], fee)
            world.emit("application_fee.created", made)


def refunded(world: World, refund: Object, charge: Object, intent: Object, given: Object) -> None:
    """Deduct a refund from the balance of the charge's account, and make the requested reversals."""
    amount = refund["amount"]
    refund["balance_transaction"] = entered(world, "refund", refund["id"], -amount)["id"]
    transfer = intent.get("transfer_data")
    if transfer and given.get("reverse_transfer"):
        entered(world, "transfer_refund", charge["transfer"], amount)
        with world.on(transfer["destination"]):
            there = world.new(
                "account_refund",
                stripe.Refund,
                amount=amount,
                currency=charge["currency"],
                status="succeeded",
                charge=world.secrets.get(f"{charge['id']}:there"),
                metadata={},
            )
            there["object"] = "refund"
            entered(world, "payment_refund", there["id"], -amount)
    if given.get("refund_application_fee") and charge["application_fee"]:
        _return_fee(world, charge, amount, transfer["destination"] if transfer else world.account)


def _return_fee(world: World, charge: Object, amount: int, account: str | None) -> None:
    """Refund the platform's fee in proportion to a refund, or what is left of it once the charge is fully refunded."""
    fee = world.objects["application_fee"][charge["application_fee"]]
    left = fee["amount"] - fee["amount_refunded"]
    share = left if charge["refunded"] else min(left, fee["amount"] * amount // charge["amount"])
    if share == 0:
        return
    fee["amount_refunded"] += share
    fee["refunded"] = fee["amount_refunded"] == fee["amount"]
    with world.on(None):
        entered(world, "application_fee_refund", fee["id"], -share)
        world.emit("application_fee.refunded", fee)
    with world.on(account):
        entered(world, "application_fee_refund", fee["id"], share)


def refund_failed(world: World, refund: Object, charge: Object, intent: Object) -> None:
    """Return the money of a failed refund. A returned fee stays with the account."""
    with world.on(world.owner(charge["id"])):
        entered(world, "refund_failure", refund["id"], refund["amount"])
        if intent.get("transfer_data") and world.secrets.get(f"{charge['id']}:there"):
            moved = world.new(
                "transfer",
                stripe.Transfer,
                amount=refund["amount"],
                currency="usd",
                destination=intent["transfer_data"]["destination"],
            )
            entered(world, "transfer", moved["id"], -refund["amount"])
            with world.on(intent["transfer_data"]["destination"]):
                there = world.secrets[f"{charge['id']}:there"]
                entered(world, "payment_failure_refund", there, refund["amount"])


def withdrawn(world: World, dispute: Object, amount: int, fee: int) -> None:
    """Withdraw a dispute's amount (or return it if positive), with the provider's fee."""
    entry = entered(world, "adjustment", dispute["id"], amount, provider_fee=fee)
    dispute["balance_transactions"].append(entry)


def pay_out(world: World, account_id: str) -> Object:
    """Pay out a connected account's balance to its owner's bank."""
    with world.on(account_id):
        rows = [row for row in world.mine("balance_transaction") if f"{row['id']}:payout" not in world.secrets]
        made = world.new(
            "payout",
            stripe.Payout,
            amount=sum(row["net"] for row in rows),
            currency=world.settlement[0] if world.settlement else "usd",
            status="paid",
            automatic=True,
            # Payout days start at midnight UTC.
            arrival_date=world.now() // DAY * DAY,
            metadata={},
            trace_id=None,
        )
    for row in rows:
        world.secrets[f"{row['id']}:payout"] = made["id"]
    world.emit("payout.paid", made)
    return made


def fail_payout(world: World, account_id: str) -> Object:
    """Fail the newest payout, as returned by the owner's bank."""
    with world.on(account_id):
        made = world.mine("payout")[0]
    made["status"], made["failure_code"] = "failed", "account_closed"
    made["failure_message"] = "The bank account has been closed."
    for name in [name for name, value in world.secrets.items() if value == made["id"] and name.endswith(":payout")]:
        del world.secrets[name]
    world.emit("payout.failed", made)
    return made


def list_payouts(world: World, given: Object, _ids: list[str], _base: str) -> list[Object]:
    """List payouts of the current account, newest first, optionally by day."""
    arrives = given.get("arrival_date") or {}
    rows = world.mine("payout")
    return [
        row for row in rows if arrives.get("gte", 0) <= row["arrival_date"] <= arrives.get("lte", row["arrival_date"])
    ]


def list_entries(world: World, given: Object, _ids: list[str], _base: str) -> list[Object]:
    """List balance transactions of the current account, newest first."""
    wanted = given.get("payout")
    rows = world.mine("balance_transaction")
    return [row for row in rows if wanted is None or world.secrets.get(f"{row['id']}:payout") == wanted]


def source_of(world: World, entry: Object) -> Any:
    """Return the source of a balance transaction."""
    for kind in ("account_charge", "account_refund", "charge", "refund", "dispute"):
        if entry["source"] in world.objects[kind]:
            return dict(world.objects[kind][entry["source"]])
    return entry["source"]
