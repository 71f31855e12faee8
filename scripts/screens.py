"""The screens of docs/screens.md: addresses by state. screenshots.py takes their pictures."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Screen:
    """What is shown full, empty and with an error, as addresses; `{table}` and the like are filled
    in from the demo.

    who is the account, "" for a visitor. error names the page whose form is sent as it is found
    there, after typed (field by value) was filled in.
    """

    name: str
    full: str
    empty: str = ""
    error: str = ""
    typed: dict[str, str] = field(default_factory=dict)
    button: str = ""  # that sends it, where the form alone does not say what is meant
    who: str = "owner"
    tells_deal: bool = False  # full: with a deal typed
    press: str = ""  # full: after this button was pressed
    sized: bool = False  # full: on a narrow phone, with large text and on a laptop, too


SCREENS = [
    Screen("front", "/", who="", sized=True),
    Screen("login", "/login/", error="/login/", typed={"login": "nobody"}, who=""),
    Screen("login-code", "/login/link/", error="/login/link/", typed={"email": "nobody"}, who=""),
    Screen(
        "signup", "/signup/", error="/signup/", typed={"email": "a@b", "password1": "1"}, who=""
    ),
    Screen("table-open", "/table/", error="/table/", who="", sized=True),
    Screen("code", "/j/", error="/j/", typed={"code": "ABC"}, who=""),
    Screen("check", "/check/", error="/check/", typed={"f": "no"}, who=""),
    Screen("try", "/try/", who=""),
    Screen("try-hand", "/try/hand/", who=""),
    Screen("my-clubs", "/"),
    Screen("start", "/start/", error="/start/"),
    Screen("home", "{club}", "{emptyclub}"),
    Screen("members", "{club}members/", "{emptyclub}members/"),
    Screen("groups", "{club}members/groups/", "{emptyclub}members/groups/"),
    Screen(
        "group",
        "{club}members/groups/edit/?group=Jeudi",
        error="{club}members/groups/edit/",
        typed={"name": "Jeudi"},
    ),
    Screen("member-add", "{club}members/add/", error="{club}members/add/"),
    Screen("member", "{member}", error="{member}", typed={"table_name": ""}),
    Screen("profile", "{player}", "{player}?until=2000-01-01"),
    Screen("versus", "{player}versus/{other}/", "{player}versus/{other}/?until=2000-01-01"),
    Screen("deals", "{club}deals/?{ofplayer}", "{club}deals/?until=2000-01-01"),
    Screen("tables", "{club}tables/", "{emptyclub}tables/", sized=True),
    Screen(
        "table-new",
        "{club}tables/new/",
        "{emptyclub}tables/new/",
        error="{club}tables/new/",
        button="[data-start]",
        sized=True,
    ),
    Screen("sheet", "{table}", "{empty}", sized=True),
    Screen("curve", "{table}curve/", "{empty}curve/", sized=True),
    Screen("summary", "{table}summary/", "{empty}summary/", sized=True),
    Screen("entry", "{table}new/", "{table}new/", error="{table}new/", tells_deal=True, sized=True),
    Screen("scores", "{table}scores/", error="{table}scores/"),
    Screen("deal", "{table}7/", sized=True),
    Screen("correct", "{table}7/edit/", error="{table}7/edit/", typed={"points": "92"}, sized=True),
    Screen("review", "{table}7/edit/", press="[data-save]"),
    Screen("void", "{table}7/void/", error="{table}7/void/"),
    Screen("restore", "{table}7/restore/1/", error="{table}7/restore/1/"),
    Screen("history", "{table}log/", "{empty}log/"),
    Screen("rules-of-session", "{table}rules/"),
    Screen("seats", "{table}seats/", sized=True),
    Screen("bulk", "{table}bulk/", error="{table}bulk/"),
    Screen("live", "{table}live/", "{empty}live/", sized=True),
    Screen("club-live", "{club}live/", "{emptyclub}live/"),
    Screen("invite", "{table}invite/"),
    Screen("blank", "/blank/", who=""),
    Screen("settings", "/settings/"),
    Screen("club-settings", "{club}settings/", error="{club}settings/", typed={"name": ""}),
    Screen("seasons", "{club}s/", "{emptyclub}s/"),
    Screen("standings", "{season}", "{season}?as_of=2000-01-01"),
    Screen("why", "{why}"),
    Screen("evenings", "{season}evenings/"),
    Screen("evening", "{evening}", sized=True),
    Screen("takers", "{season}takers/"),
    Screen("partners", "{season}partners/"),
    Screen("records", "{season}records/"),
    Screen("race", "{season}race/"),
    Screen("duels", "{season}duels/"),
    Screen("season-screen", "{season}screen/"),
    Screen("numbers", "/numbers/", who=""),
    Screen("statistics", "{club}statistics/", "{emptyclub}statistics/", sized=True),
    Screen("ratings", "{club}ratings/", "{emptyclub}ratings/"),
    Screen("season-rules", "{season}rules/"),
    Screen("season-new", "{club}s/new/", error="{club}s/new/"),
    Screen(
        "season-settings",
        "{season}settings/",
        error="{season}settings/",
        typed={"name": "", "best_n": ""},
    ),
    Screen("season-members", "{season}members/"),
    Screen("season-evenings", "{season}evenings/new/", error="{season}evenings/new/"),
    Screen("evening-run", "{evening}edit/", error="{evening}edit/", typed={"held_on": ""}),
    Screen("check-in", "{evening}people/"),
    Screen("penalty", "{evening}penalties/new/", error="{evening}penalties/new/"),
    Screen("season-publish", "{season}publish/"),
    Screen("season-close", "{season}close/"),
    Screen("io", "{club}io/"),
    Screen("export", "{club}io/export/", "{emptyclub}io/export/"),
    Screen("import", "{club}io/import/", error="{club}io/import/"),
    Screen("import-preview", "{import}", error="{import}", button=".btn-primary[value=check]"),
    Screen("member-invite", "{guest}invite/", error="{guest}invite/", button="[value=mail]"),
    Screen("invitation", "{invitation}", who=""),
    Screen("player-data", "{me}data/", "{guestdata}"),
    Screen("player-names", "{me}names/", error="{me}names/", typed={"nickname": "x" * 41}),
    Screen("player-anonymise", "{me}anonymise/", error="{me}anonymise/", typed={"name": "x"}),
    Screen(
        "account-delete",
        "/account/delete/",
        error="/account/delete/",
        typed={"email": "nobody"},
        who="member",
    ),
    Screen("public-club", "{club}public/", who=""),
    Screen("public-season", "{publicseason}", who=""),
    Screen("public-evening", "{publicevening}", who="", sized=True),
    Screen("tournaments", "{club}tournaments/", "{emptyclub}tournaments/"),
    Screen("tournament-new", "{club}tournaments/new/", error="{club}tournaments/new/"),
    Screen("tournament", "{event}"),
    Screen("entries", "{event}entries/"),
    Screen("tournament-check-in", "{event}check-in/"),
    Screen("seating", "{event}r/3/seating/"),
    Screen("round-board", "{event}r/2/"),
    Screen("slip", "{slip}"),
    Screen("slips", "{event}r/2/slips/"),
    Screen("tournament-standings", "{cup}standings/", sized=True),
    Screen("prizes", "{cup}prizes/"),
    Screen("tournament-paper", "{event}paper/"),
    Screen("hall-screen", "{event}screen/?show=seating"),
    Screen("entry-me", "{event}me/", who="member"),
    Screen("rules", "{club}settings/rules/"),
    Screen("rules-edit", "{rules}", error="{rules}", typed={"base_value": "-5"}, sized=True),
    Screen("not-found", "/nowhere/"),
]
