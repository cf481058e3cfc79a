"""Balances of connected accounts: what was transferred and taken back, and the payouts to their owners' banks."""

import secrets
from typing import Any

import stripe

from standins.stripe.world import Object, Refusal, World


def entered(world: World, account_id: str, kind: str, source: Object, amount: int, fee: int) -> None:
    """An entry of a connected account's balance; a fee is taken off the amount."""
    made = world.new(
        "balance_transaction",
        stripe.BalanceTransaction,
        amount=amount,
        fee=fee,
        net=amount - fee,
        currency="usd",
        type=kind,
        reporting_category="charge" if kind == "payment" else "refund",
        source=source["id"],
        status="available",
    )
    world.secrets[f"{made['id']}:account"] = account_id


def paid(world: World, account_id: str, charge: Object, fee: int) -> None:
    """A payment has come to a connected account: it has a charge of its own there."""
    there = world.new(
        "account_charge",
        stripe.Charge,
        amount=charge["amount"],
        currency=charge["currency"],
        status="succeeded",
        source_transfer=charge["transfer"],
        metadata={},
    )
    there["object"] = "charge"
    world.secrets[f"{charge['id']}:there"] = there["id"]
    entered(world, account_id, "payment", there, charge["amount"], fee)


def taken_back(world: World, account_id: str, charge: Object, amount: int, fee: int) -> None:
    """A part of a payment was taken back from a connected account; ``fee`` was given back to it."""
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
    entered(world, account_id, "payment_refund", there, -amount, -fee)


def pay_out(world: World, account_id: str) -> Object:
    """Send what a connected account has to its owner's bank."""
    rows = [row for row in _of(world, "balance_transaction", account_id) if f"{row['id']}:payout" not in world.secrets]
    made = world.new(
        "payout",
        stripe.Payout,
        amount=sum(row["net"] for row in rows),
        currency="usd",
        status="paid",
        automatic=True,
        arrival_date=world.now(),
        metadata={},
        trace_id=None,
    )
    world.secrets[f"{made['id']}:account"] = account_id
    for row in rows:
        world.secrets[f"{row['id']}:payout"] = made["id"]
    world.emit("payout.paid", made, account_id)
    return made


def list_payouts(world: World, _given: Object, _ids: list[str], _base: str) -> list[Object]:
    """The payouts of the account that is asked about, the newest first."""
    return _of(world, "payout", _account(world))


def list_entries(world: World, given: Object, _ids: list[str], _base: str) -> list[Object]:
    """The entries of the account that is asked about, the newest first."""
    rows = _of(world, "balance_transaction", _account(world))
    wanted = given.get("payout")
    return [row for row in rows if wanted is None or world.secrets.get(f"{row['id']}:payout") == wanted]


def source_of(world: World, entry: Object) -> Any:
    """What an entry came from."""
    known = world.objects["account_charge"] | world.objects["account_refund"]
    return dict(known[entry["source"]]) if entry["source"] in known else entry["source"]


def new_transfer_id() -> str:
    """The id of a transfer."""
    return f"tr_{secrets.token_hex(9)}"


def _account(world: World) -> str:
    if world.account is None:
        raise Refusal(400, "Only connected accounts have payouts here.")
    return world.find("account", world.account)["id"]


def _of(world: World, kind: str, account_id: str) -> list[Object]:
    rows = reversed(world.objects[kind].values())
    return [row for row in rows if world.secrets.get(f"{row['id']}:account") == account_id]
