// What a person does with a deal that is kept: open it, settle it, give it up.
import { token } from "../csrf.js";
import { entryUrl, settled } from "./queue-post.js";
import { drain } from "./queue-send.js";
import { wordsFor } from "./queue-show.js";
import { change, find, forget, mine } from "./queue-store.js";

function field(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}

// Sends it as a form, so that the server's own page comes: what it asks, or both deals side by side.
export function showOnPage(deal) {
  const { id, number, fields, scores } = deal;
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: entryUrl(deal), hidden: true });
  const told = [...fields, ["number", number], ["request_id", id], ["csrfmiddlewaretoken", token()]];
  if (scores) told.push(["scores_shown", JSON.stringify(scores)]);
  form.append(...told.map(([name, value]) => field(name, value)));
  document.body.append(form);
  form.submit();
}

function open(deal) {
  const kind = deal.held?.kind;
  if (kind === "asks" || kind === "clash") return showOnPage(deal);
  if (wordsFor(kind) === "late") {
    forget(deal.id);
    return drain();
  }
  if (kind === "late" || kind === "closed" || kind === "refused") {
    change(deal.id, { held: null });
    return drain(true);
  }
  const isElsewhere = document.dispatchEvent(new CustomEvent("queue:open", { detail: deal, cancelable: true }));
  return isElsewhere && location.assign(`${entryUrl(deal)}?kept=${deal.id}`); // else deal/fill.js
}

document.addEventListener("click", ({ target }) => {
  const part = target.closest("[data-row-open], [data-row-drop]");
  const deal = part && find(part.closest("[data-kept]").dataset.kept);
  if (!deal) return;
  const list = part.closest("[data-queue] > details");
  if (list) list.open = false; // it may lie over the keys
  if (part.hasAttribute("data-row-open")) open(deal);
  else {
    forget(deal.id);
    drain();
  }
});

// "It is the same deal": a link to the sheet.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("[data-settle]");
  const deal = link && find(link.dataset.settle);
  if (deal) settled(deal, Number(link.dataset.number));
});

// A form that came back with a question was left, or answered before this script was there.
const shown = document.querySelector("form[data-keeps] [name=request_id]")?.value;
for (const { id, isShown } of mine()) {
  if (isShown && id !== shown) change(id, { held: null, isShown: false });
}

// The correction that took its place is saved.
const address = new URL(location.href);
const corrected = find(address.searchParams.get("settled"));
if (corrected) settled(corrected, corrected.held?.number ?? corrected.number);
for (const mark of ["settled", "cookie"]) { // a link set a cookie on the way here (clubs/views/cookies.py)
  if (!address.searchParams.has(mark)) continue;
  address.searchParams.delete(mark);
  history.replaceState(history.state, "", address);
}
