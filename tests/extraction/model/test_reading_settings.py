"""Settings are checked where they are made, and mark whoever reads by them."""

import pytest

from fabula.errors import InvalidInputError
from fabula.extraction.model.reading_settings import ReadingSettings


@pytest.mark.parametrize(
    "wrong",
    [{"form": "yaml"}, {"batch": 0}, {"most_facts": 61}, {"most_prompt_tokens": 10}, {"names_shown": True}],
)
def test_what_is_out_of_bounds_is_refused(wrong):
    with pytest.raises(InvalidInputError, match=next(iter(wrong))):
        ReadingSettings(**wrong)


def test_the_mark_changes_with_any_setting():
    marks = {ReadingSettings().mark, ReadingSettings(look_back=1).mark, ReadingSettings(types=()).mark}
    assert len(marks) == 3
    assert ReadingSettings().mark == ReadingSettings().mark
