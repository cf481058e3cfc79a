"""The pages: which built frontend answers which path, who may frame it, and the security headers of every answer.

The app (static/app) serves every path of its own and the not-found page. The public form (static/widget) serves
/booking-widget, /embed, and /booking for visitors; a signed-in operator's /booking is the quote builder inside the app,
answered only for a top-level document, because only the public form may be framed (docs/rules.md, W1, W2).
"""

from collections.abc import Callable
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, Response

from marqueedesk.accounts.access import database, find_caller
from marqueedesk.kit.errors import NotFound
from marqueedesk.settings import Settings

router = APIRouter(include_in_schema=False)

STATIC = Path(__file__).parent / "static"
APP = STATIC / "app"
WIDGET = STATIC / "widget"
HELP_CHAPTERS = ("first-steps", "requests", "quotes", "prices", "letters", "venues", "account", "answers")
"""The chapters of the Help Center, which are files of frontend/src/features/help."""
PUBLIC_PATHS = frozenset({"/help", "/privacy", "/terms", "/status", *(f"/help/{chapter}" for chapter in HELP_CHAPTERS)})
APP_PATHS = PUBLIC_PATHS | {"/", "/auth", "/dashboard", "/bookings", "/inventory", "/venues", "/settings"}
FRAMED_PATHS = frozenset({"/booking", "/booking-widget", "/embed"})
_FOREVER = "public, max-age=31536000, immutable"
_HOUR = "public, max-age=3600"
_ENCODINGS = {"br": ".br", "gzip": ".gz"}

_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}"
)
CLOSED = _POLICY.format(ancestors="'none'")
FRAMED = _POLICY.format(ancestors="*")
_API = "default-src 'none'; frame-ancestors 'none'"


def headers_for(settings: Settings) -> Callable[[str], list[tuple[bytes, bytes]]]:
    """The security headers of an answer by its path; a page that sets one itself keeps its own."""
    always = [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]
    if settings.is_https:
        always.append((b"strict-transport-security", b"max-age=31536000"))
    deny = (b"x-frame-options", b"DENY")
    api = [*always, deny, (b"content-security-policy", _API.encode()), (b"cache-control", b"no-store")]
    closed = [*always, deny, (b"content-security-policy", CLOSED.encode())]
    framed = always

    def choose(path: str) -> list[tuple[bytes, bytes]]:
        if path.startswith("/api/"):
            return api
        return framed if path in FRAMED_PATHS else closed

    return choose


def _page(file: Path, *, policy: str, status: int = 200) -> Response:
    if not file.is_file():
        return Response("The pages have not been built yet. Run: make setup", 503, media_type="text/plain")
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
    return FileResponse(file, status, headers=headers, media_type="text/html; charset=utf-8")


@router.api_route("/booking-widget", methods=["GET", "HEAD"])
@router.api_route("/embed", methods=["GET", "HEAD"])
def public_form() -> Response:
    """The public form, which any site may frame."""
    return _page(WIDGET / "widget.html", policy=FRAMED)


@router.api_route("/booking", methods=["GET", "HEAD"])
def booking(request: Request) -> Response:
    """The quote builder for a signed-in operator at the top level; for anybody else, and framed, the public form."""
    signed_in = False
    if request.headers.get("sec-fetch-dest", "document") == "document" and request.cookies:
        with database(request).read() as db:
            signed_in = find_caller(db, request) is not None
    response = _page(APP / "index.html", policy=CLOSED) if signed_in else _page(WIDGET / "widget.html", policy=FRAMED)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, Sec-Fetch-Dest"
    if signed_in:
        response.headers["X-Frame-Options"] = "DENY"
    return response


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def app_page(path: str, request: Request) -> Response:
    """A built file, a page of the app, or its not-found page with status 404. An unknown API path is a problem."""
    if path == "api" or path.startswith("api/"):
        raise NotFound
    for prefix, folder in (("widget/", WIDGET), ("", APP)):
        if path.startswith(prefix):
            file = _inside(folder, path.removeprefix(prefix))
            if file is not None and file.suffix != ".html":
                response = _built_file(file, request.headers.get("accept-encoding", ""))
                if folder is WIDGET:
                    # A sandboxed frame has no origin, and a module script is fetched with its origin.
                    response.headers["Access-Control-Allow-Origin"] = "*"
                return response
    return _page(APP / "index.html", policy=CLOSED, status=200 if f"/{path}" in APP_PATHS else 404)


def _built_file(file: Path, accepted: str) -> FileResponse:
    """A built file, compressed as the build has left it beside, in the first way that the browser takes."""
    headers = {"Cache-Control": _FOREVER if "assets" in file.parts else _HOUR}
    packed = {encoding: file.with_name(file.name + suffix) for encoding, suffix in _ENCODINGS.items()}
    packed = {encoding: sibling for encoding, sibling in packed.items() if sibling.is_file()}
    if not packed:
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    offers = [part.replace(" ", "").lower() for part in accepted.split(",")]
    # An offer with a weight may be a refusal (q=0); browsers send none.
    encoding = next((encoding for encoding in packed if encoding in offers), None)
    if encoding is None:
        return FileResponse(file, headers=headers)
    headers["Content-Encoding"] = encoding
    kind, _ = guess_type(file.name)
    return FileResponse(packed[encoding], headers=headers, media_type=kind)


def _inside(folder: Path, name: str) -> Path | None:
    """The file of that name inside the folder; None for anything that would lie outside, or is no file."""
    if not name or "\x00" in name:
        return None
    try:
        file = (folder / name).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None
