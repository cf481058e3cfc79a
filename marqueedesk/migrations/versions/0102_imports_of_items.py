"""Allow imports of items."""

from alembic import op

revision = "0102"
down_revision = "0101"

_NAME = "ck_imports_kind"


def upgrade() -> None:
    _allow("'bookings', 'customers', 'items'")


def downgrade() -> None:
    op.execute("DELETE FROM imports WHERE kind = 'items'")
    _allow("'bookings', 'customers'")


def _allow(kinds: str) -> None:
    condition = f"kind IN ({kinds})"
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint(op.f(_NAME), "imports", type_="check")
        op.create_check_constraint(op.f(_NAME), "imports", condition)
        return
    # SQLite recreates the table, which deletes the rows that refer to it.
    op.execute("CREATE TEMPORARY TABLE kept_import_rows AS SELECT * FROM import_rows")
    op.execute("DELETE FROM import_rows")
    with op.batch_alter_table("imports", table_kwargs={"sqlite_autoincrement": True}) as imports:
        imports.drop_constraint(op.f(_NAME), type_="check")
        imports.create_check_constraint(op.f(_NAME), condition)
    op.execute("INSERT INTO import_rows SELECT * FROM kept_import_rows")
    op.execute("DROP TABLE kept_import_rows")
