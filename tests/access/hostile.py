"""Requests that nobody means well, to every address of the access matrix: drawn from a seed.

Each is an address of the matrix, or one with other ids in it, asked by any of its visitors in any
way, with fields, parameters, headers and cookies that break things elsewhere. Tokens of forms are
not asked for, so that what lies behind them is reached. Every request is taken back.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.test import override_settings

from tests.access.matrix import ROWS
from tests.access.matrix.rows import Row
from tests.access.scene import Scene
from tests.access.test_access_matrix import (
    answer_of,
    asked,
    shown_fields,
    sign_in,
    told_answer,
)

TEXTS = [
    "",
    "0",
    "-1",
    "1e309",
    "NaN",
    "9" * 400,
    "9" * 5000,  # more than int() reads
    "--5",
    "\0",
    "null",
    "[]",
    '{"a": [1]}',
    "٣",
    "\u202eevil",
    "é" * 3000,
    "=HYPERLINK(1)",
    "<script>alert(1)</script>",
    "'; DROP TABLE clubs_user; --",
    "{{ 7|add:7 }}%(x)s%s%n",
    "../../../../etc/passwd",
    "//evil.example/",
    "javascript:alert(1)",
    "a\r\nSet-Cookie: b=c",
    "2026-02-30",
    "99999-01-01",
    "00000000-0000-4000-8000-000000000000",
]
HEADERS = {
    "Accept": ["application/json", "*/*;q=x", "image/png"],
    "Accept-Language": ["xx-YY", "fr;q=2", "a" * 600],
    "Content-Type": ["application/json", "text/xml", "multipart/form-data", "x" * 300],
    "Host": ["evil.example", "localhost:80", "[::1", "feutre.test"],
    "HX-Current-URL": ["http://[::1", "javascript:0", "//evil.example/"],
    "HX-Request": ["true"],
    "If-Modified-Since": ["never"],
    "If-None-Match": ['"', "*"],
    "Origin": ["null", "https://evil.example"],
    "Range": ["bytes=5-2", "bytes=0-99999999999999999999"],
    "Referer": ["http://[::1", "https://evil.example/"],
    "X-Forwarded-For": ["1", "::1, x", "<>"],
    "X-Forwarded-Host": ["evil.example"],
    "X-HTTP-Method-Override": ["DELETE"],
    "X-Requested-With": ["XMLHttpRequest"],
}
PARAMETERS = ["page", "sort", "next", "code", "q", "all", "kind", "entry", "rows", "as_of", "game"]
METHODS = ["get", "post", "head", "put", "delete", "patch", "options"]
UUID_THERE = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
REFUSED = {"login", "403", "404", "405", "410"}


@dataclass(frozen=True)
class Attack:
    """One of them. is_plain: the address is that of the row, so that its answer is known."""

    row: Row
    who: str
    method: str
    path: str
    is_plain: bool
    data: Any
    headers: dict[str, str]
    cookies: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.path} ({self.row}) by {self.who}"


def attack(scene: Scene, chance: Random) -> Attack:
    row = chance.choice(ROWS)
    usual = "post" if row.post and chance.random() < 0.7 else "get"
    method = usual if chance.random() < 0.9 else chance.choice(METHODS)
    who = chance.choice(asked(row))
    if chance.random() < 0.5:  # somebody who may, to get as far as the fields
        known = (row.post if method == "post" else row.get) or row.get
        who = chance.choice([one for one in asked(row) if known[one] not in REFUSED] or [who])
    path = row.path(scene)
    plain = chance.random() < 0.6
    if not plain:
        path = other_path(path, scene, chance)
    data = body(row, scene, chance) if method == "post" else {}
    if method == "get" and chance.random() < 0.5:
        data = {chance.choice(PARAMETERS): chance.choice(TEXTS) for _parameter in range(2)}
    headers = chance.sample(sorted(HEADERS), chance.randint(0, 3))
    cookies = chance.sample(["messages", "language", "preferences", "wrote", "csrftoken"], 1)
    return Attack(
        row,
        who,
        method,
        path,
        plain,
        data,
        {name: chance.choice(HEADERS[name]) for name in headers},
        {name: chance.choice(["x" * 32, '"', "[]", "W10:x"]) for name in cookies},
    )


def other_path(path: str, scene: Scene, chance: Random) -> str:
    """With ids of other things that are there, or of nothing; or with more behind it."""
    known = [scene.open, scene.closed, scene.private, scene.cast.club, scene.cast.other]
    known += [scene.hall.tournament, scene.league, scene.cast.player("Eve")]
    ids = [*(str(one.uuid) for one in known), str(UUID(int=chance.getrandbits(128), version=4))]
    path = UUID_THERE.sub(lambda _there: chance.choice(ids), path)
    path = re.sub(r"(?<=/)\d+(?=/)", lambda _there: chance.choice(["0", "1", "2", "9" * 25]), path)
    return path + chance.choice(["", "", "", "%00", "..%2f", "x", "%F0%28"])


def body(row: Row, scene: Scene, chance: Random) -> dict[str, Any]:
    """What a sound form sends, with some fields that are not."""
    with transaction.atomic():
        told: dict[str, Any] = {**(shown_fields(scene, row.page(scene)) if row.page else {})}
        told |= row.fields(scene)
        transaction.set_rollback(True)
    for name in chance.sample(sorted(told), min(len(told), chance.randint(0, 4))):
        told[name] = chance.choice(TEXTS)
        if chance.random() < 0.2:
            del told[name]
    if chance.random() < 0.2:
        told[chance.choice(["action", "step", "kind", "user", "player", "end"])] = "1"
    return told


def answer(scene: Scene, one: Attack) -> tuple[str, str]:
    """What is answered, and what is wrong with it: error, opened, wrote, or nothing."""
    client = sign_in(scene, one.who)
    client.raise_request_exception = False
    client.cookies.load(one.cookies)
    more: dict[str, Any] = {"headers": one.headers}
    if one.method == "post" and "json" in one.headers.get("Content-Type", ""):
        more["content_type"] = "application/json"
    sent = json.dumps(one.data, default=str) if "content_type" in more else one.data

    responses: list[Any] = []
    known = one.row.post if one.method == "post" else one.row.get
    is_known = known is not None and one.is_plain and one.method in {"get", "head", "post"}
    is_refused = is_known and known[one.who] in REFUSED

    def request(path: str, data: Any) -> Any:
        responses.append(getattr(client, one.method)(path, data, **more))
        return responses[-1]

    with override_settings(**one.row.settings), transaction.atomic():
        cache.clear()
        try:
            answer_of(request, one.path, sent, one.who)
            wrote = False
        except AssertionError:  # allauth answers a script with 200 where a page is led on
            wrote = is_refused or responses[-1].status_code >= 400
        finally:
            transaction.set_rollback(True)
    response = responses[-1]
    response.getvalue()  # a file is closed by who reads it
    got = told_answer(response, one.path)
    if wrote:
        return got, "wrote"
    if response.status_code >= 500:
        return got, "error"
    if is_refused and got in {"200", "201", "204"}:
        return got, "opened"
    return got, ""


def assault(scene: Scene, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """How often what was answered; and each request after which something was wrong."""
    chance, told, wrong = Random(seed), Counter[str](), []
    for _request in range(count):
        one = attack(scene, chance)
        got, trouble = answer(scene, one)
        told[got] += 1
        if trouble:
            wrong.append(f"{trouble}: {one} {one.data} {one.headers} -> {got}")
    return told, wrong
