"""The page tests use recorded API responses: `make answers` on an unchanged tree changes nothing."""

from scripts import record_answers


def test_make_answers_changes_nothing_on_an_untouched_tree():
    for who, answers in record_answers.record().items():
        recorded = (record_answers.FOLDER / f"{who}.json").read_text()
        assert recorded == record_answers.contents(answers), "run `make answers` and commit the result"
