"""Items that need an administrator's attention, as codes that the overview page shows as sentences with links."""

from datetime import datetime

from marqueedesk.admin.schemas import JobHealth
from marqueedesk.backup.history import OVERDUE_AFTER, UNVERIFIED_AFTER, BackupHealth
from marqueedesk.instance_settings.schemas import SettingsOut
from marqueedesk.instance_settings.service import Platform

LONG_SECONDS = 15 * 60
"""Age of a due job, in seconds, from which on it indicates that no worker is running."""


def needs_attention(
    platform: Platform,
    settings: SettingsOut,
    jobs: JobHealth,
    *,
    past_due: int,
    mails_failed: int,
    to_review: int,
    backups: BackupHealth,
    now: datetime,
) -> list[str]:
    """Return the codes of the items that apply, most urgent first."""
    conditions = {
        "maintenance_on": platform.maintenance_mode,
        "secrets_unreadable": bool(settings.unreadable),
        "backup_failed": backups.ok is False,
        "backup_overdue": backups.last_at is None or now - backups.last_at > OVERDUE_AFTER,
        "jobs_late": jobs.lag_seconds > LONG_SECONDS,
        "jobs_failed": jobs.failed > 0,
        "mails_failed": mails_failed > 0,
        "businesses_to_review": to_review > 0,
        "subscriptions_past_due": past_due > 0,
        "backup_unverified": backups.last_at is not None
        and (backups.last_verified_at is None or now - backups.last_verified_at > UNVERIFIED_AFTER),
        "mail_not_set": platform.smtp is None,
        "payments_not_set": platform.stripe is None,
    }
    return [code for code, applies in conditions.items() if applies]
