"""The stand-in's application."""

import base64
import hashlib
import hmac
import queue
import re
import secrets
import threading
import time
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qs, quote

import requests
from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from standins.oauth import OrderedFault, broken
from standins.sms.pages import phone_page, phones_page

ACCOUNT_PREFIX = "ACstandin"
DEFAULT_NUMBER = "+15185550100"
_E164 = re.compile(r"\+[1-9]\d{6,14}")
_LONGEST_BODY = 1600
_DELIVERY_SECONDS = 0.3
_ATTEMPTS = 3
Json = dict[str, Any]


@dataclass
class PhoneMessage:
    """A message to or from a phone."""

    to: str
    sender: str
    body: str
    direction: str
    status: str
    callback: str = ""
    error_code: int | None = None
    sid: str = field(default_factory=lambda: f"SM{secrets.token_hex(16)}")
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    def as_json(self, account: str) -> Json:
        """Return the message as the API does."""
        return {
            "sid": self.sid,
            "account_sid": account,
            "to": self.to,
            "from": None if self.sender.startswith("MG") else self.sender,
            "messaging_service_sid": self.sender if self.sender.startswith("MG") else None,
            "body": self.body,
            "status": self.status,
            "direction": self.direction,
            "error_code": self.error_code,
            "date_created": format_datetime(self.created_at),
        }


class Exchange:
    """Messages, ordered faults and the log of calls, with a thread that delivers callbacks."""

    def __init__(self, *, inbound: str, token: str) -> None:
        self.lock = threading.RLock()
        self.inbound, self.token = inbound, token
        self.delivers = True
        """False leaves accepted messages in ``queued``: tests send their own callbacks."""
        self._due: queue.SimpleQueue[tuple[float, str, dict[str, str]]] = queue.SimpleQueue()
        self.clear()
        threading.Thread(target=self._deliver, daemon=True).start()

    def clear(self) -> None:
        """Delete all messages, faults and the log."""
        self.messages: list[PhoneMessage] = []
        self.faults: list[OrderedFault] = []
        self.log: list[Json] = []

    def fault(self, call: str) -> OrderedFault | None:
        """Take the next fault ordered for a call."""
        for fault in self.faults:
            if fault.match in call:
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                return fault
        return None

    def accept(self, form: dict[str, str]) -> PhoneMessage:
        """Store a message to a phone and schedule its callbacks."""
        sender = form.get("From") or form.get("MessagingServiceSid", "")
        message = PhoneMessage(
            form["To"], sender, form["Body"], "outbound-api", "queued", form.get("StatusCallback", "")
        )
        self.messages.append(message)
        if self.delivers:
            for after, status in ((1, "sent"), (2, "delivered")):
                self._due.put((time.monotonic() + after * _DELIVERY_SECONDS, message.sid, {"status": status}))
        return message

    def receive(self, phone: str, to: str, body: str, pictures: int = 0) -> PhoneMessage:
        """Store a message from a phone and schedule its webhook."""
        message = PhoneMessage(to, phone, body, "inbound", "received")
        self.messages.append(message)
        fields = {"From": phone, "To": to, "Body": body, "NumMedia": str(pictures)}
        self._due.put((time.monotonic(), message.sid, fields))
        return message

    def signature(self, url: str, fields: dict[str, str]) -> str:
        """Return the signature of a request to the product."""
        signed = url + "".join(f"{name}{fields[name]}" for name in sorted(fields))
        return base64.b64encode(hmac.new(self.token.encode(), signed.encode(), hashlib.sha1).digest()).decode()

    def _deliver(self) -> None:
        while True:
            at, sid, fields = self._due.get()
            time.sleep(max(0.0, at - time.monotonic()))
            with self.lock:
                message = next((row for row in self.messages if row.sid == sid), None)
            if message is None:
                continue
            if "status" in fields:
                message.status = fields["status"]
                if message.callback:
                    self.post(message.callback, {"MessageSid": sid, "MessageStatus": message.status})
            else:
                self.post(self.inbound, {"MessageSid": sid, **fields})

    def post(self, url: str, fields: dict[str, str]) -> int | None:
        """Send a signed request to the product; None if it does not respond."""
        for attempt in range(_ATTEMPTS):
            try:
                headers = {"X-Twilio-Signature": self.signature(url, fields)}
                return requests.post(url, data=fields, headers=headers, timeout=15).status_code
            except requests.RequestException:
                time.sleep(_DELIVERY_SECONDS * (attempt + 1))
        return None


def _problem(status: int, code: int, message: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"code": code, "message": message, "status": status}, status, headers)


def _refusal(form: dict[str, str]) -> Response | None:
    if not _E164.fullmatch(form.get("To", "")):
        return _problem(400, 21211, f"Invalid 'To' Phone Number: {form.get('To', '')}")
    if not form.get("From") and not form.get("MessagingServiceSid"):
        return _problem(400, 21603, "A 'From' phone number is required.")
    if not form.get("Body"):
        return _problem(400, 21602, "PhoneMessage body is required.")
    if len(form["Body"]) > _LONGEST_BODY:
        return _problem(400, 21617, "The concatenated message body exceeds the 1600 character limit.")
    return None


def create(*, inbound: str = "http://localhost:8000/api/sms/inbound", token: str = "standin-token") -> FastAPI:  # noqa: S107
    """Create the application. ``inbound`` is the product's URL for texts from phones."""
    exchange = Exchange(inbound=inbound, token=token)
    app = FastAPI(title="Text stand-in", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.exchange = exchange

    def is_authorized(request: Request, account: str) -> bool:
        basic = request.headers.get("authorization", "").removeprefix("Basic ")
        user, _, password = base64.b64decode(basic or b"").decode().partition(":")
        return user == account and account.startswith(ACCOUNT_PREFIX) and password == exchange.token

    async def form_of(request: Request) -> dict[str, str]:
        body = (await request.body()).decode()
        return {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}

    @app.post("/2010-04-01/Accounts/{account}/Messages.json")
    async def send(account: str, request: Request) -> Response:
        form = await form_of(request)
        if not is_authorized(request, account):
            return _problem(401, 20003, "Authenticate")
        with exchange.lock:
            fault = exchange.fault("POST Messages")
            kind = fault.kind if fault is not None else ""
            answer = _refusal(form)
            exchange.log.append({"method": "POST", "form": form, "fault": kind})
            if kind == "away":
                return broken()
            if fault is not None and kind == "429":
                return _problem(429, 20429, "Too Many Requests", {"Retry-After": str(fault.after)})
            if kind == "500":
                return _problem(500, 20500, "Internal Server Error")
            if fault is not None and kind == "refuse":
                return _problem(400, 21610, fault.message)
            if answer is not None:
                return answer
            message = exchange.accept(form)
            return broken() if kind == "gone" else JSONResponse(message.as_json(account), 201)

    @app.get("/2010-04-01/Accounts/{account}/Messages.json")
    def listed(account: str, request: Request) -> Response:
        if not is_authorized(request, account):
            return _problem(401, 20003, "Authenticate")
        to = request.query_params.get("To")
        with exchange.lock:
            exchange.log.append({"method": "GET", "to": to})
            fault = exchange.fault("GET Messages")
            if fault is not None:
                return _problem(429 if fault.kind == "429" else 500, 20500, "Internal Server Error")
            found = [row for row in reversed(exchange.messages) if to is None or row.to == to]
            return JSONResponse({"messages": [row.as_json(account) for row in found], "next_page_uri": None})

    @app.get("/")
    def phones() -> Response:
        with exchange.lock:
            return HTMLResponse(phones_page(exchange.messages))

    @app.get("/phones/{phone}")
    def phone(phone: str) -> Response:
        with exchange.lock:
            return HTMLResponse(phone_page(phone, exchange.messages, DEFAULT_NUMBER))

    @app.post("/phones/{phone}")
    async def answer(phone: str, request: Request) -> Response:
        form = await form_of(request)
        with exchange.lock:
            exchange.receive(phone, form.get("to") or DEFAULT_NUMBER, form.get("body", ""))
        return RedirectResponse(f"/phones/{quote(phone)}", 303)

    @app.post("/_standin/faults")
    async def order(request: Request) -> Response:
        exchange.faults.append(OrderedFault(**(await request.json())))
        return JSONResponse({})

    @app.post("/_standin/reset")
    def reset() -> Response:
        with exchange.lock:
            exchange.clear()
        return JSONResponse({})

    @app.get("/_standin/log")
    def log() -> Response:
        return JSONResponse({"calls": exchange.log, "faults": [asdict(fault) for fault in exchange.faults]})

    return app
