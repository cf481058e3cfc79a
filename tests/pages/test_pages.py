"""Pages by path, their frame policy, and HEAD requests."""

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import update

from marqueedesk.accounts.models import Membership
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.web.early import FIRST
from marqueedesk.web.paths import APP_PATHS, AUTH_PATHS, HELP_CHAPTERS, LINK_PATHS, PAYMENT_PATHS
from tests.support.api import Api
from tests.support.server import free_port

pytestmark = pytest.mark.either_database

FRAMED = ("/booking-widget", "/embed", "/booking")


def hashed(text: str) -> str:
    """Return a style element's hash as used in a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", FRAMED)
def test_public_form_may_be_framed_by_default(visitor: Api, path: str):
    answer = visitor.get(f"{path}?userId=1")
    assert answer.status_code == 200
    assert "frame-ancestors" not in answer.headers["content-security-policy"]
    assert "x-frame-options" not in answer.headers


def test_static_files_have_no_page_headers(visitor: Api):
    script = re.findall(r'src="(/assets/[^"]+\.js)"', visitor.get("/dashboard").text)[0]

    headers = visitor.get(script, headers={"Accept-Encoding": "gzip"}).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers
    assert sum(len(name) + len(value) + 4 for name, value in headers.raw) < 480
    missing = visitor.get("/assets/no-such-file.js")
    assert (missing.status_code, missing.headers["x-frame-options"]) == (404, "DENY")
    assert "frame-ancestors 'none'" in missing.headers["content-security-policy"]


@pytest.mark.parametrize("path", sorted(APP_PATHS | AUTH_PATHS))
def test_other_pages_refuse_framing(visitor: Api, path: str):
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "path", sorted((APP_PATHS | AUTH_PATHS | {"/booking-widget", "/embed", "/nowhere"}) - PAYMENT_PATHS)
)
def test_only_payment_pages_load_from_other_hosts(visitor: Api, path: str):
    policy = visitor.get(path).headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "connect-src 'self';" in policy
    assert "https://" not in policy


@pytest.mark.parametrize(
    "path",
    sorted(
        (APP_PATHS | AUTH_PATHS | {"/booking-widget", "/embed", "/crew", "/q/any-link", "/api/docs"}) - PAYMENT_PATHS
    ),
)
def test_only_payment_pages_allow_inline_styles(visitor: Api, path: str):
    page = visitor.get(path)

    sources = re.findall("style-src ([^;]*)", page.headers["content-security-policy"])

    own = [hashed(text) for text in re.findall("<style[^>]*>(.*?)</style>", page.text, re.DOTALL)]
    assert sources == [" ".join((["'self'"] if path != "/api/docs" else []) + own)]
    assert ' style="' not in page.text


def test_email_preview_page_runs_no_scripts(visitor: Api):
    page = visitor.get("/email-frame")

    policy = page.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"} <= set(policy)
    assert not any(part.startswith("script-src") or part == "sandbox allow-scripts" for part in policy)
    assert page.headers["x-frame-options"] == "SAMEORIGIN"
    assert "<body" not in page.text


@pytest.mark.parametrize("path", sorted(PAYMENT_PATHS | {"/b/any-link", "/my/any-link", "/s/any-link"}))
def test_payment_page_may_connect_to_the_provider(visitor: Api, path: str):
    policy = visitor.get(path).headers["content-security-policy"].split("; ")
    assert "script-src 'self' https://js.stripe.com https://*.js.stripe.com" in policy
    assert "connect-src 'self' https://api.stripe.com" in policy
    assert "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com" in policy
    assert "frame-ancestors 'none'" in policy


def test_payment_page_connects_only_to_a_configured_stand_in(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    visitor = caller_of(app_with(stripe_api_base="http://localhost:12111"))
    policy = visitor.get("/checkout").headers["content-security-policy"].split("; ")
    for kind in ("script-src", "connect-src", "frame-src"):
        assert f"{kind} 'self' http://localhost:12111" in policy
    assert not any("stripe.com" in part for part in policy)


@pytest.mark.parametrize("path", sorted(AUTH_PATHS))
def test_sign_in_pages_load_without_the_app(visitor: Api, path: str):
    page = visitor.get(path).text

    assert "/auth/assets/" in page
    assert 'src="/assets/' not in page


@pytest.mark.parametrize("path", sorted(LINK_PATHS))
def test_secret_link_page_sends_no_referrer(visitor: Api, path: str):
    answer = visitor.get(f"{path}?token=abc")

    assert answer.status_code == 200
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-robots-tag"] == "noindex"


def test_quote_page_sends_no_referrer(visitor: Api):
    answer = visitor.get("/q/some-token")
    assert answer.status_code == 200
    assert "/portal/assets/" in answer.text
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-robots-tag"] == "noindex"
    assert answer.headers["cache-control"] == "no-store"


def test_crew_page_and_app_have_root_service_workers_and_are_installable(visitor: Api):
    page = visitor.get("/crew")
    assert "/crew/assets/" in page.text
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    # The crew's scanner may use the camera and WebAssembly; no other page may.
    assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
    assert page.headers["permissions-policy"].startswith("camera=(self)")
    for other in (visitor.get("/day"), visitor.get("/"), visitor.get("/booking-widget")):
        assert "wasm" not in other.headers["content-security-policy"]
        assert other.headers["permissions-policy"].startswith("camera=()")
    for path, files in (("/crew-worker.js", "/crew/assets/"), ("/app-worker.js", "/assets/")):
        worker = visitor.get(path)
        assert worker.headers["cache-control"] == "no-cache"
        assert worker.headers["content-type"].startswith("text/javascript")
        assert f"startsWith(`{files}`)" in worker.text
    for path, start in (("/crew.webmanifest", "/crew"), ("/app.webmanifest", "/day")):
        facts = visitor.get(path).json()
        assert facts["start_url"] == start
        for icon in facts["icons"]:
            assert visitor.get(icon["src"]).headers["content-type"] == icon["type"]


@pytest.mark.parametrize("path", ["/", "/nowhere", "/q/some-token", *FRAMED])
def test_head_of_a_page_matches_get(visitor: Api, path: str):
    get, head = visitor.get(path), visitor.http.head(path)
    assert head.status_code == get.status_code
    assert head.headers["content-security-policy"] == get.headers["content-security-policy"]
    assert head.content == b""


def test_unknown_page_is_the_app_with_404_and_unknown_call_is_a_problem(visitor: Api):
    page, call = visitor.get("/nowhere"), visitor.get("/api/nowhere")
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert (call.status_code, call.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/widget/../../app.py", "/%2e%2e/app.py", "/assets/%00"])
def test_files_outside_the_build_are_not_served(visitor: Api, path: str):
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text


@pytest.mark.parametrize("page", ["/", "/booking-widget", "/q/some-token"])
def test_static_files_are_sent_compressed_if_accepted(visitor: Api, page: str):
    script = re.findall(r'src="(/[^"]*assets/[^"]+\.js)"', visitor.get(page).text)[-1]
    plain = visitor.get(script, headers={"Accept-Encoding": "identity"})
    packed = visitor.get(script, headers={"Accept-Encoding": "gzip, deflate"})

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.content == plain.content
    for answer in (plain, packed):
        assert set(answer.headers["vary"].split(", ")) == {"Accept-Encoding"}
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in answer.headers["cache-control"]
    assert plain.headers["etag"] != packed.headers["etag"]
    best = visitor.http.head(script, headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert best.headers["content-encoding"] == "br"


def test_booking_path_is_the_quote_builder_only_for_signed_in_top_level_navigation(operator: Api):
    top = operator.get("/booking", headers={"Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "same-origin"})
    assert "frame-ancestors 'none'" in top.headers["content-security-policy"]
    assert top.headers["cache-control"] == "no-store"
    assert "Cookie" in top.headers["vary"]

    framed = operator.get("/booking", headers={"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"})
    assert "frame-ancestors" not in framed.headers["content-security-policy"]


def test_link_from_another_site_opens_the_operators_own_page(operator: Api):
    followed = operator.get(
        "/booking",
        headers={"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"},
    )
    assert "frame-ancestors 'none'" in followed.headers["content-security-policy"]


def test_api_reference_is_readable_without_scripts(visitor: Api):
    page = visitor.get("/api/docs")
    assert page.status_code == 200
    assert "<code>/api/bookings/{booking_id}/status</code>" in page.text
    assert 'href="#BookingInput"' in page.text
    assert 'id="BookingInput"' in page.text
    assert "<script" not in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert visitor.get("/api/openapi.json").json()["info"]["title"] == "MarqueeDesk"


def test_server_accepts_only_existing_help_chapters(visitor: Api):
    folder = Path(__file__).resolve().parents[2] / "frontend" / "src" / "features" / "help"
    texts = [file.read_text() for file in folder.glob("*.tsx")]
    written = [re.findall(r"^  id: '([a-z-]+)',$", text, re.MULTILINE)[0] for text in texts if ": Chapter = {" in text]

    assert sorted(written) == sorted(HELP_CHAPTERS)
    assert visitor.get("/help/no-such-chapter").status_code == 404


def test_visitors_get_the_prerendered_landing_page_and_users_the_app(visitor: Api, operator: Api):
    landing, app = visitor.get("/"), operator.get("/")

    assert "Sound Familiar?" in landing.text
    assert 'href="/auth"' in landing.text
    assert "/landing/assets/" in landing.text
    assert "Sound Familiar?" not in app.text
    assert '<div id="root"></div>' in app.text
    for answer in (landing, app):
        assert "Cookie" in answer.headers["vary"]
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-frame-options"] == "DENY"
    assert landing.headers["etag"] != app.headers["etag"]
    again = visitor.get("/", headers={"If-None-Match": landing.headers["etag"]})
    assert again.status_code == 304


def named(answer: httpx.Response) -> list[tuple[str, str]]:
    """Return the addresses that a page preloads, with their types."""
    return re.findall(r"<([^>]+)>; rel=([a-z]+)", answer.headers.get("link", ""))


@pytest.mark.parametrize("path", sorted(FIRST))
def test_app_page_preloads_its_first_requests(path: str, operator: Api, visitor: Api):
    found = named(operator.get(path))

    assert [address for address, how in found if how == "preload"] == ["/api/user", *FIRST[path].calls]
    for call in FIRST[path].calls:
        assert operator.get(call).status_code == 200
    files = [address for address, how in found if how == "modulepreload"]
    assert any(Path(FIRST[path].module).stem in file for file in files)
    page = operator.get(path).text
    for file in files:
        assert visitor.get(file).headers["content-type"].startswith("text/javascript")
        assert file not in page
    assert named(visitor.get(path)) == []


def test_link_to_a_booking_preloads_its_details(operator: Api):
    found = named(operator.get("/bookings?id=12"))

    assert [address for address, how in found if how == "preload"] == ["/api/bookings/12", "/api/user"]
    files = [address for address, how in found if how == "modulepreload"]
    assert any("BookingDialog" in file for file in files)
    assert any("BookingsPage" in file for file in files)


@pytest.mark.parametrize("number", ["", "0", "-1", "1>; rel=preload", "12345678901", "\u0661"])
def test_link_without_a_booking_number_preloads_the_list_only(operator: Api, number: str):
    found = operator.get("/bookings", params={"id": number}).headers["link"]

    assert found == operator.get("/bookings").headers["link"]


def test_preloads_exclude_data_that_the_role_may_not_see(operator: Api, database: Database):
    with database.write() as db, all_tenants(db, "the test arranges a team"):
        db.execute(update(Membership).where(Membership.user_id == operator.id).values(role="staff"))

    for path in ("/", "/dashboard", "/quotes"):
        assert named(operator.get(path)) == [("/api/user", "preload")]
    assert len(named(operator.get("/bookings"))) > 1
    assert named(operator.get("/help")) == []
    operator.http.cookies.clear()
    assert named(operator.get("/dashboard")) == []


@pytest.mark.parametrize("path", ["/landing/landing.html", "/landing/landing.html.gz", "/index.html"])
def test_pages_have_canonical_addresses(visitor: Api, path: str):
    assert visitor.get(path).status_code == 404


def test_embed_script_is_small_and_available_to_all_sites(visitor: Api):
    got = visitor.get("/embed.js", headers={"Accept-Encoding": "gzip"})

    assert got.status_code == 200
    assert got.headers["content-type"] == "text/javascript; charset=utf-8"
    assert got.headers["content-encoding"] == "gzip"
    assert int(got.headers["content-length"]) <= 1800
    assert got.headers["cache-control"] == "public, max-age=3600"
    assert got.headers["access-control-allow-origin"] == "*"
    assert got.headers["cross-origin-resource-policy"] == "cross-origin"
    assert got.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in got.headers


@pytest.mark.parametrize("known", ["{}", "W/{}", '"other", {}'])
def test_unchanged_file_returns_304(known: str, visitor: Api):
    first = visitor.get("/embed.js", headers={"Accept-Encoding": "gzip"})

    again = visitor.get(
        "/embed.js", headers={"Accept-Encoding": "gzip", "If-None-Match": known.format(first.headers["etag"])}
    )

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["cache-control"] == "public, max-age=3600"
    assert again.headers["access-control-allow-origin"] == "*"
    other = visitor.get("/embed.js", headers={"Accept-Encoding": "gzip", "If-None-Match": '"other"'})
    assert other.status_code == 200


@pytest.mark.postgres_only
@pytest.mark.parametrize("path", FRAMED)
def test_form_page_is_served_without_a_database(
    path: str, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    cut_off = caller_of(app_with(database_url=f"postgresql://nobody@127.0.0.1:{free_port()}/none"))

    answer = cut_off.get(f"{path}?userId=1")

    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert "Book Your Marquee Letters" in answer.text


def test_form_files_load_in_pages_without_an_origin(visitor: Api):
    """A sandboxed page has an opaque origin, so the form's own files count as cross-origin."""
    page = visitor.get("/embed?userId=1").text
    files = set(re.findall(r'(?:src|href)="(/widget/[^"]+)"', page))
    assert files
    for file in files:
        headers = visitor.get(file).headers
        assert headers["cross-origin-resource-policy"] == "cross-origin", file
        assert headers["access-control-allow-origin"] == "*", file
