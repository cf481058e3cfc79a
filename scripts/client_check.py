"""Fail if the committed API description or the generated client is outdated."""

import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
DESCRIPTION = FRONTEND / "openapi.json"
CLIENT = FRONTEND / "src" / "api" / "schema.d.ts"


def main() -> int:
    """Compare both files with newly generated ones; return the exit code."""
    fresh = subprocess.run(
        [ROOT / ".venv" / "bin" / "marqueedesk", "openapi"], check=True, capture_output=True, text=True
    ).stdout
    stale: list[str] = []
    if json.loads(fresh) != json.loads(DESCRIPTION.read_text()):
        stale.append("frontend/openapi.json")
    # Generated in a separate folder, because other checks read the committed files meanwhile.
    with tempfile.TemporaryDirectory() as folder:
        copies = {str(path.relative_to(FRONTEND)): Path(folder) / path.name for path in (DESCRIPTION, CLIENT)}
        copies["openapi.json"].write_text(fresh)
        script: str = json.loads((FRONTEND / "package.json").read_text())["scripts"]["client"]
        command = [str(copies.get(word, word)) for word in shlex.split(script)]
        subprocess.run(["npx", "--no-install", *command], check=True, cwd=FRONTEND, stdout=sys.stderr)
        if CLIENT.read_text() != copies["src/api/schema.d.ts"].read_text():
            stale.append("frontend/src/api/schema.d.ts")
    for name in stale:
        print(f"{name} is not what the API says today: run `make client` and commit the result.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
