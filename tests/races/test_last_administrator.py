"""Two administrators remove each other concurrently: one of them remains (A6). See racing.py."""

from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from marqueedesk.accounts import passwords, service
from marqueedesk.accounts.models import User
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from tests.races.racing import AtOnce, held_back, without_the_lock
from tests.support.api import PASSWORD, Api

ATTEMPTS = 8
Attack = Callable[[Api, int], httpx.Response]


def demote(attacker: Api, target: int) -> httpx.Response:
    return attacker.patch(f"/api/admin/users/{target}/role", json={"role": "user"})


def deactivate(attacker: Api, target: int) -> httpx.Response:
    return attacker.patch(f"/api/admin/users/{target}/status", json={"isActive": False})


def delete(attacker: Api, target: int) -> httpx.Response:
    return attacker.delete(f"/api/admin/users/{target}")


def two_administrators(database: Database, new_caller: Callable[[], Api], name: str) -> list[Api]:
    hashed = passwords.hash_password(PASSWORD)
    emails = [f"{name}-{number}@example.com" for number in range(2)]
    with database.write() as db:
        for email in emails:
            service.add_user(db, email=email, password_hash=hashed, role="admin", now=clock.now())
    return [new_caller().login(email) for email in emails]


def remove_each_other(pair: list[Api], at_once: AtOnce, attack: Attack, database: Database) -> None:
    one, other = pair

    answers = at_once([lambda: attack(one, other.id), lambda: attack(other, one.id)])

    found = sorted(answer.status_code for answer in answers)
    with database.read() as db:
        left = db.scalar(select(func.count()).select_from(User).where(User.role == "admin", User.is_active))
    assert left == 1, found
    # The second one is no longer an administrator, or no longer signed in.
    assert found[0] in {200, 204}
    assert found[1] in {401, 403}


@pytest.mark.parametrize("attack", [demote, deactivate, delete])
def test_one_administrator_remains_in_the_worst_interleaving(
    new_caller: Callable[[], Api], database: Database, attack: Attack
):
    pair = two_administrators(database, new_caller, "worst")

    remove_each_other(pair, held_back(database), attack, database)


def test_without_the_lock_both_administrators_are_removed(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with()
    database = app.state.database
    with without_the_lock(app) as at_once:
        for attempt in range(ATTEMPTS):
            pair = two_administrators(database, lambda: caller_of(app), f"pair{attempt}")
            try:
                remove_each_other(pair, at_once, demote, database)
            except AssertionError:
                return
            with database.write() as db:
                for user in db.scalars(select(User)):
                    user.role = "user"
    pytest.fail(f"{ATTEMPTS} races without a lock ended well: this test would not notice a missing lock")
