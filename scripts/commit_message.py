"""Check a commit message: ``area: Imperative title`` of at most 72 characters, and a body unless one line changed.

Git and pre-commit call it with the path of the file that holds the message.
"""

import re
import subprocess
import sys
from pathlib import Path

LONGEST_TITLE = 72
ONE_LINE = 2
"""Changed lines of a commit that replaces one line: one added, one removed."""
TITLE = re.compile(r"[\w./, -]+: [A-Z`\"].*[^.]")


def problems(message: str, *, changed_lines: int) -> list[str]:
    """Return what is wrong with a message, as sentences; ``changed_lines`` counts added and removed lines."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    title = lines[0] if lines else ""
    body = [line for line in lines[1:] if line.strip()]
    found: list[str] = []
    if not TITLE.fullmatch(title):
        found.append('Write the title as "area: Imperative title", without a period at its end.')
    if len(title) > LONGEST_TITLE:
        found.append(f"The title has {len(title)} characters; use at most {LONGEST_TITLE}.")
    if body and lines[1].strip():
        found.append("Leave the second line empty.")
    if not body and changed_lines > ONE_LINE:
        found.append("Explain the reason in a body.")
    return found


def staged_lines() -> int:
    """Return how many lines the commit adds and removes. Binary files count as one."""
    numbers = subprocess.run(["git", "diff", "--cached", "--numstat"], check=True, capture_output=True, text=True)
    return sum(
        int(count) if count.isdigit() else 1 for row in numbers.stdout.splitlines() for count in row.split("\t")[:2]
    )


def main() -> int:
    """Print the problems of the message in the given file; return 1 if there are any. Merges are not checked."""
    message = Path(sys.argv[1]).read_text(encoding="utf-8")
    if message.startswith("Merge "):
        return 0
    found = problems(message, changed_lines=staged_lines())
    for sentence in found:
        print(sentence, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
