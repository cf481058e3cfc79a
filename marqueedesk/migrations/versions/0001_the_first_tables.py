"""The first tables: people and operators, letters, venues, prices, holds, bookings, jobs, keys, counters."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import (
    check,
    create_keyed_table,
    create_numbered_table,
    create_table,
    reference,
    unique,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_table(
        "counters",
        ["key", "window_ends"],
        c.text(key=200),
        c.moment("window_ends"),
        c.number("count"),
    )
    create_keyed_table(
        "idempotency_keys",
        ["key"],
        c.text(key=120, fingerprint=64),
        c.row_id("made_id"),
        c.moment("created_at"),
    )
    op.create_index("ix_idempotency_keys_created_at", "idempotency_keys", ["created_at"])
    create_numbered_table(
        "jobs",
        c.text(kind=60),
        c.document("payload"),
        c.text(state=10),
        c.moment("run_at"),
        c.moment("lease_until", null=True),
        c.text(leased_by=80, null=True),
        c.number("attempts"),
        c.text(dedupe_key=200, null=True),
        c.long_text("last_error", null=True),
        c.moment("created_at"),
        unique(["dedupe_key"], "uq_jobs_dedupe_key"),
    )
    op.create_index("ix_jobs_due", "jobs", ["state", "run_at"])
    create_keyed_table(
        "letter_holds",
        ["kind", "holder_id", "letter", "first_day"],
        c.text(kind=10),
        c.row_id("holder_id"),
        c.text(letter=32),
        c.day("first_day", "last_day"),
        c.text(size=20),
        c.number("count"),
        c.moment("expires_at", null=True),
        check("kind IN ('booking', 'quote', 'outage')", "ck_letter_holds_kind"),
        check("count > 0", "ck_letter_holds_count"),
        check("first_day <= last_day", "ck_letter_holds_days"),
    )
    op.create_index("ix_letter_holds_days", "letter_holds", ["operator_id", "size", "first_day", "last_day"])
    create_numbered_table(
        "letter_outages",
        c.row_id("inventory_id"),
        c.text(letter=32, size=20),
        c.number("count"),
        c.day("first_day", "last_day"),
        c.text(reason=200, null=True),
        c.moment("created_at"),
        c.row_id("operator_id"),
    )
    op.create_index("ix_letter_outages_item", "letter_outages", ["operator_id", "inventory_id"])
    create_keyed_table(
        "unmet_demand",
        ["form_key"],
        c.text(form_key=120, size=20, message=500),
        c.document("short"),
        c.day("first_day", "last_day"),
        c.cents("total_cents"),
        c.moment("seen_at"),
    )
    op.create_index("ix_unmet_demand_seen", "unmet_demand", ["operator_id", "seen_at"])
    create_numbered_table(
        "users",
        c.text(email=254, email_key=254, password_hash=200, username=100),
        c.text(company_name=200, phone_number=50, null=True),
        c.text(role=10),
        c.flag("is_active"),
        c.moment("created_at"),
        c.moment("last_login", null=True),
        check("role IN ('admin', 'manager', 'staff', 'user')", "ck_users_role"),
        unique(["email_key"], "uq_users_email_key"),
    )
    create_table(
        "operators",
        ["id"],
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        c.text(public_key=50),
        c.flag("is_active"),
        c.text(time_zone=60, currency=3),
        c.number("turnaround_days", "hold_days", "max_rental_days"),
        c.flag("approval_required"),
        c.moment("created_at"),
        check("hold_days BETWEEN 1 AND 90", "ck_operators_hold_days"),
        check("max_rental_days BETWEEN 1 AND 90", "ck_operators_max_rental_days"),
        check("turnaround_days BETWEEN -1 AND 14", "ck_operators_turnaround"),
        reference("id", "users", "fk_operators_id", ondelete="RESTRICT"),
        unique(["public_key"], "uq_operators_public_key"),
    )
    create_table(
        "sign_ins",
        ["token_digest"],
        c.text(token_digest=64),
        c.row_id("user_id"),
        c.text(agent=200, null=True),
        c.moment("created_at", "seen_at", "expires_at"),
        reference("user_id", "users", "fk_sign_ins_user_id", ondelete="CASCADE"),
    )
    op.create_index("ix_sign_ins_user_id", "sign_ins", ["user_id"])
    create_numbered_table(
        "bookings",
        c.row_id("operator_id"),
        c.text(status=10, source=10),
        c.text(placed_by=100, null=True),
        c.text(message=500, size=20),
        c.number("letter_count"),
        c.text(event_type=20, install_time=20, null=True),
        c.text(color=40),
        c.document("add_ons"),
        c.text(customer_name=200, customer_email=254),
        c.text(customer_phone=50, null=True),
        c.row_id("venue_id", null=True),
        c.text(venue_name=200, venue_address=500, null=True),
        c.cents("venue_surcharge_cents"),
        c.day("delivery_day"),
        c.text(delivery_clock=15),
        c.flag("delivery_time_given"),
        c.day("pickup_day"),
        c.text(pickup_clock=15),
        c.flag("pickup_time_given"),
        c.number("rental_days", "turnaround_days"),
        c.document("breakdown"),
        c.cents("total_cents", "deposit_cents", "received_cents"),
        c.long_text("notes", "operator_notes", null=True),
        c.flag("possible_duplicate"),
        c.text(overbook_reason=300, null=True),
        c.moment("hold_expires_at", null=True),
        c.number("revision"),
        c.created_and_updated(),
        check("source IN ('form', 'operator')", "ck_bookings_source"),
        check("status IN ('pending', 'confirmed', 'completed', 'canceled')", "ck_bookings_status"),
        check("delivery_day <= pickup_day", "ck_bookings_days"),
        reference("operator_id", "operators", "fk_bookings_operator_id", ondelete="RESTRICT"),
    )
    op.create_index("ix_bookings_delivery", "bookings", ["operator_id", "delivery_day", "delivery_clock", "id"])
    op.create_index("ix_bookings_venue", "bookings", ["operator_id", "venue_id"])
    create_numbered_table(
        "letter_inventory",
        c.row_id("operator_id"),
        c.text(letter=32, size=20),
        c.number("quantity"),
        c.cents("price_per_day_cents"),
        check("price_per_day_cents >= 100", "ck_letter_inventory_price"),
        check("quantity >= 0", "ck_letter_inventory_quantity"),
        reference("operator_id", "operators", "fk_letter_inventory_operator_id", ondelete="CASCADE"),
        unique(["operator_id", "size", "letter"], "uq_letter_inventory_operator_id_size_letter"),
    )
    create_table(
        "memberships",
        ["user_id"],
        c.row_id("user_id", "operator_id"),
        c.text(role=10),
        c.moment("created_at"),
        check("role IN ('owner', 'manager', 'staff')", "ck_memberships_role"),
        reference("operator_id", "operators", "fk_memberships_operator_id", ondelete="CASCADE"),
        reference("user_id", "users", "fk_memberships_user_id", ondelete="CASCADE"),
        info={"owned": False},
    )
    op.create_index("ix_memberships_operator_id", "memberships", ["operator_id"])
    create_keyed_table(
        "price_lists",
        [],
        c.document("data"),
        reference("operator_id", "operators", "fk_price_lists_operator_id", ondelete="CASCADE"),
    )
    create_numbered_table(
        "venues",
        c.row_id("operator_id"),
        c.text(name=200, address=300, city=100, state=100, zip_code=20),
        c.text(contact_name=200, contact_email=254, contact_phone=50, null=True),
        c.text(difficulty=20),
        c.flag("is_verified"),
        c.cents("surcharge_cents"),
        c.long_text("notes", "load_in_instructions", "parking_instructions", null=True),
        c.flag("is_quick_book"),
        c.created_and_updated(),
        check("difficulty IN ('easy', 'moderate', 'difficult', 'very_difficult')", "ck_venues_difficulty"),
        check("surcharge_cents >= 0", "ck_venues_surcharge"),
        reference("operator_id", "operators", "fk_venues_operator_id", ondelete="CASCADE"),
        # A number that was given once is never given again: bookings remember the ids of venues that are gone.
    )
    op.create_index("ix_venues_operator_id", "venues", ["operator_id", "id"])
    create_numbered_table(
        "booking_changes",
        c.row_id("booking_id"),
        c.moment("at"),
        c.text(who=120),
        c.row_id("user_id", null=True),
        c.text(kind=10),
        c.text(from_status=10, to_status=10, null=True),
        c.document("changes"),
        c.row_id("operator_id"),
        reference("booking_id", "bookings", "fk_booking_changes_booking_id", ondelete="CASCADE"),
    )
    op.create_index("ix_booking_changes_booking", "booking_changes", ["operator_id", "booking_id"])


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
