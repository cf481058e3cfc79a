"""Build a release into dist/: wheel, source archive, lists of components (CycloneDX), installation archive, checksums.

Run by `make release`, which builds the pages first. Refuses a working copy with changes, because the version names the
commit. Archives are built with the commit's date, so that building one commit twice gives the same wheel.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
TOOLS = ROOT / ".venv-release" / "bin"
RUNTIME = "requirements-runtime.lock"


def run(*command: str | Path, folder: Path = ROOT, **environment: str) -> str:
    """Run a command and return its output. If it fails, end the build with what it printed."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Build everything, try the wheel in an empty environment, and list the files with their checksums."""
    if changes := run("git", "status", "--porcelain"):
        sys.exit(f"Commit or stash your changes first:\n{changes}")
    moment = run("git", "log", "-1", "--format=%ct").strip()
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for kind in ("wheel", "sdist"):
        run(TOOLS / "hatchling", "build", "--directory", DIST, "--target", kind, SOURCE_DATE_EPOCH=moment)
    (wheel,) = DIST.glob("marqueedesk-*.whl")
    name = "-".join(wheel.name.split("-")[:2])
    components(name)
    print(try_out(wheel))
    installer(name, wheel)
    checksums(DIST)
    for file in sorted(DIST.iterdir()):
        print(f"{file.stat().st_size / 1e6:8.2f} MB  dist/{file.name}")
    image()


def components(name: str) -> None:
    """Write the lists of the Python and JavaScript packages that a server and its pages contain."""
    run(
        *(TOOLS / "cyclonedx-py", "requirements", RUNTIME, "--pyproject", "pyproject.toml", "--mc-type", "application"),
        *("--output-reproducible", "--of", "JSON", "-o", DIST / f"{name}.python.cdx.json"),
    )
    pages = run("npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev", folder=ROOT / "frontend")
    (DIST / f"{name}.pages.cdx.json").write_text(json.dumps(json.loads(pages), indent=2) + "\n")


def try_out(wheel: Path) -> str:
    """Install the wheel with its locked dependencies into an empty environment and run it from another folder."""
    with tempfile.TemporaryDirectory(prefix="marqueedesk-release-") as folder:
        python = Path(folder) / "venv" / "bin" / "python"
        run(sys.executable, "-m", "venv", python.parents[1])
        quiet = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(python, *quiet, "--require-hashes", "-r", RUNTIME)
        run(python, *quiet, "--no-deps", wheel)
        command = python.with_name("marqueedesk")
        run(command, "migrate", folder=Path(folder), MARQUEEDESK_DATA_DIR=str(Path(folder) / "data"))
        return run(command, "--version", folder=Path(folder)).strip()


def installer(name: str, wheel: Path) -> None:
    """Pack what deploy/install.sh needs into one archive."""
    with tempfile.TemporaryDirectory(prefix="marqueedesk-release-") as folder:
        content = Path(folder) / name
        shutil.copytree(ROOT / "deploy", content)
        for file in (wheel, ROOT / RUNTIME, ROOT / "docs" / "deployment.md", ROOT / "LICENSE", ROOT / "CHANGELOG.md"):
            shutil.copy(file, content)
        checksums(content)
        with tarfile.open(DIST / f"{name}-debian.tar.gz", "w:gz") as archive:
            archive.add(content, arcname=name, filter=_of_nobody)


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def checksums(folder: Path) -> None:
    """Write SHA256SUMS of the files of a folder."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(lines))


def _builds(name: str) -> bool:
    """Return true if a container builder is installed and running."""
    if shutil.which(name) is None:
        return False
    return subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0


def image() -> None:
    """Build the container image where a builder is installed; otherwise say so."""
    builder = next((name for name in ("docker", "podman") if _builds(name)), None)
    if builder is None:
        print("No container image: neither docker nor podman is running here.")
        return
    commit, date = run("git", "log", "-1", "--abbrev=7", "--format=%h %cs").split()
    arguments = ("--build-arg", f"COMMIT={commit}", "--build-arg", f"DATE={date}")
    run(builder, "build", *arguments, "--tag", "marqueedesk", ROOT)
    print("Built the image marqueedesk.")


if __name__ == "__main__":
    main()
