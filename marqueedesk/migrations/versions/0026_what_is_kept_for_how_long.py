"""Allow deleting audit entries older than three years; newer ones still can't be changed or deleted."""

from alembic import op

revision = "0026"
down_revision = "0025"

_REFUSAL = "an audit entry neither changes nor goes away"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER audit_is_kept ON audit_entries")
        op.execute(
            "CREATE TRIGGER audit_is_kept BEFORE UPDATE OR TRUNCATE ON audit_entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()"
        )
        op.execute(
            "CREATE TRIGGER audit_is_kept_for_years BEFORE DELETE ON audit_entries FOR EACH ROW "
            "WHEN (OLD.at > now() - interval '3 years') EXECUTE FUNCTION audit_is_kept()"
        )
        return
    op.execute("DROP TRIGGER audit_is_kept_delete")
    op.execute(
        "CREATE TRIGGER audit_is_kept_delete BEFORE DELETE ON audit_entries "
        "WHEN OLD.at > strftime('%Y-%m-%dT%H:%M:%S', 'now', '-3 years') "
        f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER audit_is_kept_for_years ON audit_entries")
        op.execute("DROP TRIGGER audit_is_kept ON audit_entries")
        op.execute(
            "CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()"
        )
        return
    op.execute("DROP TRIGGER audit_is_kept_delete")
    op.execute(
        "CREATE TRIGGER audit_is_kept_delete BEFORE DELETE ON audit_entries "
        f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
    )
