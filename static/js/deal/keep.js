// Saving: the deal is on the phone first, then on its way. The page is then ready for the next deal, with an
// answer or without; at a table of a tournament an answer leads to the slip.
import { fill } from "./fill.js";
import { follow } from "./follow.js";
import { countedHere } from "./here.js";
import { isNew, isTyped, nextDeal } from "./next.js";
import { contractOf, wordsOf } from "./words.js";
import { dropDraft, withDraft } from "../offline/draft.js";
import { addScores, dealOf, sendAsForm, sendDeal } from "../offline/queue-form.js";
import { drain, sender } from "../offline/queue-send.js";
import { find, forget, keep, knownHere, lastSaved, newId, ofTable } from "../offline/queue-store.js";
import { release } from "../submit-once.js";

const form = document.querySelector("form[data-keeps]");

function aboutDeal(submitter) {
  const words = isNew(form) ? wordsOf(form, submitter) : (find(form.elements.settles?.value)?.words ?? "");
  return { words, small: contractOf(form, submitter), ...countedHere(form, submitter) };
}

// The field that the phone knows to be wrong. Without network nobody else would say so before the deals are sent,
// and those after it would have no totals.
function wrongWhileAway() {
  const { bad } = form.querySelector("#verdict [data-bad]")?.dataset ?? {};
  const isAway = !navigator.onLine || sender.state === "gone";
  return isAway && bad ? form.querySelector(`.entry [name="${bad}"]`) : null;
}

function lead(field) {
  release(form);
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.focus();
}

function goOn(deal) {
  release(form);
  if (isNew(form)) return nextDeal(form, ofTable(deal.table).at(-1) ?? deal);
  // The page of two deals of one number: it ends once ours waits no longer, however long that takes.
  const { href } = form.querySelector(".ways a");
  document.addEventListener("queue", () => find(deal.id) || location.assign(href));
  form.querySelector("[data-chosen]").hidden = false; // instead of the three ways
  return form.querySelector(".ways").remove();
}

// Nothing is said of it: the dock shows the deal as the server has it.
function arrived(deal) {
  release(form);
  nextDeal(form, lastSaved(deal.table));
  return follow();
}

async function save(deal, submitter) {
  const isWaiting = ["gone", "busy", "login", "link"].includes(sender.state);
  if (isWaiting || ofTable(deal.table).length > 1) {
    drain(true);
    return goOn(deal);
  }
  const url = await sendDeal(deal);
  const kept = find(deal.id);
  if (url && !("goesOn" in form.dataset)) return location.assign(url);
  if (url) return arrived(deal);
  if (!kept?.held) return goOn(deal);
  return sendAsForm(form, kept, submitter);
}

document.addEventListener(
  "submit",
  (event) => {
    const { target, submitter } = event;
    if (target !== form || event.defaultPrevented || submitter?.name === "step") return null;
    const wrong = submitter?.name === "void_reason" ? null : wrongWhileAway();
    if (wrong) {
      event.preventDefault();
      return lead(wrong);
    }
    const deal = dealOf(form, submitter, aboutDeal(submitter));
    // A browser that keeps nothing, and a page that does not know who looks at it, send it as ever.
    if (!deal.owner || !keep(deal, { settles: form.elements.settles?.value })) return addScores(form, deal);
    event.preventDefault();
    dropDraft(form);
    return save(deal, submitter);
  },
  true,
);

// A page from the phone's own copies, or one that waited, is for a deal that is here already.
function catchUp() {
  const table = form.dataset.keeps;
  const last = knownHere(table).at(-1);
  if (last && last.number >= Number(form.elements.number.value)) nextDeal(form, last);
  else form.elements.request_id.value = newId();
}

if (form) {
  const shown = find(form.elements.request_id.value);
  if (shown?.isShown) forget(shown.id); // what is wrong with it is on the screen, with all of it
  else if (isNew(form) && "fresh" in form.dataset && !location.search.includes("kept=")) catchUp();
  if (isNew(form)) withDraft(form, { isTyped, fill });
}
