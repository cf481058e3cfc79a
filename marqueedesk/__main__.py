"""``python -m marqueedesk``."""

from marqueedesk.cli import main

main()
