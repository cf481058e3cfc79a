"""Automated accessibility checks of a page."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

from tests.support.rest import end_fading

AXE = (Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text()
# Rules that never report anything serious don't have to run.
NEVER_SERIOUS = [
    "aria-allowed-role",
    "empty-heading",
    "empty-table-header",
    "form-field-multiple-labels",
    "heading-order",
    "image-redundant-alt",
    "landmark-banner-is-top-level",
    "landmark-complementary-is-top-level",
    "landmark-contentinfo-is-top-level",
    "landmark-main-is-top-level",
    "landmark-no-duplicate-banner",
    "landmark-no-duplicate-contentinfo",
    "landmark-no-duplicate-main",
    "landmark-one-main",
    "landmark-unique",
    "page-has-heading-one",
    "presentation-role-conflict",
    "region",
    "scope-attr-valid",
    "skip-link",
    "table-duplicate-name",
]
# Passing rules are not reported, which saves time.
RUN_AXE = "rules => axe.run({ resultTypes: ['violations'], ...rules }).then(result => result.violations)"
# In dark mode a page has the same elements in the same order, so only color rules run.
RULES: dict[str, dict[str, Any]] = {
    "light": {"rules": {name: {"enabled": False} for name in NEVER_SERIOUS}},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}
WIDTHS = (360, 1280)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# The four views of a page in two halves, each with both widths and both schemes.
HALVES = (((360, "light"), (1280, "dark")), ((360, "dark"), (1280, "light")))


def serious_faults(page: Page, rules: dict[str, Any] | None = None) -> list[str]:
    """Return axe's serious and critical findings for the current page, after color transitions have ended."""
    end_fading(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE, rules or RULES["light"])
    return [
        f"{fault['id']}: {node['html'][:160]}"
        for fault in found
        if fault["impact"] in {"serious", "critical"}
        for node in fault["nodes"]
    ]
