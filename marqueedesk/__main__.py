"""``python -m marqueedesk``."""

from marqueedesk.cli import app

app()
