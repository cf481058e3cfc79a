"""Alembic entry point: runs on the connection that `revision.upgrade` passes, in its transaction."""

from alembic import context

from marqueedesk import tables

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=tables.METADATA,
    render_as_batch=True,
    transactional_ddl=False,
    compare_type=True,
)
context.run_migrations()
