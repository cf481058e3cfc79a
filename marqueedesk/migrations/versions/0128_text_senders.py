"""Store the numbers and messaging services that businesses text from by sender, so that each belongs to one business.

Of businesses with the same one, the one whose settings are the oldest keeps it. The others text from the installation's
number from now on, and get a notification.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit import clock
from marqueedesk.kit.db.db import Instant
from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0128"
down_revision = "0125"

_settings = sa.table(
    "sms_settings",
    sa.column("operator_id"),
    sa.column("number"),
    sa.column("messaging_service_sid"),
    sa.column("updated_at", Instant),
)
_senders = sa.table(
    "text_senders",
    sa.column("key"),
    sa.column("sender"),
    sa.column("operator_id"),
    sa.column("since", Instant),
)
_notifications = sa.table(
    "notifications",
    sa.column("operator_id"),
    sa.column("kind"),
    sa.column("title"),
    sa.column("text"),
    sa.column("is_money", sa.Boolean),
    sa.column("key"),
    sa.column("created_at", Instant),
)


def _move() -> None:
    sender = sa.func.coalesce(_settings.c.number, _settings.c.messaging_service_sid)
    stored = op.get_bind().execute(
        sa.select(_settings.c.operator_id, sender.label("sender"), _settings.c.updated_at)
        .where(sender.is_not(None))
        .order_by(_settings.c.updated_at, _settings.c.operator_id)
    )
    taken: set[str] = set()
    for operator_id, own, updated_at in stored.all():
        key = own.lower()
        if key in taken:
            _notify(operator_id, own)
            continue
        taken.add(key)
        op.get_bind().execute(
            sa.insert(_senders).values(key=key, sender=own, operator_id=operator_id, since=updated_at)
        )


def _notify(operator_id: int, sender: str) -> None:
    op.get_bind().execute(
        sa.insert(_notifications).values(
            operator_id=operator_id,
            kind="text",
            title=f"You no longer text from {sender}",
            text="Another business uses it. Your texts come from this site's number until you enter one of your own.",
            is_money=False,
            key=f"text-sender:{sender}",
            created_at=clock.now(),
        )
    )


def _move_back() -> None:
    number = sa.case((_senders.c.sender.like("MG%"), None), else_=_senders.c.sender)
    service = sa.case((_senders.c.sender.like("MG%"), _senders.c.sender), else_=None)
    own = _senders.c.operator_id == _settings.c.operator_id
    op.get_bind().execute(
        sa.update(_settings).values(
            number=sa.select(number).where(own).scalar_subquery(),
            messaging_service_sid=sa.select(service).where(own).scalar_subquery(),
        )
    )


upgrade, downgrade = steps.both_ways(
    steps.table("text_senders", c.text(key=120), info={"owned": False}).of(
        c.text(sender=120),
        c.row_id("operator_id"),
        c.moment("since"),
        steps.reference("operator_id", "operators", "fk_text_senders_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_text_senders_operator_id", "text_senders", ["operator_id"]),
    steps.Step(_move, _move_back),
    steps.dropped(steps.columns("sms_settings", c.text(number=20, messaging_service_sid=120, null=True))),
)
