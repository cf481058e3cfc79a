"""Table of the installation's settings."""

from datetime import datetime
from typing import Any

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant, JsonObject


class PlatformSetting(Base):
    """A saved setting. A secret has no ``value``, only the encrypted form returned by `secrets.seal`."""

    __tablename__ = "platform_settings"

    name: Mapped[str] = mapped_column(String(60), primary_key=True)
    # Wrapped in an object, because SQLite does not return a bare number in a JSON column as JSON text.
    held: Mapped[JsonObject] = mapped_column(Document)
    sealed: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime] = mapped_column(Instant)

    @property
    def value(self) -> Any:
        """Return the saved value; None for a secret."""
        return self.held.get("value")

    @value.setter
    def value(self, value: Any) -> None:
        self.held = {"value": value}
