"""House rules: the list, the editor, the trial deal."""

from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.core.games import get_game
from clubs.forms.deals.rules import RulesForm
from clubs.models import AuditEntry, RuleProfile
from clubs.services.deals.rules import save_rules

LIST = "/c/trois-bouts/settings/rules/"
NEW = "/c/trois-bouts/settings/rules/new/"
EDIT = "/c/trois-bouts/settings/rules/dole/"
PREVIEW = "/c/trois-bouts/settings/rules/preview/"


@pytest.fixture
def dole(club):
    return save(club)


def save(club, seen=0, **rules):
    told = {"name": "dole", "title": "Dole", **rules}
    return save_rules(club.actor("Charlie"), club.club, told, seen_version=seen, request_id=uuid4())


def typed(base="fft", *, seen=0, action="save", **told):
    """What a browser sends of the editor that starts from a built-in profile."""
    form = RulesForm(game="french", start=get_game("french").read_rules(base), seen_version=seen)
    values = {name: form[name].value() for name in form.fields}
    values |= {"title": "Dole", "action": action, "request_id": uuid4(), **told}
    return {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def trial(**told):
    deal = {"player_count": 4, "contract": "garde", "oudlers": 2, "points": 49, "called": "alone"}
    return {f"trial-{name}": str(value) for name, value in {**deal, **told}.items()}


def scores(response):
    return [(row.before, row.after) for row in response.context["trial"].rows]


def versions():
    return list(RuleProfile.objects.order_by("name", "version").values_list("name", "version"))


class TestRulesList:
    def test_members_read(self, sign_in, dole):
        response = sign_in("Bob").get(LIST)

        assertContains(response, f'href="{EDIT}"')
        assertContains(response, f'href="{LIST}fft/"')
        assertContains(response, "Petit at the end: 10, whatever the contract")
        assertNotContains(response, NEW)

    def test_organisers_make_new_ones(self, sign_in, club):
        assertContains(sign_in("Charlie").get(LIST), f'href="{NEW}"')

    def test_as_many_queries_for_one_as_for_three(self, sign_in, club, count_queries):
        client = sign_in("Alice")
        for name in ("a", "b", "c"):
            save(club, name=name, title=name)
            assert count_queries(client, LIST) == 5  # session, user, roles, club; house rules


class TestRulesNew:
    @pytest.mark.parametrize(("base", "rounding"), [("rounded-10", "10"), ("dole", "5")])
    def test_starts_as_a_copy(self, sign_in, club, base, rounding):
        save(club, rounding=5)

        form = sign_in("Charlie").get(f"{NEW}?base={base}").context["form"]

        assert str(form["rounding"].value()) == rounding
        assert form["title"].value() == ""

    def test_of_nothing(self, sign_in):
        assert sign_in("Charlie").get(f"{NEW}?base=nothing").status_code == 404

    def test_works_and_sent_twice(self, sign_in, club):
        client = sign_in("Charlie")
        data = typed("family", title="Règle de Dole", rounding="5", parole=False)

        for _time in range(2):
            assertRedirects(client.post(NEW, data), LIST)

        (profile,) = RuleProfile.objects.all()
        assert (profile.name, profile.version) == ("regle-de-dole", 1)
        assert profile.rules["rounding"] == 5
        assert profile.rules["parole"] is False
        misere = {"enabled": True, "value": 10, "mode": "personal", "multiplied": False}
        assert profile.rules["misere"] == misere

    @pytest.mark.parametrize(
        ("told", "bad"),
        [
            ({"title": ""}, {"title": ["This field is required."]}),
            (
                {"title": "family RULES"},
                {"title": ["There are rules of that title already: family RULES. Choose another."]},
            ),
            ({"base_value": "-1"}, {"base_value": ["0 to 1000."]}),
            (
                {"poignee_trumps__3__0": "15"},
                {"poignee_trumps__3__0": ["Rising numbers, from 1 to 22."]},
            ),
        ],
    )
    def test_bad_input_and_nothing_written(self, sign_in, told, bad):
        response = sign_in("Charlie").post(NEW, typed(**told))

        assert response.status_code == 422
        found = response.context["form"].errors
        assert {name: list(texts) for name, texts in found.items()} == bad
        assert versions() == []
        assert not AuditEntry.objects.exists()

    def test_try_without_script_writes_nothing(self, sign_in):
        data = typed(action="try", title="", petit_au_bout__mode="flat")

        response = sign_in("Charlie").post(NEW, {**data, **trial(petit_au_bout="attack")})

        assert response.status_code == 200
        # 66 + 10·2 = 86 a defender, flat 66 + 10 = 76
        assert scores(response) == [(258, 228), (-86, -76), (-86, -76), (-86, -76)]
        assertContains(response, "+228")
        assert versions() == []


class TestRulesEdit:
    @pytest.mark.parametrize("who", ["Alice", "Bob"])
    def test_members_read(self, sign_in, dole, who):
        client = sign_in(who)

        response = client.get(EDIT)

        assertContains(response, "Prise × 1, Garde × 2")
        assertNotContains(response, 'name="rounding"')
        assertNotContains(response, NEW)
        assert client.post(EDIT, typed(seen=1)).status_code == 403
        assert versions() == [("dole", 1)]

    def test_built_in_rules_stay(self, sign_in):
        client = sign_in("Charlie")

        response = client.get(f"{LIST}family/")

        assertContains(response, f'href="{NEW}?base=family"')
        assertNotContains(response, 'name="rounding"')
        assert client.post(f"{LIST}family/", typed()).status_code == 404

    def test_unknown_rules(self, sign_in):
        assert sign_in("Charlie").get(EDIT).status_code == 404

    def test_the_next_version_and_sent_twice(self, sign_in, dole):
        client = sign_in("Charlie")
        form = client.get(EDIT).context["form"]
        assert (form["title"].value(), form["seen_version"].value()) == ("Dole", 1)
        data = typed(seen=1, title="Dôle", rounding="10")

        for _time in range(2):
            assertRedirects(client.post(EDIT, data), LIST)

        assert versions() == [("dole", 1), ("dole", 2)]
        newest = RuleProfile.objects.get(version=2).rules
        assert (newest["name"], newest["title"], newest["rounding"]) == ("dole", "Dôle", 10)

    def test_overtaken(self, sign_in, club, dole):
        save(club, seen=1, rounding=5, parole=True)
        client = sign_in("Charlie")
        data = typed(seen=1, rounding="10")

        response = client.post(EDIT, data)

        assert response.status_code == 409
        assertContains(response, "Somebody saved another version", status_code=409)
        moved = [(row.label, row.was, row.now) for row in response.context["moved"]]
        assert moved == [
            ("Scores", "exact", "rounded to 5"),
            ("Waiting bid", "not allowed", "allowed"),
        ]
        form = response.context["form"]
        assert (form["rounding"].value(), form["seen_version"].value()) == ("10", "2")
        assert versions() == [("dole", 1), ("dole", 2)]

        assertRedirects(client.post(EDIT, {**data, "seen_version": "2"}), LIST)
        assert RuleProfile.objects.get(version=3).rules["rounding"] == 10

    def test_bad_input_keeps_what_was_typed(self, sign_in, dole):
        response = sign_in("Charlie").post(EDIT, typed(seen=1, title="Dôle", rounding="7"))

        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["rounding"]
        assertContains(response, 'value="Dôle"', status_code=422)
        assert versions() == [("dole", 1)]

    def test_the_trial_deal_shows_what_is_there(self, sign_in, club):
        save(club, base_value=20)

        response = sign_in("Charlie").get(EDIT)

        # (20+8)·2 = 56, Petit 20, handful 20: 96 a defender
        assert scores(response) == [(288, 288), (-96, -96), (-96, -96), (-96, -96)]
        assertContains(response, "This deal scores the same.")

    def test_queries(self, sign_in, club, dole, count_queries):
        client = sign_in("Charlie")
        assert count_queries(client, EDIT) == 5  # session, user, roles, club; house rules


class TestRulesPreview:
    def test_a_visitor_is_told_to_sign_in(self, client, club):
        page = f"http://testserver{NEW}"

        response = client.post(
            PREVIEW, typed(), headers={"hx-request": "true", "hx-current-url": page}
        )

        assert response.status_code == 401

    def test_before_and_after(self, sign_in, club):
        save(club, rounding=10)
        data = {**typed(base="fft", base_value="30"), "base": "dole", **trial()}

        response = sign_in("Charlie").post(PREVIEW, data)

        # before (25+8)·2 = 66 → 70; after (30+8)·2 = 76
        assert scores(response) == [(210, 228), (-70, -76), (-70, -76), (-70, -76)]
        assertContains(response, "30 plus the difference, times the contract")
        assertNotContains(response, "<html")
        assert versions() == [("dole", 1)]

    def test_the_title_does_not_matter_yet(self, sign_in):
        response = sign_in("Charlie").post(PREVIEW, {**typed(title=""), **trial()})

        assert response.status_code == 200
        assert scores(response)[0] == (198, 198)  # 3·66

    @pytest.mark.parametrize(
        ("told", "message"),
        [
            ({"base_value": "x"}, "Enter a whole number."),
            ({"trial-points": "92"}, "Ensure this value is less than or equal to 91."),
        ],
    )
    def test_what_is_to_mend(self, sign_in, told, message):
        response = sign_in("Charlie").post(PREVIEW, {**typed(), **trial(), **told})

        assert response.context["trial"] is None
        assertContains(response, message, status_code=422 if "base_value" in told else 200)

    def test_a_deal_that_the_rules_do_not_have(self, sign_in):
        data = {**typed(multipliers__garde=""), **trial()}

        response = sign_in("Charlie").post(PREVIEW, data)

        assert scores(response) == [(198, None), (-66, None), (-66, None), (-66, None)]
        assertContains(response, "The rules of this table do not have this contract.")

    def test_a_base_that_there_is_not(self, sign_in):
        assert sign_in("Charlie").post(PREVIEW, typed() | {"base": "x"}).status_code == 404
