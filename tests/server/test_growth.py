"""What a page of a club may cost that played more: `make bench ARGS=growth`."""

import pytest

from benchmarks.bench_growth import Cost, judged


def cost(best: float, bare: float = 0.0) -> Cost:
    return Cost(best, best, bare, 10)


@pytest.mark.parametrize(
    ("few", "many", "verdict"),
    [
        (cost(30), cost(37), ""),  # ten times the deals: slope 0.091
        (cost(30), cost(39), "  GROWS"),  # 0.114
        (cost(45), cost(45), "  DEAR"),
        (cost(45), cost(45, bare=15), ""),  # three times its reads
        (cost(35), cost(70, bare=23), "  GROWS DEAR"),
    ],
)
def test_a_page_is_flat_and_cheap(few, many, verdict):
    assert judged({3_000: few, 30_000: many}, is_page=True) == verdict


def test_a_file_is_flat_by_its_rows():
    assert judged({3_000: cost(300), 30_000: cost(310)}, is_page=False) == ""
    assert judged({3_000: cost(300), 30_000: cost(400)}, is_page=False) == "  GROWS"
