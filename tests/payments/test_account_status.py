"""The operator's account at the payment provider."""

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
