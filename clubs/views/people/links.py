"""Coming in by a link or a code, and giving links to guests, screens and other phones."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    LinkEnded,
    may_invite,
    may_keep_table,
    may_show_links,
    may_show_screen,
    require,
    tournament_at,
)
from clubs.core.codes import shown_code
from clubs.forms.people.links import HOURS, CodeForm, InviteForm, kind_of
from clubs.http import Request, hold_link
from clubs.models import Club, Link, LinkKind, RoleOffer, Sitting
from clubs.queries.people.invitations import is_of
from clubs.queries.people.links import (
    code_has_ended,
    event_of,
    find_code,
    find_event,
    find_link,
    has_ended,
    is_hidden_event,
    newest_sitting,
    opens_slip,
    shown_link,
)
from clubs.queries.people.offers import taken_by
from clubs.queries.tables.log_words import account_name
from clubs.queries.tournaments.entries.entries import badge_code, scanned_at_desk
from clubs.services.people import links
from clubs.views.addresses import site_address
from clubs.views.cookies import CAME_BACK, asked_for_cookie, keeps_no_cookie
from clubs.views.limits import (
    WRONG_CODES,
    WRONG_LINKS,
    count_wrong_code,
    may_try_codes,
    too_many,
)
from clubs.views.shared import of_club, of_sitting, request_id, sign_in_first
from clubs.views.tables.sittings import page_context

SCREEN_ASKS = ("show", "rows", "part", "dark")  # what the address of a screen may say

# Coming in


@require_safe
def link_open(request: Request, token: str) -> HttpResponse:
    """Opens a link by its token. A right token is never refused, even if others tried wrong ones
    from the same address."""
    link = find_link(token)
    if link is not None:
        return _come_in(request, link)
    if WRONG_LINKS.is_reached(request):
        return too_many(request, WRONG_LINKS)
    WRONG_LINKS.count(request)
    raise Http404


@require_safe
def code_open(request: Request, code: str) -> HttpResponse:
    return _code_sent(request, CodeForm({"code": code}))


@require_http_methods(["GET", "POST"])
def code_enter(request: Request) -> HttpResponse:
    """The page with the field; ?code= or a form with it leads on."""
    data = request.POST if request.method == "POST" else request.GET
    if request.method != "POST" and "code" not in data:
        return render(request, "clubs/people/code_enter.html", {"form": CodeForm()})
    return _code_sent(request, CodeForm(data))


def _code_sent(request: Request, form: CodeForm) -> HttpResponse:
    """Only what could be a code counts as a wrong one; that a form was empty does not.

    The short address of a tournament leads to a page that is public anyway: a whole hall behind one
    address of the network reaches it, however many wrong codes came from there.
    """
    code = form.cleaned_data["code"] if form.is_valid() else ""
    if code and (event := find_event(request.actor, code)):
        return redirect("tournament_show", event)
    if WRONG_LINKS.is_reached(request):
        return too_many(request, WRONG_LINKS)
    if not may_try_codes(request):
        return too_many(request, WRONG_CODES)
    if not form.is_valid():
        return render(request, "clubs/people/code_enter.html", {"form": form}, status=422)
    if form.token:
        return redirect("link_open", form.token)
    link = find_code(code)
    if link is None:
        if is_hidden_event(code):
            form.explain_hidden()
        else:
            count_wrong_code(request)
            form.explain_unknown()
        return render(request, "clubs/people/code_enter.html", {"form": form}, status=404)
    if code_has_ended(link):
        raise LinkEnded(tournament_at(link.target_uuid))
    return _come_in(request, link)


def _come_in(request: Request, link: Link) -> HttpResponse:
    """From here on this browser holds the link, and sees what it opens.

    An invitation that was accepted leads its own account into the club. The desk that scans a badge
    checks in whose it is.
    """
    if link.kind == LinkKind.INVITATION and is_of(request.actor, link):
        return redirect("club_home", link.club.slug)
    if link.kind == LinkKind.INVITATION and (taken := taken_by(request.actor, link)):
        return to_place(taken)
    if has_ended(link):
        raise LinkEnded(tournament_at(link.target_uuid))
    if link.kind == LinkKind.PLAYER and (entry := scanned_at_desk(request.actor, link)):
        address = reverse("check_in", args=[entry.tournament.uuid])
        return redirect(f"{address}?code={badge_code(entry.uuid)}")
    hold_link(request, link.uuid)
    if keeps_no_cookie(request) and link.kind != LinkKind.SCORE:
        return asked_for_cookie(request)
    links.note_use(link)
    if link.kind == LinkKind.INVITATION:
        return redirect("invitation_accept", link.uuid)
    if link.kind == LinkKind.CLUB_SCREEN:
        return redirect("club_screen", link.club.slug)
    if link.kind == LinkKind.WATCH:
        return redirect("sitting_live", link.target_uuid)
    if link.kind == LinkKind.TOURNAMENT_SCREEN:
        address = reverse("tournament_screen", args=[link.target_uuid])
        query = urlencode({key: request.GET[key] for key in SCREEN_ASKS if key in request.GET})
        return redirect(f"{address}?{query}" if query else address)
    if link.kind == LinkKind.PLAYER:
        return redirect(f"{reverse('entry_me', args=[event_of(link)])}?entry={link.target_uuid}")
    if link.kind == LinkKind.SCORE:
        if link.club.pk not in request.actor.roles:
            messages.info(request, _("You score as a guest."))
        page = "slip_show" if opens_slip(link) else "deal_record"
        address = reverse(page, args=[link.target_uuid])
        # The table waits for it: one request less, as that page asks (sign_in_first).
        return redirect(f"{address}?{CAME_BACK}=" if keeps_no_cookie(request) else address)
    sitting = newest_sitting(link.club)
    return redirect("sitting_sheet", sitting.uuid) if sitting else redirect("front_page")


def to_place(offered: RoleOffer) -> HttpResponse:
    """Redirects to the club or the tournament of an offer."""
    if offered.tournament is not None:
        return redirect("tournament_show", offered.tournament.uuid)
    return redirect("club_home", offered.link.club.slug)


# Giving links


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link as people hand it on: address for a QR code, code to be read aloud and typed."""

    link: Link
    address: str
    code: str
    typed_at: str  # where the code is typed

    @classmethod
    def of(cls, request: Request, link: Link) -> "ShownLink":
        site = site_address(request)
        return cls(
            link=link,
            address=f"{site}{reverse('link_open', args=[link.token])}",
            code=shown_code(link.code) if link.code else "",
            typed_at=f"{site.partition('://')[2]}{reverse('code_enter')}",
        )


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def sitting_invite(request: Request, sitting: Sitting) -> HttpResponse:
    """?kind= says which link is shown; `action` of a form is show, revoke or renew."""
    require(may_show_links(request.actor, sitting))
    if request.method == "POST":
        return _invite_sent(request, sitting)
    offered = _offered_kinds(request, sitting)
    kind = kind_of(request.GET.get("kind"), offered)
    link = shown_link(request.actor, _target_of(kind, sitting), kind) if kind else None
    context = {
        **page_context(sitting),
        "kinds": offered,
        "kind": kind,
        "link": link,
        "made_by": maker_of(request, link),
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "hours": HOURS.items(),
        "request_id": uuid4(),
    }
    return render(request, "clubs/tables/seats/sitting_invite.html", context)


def maker_of(request: Request, link: Link | None) -> str:
    """Returns the name of the account that made the link, if the club may show it."""
    return account_name(request.actor, link.club, link.made_by_id) if link else ""


def _offered_kinds(request: Request, sitting: Sitting) -> list[LinkKind]:
    kinds = list(links.GUEST_KINDS) if may_invite(request.actor, sitting) else []
    return [*kinds, LinkKind.OWNER] if may_keep_table(request.actor, sitting.club) else kinds


def _target_of(kind: LinkKind, sitting: Sitting) -> UUID:
    return sitting.club.uuid if kind == LinkKind.OWNER else sitting.uuid


def _invite_sent(request: Request, sitting: Sitting) -> HttpResponse:
    form = InviteForm(request.POST)
    if not form.is_valid():
        raise Http404  # none of our own buttons
    kind, action = form.to_kind(), request.POST.get("action", "show")
    if kind == LinkKind.OWNER:
        _renew(request, sitting.club, form.cleaned_data["request_id"])
    elif action == "revoke":
        _revoke(request, sitting.uuid, kind)
    else:
        links.invite(
            request.actor,
            sitting,
            kind,
            lasts=form.to_time(),
            request_id=form.cleaned_data["request_id"],
        )
    return redirect(f"{reverse('sitting_invite', args=[sitting.uuid])}?kind={kind}")


def _renew(request: Request, club: Club, id_of_request: UUID) -> None:
    """Replaces the link of a private table; this browser gets the new one."""
    link = links.renew_owner_link(request.actor, club, request_id=id_of_request)
    hold_link(request, link.uuid)
    messages.success(request, _("The table has a new link; the old one opens nothing any more."))


def _revoke(request: Request, target_uuid: UUID, kind: LinkKind) -> None:
    link = shown_link(request.actor, target_uuid, kind)
    if link is not None:
        links.revoke_link(request.actor, link, request_id=request_id(request))
    messages.success(request, _("The link is revoked: it opens nothing any more."))


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def club_screen_link(request: Request, club: Club) -> HttpResponse:
    """The link that a screen of the club opens; `action` of a form is show or revoke."""
    require(may_show_screen(request.actor, club))
    if request.method == "POST":
        if request.POST.get("action") == "revoke":
            _revoke(request, club.uuid, LinkKind.CLUB_SCREEN)
        else:
            links.open_club_screen_link(request.actor, club, request_id=request_id(request))
        return redirect("club_screen_link", club.slug)
    link = shown_link(request.actor, club.uuid, LinkKind.CLUB_SCREEN)
    context: dict[str, Any] = {
        "club": club,
        "nav_section": "tables",
        "link": link,
        "made_by": maker_of(request, link),
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "request_id": uuid4(),
    }
    return render(request, "clubs/home/club_screen_link.html", context)
