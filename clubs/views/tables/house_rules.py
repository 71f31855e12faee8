"""House rules of a table without an account: the editor of a club's, kept with its private club."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import may_keep_table, require
from clubs.forms.deals.rules import RulesForm
from clubs.http import Request
from clubs.models import Sitting
from clubs.queries.deals.rules import RulesOffer, available_rules, find_offer
from clubs.views.limits import HOUSE_RULES, too_many
from clubs.views.rules import Editor, rules_editor, trial_answer
from clubs.views.shared import find_sitting, sign_in_first


@sign_in_first
@require_http_methods(["GET", "POST"])
def table_rules_new(request: Request, uuid: UUID) -> HttpResponse:
    """Rules that start as a copy of others of this game, unless told those of the table."""
    sitting = _kept_table(request, uuid)
    if _is_too_often(request):
        return too_many(request, HOUSE_RULES)
    base = request.POST.get("base") or request.GET.get("base") or str(sitting.rules["name"])
    offers = available_rules(sitting.club, sitting.game)
    start = find_offer(offers, base) or offers[0]
    form = RulesForm(
        request.POST or None,
        game=start.game,
        start=start.rules,
        seen_version=0,
        currency=sitting.club.currency,
    )
    return rules_editor(request, _editor(sitting, offers=offers), form, start)


@sign_in_first
@require_http_methods(["GET", "POST"])
def table_rules_edit(request: Request, uuid: UUID, name: str) -> HttpResponse:
    sitting = _kept_table(request, uuid)
    if _is_too_often(request):
        return too_many(request, HOUSE_RULES)
    offer = find_offer(available_rules(sitting.club, sitting.game), name)
    if offer is None or not offer.is_own:
        raise Http404
    form = RulesForm(
        request.POST or None,
        game=offer.game,
        start=offer.rules,
        seen_version=offer.version,
        title=offer.title,
        currency=sitting.club.currency,
    )
    return rules_editor(request, _editor(sitting, name=name), form, offer)


@sign_in_first
@require_POST
def table_rules_preview(request: Request, uuid: UUID) -> HttpResponse:
    sitting = _kept_table(request, uuid)
    offers = available_rules(sitting.club, sitting.game)
    return trial_answer(request, offers, sitting.club.currency)


def _is_too_often(request: Request) -> bool:
    """Each version that is saved stays, and nobody knows who saves it."""
    if request.method != "POST":
        return False
    is_reached = HOUSE_RULES.is_reached(request)
    HOUSE_RULES.count(request)
    return is_reached


def _kept_table(request: Request, uuid: UUID) -> Sitting:
    """Raises Forbidden for whoever does not keep the table, and at a table of a club."""
    sitting = find_sitting(request, uuid)
    require(may_keep_table(request.actor, sitting.club))
    return sitting


def _editor(sitting: Sitting, *, name: str = "", offers: list[RulesOffer] | None = None) -> Editor:
    back = reverse("sitting_rules", args=[sitting.uuid])
    return Editor(
        sitting.club,
        back=back,
        saved=f"{back}?chosen={{name}}#other-rules",
        preview=reverse("table_rules_preview", args=[sitting.uuid]),
        name=name,
        offers=offers or (),
    )
