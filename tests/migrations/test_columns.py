"""Column helpers of migrations. Released revisions use them, so their types must not change."""

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateColumn

from marqueedesk.migrations import columns as c


@pytest.mark.parametrize(
    "column, on_postgresql, on_sqlite",
    [
        (c.text(name=200), "name VARCHAR(200) NOT NULL", None),
        (c.text(kind=9, default="it's"), "kind VARCHAR(9) DEFAULT 'it''s' NOT NULL", None),
        (c.text(kind=9, default=""), "kind VARCHAR(9) DEFAULT '' NOT NULL", None),
        (c.text(city=100, null=True), "city VARCHAR(100)", None),
        (c.long_text("notes"), "notes TEXT NOT NULL", None),
        (c.long_text("notes", default=""), "notes TEXT DEFAULT '' NOT NULL", None),
        (c.moment("sent_at"), "sent_at TIMESTAMP WITH TIME ZONE NOT NULL", "sent_at VARCHAR(32) NOT NULL"),
        (c.day("first", null=True), "first DATE", None),
        (c.flag("live"), "live BOOLEAN NOT NULL", None),
        (c.flag("live", default=True), "live BOOLEAN DEFAULT true NOT NULL", "live BOOLEAN DEFAULT 1 NOT NULL"),
        (c.flag("live", default=False), "live BOOLEAN DEFAULT false NOT NULL", "live BOOLEAN DEFAULT 0 NOT NULL"),
        (c.number("uses", default=0), "uses INTEGER DEFAULT '0' NOT NULL", None),
        (c.big_number("last_step"), "last_step BIGINT NOT NULL", None),
        (c.cents("fee", default=0), "fee BIGINT DEFAULT '0' NOT NULL", None),
        (c.row_id("plan_id", null=True), "plan_id BIGINT", None),
        (c.document("lines", default="[]"), "lines JSONB DEFAULT '[]' NOT NULL", "lines JSON DEFAULT '[]' NOT NULL"),
        (c.binary("large"), "large BYTEA NOT NULL", "large BLOB NOT NULL"),
    ],
)
def test_column_helper_creates_the_expected_type(column: c.Columns, on_postgresql: str, on_sqlite: str | None) -> None:
    table = sa.Table("t", sa.MetaData(), *[one.made() for one in column])
    made = CreateColumn(next(iter(table.columns)))
    assert str(made.compile(dialect=postgresql.dialect())) == on_postgresql
    assert str(made.compile(dialect=sqlite.dialect())) == (on_sqlite or on_postgresql)


def test_column_helper_creates_columns_in_given_order() -> None:
    assert [column.name for column in c.text(street=200, city=100)] == ["street", "city"]
    assert [column.name for column in c.created_and_updated()] == ["created_at", "updated_at"]
    assert [(column.name, column.null) for column in c.day("last", "first", null=True)] == [
        ("last", True),
        ("first", True),
    ]
