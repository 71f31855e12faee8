import json, os
import pytest
from tests.browser.conftest import PHONE
from tests.browser.tables.deals.conftest import FIVE, SHEET, SIX, Thumb
from tests.cast import totals

OUT = "/tmp/thumbshots/" + os.environ.get("TAG", "before")
os.makedirs(OUT, exist_ok=True)
pytestmark = pytest.mark.django_db(transaction=True)
ASKED = {"asked": {"called_cards": True, "which_oudlers": True}}
BOX = """() => {
 const out = {};
 const put = (k, els) => { const b = [...els].map(e => e.getBoundingClientRect()).filter(b => b.width && b.height); if (b.length) out[k] = [Math.min(...b.map(x=>x.top)), Math.max(...b.map(x=>x.bottom)), Math.min(...b.map(x=>x.height))].map(x=>Math.round(x*10)/10); };
 put("appbar", document.querySelectorAll(".appbar")); put("outcome", document.querySelectorAll(".outcome")); put("verdict", document.querySelectorAll("#verdict")); put("entry", document.querySelectorAll(".entry"));
 put("folds", document.querySelectorAll(".folds > .fold > summary"));
 for (const f of document.querySelectorAll(".entry fieldset[data-group]")) { put(f.dataset.group, f.querySelectorAll(":is(.chip:not(.dog), .seg label, .score-in)")); put(f.dataset.group + ".h", f.querySelectorAll(".field-h")); }
 put("dog", document.querySelectorAll(".chip.dog")); put("pad", document.querySelectorAll(".pad button")); put("dock", document.querySelectorAll(".dock")); put("save", document.querySelectorAll("[data-save]"));
 out.scroll = document.documentElement.scrollHeight; return out; }"""
CASES = {
    "three": (("Nord", "Est", "Sud"), dict(rules="family")),
    "four": (SHEET, dict(rules="family")),
    "five": (FIVE, dict(rules="family")),
    "six": (SIX, dict(rules="family")),
    "three_fft": (("Nord", "Est", "Sud"), {}),
    "four_fft": (SHEET, {}),
    "five_fft": (FIVE, {}),
    "six5": (SIX, dict(active_count=5)),
    "five_asked": (FIVE, dict(rules=ASKED)),
    "four_asked": (SHEET, dict(rules=ASKED)),
    "six_asked": (SIX, dict(rules=ASKED)),
    "volte": (SHEET, dict(game="volte", rules={"base": "volte", "stake_per_point": 2})),
    "bolognese": (SHEET, dict(game="bolognese", rules={"target": 300}, active_count=4)),
}
VIEWS = {
    "360": (360, 740, ""),
    "320": (320, 568, ""),
    "360large": (360, 740, "130%"),
    "360x640": (360, 640, ""),
    "412": (412, 915, ""),
}


@pytest.mark.parametrize("name", CASES)
def test_dump(new_page, sign_in, table, club, name):
    names, more = CASES[name]
    if "volte" in name or "bolog" in name:
        pass
    sitting = table(*names, **dict(more))
    rows = {}
    for scheme in ("light", "dark"):
        page = new_page(
            **{**PHONE, "locale": os.environ.get("LOC", "en-GB"), "color_scheme": scheme}
        )
        sign_in(page, "Alice")
        for view, (w, h, font) in VIEWS.items():
            if scheme == "dark" and view != "360":
                continue
            page.set_viewport_size({"width": w, "height": h})
            page.goto(f"/t/{sitting.uuid}/new/")
            if font:
                page.evaluate(f"document.documentElement.style.fontSize = '{font}'")
            rows[view] = page.evaluate(BOX)
            page.screenshot(path=f"{OUT}/{name}-{view}-{scheme}.png")
    print()
    print("##", name)
    for view, r in rows.items():
        print(view, json.dumps(r))


def test_which(thumb, table):
    t = thumb(
        table(
            *SIX,
            rules={
                "base": "family",
                "asked": {"called_cards": True, "which_oudlers": True, "parole": True},
            },
        )
    )
    p = t.page
    t.chip("taker", "Nadia")
    t.chip("called_0", "Hugo")
    p.locator(".which-card > summary").first.tap()
    p.wait_for_timeout(300)
    p.screenshot(path=f"{OUT}/which-open.png")
    p.locator(".which-card").first.get_by_role("radio", name="Hearts").tap()
    p.locator(".which-card > summary").first.tap()
    p.wait_for_timeout(300)
    t.chip("contract", "Garde")
    p.screenshot(path=f"{OUT}/which-done.png")
    print(p.evaluate(BOX))
