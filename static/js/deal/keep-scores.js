// Plain scores are on the phone first, then on their way, as deals of deal entry are (keep.js).
import { passTurn } from "./turn.js";
import { dropDraft, withDraft } from "../offline/draft.js";
import { addScores, dealOf, sendAsForm, sendDeal, write } from "../offline/queue-form.js";
import { holdOpen } from "../offline/queue-open.js";
import { find, forget, keep, knownHere, newId } from "../offline/queue-store.js";
import { areWhole, isTyped, scoreIn, sumOf } from "../score/plain.js";
import { release } from "../submit-once.js";

const form = document.querySelector("form[data-scores][data-keeps]");
const cells = form ? [...form.querySelectorAll("[data-score]")] : [];
const playerOf = ({ name }) => name.replace("score_", "");

// What somebody played, in the words of its chip or in one's own.
function label() {
  const chosen = form.querySelector("[name=label]:checked");
  const own = form.elements.label_text.value.trim();
  return chosen?.value && chosen.value !== "other" ? chosen.closest("label").textContent.trim() : own;
}

// What is missing or wrong, in words of the page; nothing of deals that can be kept.
function gap() {
  if (!label()) return form.dataset.unnamed;
  if (!cells.some(isTyped)) return form.dataset.unscored;
  return areWhole(cells) && sumOf(cells) === 0 ? "" : form.dataset.unbalanced;
}

function say(text) {
  const line = Object.assign(document.createElement("p"), { className: "news", textContent: text });
  form.querySelector("#scores-sum").replaceChildren(line);
}

function aboutDeal() {
  const scores = gap() ? null : Object.fromEntries(cells.map((cell) => [playerOf(cell), scoreIn(cell)]));
  return { words: label(), small: label(), page: "scores/", scores };
}

async function save(deal, submitter) {
  const url = await sendDeal(deal);
  const kept = find(deal.id);
  if (url || deal.scores) dropDraft(form);
  if (url) return location.assign(url);
  if (kept?.held) return sendAsForm(form, kept, submitter);
  if (deal.scores) return location.assign(`/t/${deal.table}/${form.elements.dealer.value === "nobody" ? "" : "new/"}`);
  forget(deal.id); // it is still on the page
  release(form);
  return say(gap());
}

function submitted(event) {
  const { submitter } = event;
  if (event.defaultPrevented || submitter?.name === "step") return;
  const deal = dealOf(form, submitter, aboutDeal());
  // A browser that keeps nothing, and a page that does not know who looks at it, send it as ever.
  if (!deal.owner || !keep(deal, { settles: form.elements.settles?.value })) {
    addScores(form, deal);
    return;
  }
  event.preventDefault();
  save(deal, submitter);
}

function number(value) {
  form.elements.number.value = value;
  const heading = document.querySelector("h1");
  heading.textContent = form.dataset.title.replace("{number}", value);
}

// A deal that waits is opened again by ?kept=.
function fill({ id, number: kept, fields }) {
  write(form, fields);
  form.elements.request_id.value = id;
  number(kept);
}

// A page from the phone's own copies is for the deal after those that it knows.
function catchUp() {
  form.elements.request_id.value = newId();
  const known = knownHere(form.dataset.keeps);
  const next = (known.at(-1)?.number ?? 0) + 1;
  if (next <= Number(form.elements.number.value)) return;
  number(next);
  passTurn(form, known);
  const chip = form.querySelector("[name=label][value]:not([value=''])");
  if (new URL(location.href).searchParams.has("vachette") && chip) chip.checked = true;
}

if (form) {
  const { searchParams } = new URL(location.href);
  const kept = find(searchParams.get("kept"));
  const shown = find(form.elements.request_id.value);
  if (shown?.isShown) forget(shown.id); // what is wrong with it is on the screen, with all of it
  else if (kept) {
    holdOpen(kept);
    fill(kept);
  } else if ("fresh" in form.dataset) catchUp();
  const isFilled = () => [...form.querySelectorAll("input[type=text]")].some(isTyped);
  withDraft(form, { isTyped: isFilled, fill });
  form.addEventListener("submit", submitted);
}
