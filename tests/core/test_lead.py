"""Who led when, on ranks written by hand."""

from clubs.core.lead import Lead, lead_of


def ranked(*steps):
    """ranked("ABC", "BAC"): the order after each step, from the first; "A=B" share a rank."""
    return [(number, dict(_ranks(step))) for number, step in enumerate(steps, 1)]


def _ranks(step):
    rank = 0
    for at, key in enumerate(step.replace("=", "")):
        rank = rank if f"={key}" in step else at + 1
        yield key, rank


def test_from_the_step_on_which_nobody_else_led():
    steps = ranked("ABC", "BAC", "ABC", "BCA", "BAC")

    assert lead_of(steps) == Lead(("B",), since=4, before=("A",), last_at=None)


def test_from_the_first_step():
    assert lead_of(ranked("ABC", "ACB")) == Lead(("A",), since=1, before=(), last_at=None)


def test_behind_everybody_and_first_in_the_end():
    """C is last after 1, 3 and 4; the latest counts."""
    steps = ranked("ABC", "ACB", "BAC", "ABC", "ACB", "CAB")

    assert lead_of(steps) == Lead(("C",), since=6, before=("A",), last_at=4)


def test_the_first_two_steps_say_nothing():
    assert lead_of(ranked("ABC", "ABC", "ACB", "CAB")).last_at is None


def test_last_together_with_another_is_not_behind_everybody():
    assert lead_of(ranked("ABC", "ABC", "AB=C", "CAB")).last_at is None


def test_level_with_who_led_alone():
    lead = lead_of(ranked("ABC", "ABC", "A=BC"))

    assert lead == Lead(("A", "B"), since=3, before=("A",), last_at=None)
    assert lead.is_shared_late


def test_who_shared_the_lead_and_then_had_it_alone():
    lead = lead_of(ranked("A=BC", "A=BC", "ABC"))

    assert lead == Lead(("A",), since=3, before=("A", "B"), last_at=None)
    assert not lead.is_shared_late


def test_a_pair_leads_together():
    lead = lead_of(ranked("A=CB=D", "B=DA=C", "C=AD=B"))

    assert lead == Lead(("C", "A"), since=3, before=("B", "D"), last_at=None)
    assert not lead.is_shared_late


def test_who_came_later_did_not_lead_before():
    assert lead_of([(1, {"A": 1, "B": 2}), (2, {"C": 1, "A": 2, "B": 3})]) == Lead(
        ("C",), since=2, before=("A",), last_at=None
    )


def test_one_step_and_a_level_end_are_no_story():
    assert lead_of([]) is None
    assert lead_of(ranked("ABC")) is None
    assert lead_of(ranked("ABC", "A=B=C")) is None
