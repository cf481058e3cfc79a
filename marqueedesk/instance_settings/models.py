"""The table of the installation's settings."""

from datetime import datetime
from typing import Any

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant, JsonObject


class PlatformSetting(Base):
    """One setting that somebody has saved. A secret has no ``value``, only what `secrets.seal` made of it."""

    __tablename__ = "platform_settings"

    name: Mapped[str] = mapped_column(String(60), primary_key=True)
    # In an object, because SQLite turns a bare number in a JSON column into something that is no JSON text.
    held: Mapped[JsonObject] = mapped_column(Document)
    sealed: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime] = mapped_column(Instant)

    @property
    def value(self) -> Any:
        """The saved value; None for a secret."""
        return self.held.get("value")

    @value.setter
    def value(self, value: Any) -> None:
        self.held = {"value": value}
