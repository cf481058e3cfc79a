"""The stand-in for the payment provider, in a thread of this process: tests that travel in time take it along."""

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
from tests.support.api import Api, made
from tests.support.server import free_port

SECRET = "whsec_standin"
KEYS = Keys("sk_test_standin", "pk_test_standin", (SECRET,))
DAY = 86_400
WORLD = ("objects", "events", "secrets", "answers", "owners", "log", "offset", "rates", "refunds_wait")
"""What a world consists of, as its `clear` has it."""


class StandIn:
    """One running stand-in. Its events are held until a test takes them, unless it is told where to send them."""

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
        """Forget everything, and hold events from now on."""
        self._tell("reset")
        self.app.state.deliveries.endpoints = []
        self.app.state.faults.clear()
        self._tell("manners", hold=True)

    def kept(self) -> bytes:
        """What it knows, and the events that wait, to be put back."""
        world = self.app.state.world
        with world.lock:
            known = {name: getattr(world, name) for name in WORLD}
            return pickle.dumps((known, self.app.state.deliveries.manners.held))

    def put_back(self, kept: bytes) -> None:
        """Know again what was kept, and nothing else."""
        # Only what `kept` has answered comes here.
        known, held = pickle.loads(kept)
        world = self.app.state.world
        with world.lock:
            for name, value in known.items():
                setattr(world, name, value)
            self.app.state.deliveries.manners.held = held

    def settings(self) -> dict[str, Any]:
        """What an application needs to talk to it."""
        return {
            "stripe_secret_key": KEYS.secret_key,
            "stripe_publishable_key": KEYS.publishable_key,
            "stripe_webhook_secret": SECRET,
            "stripe_api_base": self.url,
        }

    def gateway(self, **options: Any) -> Stripe:
        """A conversation with it."""
        return Stripe(KEYS, api_base=self.url, **options)

    def send_to(self, url: str, **manners: Any) -> None:
        """Deliver events there from now on."""
        self.app.state.deliveries.endpoints = [WebhookEndpoint(url, SECRET, connect) for connect in (False, True)]
        self._tell("manners", **manners)

    def events(self) -> list[dict[str, Any]]:
        """What was held since the last time: type, id, body and signature of each event."""
        return self._http.get("/_standin/held").json()["events"]

    def advance(self, *, days: float) -> None:
        """Move its clock on; what is due meanwhile happens."""
        self._tell("clock", advance=int(days * DAY))

    def fault(self, kind: str, match: str = "", *, times: int = 1, seconds: float = 0.0) -> None:
        """Let the next calls go wrong: slow, late (done, then slow), 500, 429, away or gone (done)."""
        self._tell("faults", kind=kind, match=match, times=times, seconds=seconds)

    def mend(self) -> None:
        """Let nothing go wrong any more."""
        self.app.state.faults.clear()

    def calls(self, match: str) -> list[dict[str, Any]]:
        """The calls so far whose method and path contain a text."""
        log = self._http.get("/_standin/log").json()["calls"]
        return [call for call in log if match in f"{call['method']} {call['path']}"]

    def objects(self, kind: str) -> list[dict[str, Any]]:
        """Everything of a kind that it has."""
        return list(self.app.state.world.objects[kind].values())

    def pay(self, client_secret: str, card: str = "4242424242424242", **more: str) -> httpx.Response:
        """What the provider's script does when somebody presses the button."""
        return self._confirm("payment_intents", client_secret, card, more)

    def give_card(self, client_secret: str, card: str = "4242424242424242", **more: str) -> httpx.Response:
        """The same where a card is given for later payments."""
        return self._confirm("setup_intents", client_secret, card, more)

    def _confirm(self, what: str, client_secret: str, card: str, more: dict[str, str]) -> httpx.Response:
        ident = client_secret.split("_secret_", maxsplit=1)[0]
        account = self.app.state.world.owner(ident)
        headers = {"Authorization": f"Bearer {KEYS.publishable_key}"}
        return self._http.post(
            f"/v1/{what}/{ident}/confirm",
            data={"client_secret": client_secret, "card[number]": card, **more},
            headers=headers | ({"Stripe-Account": account} if account else {}),
        )

    def dispute(self, client_secret: str, status: str = "needs_response") -> None:
        """The card's owner objects to a payment; with won or lost, what they objected to ends so."""
        self._tell("dispute", intent=client_secret.split("_secret_", maxsplit=1)[0], status=status)

    def charge_fees(self) -> None:
        """Take what the provider takes of payments and disputes; otherwise tests have round figures."""
        self.app.state.world.rates = RATES

    def balance(self, account_id: str | None = None) -> int:
        """What an account has, before payouts, in cents; without one, the platform."""
        return payouts.balance(self.app.state.world, account_id)

    def make_express(self, account_id: str) -> None:
        """Turn an account into one of the older kind, whose payments are destination charges."""
        account = self.app.state.world.objects["account"][account_id]
        account["type"] = "express"
        account["controller"]["fees"]["payer"] = "application_express"
        account["controller"]["stripe_dashboard"]["type"] = "express"

    def warn(self, client_secret: str, kind: str = "unauthorized_use_of_card") -> None:
        """A card network suspects that a payment is fraud."""
        self._tell("fraud-warning", intent=client_secret.split("_secret_", maxsplit=1)[0], kind=kind)

    def let_refunds_wait(self, *, wait: bool = True) -> None:
        """Let refunds be pending until they are settled."""
        self._tell("refunds-wait", wait=wait)

    def settle_refunds(self, client_secret: str) -> None:
        """The refunds of a payment have reached the card."""
        self._tell("settle-refunds", intent=client_secret.split("_secret_", maxsplit=1)[0])

    def restrict(self, account_id: str, *due: str) -> None:
        """Ask an account's owner for more, and stop its payments until then."""
        self._tell("restrict", account=account_id, due=list(due))

    def fail_payout(self, account_id: str) -> None:
        """The bank sends the newest payout back."""
        self._tell("fail-payout", account=account_id)

    def refuse(self, match: str, code: str, message: str = "As ordered.") -> None:
        """Refuse the next call of a kind."""
        self._tell("faults", kind="refuse", match=match, code=code, message=message)

    def refund(self, client_secret: str, cents: int) -> None:
        """The business sends money back in its own dashboard."""
        ident = client_secret.split("_secret_", maxsplit=1)[0]
        account = self.app.state.world.owner(ident)
        data = {"payment_intent": ident, "amount": str(cents)}
        headers = {"Stripe-Account": account} if account else {}
        self.ask("POST", "/v1/refunds", data=data, headers=headers).raise_for_status()

    def refund_if_possible(self, client_secret: str, cents: int) -> None:
        """The same, where the provider lets it; its answer may be lost, and then it may have been done or not."""
        with contextlib.suppress(httpx.HTTPStatusError, httpx.RemoteProtocolError):
            self.refund(client_secret, cents)

    def dispute_if_possible(self, client_secret: str, status: str) -> None:
        """Begin a dispute or carry it on, where that can happen."""
        intent = client_secret.split("_secret_", maxsplit=1)[0]
        known = [one for one in self.objects("dispute") if one["payment_intent"] == intent]
        charge = self.app.state.world.objects["payment_intent"][intent]["latest_charge"]
        left = self.app.state.world.objects["charge"][charge]
        can_begin = not known and left["amount"] > left["amount_refunded"] and "needs_response" in status
        # A dispute that has taken the money never becomes an inquiry again, and an inquiry is neither won nor lost.
        has_taken = bool(known) and bool(known[0]["balance_transactions"])
        is_open = bool(known) and not (status.startswith("warning_") if has_taken else status in {"won", "lost"})
        if can_begin or is_open:
            self.dispute(client_secret, status)

    def fail_refunds(self, client_secret: str, reason: str = "lost_or_stolen_card") -> None:
        """The bank sends back, days later, what was returned of a payment."""
        self._tell("fail-refunds", intent=client_secret.split("_secret_", maxsplit=1)[0], reason=reason)

    def pay_out(self, account_id: str) -> None:
        """Send what a connected account has to its owner's bank."""
        self._tell("payout", account=account_id)

    def deauthorize(self, account_id: str) -> None:
        """The account's owner takes leave of the platform."""
        self._tell("deauthorize", account=account_id)

    def connect(self, business: Api) -> str:
        """Have a business make its account and finish the onboarding; answers the account's id."""
        made(business.post("/api/stripe-connect/create-account"))
        url = made(business.post("/api/stripe-connect/account-link"))["url"]
        self.press(url, "finish")
        return made(business.get("/api/stripe-connect/account-status"))["accountId"]

    def press(self, url: str, choice: str) -> httpx.Response:
        """Press a button on one of its pages."""
        return self._http.post(url, data={"choice": choice}, follow_redirects=False)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Any other call."""
        headers = {"Authorization": f"Bearer {KEYS.secret_key}"} | options.pop("headers", {})
        return self._http.request(method, path, headers=headers, **options)

    def _tell(self, what: str, **values: Any) -> None:
        with contextlib.suppress(httpx.RemoteProtocolError):
            self._http.post(f"/_standin/{what}", json=values).raise_for_status()
