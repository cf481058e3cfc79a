"""Make the database itself reject changes to and deletions from the audit log."""

from alembic import op

revision = "0020"
down_revision = "0019"

REFUSAL = "an audit entry neither changes nor goes away"
_FUNCTION = f"""
CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '{REFUSAL}';
END $$
"""


def upgrade() -> None:
    op.create_index("ix_audit_entries_at", "audit_entries", ["at"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_FUNCTION)
        # Triggered by the statement, not by each row, so that a statement that matches no rows fails too.
        op.execute(
            "CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()"
        )
        return
    for change in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER audit_is_kept_{change.lower()} BEFORE {change} ON audit_entries "
            f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER audit_is_kept ON audit_entries")
        op.execute("DROP FUNCTION audit_is_kept()")
    else:
        op.execute("DROP TRIGGER audit_is_kept_update")
        op.execute("DROP TRIGGER audit_is_kept_delete")
    op.drop_index("ix_audit_entries_at", "audit_entries")
