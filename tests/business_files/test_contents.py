"""Every table of a business or its team is exported or excluded with a reason, and every id is replaced."""

import pytest
from sqlalchemy import BigInteger, Table

from marqueedesk.business_files import contents, references
from marqueedesk.kit.db.tenancy import OPERATOR
from marqueedesk.tables import METADATA

IN_FILE = {table.name: table for table in contents.tables_in_file()}


def of_business_or_person(table: Table) -> bool:
    return OPERATOR in table.c or any(
        reference.referred_table.name == contents.USERS for reference in table.foreign_key_constraints
    )


def test_every_table_is_exported_or_excluded_with_a_reason():
    owned = {name for name, table in METADATA.tables.items() if of_business_or_person(table)}

    assert owned - IN_FILE.keys() == contents.LEFT_OUT.keys()
    assert all(len(reason) > 10 for reason in (contents.LEFT_OUT | contents.KEPT_IN_PLACE).values())
    assert contents.KEPT_IN_PLACE.keys() <= IN_FILE.keys()


@pytest.mark.parametrize("name", sorted(IN_FILE))
def test_every_column_named_like_an_id_is_replaced(name: str):
    table = IN_FILE[name]
    known = references.plain_references(table).keys()
    others = {column for (of, column) in references.BY_KIND | references.THROUGH if of == name}

    unknown = [
        column.name
        for column in table.c
        if (column.name.endswith("_id") or column.name == "id")
        and isinstance(column.type, BigInteger)
        and column.name not in known | others
    ]

    assert unknown == [], "add these columns to business_files.references"


def test_columns_with_keys_and_kinds_exist():
    places = [*references.KEYS, *references.BY_KIND, *references.THROUGH]
    for table, column in places:
        assert column in METADATA.tables[table].c
    targets = [
        *references.COLUMNS.values(),
        *references.JSON_KEYS.values(),
        *references.LINK_TARGETS.values(),
        *references.KEY_WORDS.values(),
        *references.THROUGH.values(),
    ]
    assert set(targets) <= IN_FILE.keys()


def test_every_secret_column_is_encrypted_again_on_import():
    """`SEALED` lists existing columns, and every token column."""
    for table, columns in contents.SEALED.items():
        assert set(columns) <= {column.name for column in IN_FILE[table].c}
    tokens = {
        (name, column.name) for name, table in IN_FILE.items() for column in table.c if column.name.endswith("_token")
    }
    assert tokens <= {(table, column) for table, columns in contents.SEALED.items() for column in columns}
