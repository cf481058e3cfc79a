"""Settings of the clients at bookkeeping software."""

from typing import Any

import pytest

from marqueedesk.settings import Settings


def settings(**values: Any) -> Settings:
    return Settings(database_url="sqlite://", **values)


@pytest.mark.parametrize("system", ["quickbooks", "xero"])
def test_other_address_is_for_clients_of_a_stand_in(system: str):
    secret = {f"{system}_client_secret": "secret", f"{system}_api_base": "http://localhost:8002"}

    with pytest.raises(ValueError, match="_API_BASE is for a stand-in"):
        settings(**secret, **{f"{system}_client_id": "ABreal"})
    assert settings(**secret, **{f"{system}_client_id": "standin-1"})


def test_sandbox_of_quickbooks_is_allowed():
    base = "https://sandbox-quickbooks.api.intuit.com"
    assert settings(quickbooks_client_id="ABreal", quickbooks_client_secret="secret", quickbooks_api_base=base)


@pytest.mark.parametrize("values", [{"xero_client_id": "A"}, {"quickbooks_client_secret": "secret"}])
def test_client_id_and_secret_belong_together(values: dict[str, str]):
    with pytest.raises(ValueError, match="must both be set"):
        settings(**values)
