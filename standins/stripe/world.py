"""State of the stand-in: objects, events, idempotency keys and clock; persisted to a file if a path is given."""

import calendar
import copy
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import stripe

from standins.stripe.annotations import blank

Object = dict[str, Any]
PREFIXES = {
    "customer": "cus",
    "product": "prod",
    "price": "price",
    "payment_method": "pm",
    "payment_intent": "pi",
    "setup_intent": "seti",
    "charge": "ch",
    "refund": "re",
    "dispute": "dp",
    "invoice": "in",
    "invoice_payment": "inpay",
    "line_item": "il",
    "subscription": "sub",
    "subscription_item": "si",
    "account": "acct",
    "transfer": "tr",
    "application_fee": "fee",
    "event": "evt",
    "webhook_endpoint": "we",
    "payment_method_domain": "pmd",
    "payout": "po",
    "balance_transaction": "txn",
    "early_fraud_warning": "issfr",
    "account_charge": "py",
    "account_refund": "pyr",
}


RATES = (290, 30, 1500)
"""Cost of a payment in basis points and cents, and of a dispute in cents."""


class StandInRefusal(Exception):
    """An API error response."""

    def __init__(self, status: int, message: str, *, kind: str = "invalid_request_error", **extra: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"error": {"type": kind, "message": message, **extra}}


SHARED = frozenset({"account", "webhook_endpoint"})
"""Kinds that exist only on the platform. All others belong to the account they were created on."""


class World:
    """All state. One lock: a call is atomic.

    ``account`` is the connected account of the current call, from its `Stripe-Account` header; None is the platform.
    Objects of one account are unknown to all others.
    """

    def __init__(self, file: Path | None = None, rates: tuple[int, int, int] = RATES) -> None:
        self.usual_rates = rates
        self.lock = threading.RLock()
        self.file = file
        self.on_event: Callable[[Object], None] = lambda _event: None
        self.clear()
        if file is not None and file.exists():
            kept = json.loads(file.read_text())
            # A file of an earlier version may lack some kinds.
            self.objects |= kept["objects"]
            self.events, self.offset = kept["events"], kept["offset"]
            self.secrets = kept["secrets"]
            self.owners = kept.get("owners", {})
            self.answers = {
                key: (asked, status, answer) for key, (asked, status, answer) in kept.get("answers", {}).items()
            }

    def clear(self) -> None:
        """Delete all state."""
        self.objects: dict[str, dict[str, Object]] = {kind: {} for kind in PREFIXES}
        self.events: list[Object] = []
        self.secrets: dict[str, str] = {}
        self.answers: dict[str, tuple[str, int, Object]] = {}
        self.owners: dict[str, str] = {}
        self.log: list[Object] = []
        self.offset = 0
        self.account: str | None = None
        self.rates = self.usual_rates
        self.refunds_wait = False
        self.settlement: tuple[str, float] | None = None
        """Currency of connected accounts' balances, and its rate from the currency of payments."""

    def keep(self) -> None:
        """Write the state to the file atomically."""
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        partial = self.file.with_suffix(".part")
        kept = {
            "objects": self.objects,
            "events": self.events[-500:],
            "offset": self.offset,
            "secrets": self.secrets,
            "owners": self.owners,
            # Keys survive a restart, as the provider's do for a day.
            "answers": dict(list(self.answers.items())[-500:]),
        }
        partial.write_text(json.dumps(kept))
        partial.replace(self.file)

    def now(self) -> int:
        """Return the current time in seconds, including the clock's offset."""
        return int(time.time()) + self.offset

    def new(self, kind: str, cls: type, **values: Any) -> Object:
        """Create an object with an id, a creation time and every field of its class."""
        ident = values.pop("id", None) or f"{PREFIXES[kind]}_{secrets.token_hex(9)}"
        known = {"id": ident, "object": kind, "created": self.now(), "livemode": False}
        from standins.stripe.annotations import fields  # noqa: PLC0415 - read once, here.

        made = blank(cls, **{name: value for name, value in known.items() if name in fields(cls)} | values)
        self.objects[kind][ident] = made
        if self.account is not None and kind not in SHARED:
            self.owners[ident] = self.account
        return made

    @contextmanager
    def on(self, account: str | None) -> Iterator[None]:
        """Context manager that switches to another account."""
        before, self.account = self.account, account
        try:
            yield
        finally:
            self.account = before

    def owner(self, ident: str) -> str | None:
        """Return the connected account that an object belongs to; None for the platform."""
        return self.owners.get(ident)

    def mine(self, kind: str) -> list[Object]:
        """Return all objects of a kind on the current account, newest first."""
        rows = reversed(self.objects[kind].values())
        return [row for row in rows if kind in SHARED or self.owner(row["id"]) == self.account]

    def find(self, kind: str, ident: Any, param: str = "id") -> Object:
        """Return an object by id. Raises the API's 404."""
        found = self.objects[kind].get(ident)
        if found is None or (kind not in SHARED and self.owner(ident) != self.account):
            raise StandInRefusal(404, f"No such {kind}: '{ident}'", code="resource_missing", param=param)
        return found

    def emit(self, kind: str, about: Object, account: str | None = None) -> None:
        """Emit an event with a snapshot of the object."""
        account = account or self.owner(str(about.get("id")))
        event = blank(
            stripe.Event,
            id=f"evt_{secrets.token_hex(9)}",
            object="event",
            api_version="2026-10-28.endive",
            created=self.now(),
            data={"object": copy.deepcopy(about)},
            pending_webhooks=1,
            type=kind,
        )
        if account is None:
            del event["account"]
        else:
            event["account"] = account
        self.events.append(event)
        self.on_event(event)


def months_later(seconds: int, months: int) -> int:
    """Return the same day some months later, or the last day of a shorter month."""
    moment = datetime.fromtimestamp(seconds, UTC)
    index = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(index, 12)
    day = min(moment.day, calendar.monthrange(year, month + 1)[1])
    return int(moment.replace(year=year, month=month + 1, day=day).timestamp())
