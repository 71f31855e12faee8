"""The free deal and the hand, read from an address."""

import pytest
from django.http import QueryDict

from clubs.core.games import get_game
from clubs.forms.deals.what_if import TrialTableForm
from clubs.games.french.forms.advice import HandForm
from clubs.games.french.forms.what_if import FrenchWhatIfForm

pytestmark = pytest.mark.usefixtures("in_english")

GARDE = "contract=garde&oudlers=2&points=49"


def setting_of(query: str, houses=()) -> TrialTableForm:
    return TrialTableForm(QueryDict(query), dict(houses), get_game("french"))


def read(query: str) -> FrenchWhatIfForm:
    data = QueryDict(query)
    form = FrenchWhatIfForm(data or None, setting=setting_of(query))
    form.is_valid()
    return form


def scores(query: str) -> dict[str, int | None]:
    return {delta.place.name: delta.score for delta in read(query).deltas()}


class TestWhatIf:
    def test_four_play_by_the_rules_of_the_federation_unless_told(self):
        form = read(GARDE)

        assert (form.table.active_count, form.rules.name) == (4, "fft")
        assert scores(GARDE) == {"A": 198, "B": -66, "C": -66, "D": -66}  # (25+8)·2

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("players=3", [132, -66, -66]),
            ("players=5&called_0=B", [132, 66, -66, -66, -66]),
            ("players=5&called_0=A", [264, -66, -66, -66, -66]),
            ("players=6&called_0=B&called_1=C", [99, 66, 33, -66, -66, -66]),
            ("players=6&called_0=B&called_1=B", [176, 88, -66, -66, -66, -66]),
            ("players=6&called_0=A&called_1=C", [220, -66, 44, -66, -66, -66]),
            ("rules=contre-8&contract=garde_contre", [792, -264, -264, -264]),
            ("poignee_3=simple&petit_au_bout=defence", [198, -66, -66, -66]),  # 66 − 20 + 20
        ],
    )
    def test_players_rules_and_bonuses(self, query, expected):
        # of a name that is there twice the last one counts
        assert list(scores(f"{GARDE}&{query}").values()) == expected

    def test_points_may_be_those_of_the_defence(self):
        # 91 − 42 = 49
        assert scores("contract=garde&oudlers=2&points=42&counted=defence")["A"] == 198

    @pytest.mark.parametrize(
        ("query", "question"),
        [
            ("", "Which contract?"),
            ("players=5", "Who was called?"),
            ("contract=prise", "How many oudlers has the taker?"),
            ("contract=prise&oudlers=0", "How many points?"),
        ],
    )
    def test_it_asks_for_what_is_missing(self, query, question):
        form = read(query)

        assert (form.question, form.errors, form.told) == (question, {}, None)

    @pytest.mark.parametrize(
        ("query", "name", "message"),
        [
            (GARDE.replace("49", "92"), "points", "0 to 91."),
            (GARDE.replace("49", "40.5"), "points", "Half points come with 3 or 5 players only."),
            (f"{GARDE}&rules=garde-minimum&contract=prise", "contract", None),
            (f"{GARDE}&contract=nonsense", "contract", None),
            (f"{GARDE}&oudlers=7", "oudlers", "0 to 3."),
            (f"{GARDE}&players=5&called_0=Z", "called_0", None),
        ],
    )
    def test_what_cannot_be_is_refused_at_its_field(self, query, name, message):
        errors = read(query).errors

        assert list(errors) == [name]
        if message:
            assert errors[name] == [message]

    def test_odd_but_possible_is_said(self):
        assert read(GARDE.replace("49", "80")).questions == [
            "30 points or more from the contract: is the count right?"
        ]

    def test_a_line_leads_to_its_deal(self):
        offers = [
            offer
            for _label, group in read(f"{GARDE}&players=5&called_0=B").groups()
            for offer in group
        ]

        assert offers[0].query == (
            "players=5&rules=fft&contract=garde&called_0=B&oudlers=2&points=39"
        )
        for offer in offers:
            assert scores(offer.query)["A"] == offer.branch.score

    def test_its_own_address_has_what_was_typed_and_no_more(self):
        form = read(f"{GARDE}&chelem=&counted=attack&poignee_0=simple&utm=x")

        assert form.own_query == (
            "players=4&rules=fft&contract=garde&oudlers=2&points=49&poignee_0=simple"
        )

    def test_a_handful_is_asked_of_the_taker_and_of_one_defender(self):
        assert [field.label for _position, field in read("players=6").poignees()] == ["A", "F"]


class TestSetting:
    @pytest.mark.parametrize("query", ["players=7", "players=x", "players=", "rules=none"])
    def test_what_is_not_offered_is_refused_and_the_usual_taken(self, query):
        setting = setting_of(query)

        assert (setting.player_count(), setting.profile().name) == (4, "fft")
        assert list(setting.errors) == [query.partition("=")[0]]

    def test_the_rules_are_told_where_they_are_not_the_usual_ones(self):
        assert setting_of("").brief() == ""
        rounded = setting_of("rules=rounded-10")
        assert rounded.brief() == "Scores: rounded to 10"

    def test_house_rules_come_after_the_built_in_ones(self):
        dole = get_game("french").read_rules({"name": "dole", "title": "Dole", "rounding": 10})
        houses = {"trois-bouts/dole": ("Dole · Trois Bouts", dole)}
        setting = setting_of("rules=trois-bouts/dole", houses)

        assert setting.fields["rules"].choices[-1] == ("trois-bouts/dole", "Dole · Trois Bouts")
        assert (setting.profile(), setting.errors) == (dole, {})
        assert setting.brief() == "Scores: rounded to 10"


class TestHand:
    def test_an_empty_one(self):
        form = HandForm(None)

        assert form.story.hand.card_count == 0
        assert form.odds.missing == 6

    def test_cards_and_missing(self):
        form = HandForm(QueryDict("card=t21&card=h14&missing=3"))

        assert form.story.count.total == 18  # 10 + 2 + 6
        assert form.odds.missing == 3
        assert sorted(form.shown()[0].chosen) == ["h14", "t21"]
        assert form.own_query == "card=t21&card=h14&missing=3"

    def test_cards_that_cannot_be_are_refused_in_words_and_kept(self):
        form = HandForm(QueryDict("card=t21&card=t21&card=t99&card=t98"))

        assert form.errors == {
            "card": ["The same card is there twice.", "This is no card of the pack."]
        }
        assert form.story is None
        assert form.odds.missing == 6
        assert "t21" in form.shown()[0].chosen

    def test_too_many(self):
        query = "&".join(f"card=t{number}" for number in range(19))

        assert HandForm(QueryDict(query)).errors == {"card": ["A hand has 18 cards; here are 19."]}

    @pytest.mark.parametrize("missing", ["0", "23", "x", ""])
    def test_a_number_that_no_group_has(self, missing):
        form = HandForm(QueryDict(f"missing={missing}"))

        assert list(form.errors) == ["missing"]
        assert form.odds is None
