"""The operator's account at the payment provider."""

import pytest

from tests.support.api import Api, ok_json


def test_account_status_without_keys_states_that_keys_are_needed(operator: Api):
    status = ok_json(operator.get("/api/stripe-connect/account-status"))

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
def test_account_status_suggests_the_country_of_the_time_zone(operator: Api, zone: str, country: str | None):
    operator.set_rules(timeZone=zone)
    assert ok_json(operator.get("/api/stripe-connect/account-status"))["country"] == country
