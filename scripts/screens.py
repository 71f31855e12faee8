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
    filled: dict[str, str] = field(default_factory=dict)  # full: what was typed before press
    press: str = ""  # full: after this button was pressed
    part: str = ""  # full: scrolled to this part of the page
    is_busy: bool = False  # full: pressed while the database takes nothing
    sized: bool = False  # full: on a narrow phone, with large text and on a laptop, too


SCREENS = [
    Screen("front", "/", who="", sized=True),
    Screen("login", "/login/", error="/login/", typed={"login": "nobody"}, who=""),
    Screen("login-code", "/login/link/", error="/login/link/", typed={"email": "nobody"}, who=""),
    Screen(
        "password-reset", "/password/reset/", error="/password/reset/", typed={"email": "x"}, who=""
    ),
    Screen(
        "step-asked",
        "/login/",
        filled={"login": "organiser@feutre.example", "password": "{password}"},
        press="main form .btn-primary",
        who="",
    ),
    Screen(
        "signup", "/signup/", error="/signup/", typed={"email": "a@b", "password1": "1"}, who=""
    ),
    Screen("table-open", "/table/", error="/table/", who="", sized=True),
    Screen("code", "/j/", error="/j/", typed={"code": "ABC"}, who=""),
    Screen("check", "/check/", error="/check/", typed={"f": "no"}, who=""),
    Screen("try", "/try/", who=""),
    Screen("try-hand", "/try/hand/", who=""),
    Screen("my-clubs", "/"),
    Screen("account", "/email/", error="/email/", button="[name=action_add]"),
    Screen(
        "password", "/password/change/", error="/password/change/", typed={"oldpassword": "wrong"}
    ),
    Screen("sessions", "/account/sessions/"),
    Screen("steps", "/account/steps/", who="organiser"),
    Screen(
        "step-app",
        "/account/steps/totp/activate/",
        error="/account/steps/totp/activate/",
        typed={"code": "000000"},
    ),
    Screen("passkey", "/account/steps/webauthn/add/"),
    Screen("recovery-codes", "/account/steps/recovery-codes/", who="organiser"),
    Screen("reauthenticate", "/reauthenticate/"),
    Screen("sign-out", "/logout/"),
    Screen("start", "/start/", error="/start/", sized=True),
    Screen("home", "{club}", sized=True),
    Screen("first-steps", "{emptyclub}", sized=True),
    Screen(
        "season-first",
        "{begunclub}s/first/",
        error="{begunclub}s/first/",
        typed={"name": ""},
        sized=True,
    ),
    Screen("members", "{club}members/", "{emptyclub}members/", sized=True),
    Screen("member-add", "{club}members/add/", error="{club}members/add/", sized=True),
    Screen(
        "members-invite",
        "{begunclub}members/invite/",
        error="{begunclub}members/invite/",
        sized=True,
    ),
    Screen(
        "members-invite-preview",
        "{begunclub}members/invite/",
        filled={
            "text": "Simone Lefèvre <simone@feutre.example>\nBao bao@feutre.example\nNo address"
        },
        press="main form .btn-primary",
        sized=True,
    ),
    Screen("groups", "{club}members/groups/", "{emptyclub}members/groups/"),
    Screen(
        "group",
        "{club}members/groups/edit/?group=Jeudi",
        error="{club}members/groups/edit/",
        typed={"name": "Jeudi"},
    ),
    Screen("member", "{member}", error="{member}", typed={"table_name": ""}, sized=True),
    Screen("profile", "{player}", "{player}?until=2000-01-01", sized=True),
    Screen("versus", "{player}versus/{other}/", "{player}versus/{other}/?until=2000-01-01"),
    Screen("deals", "{club}deals/?{ofplayer}", "{club}deals/?until=2000-01-01"),
    Screen("player-year", "{player}years/{year}/", sized=True),
    Screen("member-merge", "{guest}merge/", error="{guest}merge/"),
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
    Screen("badges", "{badges}summary/", part="section:has-text('Won at this table')"),
    Screen("match", "{match}", sized=True),
    Screen("payments", "{money}summary/", part="section:has-text('Who pays whom')"),
    Screen("table-name", "{table}name/"),
    Screen("entry", "{table}new/", "{table}new/", error="{table}new/", tells_deal=True, sized=True),
    Screen("scores", "{table}scores/", error="{table}scores/"),
    Screen("vachette", "{money}scores/?vachette=1", sized=True),
    Screen("deal", "{table}7/", sized=True),
    Screen("correct", "{table}7/edit/", error="{table}7/edit/", typed={"points": "92"}, sized=True),
    Screen("review", "{table}7/edit/", filled={"points": "45"}, press="[data-save]", sized=True),
    Screen("void", "{table}7/void/", error="{table}7/void/"),
    Screen("restore", "{table}7/restore/1/", error="{table}7/restore/1/"),
    Screen("history", "{table}log/", "{empty}log/"),
    Screen("rules-of-session", "{table}rules/"),
    Screen("seats", "{table}seats/", sized=True),
    Screen("bulk", "{table}bulk/", error="{table}bulk/"),
    Screen("live", "{table}live/", "{empty}live/", sized=True),
    Screen("club-live", "{club}live/", "{emptyclub}live/"),
    Screen("club-screen-link", "{club}screen/"),
    Screen("invite", "{table}invite/"),
    Screen("blank", "/blank/", who=""),
    Screen("settings", "/settings/"),
    Screen("club-settings", "{club}settings/", error="{club}settings/", typed={"name": ""}),
    Screen("seasons", "{club}s/", "{emptyclub}s/"),
    Screen("standings", "{season}", "{season}?as_of=2000-01-01", sized=True),
    Screen("memory", "{season}", part="section:has-text('To remember')"),
    Screen("why", "{why}"),
    Screen("evenings", "{season}evenings/"),
    Screen("evening", "{evening}", sized=True),
    Screen("evening-money", "{evening}", part="#money", sized=True),
    Screen("takers", "{season}takers/", sized=True),
    Screen("partners", "{season}partners/", sized=True),
    Screen("records", "{season}records/", sized=True),
    Screen("race", "{season}race/", sized=True),
    Screen("duels", "{season}duels/", sized=True),
    Screen("season-screen", "{season}screen/", sized=True),
    Screen("numbers", "/numbers/", who=""),
    Screen("statistics", "{club}statistics/", "{emptyclub}statistics/", sized=True),
    Screen("hours", "{club}statistics/", part=".hours", sized=True),
    Screen("club-records", "{club}records/", "{emptyclub}records/", sized=True),
    Screen("club-year", "{club}years/{year}/", sized=True),
    Screen("ratings", "{club}ratings/", "{emptyclub}ratings/", sized=True),
    Screen("season-rules", "{season}rules/"),
    Screen("season-new", "{club}s/new/", error="{club}s/new/", sized=True),
    Screen(
        "season-settings",
        "{season}settings/",
        error="{season}settings/",
        typed={"name": "", "best_n": ""},
        sized=True,
    ),
    Screen("season-members", "{season}members/"),
    Screen("season-evenings", "{season}evenings/new/", error="{season}evenings/new/"),
    Screen(
        "evening-run", "{evening}edit/", error="{evening}edit/", typed={"held_on": ""}, sized=True
    ),
    Screen("check-in", "{evening}people/"),
    Screen("penalty", "{evening}penalties/new/", error="{evening}penalties/new/", sized=True),
    Screen("season-publish", "{season}publish/"),
    Screen("season-close", "{season}close/"),
    Screen("io", "{club}io/"),
    Screen("export", "{club}io/export/", "{emptyclub}io/export/"),
    Screen("import", "{club}io/import/", error="{club}io/import/", sized=True),
    Screen("import-columns", "{columns}", sized=True),
    Screen(
        "import-preview",
        "{import}",
        error="{import}",
        button=".btn-primary[value=check]",
        sized=True,
    ),
    Screen("import-report", "{report}", sized=True),
    Screen("import-undo", "{report}undo/", sized=True),
    Screen("club-arrival", "{archive}"),
    Screen("member-invite", "{guest}invite/", error="{guest}invite/", button="[value=mail]"),
    Screen("invitation", "{invitation}", who=""),
    Screen("player-data", "{me}data/", "{guestdata}", sized=True),
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
    Screen("tournament-import", "{club}tournaments/import/", error="{club}tournaments/import/"),
    Screen("practice", "{club}tournaments/practice/"),
    Screen("tournament", "{event}"),
    Screen("entries", "{event}entries/"),
    Screen("entry-add", "{event}entries/new/", error="{event}entries/new/"),
    Screen("entry-import", "{event}entries/import/", error="{event}entries/import/"),
    Screen("entry-edit", "{entry}"),
    Screen("entry-substitute", "{entry}substitute/", error="{entry}substitute/"),
    Screen("teams", "{cup}teams/", "{event}teams/"),
    Screen("registration", "{event}register/", who=""),
    Screen("tournament-check-in", "{event}check-in/"),
    Screen("seating", "{event}r/3/seating/"),
    Screen("round-board", "{event}r/2/"),
    Screen("round-table", "{event}r/2/t/1/"),
    Screen("rounds", "{event}r/"),
    Screen("slip", "{slip}"),
    Screen("slips", "{event}r/2/slips/"),
    Screen("tournament-standings", "{cup}standings/", sized=True),
    Screen("prizes", "{cup}prizes/"),
    Screen("entry-penalties", "{cup}penalties/", "{event}penalties/"),
    Screen("entry-penalty", "{event}penalties/new/", error="{event}penalties/new/"),
    Screen("announcements", "{event}announcements/", "{cup}announcements/"),
    Screen("tournament-settings", "{event}settings/"),
    Screen("categories", "{cup}settings/categories/"),
    Screen("tournament-stop", "{event}stop/"),
    Screen("tournament-paper", "{event}paper/"),
    Screen("hall-screen", "{event}screen/?show=seating"),
    Screen("hall-link", "{event}screen/link/"),
    Screen("entry-me", "{event}me/", who="member"),
    Screen("rules", "{club}settings/rules/"),
    Screen("rules-new", "{club}settings/rules/new/"),
    Screen("rules-edit", "{rules}", error="{rules}", typed={"base_value": "-5"}, sized=True),
    Screen("not-found", "/nowhere/"),
    Screen("offline", "/offline/", who=""),
    Screen("no-answer", "/offline/unanswered/", who=""),
    Screen(
        "busy",
        "{table}name/",
        filled={"table_name": "Chez Camille"},
        press="main form .btn-primary",
        is_busy=True,
    ),
]

# Pages without a picture, by the name of their address, and why.
_REASON = "a reason and a button, as to take a deal back"
_LETTER = "one sentence, on the way of a letter"
_PART = "a part of a page, fetched again"
NO_SCREENS = {
    "league_delete": _REASON,
    "league_reopen": _REASON,
    "penalty_cancel": _REASON,
    "results_reopen": _REASON,
    "entry_withdraw": _REASON,
    "entry_penalty_cancel": _REASON,
    "tournament_cancel": _REASON,
    "account_inactive": "one sentence, for an account that was locked",
    "account_email_verification_sent": _LETTER,
    "account_confirm_email": _LETTER,
    "account_reset_password_done": _LETTER,
    "account_reset_password_from_key": _LETTER,
    "account_reset_password_from_key_done": _LETTER,
    "entry_registered": "the page of a player, before the tournament begins",
    "guest_player": "the question of the sheet who one is, without a script",
    "health": "for machines",
    "ready": "for machines",
    "sitting_print": "a PDF",
    "table_rules_new": "the page of new house rules, at a table without an account",
    "deal_follow": _PART,
    "deal_watch": _PART,
    "tournament_next": _PART,
}
