"""Every address of the site answers as the matrix says, to everybody; docs/access.md names it.

The matrix is tests/access/matrix/. A refused form must also have written nothing, and
one that is sent twice is written once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, unquote

import pytest
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, override_settings
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver

from clubs.http import PERSONAL
from clubs.models import AuditEntry, Counter
from tests.access.matrix import ROWS
from tests.access.matrix.rows import OF_EVENTS, WHO, Row
from tests.access.scene import Scene
from tests.again import rows_of
from tests.paths import ROOT

PAGE = ROOT / "docs/access.md"
SIGN_IN = "/login/?next="
ONCE = {"account_change_password", "account_email", "import_show"}  # what they take is then gone


class Forms(HTMLParser):
    """The fields that the first POST form of the main content would send as it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.in_main = self.in_form = self.is_done = False
        self.select = self.textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {key: value or "" for key, value in attrs}
        if tag == "main":
            self.in_main = True
        elif tag == "form" and told.get("method", "").lower() == "post" and self.in_main:
            self.in_form = not self.is_done
        elif self.in_form and tag == "select":
            self.select = told.get("name", "")
        elif self.in_form and tag == "textarea":
            self.textarea = told.get("name", "")
        elif self.in_form and tag == "option" and "selected" in told:
            self.add(self.select, told.get("value", ""))
        elif self.in_form and tag == "input" and "disabled" not in told:
            is_box = told.get("type") in {"radio", "checkbox"}
            if "checked" in told if is_box else told.get("type") not in {"submit", "button"}:
                self.add(told.get("name", ""), told.get("value", "on" if is_box else ""))

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.add(self.textarea, data.removeprefix("\n"))
            self.textarea = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.in_form:
            self.in_form, self.is_done = False, True
        elif tag == "textarea":
            self.textarea = ""

    def add(self, name: str, value: str) -> None:
        if name and name != "csrfmiddlewaretoken":
            self.fields.setdefault(name, []).append(value)


def shown_fields(scene: Scene, path: str) -> dict[str, list[str]]:
    """What the owner's browser would send without a key pressed."""
    forms = Forms()
    forms.feed(sign_in(scene, "owner").get(path).content.decode())
    return forms.fields


HANDLER = ClientHandler(enforce_csrf_checks=False)  # each client would load all middleware anew


def sign_in(scene: Scene, who: str) -> Client:
    client = Client()
    client.handler = HANDLER
    if scene.sessions[who]:
        client.cookies[settings.SESSION_COOKIE_NAME] = scene.sessions[who]
    return client


def everything() -> list[object]:
    """All rows of all tables of the app; that somebody tried may be counted."""
    models = apps.get_app_config("clubs").get_models()
    return [rows_of(one._meta.db_table) for one in models if one is not Counter]


def expected_of(row: Row, answers: Mapping[str, str]) -> dict[str, str]:
    """The answer to each who is asked; where the method is not taken, three stand for all."""
    is_refused = set(answers.values()) <= {"405", "login"}
    asks = ("visitor", "outsider", "owner") if is_refused else asked(row)
    return {who: answers[who] for who in asks}


def told_answer(response, path: str) -> str:
    """The status; `login` for a redirect to the sign-in page that comes back (after a form perhaps
    to the front page), and for the page of a table that is not here, which leads there."""
    if any(template.name == "clubs/tables/table_missing.html" for template in response.templates):
        return "login"
    backs = {path} if response.request["REQUEST_METHOD"] in ("GET", "HEAD") else {path, "/"}
    if response.status_code == 302 and unquote(response.url) in {SIGN_IN + back for back in backs}:
        return "login"
    return str(response.status_code)


def ask(scene: Scene, row: Row, method: str, whom: Iterable[str]) -> tuple[dict[str, str], str]:
    """What each of `whom` is answered, on the scene as it was set; what the owner's browser may
    keep of it. In place of a page the owner asks for its head: the same, without content."""
    path, found, keeps = row.path(scene), {}, ""
    with override_settings(**row.settings):
        data = row.fields(scene) if method == "post" else {}
        if method == "post" and row.page:
            data = {**shown_fields(scene, row.page(scene)), **data}
        for who in whom:
            cache.clear()  # attempts to sign in are counted
            with transaction.atomic():
                client, is_head = sign_in(scene, who), (method, who) == ("get", "owner")
                send = client.head if is_head else getattr(client, method)
                response = answer_of(send, path, data, who)
                found[who] = told_answer(response, path)
                content = response.getvalue()  # a file is closed by who reads it
                assert not (is_head and content)
                transaction.set_rollback(True)
            if who == "owner":
                keeps = response.get("Cache-Control", "")
    return found, keeps


def asked(row: Row) -> list[str]:
    """Whom a tournament knows is asked at its addresses and at those of tables; elsewhere one of
    them stands for all."""
    is_near = row.route.startswith(("g/", "t/"))
    return [who for who in WHO if is_near or who not in OF_EVENTS[1:]]


def answer_of(request: Callable[..., Any], path: str, data: Any, who: str) -> Any:
    """What is answered; a refusal must have written nothing. The rows are compared only where a
    statement that writes was sent: most often none is."""
    writes: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")):
            writes.append(sql)
        return execute(sql, *rest)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            response = request(path, data)
        is_done = response.status_code == 302
        after = everything() if writes and not is_done else None
        if writes and is_done and who == "owner":
            send_again(request, path, data, response)
        transaction.set_rollback(True)
    if after is not None:
        assert after == everything(), f"{who} wrote something"
    return response


def send_again(request: Callable[..., Any], path: str, data: Any, first: Any) -> None:
    """As by a double tap, or where the first answer was lost: it leads to the same page, and the
    log has nothing more."""
    entries = AuditEntry.objects.count()
    again = request(path, data)
    assert AuditEntry.objects.count() == entries, "what is sent twice is done twice"
    if first.resolver_match.url_name not in ONCE:
        assert (again.status_code, again.url) == (302, first.url)


@pytest.mark.sqlite  # PostgreSQL is asked by test_own_club.py and test_hostile.py
@pytest.mark.parametrize("row", ROWS, ids=str)
class TestAnswers:
    def test_to_get(self, scene, row):
        """The owner's browser keeps nothing with addresses, licences or secret links; pages of a
        table, to play on offline."""
        expected = expected_of(row, row.get)

        found, keeps = ask(scene, row, "get", expected)

        assert found == expected
        if row.name in PERSONAL:
            assert keeps == "private, no-store"
        elif not row.name.startswith(("account_", "mfa_")):  # allauth keeps none of its own
            assert "no-store" not in keeps

    def test_to_post(self, scene, row):
        answers = row.post or {
            # who holds a link is let in to see what it opens
            who: "login" if row.get[who] == "login" and who not in scene.held else "405"
            for who in WHO
        }
        expected = expected_of(row, answers)
        assert ask(scene, row, "post", expected)[0] == expected


def test_a_visitor_comes_back_after_signing_in(scene):
    path = f"/t/{scene.open.uuid}/log/?page=1"

    page = Client().get(path)
    assert page.status_code == 404
    assert f'href="/login/?next={quote(path)}"' in page.content.decode()


def test_who_is_not_of_the_club_learns_nothing(scene):
    """From outside, a table that exists looks like one that does not."""
    client = sign_in(scene, "outsider")
    there, nowhere = f"/t/{scene.open.uuid}/", "/t/00000000-0000-4000-8000-000000000000/"

    # what one is told may name the address that one asked for
    pages = [client.get(path).content.decode().replace(path, "") for path in (there, nowhere)]

    shown = [re.search(r"<main.*?</main>", page, re.DOTALL)[0] for page in pages]
    assert shown[0] == shown[1]


class TestClubSettings:
    """What one page shows or takes depends on more than its address."""

    @pytest.mark.parametrize(
        ("who", "sees"),
        [("member", False), ("scorer", False), ("organiser", True), ("owner", True)],
    )
    def test_addresses_of_accounts_are_for_those_who_manage_people(self, scene, who, sees):
        page = sign_in(scene, who).get("/c/trois-bouts/settings/").content.decode()

        assert ("dora@example.org" in page) is sees

    @pytest.mark.parametrize(
        ("who", "status"),
        [("member", 302), ("scorer", 302), ("organiser", 302), ("owner", 422), ("outsider", 404)],
    )
    def test_everybody_may_leave_but_the_last_owner(self, scene, who, status):
        user = scene.cast.user(WHO[who])
        members = scene.cast.club.memberships

        data = {"user": str(user.uuid)}
        response = sign_in(scene, who).post("/c/trois-bouts/settings/roles/remove/", data)

        assert response.status_code == status
        assert members.filter(user=user).exists() is (who == "owner")


class TestMatrix:
    """The list is whole: every address has a row, and every row an address."""

    def routes(self) -> set[tuple[str, str]]:
        return set(walk(get_resolver().url_patterns))

    def test_every_address_has_a_row(self):
        assert self.routes() - {(row.name, row.route) for row in ROWS} == set()

    def test_every_row_has_an_address(self):
        assert {(row.name, row.route) for row in ROWS} - self.routes() == set()

    def test_every_row_of_a_table_says_what_guests_are_answered(self):
        tables = [row for row in ROWS if row.route.startswith("t/")]

        assert [str(row) for row in tables if not row.tells_guests] == []

    def test_rows_are_told_apart(self):
        names = [f"{row} {row.route}" for row in ROWS]

        assert len(names) == len(set(names))

    def test_every_path_belongs_to_its_row(self, scene):
        for row in ROWS:
            match = get_resolver().resolve(row.path(scene))
            assert (match.url_name, match.route) == (row.name, row.route)

    def test_the_documentation_has_a_row_for_every_address(self):
        lines = PAGE.read_text(encoding="utf-8").splitlines()
        rows = "".join(line for line in lines if line.startswith("|"))

        assert {row.name for row in ROWS} - set(re.findall(r"`([a-z_]+)`", rows)) == set()

    def test_every_address_with_personal_data_is_one(self):
        assert PERSONAL - {row.name for row in ROWS} == set()


def walk(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Name and route of every address, those of other packages too."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from walk(pattern.url_patterns, prefix + str(pattern.pattern))
        else:
            yield pattern.name or "", prefix + str(pattern.pattern)
