"""Entry point of ``python -m marqueedesk``."""

from marqueedesk.cli import main

main()
