"""What was made once is not made again."""

from threading import Barrier, Thread

import pytest

from clubs.views.memo import Memo


def test_made_once_for_each_key():
    memo, made = Memo(10), []

    def make(text):
        return lambda: made.append(text) or text

    assert memo.get(("a", 1), make("first")) == "first"
    assert memo.get(("a", 1), make("again")) == "first"
    assert memo.get(("a", 2), make("second")) == "second"
    assert made == ["first", "second"]


def test_an_empty_text_is_kept_as_well():
    memo, made = Memo(10), []

    for _ in range(2):
        memo.get("key", lambda: made.append(1) or "")

    assert made == [1]


def test_it_keeps_those_asked_for_last():
    memo = Memo(2)
    for key in ("a", "b", "a", "c"):
        memo.get(key, lambda key=key: f"first {key}")

    assert len(memo) == 2
    assert memo.get("a", lambda: "again") == "first a"
    assert memo.get("b", lambda: "again") == "again"


def test_of_many_who_ask_at_once_one_makes_it():
    memo, made, got = Memo(10), [], []
    together = Barrier(8)

    def ask():
        together.wait()
        got.append(memo.get("key", lambda: made.append(1) or "text"))

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (got, made) == (["text"] * 8, [1])


def test_what_cannot_be_made_is_tried_again():
    memo = Memo(10)

    with pytest.raises(ZeroDivisionError):
        memo.get("key", lambda: str(1 / 0))

    assert memo.get("key", lambda: "text") == "text"
