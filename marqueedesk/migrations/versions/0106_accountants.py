"""Allow accountants as members of a team."""

from alembic import op

revision = "0106"
down_revision = "0105"

_CHECKS: tuple[tuple[str, str, str, dict[str, bool]], ...] = (
    ("memberships", "role", "'owner', 'manager', 'staff'", {}),
    ("invitations", "part", "'manager', 'staff'", {"sqlite_autoincrement": True}),
)


def upgrade() -> None:
    for table, column, roles, options in _CHECKS:
        _allow(table, column, f"{roles}, 'accountant'", options)


def downgrade() -> None:
    # The previous version has no accountants. Make them staff, who can't see money.
    op.execute("UPDATE memberships SET role = 'staff' WHERE role = 'accountant'")
    op.execute("UPDATE invitations SET part = 'staff' WHERE part = 'accountant'")
    for table, column, roles, options in _CHECKS:
        _allow(table, column, roles, options)


def _allow(table: str, column: str, roles: str, options: dict[str, bool]) -> None:
    name, condition = f"ck_{table}_{column}", f"{column} IN ({roles})"
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint(op.f(name), table, type_="check")
        op.create_check_constraint(op.f(name), table, condition)
        return
    with op.batch_alter_table(table, table_kwargs=options) as changed:
        changed.drop_constraint(op.f(name), type_="check")
        changed.create_check_constraint(op.f(name), condition)
