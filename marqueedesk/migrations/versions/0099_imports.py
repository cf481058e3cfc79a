"""Store imports of bookings and customers from files."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0099"
down_revision = "0098"
upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.row_id("import_id", null=True)),
    steps.index("ix_bookings_import", "bookings", ["operator_id", "import_id"], where="import_id IS NOT NULL"),
    steps.owned_table("imports").of(
        c.text(kind=10),
        c.number("count"),
        c.text(who=120),
        c.moment("created_at"),
        c.moment("undone_at", null=True),
        steps.check("kind IN ('bookings', 'customers')", "ck_imports_kind"),
        steps.reference("operator_id", "operators", "fk_imports_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_imports_created_at", "imports", ["operator_id", "created_at"]),
    steps.owned_table("import_rows").of(
        c.row_id("import_id"),
        c.text(kind=10, fingerprint=64),
        c.number("line"),
        c.row_id("row_id"),
        steps.unique(["operator_id", "kind", "fingerprint"], "uq_import_rows_operator_id_kind_fingerprint"),
        steps.owned_reference("import_id", "imports", "fk_import_rows_operator_id_import_id", ondelete="CASCADE"),
    ),
    steps.index("ix_import_rows_import", "import_rows", ["operator_id", "import_id"]),
    steps.owned_table("imported_customers").of(
        c.text(name=200, email=254),
        c.text(phone=50, address=500, null=True),
        c.long_text("notes", null=True),
        c.moment("created_at"),
        steps.reference("operator_id", "operators", "fk_imported_customers_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_imported_customers_name", "imported_customers", ["operator_id", "name"]),
)
