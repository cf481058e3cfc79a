"""Store single documents pushed to bookkeeping software, and what the partner has of each push."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0115"
down_revision = "0113"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "books_pushes",
        c.big_number("entry_id", "booking_id", "pays", null=True),
        c.text(part=20, kind=10, text=200, content=40, null=True),
        c.document("contact", null=True),
        c.moment("changed_at", null=True),
    ),
    steps.index(
        "ix_books_pushes_document",
        "books_pushes",
        ["operator_id", "system", "company_id", "entry_id", "part"],
        unique=True,
    ),
    steps.index("ix_books_pushes_booking", "books_pushes", ["operator_id", "booking_id"]),
)
