"""A17: common passwords and the user's own names are refused."""

from collections.abc import Callable

import pytest

from marqueedesk.accounts.weak_passwords import ADMIN_TOO_SHORT, COMMON, OWN_NAME, fault
from tests.support.api import PASSWORD, Api


@pytest.mark.parametrize(
    "password, expected",
    [
        ("123456", COMMON),
        ("PassWord1", COMMON),
        (" qwerty ", COMMON),
        ("      ", COMMON),
        ("wwwwwww", COMMON),
        ("x" * 73, None),
        ("neon 5", None),
        ("brightletters", OWN_NAME),
        ("Bright-Letters!", OWN_NAME),
        ("ada@example.com", OWN_NAME),
        ("ADA.example", None),
        ("bright letters 4", None),
        (PASSWORD, None),
        ("!!??!!", None),
    ],
)
def test_common_password_or_own_name_is_refused(password: str, expected: str | None):
    assert fault(password, email="ada@example.com", names=["Bright Letters", None]) == expected


def test_administrator_password_needs_twelve_characters():
    assert fault("elevensigns", email="a@example.com", admin=True) == ADMIN_TOO_SHORT
    assert fault("twelve signs", email="a@example.com", admin=True) is None


@pytest.mark.parametrize(
    "password, expected",
    [
        ("password1234", COMMON),
        ("123456789012", COMMON),
        ("passwordpassword", COMMON),
        ("adminadmin12", COMMON),
        ("Administrator!", COMMON),
        ("abcabcabcabc", COMMON),
        ("!!!!!!!!!!!!", COMMON),
        ("tall lit signs", None),
        ("zx81-tango-foxtrot", None),
    ],
)
def test_common_password_made_longer_is_refused_to_administrators(password: str, expected: str | None):
    assert fault(password, email="a@example.com", admin=True) == expected


def test_registration_and_password_change_refuse_weak_passwords(operator: Api, new_caller: Callable[[], Api]):
    change = {"currentPassword": PASSWORD, "newPassword": "letmein", "confirmPassword": "letmein"}
    changed = operator.post("/api/change-password", json=change)
    registered = new_caller().post(
        "/api/register", json={"email": "w@example.com", "password": "Neon Co", "companyName": "Neon & Co"}
    )

    assert (changed.status_code, changed.json()["fields"]) == (422, {"newPassword": COMMON})
    assert registered.status_code == 422
    # The name matches although its ampersand is missing from the password.
    assert registered.json()["fields"] == {"password": OWN_NAME}
