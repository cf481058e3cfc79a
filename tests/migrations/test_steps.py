"""Migration steps and their downgrades, also run repeatedly in one process, as restoring a backup does."""

from collections.abc import Callable, Generator

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps


@pytest.fixture
def connection() -> Generator[sa.Connection]:
    with (
        sa.create_engine("sqlite://").connect() as connection,
        Operations.context(MigrationContext.configure(connection)),
    ):
        yield connection


def tables(connection: sa.Connection) -> list[str]:
    return sa.inspect(connection).get_table_names()


def columns(connection: sa.Connection, table: str) -> list[str]:
    return [column["name"] for column in sa.inspect(connection).get_columns(table)]


def test_revision_can_be_upgraded_and_downgraded_repeatedly(connection: sa.Connection) -> None:
    upgrade, downgrade = steps.both_ways(
        steps.table("users", c.row_id("id")).of(c.text(name=50), steps.unique(["name"], "uq_users_name")),
        steps.owned_table("bookings").of(c.number("days"), steps.check("days > 0", "ck_bookings_days")),
        steps.keyed_table("notes", c.row_id("booking_id"), c.day("day")).of(
            c.long_text("text"),
            steps.owned_reference("booking_id", "bookings", "fk_notes_booking_id", ondelete="CASCADE"),
        ),
        steps.columns("users", c.text(email=254, default=""), c.row_id("inviter_id", null=True)),
        steps.index("ix_users_inviter_id", "users", ["inviter_id"], where="inviter_id IS NOT NULL"),
    )

    for _ in range(2):
        upgrade()
        assert tables(connection) == ["bookings", "notes", "users"]
        assert columns(connection, "users") == ["id", "name", "email", "inviter_id"]
        assert columns(connection, "bookings") == ["operator_id", "id", "days"]
        assert sa.inspect(connection).get_pk_constraint("notes")["constrained_columns"] == [
            "operator_id",
            "booking_id",
            "day",
        ]
        assert [index["name"] for index in sa.inspect(connection).get_indexes("bookings")] == ["pk_bookings"]
        downgrade()
        assert tables(connection) == []


def test_downgrade_reverts_steps_in_reverse_order() -> None:
    done: list[str] = []

    def does(what: str) -> Callable[[], None]:
        return lambda: done.append(what)

    upgrade, downgrade = steps.both_ways(
        steps.Step(does("made"), does("unmade")),
        steps.fill(does("filled")),
        steps.dropped(steps.Step(does("back again"), does("dropped"))),
    )

    upgrade()
    assert done == ["made", "filled", "dropped"]
    downgrade()
    assert done[3:] == ["back again", "unmade"]


def test_fill_step_updates_existing_rows(connection: sa.Connection) -> None:
    upgrade, _ = steps.both_ways(
        steps.numbered_table("users").of(c.text(name=50)),
        steps.fill("INSERT INTO users (name) VALUES ('Ada')"),
        steps.columns("users", c.flag("confirmed", default=False)),
        steps.fill(sa.table("users", sa.column("confirmed", sa.Boolean)).update().values(confirmed=True)),
    )

    upgrade()

    assert connection.execute(sa.text("SELECT id, name, confirmed FROM users")).one() == (1, "Ada", 1)
