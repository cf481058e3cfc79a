"""Allow replacing the subject of an audit entry by "Erased", and nothing else, for erased customers."""

from alembic import op

revision = "0121"
down_revision = "0120"

_REFUSAL = "an audit entry neither changes nor goes away"
_FIXED = ("id", "at", "actor_id", "actor", "operator_id", "action", "subject_id")


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        new, old = (", ".join(f"{row}.{name}" for name in _FIXED) for row in ("NEW", "OLD"))
        op.execute("DROP TRIGGER audit_is_kept ON audit_entries")
        op.execute(
            "CREATE TRIGGER audit_is_kept BEFORE TRUNCATE ON audit_entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()"
        )
        op.execute(
            "CREATE TRIGGER audit_is_kept_unchanged BEFORE UPDATE ON audit_entries FOR EACH ROW "
            f"WHEN (NEW.subject IS DISTINCT FROM 'Erased' OR ({new}) IS DISTINCT FROM ({old}) "
            "OR NEW.details::text IS DISTINCT FROM '{}') EXECUTE FUNCTION audit_is_kept()"
        )
        return
    changed = " OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in _FIXED)
    op.execute("DROP TRIGGER audit_is_kept_update")
    op.execute(
        "CREATE TRIGGER audit_is_kept_update BEFORE UPDATE ON audit_entries "
        f"WHEN NEW.subject IS NOT 'Erased' OR NEW.details IS NOT '{{}}' OR {changed} "
        f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER audit_is_kept_unchanged ON audit_entries")
        op.execute("DROP TRIGGER audit_is_kept ON audit_entries")
        op.execute(
            "CREATE TRIGGER audit_is_kept BEFORE UPDATE OR TRUNCATE ON audit_entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()"
        )
        return
    op.execute("DROP TRIGGER audit_is_kept_update")
    op.execute(
        "CREATE TRIGGER audit_is_kept_update BEFORE UPDATE ON audit_entries "
        f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
    )
