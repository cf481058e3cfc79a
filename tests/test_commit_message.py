"""The commit message check accepts well-formed messages and reports each violation."""

import pytest

from scripts.commit_message import problems

BODY = "\n\nThe reason is given here.\n"


@pytest.mark.parametrize(
    "message, lines",
    [
        ("bookings: Keep the free hours of a quote" + BODY, 40),
        ("messages, docs: Name the wait of an email" + BODY, 12),
        ("docs: Correct a figure", 2),
        ("kit/db: Close idle connections" + BODY + "# Please enter the commit message.\n", 3),
    ],
)
def test_well_formed_commit_message_is_accepted(message: str, lines: int):
    assert problems(message, changed_lines=lines) == []


@pytest.mark.parametrize(
    "message, lines, expected",
    [
        ("Keep the free hours" + BODY, 5, "area: Imperative title"),
        ("bookings: keep the free hours" + BODY, 5, "area: Imperative title"),
        ("bookings: Keep the free hours." + BODY, 5, "without a period"),
        ("bookings: " + "Keep the free cancellation hours that a quote was sent with, always" + BODY, 5, "at most 72"),
        ("bookings: Keep the free hours", 3, "reason in a body"),
        ("bookings: Keep the free hours\nThe reason.\n", 3, "second line empty"),
        ("", 3, "area: Imperative title"),
    ],
)
def test_malformed_commit_message_is_reported(message: str, lines: int, expected: str):
    assert any(expected in sentence for sentence in problems(message, changed_lines=lines))
