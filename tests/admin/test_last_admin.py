"""At least one administrator remains after any sequence of requests (A6)."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import func, select

from marqueedesk.account_closing import service as closing
from marqueedesk.accounts import service
from marqueedesk.accounts.access import COOKIE
from marqueedesk.accounts.models import Operator, User
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs.job_runner import Task
from tests.support import databases
from tests.support.api import Api
from tests.support.databases import Kind

PEOPLE = range(5)
ROLES = ("admin", "manager", "staff", "user")


def administrators(database: Database) -> int:
    with database.read() as db:
        return db.scalar(select(func.count()).select_from(User).where(User.role == "admin", User.is_active)) or 0


def test_no_sequence_of_requests_removes_the_last_administrator(
    app: FastAPI, caller_of: Callable[..., Api], database: Database, database_kind: Kind
):
    callers = [caller_of(app) for _ in PEOPLE]
    someone, anybody = st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)

    class Administration(RuleBasedStateMachine):
        """Two administrators and three other users, each acting on any of the five."""

        @initialize()
        def begin(self) -> None:
            databases.for_worker(database_kind).empty()
            self.ids: list[int] = []
            now = clock.now()
            for number, caller in enumerate(callers):
                with database.write() as db:
                    role = "admin" if number < 2 else "user"
                    # No password is needed here, and hashing one would take most of the run time.
                    user = service.add_user(db, email=f"{number}@example.com", password_hash="none", role=role, now=now)
                    service.create_business(db, user, now)
                    token = service.sign_in(db, user, now)
                self.ids.append(user.id)
                caller.http.cookies.set(COOKIE, token, domain="localhost")

        def path(self, whom: int) -> str:
            return f"/api/admin/users/{self.ids[whom]}"

        @rule(who=someone, whom=anybody, role=st.sampled_from(ROLES))
        def change_role(self, who: int, whom: int, role: str) -> None:
            answer = callers[who].patch(f"{self.path(whom)}/role", json={"role": role})
            assert answer.status_code in {200, 401, 403, 404, 409}

        @rule(who=someone, whom=anybody, active=st.booleans())
        def change_state(self, who: int, whom: int, *, active: bool) -> None:
            answer = callers[who].patch(f"{self.path(whom)}/status", json={"isActive": active})
            assert answer.status_code in {200, 401, 403, 404, 409}

        @rule(who=someone, whom=anybody)
        def delete(self, who: int, whom: int) -> None:
            answer = callers[who].delete(self.path(whom))
            assert answer.status_code in {204, 401, 403, 404, 409}

        @rule(who=someone)
        def close(self, who: int) -> None:
            """Close the user's business, if they have one."""
            with database.write() as db:
                owner = db.get(User, self.ids[who])
                set_operator(db, self.ids[who])
                if owner is not None and db.get(Operator, owner.id) is not None:
                    closing.close(db, owner.id, owner, clock.now())

        @rule()
        def wait(self) -> None:
            """Let two weeks pass and remove the closed businesses."""
            later = clock.now() + closing.WAITS
            for who in self.ids:
                with database.write() as db:
                    set_operator(db, who)
                    operator = db.get(Operator, who)
                    ends = operator.closes_at if operator else None
                    if ends is not None:
                        payload = {"operatorId": who, "closesAt": ends.isoformat()}
                        closing.remove_due(db, Task(1, closing.REMOVE, payload, clock.now(), 0), later)

        @invariant()
        def one_stays(self) -> None:
            assert administrators(database) >= 1

    run_state_machine_as_test(Administration, settings=settings(max_examples=7, stateful_step_count=15, deadline=None))


def test_last_administrator_keeps_access_after_deleting_the_other(
    admin: Api, new_admin: Callable[[str], Api], database: Database
):
    other = new_admin("second@example.com")
    assert admin.delete(f"/api/admin/users/{other.id}").status_code == 204

    assert administrators(database) == 1
    assert admin.get("/api/admin/users").status_code == 200
    with pytest.raises(AssertionError, match="401"):
        other.login("second@example.com")
