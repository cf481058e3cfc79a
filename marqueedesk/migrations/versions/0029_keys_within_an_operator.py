"""Start keys with the operator: primary keys, unique constraints and references of operator-owned tables. Also add a
directory of public keys, so that a key is resolved before anything is locked (docs/adr/0018-keys.md).

A primary key cannot be replaced in steps: stop the servers, migrate, start (docs/adr/0016-changing-tables.md).

On SQLite, a row's ID remains its INTEGER PRIMARY KEY, which SQLite numbers rows by, and the key is a unique index.
There a constraint can only be changed by recreating its table.
"""

import re

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0029"
down_revision = "0028"

KEYED = (
    "bookings",
    "quotes",
    "notifications",
    "user_subscriptions",
    "booking_payments",
    "booking_changes",
    "change_requests",
    "events",
    "invitations",
    "invoices",
    "letter_inventory",
    "letter_outages",
    "outbox",
    "payment_history",
    "quote_events",
    "venues",
)
"""Tables with an ID of their own."""

UNIQUE = (
    ("outbox", "dedupe_key"),
    ("outbox", "message_id"),
    ("user_subscriptions", "stripe_subscription_id"),
    ("payment_history", "stripe_invoice_id"),
    ("payment_history", "stripe_payment_intent_id"),
    ("booking_payments", "key"),
    ("booking_payments", "provider_id"),
)

# Table, column, referenced table, and action on deletion. Parents are recreated before their children.
REFERENCES = (
    ("booking_changes", "booking_id", "bookings", "CASCADE"),
    ("booking_links", "booking_id", "bookings", "CASCADE"),
    ("booking_payments", "booking_id", "bookings", "RESTRICT"),
    ("booking_payments", "refund_of", "booking_payments", "CASCADE"),
    ("cancelations", "booking_id", "bookings", "CASCADE"),
    ("change_requests", "booking_id", "bookings", "CASCADE"),
    ("crew_notes", "booking_id", "bookings", "CASCADE"),
    ("invoices", "booking_id", "bookings", "RESTRICT"),
    ("notification_reads", "notification_id", "notifications", "CASCADE"),
    ("payment_history", "subscription_id", "user_subscriptions", "RESTRICT"),
    ("quote_events", "quote_id", "quotes", "CASCADE"),
    ("quote_versions", "quote_id", "quotes", "CASCADE"),
)

# Indexes that the new keys make unnecessary.
OLD_INDEXES = (
    ("ix_invitations_operator_id", "invitations", ["operator_id", "id"]),
    ("ix_notifications_newest", "notifications", ["operator_id", "id"]),
    ("ix_quotes_newest", "quotes", ["operator_id", "id"]),
    ("ix_user_subscriptions_newest", "user_subscriptions", ["operator_id", "id"]),
    ("ix_venues_operator_id", "venues", ["operator_id", "id"]),
    ("ix_notification_reads_notification_id", "notification_reads", ["notification_id"]),
)
NEW_INDEXES = (
    ("ix_notification_reads_notification", "notification_reads", ["operator_id", "notification_id"]),
    ("ix_events_id", "events", ["id"]),
)


def _index_quotes_of_bookings(columns: list[str]) -> None:
    op.drop_index("uq_bookings_quote_id", "bookings")
    steps.index("uq_bookings_quote_id", "bookings", columns, where="quote_id IS NOT NULL", unique=True).up()


def _exchange_keys(*, forward: bool) -> None:
    (_alter if op.get_bind().dialect.name == "postgresql" else _rewrite)(forward=forward)


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


def _alter(*, forward: bool) -> None:
    """Replace the constraints one at a time, references first because they depend on the keys they refer to."""
    owner, before = (["operator_id"], []) if forward else ([], ["operator_id"])
    for table, column, _parent, _goes in REFERENCES:
        op.drop_constraint(_name("fk", table, [*before, column]), table, type_="foreignkey")
    for table in KEYED:
        op.drop_constraint(f"pk_{table}", table, type_="primary")
        op.create_primary_key(op.f(f"pk_{table}"), table, [*owner, "id"])
    for table, column in UNIQUE:
        op.drop_constraint(_name("uq", table, [*before, column]), table, type_="unique")
        op.create_unique_constraint(op.f(_name("uq", table, [*owner, column])), table, [*owner, column])
    for table, column, parent, goes in REFERENCES:
        op.create_foreign_key(
            op.f(_name("fk", table, [*owner, column])),
            table,
            parent,
            [*owner, column],
            [*owner, "id"],
            ondelete=goes,
        )
    if forward:
        op.drop_constraint("uq_operators_public_key", "operators", type_="unique")
    else:
        op.create_unique_constraint(op.f("uq_operators_public_key"), "operators", ["public_key"])


def _name(kind: str, table: str, columns: list[str]) -> str:
    return "_".join([kind, table, *columns])


# --- SQLite ---------------------------------------------------------------------------------------------------------


def _rewrite(*, forward: bool) -> None:
    """Recreate the tables whose constraints change: first create all the new ones, from parents to children, and only
    then drop the old ones, from children to parents. So no row is ever without its parent, and dropping a table doesn't
    delete rows of another one.
    """
    connection = op.get_bind()
    changed = dict.fromkeys([table for table, _ in UNIQUE] + [table for table, *_ in REFERENCES])
    tables = sorted(changed, key=lambda table: (table not in {parent for _, _, parent, _ in REFERENCES}, table))
    if forward:
        for table in KEYED:
            if table not in changed:
                op.create_index(f"pk_{table}", table, ["operator_id", "id"], unique=True)
    indexes: list[str] = []
    for table in tables:
        indexes += connection.execute(_INDEXES, {"name": table, "key": f"pk_{table}"}).scalars().all()
        made = str(connection.execute(_TABLE, {"name": table}).scalar_one())
        connection.exec_driver_sql(_rewritten(made, table, set(tables), forward=forward))
        if forward and table in KEYED:
            op.create_index(f"pk_{table}", f"new_{table}", ["operator_id", "id"], unique=True)
        names = ", ".join(f'"{column["name"]}"' for column in sa.inspect(connection).get_columns(table))
        connection.exec_driver_sql(f"INSERT INTO new_{table} ({names}) SELECT {names} FROM {table}")  # noqa: S608 - names.
        # Deleted IDs are not reused.
        connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (f"new_{table}",))
        connection.exec_driver_sql(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?",
            (f"new_{table}", table),
        )
    for table in reversed(tables):
        op.drop_table(table)
    for table in tables:
        # References to the table follow the rename.
        op.rename_table(f"new_{table}", table)
    for index in indexes:
        connection.exec_driver_sql(index)
    if not forward:
        for table in KEYED:
            if table not in changed:
                op.drop_index(f"pk_{table}", table)


_TABLE = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
_INDEXES = sa.text(
    "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :name AND name <> :key AND sql IS NOT NULL"
)


def _rewritten(made: str, table: str, rewritten: set[str], *, forward: bool) -> str:
    """Return a table's CREATE statement, for the table that replaces it."""
    owner, before = (["operator_id"], []) if forward else ([], ["operator_id"])
    text = re.sub(rf'^CREATE TABLE "?{table}"?', f"CREATE TABLE new_{table}", made)
    for whose, column in UNIQUE:
        if whose == table:
            was = rf"CONSTRAINT {_name('uq', table, [*before, column])} UNIQUE \({_listed([*before, column])}\)"
            names = ", ".join(f'"{name}"' for name in [*owner, column])
            text = _exchanged(text, was, f"CONSTRAINT {_name('uq', table, [*owner, column])} UNIQUE ({names})")
    for whose, column, parent, _goes in REFERENCES:
        if whose == table:
            was = (
                rf"CONSTRAINT {_name('fk', table, [*before, column])} FOREIGN KEY ?\({_listed([*before, column])}\)"
                rf' REFERENCES "?{parent}"? \({_listed([*before, "id"])}\)'
            )
            to = f"new_{parent}" if parent in rewritten else parent
            text = _exchanged(
                text,
                was,
                f"CONSTRAINT {_name('fk', table, [*owner, column])} FOREIGN KEY({', '.join([*owner, column])})"
                f" REFERENCES {to} ({', '.join([*owner, 'id'])})",
            )
    return text


def _listed(columns: list[str]) -> str:
    return ", ".join(f'"?{column}"?' for column in columns)


def _exchanged(text: str, was: str, now: str) -> str:
    changed, count = re.subn(was, now, text)
    if count != 1:
        raise RuntimeError(f"{was} stands {count} times in {text}")
    return changed


# --- Both -------------------------------------------------------------------------------------------------------------


upgrade, downgrade = steps.both_ways(
    steps.Step(
        lambda: _index_quotes_of_bookings(["operator_id", "quote_id"]), lambda: _index_quotes_of_bookings(["quote_id"])
    ),
    *[steps.dropped(steps.index(*index)) for index in OLD_INDEXES],
    steps.Step(lambda: _exchange_keys(forward=True), lambda: _exchange_keys(forward=False)),
    *[steps.index(*index) for index in NEW_INDEXES],
    steps.table("public_keys", c.text(public_key=50)).of(
        c.row_id("operator_id"),
        steps.reference("operator_id", "operators", "fk_public_keys_operator_id", ondelete="CASCADE"),
    ),
    steps.index("ix_public_keys_operator_id", "public_keys", ["operator_id"]),
    steps.fill("INSERT INTO public_keys (public_key, operator_id) SELECT public_key, id FROM operators"),
)
