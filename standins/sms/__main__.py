"""`python -m standins.sms --port 8004 --inbound http://localhost:8000/api/sms/inbound`."""

import argparse

import uvicorn

from standins.sms.app import create


def main() -> None:
    """Run until stopped."""
    parser = argparse.ArgumentParser(prog="standins.sms", description=__doc__)
    parser.add_argument("--port", type=int, default=8004)
    parser.add_argument("--inbound", default="http://localhost:8000/api/sms/inbound", help="URL for texts to us")
    parser.add_argument("--token", default="standin-token", help="auth token, which also signs callbacks")
    options = parser.parse_args()
    app = create(inbound=options.inbound, token=options.token)
    uvicorn.run(app, host="127.0.0.1", port=options.port, log_level="critical", access_log=False, date_header=False)


if __name__ == "__main__":
    main()
