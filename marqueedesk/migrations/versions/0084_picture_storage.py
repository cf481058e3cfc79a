"""Store the sizes of pictures, which photos handovers refer to, and the storage quota of a plan."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0084"
down_revision = "0083"
upgrade, downgrade = steps.both_ways(
    steps.columns("subscription_plans", c.number("storage_megabytes", null=True)),
    steps.columns("item_pictures", c.number("size_bytes", default=0)),
    steps.columns("goods_photos", c.number("size_bytes", default=0), c.flag("in_handover", default=False)),
    # The database reads a stored picture's length without reading the picture.
    steps.fill("UPDATE item_pictures SET size_bytes = length(large) + length(small)"),
    steps.fill("UPDATE goods_photos SET size_bytes = length(large) + length(small)"),
    steps.index("ix_item_pictures_size", "item_pictures", ["operator_id", "size_bytes"]),
    steps.index("ix_goods_photos_size", "goods_photos", ["operator_id", "size_bytes"]),
    steps.index("ix_goods_photos_age", "goods_photos", ["in_handover", "created_at"]),
    steps.index("ix_letter_outages_photo", "letter_outages", ["operator_id", "photo"], where="photo IS NOT NULL"),
)
