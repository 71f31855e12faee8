// Saving: the deal is on the phone first, then on its way. The page is then ready for the next deal, with an
// answer or without; at a table of a tournament an answer leads to the slip.
import { follow } from "./follow.js";
import { countedHere } from "./here.js";
import { isNew, nextDeal } from "./next.js";
import { contractOf, wordsOf } from "./words.js";
import { token } from "../csrf.js";
import { drain, sender, sendNow } from "../offline/queue-send.js";
import { change, find, forget, keep, knownHere, lastSaved, newId, ofTable, owners } from "../offline/queue-store.js";
import { release } from "../submit-once.js";

const OWN = ["csrfmiddlewaretoken", "number", "request_id", "settles", "scores_shown"];
const form = document.querySelector("form[data-keeps]");

function dealOf(submitter) {
  const fields = [...new FormData(form, submitter)].filter(([name]) => !OWN.includes(name));
  const { number, request_id: id } = form.elements;
  const [owner] = owners() ?? [];
  const words = isNew(form) ? wordsOf(form, submitter) : (find(form.elements.settles?.value)?.words ?? "");
  const about = { words, small: contractOf(form, submitter), place: form.dataset.place };
  const counted = countedHere(form, submitter);
  return { id: id.value, owner, table: form.dataset.keeps, number: Number(number.value), fields, ...counted, ...about };
}

function addHidden(name, value) {
  form.querySelector(`input[type=hidden][name="${name}"]`)?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

// What the phone showed goes with the deal in each way of sending it (queue-post.js): the server compares it.
const addScores = ({ scores }) => addHidden("scores_shown", scores ? JSON.stringify(scores) : "");

// The server's page with what is wrong or asked, as without script.
function sendAsForm(deal, submitter) {
  const { number, csrfmiddlewaretoken } = form.elements;
  number.value = deal.number;
  csrfmiddlewaretoken.value = token();
  if (submitter?.name) addHidden(submitter.name, submitter.value);
  addScores(deal);
  form.submit();
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
  let url = "";
  const hear = ({ detail }) => (url ||= detail.id === deal.id ? detail.url : "");
  document.addEventListener("queue:saved", hear);
  await sendNow(deal.id);
  document.removeEventListener("queue:saved", hear);
  const kept = find(deal.id);
  if (url && !("goesOn" in form.dataset)) return location.assign(url);
  if (url) return arrived(deal);
  if (!kept?.held) return goOn(deal);
  if (kept.held.kind === "asks") change(deal.id, { isShown: true });
  return sendAsForm(kept, submitter);
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
    const deal = dealOf(submitter);
    // A browser that keeps nothing, and a page that does not know who looks at it, send it as ever.
    if (!deal.owner || !keep(deal, { settles: form.elements.settles?.value })) return addScores(deal);
    event.preventDefault();
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
}
