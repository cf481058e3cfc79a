"""The stand-in's application: the API, test controls under /_standin, and the pages."""

import copy
import json
import re
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass
from email.utils import formatdate
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response, StreamingResponse

from standins.stripe import accounts, debits, invoices, pages, payments, payouts, subscriptions
from standins.stripe.annotations import BadParameter, UnknownParameter, coerced
from standins.stripe.calls import Call, call_for, expanded
from standins.stripe.deliveries import Deliveries, Manners, WebhookEndpoint, signed
from standins.stripe.world import RATES, Object, StandInRefusal, World

CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Stripe-Account",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
}
_PART = re.compile(r"\[([^\]]*)\]")


@dataclass
class Fault:
    """A simulated failure of the next ``times`` calls whose path matches. Kinds: slow, late (processed, but with a slow
    response), 500, 429, away (connection closed, nothing processed), gone (processed, but connection closed without a
    response), and refuse (an error with ``code`` and ``message``).
    """

    kind: str
    match: str = ""
    times: int = 1
    seconds: float = 0.0
    code: str = ""
    message: str = "As ordered."


def nested(pairs: list[tuple[str, str]]) -> Object:
    """Parse `items[0][price]=x` into {"items": {"0": {"price": "x"}}}. Lists stay dictionaries with numbers as keys;
    `annotations.coerced` converts them.
    """
    result: Object = {}
    for name, value in pairs:
        first, _, rest = name.partition("[")
        parts = [first, *_PART.findall("[" + rest)] if rest else [first]
        place = result
        for part in parts[:-1]:
            place = place.setdefault(part, {})
        last = parts[-1] or str(len(place))
        place[last] = value
    return result


def create(
    *,
    state: Path | None = None,
    endpoints: tuple[WebhookEndpoint, ...] = (),
    secret: str = "whsec_standin",  # noqa: S107
    rates: tuple[int, int, int] = RATES,
) -> FastAPI:
    """Create the application. ``state`` is a file that persists its state; ``secret`` signs events fetched by tests;
    ``rates`` are the costs of payments and disputes.
    """
    world = World(state, rates)
    deliveries = Deliveries()
    deliveries.endpoints = list(endpoints)
    world.on_event = deliveries.add
    faults: list[Fault] = []
    app = FastAPI(title="A stand-in for the payment provider", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.world, app.state.deliveries, app.state.faults = world, deliveries, faults

    @app.api_route("/v1/{path:path}", methods=["GET", "POST", "DELETE", "OPTIONS"])
    async def api(path: str, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=CROSS_ORIGIN)
        body = (await request.body()).decode()
        return await run_in_threadpool(_answer, path, request, body)

    def _answer(path: str, request: Request, body: str) -> Response:
        fault = _fault(request.method, path)
        if fault and fault.kind == "slow":
            time.sleep(fault.seconds)
        if fault and fault.kind in {"500", "429"}:
            kind = "rate_limit_error" if fault.kind == "429" else "api_error"
            return _json(int(fault.kind), {"error": {"type": kind, "message": "As ordered."}})
        if fault and fault.kind == "away":
            return _broken()
        if fault and fault.kind == "refuse":
            error = {"type": "invalid_request_error", "code": fault.code, "message": fault.message, "param": "amount"}
            return _json(400, {"error": error}, {"Request-Id": "req_refused"})
        given = nested(parse_qsl(body if request.method == "POST" else request.url.query, keep_blank_values=True))
        with world.lock:
            subscriptions.catch_up(world, world.now())
            payments.expire_authorizations(world)
            debits.catch_up(world)
            world.account = None
            status, answer = _done(path, request, given)
            world.log.append(
                {
                    "method": request.method,
                    "path": f"/v1/{path}",
                    "account": request.headers.get("stripe-account"),
                    "params": given,
                    "status": status,
                    "at": world.now(),
                }
            )
            text = json.dumps(answer)
            world.keep()
        if fault and fault.kind == "gone":
            return _broken()
        if fault and fault.kind == "late":
            time.sleep(fault.seconds)
        # The server's own Date header may be a second old, and a test may have moved the clock since.
        headers = {**CROSS_ORIGIN, "Request-Id": f"req_{len(world.log)}", "Date": formatdate(usegmt=True)}
        return Response(text, status, headers=headers, media_type="application/json")

    def _done(path: str, request: Request, given: Object) -> tuple[int, Object]:
        account = request.headers.get("stripe-account")
        key = request.headers.get("idempotency-key") if request.method == "POST" else None
        if key and account:
            # Each account has its own keys.
            key = f"{account} {key}"
        asked = json.dumps([path, given], sort_keys=True)
        try:
            if account is not None:
                world.account = accounts.found(world, account)["id"]
            page = _caller(request, path, given)
            if key and key in world.answers:
                before, status, answer = world.answers[key]
                if before != asked:
                    raise StandInRefusal(
                        400,
                        "Keys for idempotent requests can only be used with the parameters they were first used with.",
                        kind="idempotency_error",
                    )
                return status, answer
            call, ids = call_for(request.method, path)
            if page and not call.page:
                raise StandInRefusal(401, "This API call cannot be made with a publishable API key.")
            status, answer = 200, _acted(call, ids, given, _base(request), page=page)
        except StandInRefusal as refusal:
            status, answer = refusal.status, refusal.body
        if key and status != 401:
            world.answers[key] = (asked, status, copy.deepcopy(answer))
        return status, answer

    def _caller(request: Request, path: str, given: Object) -> bool:
        """Authenticate the caller. Returns true for a page, which must send the client secret of its payment."""
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        bearer = bearer or str(given.pop("key", ""))
        if bearer.startswith(("sk_live", "rk_live", "pk_live")):
            raise StandInRefusal(401, "A live key was sent to a stand-in.")
        if bearer.startswith("pk_test_"):
            ident = path.split("/")[1] if "/" in path else ""
            kind = path.split("/", maxsplit=1)[0].removesuffix("s")
            if ident and kind in {"payment_intent", "setup_intent"}:
                intent = world.find(kind, ident, "intent")
                if given.get("client_secret") != intent["client_secret"]:
                    raise StandInRefusal(404, f"No such {kind}: '{ident}'", code="resource_missing", param="intent")
                if path.endswith("/confirm"):
                    given.pop("client_secret")
            return True
        if not bearer.startswith("sk_test_"):
            raise StandInRefusal(401, "Invalid API Key provided.")
        return False

    def _acted(call: Call, ids: list[str], given: Object, base: str, *, page: bool) -> Object:
        card = given.pop("card", None) if page and call.act.__name__ in {"_confirm", "_confirm_setup"} else None
        try:
            parameters = coerced(given, call.takes)
        except UnknownParameter as unknown:
            raise StandInRefusal(
                400, f"Received unknown parameter: {unknown}", code="parameter_unknown", param=str(unknown)
            ) from None
        except BadParameter as bad:
            raise StandInRefusal(400, f"Invalid {bad}", param=str(bad)) from None
        if card:
            parameters["card"] = card
        wanted = parameters.pop("expand", [])
        answer = copy.deepcopy(call.act(world, parameters, ids, base))
        _absolute(answer, base)
        return expanded(world, answer, wanted)

    def _absolute(answer: Object, base: str) -> None:
        page = answer.get("hosted_invoice_url")
        if page:
            answer["hosted_invoice_url"] = base + page

    def _fault(method: str, path: str) -> Fault | None:
        for fault in faults:
            if fault.match in f"{method} /v1/{path}":
                fault.times -= 1
                if fault.times <= 0:
                    faults.remove(fault)
                return fault
        return None

    # --- Control endpoints for tests ---

    @app.post("/_standin/reset")
    def reset() -> Response:
        with world.lock:
            world.clear()
            faults.clear()
            deliveries.manners = Manners()
            world.keep()
        return _json(200, {})

    @app.post("/_standin/clock")
    async def clock(request: Request) -> Response:
        seconds = int((await request.json())["advance"])
        with world.lock:
            subscriptions.catch_up(world, world.now() + seconds)
            payments.expire_authorizations(world)
            debits.catch_up(world)
            world.keep()
            return _json(200, {"now": world.now()})

    @app.post("/_standin/faults")
    async def add_fault(request: Request) -> Response:
        faults.append(Fault(**(await request.json())))
        return _json(200, {})

    @app.post("/_standin/manners")
    async def manners(request: Request) -> Response:
        held = deliveries.manners.held
        deliveries.manners = Manners(**(await request.json()), held=held)
        return _json(200, {})

    @app.post("/_standin/dispute")
    async def dispute(request: Request) -> Response:
        given = await request.json()
        with world.lock:
            reason = given.get("reason", "fraudulent")
            made = payments.dispute(world, given["intent"], given["status"], reason)
            world.keep()
            return _json(200, made)

    def told(name: str, act: Callable[[Any], Any]) -> None:
        """Add a route for a test to trigger an action; it returns the created object, if any."""

        @app.post(f"/_standin/{name}")
        async def tell(request: Request) -> Response:
            given = await request.json()
            with world.lock:
                return _json(200, act(given) or {})

    told(
        "fraud-warning",
        lambda given: payments.warn(world, given["intent"], given.get("kind", "unauthorized_use_of_card")),
    )
    told(
        "verify-deposits",
        lambda given: payments.verify_deposits(world, given["intent"], invoices.when_paid, verified=given["verified"]),
    )
    told("refunds-wait", lambda given: setattr(world, "refunds_wait", bool(given["wait"])))
    told("settle-refunds", lambda given: {"settled": payments.settle_refunds(world, given["intent"])})
    told("settle", lambda given: accounts.settle(world, given["currency"], given["rate"]))
    told("restrict", lambda given: accounts.restrict(world, given["account"], given["due"]))
    told("fail-payout", lambda given: payouts.fail_payout(world, given["account"]))
    told("fail-refunds", lambda given: {"failed": payments.fail_refunds(world, given["intent"], given["reason"])})
    told("payout", lambda given: payouts.pay_out(world, given["account"]))
    told("deauthorize", lambda given: accounts.deauthorize(world, given["account"]))

    @app.get("/_standin/held")
    def held() -> Response:
        """Return held events, each with the body and signature for delivery."""
        released = []
        for event in deliveries.release():
            body, signature = signed(event, secret)
            released.append({"type": event["type"], "id": event["id"], "body": body, "signature": signature})
        return _json(200, {"events": released})

    @app.get("/_standin/log")
    def log() -> Response:
        return _json(200, {"calls": world.log, "faults": [asdict(fault) for fault in faults]})

    pages.add_to(app, world)
    return app


def _base(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def _json(status: int, content: Any, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse(content, status, CROSS_ORIGIN | (headers or {}))


def _broken() -> Response:
    """Return a response during which the server closes the connection."""

    async def nothing() -> AsyncGenerator[bytes]:
        yield b"{"

    return StreamingResponse(nothing(), headers={"Content-Length": "1000", "Content-Type": "application/json"})
