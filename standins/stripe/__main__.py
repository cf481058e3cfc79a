"""`python -m standins.stripe --port 8001 --webhook http://localhost:8000/api/stripe/webhook`."""

import argparse
from pathlib import Path

import uvicorn

from standins.stripe.app import create
from standins.stripe.deliveries import WebhookEndpoint


def main() -> None:
    """Run until stopped."""
    parser = argparse.ArgumentParser(prog="standins.stripe", description=__doc__)
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--webhook", help="URL for events, including those of connected accounts")
    parser.add_argument("--secret", default="whsec_standin", help="signing secret of events")
    parser.add_argument("--state", type=Path, help="file that persists its state")
    given = parser.parse_args()
    endpoints = tuple(
        WebhookEndpoint(given.webhook, given.secret, connect) for connect in (False, True) if given.webhook
    )
    app = create(state=given.state, endpoints=endpoints, secret=given.secret)
    uvicorn.run(app, host="127.0.0.1", port=given.port, log_level="critical", access_log=False, date_header=False)


if __name__ == "__main__":
    main()
