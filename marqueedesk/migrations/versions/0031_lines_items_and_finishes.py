"""Letters have finishes, and items and packages are rented beside them: what is held is counted by size, letter and
finish, and a booking keeps the lines that it has beyond one of letters.

Another primary key cannot be made in steps: stop the servers, migrate, start (docs/adr/0016-changing-tables.md).
On SQLite a constraint only changes with its table, which is written anew.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant

revision = "0031"
down_revision = "0030"

_FACTS = (
    ("width_inches", sa.Float()),
    ("depth_inches", sa.Float()),
    ("weight_pounds", sa.Float()),
    ("bulbs", sa.Integer()),
    ("watts", sa.Float()),
    ("slot", sa.String(length=40)),
    ("cost_cents", sa.BigInteger()),
    ("replacement_cents", sa.BigInteger()),
)
_FINISHED = ("letter_inventory", "letter_holds", "letter_outages")
_HOLD_KEYS = (
    ["operator_id", "kind", "holder_id", "letter", "first_day"],
    ["operator_id", "kind", "holder_id", "letter", "size", "finish", "first_day"],
)
_UNIQUES = (
    ("uq_letter_inventory_operator_id_size_letter", ["operator_id", "size", "letter"]),
    ("uq_letter_inventory_operator_id_size_letter_finish", ["operator_id", "size", "letter", "finish"]),
)


def upgrade() -> None:
    for table in _FINISHED:
        op.add_column(table, sa.Column("finish", sa.String(length=20), server_default="", nullable=False))
    for name, kind in _FACTS:
        op.add_column("letter_inventory", sa.Column(name, kind, nullable=True))
    op.add_column("bookings", sa.Column("lines", Document, nullable=True))
    _keys(0, 1)
    _table(
        "items",
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("category", sa.String(length=60), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("price_cents", sa.BigInteger(), nullable=False),
        sa.Column("per", sa.String(length=10), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("is_taxable", sa.Boolean(), nullable=False),
        sa.Column("replacement_cents", sa.BigInteger(), nullable=True),
        sa.Column("picture", sa.String(length=64), nullable=True),
        *_times(),
        sa.CheckConstraint("kind IN ('counted', 'service')", name=op.f("ck_items_kind")),
        sa.CheckConstraint("per IN ('day', 'event')", name=op.f("ck_items_per")),
        sa.CheckConstraint("quantity >= 0", name=op.f("ck_items_quantity")),
    )
    _table(
        "packages",
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("lines", Document, nullable=False),
        sa.Column("price_cents", sa.BigInteger(), nullable=True),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("picture", sa.String(length=64), nullable=True),
        *_times(),
    )
    op.create_table(
        "item_pictures",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("large", sa.LargeBinary(), nullable=False),
        sa.Column("small", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("operator_id", "digest", name=op.f("pk_item_pictures")),
    )


def downgrade() -> None:
    for table in ("item_pictures", "packages", "items"):
        op.drop_table(table)
    op.execute("DELETE FROM letter_holds WHERE finish <> '' OR size = '#'")
    op.execute("DELETE FROM letter_outages WHERE finish <> '' OR size = '#'")
    op.execute("DELETE FROM letter_inventory WHERE finish <> ''")
    _keys(1, 0)
    if op.get_bind().dialect.name == "postgresql":
        op.drop_column("bookings", "lines")
        for name, _kind in _FACTS:
            op.drop_column("letter_inventory", name)
        for table in _FINISHED:
            op.drop_column(table, "finish")
        return
    # SQLite drops a column by itself, where nothing refers to it.
    for table, names in (
        ("bookings", ["lines"]),
        ("letter_inventory", [*[name for name, _ in _FACTS], "finish"]),
        ("letter_holds", ["finish"]),
        ("letter_outages", ["finish"]),
    ):
        for name in names:
            op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")


def _times() -> list[sa.Column[object]]:
    return [sa.Column(name, Instant, nullable=False) for name in ("created_at", "updated_at")]


def _table(name: str, *columns: sa.schema.SchemaItem) -> None:
    """A table of what an operator owns, with its number."""
    own = op.get_bind().dialect.name == "sqlite"
    key = ["id"] if own else ["operator_id", "id"]
    op.create_table(
        name,
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("id", Id, autoincrement=True, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["operator_id"], ["operators.id"], name=op.f(f"fk_{name}_operator_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}")),
        sqlite_autoincrement=True,
    )
    if own:
        op.create_index(f"pk_{name}", name, ["operator_id", "id"], unique=True)


def _keys(before: int, after: int) -> None:
    """What is unique, from one of `_HOLD_KEYS` and `_UNIQUES` to the other."""
    old, new = _UNIQUES[before], _UNIQUES[after]
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("pk_letter_holds", "letter_holds", type_="primary")
        op.create_primary_key(op.f("pk_letter_holds"), "letter_holds", _HOLD_KEYS[after])
        op.drop_constraint(old[0], "letter_inventory", type_="unique")
        op.create_unique_constraint(op.f(new[0]), "letter_inventory", new[1])
        return
    _rewrite(
        "letter_holds",
        ("pk_letter_holds PRIMARY KEY", _HOLD_KEYS[before]),
        ("pk_letter_holds PRIMARY KEY", _HOLD_KEYS[after]),
    )
    _rewrite("letter_inventory", (f"{old[0]} UNIQUE", old[1]), (f"{new[0]} UNIQUE", new[1]))


def _rewrite(table: str, old: tuple[str, list[str]], new: tuple[str, list[str]]) -> None:
    """On SQLite: write a table anew with one constraint exchanged."""
    connection = op.get_bind()
    made = str(
        connection.execute(
            sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name"), {"name": table}
        ).scalar_one()
    )
    indexes = (
        connection.execute(
            sa.text("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :name AND sql IS NOT NULL"),
            {"name": table},
        )
        .scalars()
        .all()
    )
    was = f"CONSTRAINT {old[0]} ({', '.join(old[1])})"
    if made.count(was) != 1:
        raise RuntimeError(f"{was} stands {made.count(was)} times in {made}")
    anew = made.replace(was, f"CONSTRAINT {new[0]} ({', '.join(new[1])})")
    connection.exec_driver_sql(
        anew.replace(f'"{table}"', table, 1).replace(f"CREATE TABLE {table}", f"CREATE TABLE new_{table}", 1)
    )
    names = ", ".join(f'"{column["name"]}"' for column in sa.inspect(connection).get_columns(table))
    connection.exec_driver_sql(f"INSERT INTO new_{table} ({names}) SELECT {names} FROM {table}")  # noqa: S608 - names.
    if "AUTOINCREMENT" in made:
        # Numbers that were given and are gone are not given again.
        connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (f"new_{table}",))
        connection.exec_driver_sql(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?",
            (f"new_{table}", table),
        )
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
    for index in indexes:
        connection.exec_driver_sql(index)
