"""Create customers. `marqueedesk migrate` and the worker then create them for existing rows, in portions."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0113"
down_revision = "0112"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("customers").of(
        c.text(kind=12, default="person"),
        c.text(name=200, name_key=200),
        c.document("emails", "phones"),
        c.text(address=500, null=True),
        c.long_text("notes", null=True),
        c.document("tags", default="[]"),
        c.text(language=10, null=True),
        c.number("discount_basis_points", null=True),
        c.document("payment_terms", "tax_exemption", null=True),
        c.row_id("referred_by_partner_id", "referred_by_customer_id", null=True),
        c.document("text_consent", null=True),
        c.number("bookings", "quotes", default=0),
        c.cents("booked_cents", "received_cents", "balance_cents", default=0),
        c.day_with_default("last_event", default="0001-01-01"),
        c.day_with_default("next_event", default="9999-12-31"),
        c.long_text("search_text"),
        c.long_text("sign_text", default=""),
        c.row_id("merged_into_id", null=True),
        c.moment("erased_at", null=True),
        c.created_and_updated(),
        steps.check("kind IN ('person', 'organization')", "ck_customers_kind"),
        steps.reference("operator_id", "operators", "fk_customers_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_customers_name", "customers", ["operator_id", "name_key", "id"]),
    steps.index("ix_customers_last_event", "customers", ["operator_id", "last_event", "id"]),
    steps.index("ix_customers_next_event", "customers", ["operator_id", "next_event", "id"]),
    steps.index("ix_customers_booked", "customers", ["operator_id", "booked_cents", "id"]),
    steps.index("ix_customers_balance", "customers", ["operator_id", "balance_cents", "id"]),
    steps.index(
        "ix_customers_merged", "customers", ["operator_id", "merged_into_id"], where="merged_into_id IS NOT NULL"
    ),
    steps.keyed_table("customer_keys", c.text(match_key=260, name_key=200)).of(
        c.row_id("customer_id"),
        steps.owned_reference("customer_id", "customers", "fk_customer_keys_operator_id_customers", ondelete="CASCADE"),
    ),
    steps.index("ix_customer_keys_customer", "customer_keys", ["operator_id", "customer_id"]),
    steps.owned_table("customer_updates").of(
        c.row_id("customer_id"),
        steps.reference("operator_id", "operators", "fk_customer_updates_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.owned_table("customer_merges").of(
        c.row_id("customer_id", "other_id"),
        c.moment("merged_at"),
        c.moment("undone_at", null=True),
        c.document("changes"),
        steps.reference("operator_id", "operators", "fk_customer_merges_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_customer_merges_customer", "customer_merges", ["operator_id", "customer_id"]),
    steps.owned_table("customer_erasures").of(
        c.moment("erased_at"),
        c.text(erased_by=120),
        steps.reference("operator_id", "operators", "fk_customer_erasures_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.columns("bookings", c.row_id("customer_id", null=True)),
    steps.index("ix_bookings_customer_id", "bookings", ["operator_id", "customer_id"]),
    steps.index("ix_bookings_without_customer", "bookings", ["operator_id", "id"], where="customer_id IS NULL"),
    steps.columns("quotes", c.row_id("customer_id", null=True)),
    steps.index("ix_quotes_customer_id", "quotes", ["operator_id", "customer_id"]),
    steps.columns("waiting_entries", c.row_id("customer_id", null=True)),
    steps.index("ix_waiting_entries_customer_id", "waiting_entries", ["operator_id", "customer_id"]),
    steps.columns("imported_customers", c.row_id("customer_id", null=True)),
)
