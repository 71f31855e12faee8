// The page of one deal becomes that of the next, without asking the server.
import { carry } from "./count.js";
import { carryMatchHere, clearMore, spoken } from "./here.js";
import { restAfter } from "./rests.js";
import { showRests } from "./tally.js";
import { passTurn } from "./turn.js";
import { clearGains, say } from "./verdict.js";
import { isShown } from "../keys.js";
import { signed } from "../numbers.js";
import { knownHere, newId } from "../offline/queue-store.js";

const KEPT = ["dealer", "out", "counted", "entry"]; // answers that the next deal starts with
export const isNew = (form) => form.matches("[data-deal]");
const bidOf = (form) => form.dataset.bid?.split(" ") ?? []; // what another phone may have told of it

// Whether something is typed for this deal.
export function isTyped(form) {
  const isGiven = (name) => KEPT.includes(name) || bidOf(form).includes(name);
  const isSaid = ({ name, value, type, checked }) => (type === "text" ? value : checked && value && !isGiven(name));
  const inputs = form.querySelectorAll(".chip-input, [type=checkbox], input[type=text]");
  return [...inputs].some(isSaid);
}

// Or whether the page asks about it.
export const isTouched = (form) => !("fresh" in form.dataset) || isTyped(form);

function clear(form) {
  for (const input of form.querySelectorAll(".chip-input")) {
    if (!KEPT.includes(input.name)) input.checked = input.value === "";
  }
  for (const input of form.querySelectorAll("input[type=text], [data-told]")) input.value = "";
  for (const option of form.querySelectorAll("select option")) option.selected = option.value === "";
  for (const box of form.querySelectorAll("[type=checkbox]:not(.chip-input)")) box.checked = false;
  for (const fold of form.querySelectorAll("details.fold, details[data-menu]")) fold.open = false;
  for (const part of form.querySelectorAll("#deal-last > *")) part.replaceChildren(); // follow.js brings the newest
  for (const old of form.querySelectorAll(".entry > .note, #deal-asks, .error-list, .invalid-feedback, [name=settles]")) {
    old.remove();
  }
  for (const bad of form.querySelectorAll("[aria-invalid]")) bad.removeAttribute("aria-invalid");
  for (const bad of form.querySelectorAll(".invalid, .asked")) bad.classList.remove("invalid", "asked");
  const plain = form.querySelector("template[data-plain-save]");
  plain?.parentElement.replaceWith(plain.content.cloneNode(true)); // instead of "It is right"
  carry(form, true);
  showRests();
}

function dealAfter(form, last) {
  const seat = passTurn(form, [...knownHere(form.dataset.keeps), last]);
  if (seat >= 0) restAfter(form, seat);
}

function unknown(form) {
  clearGains(form);
  form.toggleAttribute("data-behind", true); // until follow.js has heard of them
  clearMore(form);
  say(form, form.querySelector("[data-gap]")?.dataset.gap ?? "");
}

// The deals from one number to before another, as this phone counted them; null where it knows one of them not.
function dealsKnown(form, from, to) {
  const known = knownHere(form.dataset.keeps);
  const deals = [];
  for (let number = from; number < to; number += 1) deals.push(known.findLast((deal) => deal.number === number));
  return deals.every((deal) => deal?.scores) ? deals : null;
}

// By player; nobody has any where the deals are not known.
function gainsOf(deals) {
  const gains = {};
  for (const [player, score] of (deals ?? []).flatMap(({ scores }) => Object.entries(scores))) {
    gains[player] = (gains[player] ?? 0) + score;
  }
  return gains;
}

function carryTotals(form, gains) {
  for (const total of form.querySelectorAll(".taker small .num")) {
    const gain = gains[total.closest(".chip").querySelector("input").value];
    const isKnown = gain !== undefined && total.dataset.total;
    const sum = Number(total.dataset.total) + gain;
    total.dataset.total = isKnown ? sum : "";
    total.textContent = isKnown ? signed(sum) : "…";
    total.nextElementSibling.textContent = isKnown ? spoken(sum) : form.dataset.unknown;
  }
}

// The line of the match goes on too. Where nobody here knows how, it stays, and says from when it is.
function carryMatch(form, deals) {
  const line = form.querySelector(".match-line");
  if (!line || carryMatchHere(line, deals)) return;
  const said = form.querySelector("[data-as-of]");
  delete line.dataset.totals;
  if (said.hidden) said.textContent = said.dataset.asOf.replace("{number}", form.elements.number.value);
  said.hidden = false;
}

const stood = new Map(); // by the number of a deal, copies of what says how the table stood before it
const standing = (form) => [...form.querySelectorAll(".taker small, .match-line, [data-as-of]")];
const numberOf = (form) => Number(form.elements.number.value);

// Totals and match from before the deal of the page to before another one, which may be an earlier one again.
export function standBefore(form, number) {
  const now = numberOf(form);
  stood.set(now, standing(form).map((part) => part.cloneNode(true)));
  const from = Math.max(...[...stood.keys()].filter((known) => known <= Math.min(now, number)));
  const then = stood.get(from);
  for (const [index, part] of standing(form).entries()) if (then) part.replaceWith(then[index].cloneNode(true));
  if (from === number) return;
  const deals = then ? dealsKnown(form, from, number) : null;
  carryTotals(form, gainsOf(deals));
  carryMatch(form, deals);
}

function call(form, number) {
  form.elements.number.value = number;
  form.elements.request_id.value = newId();
  const heading = form.querySelector("h1");
  const before = heading.textContent.trim();
  heading.textContent = form.dataset.title.replace("{number}", number);
  document.title = document.title.replace(before, heading.textContent);
}

// Who deals may have changed on another phone, and another phone may have told who took. If it saved the deal
// that this page was for, the page says so and is for the one that the server's page is for.
export function adopt(form, fresh) {
  for (const name of ["dealer", "out", ...bidOf(form)]) {
    for (const input of fresh.querySelectorAll(`[name="${name}"]`)) {
      form.querySelector(`[name="${name}"][value="${input.value}"]`).checked = input.checked;
    }
  }
  clearGains(form);
  const [asked, now] = [fresh, form].map((page) => page.querySelector("#verdict").textContent.trim());
  if (asked !== now) say(form, asked);
  const { value } = fresh.elements.number;
  if (value === form.elements.number.value) return;
  const news = document.querySelector("[data-deal-news]"); // of a conflict, which it is not
  if (news) document.dispatchEvent(new CustomEvent("toast", { detail: { text: news.textContent.trim() } }));
  news?.remove();
  call(form, Number(value));
}

// The deal before stands over the fields also while it waits; what follow.js brings takes its place.
function tellLast(form, { id, number, words, scores, fields }) {
  const last = id && form.querySelector("#deal-last");
  if (!last) return;
  const made = (name, properties) => Object.assign(document.createElement(name), properties);
  const gain = scores?.[Object.fromEntries(fields).taker];
  const brought = made("span", { className: `num strong nowrap ${gain > 0 ? "gain" : "loss"}`, textContent: signed(gain ?? 0) });
  const state = made("small", { className: "muted", textContent: document.querySelector("[data-queue]").dataset.waits });
  state.dataset.waits = "";
  const title = made("b", { className: "no", textContent: form.dataset.title.replace("{number}", number) });
  last.querySelector("p").replaceChildren(title, ` ${words} `, ...(gain ? [brought, " "] : []), state);
  last.hidden = false;
}

// last is the deal before, as the phone keeps it.
export function nextDeal(form, last) {
  const { number } = last;
  document.dispatchEvent(new Event("deal:next")); // toast.js
  standBefore(form, number + 1);
  window.htmx?.trigger(form, "htmx:abort"); // the verdict of the deal before
  form.dataset.fresh = "";
  clear(form);
  tellLast(form, last);
  dealAfter(form, last);
  unknown(form);
  call(form, number + 1);
  if (document.activeElement?.type === "text") document.activeElement.blur(); // keys are for chips again
  if (!isShown(form)) return; // the sheet is there (views.js)
  history.replaceState(history.state, "", location.pathname); // no ?from= or ?kept= any more
  scrollTo(0, 0);
}
