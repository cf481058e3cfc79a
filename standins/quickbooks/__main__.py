"""`python -m standins.quickbooks --port 8002`."""

import argparse

import uvicorn

from standins.quickbooks.app import create


def main() -> None:
    """Run until stopped."""
    parser = argparse.ArgumentParser(prog="standins.quickbooks", description=__doc__)
    parser.add_argument("--port", type=int, default=8002)
    given = parser.parse_args()
    uvicorn.run(create(), host="127.0.0.1", port=given.port, log_level="critical", access_log=False, date_header=False)


if __name__ == "__main__":
    main()
