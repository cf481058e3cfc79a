"""Fixtures for invitations by email: tests run the worker by hand and read the emails it sends."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import passwords, service
from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import Mail
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.checked import clock, new_caller
from tests.support.inbox import Inbox

__all__ = ["clock", "new_caller"]


@pytest.fixture
def admin(database: Database, new_caller: Callable[[], Api]) -> Api:
    """A signed-in administrator."""
    with database.write() as db:
        digest = passwords.hash_password(PASSWORD)
        service.add_user(db, email="admin@example.com", password_hash=digest, role="admin", now=kit_clock.now())
    return new_caller().login("admin@example.com")


Invite = Callable[..., str]


@pytest.fixture
def mails(app: FastAPI, database: Database) -> Callable[[], list[Mail]]:
    """Run all due jobs and return the emails they sent."""
    return Inbox(database, app.state.settings).send_due


@pytest.fixture
def invite(mails: Callable[[], list[Mail]]) -> Invite:
    """Send an invitation and return the token from its email."""

    def do(business: Api, email: str, part: str = "staff") -> str:
        mails()
        ok_json(business.post("/api/team/invitations", json={"email": email, "part": part}))
        return token_in(mails(), email)

    return do


def token_in(sent: list[Mail], email: str) -> str:
    """Return the invitation token from the only email sent to an address."""
    (mail,) = [mail for mail in sent if mail.to == email]
    return re.findall(r"/invitation\?token=([a-z2-7]{39})", mail.text)[0]


def accept(caller: Api, token: str, **body: Any) -> Any:
    """Accept an invitation and return the response."""
    return caller.post(f"/api/public/invitations/{token}/accept", json=body)


def join_new(caller: Api, token: str, name: str = "Grace") -> Api:
    """Join with a new account and sign the caller in with it."""
    body = {"username": name, "password": PASSWORD, "confirmPassword": PASSWORD}
    caller.user = ok_json(accept(caller, token, **body))
    return caller
