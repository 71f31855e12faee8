"""House rules: what there is, and the editor with its trial deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    may_edit_rules,
    require,
)
from clubs.choices import rules_title
from clubs.core.games import DEFAULT_GAME, get_game
from clubs.forms.deals.rules import RulesForm
from clubs.forms.games import FORMS
from clubs.http import Request
from clubs.models import Club, RuleProfile
from clubs.queries.deals.rules import (
    RulesOffer,
    changed_rows,
    every_offer,
    find_offer,
    profile_version,
    summary_rows,
)
from clubs.queries.deals.stories import ToldChange
from clubs.queries.games import WORDS
from clubs.services.deals.rules import save_rules
from clubs.services.errors import NameTaken, RulesMoved
from clubs.views.shared import of_club, render_form, sign_in_first


@sign_in_first
@require_safe
@of_club
def rules_list(request: Request, club: Club) -> HttpResponse:
    offers = every_offer(club)
    built_in = [offer for offer in offers if not offer.is_own]
    context = {
        "club": club,
        "nav_section": "rules",
        "own": [offer for offer in offers if offer.is_own],
        "built_in": [
            (words.name, [o for o in built_in if o.game == g]) for g, words in WORDS.items()
        ],
        "may_edit": may_edit_rules(request.actor, club),
    }
    return render(request, "clubs/deals/rules/rules_list.html", context)


def _usual_name() -> str:
    return get_game(DEFAULT_GAME).default_rules


def _offer_or_404(offers: Sequence[RulesOffer], name: str) -> RulesOffer:
    """The profile of that name. Raises Http404 if there is none."""
    offer = find_offer(offers, name)
    if offer is None:
        raise Http404
    return offer


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def rules_new(request: Request, club: Club) -> HttpResponse:
    """A house profile that starts as a copy of another one."""
    require(may_edit_rules(request.actor, club))
    base = request.POST.get("base") or request.GET.get("base") or _usual_name()
    offers = every_offer(club)
    start = _offer_or_404(offers, base)
    form = RulesForm(
        request.POST or None,
        game=start.game,
        start=start.rules,
        seen_version=0,
        currency=club.currency,
    )
    return rules_editor(request, _editor_of(club, offers=offers), form, start)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def rules_edit(request: Request, club: Club, name: str) -> HttpResponse:
    """A profile in words; for organisers, a house profile as a form."""
    offer = _offer_or_404(every_offer(club), name)
    may_edit = may_edit_rules(request.actor, club)
    if request.method == "POST":
        require(may_edit_rules(request.actor, club))
    if not offer.is_own or not may_edit:
        return _rules_show(request, club, offer)
    form = RulesForm(
        request.POST or None,
        game=offer.game,
        start=offer.rules,
        seen_version=offer.version,
        title=offer.title,
        currency=club.currency,
    )
    return rules_editor(request, _editor_of(club, name=name), form, offer)


def _rules_show(request: Request, club: Club, offer: RulesOffer) -> HttpResponse:
    if request.method == "POST":
        raise Http404  # a built-in profile is never written
    context = {
        "club": club,
        "nav_section": "rules",
        "offer": offer,
        "has_what_if": FORMS[offer.game].what_if is not None,
        "summary": summary_rows(offer.rules, offer.game),
        "may_edit": may_edit_rules(request.actor, club),
    }
    return render(request, "clubs/deals/rules/rules_show.html", context)


@dataclass(frozen=True, slots=True)
class Editor:
    """Of which club the rules are, and three addresses: back leads there, saved is where rules lead
    on that are saved ({name} stands for theirs), preview is asked while they are typed. name is
    empty for a new profile, which may start from any of the offers."""

    club: Club
    back: str
    saved: str
    preview: str
    name: str = ""
    offers: Sequence[RulesOffer] = ()


def _editor_of(club: Club, *, name: str = "", offers: Sequence[RulesOffer] = ()) -> Editor:
    back, preview = (reverse(page, args=[club.slug]) for page in ("rules_list", "rules_preview"))
    return Editor(club, back, back, preview, name, offers)


def rules_editor(
    request: Request, editor: Editor, form: RulesForm, start: RulesOffer
) -> HttpResponse:
    """The form, and what it says of itself."""
    club, name = editor.club, editor.name
    context: dict[str, Any] = {
        "club": club,
        "nav_section": "rules",
        "back_url": editor.back,
        "preview_url": editor.preview,
        "offer": start,
        "has_what_if": FORMS[start.game].what_if is not None,
        "offers": editor.offers,
        "name": name,
    }
    overtaken = False
    if request.POST.get("action") == "save" and form.is_valid():
        try:
            saved = _save_typed(request, club, form, start.game, name)
        except NameTaken as refusal:
            form.explain_title(refusal)
        except RulesMoved:
            overtaken = True
            context["moved"] = _catch_up(club, form, start.game, name)
        else:
            shown = {"title": form.cleaned_data["title"], "version": saved.version}
            messages.success(request, _("%(title)s is saved, version %(version)s.") % shown)
            return HttpResponseRedirect(editor.saved.format(name=quote(saved.name)))
    elif request.POST.get("action") == "try":
        form.forgive_title()
    context |= _trial_context(request, form, start)
    return render_form(
        request, "clubs/deals/rules/rules_edit.html", form, context, overtaken=overtaken
    )


def _save_typed(request: Request, club: Club, form: RulesForm, game: str, name: str) -> RuleProfile:
    return save_rules(
        request.actor,
        club,
        {**form.to_profile(), "name": name},
        game=game,
        seen_version=form.cleaned_data["seen_version"] if name else 0,
        request_id=form.cleaned_data["request_id"],
    )


def _catch_up(club: Club, form: RulesForm, game: str, name: str) -> list[ToldChange]:
    """The changes of somebody else since. Saving once more then follows their version."""
    newest = _offer_or_404(every_offer(club), name)
    seen = profile_version(club, game, name, form.cleaned_data["seen_version"])
    form.keep_up(newest.version)
    return changed_rows(seen or newest.rules, newest.rules, game)


@sign_in_first
@require_POST
@of_club
def rules_preview(request: Request, club: Club) -> HttpResponse:
    """Says in words and on the trial deal what the form would do. Writes nothing."""
    require(may_edit_rules(request.actor, club))
    return trial_answer(request, every_offer(club), club.currency)


def trial_answer(request: Request, offers: Sequence[RulesOffer], currency: str) -> HttpResponse:
    """What the form that is typed would do, of rules that start from one of the offers."""
    start = _offer_or_404(offers, request.POST.get("base", _usual_name()))
    form = RulesForm(
        request.POST, game=start.game, start=start.rules, seen_version=0, currency=currency
    )
    form.forgive_title()
    context = _trial_context(request, form, start)
    return render_form(request, "clubs/deals/rules/_rules_trial.html", form, context)


def _trial_context(request: Request, form: RulesForm, start: RulesOffer) -> dict[str, Any]:
    """The trial deal under the profile that was there and the one that is typed."""
    trial_form = FORMS[start.game].trial(request.POST if request.method == "POST" else None)
    before = start.rules
    after = form.rules if form.is_bound else before
    return {
        "trial_form": trial_form,
        "trial": trial_form.trial(before, after) if after else None,
        "summary": summary_rows(after, start.game) if after else [],
        "before_title": rules_title(before),
    }
