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


SCREENS = [
    Screen("front", "/", who=""),
    Screen("login", "/login/", error="/login/", typed={"login": "nobody"}, who=""),
    Screen("login-code", "/login/link/", error="/login/link/", typed={"email": "nobody"}, who=""),
    Screen(
        "signup", "/signup/", error="/signup/", typed={"email": "a@b", "password1": "1"}, who=""
    ),
    Screen("table-open", "/table/", error="/table/", who=""),
    Screen("code", "/j/", error="/j/", typed={"code": "ABC"}, who=""),
    Screen("check", "/check/", error="/check/", typed={"f": "no"}, who=""),
    Screen("try", "/try/", who=""),
    Screen("try-hand", "/try/hand/", who=""),
    Screen("my-clubs", "/"),
    Screen("start", "/start/", error="/start/"),
    Screen("home", "{club}", "{emptyclub}"),
    Screen("members", "{club}members/", "{emptyclub}members/"),
    Screen("member-add", "{club}members/add/", error="{club}members/add/"),
    Screen("member", "{member}", error="{member}", typed={"name": ""}),
    Screen("tables", "{club}tables/", "{emptyclub}tables/"),
    Screen(
        "table-new",
        "{club}tables/new/",
        "{emptyclub}tables/new/",
        error="{club}tables/new/",
        button="[data-start]",
    ),
    Screen("sheet", "{table}", "{empty}"),
    Screen("curve", "{table}curve/", "{empty}curve/"),
    Screen("summary", "{table}summary/", "{empty}summary/"),
    Screen("entry", "{table}new/", "{table}new/", error="{table}new/", tells_deal=True),
    Screen("scores", "{table}scores/", error="{table}scores/"),
    Screen("deal", "{table}7/"),
    Screen("correct", "{table}7/edit/", error="{table}7/edit/", typed={"points": "92"}),
    Screen("review", "{table}7/edit/", press="[data-save]"),
    Screen("void", "{table}7/void/", error="{table}7/void/"),
    Screen("restore", "{table}7/restore/1/", error="{table}7/restore/1/"),
    Screen("history", "{table}log/", "{empty}log/"),
    Screen("rules-of-session", "{table}rules/"),
    Screen("seats", "{table}seats/"),
    Screen("bulk", "{table}bulk/", error="{table}bulk/"),
    Screen("live", "{table}live/", "{empty}live/"),
    Screen("club-live", "{club}live/", "{emptyclub}live/"),
    Screen("invite", "{table}invite/"),
    Screen("blank", "/blank/", who=""),
    Screen("settings", "/settings/"),
    Screen("club-settings", "{club}settings/", error="{club}settings/", typed={"name": ""}),
    Screen("rules", "{club}settings/rules/"),
    Screen("rules-edit", "{rules}", error="{rules}", typed={"base_value": "-5"}),
    Screen("not-found", "/nowhere/"),
]
