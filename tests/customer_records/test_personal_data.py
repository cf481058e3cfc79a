"""Each text and document column of a business's tables is either not about customers, or listed with what erasing a
customer does to it (R1). A new column without an entry fails here.
"""

import pytest
from sqlalchemy import JSON, LargeBinary, String, Table

from marqueedesk.customer_records.erasing import tables
from marqueedesk.customer_records.personal_data import PERSONAL
from marqueedesk.kit.db.tenancy import OPERATOR
from marqueedesk.tables import METADATA

ABOUT_THE_BUSINESS = {
    "account_numbers",
    "audit_entries",
    "book_periods",
    "books_connections",
    "books_consents",
    "borrowed_pieces",
    "business_details",
    "calendar_feeds",
    "canned_answers",
    "cash_days",
    "connected_accounts",
    "contract_files",
    "contract_templates",
    "customer_erasures",
    "discount_codes",
    "document_counters",
    "events",
    "form_days",
    "idempotency_keys",
    "import_rows",
    "imports",
    "insurance_certificates",
    "invitations",
    "item_pictures",
    "items",
    "job_assignments",
    "jobs",
    "kept_logos",
    "lead_emails",
    "ledger_lines",
    "ledger_progress",
    "letter_holds",
    "letter_inventory",
    "letter_outages",
    "links",
    "memberships",
    "message_settings",
    "missed_requests",
    "notification_reads",
    "open_streams",
    "packages",
    "partner_payouts",
    "partners",
    "payment_disputes",
    "payment_history",
    "payment_policies",
    "pieces_out",
    "price_lists",
    "priced_forms",
    "provider_ids",
    "provider_texts",
    "public_keys",
    "sms_settings",
    "stocktake_counts",
    "stocktakes",
    "stop_places",
    "tagged_pieces",
    "text_opt_outs",
    "text_senders",
    "unmet_demand",
    "usage_hours",
    "user_subscriptions",
    "venues",
}
"""Tables without data of customers: stock, settings, the team, counters, digests, and copies of what was sent to
bookkeeping software, which have no names. Numbers that opted out of texts stay, so that nobody texts them again.
"""
ELSEWHERE = {"goods_photos": "unused photos are deleted daily", "notifications": "found by what they link to"}


def is_text(table: Table, name: str) -> bool:
    return isinstance(table.c[name].type, String | JSON | LargeBinary)


@pytest.mark.parametrize("name", sorted(name for name, table in METADATA.tables.items() if OPERATOR in table.c))
def test_erasing_has_an_entry_for_every_column_with_text(name: str):
    table, listed = METADATA.tables[name], {found.name: rows for found, rows in tables()}
    if name in ELSEWHERE or name in ABOUT_THE_BUSINESS:
        assert name not in listed
        return
    texts = {column.name for column in table.c if is_text(table, column.name)}
    if name in listed:
        rows = listed[name]
        missing = set() if rows.is_deleted else texts - set(rows.changes) - rows.kept
        assert not missing, f"say in personal_data.py what erasing a customer does to {missing} of {name}"
        assert set(rows.by) | set(rows.changes) <= set(table.c.keys())
    else:
        assert not texts, f"list {name} in personal_data.py, or here if it has no data of customers"


def test_entries_name_existing_tables():
    assert PERSONAL.keys() <= METADATA.tables.keys()
