"""Read-only queries about the installation's settings."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.sql.selectable import ScalarSelect

from marqueedesk.instance_settings.models import PlatformSetting


def stored(db: Session) -> dict[str, PlatformSetting]:
    """Return the saved settings by name."""
    return {row.name: row for row in db.scalars(select(PlatformSetting))}


def stored_mail_host() -> ScalarSelect[Any]:
    """Return a subquery for the saved mail server host, as ``{"value": host}``."""
    return select(PlatformSetting.held).where(PlatformSetting.name == "smtp_host").scalar_subquery()


def stored_free_cancellation() -> ScalarSelect[Any]:
    """Return a subquery for the saved free cancellation hours, as ``{"value": hours}``."""
    return select(PlatformSetting.held).where(PlatformSetting.name == "free_cancellation_period").scalar_subquery()


def locked(db: Session, name: str) -> PlatformSetting | None:
    """Return a saved setting, locked until the transaction ends; None if it was never saved."""
    return db.get(PlatformSetting, name, with_for_update=True, populate_existing=True)
