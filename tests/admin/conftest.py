"""Fixtures for signed-in administrators."""

from collections.abc import Callable

import pytest

from marqueedesk.accounts import passwords, service
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from tests.support.api import PASSWORD, Api


@pytest.fixture
def new_admin(new_caller: Callable[[], Api], database: Database) -> Callable[[str], Api]:
    """Create an administrator by email and sign them in."""

    def make(email: str) -> Api:
        with database.write() as db:
            service.add_user(
                db, email=email, password_hash=passwords.hash_password(PASSWORD), role="admin", now=clock.now()
            )
        return new_caller().login(email)

    return make


@pytest.fixture
def admin(new_admin: Callable[[str], Api]) -> Api:
    """The first administrator."""
    return new_admin("admin@example.com")
