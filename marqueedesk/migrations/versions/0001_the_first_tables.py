"""The first tables: people and operators, letters, venues, prices, holds, bookings, jobs, keys, counters."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import create_keyed_table, create_numbered_table, created_and_updated, reference

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "counters",
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("window_ends", Instant(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "window_ends", name=op.f("pk_counters")),
    )
    create_keyed_table(
        "idempotency_keys",
        ["key"],
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("made_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
    )
    op.create_index("ix_idempotency_keys_created_at", "idempotency_keys", ["created_at"], unique=False)
    create_numbered_table(
        "jobs",
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("payload", Document, nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("run_at", Instant(), nullable=False),
        sa.Column("lease_until", Instant(), nullable=True),
        sa.Column("leased_by", sa.String(length=80), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("dedupe_key", sa.String(length=200), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.UniqueConstraint("dedupe_key", name=op.f("uq_jobs_dedupe_key")),
    )
    op.create_index("ix_jobs_due", "jobs", ["state", "run_at"], unique=False)
    create_keyed_table(
        "letter_holds",
        ["kind", "holder_id", "letter", "first_day"],
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("holder_id", sa.BigInteger(), nullable=False),
        sa.Column("letter", sa.String(length=32), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=True),
        sa.CheckConstraint("kind IN ('booking', 'quote', 'outage')", name=op.f("ck_letter_holds_kind")),
        sa.CheckConstraint("count > 0", name=op.f("ck_letter_holds_count")),
        sa.CheckConstraint("first_day <= last_day", name=op.f("ck_letter_holds_days")),
    )
    op.create_index(
        "ix_letter_holds_days", "letter_holds", ["operator_id", "size", "first_day", "last_day"], unique=False
    )
    create_numbered_table(
        "letter_outages",
        sa.Column("inventory_id", sa.BigInteger(), nullable=False),
        sa.Column("letter", sa.String(length=32), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_letter_outages_item", "letter_outages", ["operator_id", "inventory_id"], unique=False)
    create_keyed_table(
        "unmet_demand",
        ["form_key"],
        sa.Column("form_key", sa.String(length=120), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("message", sa.String(length=500), nullable=False),
        sa.Column("short", Document, nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", Instant(), nullable=False),
    )
    op.create_index("ix_unmet_demand_seen", "unmet_demand", ["operator_id", "seen_at"], unique=False)
    create_numbered_table(
        "users",
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=254), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=False),
        sa.Column("username", sa.String(length=100), nullable=False),
        sa.Column("company_name", sa.String(length=200), nullable=True),
        sa.Column("phone_number", sa.String(length=50), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("last_login", Instant(), nullable=True),
        sa.CheckConstraint("role IN ('admin', 'manager', 'staff', 'user')", name=op.f("ck_users_role")),
        sa.UniqueConstraint("email_key", name=op.f("uq_users_email_key")),
    )
    op.create_table(
        "operators",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("public_key", sa.String(length=50), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("time_zone", sa.String(length=60), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("turnaround_days", sa.Integer(), nullable=False),
        sa.Column("hold_days", sa.Integer(), nullable=False),
        sa.Column("max_rental_days", sa.Integer(), nullable=False),
        sa.Column("approval_required", sa.Boolean(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.CheckConstraint("hold_days BETWEEN 1 AND 90", name=op.f("ck_operators_hold_days")),
        sa.CheckConstraint("max_rental_days BETWEEN 1 AND 90", name=op.f("ck_operators_max_rental_days")),
        sa.CheckConstraint("turnaround_days BETWEEN -1 AND 14", name=op.f("ck_operators_turnaround")),
        reference("id", "users", "fk_operators_id", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operators")),
        sa.UniqueConstraint("public_key", name=op.f("uq_operators_public_key")),
    )
    op.create_table(
        "sign_ins",
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("seen_at", Instant(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        reference("user_id", "users", "fk_sign_ins_user_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_digest", name=op.f("pk_sign_ins")),
    )
    op.create_index("ix_sign_ins_user_id", "sign_ins", ["user_id"], unique=False)
    create_numbered_table(
        "bookings",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("placed_by", sa.String(length=100), nullable=True),
        sa.Column("message", sa.String(length=500), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("letter_count", sa.Integer(), nullable=False),
        sa.Column("event_type", sa.String(length=20), nullable=True),
        sa.Column("install_time", sa.String(length=20), nullable=True),
        sa.Column("color", sa.String(length=40), nullable=False),
        sa.Column("add_ons", Document, nullable=False),
        sa.Column("customer_name", sa.String(length=200), nullable=False),
        sa.Column("customer_email", sa.String(length=254), nullable=False),
        sa.Column("customer_phone", sa.String(length=50), nullable=True),
        sa.Column("venue_id", sa.BigInteger(), nullable=True),
        sa.Column("venue_name", sa.String(length=200), nullable=True),
        sa.Column("venue_address", sa.String(length=500), nullable=True),
        sa.Column("venue_surcharge_cents", sa.BigInteger(), nullable=False),
        sa.Column("delivery_day", sa.Date(), nullable=False),
        sa.Column("delivery_clock", sa.String(length=15), nullable=False),
        sa.Column("delivery_time_given", sa.Boolean(), nullable=False),
        sa.Column("pickup_day", sa.Date(), nullable=False),
        sa.Column("pickup_clock", sa.String(length=15), nullable=False),
        sa.Column("pickup_time_given", sa.Boolean(), nullable=False),
        sa.Column("rental_days", sa.Integer(), nullable=False),
        sa.Column("turnaround_days", sa.Integer(), nullable=False),
        sa.Column("breakdown", Document, nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("deposit_cents", sa.BigInteger(), nullable=False),
        sa.Column("received_cents", sa.BigInteger(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("operator_notes", sa.Text(), nullable=True),
        sa.Column("possible_duplicate", sa.Boolean(), nullable=False),
        sa.Column("overbook_reason", sa.String(length=300), nullable=True),
        sa.Column("hold_expires_at", Instant(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        *created_and_updated(),
        sa.CheckConstraint("source IN ('form', 'operator')", name=op.f("ck_bookings_source")),
        sa.CheckConstraint(
            "status IN ('pending', 'confirmed', 'completed', 'canceled')", name=op.f("ck_bookings_status")
        ),
        sa.CheckConstraint("delivery_day <= pickup_day", name=op.f("ck_bookings_days")),
        reference("operator_id", "operators", "fk_bookings_operator_id", ondelete="RESTRICT"),
    )
    op.create_index(
        "ix_bookings_delivery", "bookings", ["operator_id", "delivery_day", "delivery_clock", "id"], unique=False
    )
    op.create_index("ix_bookings_venue", "bookings", ["operator_id", "venue_id"], unique=False)
    create_numbered_table(
        "letter_inventory",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("letter", sa.String(length=32), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("price_per_day_cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("price_per_day_cents >= 100", name=op.f("ck_letter_inventory_price")),
        sa.CheckConstraint("quantity >= 0", name=op.f("ck_letter_inventory_quantity")),
        reference("operator_id", "operators", "fk_letter_inventory_operator_id", ondelete="CASCADE"),
        sa.UniqueConstraint("operator_id", "size", "letter", name=op.f("uq_letter_inventory_operator_id_size_letter")),
    )
    op.create_table(
        "memberships",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.CheckConstraint("role IN ('owner', 'manager', 'staff')", name=op.f("ck_memberships_role")),
        reference("operator_id", "operators", "fk_memberships_operator_id", ondelete="CASCADE"),
        reference("user_id", "users", "fk_memberships_user_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_memberships")),
        info={"owned": False},
    )
    op.create_index("ix_memberships_operator_id", "memberships", ["operator_id"], unique=False)
    create_keyed_table(
        "price_lists",
        [],
        sa.Column("data", Document, nullable=False),
        reference("operator_id", "operators", "fk_price_lists_operator_id", ondelete="CASCADE"),
    )
    create_numbered_table(
        "venues",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("address", sa.String(length=300), nullable=False),
        sa.Column("city", sa.String(length=100), nullable=False),
        sa.Column("state", sa.String(length=100), nullable=False),
        sa.Column("zip_code", sa.String(length=20), nullable=False),
        sa.Column("contact_name", sa.String(length=200), nullable=True),
        sa.Column("contact_email", sa.String(length=254), nullable=True),
        sa.Column("contact_phone", sa.String(length=50), nullable=True),
        sa.Column("difficulty", sa.String(length=20), nullable=False),
        sa.Column("is_verified", sa.Boolean(), nullable=False),
        sa.Column("surcharge_cents", sa.BigInteger(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("load_in_instructions", sa.Text(), nullable=True),
        sa.Column("parking_instructions", sa.Text(), nullable=True),
        sa.Column("is_quick_book", sa.Boolean(), nullable=False),
        *created_and_updated(),
        sa.CheckConstraint(
            "difficulty IN ('easy', 'moderate', 'difficult', 'very_difficult')", name=op.f("ck_venues_difficulty")
        ),
        sa.CheckConstraint("surcharge_cents >= 0", name=op.f("ck_venues_surcharge")),
        reference("operator_id", "operators", "fk_venues_operator_id", ondelete="CASCADE"),
        # A number that was given once is never given again: bookings remember the ids of venues that are gone.
    )
    op.create_index("ix_venues_operator_id", "venues", ["operator_id", "id"], unique=False)
    create_numbered_table(
        "booking_changes",
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("who", sa.String(length=120), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("from_status", sa.String(length=10), nullable=True),
        sa.Column("to_status", sa.String(length=10), nullable=True),
        sa.Column("changes", Document, nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        reference("booking_id", "bookings", "fk_booking_changes_booking_id", ondelete="CASCADE"),
    )
    op.create_index("ix_booking_changes_booking", "booking_changes", ["operator_id", "booking_id"], unique=False)


def downgrade() -> None:
    for table in (
        "booking_changes",
        "bookings",
        "letter_outages",
        "letter_holds",
        "unmet_demand",
        "letter_inventory",
        "venues",
        "price_lists",
        "memberships",
        "sign_ins",
        "operators",
        "users",
        "counters",
        "idempotency_keys",
        "jobs",
    ):
        op.drop_table(table)
