"""A club and its people: members, groups, roles, invitations, links, privacy."""

from typing import Any

from tests.access.matrix.rows import (
    DONE_BY_ORGANISERS,
    DONE_BY_OWNERS,
    DONE_BY_SCORERS,
    DONE_BY_SIGNED_IN,
    MEMBERS,
    NOR_GUESTS,
    OPEN_REGISTRATION,
    ORGANISERS,
    POST_ONLY,
    REFUSED_AFTER_END,
    SCORERS,
    SIGNED_IN,
    Row,
    of_closed_table,
    of_club,
    of_person,
    of_table,
    row,
)
from tests.access.scene import Scene


def of_player(name: str, rest: str, get: str, post: str, *, who: str = "Bob", **more: Any) -> Row:
    def path(scene: Scene) -> str:
        uuid = scene.archived.uuid if who == "archived" else scene.uuid(who)
        return f"/c/trois-bouts/members/{uuid}/{rest}"

    return of_club(name, f"members/<uuid:uuid>/{rest}", get, post, path=path, **more)


def invitation_path(scene: Scene) -> str:
    return f"/invitation/{scene.invitation.uuid}/"


OWN = "login 404 200 403 403 200"  # Bob's, who is the member of the columns

ROWS = [
    row(
        "club_start",
        "start/",
        "login 403 403 403 403 403",
        "login 403 403 403 403 403",
        fill={"name": "Neuf", "step": "1", "go": "next"},
    ),
    row(
        "club_start",
        "start/",
        SIGNED_IN,
        DONE_BY_SIGNED_IN,
        fill={"name": "Neuf", "rules": "fft", "members": "Zoé", "step": "3"},
        page=lambda s: "/start/",
        **OPEN_REGISTRATION,
    ),
    of_club("club_home", "", MEMBERS),
    of_club(
        "members_invite",
        "members/invite/",
        ORGANISERS,
        "login 404 403 403 200 200",
        fill={"text": "Frank"},
    ),
    of_club("group_list", "members/groups/", MEMBERS),
    of_club(
        "group_edit",
        "members/groups/edit/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"name": "Juniors"},
    ),
    of_club("first_steps_end", "first-steps/end/", POST_ONLY, DONE_BY_OWNERS),
    of_club("member_list", "members/", MEMBERS),
    of_club(
        "member_add",
        "members/add/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"names": "Hugo\nInès", "step": "write"},
    ),
    of_player(
        "member_edit",
        "",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"name": "Robert", "table_name": "Rob", "is_member": "yes"},
        page=lambda s: f"/c/trois-bouts/members/{s.uuid('Bob')}/",
    ),
    of_player("member_archive", "archive/", POST_ONLY, DONE_BY_ORGANISERS),
    of_player("member_restore", "restore/", POST_ONLY, DONE_BY_ORGANISERS, who="archived"),
    of_player("member_join", "join/", POST_ONLY, DONE_BY_ORGANISERS),
    of_player(
        "member_merge",
        "merge/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"into": s.uuid("Frank"), "step": "merge"},
    ),
    of_club(
        "club_settings",
        "settings/",
        MEMBERS,
        DONE_BY_ORGANISERS,
        fill={
            "name": "Autre nom",
            "time_zone": "Europe/Paris",
            "rules": "fft",
            "lists_by": "given_name",
        },
    ),
    of_club(
        "role_set",
        "settings/roles/",
        POST_ONLY,
        DONE_BY_OWNERS,
        fill=lambda s: {"user": s.user("Dora"), "role": "scorer"},
    ),
    of_club(
        "role_set",
        "settings/roles/",
        POST_ONLY,
        DONE_BY_OWNERS,
        fill={"email": "eve@example.org", "role": "member"},
        state="by address",
    ),
    of_club(
        "role_remove",
        "settings/roles/remove/",
        POST_ONLY,
        DONE_BY_OWNERS,
        fill=lambda s: {"user": s.user("Dora")},
    ),
    row("invitation_accept", "invitation/<uuid:uuid>/", "404", "404", path=invitation_path),
    of_player(
        "member_invite",
        "invite/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        who="Frank",
        fill={"action": "show"},
    ),
    of_player("member_unlink", "unlink/", POST_ONLY, DONE_BY_OWNERS),
    of_person("player_data", "data/", OWN),
    of_person("player_data_json", "data.json", OWN),
    of_person(
        "player_names",
        "names/",
        "login 404 200 403 403 403",
        "login 404 302 403 403 403",
        fill={"nickname": "Bobby", "public_name": "full"},
    ),
    of_person(
        "player_anonymise",
        "anonymise/",
        OWN,
        "login 404 302 403 403 302",
        fill={"name": "Bob", "step": "anonymise"},
    ),
    row(
        "link_open",
        "s/<str:token>/",
        "302",
        path=lambda s: f"/s/{s.held['guest_score'][0].token}/",
    ),
    row(
        "link_open",
        "s/<str:token>/",
        "302",
        path=lambda s: f"/s/{s.held['keeper'][0].token}/",
        state="private",
    ),
    row(
        "link_open",
        "s/<str:token>/",
        "410",
        "405",
        path=lambda s: f"/s/{s.held['guest_watch'][1].token}/",
        state="closed",
    ),
    row("link_open", "s/<str:token>/", "404", path=lambda s: "/s/nothing/", state="unknown"),
    row("code_open", "j/<str:code>/", "302", path=lambda s: f"/j/{s.code()}/"),
    row("code_open", "j/<str:code>/", "404", path=lambda s: "/j/222222/", state="unknown"),
    row("code_enter", "j/", "200", "302", fill=lambda s: {"code": s.code()}),
    of_table(
        "sitting_invite",
        "invite/",
        f"{SCORERS} {NOR_GUESTS}",
        f"{DONE_BY_SCORERS} {NOR_GUESTS}",
        fill={"kind": "score"},
    ),
    of_closed_table(
        "sitting_invite", "invite/", SCORERS, REFUSED_AFTER_END, fill={"kind": "score"}
    ),
    of_club("club_screen_link", "screen/", SCORERS, DONE_BY_SCORERS),
]
