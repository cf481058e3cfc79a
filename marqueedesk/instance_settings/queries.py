"""Every SELECT about the installation's settings."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.sql.selectable import ScalarSelect

from marqueedesk.instance_settings.models import PlatformSetting


def stored(db: Session) -> dict[str, PlatformSetting]:
    """The saved settings, by name."""
    return {row.name: row for row in db.scalars(select(PlatformSetting))}


def stored_mail_host() -> ScalarSelect[Any]:
    """A column of a statement: the saved setting of the mail server's host, as ``{"value": host}``."""
    return select(PlatformSetting.held).where(PlatformSetting.name == "smtp_host").scalar_subquery()


def stored_free_cancellation() -> ScalarSelect[Any]:
    """A column of a statement: the saved hours of free cancellation, as ``{"value": hours}``."""
    return select(PlatformSetting.held).where(PlatformSetting.name == "free_cancellation_period").scalar_subquery()


def locked(db: Session, name: str) -> PlatformSetting | None:
    """One stored setting, locked until the transaction ends; None while it has not been saved."""
    return db.get(PlatformSetting, name, with_for_update=True, populate_existing=True)
