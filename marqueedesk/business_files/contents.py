"""Tables included in a business's file, and the excluded ones, each with the reason.

Every table with an operator is included unless it is listed here, so new tables are included by default.
"""

from typing import Final

from sqlalchemy import Table

from marqueedesk import tables
from marqueedesk.kit.db.tenancy import OPERATOR

USERS: Final = "users"
OPERATORS: Final = "operators"
MEMBERSHIPS: Final = "memberships"
LINKS: Final = "links"
JOBS: Final = "jobs"
OUTBOX: Final = "outbox"
SECOND_FACTORS: Final = "second_factors"
RECOVERY_CODES: Final = "recovery_codes"

OF_PEOPLE: Final = (SECOND_FACTORS, RECOVERY_CODES)
"""Tables with rows of the team members, found by ``user_id``."""

LEFT_OUT: Final = {
    "audit_entries": "the audit log stays with the installation that recorded it, and can't be changed",
    "public_keys": "recreated from the operator's row; the key is kept unless it is taken",
    "events": "live updates for open pages",
    "open_streams": "open pages of this installation",
    "usage_hours": "counts of requests to the servers of this installation",
    "idempotency_keys": "retried requests to this installation",
    "connected_accounts": "accounts at the payment provider of this installation; the business connects again",
    "provider_ids": "ids at the payment provider of this installation",
    "user_subscriptions": "the plan is a contract with this installation",
    "payment_history": "payments for the plan with this installation",
    "contract_files": "signed contracts are verified by the installation that signed them",
    "provider_texts": "texts at the text provider of this installation",
    "text_senders": "numbers of this installation's text provider",
    "books_consents": "pending connections to bookkeeping software, valid for minutes",
    "passkeys": "passkeys are bound to the installation's domain",
    "passkey_challenges": "sign-ins in progress",
    "sign_ins": "everybody signs in again",
    "remembered_devices": "everybody signs in again",
    "known_places": "earlier sign-in locations, used by this installation's password protection",
    "password_resets": "links of this installation that are valid for an hour",
    "email_changes": "pending changes, confirmed by links of this installation",
}
"""Excluded tables with rows of a business or its team members, with the reason."""

SEALED: Final = {
    SECOND_FACTORS: ("secret",),
    "books_connections": ("access_token", "refresh_token"),
    "gift_card_purchases": ("sealed_code",),
}
"""Columns with secrets encrypted with the installation's key. The file contains them still encrypted."""

KEPT_IN_PLACE: Final = {
    USERS: "team members keep their current passwords",
    MEMBERSHIPS: "the current team stays",
    SECOND_FACTORS: "team members keep their current second factors",
    RECOVERY_CODES: "team members keep their current recovery codes",
    "invitations": "the current team stays",
    OUTBOX: "emails must not be sent twice",
    JOBS: "pending jobs run on the restored rows, or do nothing",
    "document_counters": "invoice and quote numbers must not be reused",
    "text_opt_outs": "opt-outs made after the backup stay in effect",
    "follow_up_recipients": "unsubscribes made after the backup stay in effect",
}
"""Tables that a restore in place doesn't change, in addition to `LEFT_OUT`, with the reason."""


def tables_of_business() -> list[Table]:
    """Return the included tables with an operator, parents first. Excludes `LEFT_OUT` and memberships."""
    return [
        table
        for table in tables.METADATA.sorted_tables
        if OPERATOR in table.c and table.name not in LEFT_OUT and table.name != MEMBERSHIPS
    ]


def tables_in_file() -> list[Table]:
    """Return all included tables, parents first."""
    named = tables.METADATA.tables
    people = [named[name] for name in OF_PEOPLE]
    return [named[USERS], *people, named[OPERATORS], named[MEMBERSHIPS], *tables_of_business()]


def replaced_in_place() -> list[Table]:
    """Return the tables whose rows a restore in place replaces, parents first."""
    return [table for table in tables_of_business() if table.name not in KEPT_IN_PLACE]
