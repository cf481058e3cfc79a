"""The Stripe stand-in, in a thread of this process so that it follows time travel in tests."""

import contextlib
import pickle
import threading
import time
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import Keys
from standins.stripe import payouts
from standins.stripe.app import create
from standins.stripe.deliveries import WebhookEndpoint
from standins.stripe.world import RATES
from tests.support.api import Api, ok_json
from tests.support.server import free_port

SECRET = "whsec_standin"
KEYS = Keys("sk_test_standin", "pk_test_standin", (SECRET,))
DAY = 86_400
WORLD = ("objects", "events", "secrets", "answers", "owners", "log", "offset", "rates", "refunds_wait")
"""The attributes of the stand-in's state, as in its `clear`."""


class StandIn:
    """A running stand-in. It holds its events until a test takes them, unless it has a delivery address."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.app: FastAPI = create(secret=SECRET, rates=(0, 0, 0))
        config = uvicorn.Config(
            self.app, host="127.0.0.1", port=self.port, log_level="critical", access_log=False, date_header=False
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._http = httpx.Client(base_url=self.url, timeout=30)

    def start(self) -> "StandIn":
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._http.close()

    def reset(self) -> None:
        """Delete all state, and hold events from now on."""
        self._tell("reset")
        self.app.state.deliveries.endpoints = []
        self.app.state.faults.clear()
        self._tell("manners", hold=True)

    def kept(self) -> bytes:
        """Save its state and the held events."""
        world = self.app.state.world
        with world.lock:
            known = {name: getattr(world, name) for name in WORLD}
            return pickle.dumps((known, self.app.state.deliveries.manners.held))

    def put_back(self, kept: bytes) -> None:
        """Restore a saved state, discarding everything else."""
        # The input always comes from `kept`.
        known, held = pickle.loads(kept)
        world = self.app.state.world
        with world.lock:
            for name, value in known.items():
                setattr(world, name, value)
            self.app.state.deliveries.manners.held = held

    def settings(self) -> dict[str, Any]:
        """Settings that connect an application to the stand-in."""
        return {
            "stripe_secret_key": KEYS.secret_key,
            "stripe_publishable_key": KEYS.publishable_key,
            "stripe_webhook_secret": SECRET,
            "stripe_api_base": self.url,
        }

    def gateway(self, **options: Any) -> Stripe:
        """A gateway to the stand-in."""
        return Stripe(KEYS, api_base=self.url, **options)

    def send_to(self, url: str, **manners: Any) -> None:
        """Deliver events to this URL from now on."""
        self.app.state.deliveries.endpoints = [WebhookEndpoint(url, SECRET, connect) for connect in (False, True)]
        self._tell("manners", **manners)

    def events(self) -> list[dict[str, Any]]:
        """Take the held events: type, id, body and signature of each."""
        return self._http.get("/_standin/held").json()["events"]

    def advance(self, *, days: float) -> None:
        """Move its clock forward and run what becomes due."""
        self._tell("clock", advance=int(days * DAY))

    def fault(self, kind: str, match: str = "", *, times: int = 1, seconds: float = 0.0) -> None:
        """Make the next calls fail: slow, late (done, then slow), 500, 429, away or gone (done)."""
        self._tell("faults", kind=kind, match=match, times=times, seconds=seconds)

    def mend(self) -> None:
        """Remove all faults."""
        self.app.state.faults.clear()

    def calls(self, match: str) -> list[dict[str, Any]]:
        """The calls so far whose method and path contain a text."""
        log = self._http.get("/_standin/log").json()["calls"]
        return [call for call in log if match in f"{call['method']} {call['path']}"]

    def objects(self, kind: str) -> list[dict[str, Any]]:
        """All objects of a kind."""
        return list(self.app.state.world.objects[kind].values())

    def pay(self, client_secret: str, card: str = "4242424242424242", **more: str) -> httpx.Response:
        """Confirm a payment, like the provider's script when the customer presses the button."""
        return self._confirm("payment_intents", client_secret, card, more)

    def give_card(self, client_secret: str, card: str = "4242424242424242", **more: str) -> httpx.Response:
        """Confirm the setup of a card for later payments."""
        return self._confirm("setup_intents", client_secret, card, more)

    def pass_challenge(self, client_secret: str) -> None:
        """Complete the bank's challenge of a payment or card form, if there is one."""
        ident = client_secret.split("_secret_", maxsplit=1)[0]
        url = f"/3ds/{ident}?client_secret={client_secret}"
        self._http.post(url, data={"choice": "complete"}, follow_redirects=False)

    def _confirm(self, what: str, client_secret: str, card: str, more: dict[str, str]) -> httpx.Response:
        ident = client_secret.split("_secret_", maxsplit=1)[0]
        account = self.app.state.world.owner(ident)
        headers = {"Authorization": f"Bearer {KEYS.publishable_key}"}
        return self._http.post(
            f"/v1/{what}/{ident}/confirm",
            data={"client_secret": client_secret, "card[number]": card, **more},
            headers=headers | ({"Stripe-Account": account} if account else {}),
        )

    def verify_deposits(self, client_secret: str, *, verified: bool = True) -> None:
        """Confirm the small deposits to the bank account of a payment, or let the time for it pass."""
        self._tell("verify-deposits", intent=client_secret.split("_secret_", maxsplit=1)[0], verified=verified)

    def dispute(self, client_secret: str, status: str = "needs_response") -> None:
        """Open a dispute of a payment, or move it to a status such as won or lost."""
        self._tell("dispute", intent=client_secret.split("_secret_", maxsplit=1)[0], status=status)

    def charge_fees(self) -> None:
        """Charge the provider's fees for payments and disputes; without them, tests have round amounts."""
        self.app.state.world.rates = RATES

    def balance(self, account_id: str | None = None) -> int:
        """The balance of an account, or of the platform, before payouts, in cents."""
        return payouts.balance(self.app.state.world, account_id)

    def settle_in(self, currency: str, rate: float) -> None:
        """Settle payments to connected accounts in another currency, at a rate from the currency of the payments."""
        self._tell("settle", currency=currency, rate=rate)

    def make_express(self, account_id: str) -> None:
        """Turn an account into an Express account, whose payments are destination charges."""
        account = self.app.state.world.objects["account"][account_id]
        account["type"] = "express"
        account["controller"]["fees"]["payer"] = "application_express"
        account["controller"]["stripe_dashboard"]["type"] = "express"

    def warn(self, client_secret: str, kind: str = "unauthorized_use_of_card") -> None:
        """Send a fraud warning for a payment."""
        self._tell("fraud-warning", intent=client_secret.split("_secret_", maxsplit=1)[0], kind=kind)

    def let_refunds_wait(self, *, wait: bool = True) -> None:
        """Keep refunds pending until they are settled."""
        self._tell("refunds-wait", wait=wait)

    def settle_refunds(self, client_secret: str) -> None:
        """Settle the pending refunds of a payment."""
        self._tell("settle-refunds", intent=client_secret.split("_secret_", maxsplit=1)[0])

    def restrict(self, account_id: str, *due: str) -> None:
        """Require more information from an account's owner, and block its payments until then."""
        self._tell("restrict", account=account_id, due=list(due))

    def fail_payout(self, account_id: str) -> None:
        """Let the latest payout fail at the bank."""
        self._tell("fail-payout", account=account_id)

    def refuse(self, match: str, code: str, message: str = "As ordered.") -> None:
        """Refuse the next matching call."""
        self._tell("faults", kind="refuse", match=match, code=code, message=message)

    def refund(self, client_secret: str, cents: int) -> None:
        """Refund a payment in the provider's dashboard."""
        ident = client_secret.split("_secret_", maxsplit=1)[0]
        account = self.app.state.world.owner(ident)
        data = {"payment_intent": ident, "amount": str(cents)}
        headers = {"Stripe-Account": account} if account else {}
        self.ask("POST", "/v1/refunds", data=data, headers=headers).raise_for_status()

    def refund_if_possible(self, client_secret: str, cents: int) -> None:
        """Like `refund`, but ignore refusals and lost responses."""
        with contextlib.suppress(httpx.HTTPStatusError, httpx.RemoteProtocolError):
            self.refund(client_secret, cents)

    def dispute_if_possible(self, client_secret: str, status: str) -> None:
        """Open or update a dispute, if that is possible."""
        intent = client_secret.split("_secret_", maxsplit=1)[0]
        known = [one for one in self.objects("dispute") if one["payment_intent"] == intent]
        charge = self.app.state.world.objects["payment_intent"][intent]["latest_charge"]
        left = self.app.state.world.objects["charge"][charge]
        can_begin = not known and left["amount"] > left["amount_refunded"] and "needs_response" in status
        # A dispute that has withdrawn money never becomes an inquiry again, and an inquiry is neither won nor lost.
        has_taken = bool(known) and bool(known[0]["balance_transactions"])
        is_open = bool(known) and not (status.startswith("warning_") if has_taken else status in {"won", "lost"})
        if can_begin or is_open:
            self.dispute(client_secret, status)

    def fail_refunds(self, client_secret: str, reason: str = "lost_or_stolen_card") -> None:
        """Let the refunds of a payment fail at the bank after the fact."""
        self._tell("fail-refunds", intent=client_secret.split("_secret_", maxsplit=1)[0], reason=reason)

    def pay_out(self, account_id: str) -> None:
        """Pay out a connected account's balance to its bank account."""
        self._tell("payout", account=account_id)

    def deauthorize(self, account_id: str) -> None:
        """Disconnect an account from the platform."""
        self._tell("deauthorize", account=account_id)

    def connect(self, business: Api) -> str:
        """Create and onboard a business's account. Returns the account's id."""
        ok_json(business.post("/api/stripe-connect/create-account"))
        url = ok_json(business.post("/api/stripe-connect/account-link"))["url"]
        self.press(url, "finish")
        return ok_json(business.get("/api/stripe-connect/account-status"))["accountId"]

    def press(self, url: str, choice: str) -> httpx.Response:
        """Press a button on one of the stand-in's pages."""
        return self._http.post(url, data={"choice": choice}, follow_redirects=False)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Make any other call."""
        headers = {"Authorization": f"Bearer {KEYS.secret_key}"} | options.pop("headers", {})
        return self._http.request(method, path, headers=headers, **options)

    def _tell(self, what: str, **values: Any) -> None:
        with contextlib.suppress(httpx.RemoteProtocolError):
            self._http.post(f"/_standin/{what}", json=values).raise_for_status()
