"""Which addresses belong together by their mail domain, and which only share a provider."""

import pytest

from marqueedesk.accounts.mail_domains import COMMON_PROVIDERS, mail_domain, own_domain


@pytest.mark.parametrize(
    "email, domain",
    [
        ("x@evil.example", "evil.example"),
        ("X@EVIL.Example", "evil.example"),
        ("x@a.b.evil.example", "evil.example"),
        ("x@evil.co.uk", "evil.co.uk"),
        ("x@mail.evil.co.uk", "evil.co.uk"),
        ("x@evil.com.au", "evil.com.au"),
        ("x@co.uk", "co.uk"),
        ("x@münchen.example", "xn--mnchen-3ya.example"),
        ("x@xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
        ("x@evil.example.", "evil.example"),
    ],
)
def test_subdomains_and_spellings_are_one_domain(email: str, domain: str):
    assert own_domain(email) == domain


@pytest.mark.parametrize("email", ["a@gmail.com", "a@GMail.com", "a@yahoo.co.uk", "a@x.gmail.com", "a@comcast.net", ""])
def test_common_providers_are_no_domain_of_a_sender(email: str):
    assert own_domain(email) is None


def test_common_providers_are_spelled_as_domains_are_compared():
    assert {mail_domain(f"a@{name}") for name in COMMON_PROVIDERS} == COMMON_PROVIDERS
