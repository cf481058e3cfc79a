"""OAuth 2 of the bookkeeping stand-ins: the page that asks for consent, and the token endpoint."""

import base64
import html
import secrets
import threading
import time
from collections.abc import AsyncGenerator
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse

CLIENT_PREFIX = "standin"
Json = dict[str, Any]


@dataclass
class OrderedFault:
    """A simulated failure of the next ``times`` calls whose method and path match. Kinds: 429, 500, away (connection
    closed, nothing processed), gone (processed, but connection closed without a response), and refuse (the
    partner's validation error with ``message``).
    """

    kind: str
    match: str = ""
    times: int = 1
    message: str = "As ordered."
    after: int = 1
    """Seconds in the Retry-After header of a 429."""


@dataclass
class Grant:
    """A company's consent. Access tokens expire; each refresh issues a new refresh token, and the previous one stays
    valid for ``grace`` seconds, in case the response was lost.
    """

    company: str
    access: dict[str, float] = field(default_factory=dict)
    refresh: dict[str, float] = field(default_factory=dict)


class AuthorizationServer:
    """Consents, tokens and the log of calls, behind a lock."""

    def __init__(self, *, access_seconds: int, refresh_seconds: int, grace_seconds: int, extra: Json) -> None:
        self.lock = threading.RLock()
        self.access_seconds, self.refresh_seconds, self.grace_seconds = access_seconds, refresh_seconds, grace_seconds
        self._extra = extra
        self.clear()

    def clear(self) -> None:
        """Delete all state."""
        self.codes: dict[str, tuple[str, str]] = {}
        self.grants: list[Grant] = []
        self.faults: list[OrderedFault] = []
        self.log: list[Json] = []
        self.offset = 0

    def now(self) -> float:
        """Return the stand-in's time."""
        return time.time() + self.offset

    def company_of(self, request: Request) -> str | None:
        """Return the company that the request's access token gives access to; None if it is invalid or expired."""
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        for grant in self.grants:
            if grant.access.get(token, 0) > self.now():
                return grant.company
        return None

    def revoke_all(self) -> None:
        """End every consent, as a user does in the partner's settings."""
        self.grants.clear()

    def expire_access(self) -> None:
        """Let every access token expire."""
        for grant in self.grants:
            grant.access.clear()

    def token(self, request: Request, form: dict[str, str]) -> Response:
        """Answer the token endpoint."""
        basic = request.headers.get("authorization", "").removeprefix("Basic ")
        client = base64.b64decode(basic or b"").decode().partition(":")[0] or form.get("client_id", "")
        if not client.startswith(CLIENT_PREFIX):
            return JSONResponse({"error": "invalid_client"}, 401)
        if form.get("grant_type") == "authorization_code":
            company, redirect_uri = self.codes.pop(form.get("code", ""), ("", ""))
            if not company or redirect_uri != form.get("redirect_uri"):
                return JSONResponse({"error": "invalid_grant", "error_description": "Invalid authorization code"}, 400)
            grant = Grant(company)
            self.grants.append(grant)
            return self._issue(grant)
        if form.get("grant_type") == "refresh_token":
            token = form.get("refresh_token", "")
            for grant in self.grants:
                if grant.refresh.get(token, 0) > self.now():
                    grant.refresh = {token: min(grant.refresh[token], self.now() + self.grace_seconds)}
                    return self._issue(grant)
            return JSONResponse({"error": "invalid_grant", "error_description": "Incorrect or expired token"}, 400)
        return JSONResponse({"error": "unsupported_grant_type"}, 400)

    def _issue(self, grant: Grant) -> Response:
        access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        grant.access[access] = self.now() + self.access_seconds
        grant.refresh[refresh] = self.now() + self.refresh_seconds
        answer = {
            "access_token": access,
            "refresh_token": refresh,
            "token_type": "Bearer",
            "expires_in": self.access_seconds,
        }
        return JSONResponse(answer | self._extra)

    def fault(self, method: str, path: str) -> OrderedFault | None:
        """Take the next fault ordered for a call."""
        for fault in self.faults:
            if fault.match in f"{method} {path}":
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                return fault
        return None


def broken() -> Response:
    """Return a response during which the server closes the connection."""

    async def nothing() -> AsyncGenerator[bytes]:
        yield b"{"

    return StreamingResponse(nothing(), headers={"Content-Length": "1000", "Content-Type": "application/json"})


def add_consent(
    app: FastAPI,
    server: AuthorizationServer,
    *,
    authorize: str,
    token: str,
    revoke: str,
    companies: dict[str, str],
    company_parameter: str | None,
) -> None:
    """Add the page that asks for consent, the token endpoints, and the controls for tests under /_standin.

    ``companies`` are names by id. ``company_parameter`` names the company in the address that the user returns to.
    """

    def redirect(query: dict[str, str], company: str | None) -> Response:
        back = query["redirect_uri"]
        if company is None:
            answer = {"error": "access_denied", "state": query.get("state", "")}
        else:
            code = secrets.token_urlsafe(16)
            server.codes[code] = (company, back)
            answer = {"code": code, "state": query.get("state", "")}
            if company_parameter is not None:
                answer[company_parameter] = company
        return RedirectResponse(f"{back}?{urlencode(answer)}", 303)

    @app.get(authorize)
    def page(request: Request) -> Response:
        query = dict(request.query_params)
        wrong = query.get("response_type") != "code" or not query.get("client_id", "").startswith(CLIENT_PREFIX)
        if wrong or "redirect_uri" not in query:
            return HTMLResponse("<p>invalid_request</p>", 400)
        fields = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in query.items()
        )
        buttons = "".join(
            f'<p><button name="company" value="{ident}">Connect {html.escape(name)}</button></p>'
            for ident, name in companies.items()
        )
        return HTMLResponse(
            f"<!doctype html><html lang=en><title>{html.escape(app.title)}</title><h1>{html.escape(app.title)}</h1>"
            f"<p>MarqueeDesk wants access to your company.</p><form method=post>{fields}{buttons}"
            '<p><button name="company" value="">Cancel</button></p></form></html>'
        )

    @app.post(authorize)
    async def choose(request: Request) -> Response:
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        with server.lock:
            return redirect(form, form.get("company") or None)

    @app.post(token)
    async def tokens(request: Request) -> Response:
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        with server.lock:
            fault = server.fault("POST", token)
            if fault is not None and fault.kind == "away":
                return broken()
            if fault is not None and fault.kind in {"429", "500"}:
                return JSONResponse({"error": "temporarily_unavailable"}, int(fault.kind))
            answer = server.token(request, form)
            server.log.append({"method": "POST", "path": token, "status": answer.status_code, "form": form})
            return broken() if fault is not None and fault.kind == "gone" else answer

    @app.post(revoke)
    async def revoked(request: Request) -> Response:
        await request.body()
        with server.lock:
            server.log.append({"method": "POST", "path": revoke, "status": 200})
        return JSONResponse({})

    @app.post("/_standin/faults")
    async def order(request: Request) -> Response:
        server.faults.append(OrderedFault(**(await request.json())))
        return JSONResponse({})

    @app.post("/_standin/revoke")
    def end_consents() -> Response:
        with server.lock:
            server.revoke_all()
        return JSONResponse({})

    @app.post("/_standin/expire")
    def expire() -> Response:
        with server.lock:
            server.expire_access()
        return JSONResponse({})

    @app.post("/_standin/clock")
    async def clock(request: Request) -> Response:
        server.offset += int((await request.json())["advance"])
        return JSONResponse({})

    @app.get("/_standin/log")
    def log() -> Response:
        return JSONResponse({"calls": server.log, "faults": [asdict(fault) for fault in server.faults]})
