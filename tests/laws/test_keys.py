"""Keys begin with the operator (docs/adr/0018-keys.md), so the database itself rejects a row of one operator that
refers to another operator's row, and tables can be distributed by operator. Checked in the models and in the
migrated tables of both databases.
"""

import ast

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.keys import unique_sets
from marqueedesk.kit.db.tenancy import OPERATOR
from marqueedesk.tables import METADATA
from tests.laws.test_source import PACKAGE
from tests.support.api import Api

DIRECTORIES = {
    "links": "maps link tokens to operators",
    "public_keys": "maps public keys to operators",
    "provider_ids": "maps Stripe customers and accounts to operators",
    "connected_accounts": "capabilities of Stripe accounts",
    "provider_texts": "maps texts at the provider to operators",
    "contract_files": "verified by anyone who has a file, across operators",
    "text_senders": "maps numbers that businesses text from to operators, unique across them",
    "memberships": "maps users to the operators they work for",
    "open_streams": "open streams, also counted by network across operators",
    "jobs": "jobs of operators and the installation, run by shared workers",
    "audit_entries": "outlives its operator, and includes entries of the installation without one",
}
"""Lookup tables and tables shared by all operators. Every other table with an operator ID is operator-owned."""

OWNED = {name: table for name, table in METADATA.tables.items() if OPERATOR in table.c and name not in DIRECTORIES}


def test_every_module_with_tables_is_imported_by_tables():
    """Commands that copy all tables import nothing else."""
    imported = {
        node.value
        for node in ast.walk(ast.parse((PACKAGE / "tables.py").read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    with_tables = {
        path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        for path in PACKAGE.rglob("*.py")
        if "    __tablename__ = " in path.read_text()
    }

    assert with_tables <= imported


def test_key_checks_cover_all_operator_tables():
    assert len(OWNED) > 25
    assert DIRECTORIES.keys() <= METADATA.tables.keys()


@pytest.mark.parametrize("name", sorted(OWNED))
def test_keys_and_constraints_of_models_begin_with_operator_id(name: str):
    table = OWNED[name]

    assert next(column.name for column in table.primary_key) == OPERATOR
    assert not table.c[OPERATOR].nullable
    for columns in unique_sets(table):
        assert columns[0] == OPERATOR, columns
    for reference in table.foreign_key_constraints:
        if reference.referred_table.name in OWNED:
            pairs = [(element.parent.name, element.column.name) for element in reference.elements]
            assert pairs[0] == (OPERATOR, OPERATOR), pairs


def test_keys_and_constraints_in_database_begin_with_operator_id(database: Database):
    with database.autocommit_connection() as connection:
        found = inspect(connection)
        for name, table in OWNED.items():
            wanted = [column.name for column in table.primary_key]
            uniques = [row["column_names"] for row in found.get_indexes(name) if row["unique"]]
            uniques += [row["column_names"] for row in found.get_unique_constraints(name)]
            key = found.get_pk_constraint(name)["constrained_columns"]
            if database.is_sqlite and wanted == [OPERATOR, "id"]:
                # SQLite uses an INTEGER PRIMARY KEY for IDs, and a unique index as the key.
                assert key == ["id"], name
                assert wanted in uniques, name
            else:
                assert key == wanted, name
            assert all(columns[0] == OPERATOR for columns in uniques), (name, uniques)
            for reference in found.get_foreign_keys(name):
                if reference["referred_table"] in OWNED:
                    assert reference["constrained_columns"][0] == OPERATOR, (name, reference)
                    assert reference["referred_columns"][0] == OPERATOR, (name, reference)


def test_database_refuses_reference_to_another_operators_row(operator: Api, visitor: Api, database: Database):
    booking = operator.book()
    other = visitor.register()
    row = {"operator": other.id, "booking": booking["id"]}
    note = text("INSERT INTO crew_notes (operator_id, booking_id, updated_at) VALUES (:operator, :booking, :at)")

    with pytest.raises(IntegrityError), database.write_connection() as connection:
        connection.execute(note, row | {"at": "2027-03-03 12:00:00+00:00"})


MAY_LOCK = {
    "accounts/queries.py": "operators by ID, and users",
    "admin/queries.py": "users",
    "admin/announcement_emails.py": "announcements, which belong to the installation",
    "accounts/email_changes.py": "email changes, which belong to users",
    "availability/operator_lock.py": "operators by ID",
    "billing/plans.py": "plans, which belong to the installation",
    "billing/queries.py": "operators by ID, and plans",
    "kit/jobs/jobs.py": "jobs, which belong to the installation",
    "instance_settings/queries.py": "settings of the installation",
    "stripe/webhooks.py": "Stripe events, which belong to the installation",
}


def test_only_listed_modules_lock_rows():
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if "with_for_update" in {getattr(node, "attr", None), getattr(node, "arg", None)}:
                found.add(path.relative_to(PACKAGE).as_posix())

    assert found == MAY_LOCK.keys()
