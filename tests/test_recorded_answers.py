"""The answers that the page tests run on are those of the API: the same fields, of the same kinds."""

import json
from typing import Any

from scripts import record_answers


def shape(value: Any) -> Any:
    """What an answer consists of, without what it says."""
    match value:
        case dict():
            return {name: shape(part) for name, part in value.items()}
        case list():
            return [shape(part) for part in value]
        case bool() | str() | None:
            return type(value).__name__
        case _:
            return "number"


def test_pages_are_tested_on_what_the_api_answers():
    fresh = record_answers.record()

    for who in ("owner", "staff"):
        recorded = json.loads((record_answers.FOLDER / f"{who}.json").read_text())
        assert shape(recorded) == shape(fresh[who]), "run `make answers` and commit the result"
