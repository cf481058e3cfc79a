"""Keys begin with the operator (docs/adr/0018-keys.md): what lets the database itself refuse a row that belongs to one
operator and refers to another's, and lets the tables be distributed by operator. In the models, and in what the
revisions make of both databases.
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
    "links": "whose a link's token is",
    "public_keys": "whose a public key is",
    "provider_ids": "whose a customer or an account at the provider is",
    "connected_accounts": "what an account at the provider may do",
    "memberships": "for whom a person works",
    "open_streams": "who has a stream open, counted by network too, over all operators",
    "jobs": "work to be done, for businesses and for the installation, taken by workers of all",
    "audit_entries": "outlives its operator, and holds the installation's own deeds, which have none",
}
"""What leads to an operator, or belongs to none. All other tables with an operator are the operator's."""

OWNED = {name: table for name, table in METADATA.tables.items() if OPERATOR in table.c and name not in DIRECTORIES}


def test_every_table_that_belongs_to_operators_is_looked_at():
    assert len(OWNED) > 25
    assert DIRECTORIES.keys() <= METADATA.tables.keys()


@pytest.mark.parametrize("name", sorted(OWNED))
def test_keys_constraints_and_references_begin_with_the_operator(name: str):
    table = OWNED[name]

    assert next(column.name for column in table.primary_key) == OPERATOR
    assert not table.c[OPERATOR].nullable
    for columns in unique_sets(table):
        assert columns[0] == OPERATOR, columns
    for reference in table.foreign_key_constraints:
        if reference.referred_table.name in OWNED:
            pairs = [(element.parent.name, element.column.name) for element in reference.elements]
            assert pairs[0] == (OPERATOR, OPERATOR), pairs


def test_both_databases_have_these_keys(database: Database):
    with database.autocommit_connection() as connection:
        found = inspect(connection)
        for name, table in OWNED.items():
            wanted = [column.name for column in table.primary_key]
            uniques = [row["column_names"] for row in found.get_indexes(name) if row["unique"]]
            uniques += [row["column_names"] for row in found.get_unique_constraints(name)]
            key = found.get_pk_constraint(name)["constrained_columns"]
            if database.is_sqlite and wanted == [OPERATOR, "id"]:
                # Its rows are counted by an INTEGER PRIMARY KEY; the key is a unique index.
                assert key == ["id"], name
                assert wanted in uniques, name
            else:
                assert key == wanted, name
            assert all(columns[0] == OPERATOR for columns in uniques), (name, uniques)
            for reference in found.get_foreign_keys(name):
                if reference["referred_table"] in OWNED:
                    assert reference["constrained_columns"][0] == OPERATOR, (name, reference)
                    assert reference["referred_columns"][0] == OPERATOR, (name, reference)


def test_the_database_refuses_a_child_of_anothers_parent(operator: Api, visitor: Api, database: Database):
    booking = operator.book()
    other = visitor.register()
    row = {"operator": other.id, "booking": booking["id"]}
    note = text("INSERT INTO crew_notes (operator_id, booking_id, updated_at) VALUES (:operator, :booking, :at)")

    with pytest.raises(IntegrityError), database.write_connection() as connection:
        connection.execute(note, row | {"at": "2027-03-03 12:00:00+00:00"})


MAY_LOCK = {
    "accounts/queries.py": "operators by id, and people",
    "admin/queries.py": "people",
    "accounts/email_changes.py": "changes of people's addresses, which are no business's",
    "availability/operator_lock.py": "operators by id",
    "billing/plans.py": "plans, which are the installation's",
    "billing/queries.py": "operators by id, and plans",
    "kit/jobs/jobs.py": "jobs, which are the installation's",
    "instance_settings/queries.py": "settings of the installation",
    "stripe/webhooks.py": "events of the provider, which are the installation's",
}


def test_nothing_is_locked_but_operators_and_rows_of_the_installation():
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if "with_for_update" in {getattr(node, "attr", None), getattr(node, "arg", None)}:
                found.add(path.relative_to(PACKAGE).as_posix())

    assert found == MAY_LOCK.keys()
