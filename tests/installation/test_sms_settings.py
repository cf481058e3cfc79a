"""Settings of the account at the text provider."""

from typing import Any

import pytest

from marqueedesk.settings import Settings


def settings(**values: Any) -> Settings:
    return Settings(database_url="sqlite://", **values)


def test_other_address_is_for_accounts_of_a_stand_in():
    base = {"sms_token": "token", "sms_api_base": "http://localhost:8004"}

    with pytest.raises(ValueError, match="SMS_API_BASE is for a stand-in"):
        settings(**base, sms_account="AC0123456789")
    assert settings(**base, sms_account="ACstandin1").sms_api_base == "http://localhost:8004"


@pytest.mark.parametrize("values", [{"sms_account": "AC0123456789"}, {"sms_token": "token"}])
def test_account_and_token_belong_together(values: dict[str, str]):
    with pytest.raises(ValueError, match="SMS_ACCOUNT and SMS_TOKEN must both be set"):
        settings(**values)


@pytest.mark.parametrize("sender", ["+15185550100", "12345", "MG0123456789"])
def test_sender_is_a_number_or_a_messaging_service(sender: str):
    assert settings(sms_from=sender).sms_from == sender


@pytest.mark.parametrize("sender", ["call after 5", "5185550100000000", "+0123"])
def test_other_senders_are_refused(sender: str):
    with pytest.raises(ValueError, match="must be a number"):
        settings(sms_from=sender)
