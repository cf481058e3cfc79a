"""Sites that may embed an operator's form, and the key that identifies the operator (W5, W6)."""

import pytest
from sqlalchemy import update

from marqueedesk.accounts.models import Operator, User
from marqueedesk.accounts.service import new_public_key
from marqueedesk.business.sites import MOST_SITES, frame_ancestors, normal_site
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

PAGES = ("/booking", "/booking-widget", "/embed")


ANYBODY = ""


def policy(caller: Api, address: str) -> str:
    """Return the sources of a page's frame-ancestors directive; `ANYBODY` without one."""
    answer = caller.get(address)
    assert answer.status_code == 200, address
    assert "x-frame-options" not in answer.headers, "it knows no list, and would contradict this one"
    directives = [part.strip() for part in answer.headers["content-security-policy"].split(";")]
    found = [part for part in directives if part.startswith("frame-ancestors")]
    return found[0].removeprefix("frame-ancestors ") if found else ANYBODY


def allow(operator: Api, *sites: str) -> list[str]:
    return ok_json(operator.patch("/api/embed-settings", json={"allowedSites": list(sites)}))["allowedSites"]


# --- Addresses as typed ---


@pytest.mark.parametrize(
    "typed, site",
    [
        ("https://www.example.com/page?a=b#c", "https://www.example.com"),
        ("  HTTPS://WWW.Example.com  ", "https://www.example.com"),
        ("https://example.com:443/", "https://example.com"),
        ("http://example.com:80", "http://example.com"),
        ("http://example.com:8080/x", "http://example.com:8080"),
        ("www.example.com", "www.example.com"),
        ("//example.com/x", "example.com"),
        ("example.com.", "example.com"),
        ("example.com/foo bar", "example.com"),
        ("*.example.com", "*.example.com"),
        ("https://*.Example.com", "https://*.example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("https://bücher.example/ä", "https://xn--bcher-kva.example"),
        ("*.xn--bcher-kva.example", "*.xn--bcher-kva.example"),
        ("localhost:3000", "localhost:3000"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_typed_address_is_normalized_to_its_site(typed: str, site: str):
    assert normal_site(typed) == site
    assert normal_site(site) == site


@pytest.mark.parametrize(
    "typed",
    [
        "*",
        "*.com",
        "*.*.example.com",
        "exa*mple.com",
        "*.127.0.0.1",
        "example",
        "null",
        "'none'",
        "ftp://example.com",
        "javascript:alert(1)",
        "data:text/html,x",
        "mailto:a@example.com",
        "https://",
        "https:/example.com",
        "https://user:word@example.com",
        "https://example.com\\@evil.example",
        "example.com:0",
        "example.com:65536",
        "example.com:",
        "999.1.1.1",
        "[::1]",
        "a b.example",
        "a.example b.example",
        "my_site.example",
        "-a.example",
        "a..example",
        "xn--a.example",
        f"{'a' * 64}.example",
        f"{'a.' * 150}example",
        "example.com; script-src *",
        "example.com, evil.example",
        "example.com\r\nSet-Cookie: a=b",
        "example.com\x00",
        "example.com\u202e",
    ],
)
def test_invalid_site_is_rejected_with_a_reason(typed: str):
    with pytest.raises(ValueError, match=r"[a-z]"):
        normal_site(typed)


def test_invalid_stored_sites_are_left_out_of_the_header():
    stored = ["https://a.example", "b.example\r\nSet-Cookie: a=b", "c.example; script-src *", "*.d.example"]

    assert frame_ancestors(stored) == "'self' https://a.example *.d.example"
    assert frame_ancestors(["; script-src *"]) == "'self'"
    assert frame_ancestors([]) is None


# --- Settings ---


def test_new_business_lists_no_sites(operator: Api):
    settings = {"publicKey": operator.key, "allowedSites": [], "shareContact": False}
    assert operator.get("/api/embed-settings").json() == settings


def test_contact_details_are_shared_with_the_page_only_if_enabled(operator: Api, visitor: Api):
    def form() -> bool:
        return visitor.get("/api/booking-form", params={"userId": operator.id}).json()["shareContact"]

    assert form() is False
    saved = ok_json(operator.patch("/api/embed-settings", json={"shareContact": True}))
    assert (saved["shareContact"], saved["allowedSites"], form()) == (True, [], True)
    refused = operator.patch("/api/embed-settings", json={"shareContact": "yes"})
    assert refused.json()["fields"] == {"shareContact": "Share contact must be true or false"}


def test_sites_are_stored_in_order_without_duplicates(operator: Api, other_operator: Api):
    listed = allow(operator, "https://www.example.com/weddings", "", " *.Example.org ", "https://WWW.example.com")

    assert listed == ["https://www.example.com", "*.example.org"]
    assert operator.get("/api/embed-settings").json()["allowedSites"] == listed
    assert other_operator.get("/api/embed-settings").json()["allowedSites"] == []
    assert allow(operator, *listed) == listed, "as read it may be sent back"
    assert ok_json(operator.patch("/api/embed-settings", json={}))["allowedSites"] == listed, "what is left out stays"
    assert allow(operator) == []


def test_each_invalid_site_is_reported_and_nothing_changes(operator: Api):
    allow(operator, "a.example")

    answer = operator.patch(
        "/api/embed-settings", json={"allowedSites": ["b.example", "ftp://b.example", "", "two words"]}
    )

    assert answer.status_code == 422
    assert answer.json()["fields"] == {
        "allowedSites": "2 of the sites cannot be used",
        "allowedSites.1": "“ftp://b.example” must begin with https:// or http://",
        "allowedSites.3": "“two words” is not the address of a site, such as www.example.com",
    }
    assert operator.get("/api/embed-settings").json()["allowedSites"] == ["a.example"]


def test_error_message_names_a_single_invalid_site(operator: Api):
    answer = operator.patch("/api/embed-settings", json={"allowedSites": ["*"]})

    assert answer.status_code == 422
    assert answer.json()["message"] == "“*” would allow every site; leave the list empty for that"


def test_at_most_twenty_sites_are_accepted(operator: Api):
    sites = [f"{number}.example" for number in range(MOST_SITES)]

    assert allow(operator, *sites, sites[0]) == sites
    answer = operator.patch("/api/embed-settings", json={"allowedSites": [*sites, "one.more.example"]})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"allowedSites": "At most 20 sites can be listed"}


@pytest.mark.parametrize(
    "wrong", ["a.example", None, 7, {"0": "a.example"}, [7], [None], [["a.example"]], ["a" * 2001], ["a.example"] * 101]
)
def test_malformed_list_of_sites_is_rejected(operator: Api, wrong: object):
    answer = operator.patch("/api/embed-settings", json={"allowedSites": wrong})

    assert answer.status_code == 422
    assert set(answer.json()["fields"]) == {"allowedSites"}


@pytest.mark.parametrize(
    "text", ["a.example\x00", "\ud800.example", "a.example\r\nX-Evil: 1", "<script>alert(1)</script>"]
)
def test_junk_in_a_list_of_sites_is_rejected_and_escaped_in_the_error(operator: Api, text: str):
    answer = operator.http.patch(
        "/api/embed-settings",
        content=b'{"allowedSites": ["' + text.encode("unicode_escape").replace(b"\\x", b"\\u00") + b'"]}',
        headers={"Content-Type": "application/json"},
    )

    assert answer.status_code in {400, 422}
    assert "\r" not in answer.json()["message"]
    assert "\x00" not in answer.json()["message"]


# --- Public key ---


def test_renewed_public_key_replaces_the_old_one_immediately(operator: Api, visitor: Api):
    before = operator.key

    after = ok_json(operator.post("/api/embed-settings/renew-key"))["publicKey"]

    assert after != before
    assert operator.get("/api/user").json()["publicKey"] == after
    assert operator.get("/api/embed-settings").json()["publicKey"] == after
    assert visitor.get("/api/booking-form", params={"userId": before}).json()["code"] == "no_operator"
    assert visitor.try_to_book(userId=before).status_code == 404
    assert visitor.book(userId=after)["status"] == "pending"
    assert visitor.book(userId=operator.id)["status"] == "pending", "the number still names the operator"


# --- Framing of the form ---


@pytest.mark.parametrize("path", PAGES)
def test_only_listed_sites_may_embed_the_form(path: str, operator: Api, other_operator: Api, visitor: Api):
    allow(operator, "https://www.example.com", "*.example.org")
    listed = "'self' https://www.example.com *.example.org"

    assert policy(visitor, f"{path}?userId={operator.key}") == listed
    assert policy(visitor, f"{path}?userId={operator.id}") == listed
    assert policy(visitor, f"{path}?key={operator.key}&embed=true&theme=dark") == listed
    assert policy(visitor, f"{path}?userId={other_operator.key}") == ANYBODY
    head = visitor.http.head(f"{path}?userId={operator.key}")
    assert f"frame-ancestors {listed}" in head.headers["content-security-policy"]
    assert head.headers["cache-control"] in {"no-cache", "no-store"}, "a changed list counts at once"

    allow(operator)
    assert policy(visitor, f"{path}?userId={operator.key}") == ANYBODY


def test_frame_policy_is_that_of_the_operator_in_the_url(operator: Api, other_operator: Api, visitor: Api):
    """The operator is parsed as in the form: the first of several values, the key if userId is empty, surrounding
    spaces ignored.
    """
    allow(operator, "a.example")
    key, other = operator.key, other_operator.key

    for query in (
        f"userId={key}&userId={other}",
        f"userId=&key={key}",
        f"userId={key}&key={other}",
        f"%75serId=%20{key}+",
        f"userId=000{operator.id}",
    ):
        assert policy(visitor, f"/embed?{query}") == "'self' a.example", query
    for query in (f"userId={other}&userId={key}", f"userid={key}", f"userId={other}&key={key}"):
        assert policy(visitor, f"/embed?{query}") == ANYBODY, query


@pytest.mark.parametrize(
    "query",
    [
        "",
        "userId=",
        "userId=0",
        "userId=-1",
        "userId=abc!",
        "userId=99999999999999999999",
        "userId=9223372036854775808",
        "userId=%00",
        "userId=%ff%fe",
        "userId=1%20OR%201=1",
        "userId=%0d%0aX-Evil:%201",
        "userId=mk_%22%3E%3Cscript%3E",
        "userId[]=1",
        "&&&=",
        f"userId={'9' * 5000}",
        f"userId={'mk_' + 'a' * 24}",
        "userId=%EF%BB%BF1",
        "userId=٣",
    ],
)
def test_form_of_unknown_operator_may_be_framed_by_any_site(query: str, visitor: Api):
    answer = visitor.get(f"/embed?{query}")

    assert answer.status_code == 200
    assert "frame-ancestors" not in answer.headers["content-security-policy"]
    assert "x-evil" not in answer.headers


def test_list_of_a_deactivated_operator_is_not_revealed(operator: Api, visitor: Api, database: Database):
    allow(operator, "a.example")
    with database.write() as db:
        db.execute(update(Operator).where(Operator.id == operator.id).values(is_active=False))
        db.execute(update(User).where(User.id == operator.id).values(is_active=False))

    assert policy(visitor, f"/embed?userId={operator.key}") == ANYBODY


def test_booking_page_of_a_signed_in_operator_is_never_framed(operator: Api):
    allow(operator, "a.example")

    answer = operator.get(f"/booking?userId={operator.key}", headers={"Sec-Fetch-Dest": "document"})

    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"


def test_manager_can_change_embedding(operator: Api, other_operator: Api, database: Database):
    rows.join_team(database, other_operator.id, operator.id, "manager")

    allow(other_operator, "a.example")

    assert operator.get("/api/embed-settings").json()["allowedSites"] == ["a.example"]


def test_public_keys_are_unique():
    assert len({new_public_key() for _ in range(1000)}) == 1000
