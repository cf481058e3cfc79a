"""Add finishes of letters, and items and packages to rent. Holds are counted by size, letter and finish, and a booking
stores its lines if it has more than one line of letters.

A primary key cannot be replaced in steps: stop the servers, migrate, start (docs/adr/0016-changing-tables.md). On
SQLite, a constraint can only be changed by recreating its table.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

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


def _keys(before: int, after: int) -> None:
    """Replace the unique constraints, from one of `_HOLD_KEYS` and `_UNIQUES` to the other."""
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
    """Recreate a table with one constraint replaced, on SQLite."""
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
        # Deleted IDs are not reused.
        connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (f"new_{table}",))
        connection.exec_driver_sql(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?",
            (f"new_{table}", table),
        )
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
    for index in indexes:
        connection.exec_driver_sql(index)


def _narrow() -> None:
    op.execute("DELETE FROM letter_holds WHERE finish <> '' OR size = '#'")
    op.execute("DELETE FROM letter_outages WHERE finish <> '' OR size = '#'")
    op.execute("DELETE FROM letter_inventory WHERE finish <> ''")
    _keys(1, 0)


upgrade, downgrade = steps.both_ways(
    *[steps.columns(table, c.text(finish=20, default="")) for table in _FINISHED],
    steps.columns("letter_inventory", [c.Column(name, kind, null=True) for name, kind in _FACTS]),
    steps.columns("bookings", c.document("lines", null=True)),
    steps.Step(lambda: _keys(0, 1), _narrow),
    steps.owned_table("items").of(
        c.text(name=120),
        c.long_text("description", null=True),
        c.text(category=60, null=True),
        c.text(kind=10),
        c.number("quantity"),
        c.cents("price_cents"),
        c.text(per=10),
        c.flag("is_public", "is_taxable"),
        c.cents("replacement_cents", null=True),
        c.text(picture=64, null=True),
        c.created_and_updated(),
        steps.check("kind IN ('counted', 'service')", "ck_items_kind"),
        steps.check("per IN ('day', 'event')", "ck_items_per"),
        steps.check("quantity >= 0", "ck_items_quantity"),
        steps.reference("operator_id", "operators", "fk_items_operator_id", ondelete="CASCADE"),
    ),
    steps.owned_table("packages").of(
        c.text(name=120),
        c.long_text("description", null=True),
        c.document("lines"),
        c.cents("price_cents", null=True),
        c.flag("is_public"),
        c.text(picture=64, null=True),
        c.created_and_updated(),
        steps.reference("operator_id", "operators", "fk_packages_operator_id", ondelete="CASCADE"),
    ),
    steps.keyed_table("item_pictures", c.text(digest=64)).of(
        c.binary("large", "small"),
    ),
)
