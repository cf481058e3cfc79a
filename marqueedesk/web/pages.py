"""Page routes: which built frontend serves which path, who may frame it, and security headers.

The app (static/app) serves its own paths and the not-found page. Signing in and account links have a light page of
their own (static/auth). Without a session "/" is the landing page
(static/landing), which works before any script and makes no calls. The public form (static/widget) serves
/booking-widget, /embed, and /booking for visitors; a signed-in operator's /booking is the quote builder in the app,
served only as a top-level document, because only the public form may be framed (docs/rules.md, W1, W2). The operator
determines which sites may frame it (W6). Only payment pages, and the forms of operators who collect payments at
booking, may load the payment provider's script. /embed.js
(static/embed) embeds the form in other sites (W4). Customer pages (static/portal) are at /q/ with the link's token for
quotes, /b/ for bookings, /my/ for all bookings of a customer, /s/ for payment shares, /w/ for waiting list entries,
/f/ for unfinished forms, /r/ for reviews, /contract/ for signers of contracts, /gift/ with the business's public key
for buying gift cards and /stop/ to stop follow-up emails; /verify verifies signed contracts. The crew page
(static/crew) is at /crew and works offline with its service worker; the app's service worker shows an offline notice.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Match

from marqueedesk.accounts import queries
from marqueedesk.accounts.access import current_user, database, has_cookie, named_operator
from marqueedesk.business import sites
from marqueedesk.customer_pages import sharing
from marqueedesk.customer_pages.sharing import Shared
from marqueedesk.instance_settings.cached_settings import USUAL_NAME
from marqueedesk.instance_settings.naming import named_logo
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid, NotFound, Unavailable
from marqueedesk.pricing import queries as pricing
from marqueedesk.reviews.structured_data import structured_data
from marqueedesk.web.early import early
from marqueedesk.web.files import (
    APP,
    AUTH,
    CREW,
    EMBED,
    HOUR,
    LANDING,
    PORTAL,
    WIDGET,
    built_file,
    built_page,
    file_at,
    not_built,
    packed_file,
)
from marqueedesk.web.paths import AUTH_PATHS, LINK_PATHS, PAYMENT_PATHS, is_page
from marqueedesk.web.policies import CLOSED, CREW_POLICY, EMAIL_POLICY, POLICY, landing_policy, payment_policy

router = APIRouter(include_in_schema=False)


_OUT_OF_REACH = (Unavailable, OperationalError, PoolTimeout)


@router.get("/booking-widget")
@router.get("/embed")
def public_form(request: Request) -> Response:
    """Serve the public form, which any site may frame, or only those listed by the operator."""
    try:
        with database(request).read() as db:
            policy = _form_policy(db, request)
            shared = _shared_form(db, request)
    except _OUT_OF_REACH:
        return _form_without_answers(_name(request))
    return _form(policy, _name(request), shared)


@router.get("/booking")
def booking(request: Request) -> Response:
    """Serve the quote builder to a signed-in operator at the top level, otherwise the public form."""
    top_level = request.headers.get("sec-fetch-dest", "document") == "document"
    try:
        with database(request).read() as db:
            signed_in = top_level and bool(request.cookies) and current_user(db, request) is not None
            policy = _form_policy(db, request)
            shared = None if signed_in else _shared_form(db, request)
    except _OUT_OF_REACH:
        return _form_without_answers(_name(request))
    response = _page_of_the_app(request) if signed_in else _form(policy, _name(request), shared)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, Sec-Fetch-Dest"
    if signed_in:
        response.headers["X-Frame-Options"] = "DENY"
    return response


@router.get("/crew")
def crew(request: Request) -> Response:
    """Serve the crew page. It loads the current user itself, so that it opens offline."""
    response = built_page(CREW / "crew.html", policy=CREW_POLICY, name=_name(request))
    # The page's scanner uses the phone's camera.
    response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    return response


@router.get("/email-frame")
def email_frame() -> Response:
    """Serve an empty page into which the app renders an email (frontend/src/ui/MailFrame.tsx)."""
    return HTMLResponse(
        "<!doctype html><title>Email</title>",
        headers={"Content-Security-Policy": EMAIL_POLICY, "X-Frame-Options": "SAMEORIGIN", "Cache-Control": HOUR},
    )


@router.get("/crew-worker.js")
@router.get("/app-worker.js")
def service_worker(request: Request) -> Response:
    """Serve the service worker of the crew page or the app, at the top level because of its scope, and always
    revalidated.
    """
    file = (CREW if request.url.path.startswith("/crew") else APP) / "worker.js"
    return packed_file(file, request, {"Cache-Control": "no-cache"}) if file.is_file() else not_built()


@router.get("/crew.webmanifest")
@router.get("/app.webmanifest")
def manifest(request: Request) -> Response:
    """Serve the web app manifest of the crew page or the app."""
    name = _name(request)
    start, title = ("/crew", f"{name} Crew") if request.url.path.startswith("/crew") else ("/day", name)
    facts = {
        "name": title,
        "short_name": title[:30],
        "id": start,
        "start_url": start,
        "display": "standalone",
        "background_color": "#15121f",
        "theme_color": "#15121f",
        "icons": [
            {"src": "/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": "/mark.svg", "sizes": "any", "type": "image/svg+xml"},
        ],
    }
    return JSONResponse(facts, headers={"Cache-Control": HOUR}, media_type="application/manifest+json")


@router.get("/q/{token}")
def customers_quote(token: str, request: Request) -> Response:
    """Serve the customer page of a quote."""
    return _by_link("quote.html", request, CLOSED, lambda db: sharing.quote(db, token))


@router.get("/my/{token}")
def customers_bookings(token: str, request: Request) -> Response:  # noqa: ARG001 - the page itself reads the token.
    """Serve the page with all bookings of a customer, where they can be paid by card. The page itself reports an
    invalid link.
    """
    policy = payment_policy(request.app.state.settings)
    return _kept_secret(built_page(PORTAL / "bookings.html", policy=policy, name=_name(request)))


@router.get("/f/{token}")
def unfinished_form(token: str, request: Request) -> Response:  # noqa: ARG001 - the page itself reads the token.
    """Serve the page that opens the form filled in with what a visitor had entered."""
    return _kept_secret(built_page(PORTAL / "unfinished.html", policy=CLOSED, name=_name(request)))


@router.get("/stop/{token}")
def stop_emails(token: str, request: Request) -> Response:  # noqa: ARG001 - the page itself reads the token.
    """Serve the page with a button that stops a business's follow-up emails."""
    return _kept_secret(built_page(PORTAL / "stop.html", policy=CLOSED, name=_name(request)))


@router.get("/r/{token}")
def customers_review(token: str, request: Request) -> Response:  # noqa: ARG001 - the page itself reads the token.
    """Serve the page where a customer writes a review."""
    return _kept_secret(built_page(PORTAL / "review.html", policy=CLOSED, name=_name(request)))


@router.get("/contract/{token}")
def signers_contract(token: str, request: Request) -> Response:  # noqa: ARG001 - the page itself reads the token.
    """Serve the page where a person reads and signs a contract."""
    return _kept_secret(built_page(PORTAL / "contract.html", policy=CLOSED, name=_name(request)))


@router.get("/gift/{public_key}")
@router.get("/gift/{public_key}/{purchase}")
def gift_card_shop(request: Request, public_key: str, purchase: str = "") -> Response:  # noqa: ARG001 - see below.
    """Serve the page where customers buy gift cards by card. The page itself reads the key and the purchase's secret
    from the URL.
    """
    policy = payment_policy(request.app.state.settings)
    return _kept_secret(built_page(PORTAL / "gift-card.html", policy=policy, name=_name(request)))


@router.get("/verify")
def verify_contract(request: Request) -> Response:
    """Serve the page where anyone verifies a signed contract."""
    return built_page(PORTAL / "verify.html", policy=CLOSED, name=_name(request))


@router.get("/w/{token}")
def customers_waiting_place(token: str, request: Request) -> Response:
    """Serve the customer page of a waiting list entry."""
    return _by_link("waiting.html", request, CLOSED, lambda db: sharing.waiting_place(db, token))


@router.get("/s/{token}")
def customers_share(token: str, request: Request) -> Response:
    """Serve the payment page for one share of a split payment."""
    policy = payment_policy(request.app.state.settings)
    return _by_link("share.html", request, policy, lambda db: sharing.share(db, token))


@router.get("/b/{token}")
def customers_booking(token: str, request: Request) -> Response:
    """Serve the customer page of a booking, where it can be paid by card."""
    policy = payment_policy(request.app.state.settings)
    return _by_link("booking.html", request, policy, lambda db: sharing.booking(db, token))


def _by_link(page: str, request: Request, policy: str, shared: Callable[[Session], Shared]) -> Response:
    """Serve a page whose URL grants access, without revealing the URL to pages that it links to. The page itself
    reports an invalid link or an unavailable database.
    """
    facts = None
    with suppress(Invalid, NotFound, *_OUT_OF_REACH), database(request).read() as db:
        facts = _facts(request, shared(db))
    return _kept_secret(built_page(PORTAL / page, policy=policy, name=_name(request), shared=facts))


def _kept_secret(response: Response) -> Response:
    """Protect a page with a secret URL from caches, search engines and referrers."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _shared_form(db: Session, request: Request) -> dict[str, str] | None:
    """Return the link preview of the requested form with its reviews; None if there is no such form."""
    try:
        operator = queries.public_operator(db, named_operator(_named(request)))
        shared = sharing.form(db, operator.id)
    except (Invalid, NotFound):
        return None
    url = f"{request.app.state.cached_settings.site_url}/booking?userId={operator.public_key}"
    reviews = structured_data(db, operator, shared.company, url)
    return _facts(request, shared) | ({"reviews": reviews} if reviews else {})


def _facts(request: Request, shared: Shared) -> dict[str, str]:
    """Convert a link preview to Open Graph properties, which require absolute URLs. A form's ``contact`` is shown by
    the page itself in case its script does not load.
    """
    reach = {"contact": f"{shared.company}: {', '.join(shared.contact)}"} if shared.contact else {}
    return reach | {
        "og:type": "website",
        "og:site_name": shared.company,
        "og:title": shared.title,
        "og:description": shared.description,
        "og:image": f"{request.app.state.cached_settings.site_url}{shared.picture}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"{shared.message} in marquee letters",
    }


def _name(request: Request) -> str:
    return request.app.state.cached_settings.site_name


@router.get("/logo.svg")
@router.get("/logo-night.svg")
def logo(request: Request) -> Response:
    """Serve the product's logo or, if the installation has its own name, the mark with that name (G1)."""
    name, mark = _name(request), APP / "mark.svg"
    if name == USUAL_NAME or not mark.is_file():
        return built_file(APP / request.url.path.removeprefix("/"), request)
    drawn = named_logo(mark, name, night=request.url.path == "/logo-night.svg")
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": HOUR})


def _form(policy: str, name: str, shared: Mapping[str, str] | None = None) -> Response:
    return built_page(WIDGET / "widget.html", policy=policy, name=name, shared=shared)


def _form_policy(db: Session, request: Request) -> str:
    """Return the form's Content-Security-Policy. It allows the payment provider if visitors pay in the form."""
    policy = payment_policy(request.app.state.settings, POLICY) if _collects(db, request) else POLICY
    # Even "*" excludes pages with an opaque origin, such as sandboxed ones, so the directive is left out if there is no
    # list.
    ancestors = _ancestors(db, request)
    return policy if ancestors is None else f"{policy}; frame-ancestors {ancestors}"


def _collects(db: Session, request: Request) -> bool:
    try:
        operator = queries.public_operator(db, named_operator(_named(request)))
    except (Invalid, NotFound):
        return False
    set_operator(db, operator.id)
    keys = effective(db, request.app.state.settings).stripe
    return pricing.collects_at_booking(db, operator.id, keys)


def _form_without_answers(name: str) -> Response:
    """Serve the form while the database is unavailable. The form itself reports this and offers to retry."""
    response = _form(POLICY, name)
    response.status_code = Unavailable.status
    response.headers["Retry-After"] = "2"
    return response


def _ancestors(db: Session, request: Request) -> str | None:
    """Return the sites allowed to frame the requested form; None if any site is. Any site may frame an unknown
    operator's form: it shows nothing, and this way the response doesn't reveal if the operator exists.

    The operator is parsed from the URL exactly as the form does it (frontend/widget/params.ts); otherwise a page could
    show one operator's form under another's policy.
    """
    try:
        operator_key = named_operator(_named(request))
    except Invalid:
        return None
    return sites.frame_ancestors(queries.sites_that_may_embed(db, operator_key))


def _named(request: Request) -> str:
    given = (request.query_params.getlist(name) for name in ("userId", "key"))
    return next((values[0] for values in given if values and values[0]), "").strip(" \t\r\n")


@router.get("/embed.js")
def embed_script(request: Request) -> Response:
    """Serve the embed script: cached for an hour, then revalidated by its ETag (W4)."""
    response = built_file(EMBED / "embed.js", request)
    response.headers["Access-Control-Allow-Origin"] = "*"
    # Pages with cross-origin isolation require this.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@router.get("/")
def start(request: Request) -> Response:
    """Serve the app to browsers with a session cookie, which shows the dashboard or start page; otherwise serve the
    landing page.
    """
    page = LANDING / "landing.html"
    if has_cookie(request) or not page.is_file():
        response = _page_of_the_app(request)
    else:
        name, policy = _name(request), landing_policy(page)
        claim: str | None = request.app.state.cached_settings.landing_claim
        if name == USUAL_NAME and claim is None:
            response = packed_file(page, request, {"Content-Security-Policy": policy, "Cache-Control": "no-cache"})
        else:
            response = built_page(page, policy=policy, name=name, shared={"landing-claim": claim} if claim else None)
    response.headers.add_vary_header("Cookie")
    return response


@router.get("/{path:path}")
def app_page(path: str, request: Request) -> Response:
    """Serve a built file, a page for signing in, an app page, or the not-found page with status 404. Unknown API paths
    and methods return a problem.
    """
    if path == "api" or path.startswith("api/"):
        _refuse_method(request)
        raise NotFound
    file = file_at(path)
    if file is not None:
        response = built_file(file, request)
        if path.startswith("widget/"):
            # A sandboxed frame has an opaque origin, so everything is cross-origin there. Browsers fetch module scripts
            # with their origin, other files without.
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response
    if f"/{path}" in AUTH_PATHS:
        page = built_page(AUTH / "auth.html", policy=CLOSED, name=_name(request))
        return _kept_secret(page) if f"/{path}" in LINK_PATHS else page
    return _page_of_the_app(request, status=200 if is_page(f"/{path}") else 404)


def _page_of_the_app(request: Request, status: int = 200) -> Response:
    path = request.url.path
    policy = payment_policy(request.app.state.settings) if path in PAYMENT_PATHS else CLOSED
    response = built_page(APP / "index.html", policy=policy, name=_name(request), status=status)
    if has_cookie(request):
        # If the database is unavailable, the page itself reports that it is offline.
        with suppress(*_OUT_OF_REACH), database(request).read() as db:
            caller = current_user(db, request)
            response.headers.update(early(path, caller, booking=_opened_booking(request)) if caller else {})
    return response


def _opened_booking(request: Request) -> int | None:
    """Return the booking whose details a link to the bookings page opens."""
    number = request.query_params.get("id", "")
    return int(number) if re.fullmatch("[1-9][0-9]{0,9}", number) else None


def _refuse_method(request: Request) -> None:
    """Raise 405 with the allowed methods if another route serves the path. Page routes come last and accept GET for any
    path, so the framework cannot do this.
    """
    allowed_methods = {
        method
        for route in request.app.router.routes
        if isinstance(route, APIRoute) and route.include_in_schema and route.matches(request.scope)[0] is Match.PARTIAL
        for method in route.methods or ()
    }
    if allowed_methods:
        raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": ", ".join(sorted(allowed_methods))})
