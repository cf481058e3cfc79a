"""The operator's account at the payment provider."""

import pytest

from tests.support.api import Api, made


def test_without_the_providers_keys_it_says_that_they_are_needed(operator: Api):
    status = made(operator.get("/api/stripe-connect/account-status"))

    assert (
        status
        | {
            "hasAccount": False,
            "detailsSubmitted": False,
            "accountId": None,
            "chargesEnabled": False,
            "payoutsEnabled": False,
            "needsStripeKey": True,
        }
        == status
    )


@pytest.mark.parametrize(
    "zone, country", [("Europe/Berlin", "DE"), ("America/Chicago", "US"), ("Africa/Lagos", None), ("UTC", None)]
)
def test_before_there_is_an_account_it_names_the_business_own_country(operator: Api, zone: str, country: str | None):
    operator.set_rules(timeZone=zone)
    assert made(operator.get("/api/stripe-connect/account-status"))["country"] == country
