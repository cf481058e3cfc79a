"""A business has exactly one owner after any order of joins, departures, removals and deactivations (A5)."""

from datetime import UTC, datetime

from fastapi import FastAPI
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import select

from marqueedesk.accounts import service
from marqueedesk.accounts.models import Membership, Operator, User
from marqueedesk.accounts.rights import MANAGER, OWNER, STAFF
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.http.links import Signer
from marqueedesk.teams import invitations, members
from marqueedesk.teams import service as teams
from tests.support import databases
from tests.support.databases import Kind

NOW = datetime(2027, 3, 3, 15, tzinfo=UTC)
SIGNER = Signer(b"a key for tests")
PEOPLE = 4


def test_business_always_has_exactly_one_owner(app: FastAPI, database: Database, database_kind: Kind):
    someone = st.integers(0, PEOPLE - 1)
    with database.read() as db:
        starts_with = effective(db, app.state.settings)

    class Businesses(RuleBasedStateMachine):
        """Four users, each with their own business, who join each other's teams."""

        @initialize()
        def begin(self) -> None:
            databases.for_worker(database_kind).empty()
            with database.write() as db:
                self.ids = [
                    service.register(
                        db, email=f"{n}@a.example", password_hash="none", company_name=None, phone_number=None, now=NOW
                    )[0].id
                    for n in range(PEOPLE)
                ]

        @rule(whose=someone, whom=someone, part=st.sampled_from([MANAGER, STAFF]))
        def join(self, whose: int, whom: int, part: str) -> None:
            try:
                with database.write() as db:
                    owner = db.get_one(User, self.ids[whose])
                    set_operator(db, owner.id)
                    row = invitations.invite(db, owner.id, f"{whom}@a.example", part, SIGNER, NOW, by=owner)
                    token = invitations.address(SIGNER, "", row).rpartition("=")[2]
                with database.write() as db:
                    teams.accept(db, token, db.get_one(User, self.ids[whom]), NOW)
            except Problem:
                return

        @rule(whom=someone)
        def leave(self, whom: int) -> None:
            try:
                with database.write() as db:
                    teams.leave(db, db.get_one(User, self.ids[whom]), NOW, starts_with=starts_with)
            except Problem:
                return

        @rule(whose=someone, whom=someone)
        def remove(self, whose: int, whom: int) -> None:
            try:
                with database.write() as db:
                    members.remove(db, self.ids[whose], self.ids[whom], NOW, by=self.ids[whose])
            except Problem:
                return

        @rule(whom=someone, active=st.booleans())
        def switch(self, whom: int, active: bool) -> None:
            with database.write() as db:
                service.set_active(db, db.get_one(User, self.ids[whom]), active=active)

        @invariant()
        def one_owner(self) -> None:
            with database.read() as db:
                rows = {row.user_id: row for row in db.scalars(select(Membership))}
                assert set(rows) == set(self.ids), "every user has a membership"
                for business in db.scalars(select(Operator)):
                    team = [row for row in rows.values() if row.operator_id == business.id]
                    owners = [row.user_id for row in team if row.role == OWNER]
                    # A paused business has no members; the user with its ID is on another team.
                    assert owners == ([] if business.suspended_at else [business.id])
                    assert (rows[business.id].operator_id != business.id) == (business.suspended_at is not None)
                    user = db.get_one(User, business.id)
                    assert business.is_active == (user.is_active and business.suspended_at is None)
                    if business.suspended_at:
                        assert team == []

    run_state_machine_as_test(Businesses, settings=settings(max_examples=6, stateful_step_count=10, deadline=None))
