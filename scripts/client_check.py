"""Fail when the committed API description or the client made from it differs from what the code says today."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTION = ROOT / "frontend" / "openapi.json"
CLIENT = ROOT / "frontend" / "src" / "api" / "schema.d.ts"


def main() -> int:
    """Compare both files with fresh ones; return the exit code."""
    fresh = subprocess.run(
        [ROOT / ".venv" / "bin" / "marqueedesk", "openapi"], check=True, capture_output=True, text=True
    ).stdout
    stale: list[str] = []
    if json.loads(fresh) != json.loads(DESCRIPTION.read_text()):
        stale.append("frontend/openapi.json")
    # The generator writes to its fixed place, so the committed file is set aside and put back whatever happens.
    with tempfile.TemporaryDirectory() as folder:
        kept = {path: Path(folder) / path.name for path in (DESCRIPTION, CLIENT)}
        for path, copy in kept.items():
            shutil.copy2(path, copy)
        try:
            DESCRIPTION.write_text(fresh)
            subprocess.run(
                ["npm", "--prefix", "frontend", "run", "--silent", "client"], check=True, cwd=ROOT, stdout=sys.stderr
            )
            if CLIENT.read_text() != kept[CLIENT].read_text():
                stale.append("frontend/src/api/schema.d.ts")
        finally:
            for path, copy in kept.items():
                shutil.copy2(copy, path)
    for name in stale:
        print(f"{name} is not what the API says today: run `make client` and commit the result.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
