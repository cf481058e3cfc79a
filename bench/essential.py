"""The essential transaction of a booking in plain SQL under pgbench: the cost of the database alone.

Lock the operator's row; query the letters' daily peak over the rental and the stock; insert the booking and its holds.
Three prepared statements and a commit on the product's own tables and data. With all rows it also writes everything
else that the product writes with a booking: job, live event, idempotency key, rate limit counter and page link.
"""

import re
import subprocess
from urllib.parse import parse_qs, urlsplit

import psycopg

from bench.load import DAYS, FIRST_DAY
from tests.support import folder, postgres

SCRIPT = """
\\set shift random(0, {last_day})
\\set length random(1, 3)
\\set who random(1, {operators})
\\set mark random(1, 1000000000)
BEGIN;
SELECT id, time_zone, turnaround_days, hold_days, max_rental_days, approval_required FROM operators
 WHERE id = (:who * {stride} + {offset}) FOR NO KEY UPDATE;
WITH wanted(letter, count) AS (VALUES ('L', 1), ('O', 1), ('V', 1), ('E', 1)),
     days AS (SELECT date '{first}' + :shift::int + generate_series(0, :length::int) AS day),
     taken AS (
       SELECT letter, first_day, last_day, sum(count) AS count FROM letter_holds
        WHERE operator_id = (:who * {stride} + {offset}) AND size = '4ft'
          AND first_day BETWEEN date '{first}' + :shift::int - {span} AND date '{first}' + :shift::int + :length::int
          AND last_day >= date '{first}' + :shift::int AND letter IN ('L', 'O', 'V', 'E')
          AND (expires_at IS NULL OR expires_at > now())
        GROUP BY letter, first_day, last_day),
     use AS (
       SELECT t.letter, d.day, sum(t.count) AS count
         FROM days d JOIN taken t ON d.day BETWEEN t.first_day AND t.last_day GROUP BY t.letter, d.day)
SELECT w.letter, w.count, i.quantity, coalesce(max(u.count), 0) AS peak
  FROM wanted w
  JOIN letter_inventory i ON i.operator_id = (:who * {stride} + {offset}) AND i.size = '4ft' AND i.letter = w.letter
  LEFT JOIN use u ON u.letter = w.letter
 GROUP BY w.letter, w.count, i.quantity;
WITH booking AS (
  INSERT INTO bookings (operator_id, number, status, source, message, size, letter_count, color, add_ons, customer_name,
    customer_email, customer_phone, venue_surcharge_cents, delivery_day, delivery_clock, delivery_time_given,
    pickup_day, pickup_clock, pickup_time_given, rental_days, turnaround_days, breakdown, total_cents, deposit_cents,
    received_cents, notes, possible_duplicate, hold_expires_at, revision, created_at, updated_at)
  VALUES ((:who * {stride} + {offset}),
    (SELECT coalesce(max(number), 0) + 1 FROM bookings WHERE operator_id = (:who * {stride} + {offset})),
    'pending', 'form', 'LOVE', '4ft', 4, 'standard', '[]', 'Ada Lovelace',
    'ada' || :mark::text || '@example.com', '+1 555 0100', 0, date '{first}' + :shift::int, :morning, false,
    date '{first}' + :shift::int + :length::int, :ten, false, :length, 0, '{{"total_cents": 10000}}', 10000, 0, 0,
    'Ring at the back door.', false, now() + interval '7 days', 1, now(), now())
  RETURNING id){more}
INSERT INTO letter_holds (operator_id, kind, holder_id, letter, first_day, last_day, size, count, expires_at)
SELECT (:who * {stride} + {offset}), 'booking', booking.id, w.letter, date '{first}' + :shift::int,
       date '{first}' + :shift::int + :length::int, '4ft', 1, now() + interval '7 days'
  FROM booking, (VALUES ('L'), ('O'), ('V'), ('E')) w(letter);
COMMIT;
"""

# A unique value per booking, as long as the product's digests.
_DIGEST = "md5(:mark::text) || md5(random()::text)"
_MORE = f""",
     job AS (
  INSERT INTO jobs (kind, payload, state, run_at, attempts, created_at)
  SELECT 'booking.placed', json_build_object('operatorId', (:who * {{stride}} + {{offset}}), 'bookingId', booking.id),
         'waiting', now(), 0, now() FROM booking),
     event AS (
  INSERT INTO events (operator_id, topics, at) VALUES ((:who * {{stride}} + {{offset}}), 'bookings', now())),
     key AS (
  INSERT INTO idempotency_keys (operator_id, key, fingerprint, made_id, created_at)
  SELECT (:who * {{stride}} + {{offset}}), {_DIGEST}, {_DIGEST}, booking.id, now() FROM booking),
     counter AS (
  INSERT INTO counters (key, window_ends, count)
  VALUES ({_DIGEST}, date_trunc('hour', now()) + interval '1 hour', 1)),
     link AS (
  INSERT INTO links (token_digest, operator_id, kind, target_id, created_at)
  SELECT {_DIGEST}, (:who * {{stride}} + {{offset}}), 'booking', booking.id, now() FROM booking)"""


def settle(database_url: str) -> None:
    """Make PostgreSQL clean up now. A baseline writes thousands of rows a second, and cleaning up later would slow down
    the next measurement.
    """
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")


def per_second(
    database_url: str, operators: list[int], *, seconds: int, clients: int = 8, all_rows: bool = False
) -> float:
    """Return transactions per second; with ``all_rows``, of those that write as much as the product does.

    The operators' ids must be evenly spaced, as in a fresh database.
    """
    stride = operators[1] - operators[0] if len(operators) > 1 else 1
    assert operators == [operators[0] + stride * n for n in range(len(operators))]
    script = folder.current() / "essential.sql"
    text = SCRIPT.replace("{more}", _MORE if all_rows else "")
    script.write_text(
        text.format(
            last_day=DAYS,
            operators=len(operators),
            stride=stride,
            offset=operators[0] - stride,
            first=FIRST_DAY.isoformat(),
            span=105,
        )
    )
    parts = urlsplit(database_url)
    run = subprocess.run(
        [
            postgres.binary("pgbench"),
            *("-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds), "-f", str(script)),
            # pgbench would parse a colon in the script as a variable.
            *("-D", "morning=08:00:00.000000", "-D", "ten=10:00:00.000000"),
            *("-h", parse_qs(parts.query)["host"][0], "-U", postgres.USER, parts.path.removeprefix("/")),
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    output = run.stdout + run.stderr
    found = re.search(r"tps = ([0-9.]+)", output)
    failed = re.search(r"number of failed transactions: (\d+)", output)
    if found is None or (failed is not None and failed.group(1) != "0"):
        raise RuntimeError(output)
    return float(found.group(1))
