// The page of one deal becomes that of the next, without asking the server.
import { carry } from "./count.js";
import { spoken } from "./here.js";
import { restAfter } from "./rests.js";
import { showRests } from "./tally.js";
import { clearGains, say } from "./verdict.js";
import { isShown } from "../keys.js";
import { signed } from "../numbers.js";
import { knownHere, newId } from "../offline/queue-store.js";

const KEPT = ["dealer", "out", "counted", "entry"]; // answers that the next deal starts with
export const isNew = (form) => form.matches("[data-deal]");
const bidOf = (form) => form.dataset.bid?.split(" ") ?? []; // what another phone may have told of it

// Whether something is typed for this deal, or the page asks about it.
export function isTouched(form) {
  const isGiven = (name) => KEPT.includes(name) || bidOf(form).includes(name);
  const isSaid = ({ name, value, type, checked }) => (type === "text" ? value : checked && value && !isGiven(name));
  const inputs = form.querySelectorAll(".chip-input, [type=checkbox], input[type=text]");
  return !("fresh" in form.dataset) || [...inputs].some(isSaid);
}

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

// Who deals after this deal: the next seat, or the same again where nobody played.
function dealAfter(form, fields) {
  const told = Object.fromEntries(fields);
  const seats = [...form.querySelectorAll("[name=dealer]")];
  const dealt = seats.findIndex((input) => input.value === (told.dealer_then ?? told.dealer));
  const isAgain = (form.dataset.again ?? "").split(" ").includes(told.void_reason);
  const next = seats[(dealt + (isAgain ? 0 : 1)) % seats.length];
  if (dealt < 0) return;
  next.checked = true;
  restAfter(form, dealt + (isAgain ? 0 : 1));
}

// The match stands as the server last told it: that line says so, once the page has gone on from there.
function dated(form) {
  const line = form.querySelector("[data-as-of]");
  if (!line || form.hasAttribute("data-behind")) return;
  line.textContent = line.dataset.asOf.replace("{number}", form.elements.number.value);
  line.hidden = false;
}

function unknown(form) {
  clearGains(form);
  form.toggleAttribute("data-behind", true); // until follow.js has heard of them
  for (const judged of form.querySelectorAll("[data-judged]")) judged.replaceChildren();
  say(form, form.querySelector("[data-gap]")?.dataset.gap ?? "");
}

// What everybody has won since the totals of the page: by the deals from its own on, as this phone counted
// them; null where it knows one of them not.
function gainsSince(form, last) {
  const deals = [...knownHere(form.dataset.keeps), last];
  const gains = {};
  for (let number = Number(form.elements.number.value); number <= last.number; number += 1) {
    const scores = deals.findLast((deal) => deal.number === number)?.scores;
    if (!scores) return null;
    for (const [player, score] of Object.entries(scores)) gains[player] = (gains[player] ?? 0) + score;
  }
  return gains;
}

function carryTotals(form, gains) {
  for (const total of form.querySelectorAll(".taker small .num")) {
    const gain = gains?.[total.closest(".chip").querySelector("input").value];
    const isKnown = gain !== undefined && total.dataset.total;
    const sum = Number(total.dataset.total) + gain;
    total.dataset.total = isKnown ? sum : "";
    total.textContent = isKnown ? signed(sum) : "…";
    total.nextElementSibling.textContent = isKnown ? spoken(sum) : form.dataset.unknown;
  }
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
  const { number, fields } = last;
  document.dispatchEvent(new Event("deal:next")); // toast.js
  carryTotals(form, gainsSince(form, last));
  window.htmx?.trigger(form, "htmx:abort"); // the verdict of the deal before
  form.dataset.fresh = "";
  clear(form);
  tellLast(form, last);
  dealAfter(form, fields);
  dated(form);
  unknown(form);
  call(form, number + 1);
  if (document.activeElement?.type === "text") document.activeElement.blur(); // keys are for chips again
  if (!isShown(form)) return; // the sheet is there (views.js)
  history.replaceState(history.state, "", location.pathname); // no ?from= or ?kept= any more
  scrollTo(0, 0);
}
