"""What is counted of the form: openings by day, priced forms, who asked anyway; the price of a place in the list."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, create_keyed_table, reference

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    create_keyed_table(
        "form_days",
        ["day"],
        c.day("day"),
        c.number("opened"),
        reference("operator_id", "operators", "fk_form_days_operator_id_operators", ondelete="CASCADE"),
    )
    create_keyed_table(
        "priced_forms",
        ["form_key"],
        c.text(form_key=120),
        c.cents("total_cents"),
        c.flag("short"),
        c.moment("priced_at"),
        reference("operator_id", "operators", "fk_priced_forms_operator_id_operators", ondelete="CASCADE"),
    )
    op.create_index("ix_priced_forms_priced_at", "priced_forms", ["operator_id", "priced_at"])
    # Of demand from before, nobody knows whether it was sent; it counts in full.
    add_columns(("unmet_demand", c.flag("sent", default=True)), ("bookings", c.flag("asked_anyway", default=False)))
    op.execute("UPDATE bookings SET asked_anyway = true WHERE asked IS NOT NULL AND CAST(asked AS TEXT) <> 'null'")
    add_columns(("waiting_entries", c.cents("total_cents", null=True)))


def downgrade() -> None:
    for table, column in (("waiting_entries", "total_cents"), ("bookings", "asked_anyway"), ("unmet_demand", "sent")):
        op.drop_column(table, column)
    op.drop_index("ix_priced_forms_priced_at", table_name="priced_forms")
    op.drop_table("priced_forms")
    op.drop_table("form_days")
