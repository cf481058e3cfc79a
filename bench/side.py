"""Run the product of one checkout until standard input ends, and print one line with its addresses. `bench.compare`
starts one process per checkout, with that checkout's Python and folder: all code but this file is the checkout's.
"""

import json
import sys

from bench import fill, machine

BUSINESSES = 8


def main() -> None:
    """Start the product, print its addresses, and wait."""
    with machine.workplace(), machine.product("postgresql", workers=2, settings={"worker": "off"}) as product:
        operators = product.add_operators(BUSINESSES)
        for operator in operators:
            fill.fill(product.database_url, operator, 2000, a_day=3)
        signed_in = [one.http.cookies.items() for one in product.operators]
        where = {
            "port": product.port,
            "operators": operators,
            "cookies": ["; ".join(f"{name}={value}" for name, value in cookies) for cookies in signed_in],
            "server": product.server.pid,
            "database": machine.postgres_processes()[0].pid,
        }
        sys.stdout.write(f"{json.dumps(where)}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
