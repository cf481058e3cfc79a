"""Files of the built pages, in a compression that the browser accepts."""

from collections.abc import Mapping
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from fastapi import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse

from marqueedesk.instance_settings.cached_settings import USUAL_NAME
from marqueedesk.instance_settings.naming import named_page, with_facts

STATIC = Path(__file__).parents[1] / "static"
APP = STATIC / "app"
WIDGET = STATIC / "widget"
LANDING = STATIC / "landing"
PORTAL = STATIC / "portal"
EMBED = STATIC / "embed"
CREW = STATIC / "crew"
AUTH = STATIC / "auth"
_FOLDERS = (
    ("widget/", WIDGET),
    ("landing/", LANDING),
    ("portal/", PORTAL),
    ("crew/", CREW),
    ("auth/", AUTH),
    ("", APP),
)
"""URL prefixes of built files, with their folders."""
_FOREVER = "public, max-age=31536000, immutable"
HOUR = "public, max-age=3600"
_ENCODINGS = {"br": ".br", "gzip": ".gz"}


def built_page(
    file: Path, *, policy: str, name: str, status: int = 200, shared: Mapping[str, str] | None = None
) -> Response:
    """Return a built page; ``shared`` is the link preview that other programs show."""
    if not file.is_file():
        return not_built()
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
    if name != USUAL_NAME or shared:
        html = named_page(file, name) if name != USUAL_NAME else file.read_text(encoding="utf-8")
        return Response(with_facts(html, shared or {}), status, headers, media_type="text/html; charset=utf-8")
    return FileResponse(file, status, headers=headers, media_type="text/html; charset=utf-8")


def not_built() -> Response:
    """Return the response for pages that have not been built."""
    return Response("The pages have not been built yet. Run: make setup", 503, media_type="text/plain")


def built_file(file: Path, request: Request) -> Response:
    """Return a built file in the first of the build's compressions that the browser accepts; sends only headers if the
    browser has it cached.
    """
    if not file.is_file():
        return not_built()
    headers = {"Cache-Control": _FOREVER if "assets" in file.parts else HOUR}
    return packed_file(file, request, headers)


def packed_file(file: Path, request: Request, headers: dict[str, str]) -> Response:
    """Return a file like `built_file`, with additional headers."""
    packed = {encoding: file.with_name(file.name + suffix) for encoding, suffix in _ENCODINGS.items()}
    packed = {encoding: sibling for encoding, sibling in packed.items() if sibling.is_file()}
    sent = file
    if packed:
        headers["Vary"] = "Accept-Encoding"
        offers = [part.replace(" ", "").lower() for part in request.headers.get("accept-encoding", "").split(",")]
        # An encoding with a weight may be a rejection (q=0), and browsers send no weights.
        encoding = next((encoding for encoding in packed if encoding in offers), None)
        if encoding:
            headers["Content-Encoding"] = encoding
            sent = packed[encoding]
    kind, _ = guess_type(file.name)
    response = FileResponse(sent, headers=headers, media_type=kind, stat_result=sent.stat())
    etags = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    return NotModifiedResponse(response.headers) if response.headers["etag"] in etags else response


def file_at(path: str) -> Path | None:
    """Return the built file at a path without its leading slash; None if there is none. Pages are not included."""
    for prefix, folder in _FOLDERS:
        if path.startswith(prefix):
            file = file_inside(folder, path.removeprefix(prefix))
            if file is not None and ".html" not in file.suffixes:
                return file
    return None


@lru_cache(maxsize=1024)
def is_asset(path: str) -> bool:
    """Return true if the path belongs to a built file with a content hash in its name."""
    return "/assets/" in path and file_at(path.removeprefix("/")) is not None


def file_inside(folder: Path, name: str) -> Path | None:
    """Return the named file inside the folder; None for a path outside of it or anything other than a file."""
    if not name or "\x00" in name:
        return None
    try:
        file = (folder / name).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None
