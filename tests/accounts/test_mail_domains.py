"""The domain that groups email addresses, except those of common providers."""

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
def test_subdomains_and_spellings_normalize_to_one_domain(email: str, domain: str):
    assert own_domain(email) == domain


@pytest.mark.parametrize("email", ["a@gmail.com", "a@GMail.com", "a@yahoo.co.uk", "a@x.gmail.com", "a@comcast.net", ""])
def test_common_provider_address_has_no_own_domain(email: str):
    assert own_domain(email) is None


def test_common_providers_are_listed_in_normalized_form():
    assert {mail_domain(f"a@{name}") for name in COMMON_PROVIDERS} == COMMON_PROVIDERS
