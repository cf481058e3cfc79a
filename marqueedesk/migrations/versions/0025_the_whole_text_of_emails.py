"""Make the whole body of an email editable, and let businesses switch off emails to themselves.

An installation's text used to be the email's introduction, followed by fixed blocks. It is kept, with those blocks
written out after it.
"""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db.db import Document
from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0025"
down_revision = "0024"

_AROUND = {
    "confirmed": ("{sign}\n\n", "\n\n{details}\n\n{price}\n\n{notes}\n\n{button}"),
    "quote-sent": ("{sign}\n\n", "\n\n{details}\n\n{price}\n\n{note}\n\n{button}"),
    "password-reset": (
        "",
        "\n\n{button}\n\nIf it was not you, you don't need to do anything: your password stays as it is.",
    ),
}
_settings = sa.table("platform_settings", sa.column("name", sa.String), sa.column("held", Document))


def _rewrite(change: Callable[[str, str, str], str]) -> None:
    connection = op.get_bind()
    found = connection.execute(sa.select(_settings.c.held).where(_settings.c.name == "mail_templates")).scalar()
    if not found or not found.get("value"):
        return
    changed = {
        kind: words | {"body": change(words["body"], *_AROUND[kind])} if kind in _AROUND and "body" in words else words
        for kind, words in found["value"].items()
    }
    connection.execute(_settings.update().where(_settings.c.name == "mail_templates").values(held={"value": changed}))


upgrade, downgrade = steps.both_ways(
    steps.columns("message_settings", c.document("muted", default="[]")),
    steps.Step(
        lambda: _rewrite(lambda body, before, after: f"{before}{body}{after}"),
        lambda: _rewrite(lambda body, before, after: body.removeprefix(before).removesuffix(after)),
    ),
)
