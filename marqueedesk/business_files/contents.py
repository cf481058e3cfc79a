"""The tables of a business's file, and those that are left out, each with the reason.

A table with an operator is in the file unless it is named here, so that a new table is included by itself.
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
"""Tables of the people in the file, by ``user_id``."""

LEFT_OUT: Final = {
    "audit_entries": "the audit log stays with the installation that recorded it, and can't be changed",
    "public_keys": "follows from the business's own row; the key is kept where it is free",
    "events": "changes for open pages, of no use elsewhere",
    "open_streams": "open pages of this installation",
    "usage_hours": "counts of requests to the servers of this installation",
    "idempotency_keys": "repeated requests of the last days to this installation",
    "connected_accounts": "accounts at the payment provider of this installation; the business connects again",
    "provider_ids": "ids at the payment provider of this installation",
    "user_subscriptions": "the plan is with the installation that is left",
    "payment_history": "payments of the plan, with the installation that is left",
    "contract_files": "signed contracts are verified by the installation that signed them",
    "provider_texts": "texts at the text provider of this installation",
    "text_senders": "numbers of this installation's text provider",
    "books_consents": "a connection to bookkeeping software that is being made, for minutes",
    "passkeys": "passkeys belong to the address of the installation",
    "passkey_challenges": "sign-ins in progress",
    "sign_ins": "everybody signs in again",
    "remembered_devices": "everybody signs in again",
    "known_places": "where people signed in before, for this installation's protection of passwords",
    "password_resets": "links of this installation that are valid for an hour",
    "email_changes": "changes in progress, by links of this installation",
}
"""Tables with rows of a business or its people that are not in the file, with the reason."""

SEALED: Final = {SECOND_FACTORS: ("secret",), "books_connections": ("access_token", "refresh_token")}
"""Columns with secrets that are encrypted with the installation's key. The file has them as they are stored."""

KEPT_IN_PLACE: Final = {
    USERS: "people keep their passwords of now",
    MEMBERSHIPS: "the team is that of now",
    SECOND_FACTORS: "people keep their second factors of now",
    RECOVERY_CODES: "people keep their recovery codes of now",
    "invitations": "the team is that of now",
    OUTBOX: "no email is sent a second time",
    JOBS: "waiting work finds what is restored, or nothing to do",
    "document_counters": "no number of an invoice or quote is given twice",
    "text_opt_outs": "who stopped texts since gets none",
    "follow_up_recipients": "who stopped follow-up emails since gets none",
}
"""Tables that a restore in place leaves as they are, besides `LEFT_OUT`, with the reason."""


def tables_of_business() -> list[Table]:
    """Return the tables in the file besides those of people, parents first: all with an operator but `LEFT_OUT`."""
    return [
        table
        for table in tables.METADATA.sorted_tables
        if OPERATOR in table.c and table.name not in LEFT_OUT and table.name != MEMBERSHIPS
    ]


def tables_in_file() -> list[Table]:
    """Return all tables in the file, parents first."""
    named = tables.METADATA.tables
    people = [named[name] for name in OF_PEOPLE]
    return [named[USERS], *people, named[OPERATORS], named[MEMBERSHIPS], *tables_of_business()]


def replaced_in_place() -> list[Table]:
    """Return the tables whose rows a restore in place replaces, parents first."""
    return [table for table in tables_of_business() if table.name not in KEPT_IN_PLACE]
