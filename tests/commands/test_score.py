"""`manage.py score`: cli.md §score, scoring.md §8, as a shell meets it."""

import gc
import json
import os
import subprocess
import sys
import tracemalloc
from itertools import pairwise
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import gettext, override

from clubs.choices import MESSAGES
from tests.commands.shell import ENVIRONMENT, MANAGE, manage, start
from tests.paths import DATA, ROOT

EXAMPLES = DATA / "deals_public.jsonl"
COMMAND = [*MANAGE, "score"]
FOUR = ["Nord", "Est", "Sud", "Ouest"]
DEAL = {"taker": "Nord", "contract": "garde", "oudlers": 2, "points": 49}
REQUEST = {"id": "a", "players": FOUR, "deal": DEAL}
SCORES = {"Nord": 198, "Est": -66, "Sud": -66, "Ouest": -66}  # (25 + 8)·2 = 66


def score(told: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return manage("score", *options, typed=told)


def answers(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_example_file_as_it_is():
    result = score(EXAMPLES.read_bytes())

    expected = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
    found = answers(result)
    assert [answer["id"] for answer in found] == [line["id"] for line in expected]
    assert [answer["ok"] for answer in found] == ["scores" in line["expect"] for line in expected]
    assert result.returncode == 1
    refused = sum("error" in line["expect"] for line in expected)
    assert result.stderr.decode().splitlines() == [
        f'{refused} refused: see the answers with "ok": false.'
    ]


def test_a_message_names_what_would_be_right():
    wrong = {**REQUEST["deal"], "contract": "gard", "oudlers": "2"}

    [answer] = answers(score(json.dumps({**REQUEST, "deal": wrong}).encode()))

    assert {error["field"]: error["message"] for error in answer["errors"]} == {
        "contract": "Possible here: prise, pousse, garde, garde_sans, garde_contre.",
        "oudlers": "A whole number without quotation marks is expected here.",
    }


def test_lines_of_every_kind():
    told = b"".join(
        [
            b"\xef\xbb\xbf" + json.dumps(REQUEST).encode() + b"\r\n",
            b"\n",
            b" \t\r\n",
            b"nonsense\n",
            b'{"id": "\xff"}\n',
            b"[" * 50_000 + b"\n",
            json.dumps({**REQUEST, "id": 7, "deal": {**DEAL, "points": 92}}).encode() + b"\n",
            json.dumps({"players": ["Zoé", "Est", "Sud", "\ud800"], "deal": {}}).encode() + b"\n",
            json.dumps({**REQUEST, "id": None, "expect": 5}).encode(),  # no end of line
        ]
    )

    result = score(told)

    found = answers(result)
    assert [(answer["id"], answer["ok"]) for answer in found] == [
        ("a", True),
        ("4", False),
        ("5", False),
        ("6", False),
        (7, False),
        ("8", False),
        ("9", True),
    ]
    assert found[0]["scores"] == found[-1]["scores"] == SCORES
    assert found[1]["errors"] == found[2]["errors"] == found[3]["errors"]
    assert found[1]["errors"][0]["code"] == "bad_line"
    assert found[4]["errors"] == [
        {"code": "points_out_of_range", "field": "points", "message": "0 to 91."}
    ]
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1


def test_all_accepted():
    result = start("score", typed=json.dumps(REQUEST).encode() + b"\n\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert list(answers(result)[0]) == ["id", "ok", "scores", "stake", "breakdown", "warnings"]


def test_empty_input():
    result = score(b"")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_names_are_utf8_and_half_surrogates_stay_escaped():
    players = ["Zoé", "Est", "Sud", "\ud800"]
    told = {"players": players, "deal": {**DEAL, "taker": "Zoé"}}

    result = score(json.dumps(told).encode())

    assert "Zoé".encode() in result.stdout
    assert list(answers(result)[0]["scores"]) == players


def test_messages_in_french_and_nothing_else():
    told = json.dumps({**REQUEST, "deal": {**DEAL, "taker": None}}).encode()
    with override("fr"):
        french = gettext("This is needed.")

    assert answers(score(told))[0]["errors"] == [
        {"code": "field_missing", "field": "taker", "message": "This is needed."}
    ]
    assert answers(score(told, "--lang", "fr"))[0]["errors"] == [
        {"code": "field_missing", "field": "taker", "message": french}
    ]
    assert "field_missing" in MESSAGES


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--lang", "xx"], "argument --lang: invalid choice: 'xx' (choose from"),
        (["file.jsonl"], "unrecognized arguments: file.jsonl"),
        (["two\nlines"], "unrecognized arguments: two lines"),
    ],
)
def test_wrong_usage(options, message):
    result = score(b"", *options)

    assert result.returncode == 2
    assert result.stdout == b""
    (line,) = result.stderr.decode().splitlines()
    assert line.startswith(message)


def test_help_has_an_example_that_works():
    result = score(b"", "--help")

    example = result.stdout.decode().partition("example:\n")[2]
    told = example[example.index("{") : example.rindex("}") + 1]
    assert answers(score(told.encode()))[0]["stake"] == 66


@pytest.mark.parametrize(
    ("stream", "message"),
    [
        ("stdin", "Standard input is closed: pipe the deals in, or use < FILE."),
        ("stdout", "Standard output is closed: pipe it on, or use > FILE."),
    ],
)
def test_a_closed_stream(monkeypatch, stream, message):
    monkeypatch.setattr(sys, stream, None)  # as Python starts with <&- or >&-

    with pytest.raises(CommandError) as refusal:
        call_command("score")
    assert (str(refusal.value), refusal.value.returncode) == (message, 1)


def test_a_full_disk():
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            COMMAND,
            input=json.dumps(REQUEST).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=ENVIRONMENT,
        )
    assert result.returncode == 1
    assert result.stderr.decode().splitlines() == [
        "Cannot read or write: [Errno 28] No space left on device."
    ]


def test_each_answer_is_there_before_the_next_line_until_nobody_listens():
    with subprocess.Popen(
        COMMAND,
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        for number in range(3):
            process.stdin.write(json.dumps({**REQUEST, "id": number}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdout.close()
        try:
            process.stdin.write((json.dumps(REQUEST).encode() + b"\n") * 1000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_memory_does_not_grow_with_the_input(monkeypatch):
    """Compared after 600, 900 and 1,200 lines, with 50 rules that all were met before. What is kept
    of each line would grow both times; what others in the process keep meanwhile, once."""
    used = []

    def in_use():
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    def lines():
        for number in range(1200):
            if number == 300:
                tracemalloc.start()
            if number in (600, 900):
                used.append(in_use())
            line = {**REQUEST, "id": number, "rules": {"base_value": number % 50}}
            yield json.dumps(line).encode() + b"\n"
        used.append(in_use())
        yield b""

    line = lines()
    pipe = SimpleNamespace(readline=lambda _length: next(line))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=pipe))
    try:
        with open(os.devnull, "w") as nowhere, monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", nowhere)
            call_command("score")
    finally:
        tracemalloc.stop()

    growths = [after - before for before, after in pairwise(used)]
    assert min(growths) < 40_000  # bytes; the answers alone are 200,000
