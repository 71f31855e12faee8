"""Python's collector of cycles does not look through the whole program while a page is made."""

import gc

from clubs.apps import COLLECTED_AFTER


def test_what_was_imported_is_left_alone():
    assert gc.get_freeze_count() > 50_000
    assert gc.get_threshold() == COLLECTED_AFTER
